"""A game given up before play: tricks short to the mountain. Source: docs/rules.md 2.6."""

from scoring.contract import undertrick_price
from scoring.deals import Concession
from scoring.entries import Entry, Reason, Rule, mountain
from scoring.situation import Situation


def concession_entries(deal: Concession, situation: Situation) -> list[Entry]:
    """What a completed concession writes: no whists, no consolation, no pool."""
    undertricks = deal.undertricks or 0
    price = undertrick_price(deal.level, situation.convention)
    numbers = {"level": deal.level, "undertricks": undertricks, "price": price}
    return [mountain(deal.declarer, undertricks * price, Reason(Rule.CONCESSION, numbers))]
