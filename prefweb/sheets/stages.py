"""The sheet at each step of the final count, as it would be written by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from prefweb.sheets.drawing import Drawing, Look, drawing_of
from prefweb.sheets.paper import IsNew, Paper, Totals, nothing_new, written_paper
from scoring import Area, Correction, Game, Number, Runs, Seat, Settlement, Sheet

OnEach: TypeAlias = Callable[[Seat, Seat], Totals]
"""What stands in the column of whists that a seat has on another one."""


@dataclass(frozen=True, slots=True)
class Stage:
    """The sheet at one step; what the step wrote is pointed out."""

    paper: Paper
    drawing: Drawing | None
    """None for five players, who have only the table."""


@dataclass(frozen=True, slots=True)
class Stages:
    """The sheet after each step."""

    pools: Stage
    """What the pools lack is on the mountains."""
    amnesty: Stage
    average: Stage
    """In the place of each mountain what it brings, in whists."""
    differences: Stage
    """In the place of the whists how they compare."""
    shared: Stage
    """The other way: each mountain is written as whists on its owner."""
    corrected: Stage | None
    """With the correction of the Codex, where there is one."""


@dataclass(frozen=True, slots=True)
class _Desk:
    """A sheet that is being counted, and how it is looked at."""

    sheet: Sheet
    found: Settlement
    names: Sequence[str]
    me: Seat | None
    game: Game

    @property
    def seats(self) -> range:
        return range(len(self.names))

    def stage(
        self,
        mountain: Sequence[Totals],
        is_new: IsNew = nothing_new,
        whists: OnEach | None = None,
    ) -> Stage:
        """The sheet with these mountains and whists; the pools stay as they are."""
        on_each = whists or self._as_written
        written = Runs(
            tuple(tuple(_run(pool)) for pool in self.sheet.pool),
            tuple(tuple(totals) for totals in mountain),
            tuple(tuple(tuple(on_each(i, j)) for j in self.seats) for i in self.seats),
        )
        paper = written_paper(written, self.names, self.me, is_new)
        look = Look(side=self.me or 0)
        return Stage(paper, drawing_of(paper, look, game=self.game))

    def _as_written(self, seat: Seat, other: Seat) -> Totals:
        return _run(self.sheet.whists[seat][other])


def stages(
    sheet: Sheet,
    found: Settlement,
    names: Sequence[str],
    *,
    game: Game,
    me: Seat | None = None,
) -> Stages:
    """The sheet after each step of its final count."""
    desk = _Desk(sheet, found, names, me, game)
    return Stages(
        pools=_pools(desk),
        amnesty=_amnesty(desk),
        average=desk.stage([(each,) for each in found.mountain_part], _in(Area.MOUNTAIN)),
        differences=_differences(desk),
        shared=_shared(desk),
        corrected=_corrected(desk, found.correction) if found.correction else None,
    )


def _pools(desk: _Desk) -> Stage:
    found = desk.found
    runs = [_run(*pair) for pair in zip(desk.sheet.mountain, found.mountains, strict=True)]
    return desk.stage(
        runs, lambda seat, area, _on: area is Area.MOUNTAIN and bool(found.from_pool[seat])
    )


def _amnesty(desk: _Desk) -> Stage:
    found = desk.found
    runs = [_run(*pair) for pair in zip(found.mountains, found.amnestied, strict=True)]
    return desk.stage(runs, _in(Area.MOUNTAIN) if found.amnesty else nothing_new)


def _differences(desk: _Desk) -> Stage:
    found = desk.found

    def compared(seat: Seat, other: Seat) -> Totals:
        return (found.pairwise[seat][other],)

    return desk.stage([(each,) for each in found.mountain_part], _in(Area.WHISTS), compared)


def _shared(desk: _Desk) -> Stage:
    found, sheet = desk.found, desk.sheet

    def with_mountain(seat: Seat, other: Seat) -> Totals:
        return _run(sheet.whists[seat][other], found.written[seat][other])

    return desk.stage(
        [_run(each) for each in found.amnestied],
        lambda _seat, area, on: area is Area.WHISTS and on is not None and bool(found.shared[on]),
        with_mountain,
    )


def _corrected(desk: _Desk, made: Correction) -> Stage:
    """A point on or off one mountain; who writes whists for it, and on whom."""
    mountain = [_run(each) for each in desk.found.amnestied]
    before = desk.found.amnestied[made.seat]
    mountain[made.seat] = _run(before, before + made.points)

    def is_for_it(seat: Seat, on: Seat | None) -> bool:
        writer, target = (on, seat) if made.whists < 0 else (seat, on)
        return target == made.seat and writer != made.seat

    def with_it(seat: Seat, other: Seat) -> Totals:
        value = desk.sheet.whists[seat][other]
        return _run(value, value + abs(made.whists)) if is_for_it(seat, other) else _run(value)

    def is_new(seat: Seat, area: Area, on: Seat | None) -> bool:
        if area is Area.WHISTS:
            return is_for_it(seat, on)
        return area is Area.MOUNTAIN and seat == made.seat

    return desk.stage(mountain, is_new, with_it)


def _in(wanted: Area) -> IsNew:
    """Everywhere in an area."""
    return lambda _seat, area, _on: area is wanted


def _run(before: Number, after: Number | None = None) -> Totals:
    """A total, and what becomes of it; an empty column has none."""
    first = (before,) if before else ()
    return first if after is None or after == before else (*first, after)
