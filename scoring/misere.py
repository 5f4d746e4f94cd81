"""A misere: its value to the pool, or every trick to the mountain. Source: rules.md 2.6."""

from collections.abc import Iterator

from scoring.deals import Misere
from scoring.entries import Entry, Rule, mountain, pool
from scoring.situation import Situation


def misere_entries(deal: Misere, situation: Situation) -> Iterator[Entry]:
    """What a misere writes, before the pool's limits: nothing for the others."""
    points = situation.convention.misere_value
    if deal.tricks == 0:
        yield pool(deal.declarer, points, Rule.MISERE_MADE, points=points)
    else:
        price = points * situation.convention.mountain_mult
        amount = deal.tricks * price
        yield mountain(deal.declarer, amount, Rule.MISERE_FAILED, tricks=deal.tricks, price=price)
