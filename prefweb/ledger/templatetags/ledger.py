"""Template tags of the ledger: ``{% load ledger %}``."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext_lazy as _

from prefweb.ledger.models import Trace
from prefweb.ui import currencies

register = template.Library()
register.filter("currency_name", currencies.name)

DONE = {
    Trace.Action.SETTLED: _("settles the round"),
    Trace.Action.PAID: _("marks as paid"),
    Trace.Action.UNPAID: _("marks as not paid"),
    Trace.Action.TAKEN_BACK: _("takes the round back"),
}


@register.filter
def action_words(line: Trace) -> str:
    """What was done, after the name of who did it."""
    return str(DONE[Trace.Action(line.action)])
