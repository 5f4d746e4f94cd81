"""A game given up before play: tricks short to the mountain. Source: docs/rules.md 2.6."""

from scoring.contract import undertrick_price
from scoring.deals import Concession
from scoring.entries import Entry, Reason, Rule, mountain
from scoring.situation import Situation


def concession_entries(deal: Concession, situation: Situation) -> list[Entry]:
    """What a concession writes: no whists, no consolation, no pool."""
    usual = situation.convention.concession
    undertricks = usual if deal.undertricks is None else deal.undertricks
    price = undertrick_price(deal.level, situation.convention)
    numbers = {"level": deal.level, "undertricks": undertricks, "price": price}
    return [mountain(deal.declarer, undertricks * price, Reason(Rule.CONCESSION, numbers))]
