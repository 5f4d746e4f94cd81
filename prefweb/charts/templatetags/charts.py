"""Template tags of the charts: ``{% load charts %}``."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from prefweb.charts.lines import LineChart, units
from prefweb.charts.words import bars_in_words, in_words
from prefweb.ui.templatetags.ui import tone
from scoring import Number

register = template.Library()

register.filter("units", units)
register.filter("bars_in_words", bars_in_words)


@register.simple_tag
def chart_words(chart: LineChart) -> str:
    """What each line comes to, for who does not see it."""
    return in_words(chart)


@register.simple_tag
def chart_cell(chart: LineChart, value: Number) -> SafeString:
    """A number of the chart in its table, coloured where it is a balance."""
    colour = tone(value) if chart.is_balance else ""
    return format_html('<td class="num {}">{}</td>', colour, chart.show(value))
