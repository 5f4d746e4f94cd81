"""A sheet as it is drawn: a plan filled with what stands on a paper, seen from one side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from math import ceil

from prefweb.sheets.geometry import PLANS, Plan, Point, Spot, Units, Zone
from prefweb.sheets.lines import HEIGHT, MARGIN, Lines, all_lines, few_lines
from prefweb.sheets.measure import breadth, cut, cut_to
from prefweb.sheets.paper import Cell, Column, Paper
from prefweb.ui.names import isolated, short_names
from scoring import Game, Seat
from scoring.conventions import PoolEnd

NAME_SIZE, PLATE_SIZE = 35, 38
"""Of the names over whists and on plates, on a phone; smaller on large sheets."""
PLATE_ROOM = 11.5
"""Letters as broad as they are high that a plate takes."""
FEWEST = 4
"""Letters of a name that is told from another one which begins alike."""


@dataclass(frozen=True, slots=True)
class Look:
    """How somebody wants to see the sheet."""

    side: Seat = 0
    """Who is at the bottom."""
    wheel: bool = False
    """Whether hundreds are wheels."""
    fine: bool = False
    """Whether all totals are written, small, for paper and for a sheet that is opened large."""


@dataclass(frozen=True, slots=True)
class Field:
    """One column on the drawing."""

    zone: Zone
    cell: Cell
    lines: Lines
    on: str
    """The name of whom the whists are on, as far as there is room; empty elsewhere."""
    is_closed: bool
    """Whether it is a pool that has reached its target."""

    @property
    def points(self) -> str:
        return _points(self.zone)


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
        letters = ceil(breadth(self.name, bold=True) * PLATE_SIZE)
        return letters + 44 + (38 if self.is_dealer else 0)

    @property
    def left(self) -> Units:
        return -self.width // 2


@dataclass(frozen=True)
class Drawing:
    """A sheet to be drawn."""

    paper: Paper
    plan: Plan
    look: Look
    game: Game | None
    """None for an empty sheet."""
    dealer: Seat | None

    @property
    def size(self) -> int:
        return len(self.paper.columns)

    @property
    def target(self) -> int | None:
        """What the pools are played up to."""
        return self.game.target if self.game else None

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
            lines=self._lines(zone, cell),
            on=self._name_on(zone, target) if zone.toward else "",
            is_closed=self._is_closed(cell),
        )

    def _lines(self, zone: Zone, cell: Cell) -> Lines:
        if self.look.fine:
            return all_lines(zone, cell.totals, self.plan, wheel=self.look.wheel)
        return few_lines(zone, cell.totals, wheel=self.look.wheel)

    def _name_on(self, zone: Zone, target: Column) -> str:
        room = zone.room(-round(NAME_SIZE * HEIGHT), 0, zone.name) - 2 * MARGIN
        return self._name(target, self.plan.letters, float(room) / NAME_SIZE)

    def _name(self, column: Column, letters: int, room: float, *, bold: bool = False) -> str:
        """The name as far as it fits, so that those which begin alike still differ."""
        for most in range(letters, FEWEST, -1):
            found = self._shown(column, most)
            if breadth(found, bold=bold) <= room:
                return isolated(found)
        return isolated(cut(column.name, room, bold=bold))

    def _shown(self, column: Column, letters: int) -> str:
        """The name in so many letters."""
        found = short_names([each.name for each in self.paper.columns], letters)[column.seat]
        return found if len(found) <= letters else cut_to(found, letters)

    def _is_closed(self, cell: Cell) -> bool:
        if cell.area != "pool" or self._closes_at is None:
            return False
        return cell.value >= self._closes_at

    @property
    def _closes_at(self) -> int | None:
        """Where a pool closes; it does not where all of them together reach their target."""
        if self.game is None or self.game.convention.pool_end is not PoolEnd.EACH:
            return None
        return self.game.target

    @property
    def has_closed(self) -> bool:
        """Whether somebody's pool has reached its target."""
        return any(field.is_closed for field in self.fields)

    @property
    def has_help(self) -> bool:
        """Whether somebody's pool holds points of others."""
        return any(column.pool.helped for column in self.paper.columns)

    @property
    def plates(self) -> list[Plate]:
        """Everybody's name."""
        return [
            Plate(
                seat=column.seat,
                spot=place.plate,
                name=self._name(column, place.letters, PLATE_ROOM, bold=True),
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
    paper: Paper, look: Look, *, game: Game | None, dealer: Seat | None = None
) -> Drawing | None:
    """The sheet as a drawing; none for five players, who have only the table."""
    plan = PLANS.get(len(paper.columns))
    return Drawing(paper, plan, look, game, dealer) if plan else None


@cache
def _points(zone: Zone) -> str:
    return " ".join(_pair(point, ",") for point in zone.edges)


def _pair(point: Point, between: str = " ") -> str:
    return between.join(map(plain, point))


def plain(units: Units) -> str:
    """A coordinate as SVG has it: ``500``, ``166.667``."""
    return f"{float(units):g}"
