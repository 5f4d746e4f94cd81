"""The final count as the books lay it out: rows of its tables, and who decides a step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from prefweb.ui import currencies
from prefweb.ui.names import heads, isolated, stopped_once
from prefweb.ui.numbers import number, signed
from scoring import (
    Convention,
    Game,
    Number,
    Payment,
    Seat,
    Settlement,
    Sheet,
    money_of,
    payments,
    settle,
)

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
    money: Decimal
    is_least: bool
    """Whether its mountain is the amnesty."""


@dataclass(frozen=True)
class Steps:
    """The final count of any sheet whatever: a pulka's, or one of paper."""

    names: tuple[str, ...]
    game: Game
    sheet: Sheet
    stake: Decimal = Decimal(0)
    """Money for a whist; 0 where it is played without."""
    currency: str = currencies.DEFAULT
    me: Seat | None = None
    """Whose side the sheet is seen from."""

    @property
    def size(self) -> int:
        return len(self.names)

    @property
    def convention(self) -> Convention:
        return self.game.convention

    @property
    def target(self) -> int | None:
        return self.game.target

    @cached_property
    def settlement(self) -> Settlement:
        return settle(self.sheet, self.game)

    @cached_property
    def money(self) -> tuple[Decimal, ...]:
        """What each gets, in whole coins."""
        return money_of(self.settlement.whists, self.stake, self.currency)

    @cached_property
    def payments(self) -> tuple[Payment, ...]:
        """Who pays whom."""
        return payments(self.money)

    @cached_property
    def rows(self) -> list[StepRow]:
        """Seat by seat."""
        return [self._row(seat) for seat in range(self.size)]

    def _row(self, seat: Seat) -> StepRow:
        found, sheet = self.settlement, self.sheet
        return StepRow(
            seat=seat,
            name=self.names[seat],
            head=heads(self.names)[seat],
            pool=sheet.pool[seat],
            written=sheet.mountain[seat],
            from_pool=found.from_pool[seat],
            mountain=found.mountains[seat],
            amnestied=found.amnestied[seat],
            mountain_part=found.mountain_part[seat],
            differences=_others(found.pairwise[seat], seat),
            exact=found.exact[seat],
            whists=found.whists[seat],
            money=self.money[seat],
            is_least=found.mountains[seat] == found.amnesty,
        )

    @property
    def splits_whists(self) -> bool:
        """Whether somebody's whists were not whole."""
        return self.settlement.exact != self.settlement.whists

    @property
    def splits_coins(self) -> bool:
        """Whether somebody's money does not come out even in the smallest coin."""
        owed = [each * Fraction(self.stake) for each in self.settlement.whists]
        return owed != [Fraction(each) for each in self.money]

    @property
    def is_indivisible(self) -> bool:
        """Whether each of two players gets the other's whole mountain."""
        return self.convention.indivisible_mountain and self.size == 2

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
        return stopped_once(", ".join(map(isolated, self.names)) + ".")


def _summand(value: Number) -> str:
    """A number of a sum, with its sign: "+0" too."""
    return signed(value) if value else "+0"


def steps(page: PulkaPage) -> Steps:
    """The final count of a pulka, as if settled now."""
    replay, pulka = page.course.replay, page.pulka
    return Steps(
        page.names, replay.game, replay.sheet, pulka.stake, pulka.currency, page.viewer.seat
    )


def _others(row: Sequence[Number], seat: Seat) -> tuple[Number | None, ...]:
    return tuple(None if other == seat else value for other, value in enumerate(row))
