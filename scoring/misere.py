"""A misere: its value to the pool, or every trick to the mountain. Source: docs/rules.md 2.6."""

from scoring.deals import Misere
from scoring.entries import Entry, Reason, Rule, mountain, pool
from scoring.situation import Situation


def misere_entries(deal: Misere, situation: Situation) -> list[Entry]:
    """What a misere writes, before the pool's limits: nothing for the others."""
    points = situation.convention.misere_value
    if deal.tricks == 0:
        return [pool(deal.declarer, points, Reason(Rule.MISERE_MADE, {"points": points}))]
    price = points * situation.convention.mountain_mult
    reason = Reason(Rule.MISERE_FAILED, {"tricks": deal.tricks, "price": price})
    return [mountain(deal.declarer, deal.tricks * price, reason)]
