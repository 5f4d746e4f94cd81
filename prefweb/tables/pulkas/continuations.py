"""How a sheet goes on as another pulka's: to another target, with one player more or fewer."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import ceil, floor
from typing import TypeAlias

from prefweb.tables.pulkas.course import Course
from scoring import Number, Payment, Seat, Settlement, Sheet, State, advance, start
from scoring.conventions import Rounding
from scoring.exact import divide, whole
from scoring.settlement import largest_remainder

MOST, FEWEST = 5, 3
"""Players there can be, and those that remain when one leaves for good."""

Places: TypeAlias = tuple[Seat | None, ...]
"""The seats of the next pulka: each the former one, None the newcomer's."""


@dataclass(frozen=True, slots=True)
class Continuation:
    """The sheet another pulka begins with: who sits where, who deals, raspasy in a row so far."""

    places: Places
    sheet: Sheet
    dealer: Seat
    raspasy: int


def same_players(course: Course) -> Continuation:
    """The sheet as it stands."""
    state = standing(course)
    return Continuation(
        tuple(range(course.pulka.size)), state.sheet, _deals(course, state), state.raspasy
    )


def with_newcomer(course: Course, after: Seat) -> Continuation:
    """One more player, to the left of `after`.

    He begins with the average of the others' pools, rounded down, and of their mountains, rounded
    up, which is to his disadvantage; without whists, and nobody has any on him.
    """
    state = standing(course)
    size = course.pulka.size
    places: Places = (*range(after + 1), None, *range(after + 1, size))
    sheet = state.sheet
    pool, mountain = newcomers_start(sheet)
    begun = Sheet(
        _seated(sheet.pool, places, pool),
        _seated(sheet.mountain, places, mountain),
        tuple(
            _seated(sheet.whists[seat] if seat is not None else (0,) * size, places, 0)
            for seat in places
        ),
    )
    return Continuation(places, begun, places.index(_deals(course, state)), state.raspasy)


def newcomers_start(sheet: Sheet) -> tuple[int, int]:
    """The pool and the mountain a newcomer begins with.

    >>> newcomers_start(Sheet((4, 5, 6), (1, 1, 2), ((0,) * 3,) * 3))
    (5, 2)
    """
    size = len(sheet.pool)
    return floor(divide(sum(sheet.pool), size)), ceil(divide(sum(sheet.mountain), size))


def without(course: Course, leaver: Seat) -> Continuation:
    """The others with what they have and their whists on each other; the leaver's are settled."""
    state = standing(course)
    size = course.pulka.size
    places: Places = tuple(seat for seat in range(size) if seat != leaver)
    sheet = state.sheet
    left = Sheet(
        _seated(sheet.pool, places, 0),
        _seated(sheet.mountain, places, 0),
        tuple(_seated(sheet.whists[seat], places, 0) for seat in places if seat is not None),
    )
    dealer = _deals(course, state)
    if dealer == leaver:
        dealer = (dealer + 1) % size
    return Continuation(places, left, places.index(dealer), state.raspasy)


def standing(course: Course) -> State:
    """The game after everything that counts."""
    state = start(course.game)
    for each in course.scored:
        state = advance(state, each.played.deal)
    return state


def parting(settlement: Settlement, leaver: Seat, rounding: Rounding) -> tuple[Number, ...]:
    """What each gets where one player is settled with the others, by the circles of all, in whists.

    The others settle nothing among themselves. The sum is 0.
    """
    written = settlement.written
    due = [whole(row[leaver] - written[leaver][seat]) for seat, row in enumerate(written)]
    due[leaver] = whole(-sum(due))
    return tuple(due) if rounding is Rounding.EXACT else largest_remainder(due)


def parting_payments(money: Sequence[Decimal], leaver: Seat) -> tuple[Payment, ...]:
    """Who pays whom there: the leaver and each of the others."""
    others = [(seat, won) for seat, won in enumerate(money) if won and seat != leaver]
    return tuple(
        Payment(leaver, seat, won) if won > 0 else Payment(seat, leaver, -won)
        for seat, won in others
    )


def _seated(row: Sequence[Number], places: Places, newcomers: Number) -> tuple[Number, ...]:
    return tuple(newcomers if seat is None else row[seat] for seat in places)


def _deals(course: Course, state: State) -> Seat:
    """Who deals next, also where somebody else was to deal or the pulka is over."""
    ahead = course.next
    return ahead.terms.dealer if ahead is not None and ahead.is_blank else state.dealer
