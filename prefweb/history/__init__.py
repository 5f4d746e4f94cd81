"""A pulka deal by deal: the sheet, the balances and what was said, at any moment of it."""
