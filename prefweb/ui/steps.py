"""The final count as the books lay it out: rows of its tables, and who decides a step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from django.utils.html import format_html
from django.utils.safestring import SafeString

from prefweb.sheets.stages import Stages, stages
from prefweb.ui import currencies
from prefweb.ui.names import heads, isolated, stopped_once
from prefweb.ui.numbers import money, number, signed
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
    shared: Number
    """Whists each other one gets for its mountain, where it is written as whists."""
    gaps: tuple[Number | None, ...]
    """The differences with these whists; None on itself."""
    exact: Number
    whists: Number
    money: Decimal
    is_least: bool
    """Whether its mountain is the amnesty."""

    @property
    def gap_sum(self) -> Number:
        """What the other method comes to."""
        return sum(_known(self.gaps))

    @property
    def by_average(self) -> str:
        """``+92½ −10 +28 +4``: the mountain's part and the differences."""
        return _sum([self.mountain_part, *_known(self.differences)])

    @property
    def by_whists(self) -> str:
        """``+10 +38½ +81½``: the differences alone, with the mountains in them."""
        return _sum(_known(self.gaps))


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players whose whists on each other are compared."""

    first: StepRow
    second: StepRow
    there: Number
    back: Number
    difference: Number

    @property
    def key(self) -> str:
        return f"{self.first.seat}-{self.second.seat}"

    @property
    def back_difference(self) -> Number:
        return -self.difference

    @property
    def sum(self) -> str:
        """``24 − 34``"""
        return f"{number(self.there)} − {bracketed(self.back)}"


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
            shared=found.shared[seat],
            gaps=_others(self._gaps[seat], seat),
            exact=found.exact[seat],
            whists=found.whists[seat],
            money=self.money[seat],
            is_least=found.mountains[seat] == found.amnesty,
        )

    @cached_property
    def _gaps(self) -> list[list[Number]]:
        written = self.settlement.written
        return [[written[i][j] - written[j][i] for j in self._seats] for i in self._seats]

    @property
    def _seats(self) -> range:
        return range(self.size)

    @cached_property
    def stages(self) -> Stages:
        """The sheet after each step."""
        return stages(self.sheet, self.settlement, self.names, game=self.game, me=self.me)

    @property
    def pairs(self) -> list[Pair]:
        """Each two players once."""
        whists = self.sheet.whists
        return [
            Pair(
                one,
                other,
                there=whists[one.seat][other.seat],
                back=whists[other.seat][one.seat],
                difference=self.settlement.pairwise[one.seat][other.seat],
            )
            for one, other in combinations(self.rows, 2)
        ]

    # -- sums written out

    @property
    def pool_sums(self) -> list[tuple[StepRow, str]]:
        """Whose pool differs from the others' measure: ``(20 − 17) × 2``."""
        return [(row, self._pool_sum(row.pool)) for row in self.rows if row.from_pool]

    def _pool_sum(self, pool: Number) -> str:
        rate = self.convention.pool_settle
        lack = f"{number(self.settlement.base)} − {bracketed(pool)}"
        return lack if rate == 1 else f"({lack}) × {number(rate)}"

    @property
    def part_sums(self) -> list[tuple[StepRow, str]]:
        """What each mountain brings: ``(9¼ − 31) × 10``."""
        return [(row, self._part_sum(row)) for row in self.rows]

    def _part_sum(self, row: StepRow) -> str:
        against = self.settlement.average
        if self.is_indivisible:
            against = self.settlement.amnestied[1 - row.seat]
        rate = number(self.convention.whists_per_mountain)
        return f"({number(against)} − {number(row.amnestied)}) × {rate}"

    @property
    def shared_sums(self) -> list[tuple[StepRow, str]]:
        """Each mountain as whists: ``31 × 10 : 4``."""
        rate = number(self.convention.whists_per_mountain)
        among = "" if self.is_indivisible else f" : {self.size}"
        return [(row, f"{number(row.amnestied)} × {rate}{among}") for row in self.rows]

    @property
    def whole_sums(self) -> list[tuple[StepRow, str]]:
        """What rounding adds: ``+104⅘ +⅕``"""
        return [(row, _sum([row.exact, row.whists - row.exact])) for row in self.rows]

    @property
    def money_sums(self) -> list[tuple[StepRow, str]]:
        """``+114½ × 10 ₽``"""
        stake = money(self.stake, self.currency)
        return [(row, f"{_summand(row.whists)} × {stake}") for row in self.rows]

    @property
    def splits_whists(self) -> bool:
        """Whether somebody's whists were not whole."""
        return self.settlement.exact != self.settlement.whists

    @property
    def is_broken(self) -> bool:
        """Whether somebody's whists are not whole, nor made so."""
        return any(each.denominator != 1 for each in self.settlement.whists)

    @property
    def corrected_whists(self) -> int:
        """Whists that are written for the correction of the Codex."""
        return abs(self.settlement.correction.whists) if self.settlement.correction else 0

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
        return _sum([row.exact for row in self.rows])

    @property
    def whole_sum(self) -> str:
        """The same after rounding."""
        return _sum([row.whists for row in self.rows])

    @property
    def order(self) -> str:
        """The players in the order in which ties are broken, as the end of a sentence."""
        return stopped_once(", ".join(map(isolated, self.names)) + ".")


def bracketed(value: Number) -> str:
    """A number as it is taken off: ``(−3)`` below zero."""
    return number(value) if value >= 0 else f"({number(value)})"


def _sum(values: Sequence[Number]) -> str:
    """``+114½ +86½ −201``"""
    return " ".join(map(_summand, values))


def _summand(value: Number) -> str:
    """A number of a sum, with its sign: "+0" too."""
    return signed(value) if value else "+0"


def steps(page: PulkaPage) -> Steps:
    """The final count of a pulka, as if settled now."""
    replay, pulka = page.course.replay, page.pulka
    return Steps(
        page.names, replay.game, replay.sheet, pulka.stake, pulka.currency, page.viewer.seat
    )


def tally(row: StepRow, field: str, *, sign: bool = False, strong: bool = False) -> SafeString:
    """A cell with a number of one seat, which says of itself what it is."""
    value: Number = getattr(row, field)
    return format_html(
        '<td class="num{}" data-count="{}-{}" data-value="{}">{}</td>',
        " strong" if strong else "",
        field,
        row.seat,
        value,
        (signed if sign else number)(value),
    )


def tally_line(
    name: str, sum_: str, field: str, seat: Seat, value: Number, *, sign: bool = False
) -> SafeString:
    """A line of a list: whose it is, the sum written out, and what it comes to."""
    return format_html(
        '<li><span class="tallies__who"><bdi>{}</bdi></span><span class="tallies__sum">'
        '<span class="soft">{} =</span> <b data-count="{}-{}" data-value="{}">{}</b></span></li>',
        name,
        sum_,
        field,
        seat,
        value,
        (signed if sign else number)(value),
    )


def _known(values: Sequence[Number | None]) -> list[Number]:
    return [value for value in values if value is not None]


def _others(row: Sequence[Number], seat: Seat) -> tuple[Number | None, ...]:
    return tuple(None if other == seat else value for other, value in enumerate(row))
