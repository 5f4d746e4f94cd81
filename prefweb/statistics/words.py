"""Periods and what places go by in words, in the page's language."""

from __future__ import annotations

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from prefweb.statistics.periods import Period, Span
from prefweb.statistics.standings import By


def period_words(period: Period) -> str:
    """``November 2026``, ``season 2026/27``, ``the year 2026``, ``ever``, or from day to day."""
    if period.since is None and period.until is None:
        return _("ever")
    if period.since is None or period.until is None or period.span is Span.DAYS:
        return _days(period.since, period.until)
    if period.span is Span.MONTH:
        return date_format(period.since, "F Y")
    if period.span is Span.SEASON:
        return _("season %(years)s") % {"years": _years(period.since, period.until)}
    return _("the year %(year)s") % {"year": period.since.year}


def _years(since: date, until: date) -> str:
    """``2026/27``, or one year where a season begins with it."""
    if since.year == until.year:
        return str(since.year)
    return f"{since.year}/{until.year % 100:02}"


def _days(since: date | None, until: date | None) -> str:
    if since is None:
        return _("until %(day)s") % {"day": _day(until)}
    if until is None:
        return _("since %(day)s") % {"day": _day(since)}
    return f"{_day(since)} – {_day(until)}"


def _day(day: date | None) -> str:
    return date_format(day, "j E Y") if day else ""


SPANS = {
    Span.MONTH: gettext_lazy("Month"),
    Span.SEASON: gettext_lazy("Season"),
    Span.YEAR: gettext_lazy("Year"),
    Span.ALL: gettext_lazy("Ever"),
}


def span_name(span: Span) -> str:
    """How long a period is, in a word."""
    return str(SPANS.get(span, ""))


CRITERIA = {
    By.WHISTS: gettext_lazy("whists"),
    By.RASPASY_WON: gettext_lazy("raspasy won"),
    By.RASPASY_TRICKS: gettext_lazy("fewest tricks in raspasy"),
    By.MISERE_TRICKS: gettext_lazy("fewest tricks on miseres"),
    By.REMIZES: gettext_lazy("fewest remizes"),
}
NOTES = {
    By.WHISTS: gettext_lazy("The most whists won in all pulkas of the period."),
    By.RASPASY_WON: gettext_lazy(
        "The most raspasy won: with the fewest tricks in the deal, alone or with others."
        " Who has played none has no place."
    ),
    By.RASPASY_TRICKS: gettext_lazy(
        "The fewest tricks in all raspasy together; beside it stands how many were played."
        " Who has played none has no place."
    ),
    By.MISERE_TRICKS: gettext_lazy(
        "The fewest tricks on own miseres, all together; beside it stands how many were played."
        " Who has played none has no place."
    ),
    By.REMIZES: gettext_lazy(
        "The fewest remizes together: contracts and miseres not made or given up, missing tricks on"
        " whist. Beside it stands in how many deals. Who has played only on final sheets has no"
        " place."
    ),
}


def criterion_words(by: By) -> str:
    """What places go by: "fewest remizes"."""
    return str(CRITERIA[by])


def criterion_note(by: By) -> str:
    """How they are compared, in a sentence or two."""
    return str(NOTES[by])
