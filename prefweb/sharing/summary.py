"""A pulka as a message to the others: what was played, who has what, who pays whom."""

from collections.abc import Iterator

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from prefweb.tables.models import PulkaStep
from prefweb.tables.pages.queries import Balance, PulkaPage
from prefweb.ui import words
from prefweb.ui.names import isolated
from prefweb.ui.numbers import money, number, signed_whists
from prefweb.ui.results import result_heading


def text(page: PulkaPage, link: str) -> str:
    """The message, plain lines, in the page's language."""
    parts = (_about(page), _result(page), _payments(page), [link])
    return "\n\n".join("\n".join(part) for part in map(list, parts) if part)


def heading(page: PulkaPage) -> str:
    """What the numbers are: the result, or how it would be if it were settled now."""
    if page.pulka.step == PulkaStep.ABANDONED:
        return _("The pulka is abandoned")
    return result_heading(page)


def day(page: PulkaPage) -> str:
    """When it was over, or while it is played when it began: "30 November 2026"."""
    at = page.pulka.ended or page.pulka.started or page.pulka.created
    return str(date_format(timezone.localtime(at), "j E Y"))


def played(page: PulkaPage) -> str:
    """How many deals stand on the sheet."""
    count = len(page.course.scored_deals)
    return ngettext("%(n)s deal", "%(n)s deals", count) % {"n": number(count)}


def _about(page: PulkaPage) -> Iterator[str]:
    yield f"{words.table_title(page.table)}, {day(page)}"
    yield f"{words.short_agreement(page.pulka)} · {played(page)}"


def _result(page: PulkaPage) -> Iterator[str]:
    why = page.pulka.reason if page.pulka.step != PulkaStep.PLAYING else ""
    yield f"{heading(page)} ({words.ended(why)}):" if why else f"{heading(page)}:"
    for place, balance in enumerate(page.podium, 1):
        yield f"{place}. {isolated(balance.name)}: {_sum(page, balance)}"


def _sum(page: PulkaPage, balance: Balance) -> str:
    won = signed_whists(balance.whists)
    if not page.pulka.stake:
        return won
    return f"{won}, {money(balance.money, page.pulka.currency, signed=True)}"


def _payments(page: PulkaPage) -> list[str]:
    """Who pays whom; nothing where it is played without money or has no result."""
    if not page.payments or not page.has_dues:
        return []
    rows = [
        f"{isolated(page.names[each.debtor])} → {isolated(page.names[each.creditor])}: "
        f"{money(each.amount, page.pulka.currency)}"
        for each in page.payments
    ]
    return [_("Who pays whom") + ":", *rows]
