"""Months, seasons and years of a club, by the evenings in them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum


class Span(StrEnum):
    """How long a period is."""

    MONTH = "month"
    SEASON = "season"
    YEAR = "year"
    ALL = "all"
    DAYS = "days"
    """From a day to a day, as somebody chose them."""


@dataclass(frozen=True, slots=True)
class Period:
    """Evenings from the first to the last; None leaves that end open."""

    span: Span
    since: date | None = None
    until: date | None = None

    @property
    def text(self) -> str:
        """As an address has it: ``2026-11``, ``2026``, ``season-2026``, ``all``; days have none."""
        match self.span:
            case Span.MONTH:
                return f"{self.since:%Y-%m}"
            case Span.YEAR:
                return f"{self.since:%Y}"
            case Span.SEASON:
                return f"season-{self.since:%Y}"
            case Span.ALL:
                return "all"
        return ""

    @property
    def before(self) -> Period | None:
        """The one of the same kind before this one."""
        if self.span not in LENGTHS or self.since is None or self.since.year <= FIRST:
            return None
        return _of(self.span, _months_later(self.since, -LENGTHS[self.span]))

    @property
    def after(self) -> Period | None:
        """The one of the same kind after this one."""
        if self.span not in LENGTHS or self.since is None or self.since.year >= LAST:
            return None
        return _of(self.span, _months_later(self.since, LENGTHS[self.span]))

    def within(self, limits: Period) -> Period:
        """The evenings of both; days, where that is less than either of them."""
        since = max(filter(None, (self.since, limits.since)), default=None)
        until = min(filter(None, (self.until, limits.until)), default=None)
        either = (each for each in (self, limits) if (each.since, each.until) == (since, until))
        return next(either, days(since, until))

    def __contains__(self, day: date) -> bool:
        return (self.since is None or self.since <= day) and (
            self.until is None or day <= self.until
        )


LENGTHS = {Span.MONTH: 1, Span.SEASON: 12, Span.YEAR: 12}
"""In months."""
FIRST, LAST = 1900, 2200
"""Years that periods begin in."""
EVER = Period(Span.ALL)


def month_of(day: date) -> Period:
    """The month of an evening."""
    return _of(Span.MONTH, day.replace(day=1))


def year_of(day: date) -> Period:
    """The calendar year of an evening."""
    return _of(Span.YEAR, day.replace(month=1, day=1))


def season_of(day: date, begins: int) -> Period:
    """The twelve months that an evening is in, the first of which is the month `begins`.

    >>> season_of(date(2026, 3, 14), 9).text
    'season-2025'
    """
    year = day.year if day.month >= begins else day.year - 1
    return _of(Span.SEASON, date(year, begins, 1))


def within_reach(day: date) -> date:
    """The day itself, or the nearest one that a month, a season and a year may be about."""
    return min(max(day, date(FIRST + 1, 1, 1)), date(LAST, 12, 31))


def days(since: date | None, until: date | None) -> Period:
    """From a day to a day."""
    return Period(Span.DAYS, since, until)


def parse(text: str, begins: int) -> Period | None:
    """The period of an address; None for anything else. `begins` is a season's first month."""
    if text == Span.ALL:
        return EVER
    season = text.startswith("season-")
    year, dash, month = text.removeprefix("season-").partition("-")
    if not _is_year(year) or (dash and (season or not _is_month(month))):
        return None
    if season:
        return _of(Span.SEASON, date(int(year), begins, 1))
    return _of(Span.MONTH if dash else Span.YEAR, date(int(year), int(month or 1), 1))


def _is_year(text: str) -> bool:
    return len(text) == 4 and text.isascii() and text.isdigit() and FIRST <= int(text) <= LAST


def _is_month(text: str) -> bool:
    return len(text) == 2 and text.isascii() and text.isdigit() and 1 <= int(text) <= 12


def _of(span: Span, since: date) -> Period:
    return Period(span, since, _months_later(since, LENGTHS[span]) - timedelta(days=1))


def _months_later(first: date, months: int) -> date:
    """The first day of the month so many months later."""
    count = first.year * 12 + first.month - 1 + months
    return date(count // 12, count % 12 + 1, 1)
