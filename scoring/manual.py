"""Entries by hand: written as they stand."""

from scoring.deals import Manual
from scoring.entries import Entry, Reason, Rule
from scoring.exact import whole

_BY_HAND = Reason(Rule.MANUAL)


def manual_entries(deal: Manual) -> list[Entry]:
    """The entries themselves: no help, no limit, no multiplier."""
    return [
        Entry(each.seat, each.area, whole(each.amount), each.against, _BY_HAND)
        for each in deal.entries
    ]
