"""Round numbers along an axis."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from math import ceil, floor

from scoring import Number

MOST = 6
"""Steps from the lowest to the highest tick."""


@dataclass(frozen=True, slots=True)
class Scale:
    """An axis from its lowest to its highest tick."""

    low: int
    high: int
    step: int

    @property
    def ticks(self) -> range:
        """``-50, 0, 50, 100``"""
        return range(self.low, self.high + 1, self.step)


def round_numbers() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50 and so on."""
    return (digit * 10**zeros for zeros in count() for digit in (1, 2, 5))


def scale_of(values: Iterable[Number], *, with_nought: bool = True) -> Scale:
    """The finest scale of at most six steps that has room for all values, and for nought.

    >>> scale_of([-42, 114, 3])
    Scale(low=-50, high=150, step=50)
    >>> scale_of([1012, 1114], with_nought=False)
    Scale(low=1000, high=1120, step=20)
    """
    known = [0, *values] if with_nought else list(values)
    low, high = min(known), max(known)
    if low == high:
        return Scale(floor(low) - 1, floor(low) + 1, 1)
    fitting = (Scale(*_ends(low, high, step), step) for step in round_numbers())
    return next(scale for scale in fitting if len(scale.ticks) <= MOST + 1)


def _ends(low: Number, high: Number, step: int) -> tuple[int, int]:
    return floor(low / step) * step, ceil(high / step) * step
