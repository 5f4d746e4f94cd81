"""How the running totals of a column stand in its zone, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from prefweb.sheets.geometry import Plan, Units, Zone, seen_from
from prefweb.sheets.measure import breadth
from prefweb.sheets.runs import MORE, shortened, written
from scoring import Number

LAST, OLD = 58, 41
"""Sizes of the last total and of those before it, on a phone; on large sheets they are smaller."""
MARGIN, GAP = 8, 6
HEIGHT = 0.76
"""Of a digit, by its size."""
NAMED_LINE, SECOND_LINE = 38, 54
"""Where the last total stands under a name: alone on its line, and under the earlier ones."""
FINE = (30, 26, 22, 19, 16, 14, 12)
"""Sizes of all totals in full: the largest at which they fit."""
GROWN = 1.35
"""The last total by the others, there."""
UNDER_POOL = 24
"""What the lines under a closed pool, and the mark of help, take of it."""
PLATE = 40
"""What the plates take of the paper's edge."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of totals, seen from the zone's run."""

    y: Units
    earlier: str = ""
    last: str = ""
    """The last total; empty on lines before it."""
    x: Units = 0
    squeezed: Units | None = None
    """The width that the last total has to be pressed into."""

    @property
    def gap(self) -> int:
        return GAP if self.earlier and self.last else 0


@dataclass(frozen=True, slots=True)
class Lines:
    """All lines of a column."""

    rows: tuple[Line, ...] = ()
    size: int | None = None
    """Of the letters, where it is not that of the sheet; the lines begin at the left then."""

    @property
    def text(self) -> str:
        """All of it, as it is read."""
        return "".join(f"{row.earlier}{row.last}{'.' if row.last else ''}" for row in self.rows)


# -- as many as there is room for, in large letters


def few_lines(zone: Zone, totals: Sequence[Number], *, wheel: bool = False) -> Lines:
    """The last total large, before it or above it the earlier ones as far as they fit."""
    if not totals:
        return Lines()
    one = NAMED_LINE if zone.name else 0
    room = _room(zone, one, LAST)
    run = shortened(totals, lambda earlier, last: _width(earlier, last) <= room, wheel=wheel)
    is_whole = len(totals) == 1 or (run.earlier and not run.earlier.startswith(MORE))
    if zone.name and not is_whole:
        return Lines(_two_lines(zone, totals, wheel))
    return Lines((_pressed(Line(one, run.earlier, run.last), room),))


def _two_lines(zone: Zone, totals: Sequence[Number], wheel: bool) -> tuple[Line, ...]:
    room = _room(zone, 0, OLD)
    run = shortened(totals, lambda earlier, last: _width(earlier, "") <= room, wheel=wheel)
    last = _pressed(Line(SECOND_LINE, last=run.last), _room(zone, SECOND_LINE, LAST))
    return Line(0, run.earlier), last


def _room(zone: Zone, y: Units, size: int) -> float:
    return float(zone.room(y - round(size * HEIGHT), y)) - 2 * MARGIN


def _width(earlier: str, last: str) -> float:
    wide = breadth(earlier) * OLD
    return wide + (_last_width(last) + (GAP if earlier else 0) if last else 0)


def _last_width(last: str) -> float:
    return breadth(last, bold=True) * LAST + breadth(".") * OLD


def _pressed(line: Line, room: float) -> Line:
    """The line, its last total narrower where even that alone is too long."""
    if _width(line.earlier, line.last) <= room:
        return line
    taken = _width(line.earlier, "") + line.gap + breadth(".") * OLD
    return Line(line.y, line.earlier, line.last, squeezed=int(room - taken))


# -- all of them, in small letters


def all_lines(zone: Zone, totals: Sequence[Number], plan: Plan, *, wheel: bool = False) -> Lines:
    """Every total from the left, in the largest letters at which they fit; at the smallest size
    the oldest are left out."""
    if not totals:
        return Lines()
    for size in FINE:
        rows = _filled(written(totals, wheel=wheel), list(_rulers(zone, plan, size)), size)
        if rows is not None:
            return Lines(rows, size)
    return _latest(zone, totals, plan, wheel)


def _latest(zone: Zone, totals: Sequence[Number], plan: Plan, wheel: bool) -> Lines:
    size = FINE[-1]
    rulers = list(_rulers(zone, plan, size))
    for start in range(1, len(totals)):
        parts = written(totals[start:], wheel=wheel)
        rows = _filled([MORE + parts[0], *parts[1:]], rulers, size)
        if rows is not None:
            return Lines(rows, size)
    (alone,) = few_lines(zone, totals[-1:], wheel=wheel).rows
    if len(totals) == 1:
        return Lines((alone,))
    return Lines((_pressed(Line(alone.y, MORE, alone.last), _room(zone, alone.y, LAST)),))


Ruler = tuple[float, float, float]
"""A line to write on: from where, to where, and its y."""


def _rulers(zone: Zone, plan: Plan, size: int) -> Iterator[Ruler]:
    """The lines of a zone for letters of this size, from the top, seen from its run."""
    first, last = map(float, zone.depths)
    if zone.help:
        last -= UNDER_POOL
    if zone.name:
        last -= PLATE
        first = float(seen_from(zone.run, (zone.name.x, zone.name.y))[1]) + 4
    step = size * GROWN
    y = first + step
    while y <= last - 4:
        left, right = _free(zone, plan, y - size * HEIGHT * GROWN, y)
        if right - left > 2 * MARGIN + 2 * size:
            yield left + MARGIN, right - MARGIN, y
        y += step


def _free(zone: Zone, plan: Plan, top: float, bottom: float) -> tuple[float, float]:
    """From where to where a line may go, clear of the hub."""
    spans = [zone.span(round(y)) for y in (top, bottom)]
    left, right = float(max(span[0] for span in spans)), float(min(span[1] for span in spans))
    x, y = map(float, seen_from(zone.run, plan.hub))
    if not (top - plan.radius < y < bottom + plan.radius):
        return left, right
    before, after = (left, min(right, x - plan.radius)), (max(left, x + plan.radius), right)
    return max(before, after, key=lambda span: span[1] - span[0])


def _filled(parts: Sequence[str], rulers: Sequence[Ruler], size: int) -> tuple[Line, ...] | None:
    """The totals on these lines; None where they do not fit."""
    rows: list[Line] = []
    *before, last = parts
    lines = iter(rulers)
    ruler, text = next(lines, None), ""
    for part in (*(f"{each}." for each in before), last):
        is_last = part is last
        while ruler is not None and not _has_room(ruler, text, part, size, is_last=is_last):
            rows.append(Line(round(ruler[2]), text, x=round(ruler[0])))
            ruler, text = next(lines, None), ""
        if ruler is None:
            return None
        if is_last:
            rows.append(Line(round(ruler[2]), text, part, x=round(ruler[0])))
        text += part
    return tuple(row for row in rows if row.earlier or row.last)


def _has_room(ruler: Ruler, text: str, part: str, size: int, *, is_last: bool) -> bool:
    start, end, _y = ruler
    wide = breadth(f"{part}.", bold=True) * GROWN + GAP / size if is_last else breadth(part)
    return (breadth(text) + wide) * size <= end - start
