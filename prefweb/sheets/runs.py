"""Running totals as they are written by hand: all of them, a period after each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from prefweb.ui.numbers import MINUS, unspaced
from scoring import Number

MORE = "…"
WHEEL = "Ø"
NO_WHEEL = "0"

Fits: TypeAlias = Callable[[str, str], bool]
"""Whether there is room for these earlier totals, and the last one."""


@dataclass(frozen=True, slots=True)
class Run:
    """What stands in a column: the earlier totals as far as there is room, and the last one."""

    earlier: str
    last: str


NOTHING = Run("", "")


def shortened(totals: Sequence[Number], fits: Fits, *, wheel: bool = False) -> Run:
    """The totals with the oldest left out where they do not fit; the last one always stands.

    >>> shortened((5, 9, 29, 33), lambda earlier, last: len(earlier) <= 6)
    Run(earlier='…9.29.', last='33')
    """
    if not totals:
        return NOTHING
    found = _run(totals, 0, wheel)
    if fits(found.earlier, found.last):
        return found
    found = Run(MORE if len(totals) > 1 else "", written(totals[-1:], wheel=wheel)[0])
    for start in range(len(totals) - 2, 0, -1):
        longer = _run(totals, start, wheel)
        if not fits(longer.earlier, longer.last):
            break
        found = longer
    return found if fits(found.earlier, found.last) else Run("", found.last)


def _run(totals: Sequence[Number], start: int, wheel: bool) -> Run:
    *before, last = written(totals[start:], wheel=wheel)
    return Run((MORE if start else "") + "".join(f"{each}." for each in before), last)


def written(totals: Sequence[Number], *, wheel: bool = False) -> list[str]:
    """Totals as they are written one after the other, the first of them whole.

    >>> written((200, 280, 320), wheel=True)
    ['ØØ', '80', 'ØØØ20']
    """
    if not wheel:
        return [unspaced(total) for total in totals]
    first = [wheeled(total) for total in totals[:1]]
    return [*first, *(_after(before, total) for before, total in pairwise(totals))]


def _after(before: Number, total: Number) -> str:
    """A wheel stands only where the total passes a hundred, and 0 where it falls below all."""
    passed, hundreds = _hundreds(before) != _hundreds(total), _hundreds(total)
    if passed and not hundreds and total:
        sign = MINUS if total < 0 else ""
        return sign + NO_WHEEL + _rest(total).removeprefix(MINUS)
    return wheeled(total) if passed or not Fraction(total) % 100 else _rest(total)


def wheeled(total: Number) -> str:
    """``320`` is ``ØØØ20``, ``200`` is ``ØØ``."""
    rest, wheels = _rest(total), WHEEL * abs(_hundreds(total))
    if not wheels:
        return rest
    sign = MINUS if total < 0 else ""
    return sign + wheels + rest.removeprefix(MINUS).removesuffix("0" if rest == "0" else "")


def _hundreds(total: Number) -> int:
    """Hundreds of a total, below zero those under it."""
    return int(Fraction(total) / 100)


def _rest(total: Number) -> str:
    """What is over the hundreds, with the sign of the whole."""
    return unspaced(Fraction(total) - 100 * _hundreds(total))
