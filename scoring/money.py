"""Whists in money, and who pays whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from heapq import heapify, heappop, heappush
from itertools import combinations
from typing import TypeAlias

from scoring.currencies import minor_digits
from scoring.deals import Seat
from scoring.exact import Number
from scoring.settlement import largest_remainder


@dataclass(frozen=True, slots=True)
class Payment:
    """One transfer, an amount above 0."""

    debtor: Seat
    creditor: Seat
    amount: Decimal


GROUPS_UP_TO = 10
"""Players among whom groups are sought that settle by themselves; of more there are too many."""

_Transfer: TypeAlias = tuple[Seat, Seat, int]
"""Debtor, creditor, minor units."""


def money_of(whists: Sequence[Number], stake: Decimal, currency: str) -> tuple[Decimal, ...]:
    """Whists times the stake, in whole minor units of the currency; the sum is 0.

    ``KeyError`` if there is no such currency.

    >>> [str(each) for each in money_of([Fraction(40, 3), Fraction(-40, 3)], Decimal(1), "JPY")]
    ['13', '-13']
    """
    digits = minor_digits(currency)
    unit = Fraction(stake) * 10**digits
    return tuple(
        _money(units, digits) for units in largest_remainder([each * unit for each in whists])
    )


def _money(units: int, digits: int) -> Decimal:
    """Minor units as an amount with all its decimals, exact whatever its size."""
    shown = tuple(int(digit) for digit in str(abs(units)))
    return Decimal((int(units < 0), shown, -digits))


def payments(money: Sequence[Decimal]) -> tuple[Payment, ...]:
    """The fewest transfers that settle amounts. ``ValueError`` unless their sum is 0.

    The largest debtor pays the largest creditor, ties by seat; where groups of players can settle
    among themselves with fewer transfers in all, they do: of up to ten who owe or are owed.

    >>> payments([Decimal(5), Decimal(-2), Decimal(-3)])[0]
    Payment(debtor=2, creditor=0, amount=Decimal('3'))
    """
    digits = max((-int(amount.as_tuple().exponent) for amount in money), default=0)
    units = [int(Fraction(amount) * 10**digits) for amount in money]
    if sum(units):
        raise ValueError("money to be paid has to come to 0 in all")
    owed = {seat: amount for seat, amount in enumerate(units) if amount}
    return tuple(
        Payment(debtor, creditor, _money(amount, digits))
        for debtor, creditor, amount in _fewest(owed)
    )


def _fewest(owed: Mapping[Seat, int]) -> list[_Transfer]:
    """All together, or with fewer transfers some group that comes to 0 by itself, then the rest."""
    found = _largest_first(owed)
    seats = list(owed)
    if len(seats) > GROUPS_UP_TO:
        return found
    for size in range(2, len(seats) - 1):
        for group in combinations(seats[1:], size):
            if 2 * len(found) <= len(seats) + 1:
                return found  # everybody has to take part in one of them
            if sum(owed[seat] for seat in group) == 0:
                rest = {seat: owed[seat] for seat in seats if seat not in group}
                split = _largest_first({seat: owed[seat] for seat in group}) + _fewest(rest)
                found = min(found, split, key=len)
    return found


def _largest_first(owed: Mapping[Seat, int]) -> list[_Transfer]:
    debtors = [(units, seat) for seat, units in owed.items() if units < 0]
    creditors = [(-units, seat) for seat, units in owed.items() if units > 0]
    heapify(debtors)
    heapify(creditors)
    paid: list[_Transfer] = []
    while debtors:
        (debt, debtor), (credit, creditor) = heappop(debtors), heappop(creditors)
        amount = min(-debt, -credit)
        paid.append((debtor, creditor, amount))
        if debt + amount:
            heappush(debtors, (debt + amount, debtor))
        if credit + amount:
            heappush(creditors, (credit + amount, creditor))
    return paid
