"""Template tags of a person's figures: ``{% load figures %}``."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from prefweb.statistics import figure_words as words
from prefweb.statistics.player_page import Shown
from prefweb.ui.templatetags.ui import tone

register = template.Library()

register.filter("outcome_words", words.outcome_words)
register.simple_tag(words.figure_words, name="figure_words")
register.filter("deals_words", words.deals_words)


@register.filter
def behind(shown: Shown) -> SafeString:
    """A number that leads to the games behind it; by itself where there are none."""
    if not shown.url:
        return format_html("{}", shown.text)
    return format_html(
        '<a class="cell-link" href="{}" title="{}">{}</a>', shown.url, shown.label, shown.text
    )


@register.filter
def coloured(shown: Shown) -> SafeString:
    """The same of a balance, in its colour."""
    return format_html('<span class="{}">{}</span>', tone(shown.value), behind(shown))
