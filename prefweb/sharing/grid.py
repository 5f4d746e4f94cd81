"""The sheet of five players in a picture: they have no drawing, so it is a table of numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from prefweb.sharing.inked import BLUE, GREEN, RED, SOFT
from prefweb.sheets.measure import cut
from prefweb.sheets.paper import Cell, Paper
from prefweb.ui.deals import column
from prefweb.ui.names import isolated, short_names
from prefweb.ui.numbers import number
from scoring import Area, Number

FIRST, LAST = 260, 1034
"""Where the columns of the players begin and end."""
ROW, SIZE = 58, 28
HEAD_ROOM, ROW_ROOM = 7, 10
"""Letters of a name over a column and before a row."""


@dataclass(frozen=True, slots=True)
class GridCell:
    """A number of the table, or a name over it."""

    x: int
    says: str
    key: str = ""
    exact: Number = 0


@dataclass(frozen=True, slots=True)
class GridRow:
    """A row of the table: how low it stands, its name, what stands in it, its colour."""

    y: int
    name: str
    cells: list[GridCell]
    colour: str


def grid(paper: Paper, top: int) -> list[GridRow]:
    """The rows of the table, the names of those who write first."""
    return [GridRow(top + 40 + place * ROW, *row) for place, row in enumerate(_rows(paper))]


def depth(paper: Paper) -> int:
    """How high the table is."""
    return ROW * len(list(_rows(paper)))


def _rows(paper: Paper) -> Iterator[tuple[str, list[GridCell], str]]:
    names = [each.name for each in paper.columns]
    ends = _ends(len(names))
    heads = short_names(names, HEAD_ROOM)
    step = (LAST - FIRST) // len(names)
    yield "", [GridCell(x, _fitted(n, step - 8)) for x, n in zip(ends, heads, strict=True)], SOFT
    yield column(Area.POOL), _numbers(ends, [each.pool for each in paper.columns]), GREEN
    yield column(Area.MOUNTAIN), _numbers(ends, [each.mountain for each in paper.columns]), RED
    yield _("Whists on:"), [], SOFT
    for name, (_target, cells) in zip(short_names(names, ROW_ROOM), paper.whists, strict=True):
        yield _fitted(name, FIRST - 60), _numbers(ends, cells), BLUE


def _ends(size: int) -> list[int]:
    step = (LAST - FIRST) // size
    return [FIRST + step * place for place in range(1, size + 1)]


def _numbers(ends: Sequence[int], cells: Sequence[Cell | None]) -> list[GridCell]:
    return [
        GridCell(x, number(cell.value), cell.key, cell.value) if cell else GridCell(x, "·")
        for x, cell in zip(ends, cells, strict=True)
    ]


def _fitted(name: str, room: int) -> str:
    return isolated(cut(name, room / SIZE))
