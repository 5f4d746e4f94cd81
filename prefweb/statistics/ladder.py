"""The rating as pages show it: everybody's, and how one came about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet
from django.db.models.functions import TruncMonth
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from prefweb.charts.lines import LineChart, Series, Stop
from prefweb.clubs.models import Club
from prefweb.history.paging import Position
from prefweb.statistics.models import Rated, Rating
from prefweb.statistics.rating import KNOWN, Strength
from prefweb.statistics.rerating import At, bring_up_to_date
from prefweb.statistics.standings import in_places
from prefweb.tables.models import Pulka

MANY = 60
"""Stops of a chart."""
PAGE = 20
"""Pulkas on a page."""


class Rung(NamedTuple):
    """Somebody's rating."""

    person: UUID
    name: str
    strength: Strength
    games: int
    last: date
    """The evening of the last rated pulka."""

    @property
    def is_provisional(self) -> bool:
        """Whether so few pulkas were rated that it says little."""
        return self.games < KNOWN


class Place(NamedTuple):
    """Somebody's place, shared by all with this rating."""

    first: int
    last: int
    rung: Rung

    @property
    def text(self) -> str:
        """``1``, or ``1–2`` where it is shared."""
        return f"{self.first}–{self.last}" if self.first < self.last else str(self.first)


@dataclass(frozen=True, slots=True)
class Ladder:
    """Everybody who was rated in a club, the strongest first."""

    placed: list[Place]
    provisional: list[Rung]
    """Who has too few rated pulkas for a place."""

    @property
    def needed(self) -> int:
        """Rated pulkas that it takes to have a place."""
        return KNOWN


def ladder_of(club: Club) -> Ladder:
    """The rating as it is after all that is settled."""
    bring_up_to_date(club.pk)
    rungs = sorted(_rungs(club), key=lambda rung: (rung.name.casefold(), rung.person))
    known = [rung for rung in rungs if not rung.is_provisional]
    new = [rung for rung in rungs if rung.is_provisional]
    placed = in_places(known, lambda rung: rung.strength.rating)
    new.sort(key=lambda rung: -rung.strength.rating)
    return Ladder([Place(*places, rung) for places, rung in placed], new)


def rung_of(club: Club, person: UUID) -> Rung | None:
    """One person's rating, by his main player; None for who was not rated."""
    bring_up_to_date(club.pk)
    return next(_rungs(club, person), None)


def _rungs(club: Club, *people: UUID) -> Iterator[Rung]:
    found = Rating.objects.filter(club=club)
    if people:
        found = found.filter(person__in=people)
    for row in found.values_list("person", "person__name", "mu", "sigma", "games", "last"):
        person, name, mu, sigma, games, last = row
        yield Rung(person, name, Strength(mu, sigma), games, last)


# -- how it came about


class Step(NamedTuple):
    """What a pulka made of a rating."""

    pulka: Rated
    before: Strength
    after: Strength

    @property
    def change(self) -> int:
        """By how much the rating has risen."""
        return self.after.rating - self.before.rating


class Point(NamedTuple):
    """The strength after a pulka."""

    evening: date
    pulka: int
    number: int
    """Of this pulka among all."""
    strength: Strength


@dataclass(frozen=True)
class Course:
    """The rating of a person from his first rated pulka to the last."""

    club: Club
    rung: Rung
    after: str = ""
    """Where the page begins; nothing for the newest."""

    # -- pulka by pulka

    @cached_property
    def _page(self) -> list[Rated]:
        start = Position.parse(self.after)
        earlier = self._rated.filter(At(*start).before) if start else self._rated
        wanted = earlier.order_by("-evening", "-pulka").select_related("pulka__table__host")
        return list(wanted[: PAGE + 1])

    @property
    def steps(self) -> list[Step]:
        """A page of them, the newest first."""
        return [_step(row) for row in self._page[:PAGE]]

    @property
    def older(self) -> Position | None:
        """From where there are older ones."""
        if len(self._page) <= PAGE:
            return None
        last = self._page[PAGE - 1]
        return Position(last.evening, last.pulka_id)

    @property
    def is_newest(self) -> bool:
        return Position.parse(self.after) is None

    # -- as a chart

    @cached_property
    def chart(self) -> LineChart | None:
        """The strength and the rating after each pulka, or of many at the end of each month.

        None of a single pulka, which makes no line.
        """
        points = self._points
        if len(points) < 2:
            return None
        return LineChart(
            title=_("Rating after the pulkas of each evening"),
            stops=self._stops(points),
            series=[
                Series(_("strength"), [point.strength.points for point in points]),
                Series(_("rating"), [point.strength.rating for point in points]),
            ],
            is_balance=False,
        )

    @property
    def _is_whole(self) -> bool:
        """Whether there are so few that each is drawn."""
        return self.rung.games <= MANY

    @cached_property
    def _points(self) -> list[Point]:
        """All pulkas, or the last one of each month, of some months or of each year."""
        months = self._rated.annotate(month=TruncMonth("evening"))
        found = months.values_list("month", "evening", "pulka", "number", "mu", "sigma")
        if self._is_whole:
            rows = found.order_by("evening", "pulka")
        else:
            rows = found.order_by("month", "-evening", "-pulka").distinct("month")
        points = [_point(row) for row in rows]
        return points if self._is_whole else _thinned(points)

    def _stops(self, points: list[Point]) -> list[Stop]:
        slugs = dict(
            Pulka.objects.filter(pk__in=[point.pulka for point in points]).values_list("pk", "slug")
        )
        years = [None, *(point.evening.year for point in points)]
        return [
            Stop(
                name=self._named(point),
                number=point.number if self._is_whole else None,
                url=reverse("tables:pulka", args=[slugs[point.pulka]]),
                short="" if self._is_whole or before == year else str(year),
            )
            for point, (before, year) in zip(points, pairwise(years), strict=True)
        ]

    def _named(self, point: Point) -> str:
        """``18 November 2026``; of a single pulka with its number before."""
        day = date_format(point.evening, "j E Y")
        return f"{point.number} · {day}" if self._is_whole else day

    @property
    def _rated(self) -> QuerySet[Rated]:
        return Rated.objects.filter(club=self.club, person=self.rung.person)


def _step(row: Rated) -> Step:
    return Step(row, Strength(row.mu_before, row.sigma_before), Strength(row.mu, row.sigma))


def _point(row: Sequence[Any]) -> Point:
    _month, evening, pulka, number, mu, sigma = row
    return Point(evening, pulka, number, Strength(mu, sigma))


def _thinned(points: list[Point]) -> list[Point]:
    """The last point of so many months together that they are few; a year at most."""
    for months in (1, 3, 12):
        last = {(12 * p.evening.year + p.evening.month - 1) // months: p for p in points}
        if len(last) <= MANY:
            break
    return list(last.values())
