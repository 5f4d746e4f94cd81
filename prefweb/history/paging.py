"""A page of a list that grows meanwhile: where it stands is a pulka, not a number of pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.db.models import Q, QuerySet

from prefweb.history.search import NEWEST
from prefweb.tables.models import Pulka
from prefweb.tables.parsing import small_number

PAGE = 15
"""Pulkas on a page."""
OLDEST = ("evening", "id")


class Position(NamedTuple):
    """Where a pulka stands in the list."""

    evening: date
    pk: int

    @classmethod
    def of(cls, pulka: Pulka) -> Position:
        if pulka.evening is None:
            raise ValueError(pulka)
        return cls(pulka.evening, pulka.pk)

    @classmethod
    def parse(cls, text: str) -> Position | None:
        """``2026-11-18.42``; None for anything else."""
        evening, _dot, number = text.partition(".")
        pk = small_number(number)
        try:
            return None if pk is None else cls(date.fromisoformat(evening), pk)
        except ValueError:
            return None

    def __str__(self) -> str:
        return f"{self.evening}.{self.pk}"

    @property
    def older(self) -> Q:
        return Q(evening__lt=self.evening) | Q(evening=self.evening, pk__lt=self.pk)

    @property
    def newer(self) -> Q:
        return Q(evening__gt=self.evening) | Q(evening=self.evening, pk__gt=self.pk)


@dataclass(frozen=True, slots=True)
class Page:
    """Some pulkas, newest first; the positions from which there are older and newer ones."""

    pulkas: Sequence[Pulka]
    older: Position | None
    newer: Position | None


def page_of(
    pulkas: QuerySet[Pulka], rows: QuerySet[Pulka], after: str = "", before: str = ""
) -> Page:
    """The newest pulkas, those older than `after`, or those just newer than `before`.

    `rows` are all pulkas, with what is to be read of those on the page.
    """
    start, end = Position.parse(after), Position.parse(before)
    if start is not None:
        found, is_more = _some(_beyond(pulkas, start.evening, start.older, older=True), rows)
        return _page(found, has_older=is_more, has_newer=True, at=start)
    if end is not None:
        found, is_more = _some(_beyond(pulkas, end.evening, end.newer, older=False), rows)
        return _page(found[::-1], has_older=True, has_newer=is_more, at=end)
    found, is_more = _some(pulkas.order_by(*NEWEST), rows)
    return _page(found, has_older=is_more, has_newer=False)


def _beyond(pulkas: QuerySet[Pulka], evening: date, side: Q, *, older: bool) -> QuerySet[Pulka]:
    """Those on one side of a position. The evening by itself is what the index is entered with."""
    bound = Q(evening__lte=evening) if older else Q(evening__gte=evening)
    return pulkas.filter(bound, side).order_by(*(NEWEST if older else OLDEST))


def _some(pulkas: QuerySet[Pulka], rows: QuerySet[Pulka]) -> tuple[list[Pulka], bool]:
    """A page of them, and whether there are more.

    Which ones is found out before their rows are read: an index knows that by itself.
    """
    keys = pulkas.values("pk")[: PAGE + 1]
    found = list(rows.filter(pk__in=keys).order_by(*pulkas.query.order_by))
    return found[:PAGE], len(found) > PAGE


def _page(
    found: list[Pulka], *, has_older: bool, has_newer: bool, at: Position | None = None
) -> Page:
    first = Position.of(found[0]) if found else at
    last = Position.of(found[-1]) if found else at
    return Page(found, last if has_older else None, first if has_newer else None)
