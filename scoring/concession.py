"""A game given up before play: tricks short to the mountain. Source: rules.md 2.6."""

from collections.abc import Iterator

from scoring.contract import undertrick_price
from scoring.deals import Concession
from scoring.entries import Entry, Rule, mountain
from scoring.situation import Situation


def concession_entries(deal: Concession, situation: Situation) -> Iterator[Entry]:
    """What a concession writes: no whists, no consolation, no pool."""
    usual = situation.convention.concession
    undertricks = usual if deal.undertricks is None else deal.undertricks
    price = undertrick_price(deal.level, situation.convention)
    numbers = {"level": deal.level, "undertricks": undertricks, "price": price}
    yield mountain(deal.declarer, undertricks * price, Rule.CONCESSION, **numbers)
