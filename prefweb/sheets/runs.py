"""Running totals as they are written by hand: all of them, a period after each."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from prefweb.ui.numbers import MINUS, number, unspaced
from scoring import Number

MORE = "…"
WHEEL = "Ø"


@dataclass(frozen=True, slots=True)
class Run:
    """What stands in a column: the earlier totals as far as there is room, and the last one."""

    earlier: str
    last: str


NOTHING = Run("", "")


def shortened(totals: Sequence[Number], room: int, *, wheel: bool = False) -> Run:
    """The totals with the oldest left out where they do not fit; the last one is always whole.

    >>> shortened((5, 9, 29, 33), 7)
    Run(earlier='…9.29.', last='33')
    """
    if not totals:
        return NOTHING
    *before, last = _written(totals) if not wheel else _with_wheels(totals)
    return Run(_fitting([f"{each}." for each in before], room), last)


def _fitting(parts: Sequence[str], room: int) -> str:
    if sum(map(len, parts)) <= room:
        return "".join(parts)
    kept: list[str] = []
    for part in reversed(parts):
        if len(MORE) + sum(map(len, kept)) + len(part) > room:
            break
        kept.insert(0, part)
    return MORE + "".join(kept)


def _written(totals: Sequence[Number]) -> list[str]:
    return [unspaced(total) for total in totals]


def _with_wheels(totals: Sequence[Number]) -> list[str]:
    """A hundred as a wheel, written only where the total passes one; the last one whole."""
    passed = [_hundreds(before) != _hundreds(total) for before, total in pairwise((0, *totals))]
    passed[-1] = True
    return [
        wheeled(total) if passes else _rest(total)
        for total, passes in zip(totals, passed, strict=True)
    ]


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
    return number(Fraction(total) - 100 * _hundreds(total))
