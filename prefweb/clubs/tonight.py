"""Tonight's tables of a club, as its members see them: who plays, how far, who would win."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import prefetch_related_objects

from prefweb.clubs.models import Club
from prefweb.tables.deals.steps import waited_for
from prefweb.tables.models import Pulka, PulkaStep, Seat, Table
from prefweb.tables.pulkas.course import Course, courses_of
from prefweb.tables.pulkas.going import OVER, tonight_of
from prefweb.tables.pulkas.openings import exact
from scoring import Number, money_of


@dataclass(frozen=True, slots=True)
class SeatTonight:
    """Somebody at a table: what he has got, or would get if it were settled now."""

    index: int
    name: str
    """Empty: the seat is free."""
    whists: Number | None
    money: Decimal | None
    """None where it is played without money."""
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
    def taken(self) -> int:
        """How many seats are."""
        return sum(bool(seat.name) for seat in self.seats)

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
    prefetch_related_objects(pulkas, "seats")
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
    seats = list(pulka.seats.all())
    whists = course.settlement.whists if course else _kept(seats)
    if whists is None or not any(whists):
        return tuple(_seat(seat, course) for seat in seats)
    money = money_of(whists, pulka.stake, pulka.currency) if pulka.stake else None
    best = max(whists)
    return tuple(
        SeatTonight(
            index=seat.index,
            name=seat.name,
            whists=whists[seat.index],
            money=money[seat.index] if money else None,
            is_waited_for=_is_waited_for(seat, course),
            leads=whists[seat.index] == best,
        )
        for seat in seats
    )


def _kept(seats: Sequence[Seat]) -> tuple[Number, ...] | None:
    """The results that a settled pulka keeps."""
    return tuple(exact(seat.whists) for seat in seats) if all(s.whists for s in seats) else None


def _seat(seat: Seat, course: Course | None) -> SeatTonight:
    """Of a table where nobody has got anything yet."""
    return SeatTonight(seat.index, seat.name, None, None, _is_waited_for(seat, course))


def _is_waited_for(seat: Seat, course: Course | None) -> bool:
    now = course.current if course else None
    return now is not None and seat.index in waited_for(now.terms, now.posts)
