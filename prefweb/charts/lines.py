"""Some numbers over time, a line for each: where everything stands on the drawing.

Exact numbers come in with names; the drawing has units of its own, y downwards, and all texts are
laid out for their size on a phone. Nothing here knows what the numbers mean.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from prefweb.charts.scale import Scale, round_numbers, scale_of
from prefweb.charts.words import compact
from prefweb.ui.names import short_names
from prefweb.ui.numbers import number, signed
from scoring import Number

WIDTH, HEIGHT = 340, 250
TEXT = 15
"""The size of a text on a phone, and the least distance of two lines of it."""
LETTER, FAT_LETTER = 0.64 * TEXT, 0.8 * TEXT
"""About as wide as a letter is at most: of a number, of a name."""
LETTERS = 7
"""Letters of a name at the end of its line."""
PAD = 5
REACH = 16
"""From the last point to the name of its line."""
FEW = 16
"""So many points are all marked; of more, about one in eight."""


@dataclass(frozen=True, slots=True)
class Series:
    """What one line shows: a number at every stop."""

    name: str
    values: Sequence[Number]


@dataclass(frozen=True, slots=True)
class Stop:
    """A place on the axis: its name in full, its number or a word there, and where it leads."""

    name: str
    number: int | None = None
    """None where it is not counted."""
    url: str = ""
    short: str = ""
    """What the axis may say of it instead of a number."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A round number beside the axis."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line with its marks, and its name behind its end, moved where names would meet."""

    index: int
    name: str
    label: str
    end: float
    beside: float
    """Where the name stands."""
    path: str
    marks: str

    @property
    def is_moved(self) -> bool:
        return abs(self.end - self.beside) > 1


@dataclass(frozen=True, slots=True)
class Hit:
    """Where a tap means a stop."""

    index: int
    left: float
    width: float
    stop: Stop


@dataclass(frozen=True)
class LineChart:
    """A chart of one to five lines; `here` is the stop that is pointed out.

    What is no balance, above or below nought, is drawn without nought and `show`n without a sign.
    """

    title: str
    stops: Sequence[Stop]
    series: Sequence[Series]
    here: int | None = None
    is_balance: bool = True

    @property
    def show(self) -> Callable[[Number], str]:
        """How a number is written in full."""
        return signed if self.is_balance else number

    # -- the frame

    @cached_property
    def scale(self) -> Scale:
        values = (value for each in self.series for value in each.values)
        return scale_of(values, with_nought=self.is_balance)

    @cached_property
    def left(self) -> float:
        """The numbers of the axis stand before it."""
        return max(width_of(compact(tick)) for tick in self.scale.ticks) + 2 * PAD

    @cached_property
    def right(self) -> float:
        """The names of the lines stand behind it."""
        return WIDTH - max(map(name_width, self._labels)) - REACH - 1

    top = TEXT * 0.75
    bottom = HEIGHT - TEXT * 1.75

    @property
    def view_box(self) -> str:
        return f"0 0 {WIDTH} {HEIGHT}"

    @property
    def grid(self) -> str:
        """The lines across, but for nought."""
        return "".join(self._across(tick) for tick in self.scale.ticks if tick)

    @property
    def zero(self) -> str:
        """Nothing where nought is not on the drawing."""
        return self._across(0) if 0 in self.scale.ticks else ""

    def _across(self, value: int) -> str:
        return f"M{units(self.left)} {units(self.y(value))}H{units(self.right)}"

    def x(self, index: int) -> float:
        """Where a stop is."""
        return self.left + (self.right - self.left) * index / max(len(self.stops) - 1, 1)

    def y(self, value: Number) -> float:
        """Where a number is."""
        whole = self.scale.high - self.scale.low
        return self.bottom - (self.bottom - self.top) * float((value - self.scale.low) / whole)

    # -- beside the axes

    @property
    def across(self) -> list[Tick]:
        """The numbers beside the lines across."""
        return [Tick(self.y(tick), compact(tick)) for tick in self.scale.ticks]

    @cached_property
    def along(self) -> list[Tick]:
        """The round numbers or some of the words under the stops, as many as stand apart."""
        said = self._words if any(stop.short for stop in self.stops) else self._along
        return next(found for found in map(said, round_numbers()) if stand_apart(found))

    def _words(self, step: int) -> list[Tick]:
        named = [(index, stop.short) for index, stop in enumerate(self.stops) if stop.short]
        return [Tick(self.x(index), short) for index, short in named[::step]]

    def _along(self, step: int) -> list[Tick]:
        return [
            Tick(self.x(index), compact(stop.number))
            for index, stop in enumerate(self.stops)
            if stop.number is not None and stop.number % step == 0
        ]

    @property
    def under(self) -> float:
        """The line on which they stand."""
        return HEIGHT - PAD

    # -- the lines

    @cached_property
    def lines(self) -> list[Line]:
        """Every line; that of the first player first."""
        ends = [self.y(each.values[-1]) for each in self.series]
        places = spread(ends, TEXT, self.top, self.bottom)
        named = zip(self.series, self._labels, ends, places, strict=True)
        return [self._line(index, *each) for index, each in enumerate(named)]

    def _line(self, index: int, series: Series, label: str, end: float, beside: float) -> Line:
        points = [(self.x(n), self.y(value)) for n, value in enumerate(series.values)]
        path = "L".join(f"{units(x)} {units(y)}" for x, y in points)
        marks = "".join(_mark(index, x, y) for x, y in self._marked(points, index))
        return Line(index + 1, series.name, label, end, beside, f"M{path}", marks)

    def _marked(self, points: list[tuple[float, float]], index: int) -> list[tuple[float, float]]:
        """All of a few points; of many some, those of two lines not at the same stops."""
        if len(points) <= FEW:
            return points
        apart = len(points) // 8
        return [*points[index * apart // len(self.series) : -1 : apart], points[-1]]

    @cached_property
    def _labels(self) -> tuple[str, ...]:
        names = [each.name for each in self.series]
        return tuple(_cut(name) for name in short_names(names, LETTERS))

    @property
    def beside(self) -> float:
        """Where the names begin."""
        return self.right + REACH

    # -- the stops

    @property
    def hits(self) -> list[Hit]:
        """The stops that lead somewhere, each as wide as half the way to its neighbours."""
        edges = [(self.x(n - 1) + self.x(n)) / 2 for n in range(1, len(self.stops))]
        found = zip(pairwise([self.left, *edges, self.right]), self.stops, strict=True)
        return [
            Hit(index, left, right - left, stop)
            for index, ((left, right), stop) in enumerate(found)
            if stop.url
        ]

    @property
    def pointed(self) -> tuple[float, list[float]] | None:
        """The stop that is pointed out, and where the lines are there."""
        if self.here is None:
            return None
        return self.x(self.here), [self.y(each.values[self.here]) for each in self.series]

    @property
    def rows(self) -> Iterator[tuple[Stop, list[Number]]]:
        """All numbers, stop by stop."""
        for index, stop in enumerate(self.stops):
            yield stop, [each.values[index] for each in self.series]


def spread(places: Sequence[float], apart: float, top: float, bottom: float) -> list[float]:
    """The places moved as little as is needed to stand apart between top and bottom, in order.

    >>> spread([10, 12, 90], 15, 0, 100)
    [10, 25, 90]
    """
    order = sorted(range(len(places)), key=lambda index: (places[index], index))
    found = [max(places[index], top) for index in order]
    for n in range(1, len(found)):
        found[n] = max(found[n], found[n - 1] + apart)
    limit = bottom
    for n in reversed(range(len(found))):
        found[n] = min(found[n], limit)
        limit = found[n] - apart
    moved = dict(zip(order, found, strict=True))
    return [moved[index] for index in range(len(places))]


def stand_apart(ticks: Sequence[Tick]) -> bool:
    """Whether no two of the texts meet."""
    return all(
        one.at + width_of(one.text) / 2 + PAD <= next_.at - width_of(next_.text) / 2
        for one, next_ in pairwise(ticks)
    )


def _cut(name: str) -> str:
    return name if len(name) <= LETTERS else f"{name[: LETTERS - 1]}…"


def width_of(text: str) -> float:
    """About as wide as the text is at most; signs that stand on others take no room."""
    return LETTER * sum(map(_letters, text))


def name_width(name: str) -> float:
    """The same of a name, whose letters are bold."""
    return FAT_LETTER * sum(map(_letters, name))


def _letters(sign: str) -> float:
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def units(value: float) -> str:
    """A coordinate as SVG has it: ``12.5``, ``40``."""
    return f"{value:.1f}".removesuffix(".0")


def _mark(index: int, x: float, y: float) -> str:
    """The mark of a line at a point: a circle, a square, a triangle, a diamond, a cross."""
    left, up, steps = MARKS[index]
    return f"M{units(x - left)} {units(y - up)}{steps}"


MARKS = (
    (3.5, 0, "a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z"),
    (3.5, 3.5, "h7v7h-7z"),
    (0, 4.5, "l4.5 8h-9z"),
    (0, 5, "l5 5l-5 5l-5 -5z"),
    (3.5, 3.5, "l7 7m0 -7l-7 7"),
)
"""Where each begins, left of its point and above it, and how it is drawn."""
