"""Template tags and filters: ``{% load ui %}``."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

import segno
from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from prefweb.tables.models import Line
from prefweb.ui import (
    agreements,
    consents,
    contracts,
    deals,
    hands,
    log,
    merging,
    numbers,
    prices,
    results,
    scripts,
    seats,
    steps,
    theme,
    words,
)
from prefweb.ui.icons import ICONS
from prefweb.ui.names import isolated, under_faces

register = template.Library()

register.simple_tag(scripts.address, name="scripts_address")
register.filter("number", numbers.number)
register.filter("signed", numbers.signed)
register.filter("trump_sign", deals.trump_sign)
register.filter("whists", numbers.whists)
register.filter("signed_whists", numbers.signed_whists)
register.filter("spaced", numbers.spaced)
register.simple_tag(numbers.money, name="money")
register.filter("table_title", words.table_title)
register.filter("short_agreement", words.short_agreement)
register.filter("agreement_tags", words.agreement_tags)
register.filter("agreement_changes", words.agreement_changes)
register.filter("agreed_options", agreements.agreed_options)
register.filter("tricks", words.tricks)
register.filter("points", words.points)
register.filter("said", words.said)
register.filter("down", words.down)
register.filter("ended", words.ended)
register.filter("result_heading", results.result_heading)
register.simple_tag(words.column, name="column")
register.simple_tag(words.reason, name="reason")
register.simple_tag(words.line, name="short_deal")
register.simple_tag(words.full_line, name="deal_line")
register.simple_tag(words.taken, name="taken")
register.simple_tag(words.declared, name="declared")
register.simple_tag(words.outcome, name="outcome")
register.simple_tag(words.against, name="against")
register.simple_tag(words.whisters, name="whisters")
register.filter("currency_sign", numbers.symbol)
register.filter("isolated", isolated)
register.filter("merge_refusal", merging.refusal)
register.simple_tag(under_faces, name="under_faces")
register.filter("fact_name", log.fact_name)
register.simple_tag(log.cleared_words, name="cleared_words")
register.simple_tag(log.dealt_words, name="dealt_words")
register.simple_tag(log.hand_news, name="hand_news")
register.simple_tag(contracts.log_tabs, name="log_tabs")
register.simple_tag(contracts.log_read, name="log_read")
register.simple_tag(contracts.contract_column, name="contract_column")
register.simple_tag(contracts.whole_column, name="whole_column")
register.simple_tag(contracts.deal_log, name="deal_log")
register.simple_tag(hands.hand_rows, name="hand_rows")
register.simple_tag(hands.waiting_hands, name="waiting_hands")
register.simple_tag(hands.hand_columns, name="hand_columns")
register.simple_tag(hands.hand_preview, name="hand_preview")
register.simple_tag(hands.without_phones, name="without_phones")
register.simple_tag(consents.wish, name="wish")
register.simple_tag(consents.outcome_of, name="outcome_of")
register.simple_tag(consents.trouble, name="told_words")
register.simple_tag(consents.ending_words, name="foreseen_end")
register.simple_tag(consents.beyond_words, name="beyond_words")
register.simple_tag(steps.steps, name="steps")
register.simple_tag(steps.tally, name="tally")
register.simple_tag(steps.tally_line, name="tally_line")
register.simple_tag(seats.sat, name="sat")
register.simple_tag(prices.option_label, name="option_label")


@register.filter
def exact(value: int | Fraction | Decimal) -> str:
    """The number as programs read it: ``58/3``, ``96.67``."""
    return str(value)


@register.filter
def tone(value: int | Fraction | Decimal) -> str:
    """The class that colours a balance: ``plus``, ``minus`` or none for zero."""
    if not value:
        return ""
    return "plus" if value > 0 else "minus"


@register.simple_tag
def one_time_id() -> str:
    """The id of what one form posts: no other form of the page has it."""
    return uuid.uuid4().hex


@register.simple_tag
@cache
def icon(name: str, *, small: bool = False) -> SafeString:
    """An inline drawing; it says nothing by itself, so words stand beside it."""
    return format_html(
        '<svg class="icon{}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">{}</svg>',
        " icon--s" if small else "",
        mark_safe(ICONS[name]),  # noqa: S308 (drawings of our own)
    )


@register.simple_tag
def minute(at: datetime) -> SafeString:
    """A moment as the log has it: its hour and minute, the day and the second in ``title``."""
    there = timezone.localtime(at)
    return format_html(
        '<time class="soft tiny" datetime="{}" title="{}, {}">{}</time>',
        there.isoformat(),
        _day(there.date(), get_language()),
        f"{there:%H:%M:%S}",
        f"{there:%H:%M}",
    )


@lru_cache(1024)
def _day(day: date, language: str | None) -> str:
    return date_format(day, "j E Y")


@register.simple_tag
def clip(name: str, after: str = "") -> SafeString:
    """A name that may be cut on the screen: whole in ``title``, apart from the text around it."""
    return format_html('<span class="clip" title="{}"><bdi>{}</bdi>{}</span>', name, name, after)


@register.simple_tag
def short_name(name: str, shown: str) -> SafeString:
    """A name as it fits beside the others, for the eye; whole for the ear and in ``title``."""
    if shown == name:
        return format_html('<span class="clip short-name"><bdi>{}</bdi></span>', name)
    return format_html(
        '<span class="clip short-name" title="{}"><bdi aria-hidden="true">{}</bdi>'
        '<span class="visually-hidden">{}</span></span>',
        name,
        shown,
        name,
    )


@register.simple_tag
def face(name: str, seat: int, *, big: bool = False) -> SafeString:
    """The round initial of a player, coloured by seat; the name itself stands beside it."""
    return format_html(
        '<span class="face face--{}{}" aria-hidden="true">{}</span>',
        seat + 1,
        " face--big" if big else "",
        words.initial(name),
    )


@register.simple_tag
def suit(trump: str) -> SafeString:
    """A suit as its sign for the eye and its name for the ear: S, C, D, H or N."""
    shown, colour = deals.SIGNS[trump], " red-suit" if trump in deals.RED else ""
    if not shown:
        return format_html(
            '<span aria-hidden="true">{}</span><span class="visually-hidden">{}</span>',
            deals.no_trump_short(),
            words.suit_name(trump),
        )
    return format_html(
        '<span class="suit{}" aria-hidden="true">{}</span><span class="visually-hidden">{}</span>',
        colour,
        shown,
        words.suit_name(trump),
    )


@register.simple_tag
def contract(level: int, trump: str | None = None, multiplier: int = 1) -> SafeString:
    """``7 ♥ ×2`` in a small frame, as an order is shown in a heading."""
    times = deals.multiplied(multiplier)
    shown = suit(trump) if trump else ""
    more = format_html(" <small>{}</small>", times) if times else ""
    return format_html('<span class="contract">{}{}{}</span>', level, shown, more)


@register.simple_tag
def around(all_seats: Sequence[Any], bottom: int) -> list[tuple[Any, str]]:
    """Each seat with its place at the drawn table, clockwise from the one at the bottom."""
    size = len(all_seats)
    order = [all_seats[(bottom + turn) % size] for turn in range(size)]
    return [(seat, seats.place(seat.index, bottom, size)) for seat in order]


@register.simple_tag
def seat_counts(all_seats: Sequence[Any]) -> dict[str, int]:
    """How many seats are taken, missing, and reserved for somebody without a phone."""
    taken = sum(seat.is_taken for seat in all_seats)
    held = sum(seat.player_id is not None for seat in all_seats)
    return {"taken": taken, "missing": len(all_seats) - taken, "reserved": taken - held}


@register.simple_tag
def qr(url: str) -> SafeString:
    """The address as a QR code, drawn as SVG; its words stand beside it."""
    drawn = segno.make(url, error="m").svg_inline(
        border=1, omitsize=True, svgclass=None, lineclass=None
    )
    return format_html('<div role="img" aria-label="{}">{}</div>', url, mark_safe(drawn))  # noqa: S308


@register.simple_tag(takes_context=True)
def whole_url(context: template.Context, name: str, *args: Any) -> str:
    """An address with its host, to be passed on."""
    return str(context["request"].build_absolute_uri(reverse(name, args=args)))


@register.simple_tag(takes_context=True)
def chosen_theme(context: template.Context) -> str:
    """``light``, ``dark``, or nothing where the phone decides."""
    return theme.chosen(context.get("request"))


@register.filter
def differences(line: Line) -> list[tuple[str, str, str]]:
    """What a change of the agreement changed: label, was, is."""
    return agreements.agreement_differences(line.before or {}, line.after or {})


@register.filter
def item(mapping: dict[Any, Any], key: Any) -> Any:
    """What a dictionary holds under a key that is itself a variable; nothing where it lacks it."""
    return mapping.get(key)


@register.filter
def at(values: Sequence[Any], index: int) -> Any:
    """The value at a place that is itself a variable: `names|at:seat`."""
    return values[index]
