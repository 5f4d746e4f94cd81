"""Template tags of the ledger: ``{% load ledger %}``."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from functools import lru_cache
from urllib.parse import urlencode
from uuid import UUID

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from prefweb.clubs.models import Club
from prefweb.ledger.balances import Transfer
from prefweb.ledger.models import Trace
from prefweb.ledger.people import Who
from prefweb.ui import currencies, numbers
from prefweb.ui.templatetags.ui import icon, tone

NIL = UUID(int=0)

register = template.Library()
register.filter("currency_name", currencies.name)

DONE = {
    Trace.Action.SETTLED: gettext_lazy("settles the round"),
    Trace.Action.PAID: gettext_lazy("marks as paid"),
    Trace.Action.UNPAID: gettext_lazy("marks as not paid"),
    Trace.Action.TAKEN_BACK: gettext_lazy("takes the round back"),
}


@register.filter
def action_words(line: Trace) -> str:
    """What was done, after the name of who did it."""
    return str(DONE[Trace.Action(line.action)])


@register.simple_tag
def account_url(club: Club, who: Who) -> str:
    """Where somebody's account is."""
    if who.key is not None:
        return f"{_people(club.slug)}{who.key}"
    return f"{reverse('ledger:nobody', args=[club.slug])}?{urlencode({'name': who.name})}"


@lru_cache(256)
def _people(slug: str) -> str:
    """Where the accounts of a club are: a page names hundreds of them."""
    return reverse("ledger:person", args=[slug, NIL]).removesuffix(str(NIL))


# -- lists of a whole club, hundreds of rows

BALANCE = (
    '<li><a href="{}"><span class="list__main clip" title="{}"><bdi>{}</bdi></span>'
    '<b class="nowrap {}">{}</b>{}</a></li>'
)
TRANSFER = (
    '<li data-transfer><span class="pay__who"><strong><bdi>{}</bdi></strong>'
    ' <span class="pay__to">{} <bdi>{}</bdi></span></span><b>{}</b></li>'
)


@register.simple_tag
def balance_rows(club: Club, balances: Iterable[tuple[Who, Decimal]], currency: str) -> SafeString:
    """Everybody's amount, each leading to his account."""
    drawn = icon("forward", small=True)
    rows = (
        (
            account_url(club, who),
            who.name,
            who.name,
            tone(money),
            numbers.money(money, currency, signed=True),
            drawn,
        )
        for who, money in balances
    )
    return format_html_join("", BALANCE, rows)


@register.simple_tag
def transfer_rows(transfers: Iterable[Transfer], currency: str) -> SafeString:
    """Who would pay whom how much."""
    said = format_html(
        '{}<span class="visually-hidden">{}</span>', icon("forward", small=True), _("pays:")
    )
    rows = (
        (each.debtor.name, said, each.creditor.name, numbers.money(each.money, currency))
        for each in transfers
    )
    return format_html_join("", TRANSFER, rows)
