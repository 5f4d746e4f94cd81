"""Template tags of the charts: ``{% load charts %}``."""

from __future__ import annotations

from django import template

from prefweb.charts.lines import LineChart, units
from prefweb.charts.words import bars_in_words, in_words

register = template.Library()

register.filter("units", units)
register.filter("bars_in_words", bars_in_words)


@register.simple_tag
def chart_words(chart: LineChart) -> str:
    """What each line comes to, for who does not see it."""
    return in_words(chart.series)
