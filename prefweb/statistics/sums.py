"""What the kept rows of a person come to, a query for each kind of them.

Results are added up by their denominators in the database and put together here, so that they
stay exact.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias
from uuid import UUID

from django.db.models import BigIntegerField, Count, Func, Max, Min, Sum

from prefweb.statistics.asked import Asked, persons_of
from prefweb.statistics.figures import SOURCES, Figure, Name
from prefweb.statistics.models import Fact, Pair, Part
from scoring import Number
from scoring.exact import whole


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What parts come to."""

    games: int = 0
    won: int = 0
    lost: int = 0
    results: int = 0
    """Also those settled with one who left."""
    lasted: int = 0
    """Deals that results came from, also of pulkas that went on to them."""
    deals: int = 0
    """That he sat there for."""
    dealt: int = 0
    """Results that came from deals."""
    whists: Fraction = Fraction(0)
    dealt_whists: Fraction = Fraction(0)
    """Of results that came from deals."""
    best: Fraction | None = None
    """Of a whole pulka; None without any."""
    worst: Fraction | None = None
    since: date | None = None
    """The first evening; None without any part."""
    until: date | None = None

    @property
    def average(self) -> Fraction | None:
        """Whists a pulka."""
        return self.whists / self.games if self.games else None

    @property
    def average_of_deals(self) -> Fraction | None:
        """Whists a deal, of results that came from deals."""
        return self.dealt_whists / self.lasted if self.dealt else None

    @property
    def undealt(self) -> int:
        """Results of final sheets."""
        return self.results - self.dealt

    def __add__(self, other: Tally) -> Tally:
        added = ("games", "won", "lost", "results", "lasted", "deals", "dealt")
        sums: dict[str, Any] = {name: getattr(self, name) + getattr(other, name) for name in added}
        return replace(
            self,
            whists=self.whists + other.whists,
            dealt_whists=self.dealt_whists + other.dealt_whists,
            best=max(_known(self.best, other.best), default=None),
            worst=min(_known(self.worst, other.worst), default=None),
            since=min(_known(self.since, other.since), default=None),
            until=max(_known(self.until, other.until), default=None),
            **sums,
        )


def _known(*values: Any) -> list[Any]:
    return [value for value in values if value is not None]


@dataclass(slots=True)
class Parts:
    """Everything about results: in all, by convention, and money by currency."""

    total: Tally = field(default_factory=Tally)
    presets: dict[str, Tally] = field(default_factory=dict)
    """All of them, also by house rules that began with a preset."""
    house_rules: dict[str, Tally] = field(default_factory=dict)
    """By their name, whatever they began with."""
    money: dict[str, Decimal] = field(default_factory=dict)
    mark: tuple[int, int, int] = (0, 0, 0)
    """Of the very parts: how many, the newest one's key, the sum of their days."""


def parts_of(asked: Asked) -> Parts:
    """What his parts come to."""
    found = Parts(Tally(), defaultdict(Tally), defaultdict(Tally), defaultdict(Decimal))
    for row in _part_sums(asked):
        tally = _tally(row)
        found.total += tally
        found.presets[row["preset"]] += tally
        if row["house_rules"]:
            found.house_rules[row["house_rules"]] += tally
        if row["money_results"]:
            found.money[row["currency"]] += row["all_money"]
        count, newest, days = found.mark
        found.mark = (count + row["parts"], max(newest, row["newest"]), days + row["days"])
    return found


def _part_sums(asked: Asked) -> Any:
    alike = asked.of(Part).order_by().values("preset", "house_rules", "currency", "denominator")
    of_games, of_deals = SOURCES[Name.GAMES].where, SOURCES[Name.LASTED].where
    figures = (Name.GAMES, Name.WON, Name.LOST, Name.LASTED, Name.DEALS)
    counted = {
        f"n_{each}": Sum(SOURCES[each].times, filter=SOURCES[each].where) for each in figures
    }
    return alike.annotate(
        **counted,
        n_results=Count("numerator"),
        n_dealt=Count("numerator", filter=of_deals),
        all_whists=Sum("numerator"),
        dealt_whists=Sum("numerator", filter=of_deals),
        most=Max("numerator", filter=of_games),
        least=Min("numerator", filter=of_games),
        all_money=Sum("money"),
        money_results=Count("money"),
        first=Min("evening"),
        last=Max("evening"),
        parts=Count("pk"),
        newest=Max("pk"),
        days=Sum(_Day("evening"), output_field=BigIntegerField()),
    )


class _Day(Func):
    """A date as the number of a day."""

    template = "(%(expressions)s - DATE '2000-01-01')"
    output_field = BigIntegerField()


def _tally(row: dict[str, Any]) -> Tally:
    counts = {name: row[f"n_{name}"] or 0 for name in (*COUNTS, "results", "dealt")}
    return Tally(
        whists=_exact(row["all_whists"], row) or Fraction(0),
        dealt_whists=_exact(row["dealt_whists"], row) or Fraction(0),
        best=_exact(row["most"], row),
        worst=_exact(row["least"], row),
        since=row["first"],
        until=row["last"],
        **counts,
    )


COUNTS = ("games", "won", "lost", "lasted", "deals")


def _exact(numerator: Any, row: dict[str, Any]) -> Fraction | None:
    return None if numerator is None else Fraction(int(numerator), int(row["denominator"]))


# -- facts


@dataclass(frozen=True, slots=True)
class Alike:
    """Facts of all pulkas that differ in nothing but their pulka."""

    kind: str
    level: int | None
    trump: str
    outcome: str
    count: int
    tricks: int


class Facts:
    """Everything somebody undertook, added up by whatever a figure may be narrowed by."""

    def __init__(self, rows: Iterable[Alike]) -> None:
        self._counts: dict[Key, int] = defaultdict(int)
        self._tricks: dict[Key, int] = defaultdict(int)
        for row in rows:
            for level, trump in product({row.level, None}, {row.trump, None}):
                key = (row.kind, row.outcome, level, trump)
                self._counts[key] += row.count
                self._tricks[key] += row.tricks

    def count(self, figure: Figure) -> int:
        """How often: what `figure.total` would say."""
        return sum(self._counts.get(key, 0) for key in _keys(figure))

    def tricks(self, figure: Figure) -> int:
        """His own in all of them, where they are written down: on miseres and raspasy."""
        return sum(self._tricks.get(key, 0) for key in _keys(figure))


Key: TypeAlias = tuple[str, str, int | None, str | None]
"""Kind, outcome, level, trump; None is any level, any trump."""


def _keys(figure: Figure) -> list[Key]:
    pairs = product(figure.kinds, figure.outcomes)
    return [(kind, outcome, figure.level, figure.trump) for kind, outcome in pairs]


def facts_of(asked: Asked) -> Facts:
    """What he undertook."""
    names = ("kind", "level", "trump", "outcome")
    alike = asked.of(Fact).order_by().values_list(*names)
    return Facts(Alike(*row) for row in alike.annotate(Sum("count"), Sum("tricks")))


# -- pairs


@dataclass(frozen=True, slots=True)
class Opponent:
    """A person, pulkas with him, and the whists won from him."""

    person: UUID
    name: str
    games: int
    whists: Number


def opponents_of(asked: Asked) -> list[Opponent]:
    """Everybody he was settled with; who was there most often first."""
    rows = list(_pair_sums(asked))
    who = persons_of({row[0] for row in rows})
    games: dict[UUID, int] = defaultdict(int)
    whists: dict[UUID, Fraction] = defaultdict(Fraction)
    for player, denominator, count, won in rows:
        person = who[player][0]
        games[person] += count
        whists[person] += Fraction(int(won), int(denominator))
    names = dict(who.values())
    found = [
        Opponent(person, names[person], count, whole(whists[person]))
        for person, count in games.items()
    ]
    return sorted(found, key=lambda each: (-each.games, each.name.casefold(), each.person))


def _pair_sums(asked: Asked) -> Any:
    alike = asked.of(Pair).order_by().values_list("opponent_id", "denominator")
    return alike.annotate(Sum("games"), Sum("numerator"))
