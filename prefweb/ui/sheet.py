"""The sheet as a table of numbers: a column for each player, with its running totals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from prefweb.ui.numbers import THIN, number
from scoring import Area, Number, Seat, runs

if TYPE_CHECKING:
    from prefweb.tables.queries import PulkaPage

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
    is_me: bool
    pool: Cell
    mountain: Cell
    whists: tuple[Cell | None, ...]

    def __iter__(self) -> Iterator[Cell]:
        yield self.pool
        yield self.mountain
        yield from (cell for cell in self.whists if cell is not None)


def columns(page: PulkaPage) -> list[Column]:
    """The sheet of a pulka as it stands, by seat."""
    paper = runs(page.course.replay)
    return [
        Column(
            seat=seat,
            name=name,
            is_me=seat == page.viewer.seat,
            pool=_cell(page, Area.POOL, seat, paper.pool[seat]),
            mountain=_cell(page, Area.MOUNTAIN, seat, paper.mountain[seat]),
            whists=tuple(
                None if seat == other else _cell(page, Area.WHISTS, seat, totals, other)
                for other, totals in enumerate(paper.whists[seat])
            ),
        )
        for seat, name in enumerate(page.names)
    ]


def _cell(
    page: PulkaPage, area: Area, seat: Seat, totals: Totals, against: Seat | None = None
) -> Cell:
    return Cell(area, seat, against, totals, page.is_new(seat, area, against))
