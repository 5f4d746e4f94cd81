"""Some numbers one after another, a bar for each, and what they add up to meanwhile, as a line.

Bars and line share an axis. Coordinates are those of `lines`; nothing here knows what the numbers
mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, count

from prefweb.charts.lines import (
    HEIGHT,
    PAD,
    TEXT,
    WIDTH,
    Hit,
    Stop,
    Tick,
    spread,
    stand_apart,
    units,
    width_of,
)
from prefweb.charts.scale import Scale, scale_of
from prefweb.charts.words import compact
from prefweb.ui.numbers import signed
from scoring import Number

BROAD = 22
"""A bar is no broader than this, however few there are."""
FILLED = 0.62
"""Of the room for a bar."""
THIN = 0.75
"""How high a bar is at least, so that nought is seen, too."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A number, what it is of, in short where its axis may say so, and the page it leads to."""

    name: str
    value: Number
    short: str = ""
    """Empty: the axis says nothing of it."""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Box:
    """A bar on the drawing."""

    tone: str
    """``up``, ``down``; ``none`` for nought."""
    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True)
class BarChart:
    """A chart of at least one bar; `show` writes a number in full."""

    title: str
    bars: Sequence[Bar]
    show: Callable[[Number], str] = signed

    @cached_property
    def totals(self) -> list[Number]:
        """What the bars come to together, up to each."""
        return list(accumulate(bar.value for bar in self.bars))

    # -- the frame

    @cached_property
    def scale(self) -> Scale:
        return scale_of([*self.totals, *(bar.value for bar in self.bars)])

    @cached_property
    def left(self) -> float:
        """The numbers of the axis stand before it."""
        return max(width_of(compact(tick)) for tick in self.scale.ticks) + 2 * PAD

    right = float(WIDTH - PAD)
    top = TEXT * 1.75
    bottom = HEIGHT - TEXT * 1.75
    under = HEIGHT - PAD
    """The line on which the names under the bars stand."""

    @property
    def view_box(self) -> str:
        return f"0 0 {WIDTH} {HEIGHT}"

    @property
    def grid(self) -> str:
        """The lines across, but for nought."""
        return "".join(self._across(tick) for tick in self.scale.ticks if tick)

    @property
    def zero(self) -> str:
        return self._across(0)

    def _across(self, value: int) -> str:
        return f"M{units(self.left)} {units(self.y(value))}H{units(self.right)}"

    @property
    def across(self) -> list[Tick]:
        """The numbers beside the lines across."""
        return [Tick(self.y(tick), compact(tick)) for tick in self.scale.ticks]

    @property
    def room(self) -> float:
        """For one bar, from the middle between it and its neighbour to the other one."""
        return (self.right - self.left) / len(self.bars)

    def x(self, index: int) -> float:
        """The middle of a bar."""
        return self.left + self.room * (index + 0.5)

    def y(self, value: Number) -> float:
        """Where a number is."""
        whole = self.scale.high - self.scale.low
        return self.bottom - (self.bottom - self.top) * float((value - self.scale.low) / whole)

    # -- what is drawn

    @cached_property
    def boxes(self) -> list[Box]:
        """Every bar, from nought up or down."""
        return [self._box(index, bar.value) for index, bar in enumerate(self.bars)]

    def _box(self, index: int, value: Number) -> Box:
        width = min(BROAD, self.room * FILLED)
        ends = sorted((self.y(0), self.y(value)))
        height = max(ends[1] - ends[0], THIN)
        tone = "up" if value > 0 else "down" if value < 0 else "none"
        return Box(tone, self.x(index) - width / 2, ends[0], width, height)

    @property
    def line(self) -> str:
        """What they come to, from bar to bar."""
        points = (f"{units(self.x(n))} {units(self.y(value))}" for n, value in self._points)
        return "M" + "L".join(points)

    @property
    def _points(self) -> Iterator[tuple[int, Number]]:
        return enumerate(self.totals)

    @property
    def end(self) -> tuple[float, float]:
        """Where the line ends."""
        return self.x(len(self.bars) - 1), self.y(self.totals[-1])

    @property
    def last(self) -> tuple[float, float, str]:
        """What all come to, beside the end of the line and inside of the frame."""
        x, y = self.end
        text = self.show(self.totals[-1])
        half = width_of(text) / 2
        return min(x, WIDTH - PAD - half), max(y - PAD * 2, TEXT), text

    @cached_property
    def along(self) -> list[Tick]:
        """The names under the bars: all of them, or every second, third, ... of them."""
        named = [(self.x(n), bar.short) for n, bar in enumerate(self.bars) if bar.short]
        found = (self._inside(named[::step]) for step in count(1))
        return next(some for some in found if stand_apart(some))

    def _inside(self, named: Sequence[tuple[float, str]]) -> list[Tick]:
        """Each under its bar, or as near as the frame allows."""
        return [
            Tick(spread([x], 0, width_of(text) / 2, WIDTH - width_of(text) / 2)[0], text)
            for x, text in named
        ]

    @property
    def hits(self) -> list[Hit]:
        """Where a tap means a bar that leads somewhere."""
        return [
            Hit(n, self.left + self.room * n, self.room, Stop(f"{bar.name}: {shown}", url=bar.url))
            for n, (bar, shown) in enumerate(zip(self.bars, self._shown, strict=True))
            if bar.url
        ]

    @property
    def _shown(self) -> Iterator[str]:
        return (self.show(bar.value) for bar in self.bars)

    # -- in numbers

    @property
    def rows(self) -> Iterator[tuple[Bar, str, Number, str]]:
        """Every bar with its number, what they come to with it, both written out too."""
        for bar, total in zip(self.bars, self.totals, strict=True):
            yield bar, self.show(bar.value), total, self.show(total)
