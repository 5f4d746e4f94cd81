"""What a report says of one pulka file, and the pulka it would become."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any, TypeAlias

from django.utils import timezone

import scoring
from prefweb.clubs.evenings import evening_at
from prefweb.clubs.models import Club
from prefweb.importing.days import is_possible
from prefweb.importing.unpacking import Piece
from prefweb.players.services import clean_name, visible
from prefweb.tables.models import PulkaStep
from scoring import (
    Deal,
    Fault,
    Manual,
    Opening,
    Played,
    Refused,
    Replay,
    money_of,
    pulka_to_data,
    replay,
    settle,
)
from scoring.reading import read_and_replay

TITLE = 60
"""The longest title of a table."""
SHOWN = 20
"""Faults of one file that are told."""
STAKE_DIGITS, STAKE_PLACES = 10, 4
HIGHEST_TARGET = 1_000_000
RESULT = 40
"""The longest result as text, a fraction with its bar."""
MONEY_DIGITS = 16
LONGEST = 1440
"""Minutes, or laps, of a game on time."""

Told: TypeAlias = tuple[str, str, Mapping[str, Any]]
"""A fault: its place, its code, and the numbers and names of its sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a file is: its faults, or what the report tells of its pulka."""

    faults: tuple[Told, ...] = ()
    more_faults: int = 0
    digest: str = ""
    title: str = ""
    names: tuple[str, ...] = ()
    preset: str = ""
    target: int | None = None
    deals: int = 0
    whists: tuple[str, ...] = ()
    """Exact, as text."""
    step: str = ""
    """SETTLED, ABANDONED or CONTINUED; nothing where the file does not say what became of it."""
    was_on: bool = False
    """Whether the file was written while it was played."""
    started: str = ""
    evening: str = ""
    """The date of its evening, as far as the file knows it."""
    same_as: str = ""
    """The file of this upload that says the same."""
    known: str = ""
    """The pulka of the club that came from the same file."""
    like: tuple[str, ...] = ()
    """Pulkas of the club that may be the same game."""

    @property
    def is_sound(self) -> bool:
        return not self.faults

    @property
    def is_new(self) -> bool:
        """Whether it can be brought in."""
        return self.is_sound and not self.known and not self.same_as

    def to_data(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Found":
        lists = ("faults", "names", "whists", "like")
        return cls(**{**data, **{key: tuple(data[key]) for key in lists}})


def found_in(piece: Piece, club: Club | None) -> Found:
    """What the report says of one text."""
    if piece.fault:
        return Found(faults=(("", piece.fault, {}),))
    try:
        pulka, replay = read_and_replay(piece.text)
    except Refused as refused:
        told = tuple(map(_told, refused.faults[:SHOWN]))
        return Found(faults=told, more_faults=max(0, len(refused.faults) - SHOWN))
    limits = tuple(_beyond(pulka, replay))
    if limits:
        return Found(faults=limits)
    return _found(pulka, replay, piece.name, club)


def _told(fault: Fault) -> Told:
    params = {key: _plain(value) for key, value in fault.params.items()}
    return fault.at, fault.code, params


def _plain(value: object) -> object:
    return value if isinstance(value, int | str | None) else str(value)


def _found(pulka: scoring.Pulka, replay: Replay, name: str, club: Club | None) -> Found:
    about = About.of(pulka, club)
    return Found(
        digest=digest_of(pulka),
        title=about.title or _stem(name),
        names=pulka.players,
        preset=pulka.preset,
        target=pulka.target,
        deals=sum(not isinstance(deal, Manual) for deal in pulka.deals),
        whists=tuple(map(str, settle(replay.sheet, replay.game).whists)),
        step=_step(about, replay),
        was_on=about.step in (PulkaStep.PLAYING, PulkaStep.SEATING),
        started=about.started.isoformat() if about.started else "",
        evening=about.evening.isoformat() if about.evening else "",
    )


def _stem(name: str) -> str:
    """The name of the file without its folders and its kind."""
    last = name.rsplit("/", 1)[-1]
    stem = last.rsplit(".", 1)[0] if "." in last else last
    return visible(stem)[:TITLE].strip()


def _step(about: "About", replay: Replay) -> str:
    """What became of it: told by the file, or by its deals."""
    if about.step in (PulkaStep.ABANDONED, PulkaStep.CONTINUED):
        return str(about.step)
    is_over = replay.reason is not None or about.step == PulkaStep.SETTLED
    return str(PulkaStep.SETTLED) if is_over else ""


def digest_of(pulka: scoring.Pulka) -> str:
    """The same for files that say the same, whatever their remarks and whatever they leave out.

    So a pulka that was brought in is mostly known again by the file that is written of it here;
    what only some conventions ask, such as the worth of a talon, may stand in one of them alone.
    """
    found = replay(pulka.game, pulka.deals, pulka.ended)
    whole = replace(
        pulka,
        about=None,
        ended=None,
        stake=pulka.stake.normalize(),
        opening=_whole_opening(found),
        deals=tuple(map(_whole, found.played)),
    )
    data = pulka_to_data(whole)
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def _whole(played: Played) -> Deal:
    """A deal with all that a file may leave out, and without its remarks."""
    deal = played.deal
    if isinstance(deal, Manual):
        return replace(deal, about=None)
    pair = played.resting if len(played.resting) > 1 else None
    return replace(deal, about=None, dealer=played.dealer, resting=pair)


def _whole_opening(found: Replay) -> Opening:
    """The sheet it begins with, every column of it."""
    sheet = found.opening
    return Opening(
        pool=dict(enumerate(sheet.pool)),
        mountain=dict(enumerate(sheet.mountain)),
        whists={seat: dict(enumerate(row)) for seat, row in enumerate(sheet.whists)},
        raspasy=found.game.opening.raspasy,
    )


# -- what is sound, and still does not fit in here


def _beyond(pulka: scoring.Pulka, replay: Replay) -> Iterator[Told]:
    """Numbers larger than are kept here."""
    _sign, digits, exponent = pulka.stake.as_tuple()
    places = -int(exponent)
    if places > STAKE_PLACES or len(digits) - places > STAKE_DIGITS:
        params = {"digits": STAKE_DIGITS, "places": STAKE_PLACES}
        yield "stake", "stake_long", params
        return
    if pulka.target is not None and pulka.target > HIGHEST_TARGET:
        yield "target", "target_high", {"limit": HIGHEST_TARGET}
    whists = settle(replay.sheet, replay.game).whists
    money = money_of(whists, pulka.stake, pulka.currency)
    is_long = any(len(str(number)) > RESULT for number in whists)
    if is_long or any(abs(sum_) >= Decimal(10) ** MONEY_DIGITS for sum_ in money):
        yield "", "result_long", {}


# -- what the file tells besides the game


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What `about` of a file says, as far as it makes sense; anything else is passed over."""

    title: str = ""
    step: str = ""
    started: datetime | None = None
    ended: datetime | None = None
    settled: datetime | None = None
    corrected: datetime | None = None
    evening: date | None = None
    minutes: int | None = None
    laps: int | None = None
    multipliers: bool = False
    house_rules: str = ""
    seats: Mapping[str, Any] | None = None

    @classmethod
    def of(cls, pulka: scoring.Pulka, club: Club | None) -> "About":
        """What the file says; a moment without its offset is by the clock of the club."""
        data = pulka.about or {}
        moments = {
            key: _moment(data.get(key), club)
            for key in ("started", "ended", "settled", "corrected")
        }
        return cls(
            title=_text(data.get("title"))[:TITLE].strip(),
            step=_text(data.get("step")),
            evening=_evening(data, moments, club),
            minutes=_small(data.get("minutes")),
            laps=_small(data.get("laps")),
            multipliers=data.get("multipliers") is True or _has_multiplier(pulka),
            house_rules=clean_name(_text(data.get("house_rules"))),
            seats=_mapping(data.get("seats")),
            **moments,
        )


def _has_multiplier(pulka: scoring.Pulka) -> bool:
    return any(not isinstance(deal, Manual) and deal.multiplier != 1 for deal in pulka.deals)


def _text(value: object) -> str:
    return visible(value) if isinstance(value, str) else ""


def _mapping(value: object) -> Mapping[str, Any] | None:
    return value if isinstance(value, dict) else None


def _small(value: object) -> int | None:
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 0 < value <= LONGEST else None


def _evening(
    data: Mapping[str, Any], moments: Mapping[str, datetime | None], club: Club | None
) -> date | None:
    """The evening it began in; a day alone, in whichever key, is an evening."""
    began = moments["started"]
    if began is not None:
        return evening_at(club, began)
    days = (_day(data.get(key)) for key in ("evening", "date", "started", "ended"))
    return next((day for day in days if day is not None), _of(moments["ended"], club))


def _of(moment: datetime | None, club: Club | None) -> date | None:
    return evening_at(club, moment) if moment else None


def _day(value: object) -> date | None:
    try:
        day = date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return day if day is not None and is_possible(day) else None


def _moment(value: object, club: Club | None) -> datetime | None:
    if not isinstance(value, str) or _day(value) is not None:
        return None
    try:
        at = datetime.fromisoformat(value)
        zone = club.zone if club else timezone.get_default_timezone()
        there = at if at.tzinfo else at.replace(tzinfo=zone)
        return there if is_possible(there.astimezone(zone).date()) else None
    except (ValueError, OverflowError):
        return None
