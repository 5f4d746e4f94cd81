"""Template tags of a person's figures: ``{% load figures %}``."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from prefweb.statistics import figure_words as words
from prefweb.statistics.player_page import Rival, Shown
from prefweb.ui.numbers import number, signed
from prefweb.ui.templatetags.ui import clip, tone

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


@register.filter
def rival_rows(rivals: Iterable[Rival]) -> SafeString:
    """The rows of opponents; a club has hundreds of them."""
    at_one_table = _("together at one table")
    return format_html_join("", ROW, (_rival(rival, at_one_table) for rival in rivals))


ROW = (
    '<tr><th scope="row">{}</th><td class="num"><a class="cell-link" href="{}">{}'
    '<span class="visually-hidden"> {}</span></a></td><td class="num {}">{}</td></tr>'
)
LINK = '<a class="cell-link" href="{}">{}</a>'


def _rival(rival: Rival, at_one_table: str) -> tuple[object, ...]:
    who, page, games = rival
    name = clip(who.name)
    shown = format_html(LINK, page, name) if page else name
    return shown, games, number(who.games), at_one_table, tone(who.whists), signed(who.whists)
