"""Numbers beside an axis, short however large they are, and a chart in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from babel.numbers import format_compact_decimal
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from prefweb.ui.names import isolated
from prefweb.ui.numbers import MINUS, THIN, number
from scoring import Number

if TYPE_CHECKING:
    from prefweb.charts.bars import BarChart
    from prefweb.charts.lines import LineChart, Series

LONG = 100_000
"""From here on in thousands, millions and so on."""
LONGER = 10**15
"""From here on by their zeros."""
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def compact(value: int) -> str:
    """``−50``, ``1 500``, ``250 тыс.``, ``2·10¹⁶``: a round number in few letters."""
    if abs(value) < LONG:
        return number(value)
    sign = MINUS if value < 0 else ""
    if abs(value) >= LONGER:
        digits, _e, zeros = f"{abs(value):.0e}".partition("e+")
        return f"{sign}{digits}·10{zeros.translate(RAISED)}"
    locale = (get_language() or "ru").replace("-", "_")
    shown = format_compact_decimal(abs(value), locale=locale, fraction_digits=1)
    return sign + shown.replace("\u00a0", THIN)


def in_words(chart: LineChart) -> str:
    """``Anna: from −42 to +20, at last +12.`` for every line."""
    return " ".join(_in_words(each, chart.show) for each in chart.series)


def _in_words(series: Series, show: Callable[[Number], str]) -> str:
    values = {"low": min(series.values), "high": max(series.values), "last": series.values[-1]}
    words = {key: show(value) for key, value in values.items()}
    return _("%(name)s: from %(low)s to %(high)s, at last %(last)s.") % {
        "name": isolated(series.name),
        **words,
    }


def bars_in_words(chart: BarChart) -> str:
    """From where to where the bars go, and what they come to."""
    values = [bar.value for bar in chart.bars]
    words = {"low": min(values), "high": max(values), "last": chart.totals[-1]}
    shown = {key: chart.show(value) for key, value in words.items()}
    return _("Bars from %(low)s to %(high)s; the line is what they come to, at last %(last)s.") % (
        shown
    )
