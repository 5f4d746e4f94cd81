"""Entries by hand: written as they stand."""

from collections.abc import Iterator

from scoring.deals import Manual
from scoring.entries import Entry, Reason, Rule

_BY_HAND = Reason(Rule.MANUAL)


def manual_entries(deal: Manual) -> Iterator[Entry]:
    """The entries themselves: no help, no limit, no multiplier."""
    for each in deal.entries:
        yield Entry(each.seat, each.area, each.amount, each.against, _BY_HAND)
