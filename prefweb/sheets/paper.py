"""What stands on a sheet: a column for each player, with its running totals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias

from prefweb.ui.names import ROW_ROOM, heads, short_names
from prefweb.ui.numbers import unspaced
from scoring import Area, Entry, Number, Replay, Rule, Runs, Seat, runs

Totals: TypeAlias = Sequence[Number]
IsNew: TypeAlias = Callable[[Seat, Area, Seat | None], bool]
"""Whether the deal that is pointed out wrote in this column."""

NOBODY: Mapping[Seat, Number] = MappingProxyType({})


def nothing_new(seat: Seat, area: Area, against: Seat | None) -> bool:
    """Of a sheet on which no deal is pointed out."""
    return False


def new_of(entries: Iterable[Entry]) -> IsNew:
    """The columns that these entries wrote in."""
    keys = {(entry.seat, entry.area, entry.against) for entry in entries}
    return lambda seat, area, against: (seat, area, against) in keys


@dataclass(frozen=True, slots=True)
class Cell:
    """What a seat has written in one column: the total, and all totals on the way to it."""

    area: Area
    seat: Seat
    against: Seat | None
    totals: Totals
    is_new: bool
    helped: Number = 0
    """Points of a pool that others wrote there as help."""

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
        return "".join(self.run_parts)

    @property
    def run_parts(self) -> tuple[str, ...]:
        """The same one by one: ``("4.", "8.", "14.")``."""
        return tuple(f"{unspaced(total)}." for total in self.totals)


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

    def cell(self, area: Area, against: Seat) -> Cell:
        """One column; `against` counts for the whists alone. KeyError for whists on oneself."""
        if area is Area.WHISTS:
            return {cell.against: cell for cell in self.whists if cell}[against]
        return self.pool if area is Area.POOL else self.mountain

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Pool, mountain, and the whists on each other seat."""
        return (self.pool, self.mountain, *(cell for cell in self.whists if cell))

    @property
    def new_cells(self) -> tuple[Cell, ...]:
        """Those that the deal which is pointed out wrote in."""
        return tuple(cell for cell in self.cells if cell.is_new)


@dataclass(frozen=True, slots=True)
class Paper:
    """The whole sheet."""

    columns: list[Column]

    @property
    def news(self) -> str:
        """What is pointed out: differs as soon as it is something else."""
        new = (cell for column in self.columns for cell in column.new_cells)
        return " ".join(f"{cell.key}={cell.value}" for cell in new)

    @property
    def whists(self) -> list[tuple[Column, list[Cell | None]]]:
        """Row by row: whom the whists are written on, and what each seat has on him."""
        return [
            (target, [column.whists[target.seat] for column in self.columns])
            for target in self.columns
        ]


def paper_of(
    found: Replay, names: Sequence[str], me: Seat | None, is_new: IsNew = nothing_new
) -> Paper:
    """The sheet at the end of a replay."""
    return written_paper(runs(found), names, me, is_new, helped_in(found))


def helped_in(found: Replay) -> dict[Seat, Number]:
    """The pool points of each that came by help."""
    given: dict[Seat, Number] = {}
    for played in found.played:
        for entry in played.entries:
            if entry.reason.rule is Rule.HELP_RECEIVED:
                given[entry.seat] = given.get(entry.seat, 0) + entry.amount
    return given


def written_paper(
    written: Runs,
    names: Sequence[str],
    me: Seat | None,
    is_new: IsNew = nothing_new,
    helped: Mapping[Seat, Number] = NOBODY,
) -> Paper:
    """A sheet with these running totals."""

    def cell(area: Area, seat: Seat, totals: Totals, against: Seat | None = None) -> Cell:
        return Cell(area, seat, against, totals, is_new(seat, area, against))

    columns = [
        Column(
            seat=seat,
            name=name,
            head=head,
            row=row,
            is_me=seat == me,
            pool=replace(cell(Area.POOL, seat, written.pool[seat]), helped=helped.get(seat, 0)),
            mountain=cell(Area.MOUNTAIN, seat, written.mountain[seat]),
            whists=tuple(
                None if seat == other else cell(Area.WHISTS, seat, totals, other)
                for other, totals in enumerate(written.whists[seat])
            ),
        )
        for seat, (name, head, row) in enumerate(
            zip(names, heads(names), short_names(names, ROW_ROOM), strict=True)
        )
    ]
    return Paper(columns)
