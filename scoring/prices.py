"""What every contract is worth in whists under a convention, made or failed.

The engine plays each one on several sheets and settles them. A price that comes out the same
everywhere is constant; it is not where points are lost when no pool can take them, or where
help, surplus and the final count value a point differently.

Source: Codex 4.1, that a contract's worth should not change during a game.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.contract import is_checked_ten
from scoring.conventions import Convention
from scoring.deals import (
    HAND,
    CardDeal,
    Concession,
    Contract,
    Misere,
    Role,
    Seat,
    defenders,
    seating,
)
from scoring.exact import Number, whole
from scoring.settlement import settle
from scoring.sheet import Game, Opening, State, advance, start

_DECLARER: Seat = 0
_TARGET = 1000
"""Pool points, far from what one deal writes."""


class Case(StrEnum):
    """How a contract was answered or given up."""

    UNWHISTED = "unwhisted"
    HALF_WHIST = "half_whist"
    LONE_WHISTER = "lone_whister"
    """The defender who speaks first whists, the other one passes."""
    TWO_WHISTERS = "two_whisters"
    DEALER_WHISTS = "dealer_whists"
    CHECKED = "checked"
    """A ten of which the hands were opened."""
    MISERE = "misere"
    CONCEDED = "conceded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """What one outcome brings each seat, in whists.

    The declarer is seat 0, the defenders follow clockwise, resting players are last.
    """

    case: Case
    level: int | None
    """None for a misere."""
    tricks: int | None
    """The declarer's; None where nothing was played."""
    split: tuple[int, int] | None
    """Tricks of the first and the second of two whisters."""
    undertricks: int
    """Tricks the declarer is short; on a misere those he took; 0: made."""
    whists: tuple[Number, ...]
    """By seat, while every pool is open and every mountain at 0; the sum is 0."""
    constant: bool
    """Whether it is the same on every sheet."""
    lowest: Number
    """The least it brings the declarer on the sheets that were tried."""
    highest: Number
    """The most."""


@dataclass(frozen=True, slots=True)
class _Line:
    """One outcome to be played."""

    case: Case
    deal: CardDeal
    level: int | None
    tricks: int | None
    undertricks: int
    split: tuple[int, int] | None = None


def price_list(convention: Convention, players: int) -> tuple[Price, ...]:
    """The price of every contract, made and failed, by level.

    Where two whisted and the declarer failed, the tricks are split as evenly as can be: on the
    declarer it makes no difference. Raises :class:`scoring.Refused` unless two to five play.

    >>> from scoring.conventions import PRESETS
    >>> sochi = price_list(PRESETS["sochi"].convention, 3)
    >>> [str(price.whists[0]) for price in sochi if (price.level, price.split) == (6, (2, 2))]
    ['16/3']
    """
    before = [_Before.of(game) for game in _games(convention, players)]
    return tuple(_price(line, before) for line in _lines(convention, players))


@dataclass(frozen=True, slots=True)
class _Before:
    """A sheet a price is tried on, and what it comes to as it stands."""

    state: State
    exact: tuple[Number, ...]

    @classmethod
    def of(cls, game: Game) -> "_Before":
        state = start(game)
        return cls(state, settle(state.sheet, game).exact)


def _games(convention: Convention, players: int) -> tuple[Game, ...]:
    """The sheets a price is tried on; on the first all pools are open."""
    others = range(1, players)
    closed = dict.fromkeys(others, _TARGET)
    nearly = {_DECLARER: _TARGET - 1}
    deep = dict.fromkeys(range(players), _TARGET)
    openings = (
        Opening(),
        Opening(mountain=deep),
        Opening(pool=nearly),
        Opening(pool=nearly | closed),
        Opening(pool=nearly | closed, mountain=deep),
    )
    return tuple(
        Game(
            convention=convention,
            players=players,
            target=_TARGET,
            first_dealer=players - 1,
            opening=opening,
        )
        for opening in openings
    )


def _price(line: _Line, before: Sequence[_Before]) -> Price:
    results = [_worth(line.deal, each) for each in before]
    own = [result[_DECLARER] for result in results]
    return Price(
        case=line.case,
        level=line.level,
        tricks=line.tricks,
        split=line.split,
        undertricks=line.undertricks,
        whists=results[0],
        constant=all(result == results[0] for result in results),
        lowest=min(own),
        highest=max(own),
    )


def _worth(deal: CardDeal, before: _Before) -> tuple[Number, ...]:
    """What a deal changes in the final count, by seat."""
    game = before.state.game
    after = settle(advance(before.state, deal).sheet, game).exact
    return tuple(whole(new - old) for old, new in zip(before.exact, after, strict=True))


def _lines(convention: Convention, players: int) -> Iterator[_Line]:
    for level in range(6, HAND + 1):
        if is_checked_ten(level, convention):
            yield from _checked(players)
        else:
            yield from _contracts(level, convention, players)
    yield from _miseres()
    if convention.concession:
        yield from (_conceded(level, convention) for level in range(6, HAND + 1))


def _contracts(level: int, convention: Convention, players: int) -> Iterator[_Line]:
    """A contract unwhisted, and played with each number of tricks."""
    yield _unplayed(Case.UNWHISTED, level, {})
    if level in convention.half_whist_levels:
        half = _defenders(players)[-1]
        yield _unplayed(Case.HALF_WHIST, level, {half: Role.HALF})
    for taken in range(HAND, -1, -1):
        yield from _played(level, taken, convention, players)


def _unplayed(case: Case, level: int, roles: Mapping[Seat, Role]) -> _Line:
    deal = Contract(declarer=_DECLARER, level=level, roles=roles)
    return _Line(case, deal, level, None, 0)


def _played(level: int, taken: int, convention: Convention, players: int) -> Iterator[_Line]:
    first, *others = _defenders(players)
    lone = {first: Role.WHIST}
    yield _line(Case.LONE_WHISTER, level, lone, {_DECLARER: taken})
    for second in others:
        both = {first: Role.WHIST, second: Role.WHIST}
        for one, two in _splits(level, taken):
            tricks = {_DECLARER: taken, first: one, second: two}
            yield _line(Case.TWO_WHISTERS, level, both, tricks, (one, two))
    if convention.dealer_may_whist and players == 4:
        yield _line(Case.DEALER_WHISTS, level, {players - 1: Role.WHIST}, {_DECLARER: taken})


def _splits(level: int, taken: int) -> Iterator[tuple[int, int]]:
    """How two whisters shared the rest: every way if it was made, else evenly."""
    rest = HAND - taken
    if taken < level:
        yield rest - rest // 2, rest // 2
    else:
        yield from ((one, rest - one) for one in range(rest, -1, -1))


def _checked(players: int) -> Iterator[_Line]:
    """A ten of which the hands were opened, by the declarer's tricks."""
    order = _defenders(players)
    for taken in range(HAND, -1, -1):
        rest, shares = HAND - taken, len(order)
        own = {seat: (rest + shares - 1 - turn) // shares for turn, seat in enumerate(order)}
        yield _line(Case.CHECKED, HAND, {}, {_DECLARER: taken} | own)


def _line(
    case: Case,
    level: int,
    roles: Mapping[Seat, Role],
    tricks: Mapping[Seat, int],
    split: tuple[int, int] | None = None,
) -> _Line:
    taken = tricks[_DECLARER]
    deal = Contract(declarer=_DECLARER, level=level, roles=roles, tricks=tricks)
    return _Line(case, deal, level, taken, max(0, level - taken), split)


def _miseres() -> Iterator[_Line]:
    for taken in range(HAND + 1):
        yield _Line(Case.MISERE, Misere(declarer=_DECLARER, tricks=taken), None, taken, taken)


def _conceded(level: int, convention: Convention) -> _Line:
    deal = Concession(declarer=_DECLARER, level=level)
    return _Line(Case.CONCEDED, deal, level, None, convention.concession)


def _defenders(players: int) -> tuple[Seat, ...]:
    return defenders(seating(players, players - 1), _DECLARER)
