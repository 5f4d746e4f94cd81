"""A sheet as it is drawn: a plan filled with what stands on a paper, seen from one side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from prefweb.sheets.geometry import PLANS, Plan, Point, Polygon, Spot, Units, Zone
from prefweb.sheets.paper import Cell, Column, Paper
from prefweb.sheets.runs import Run, shortened
from prefweb.ui.names import isolated
from scoring import Number, Seat

ONE_LINE = 6
"""Characters of earlier whists that stand before the last total; more go on a line of their own."""


@dataclass(frozen=True, slots=True)
class Look:
    """How somebody wants to see the sheet."""

    side: Seat = 0
    """Who is at the bottom."""
    wheel: bool = False
    """Whether hundreds are wheels."""


@dataclass(frozen=True, slots=True)
class Field:
    """One column on the drawing."""

    zone: Zone
    cell: Cell
    run: Run
    on: str
    """The name of whom the whists are on, as far as there is room; empty elsewhere."""
    is_closed: bool
    """Whether it is a pool that has reached its target."""

    @property
    def points(self) -> str:
        return _points(self.zone.edges)

    @property
    def is_two_lines(self) -> bool:
        return self.zone.name is not None and len(self.run.earlier) > ONE_LINE


@dataclass(frozen=True, slots=True)
class Plate:
    """A player's name on the edge of the paper."""

    seat: Seat
    spot: Spot
    name: str
    is_me: bool
    is_dealer: bool

    @property
    def width(self) -> int:
        return 22 * len(self.name) + 44 + (38 if self.is_dealer else 0)

    @property
    def left(self) -> Units:
        return -self.width // 2


@dataclass(frozen=True)
class Drawing:
    """A sheet to be drawn."""

    paper: Paper
    plan: Plan
    look: Look
    target: Number | None
    dealer: Seat | None

    @property
    def size(self) -> int:
        return len(self.paper.columns)

    @property
    def view_box(self) -> str:
        return f"-20 {self.plan.top} 1040 {1020 - self.plan.top}"

    @property
    def spokes(self) -> str:
        """A path along all lines between the players."""
        return "".join(f"M{_pair(start)}L{_pair(end)}" for start, end in self.plan.spokes)

    @cached_property
    def fields(self) -> list[Field]:
        """Every column of everybody, place by place."""
        return list(self._fields())

    def _fields(self) -> Iterator[Field]:
        for turn, place in enumerate(self.plan.places):
            column = self._column(turn)
            for zone in place.zones:
                yield self._field(zone, column, turn)

    def _field(self, zone: Zone, column: Column, turn: int) -> Field:
        target = self._column(turn + zone.toward)
        cell = column.cell(zone.area, target.seat)
        return Field(
            zone=zone,
            cell=cell,
            run=shortened(cell.totals, zone.room, wheel=self.look.wheel),
            on=_cut(target.name, zone.letters) if zone.toward else "",
            is_closed=self._is_closed(cell),
        )

    def _is_closed(self, cell: Cell) -> bool:
        return cell.area == "pool" and self.target is not None and cell.value >= self.target

    @property
    def plates(self) -> list[Plate]:
        """Everybody's name."""
        return [
            Plate(
                seat=column.seat,
                spot=place.plate,
                name=_cut(column.name, place.letters),
                is_me=column.is_me,
                is_dealer=column.seat == self.dealer,
            )
            for column, place in zip(
                map(self._column, range(self.size)), self.plan.places, strict=True
            )
        ]

    def _column(self, turn: int) -> Column:
        """Who sits so many places clockwise from the bottom."""
        return self.paper.columns[(self.look.side + turn) % self.size]


def drawing_of(
    paper: Paper, look: Look, *, target: Number | None, dealer: Seat | None = None
) -> Drawing | None:
    """The sheet as a drawing; none for five players, who have only the table."""
    plan = PLANS.get(len(paper.columns))
    return Drawing(paper, plan, look, target, dealer) if plan else None


def _cut(name: str, letters: int) -> str:
    return isolated(name if len(name) <= letters else f"{name[: letters - 1]}…")


def _points(edges: Polygon) -> str:
    return " ".join(_pair(point, ",") for point in edges)


def _pair(point: Point, between: str = " ") -> str:
    return between.join(map(plain, point))


def plain(units: Units) -> str:
    """A coordinate as SVG has it: ``500``, ``166.667``."""
    return f"{float(units):g}"
