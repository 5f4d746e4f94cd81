"""The final count as the books lay it out: rows of its tables, and who decides a step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from prefweb.ui.names import heads, isolated, stopped_once
from prefweb.ui.numbers import number, signed
from scoring import Number, Seat

if TYPE_CHECKING:
    from prefweb.tables.pages.queries import PulkaPage


@dataclass(frozen=True, slots=True)
class StepRow:
    """What the steps say of one seat."""

    seat: Seat
    name: str
    head: str
    """The name as it fits over a column."""
    pool: Number
    written: Number
    """Its mountain on the sheet."""
    from_pool: Number
    mountain: Number
    """With what its pool lacks."""
    amnestied: Number
    mountain_part: Number
    differences: tuple[Number | None, ...]
    """Whists on each seat less those back; None on itself."""
    exact: Number
    whists: Number
    is_least: bool
    """Whether its mountain is the amnesty."""


@dataclass(frozen=True, slots=True)
class Steps:
    """All rows, and the sums written out."""

    rows: list[StepRow]
    splits_coins: bool
    """Whether somebody's money does not come out even in the smallest coin."""

    @property
    def splits_whists(self) -> bool:
        """Whether somebody's whists were not whole."""
        return any(row.exact != row.whists for row in self.rows)

    @property
    def least(self) -> str:
        """Whose mountain is the smallest."""
        return ", ".join(isolated(row.name) for row in self.rows if row.is_least)

    @property
    def average_sum(self) -> str:
        """``0 + 2 + 4 + 31``"""
        return " + ".join(number(row.amnestied) for row in self.rows)

    @property
    def result_sum(self) -> str:
        """``+114½ +86½ −201``"""
        return " ".join(_summand(row.exact) for row in self.rows)

    @property
    def whole_sum(self) -> str:
        """The same after rounding."""
        return " ".join(_summand(row.whists) for row in self.rows)

    @property
    def order(self) -> str:
        """The players in the order in which ties are broken, as the end of a sentence."""
        return stopped_once(", ".join(isolated(row.name) for row in self.rows) + ".")


def _summand(value: Number) -> str:
    """A number of a sum, with its sign: "+0" too."""
    return signed(value) if value else "+0"


def steps(page: PulkaPage) -> Steps:
    """The final count of a pulka, by seat."""
    stake, whists = Fraction(page.pulka.stake), page.settlement.whists
    exact = [each * stake for each in whists]
    rows = [_row(page, seat) for seat in range(len(page.names))]
    return Steps(rows, splits_coins=exact != [Fraction(each) for each in page.money])


def _row(page: PulkaPage, seat: Seat) -> StepRow:
    found, sheet = page.settlement, page.course.replay.sheet
    return StepRow(
        seat=seat,
        name=page.names[seat],
        head=heads(page.names)[seat],
        pool=sheet.pool[seat],
        written=sheet.mountain[seat],
        from_pool=found.from_pool[seat],
        mountain=found.mountains[seat],
        amnestied=found.amnestied[seat],
        mountain_part=found.mountain_part[seat],
        differences=_others(found.pairwise[seat], seat),
        exact=found.exact[seat],
        whists=found.whists[seat],
        is_least=found.mountains[seat] == found.amnesty,
    )


def _others(row: Sequence[Number], seat: Seat) -> tuple[Number | None, ...]:
    return tuple(None if other == seat else value for other, value in enumerate(row))
