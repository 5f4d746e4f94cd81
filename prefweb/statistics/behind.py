"""The pulkas behind a figure, a page of them, with what each has to do with it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.db.models import Count, Sum

from prefweb.history.listing import with_roles_of
from prefweb.history.paging import Page, Position, page_of
from prefweb.history.records import Record
from prefweb.statistics.asked import Asked
from prefweb.statistics.figures import KINDS, Figure, Name
from prefweb.statistics.models import OfPulka, Pair, Part
from prefweb.tables.models import Pulka
from scoring import Number
from scoring.exact import whole

OF_RESULTS = frozenset(
    {Name.GAMES, Name.WON, Name.LOST, Name.WHISTS, Name.LASTED, Name.MONEY, Name.AGAINST}
)
"""Figures whose pulkas are told by their results."""
IN_DEALS = frozenset({Name.DEALS, Name.LASTED, Name.REPLACED})
"""Figures that are numbers of deals."""


@dataclass(slots=True)
class Game:
    """A pulka behind a figure."""

    record: Record
    times: int = 0
    """How often it counts in the figure."""
    deals: int = 0
    """That he sat there for, where his seat was another one's, too."""
    numbers: tuple[int, ...] = ()
    """The deals, by their numbers on the sheet."""
    whists: Number | None = None
    """His result, or what he won from the opponent, without one from all of them together; None
    where it is another one's."""
    money: Decimal | None = None


class Total:
    """What a figure comes to: pulkas, times, whists or money where they are told."""

    def __init__(self, figure: Figure, asked: Asked) -> None:
        rows = figure.rows(asked).order_by()
        sums = {"pulkas": Count("pulka", distinct=True), "times": Sum(figure.source.times)}
        if figure.figure is Name.MONEY:
            sums["money"] = Sum("money")
        found = rows.aggregate(**sums)
        self.whists: Number | None = None
        if figure.figure in OF_RESULTS and figure.figure is not Name.MONEY:
            alike = rows.values("denominator").annotate(all=Sum("numerator"))
            self.whists = whole(sum((_exact(row) for row in alike), Fraction(0)))
        self.pulkas: int = found["pulkas"]
        self.times: int = found["times"] or 0
        self.money: Decimal | None = found.get("money") if figure.currency else None
        self.is_of_deals = figure.figure in IN_DEALS


def _exact(row: dict[str, Any]) -> Fraction:
    """Nought where nothing is settled yet."""
    return Fraction(int(row["all"] or 0), int(row["denominator"] or 1))


class Behind:
    """The list behind a figure, read by `me`; `is_open` says of a pulka whether he may look at it.

    `query` is what the rest of the address has to say for the same list, `place` what it says of
    the page.
    """

    def __init__(
        self,
        figure: Figure,
        asked: Asked,
        me: UUID | None,
        is_open: Callable[[Pulka], bool] = lambda pulka: True,
    ) -> None:
        self.figure = figure
        self.asked = asked
        self.me = me
        self._is_open = is_open

    @cached_property
    def total(self) -> Total:
        return Total(self.figure, self.asked)

    @property
    def names_deals(self) -> bool:
        """Whether the figure is one of deals, which are named."""
        return self.figure.figure in KINDS

    def page(self, after: str, before: str) -> Page:
        """Pulkas of a page, newest first."""
        return page_of(self.figure.pulkas(self.asked), with_roles_of(self.me), after, before)

    def evenings(self, page: Page) -> list[tuple[date, list[Game]]]:
        """What is on a page, evening by evening."""
        rows = self._rows(page)
        games = [self._game(pulka, rows[pulka.pk]) for pulka in page.pulkas]
        grouped = groupby(games, key=lambda game: game.record.evening)
        return [(evening, list(found)) for evening, found in grouped]

    def _rows(self, page: Page) -> dict[int, list[OfPulka]]:
        found: dict[int, list[OfPulka]] = defaultdict(list)
        for row in self.figure.rows(self.asked).filter(pulka__in=[p.pk for p in page.pulkas]):
            found[row.pulka_id].append(row)
        return found

    def _game(self, pulka: Pulka, rows: list[OfPulka]) -> Game:
        game = Game(Record(pulka, self.me, is_open=self._is_open(pulka)))
        for row in rows:
            game.times += getattr(row, self.figure.source.times)
            _tell(game, row)
        return game


def _tell(game: Game, row: Any) -> None:
    """What one kept row adds to what is said of a pulka."""
    if isinstance(row, Part | Pair):
        if row.whists is not None:
            game.whists = whole(Fraction(game.whists or 0) + row.whists)
    else:
        game.numbers = tuple(sorted({*game.numbers, *row.numbers}))
    if isinstance(row, Part):
        game.deals += row.deals
        if row.money is not None:
            game.money = (game.money or Decimal(0)) + row.money


def way(name: str, position: Position | None, query: str) -> str:
    """The address of a page next to this one; empty where there is none."""
    if position is None:
        return ""
    return "?" + "&".join(filter(None, (query, urlencode({name: position}))))
