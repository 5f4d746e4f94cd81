"""Tonight's tables of a club, as its members see them: who plays, how far, who would win."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from prefweb.clubs.models import Club
from prefweb.tables.deals.steps import waited_for
from prefweb.tables.models import Pulka, PulkaStep, Table
from prefweb.tables.pulkas.course import Course, courses_of
from prefweb.tables.pulkas.going import OVER, tonight_of
from prefweb.tables.pulkas.openings import exact
from scoring import Number

CROWDS = ((0, "0"), (1, "1"), (4, "few"), (6, "many"), (12, "more"))
"""Up to how many tables a screen is divided so."""


@dataclass(frozen=True, slots=True)
class SeatTonight:
    """Somebody at a table: what he has got, or would get if it were settled now."""

    name: str
    """Empty: the seat is free."""
    whists: Number | None = None
    """None where nobody has got anything yet."""
    is_waited_for: bool = False
    leads: bool = False


@dataclass(frozen=True, slots=True)
class TableTonight:
    """One of tonight's tables."""

    pulka: Pulka
    seats: tuple[SeatTonight, ...]
    deal: int | None
    """The number of the deal that is on."""
    seconds: int | None
    """How long it has been played, or was; None before the start."""

    @property
    def table(self) -> Table:
        return self.pulka.table

    @property
    def is_over(self) -> bool:
        return self.pulka.step in OVER

    @property
    def is_playing(self) -> bool:
        return self.pulka.step == PulkaStep.PLAYING

    @property
    def is_gathering(self) -> bool:
        return self.pulka.step == PulkaStep.SEATING

    @property
    def names(self) -> list[str]:
        """Who sits there."""
        return [seat.name for seat in self.seats if seat.name]

    @property
    def taken(self) -> int:
        """How many seats are."""
        return len(self.names)

    @property
    def waited_for(self) -> list[str]:
        return [seat.name for seat in self.seats if seat.is_waited_for]

    @property
    def elapsed(self) -> str:
        """Hours and minutes of play: ``1:25``."""
        minutes = (self.seconds or 0) // 60
        return f"{minutes // 60}:{minutes % 60:02}"


@dataclass(frozen=True, slots=True)
class Tonight:
    """All of them."""

    tables: list[TableTonight]
    mark: str
    """Differs whenever something on the page would."""

    @property
    def crowd(self) -> str:
        """How many there are, as a screen on the wall has to know it."""
        count = len(self.tables)
        return next((name for most, name in CROWDS if count <= most), "crowd")

    @property
    def running(self) -> list[TableTonight]:
        return [table for table in self.tables if not table.is_over]

    @property
    def over(self) -> list[TableTonight]:
        return [table for table in self.tables if table.is_over]


def tonight(club: Club, now: datetime, seen: str = "") -> Tonight | None:
    """What goes on in the club; None where that is what a page of the mark `seen` shows."""
    pulkas = tonight_of(club, now)
    mark = _mark(club, pulkas)
    if mark == seen:
        return None
    running = [pulka for pulka in pulkas if pulka.step in (PulkaStep.PLAYING, PulkaStep.ENDED)]
    courses = {course.pulka.pk: course for course in courses_of(running)}
    return Tonight([_table(pulka, courses.get(pulka.pk), now) for pulka in pulkas], mark)


def _mark(club: Club, pulkas: Sequence[Pulka]) -> str:
    """Of everything that a page shows and that does not tick by itself."""
    shown = [(p.pk, p.version, p.table.place and p.table.place.title) for p in pulkas]
    return hashlib.sha256(repr((club.name, shown)).encode()).hexdigest()[:12]


def _table(pulka: Pulka, course: Course | None, now: datetime) -> TableTonight:
    current = course.current if course else None
    end = now if pulka.step == PulkaStep.PLAYING else pulka.ended
    lasts = int((end - pulka.started).total_seconds()) if pulka.started and end else None
    return TableTonight(
        pulka=pulka,
        seats=_seats(pulka, course),
        deal=current.number if current else None,
        seconds=lasts,
    )


def _seats(pulka: Pulka, course: Course | None) -> tuple[SeatTonight, ...]:
    names: Sequence[str] = pulka.names  # type: ignore[attr-defined]
    whists = course.settlement.whists if course else _kept(pulka)
    asked = _waited_for(course)
    if whists is None or not any(whists):
        return tuple(SeatTonight(name, is_waited_for=i in asked) for i, name in enumerate(names))
    best = max(whists)
    return tuple(
        SeatTonight(name, whists[seat], is_waited_for=seat in asked, leads=whists[seat] == best)
        for seat, name in enumerate(names)
    )


def _kept(pulka: Pulka) -> tuple[Number, ...] | None:
    """The results that a settled pulka keeps."""
    results: Sequence[str] = pulka.results  # type: ignore[attr-defined]
    return tuple(map(exact, results)) if all(results) else None


def _waited_for(course: Course | None) -> Sequence[int]:
    now = course.current if course else None
    return waited_for(now.terms, now.posts) if now else ()
