"""Raspasy in a row: what they cost, the lowest bid that leads out, and what ends the series."""

from scoring.contract import is_made, is_whisted
from scoring.conventions import Convention, RaspasyReset
from scoring.deals import Contract, Deal, Misere, Raspasy


def _step(steps: tuple[int, ...], played: int, convention: Convention) -> int:
    """The step after ``played`` raspasy: around again, or the last one stays."""
    if convention.raspasy_cycle:
        return steps[played % len(steps)]
    return steps[min(played, len(steps) - 1)]


def factor(convention: Convention, played: int) -> int:
    """Factor of a raspasy trick's price after ``played`` raspasy in a row.

    >>> [factor(Convention(), played) for played in range(5)]
    [1, 2, 3, 3, 3]

    Source: docs/rules.md 2.8.
    """
    return _step(convention.raspasy_progression, played, convention)


def lowest_bid(convention: Convention, played: int) -> int:
    """The lowest contract allowed after ``played`` raspasy in a row.

    >>> [lowest_bid(Convention(raspasy_exit=(6, 7)), played) for played in range(3)]
    [6, 7, 7]
    """
    return _step(convention.raspasy_exit, played, convention)


def raspasy_after(played: int, deal: Deal, convention: Convention) -> int:
    """Raspasy in a row after one more deal. Concessions and manual entries change nothing."""
    match deal:
        case Raspasy():
            return played + 1
        case Contract():
            return 0 if _contract_ends(deal, convention) else played
        case Misere():
            return 0 if _misere_ends(deal, convention) else played
    return played


def _contract_ends(deal: Contract, convention: Convention) -> bool:
    match convention.raspasy_reset:
        case RaspasyReset.PLAYED:
            return True
        case RaspasyReset.MADE:
            return is_made(deal)
    return is_made(deal) and is_whisted(deal)


def _misere_ends(deal: Misere, convention: Convention) -> bool:
    made = deal.tricks == 0
    return convention.misere_exits and (made or convention.raspasy_reset is RaspasyReset.PLAYED)
