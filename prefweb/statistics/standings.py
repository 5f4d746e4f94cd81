"""Who has done best over a period: by whists, or by what else was chosen.

Every figure is a sum over the parts that were asked for, so it is exact, and the pulkas behind it
are those of `figures`. Source of the criteria: the Codex, 4.1.3.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from django.db.models import QuerySet, Sum

from prefweb.statistics.asked import Asked, persons_of
from prefweb.statistics.models import Part
from prefweb.statistics.periods import Period, Span
from scoring import Number
from scoring.exact import whole

T = TypeVar("T")


class By(StrEnum):
    """What the places go by."""

    WHISTS = "whists"
    """The most whists won."""
    RASPASY_WON = "raspasy_won"
    """The most raspasy won: with the fewest tricks, alone or with others."""
    RASPASY_TRICKS = "raspasy_tricks"
    """The fewest tricks in raspasy, all together."""
    MISERE_TRICKS = "misere_tricks"
    """The fewest tricks on miseres of his own, all together."""
    REMIZES = "remizes"
    """The fewest deals he was short in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What somebody has done over the period, in one club or over all of them."""

    person: UUID
    """By his main player."""
    name: str
    whists: Number
    games: int
    """Pulkas with a result of his."""
    deals: int
    raspasy: int
    raspasy_won: int
    raspasy_tricks: int
    miseres: int
    misere_tricks: int
    remizes: int

    @property
    def average(self) -> Number | None:
        """Whists a pulka; None where he has no pulka of his own."""
        return whole(Fraction(self.whists) / self.games) if self.games else None


SUMS = tuple(each.name for each in fields(Line) if each.name not in ("person", "name", "whists"))
"""The columns of parts that are added up."""


class Criterion(NamedTuple):
    """How two lines are compared."""

    better: Callable[[Line], Number]
    """More of it is a better place."""
    played: Callable[[Line], int]
    """How often he could: who never could has nothing to compare."""


CRITERIA: Mapping[By, Criterion] = {
    By.WHISTS: Criterion(lambda line: line.whists, lambda line: line.games),
    By.RASPASY_WON: Criterion(lambda line: line.raspasy_won, lambda line: line.raspasy),
    By.RASPASY_TRICKS: Criterion(lambda line: -line.raspasy_tricks, lambda line: line.raspasy),
    By.MISERE_TRICKS: Criterion(lambda line: -line.misere_tricks, lambda line: line.miseres),
    By.REMIZES: Criterion(lambda line: -line.remizes, lambda line: line.deals),
}


@dataclass(frozen=True, slots=True)
class Placed:
    """Somebody's place; whoever is as good shares it, and all of them have all their places."""

    first: int
    last: int
    line: Line

    @property
    def is_shared(self) -> bool:
        return self.first < self.last


@dataclass(frozen=True, slots=True)
class Standings:
    """Everybody who has played over the period."""

    by: By
    least: int
    """Pulkas that it takes to have a place."""
    placed: list[Placed]
    """The best first, equals by name."""
    idle: list[Line]
    """Who has pulkas enough, and nothing that the criterion compares."""
    few: list[Line]
    """Who has fewer pulkas."""

    @property
    def lines(self) -> list[Line]:
        """Everybody, in this order."""
        return [*(each.line for each in self.placed), *self.idle, *self.few]

    @property
    def whists(self) -> Number:
        """Everybody's together: not 0 where somebody was at a table whom nobody knows."""
        return whole(sum((Fraction(line.whists) for line in self.lines), Fraction(0)))


LEAST = 3
"""Pulkas that it takes to have a place in a season, where nothing else is asked for."""
SHORT = 45
"""Days of a period for which one pulka is enough."""


def usual_least(period: Period) -> int:
    """How many pulkas it takes over this period, where nothing else is asked for."""
    since, until = period.since, period.until
    is_short = since is not None and until is not None and (until - since).days < SHORT
    return 1 if period.span is Span.MONTH or is_short else LEAST


def standings_of(asked: Asked, by: By = By.WHISTS, least: int | None = None) -> Standings:
    """The standings of what is asked for; two queries."""
    needed = usual_least(asked.period) if least is None else least
    return ranked(lines_of(asked), by, needed)


def ranked(lines: Iterable[Line], by: By, least: int) -> Standings:
    """The lines in their places."""
    criterion = CRITERIA[by]
    named = sorted(lines, key=lambda line: (line.name.casefold(), line.person))
    enough = [line for line in named if line.games >= least]
    compared = [line for line in enough if criterion.played(line)]
    return Standings(
        by=by,
        least=least,
        placed=_placed(compared, criterion.better),
        idle=[line for line in enough if not criterion.played(line)],
        few=[line for line in named if line.games < least],
    )


def _placed(lines: list[Line], better: Callable[[Line], Number]) -> list[Placed]:
    return [Placed(*place, line) for place, line in in_places(lines, better)]


def in_places(
    found: Iterable[T], better: Callable[[T], Number]
) -> Iterator[tuple[tuple[int, int], T]]:
    """Each with his first and last place: equals share all of theirs, in the order they came."""
    before = 0
    best_first = sorted(found, key=better, reverse=True)
    for _value, equal in groupby(best_first, key=better):
        equals = list(equal)
        places = (before + 1, before + len(equals))
        yield from ((places, each) for each in equals)
        before += len(equals)


def lines_of(asked: Asked) -> list[Line]:
    """What everybody has done, without an order."""
    totals: dict[UUID, dict[str, Any]] = defaultdict(lambda: defaultdict(int))
    rows = list(_sums(asked))
    who = persons_of({row["player_id"] for row in rows})
    for row in rows:
        total = totals[who[row["player_id"]][0]]
        for name in SUMS:
            total[name] += row[f"all_{name}"]
        if row["denominator"] is not None:
            total["whists"] += Fraction(int(row["all_whists"]), int(row["denominator"]))
    names = dict(who.values())
    return [_line(person, names[person], total) for person, total in totals.items()]


def _sums(asked: Asked) -> QuerySet[Part, Any]:
    """Sums by player and by denominator of the whists, which are exact so."""
    sums = {f"all_{name}": Sum(name) for name in SUMS}
    rows = asked.of(Part).order_by().values("player_id", "denominator")
    return rows.annotate(all_whists=Sum("numerator"), **sums)


def _line(person: UUID, name: str, total: Mapping[str, Any]) -> Line:
    figures = {each: int(total[each]) for each in SUMS}
    return Line(person=person, name=name, whists=whole(Fraction(total["whists"])), **figures)
