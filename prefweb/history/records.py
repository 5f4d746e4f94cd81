"""A pulka as lists show it: who played, what came out, what is to be known of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from decimal import Decimal
from functools import cached_property
from itertools import groupby
from typing import TypeAlias
from uuid import UUID

from django.db.models import OuterRef, Prefetch, QuerySet, Subquery
from django.utils import timezone

from prefweb.tables.models import Pulka, PulkaStep, Seat
from prefweb.tables.pulkas.openings import exact
from scoring import Number


@dataclass(frozen=True, slots=True)
class Result:
    """A player in a pulka: his place among the others, whists and money, once they are settled."""

    place: int | None
    """From 1; equal whists share one."""
    name: str
    whists: Number | None
    money: Decimal | None
    is_me: bool


class Record:
    """A pulka in a list, read by `me`; `is_open` where he may look at it."""

    def __init__(self, pulka: Pulka, me: UUID | None = None, *, is_open: bool = True) -> None:
        self.pulka = pulka
        self.me = me
        self.is_open = is_open

    @property
    def evening(self) -> date:
        """The date of the evening it belongs to. Raises ValueError before it has begun."""
        if self.pulka.evening is None:
            raise ValueError(self.pulka)
        return self.pulka.evening

    @cached_property
    def seats(self) -> list[Seat]:
        """The best first where they are settled, else as they sit."""
        seats = list(self.pulka.seats.all())
        if not self.is_settled:
            return seats
        return sorted(seats, key=lambda seat: (-exact(seat.whists), seat.index))

    @property
    def is_settled(self) -> bool:
        """Whether everybody has a result, be it with one who has left."""
        return all(seat.whists for seat in self.pulka.seats.all())

    @cached_property
    def results(self) -> list[Result]:
        """Everybody with his result, the best first."""
        if not self.is_settled:
            return [self._result(seat) for seat in self.seats]
        whists = [exact(seat.whists) for seat in self.seats]
        return [
            self._result(seat, 1 + sum(more > own for more in whists), own)
            for seat, own in zip(self.seats, whists, strict=True)
        ]

    def _result(self, seat: Seat, place: int | None = None, whists: Number | None = None) -> Result:
        return Result(place, seat.name, whists, seat.money, self._is_mine(seat))

    def _is_mine(self, seat: Seat) -> bool:
        if self.me is None:
            return False
        people = [player for player in (seat.person, seat.player) if player]
        keys = {key for player in people for key in (player.pk, player.main_id)}
        return self.me in keys

    @property
    def follower(self) -> str:
        """The slug of the pulka that its sheet went on in."""
        is_continued = self.pulka.step == PulkaStep.CONTINUED
        return getattr(self.pulka, "follower", None) or "" if is_continued else ""

    @property
    def is_running(self) -> bool:
        return self.pulka.step in (PulkaStep.PLAYING, PulkaStep.ENDED)

    @property
    def zone(self) -> tzinfo:
        """The clock it was played by: the club's, or the site's."""
        return self.pulka.club.zone if self.pulka.club else timezone.get_default_timezone()

    @property
    def began(self) -> datetime | None:
        """By that clock; None of a paper pulka. Likewise below."""
        return self._there(self.pulka.started)

    @property
    def ended(self) -> datetime | None:
        return self._there(self.pulka.ended)

    @property
    def corrected(self) -> datetime | None:
        return self._there(self.pulka.corrected)

    def _there(self, at: datetime | None) -> datetime | None:
        return at.astimezone(self.zone) if at else None


LONG = ("convention", "opening", "about")
"""What records do not read of a pulka."""
SHOWN = (
    *("slug", "step", "source", "scribe", "evening", "started", "ended", "corrected"),
    *("house_rules", "preset", "size", "target", "minutes", "laps", "stake", "currency"),
    *("club__name", "club__time_zone", "club__is_public"),
    *("table__title", "table__proxies", "table__host__name", "table__host__main"),
    "table__place__title",
)
"""What a list shows of a pulka, and what the rights of who reads it ask for."""
RESULT = ("pulka", "index", "name", "whists", "money", "player__main", "person__main")
"""The same of a seat."""
Evening: TypeAlias = tuple[date, list[Record]]


def with_all_a_record_shows(pulkas: QuerySet[Pulka]) -> QuerySet[Pulka]:
    """Pulkas of a list with what records ask of them, in two queries for all."""
    seats = Prefetch("seats", Seat.objects.select_related("player", "person").only(*RESULT))
    follower = Pulka.objects.filter(follows=OuterRef("pk")).values("slug")
    found = pulkas.select_related("table__host", "table__place", "club").only(*SHOWN)
    return found.annotate(follower=Subquery(follower)).prefetch_related(seats)


def with_results(pulkas: QuerySet[Pulka]) -> QuerySet[Pulka]:
    """The same for nobody in particular, without what follows: many at once."""
    seats = Prefetch("seats", Seat.objects.select_related(None).defer("person", "player", "key"))
    found = pulkas.select_related("table__host", "table__place", "club")
    return found.prefetch_related(seats).defer(*LONG)


def evenings(
    pulkas: Iterable[Pulka], me: UUID | None, is_open: Callable[[Pulka], bool]
) -> Iterator[Evening]:
    """Pulkas in the order of a list, evening by evening."""
    records = (Record(pulka, me, is_open=is_open(pulka)) for pulka in pulkas)
    for evening, found in groupby(records, key=lambda record: record.evening):
        yield evening, list(found)
