"""The sheet as a table of numbers: a column for each player, with its running totals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from prefweb.ui.names import ROW_ROOM, heads, short_names
from prefweb.ui.numbers import THIN, number
from scoring import Area, Number, Replay, Seat, runs

if TYPE_CHECKING:
    from prefweb.tables.pages.queries import PulkaPage

Totals: TypeAlias = Sequence[Number]


@dataclass(frozen=True, slots=True)
class Cell:
    """What a seat has written in one column: the total, and all totals on the way to it."""

    area: Area
    seat: Seat
    against: Seat | None
    totals: Totals
    is_new: bool

    @property
    def value(self) -> Number:
        return self.totals[-1] if self.totals else 0

    @property
    def key(self) -> str:
        """``pool-0``, ``mountain-2``, ``whists-0-1`` (0 on 1)."""
        parts = (self.area, self.seat, self.against)
        return "-".join(str(part) for part in parts if part is not None)

    @property
    def run(self) -> str:
        """The running totals as on paper, a period after each: ``4.8.14.``"""
        return "".join(f"{number(total).replace(THIN, '')}." for total in self.totals)


@dataclass(frozen=True, slots=True)
class Column:
    """Everything one seat has written; `whists` on every seat, None on itself."""

    seat: Seat
    name: str
    head: str
    row: str
    """The name as it fits over the column, and before a row."""
    is_me: bool
    pool: Cell
    mountain: Cell
    whists: tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class Paper:
    """The whole sheet."""

    columns: list[Column]

    @property
    def whists(self) -> list[tuple[Column, list[Cell | None]]]:
        """Row by row: whom the whists are written on, and what each seat has on him."""
        return [
            (target, [column.whists[target.seat] for column in self.columns])
            for target in self.columns
        ]


def paper(page: PulkaPage, *, opening: bool = False) -> Paper:
    """The sheet of a pulka as it stands, or as it began where it goes on from another one."""
    found = page.course.replay
    return Paper(_columns(page, replace(found, played=()) if opening else found))


def _columns(page: PulkaPage, found: Replay) -> list[Column]:
    written, names = runs(found), page.names
    return [
        Column(
            seat=seat,
            name=name,
            head=head,
            row=row,
            is_me=seat == page.viewer.seat,
            pool=_cell(page, Area.POOL, seat, written.pool[seat]),
            mountain=_cell(page, Area.MOUNTAIN, seat, written.mountain[seat]),
            whists=tuple(
                None if seat == other else _cell(page, Area.WHISTS, seat, totals, other)
                for other, totals in enumerate(written.whists[seat])
            ),
        )
        for seat, (name, head, row) in enumerate(
            zip(names, heads(names), short_names(names, ROW_ROOM), strict=True)
        )
    ]


def _cell(
    page: PulkaPage, area: Area, seat: Seat, totals: Totals, against: Seat | None = None
) -> Cell:
    return Cell(area, seat, against, totals, page.is_new(seat, area, against))
