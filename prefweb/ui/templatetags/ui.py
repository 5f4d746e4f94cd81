"""Template tags and filters: ``{% load ui %}``."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from prefweb.ui import numbers, theme, words
from prefweb.ui.icons import ICONS

register = template.Library()

register.filter("number", numbers.number)
register.filter("signed", numbers.signed)
register.filter("whists", numbers.whists)
register.filter("signed_whists", numbers.signed_whists)
register.simple_tag(numbers.money, name="money")
register.filter("currency_sign", numbers.symbol)


@register.filter
def tone(value: int | Fraction | Decimal) -> str:
    """The class that colours a balance: ``plus``, ``minus`` or none for zero."""
    if not value:
        return ""
    return "plus" if value > 0 else "minus"


@register.simple_tag
def icon(name: str, *, small: bool = False) -> SafeString:
    """An inline drawing; it says nothing by itself, so words stand beside it."""
    return format_html(
        '<svg class="icon{}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">{}</svg>',
        " icon--s" if small else "",
        mark_safe(ICONS[name]),
    )


@register.simple_tag
def clip(name: str, after: str = "") -> SafeString:
    """A name that may be cut on the screen: whole in ``title``, apart from the text around it."""
    return format_html('<span class="clip" title="{}"><bdi>{}</bdi>{}</span>', name, name, after)


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
    shown, colour = words.SIGNS[trump], " red-suit" if trump in words.RED else ""
    if not shown:
        return format_html(
            '<span aria-hidden="true">{}</span><span class="visually-hidden">{}</span>',
            words.no_trump_short(),
            words.suit_name(trump),
        )
    return format_html(
        '<span class="suit{}" aria-hidden="true">{}</span><span class="visually-hidden">{}</span>',
        colour,
        shown,
        words.suit_name(trump),
    )


@register.simple_tag
def contract(level: int, trump: str | None = None) -> SafeString:
    """``7 ♥`` in a small frame, as an order is shown in a heading."""
    return format_html('<span class="contract">{}{}</span>', level, suit(trump) if trump else "")


@register.simple_tag(takes_context=True)
def chosen_theme(context: template.Context) -> str:
    """``light``, ``dark``, or nothing where the phone decides."""
    return theme.chosen(context.get("request"))


@register.filter
def item(mapping: dict[Any, Any], key: Any) -> Any:
    """What a dictionary holds under a key that is itself a variable; nothing where it lacks it."""
    return mapping.get(key)
