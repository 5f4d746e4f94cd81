"""The final count: pools to the mountain, the average, whists, rounding; then who pays whom.

Every step is kept, so that a page can show the books' way to the result.
Source: docs/rules.md 3; Codex 4.2.12 and 4.2.14.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scoring.conventions import Convention, Rounding
from scoring.deals import Seat
from scoring.exact import Number, divide, whole
from scoring.sheet import Game, Sheet

Numbers: TypeAlias = tuple[Number, ...]
Grid: TypeAlias = tuple[Numbers, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What the Codex changes by hand so that the division has no rest.

    ``points`` on the mountain of ``seat``; the others write ``whists`` on him for it
    (less than 0: he on each of them).
    """

    seat: Seat
    points: int
    whists: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """The final count with its steps, each by seat, in whists where nothing else is said."""

    base: Number
    """The pool all pools are compared with: the target, or without one the largest pool."""
    from_pool: Numbers
    """Mountain points for what a pool lacks of the base; below 0 where it has more."""
    mountains: Numbers
    """Mountain points with these."""
    amnesty: Number
    """The smallest of them."""
    amnestied: Numbers
    """Mountain points less the amnesty."""
    average: Number
    """Mountain points, average of these."""
    mountain_part: Numbers
    """What the mountains bring: the average less the own one, in whists."""
    pairwise: Grid
    """``[i][j]``: whists of i on j less those of j on i."""
    circles: Grid
    """``[i]``: the mountain part, then the difference to each other player from the left."""
    shared: Numbers
    """Whists every opponent of i gets for i's amnestied mountain."""
    written: Grid
    """``[i][j]``: whists of i on j with those for j's mountain."""
    exact: Numbers
    """The result; its sum is 0."""
    correction: Correction | None
    """Only under the Codex rounding, where it was needed."""
    whists: Numbers
    """The result after rounding; its sum is 0."""


def settle(sheet: Sheet, game: Game) -> Settlement:
    """The final count of a sheet as it stands, whether the game is over or not."""
    convention, seats = game.convention, range(game.players)
    base = max(sheet.pool) if game.target is None else game.target
    from_pool = tuple(whole((base - pool) * convention.pool_settle) for pool in sheet.pool)
    mountains = tuple(whole(sheet.mountain[i] + from_pool[i]) for i in seats)
    amnesty = min(mountains)
    amnestied = tuple(whole(each - amnesty) for each in mountains)
    shared = _shared(amnestied, convention)
    part = tuple(whole(sum(shared) - game.players * each) for each in shared)
    pairwise = _differences(sheet.whists)
    exact = tuple(whole(part[i] + sum(pairwise[i])) for i in seats)
    correction = _correction(sheet, mountains, convention)
    return Settlement(
        base=base,
        from_pool=from_pool,
        mountains=mountains,
        amnesty=amnesty,
        amnestied=amnestied,
        average=divide(sum(amnestied), game.players),
        mountain_part=part,
        pairwise=pairwise,
        circles=tuple((part[i], *_around(pairwise[i], i)) for i in seats),
        shared=shared,
        written=_written(sheet.whists, shared),
        exact=exact,
        correction=correction,
        whists=_rounded(exact, correction, convention),
    )


def _shared(amnestied: Numbers, convention: Convention) -> Numbers:
    """Whists each opponent gets for a mountain: an equal share, its owner's too.

    Of an indivisible mountain between two players the other one gets all.
    """
    players = len(amnestied)
    among = 1 if convention.indivisible_mountain and players == 2 else players
    return tuple(divide(each * convention.whists_per_mountain, among) for each in amnestied)


def _differences(whists: Grid) -> Grid:
    seats = range(len(whists))
    return tuple(tuple(whole(whists[i][j] - whists[j][i]) for j in seats) for i in seats)


def _around(row: Numbers, seat: Seat) -> Numbers:
    """A row without the player's own place, from his left neighbour on."""
    return row[seat + 1 :] + row[:seat]


def _written(whists: Grid, shared: Numbers) -> Grid:
    seats = range(len(whists))
    return tuple(
        tuple(0 if i == j else whole(whists[i][j] + shared[j]) for j in seats) for i in seats
    )


# Rounding


def largest_remainder(numbers: Sequence[Number]) -> tuple[int, ...]:
    """Whole numbers with the same (whole) sum, each less than 1 away.

    What is missing after rounding down goes to the largest fractions, ties by order.

    >>> from fractions import Fraction
    >>> largest_remainder([Fraction(92, 3), Fraction(-88, 3), Fraction(-4, 3)])
    (31, -29, -2)
    """
    floors = [number.__floor__() for number in numbers]
    rests = [number - floor for number, floor in zip(numbers, floors, strict=True)]
    by_rest = sorted(range(len(rests)), key=lambda index: -rests[index])
    for index in by_rest[: int(sum(rests))]:
        floors[index] += 1
    return tuple(floors)


_CORRECTIONS: Mapping[tuple[int, int], Correction] = {
    (3, 1): Correction(seat=0, points=-1, whists=3),
    (3, 2): Correction(seat=0, points=1, whists=-3),
    (4, 1): Correction(seat=0, points=-1, whists=2),
}
"""By the number of players and the rest of the division; the point goes to the first player."""


def _correction(sheet: Sheet, mountains: Numbers, convention: Convention) -> Correction | None:
    """The Codex correction, where the convention asks for one and it can be made."""
    if convention.rounding is not Rounding.CODEX or not _is_codex_sheet(
        sheet, mountains, convention
    ):
        return None
    players = len(mountains)
    divisor = 2 if players == 4 else players
    return _CORRECTIONS.get((players, int(sum(mountains)) % divisor))


def _is_codex_sheet(sheet: Sheet, mountains: Numbers, convention: Convention) -> bool:
    """Whether the Codex knows how to round it: whole numbers, ten whists a point."""
    rows = (mountains, *sheet.whists)
    is_whole = all(isinstance(number, int) for row in rows for number in row)
    return is_whole and convention.whists_per_mountain == 10


def _codex(exact: Numbers, correction: Correction | None) -> Numbers:
    """The result with the correction; where that leaves fractions, by largest remainder."""
    if correction is not None:
        players = len(exact)
        others = divide(10 * correction.points, players) + correction.whists
        own = -(players - 1) * others
        exact = tuple(
            whole(number + (own if seat == correction.seat else others))
            for seat, number in enumerate(exact)
        )
    return largest_remainder(exact)


def _whole(exact: Numbers, correction: Correction | None) -> Numbers:
    return largest_remainder(exact)


def _exact(exact: Numbers, correction: Correction | None) -> Numbers:
    return exact


_ROUNDINGS: Mapping[Rounding, Callable[[Numbers, Correction | None], Numbers]] = {
    Rounding.EXACT: _exact,
    Rounding.WHOLE: _whole,
    Rounding.CODEX: _codex,
}


def _rounded(exact: Numbers, correction: Correction | None, convention: Convention) -> Numbers:
    return _ROUNDINGS[convention.rounding](exact, correction)
