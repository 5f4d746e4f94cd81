"""A pulka as it stands: its deals replayed, and what would follow from a change."""
