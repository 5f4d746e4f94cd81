"""Whists and money as they have come: pulka by pulka, or by evenings, months and years."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Any

from django.db.models import F, Sum
from django.db.models.functions import TruncMonth, TruncYear

from prefweb.history.paging import Position
from prefweb.statistics import periods
from prefweb.statistics.asked import Asked
from prefweb.statistics.figures import Figure, Name
from prefweb.statistics.periods import Period
from prefweb.statistics.sums import Tally

MANY = 40
"""As many bars as a phone shows."""


class Unit(StrEnum):
    """What one bar is of."""

    PULKA = "pulka"
    EVENING = "evening"
    MONTH = "month"
    YEAR = "year"


TRUNCATED = {
    Unit.EVENING: F("evening"),
    Unit.MONTH: TruncMonth("evening"),
    Unit.YEAR: TruncYear("evening"),
}


@dataclass(slots=True)
class Step:
    """What came at once."""

    at: date
    """The evening, or the first day of the month or year."""
    whists: Fraction = Fraction(0)
    money: dict[str, Decimal] = field(default_factory=lambda: defaultdict(Decimal))
    """By currency, where something was played for."""
    pulka: Position | None = None
    """Of a single pulka; likewise below."""
    slug: str = ""

    def period(self, unit: Unit) -> Period:
        """Its evenings."""
        if unit is Unit.MONTH:
            return periods.month_of(self.at)
        return periods.year_of(self.at) if unit is Unit.YEAR else periods.days(self.at, self.at)


def unit_of(total: Tally) -> Unit:
    """The finest unit with few bars enough."""
    if total.since is None or total.until is None or total.results <= MANY:
        return Unit.PULKA
    if total.until - total.since < timedelta(days=MANY):
        return Unit.EVENING
    years = total.until.year - total.since.year
    months = 12 * years + total.until.month - total.since.month + 1
    return Unit.MONTH if months <= MANY else Unit.YEAR


def steps_of(asked: Asked, unit: Unit) -> list[Step]:
    """Every result, in order; those of one unit together."""
    rows = Figure(figure=Name.WHISTS).rows(asked).order_by()
    return _singly(rows) if unit is Unit.PULKA else _together(rows, TRUNCATED[unit])


def _singly(rows: Any) -> list[Step]:
    found = []
    columns = ("evening", "pulka", "pulka__slug", "numerator", "denominator", "currency", "money")
    for row in rows.order_by("evening", "pulka").values_list(*columns):
        evening, pulka, slug, whists, of, currency, money = row
        step = Step(evening, pulka=Position(evening, pulka), slug=slug)
        _add(step, (whists, of), currency, money)
        found.append(step)
    return found


def _together(rows: Any, unit: Any) -> list[Step]:
    found: dict[date, Step] = {}
    alike = rows.annotate(at=unit).values_list("at", "denominator", "currency")
    for at, of, currency, whists, money in alike.annotate(Sum("numerator"), Sum("money")):
        _add(found.setdefault(at, Step(at)), (whists, of), currency, money)
    return [found[at] for at in sorted(found)]


def _add(step: Step, whists: tuple[Any, Any], currency: str, money: Decimal | None) -> None:
    numerator, denominator = whists
    step.whists += Fraction(int(numerator), int(denominator))
    if money is not None:
        step.money[currency] += money
