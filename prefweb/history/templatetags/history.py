"""Template tags of the replay: ``{% load history %}``."""

from __future__ import annotations

from html import escape

from django import template
from django.forms import BoundField
from django.utils.safestring import SafeString, mark_safe

from prefweb.history import balances, duplicates, words
from prefweb.history.records import Record, Result
from prefweb.tables.models import Pulka
from prefweb.ui import numbers
from prefweb.ui.templatetags.ui import clip, tone

register = template.Library()

register.simple_tag(balances.balance_chart, name="balance_chart")
register.filter("place_words", words.place_words)
register.filter("where_words", words.where_words)
register.filter("played_words", words.played_words)
register.filter("outcome_words", words.outcome_words)
register.filter("stop_words", words.stop_words)
register.simple_tag(words.moment_log, name="moment_log")
register.filter("why_by_hand", words.why_by_hand)
register.filter("evening_words", words.evening_words)
register.filter("convention_words", words.convention_words)
register.filter("hours_words", words.hours_words)
register.simple_tag(duplicates.begun_elsewhere, name="begun_elsewhere")


@register.filter
def options(field: BoundField) -> SafeString:
    """The choices of a field, hundreds of them, one of them chosen."""
    chosen = str(field.value() or "")
    choices = field.field.choices  # type: ignore[attr-defined]
    found = (_option(str(key), str(label), chosen) for key, label in choices)
    return mark_safe("".join(found))  # noqa: S308 (each escapes its own)


def _option(key: str, label: str, chosen: str) -> str:
    mark = " selected" if key == chosen else ""
    return f'<option value="{escape(key)}"{mark}>{escape(label)}</option>'


@register.simple_tag
def result_rows(record: Record) -> SafeString:
    """Everybody's place, name, whists and money; a list has a hundred of them."""
    found = (_row(result, record.pulka) for result in record.results)
    return mark_safe("".join(found))  # noqa: S308 (each escapes its own)


def _row(result: Result, pulka: Pulka) -> str:
    mine, place = ' class="is-me"' if result.is_me else "", result.place or ""
    sums = _sums(result, pulka)
    return f'<li{mine}><span class="soft">{place}</span>{clip(result.name)}{sums}</li>'


def _sums(result: Result, pulka: Pulka) -> str:
    """Nothing before the pulka is settled; money where it was played for."""
    if result.whists is None:
        return ""
    shown = numbers.signed(result.whists)
    whists = f'<span class="num {tone(result.whists)}">{shown}</span>'
    if not pulka.stake or result.money is None:
        return whists
    money = escape(numbers.money(result.money, pulka.currency, signed=True))
    return f'{whists}<span class="num soft">{money}</span>'
