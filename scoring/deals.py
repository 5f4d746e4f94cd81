"""What happened at the table: the facts of a deal, by seat, and who took part in it.

Facts only. Nothing here knows a price; :mod:`scoring.checks` says whether facts can be and
fills in what may be left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TypeAlias

from scoring.entries import Area
from scoring.exact import Number

Seat: TypeAlias = int
"""A player's place, from 0, clockwise."""

HAND = 10
"""Tricks in a deal."""


class Role(StrEnum):
    """A defender's answer to a contract."""

    WHIST = "whist"
    PASS = "pass"  # noqa: S105 - an answer, not a secret
    HALF = "half"
    """Half the duty in whists, without play."""


class Trump(StrEnum):
    """The suit of a contract, or none."""

    SPADES = "S"
    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    NONE = "N"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """What every deal of cards may say about itself."""

    dealer: Seat | None = None
    """Who dealt; None: the one whose turn it was."""
    resting: tuple[Seat, ...] | None = None
    """Who sat out, with five players; None: the dealer and his right neighbour."""
    multiplier: int = 1
    """A bomb, a dark game: everything written in this deal is multiplied by it."""
    note: str | None = None
    about: Mapping[str, object] | None = None
    """Anything else worth keeping; scoring never looks at it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract(Dealt):
    """A contract of 6 to 10 tricks, played or not.

    ``roles`` are the defenders' final answers, one left out passed. ``tricks`` is None where
    nothing was played; completed by a replay it has everyone's, unless only the declarer's is
    known where one defender whisted (the defence counts together).
    """

    declarer: Seat
    level: int
    roles: Mapping[Seat, Role]
    tricks: Mapping[Seat, int] | None = None
    trump: Trump | None = None
    talon_units: int | None = None
    """Worth of the talon's high cards, where a talon bonus is agreed."""
    taken_back: bool = False
    """The whister first passed and took a half-whist back; changes no number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Misere(Dealt):
    """A contract to take no trick; ``tricks`` is what the declarer took."""

    declarer: Seat
    tricks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Raspasy(Dealt):
    """Everybody passed and avoided tricks. A resting dealer's are those of the talon."""

    tricks: Mapping[Seat, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Concession(Dealt):
    """A game given up before play; ``level`` is the bid that bought the talon."""

    declarer: Seat
    level: int
    undertricks: int | None = None
    """None: as many as the convention says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ManualEntry:
    """A number somebody wrote by hand; ``against`` only for whists."""

    seat: Seat
    area: Area
    amount: Number
    against: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Manual:
    """Entries by hand: no deal, so it moves neither the dealer nor a raspasy series."""

    entries: tuple[ManualEntry, ...]
    note: str | None = None
    about: Mapping[str, object] | None = None


CardDeal: TypeAlias = Contract | Misere | Raspasy | Concession
Deal: TypeAlias = CardDeal | Manual


@dataclass(frozen=True, slots=True)
class Seating:
    """Who plays one deal and who rests."""

    dealer: Seat
    active: tuple[Seat, ...]
    """From the dealer's left, clockwise."""
    resting: tuple[Seat, ...]
    """In seat order; empty with two and three players."""
    resting_dealer: Seat | None
    """The dealer, if he sits out."""


@lru_cache(maxsize=1024)
def seating(players: int, dealer: Seat, resting: tuple[Seat, ...] | None = None) -> Seating:
    """Who plays when ``dealer`` deals: all but the dealer with four, all but two with five.

    >>> seating(5, 0)
    Seating(dealer=0, active=(1, 2, 3), resting=(0, 4), resting_dealer=0)
    """
    if resting is None:
        resting = usual_rest(players, dealer)
    order = tuple((dealer + step) % players for step in range(1, players + 1))
    active = tuple(seat for seat in order if seat not in resting)
    return Seating(dealer, active, tuple(sorted(resting)), dealer if resting else None)


def usual_rest(players: int, dealer: Seat) -> tuple[Seat, ...]:
    """Who sits out unless somebody says otherwise."""
    if players < 4:
        return ()
    return (dealer,) if players == 4 else (dealer, (dealer - 1) % players)


def defenders(seats: Seating, declarer: Seat) -> tuple[Seat, ...]:
    """The active players other than the declarer, in order of speech: clockwise from him.

    >>> defenders(seating(4, 0), 2)
    (3, 1)
    """
    turn = seats.active.index(declarer)
    return seats.active[turn + 1 :] + seats.active[:turn]
