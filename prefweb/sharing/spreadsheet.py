"""The deals as a table that spreadsheets open: a row for each, everybody's balance after it.

The separator and the way a fraction is written are those that Excel expects where the page's
language is spoken: docs/pulka-file.md.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from prefweb.tables.pages.changes import changes_of
from prefweb.tables.pages.columns import ColumnKey
from prefweb.tables.pages.queries import PulkaPage
from prefweb.tables.pulkas.course import HandEntry, Scored
from prefweb.ui import deals
from scoring import (
    Area,
    Concession,
    Contract,
    Deal,
    Manual,
    Misere,
    Number,
    Raspasy,
    Seat,
    Sheet,
    settle,
)

MARK = "\ufeff"
"""Tells Excel that the text is UTF-8."""
SEPARATORS = {"ru": ";"}
"""By language; everywhere else a comma."""
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""With these a text would be taken for something to work out."""
Row = list[str]


def csv_of(page: PulkaPage) -> str:
    """The whole table, with the totals of the sheet and the result in its last row."""
    text = io.StringIO()
    separator = SEPARATORS.get((get_language() or "")[:2], ",")
    csv.writer(text, delimiter=separator, lineterminator="\r\n").writerows(rows(page))
    return MARK + text.getvalue()


def rows(page: PulkaPage) -> Iterator[Row]:
    """The heading, what the sheet began with, each deal, the totals."""
    keys = _columns(page.pulka.size)
    yield [harmless(cell) for cell in _heading(page, keys)]
    if page.pulka.opening:
        yield _sums(page, keys, _("Beginning of the sheet"), page.course.replay.opening)
    for each in page.course.scored:
        yield [*played(page, each), *_wrote(keys, each), *_balances(page, each.played.sheet)]
    yield [
        *_sums(page, keys, _("Total"), page.course.replay.sheet)[: -page.pulka.size],
        *map(plain, page.whists),
    ]


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def plain(value: Number) -> str:
    """A number as spreadsheets read it, exact: `-7`, `5 1/3`."""
    exact = Fraction(value)
    whole, rest = divmod(abs(exact), 1)
    shown = f"{whole} {rest.numerator}/{rest.denominator}" if rest else str(whole)
    return f"-{shown}" if exact < 0 else shown


def _columns(size: int) -> list[ColumnKey]:
    """Player by player: pool, mountain, whists on each other one."""
    return [
        key
        for seat in range(size)
        for key in (
            ColumnKey(Area.POOL, seat),
            ColumnKey(Area.MOUNTAIN, seat),
            *(ColumnKey(Area.WHISTS, seat, other) for other in range(size) if other != seat),
        )
    ]


FIRST = 7
"""Columns before those of the players."""


def _heading(page: PulkaPage, keys: Sequence[ColumnKey]) -> Iterator[str]:
    yield from of_a_deal()
    yield from _each(page, _("answer"))
    yield from _each(page, _("tricks"))
    for key in keys:
        target = None if key.against is None else page.names[key.against]
        yield f"{page.names[key.seat]}: {deals.column(key.area, target)}"
    yield from _each(page, _("balance"))


def of_a_deal() -> Row:
    """What `played` says first."""
    number = pgettext("number of a deal", "No.")
    return [number, _("dealer"), _("game"), _("contract"), _("declarer"), _("times"), _("note")]


def _each(page: PulkaPage, what: str) -> Iterator[str]:
    return (f"{name}: {what}" for name in page.names)


def played(page: PulkaPage, each: Scored) -> Row:
    """Number, dealer, what was played, everybody's answer and tricks."""
    source, deal, size = each.source, each.played.deal, page.pulka.size
    if isinstance(source, HandEntry):
        return ["", "", _("by hand"), "", "", "", harmless(deal.note or ""), *[""] * (2 * size)]
    names = page.names_in(source.number)
    first = (
        str(source.number),
        names[each.played.dealer],
        _kind(deal),
        _contract(deal),
        _declarer(deal, names),
        "" if isinstance(deal, Manual) else plain(deal.multiplier),
        deal.note or "",
    )
    return [harmless(cell) for cell in first] + _answers(deal, size) + _tricks(deal, size)


def _kind(deal: Deal) -> str:
    match deal:
        case Contract():
            return _("contract")
        case Misere():
            return _("misère")
        case Raspasy():
            return _("raspasy")
        case Concession():
            return _("given up")
    return _("by hand")


def _contract(deal: Deal) -> str:
    if isinstance(deal, Contract):
        return deals.contract(deal.level, deal.trump).replace(deals.TEXT, "")
    return str(deal.level) if isinstance(deal, Concession) else ""


def _declarer(deal: Deal, names: Sequence[str]) -> str:
    return names[deal.declarer] if isinstance(deal, Contract | Misere | Concession) else ""


def _answers(deal: Deal, size: int) -> Row:
    said = deal.roles if isinstance(deal, Contract) else {}
    return [deals.role_name(said[seat]) if seat in said else "" for seat in range(size)]


def _tricks(deal: Deal, size: int) -> Row:
    taken = _taken(deal)
    return [plain(taken[seat]) if seat in taken else "" for seat in range(size)]


def _taken(deal: Deal) -> dict[Seat, int]:
    match deal:
        case Contract() | Raspasy():
            return dict(deal.tricks or {})
        case Misere():
            return {deal.declarer: deal.tricks}
    return {}


def _wrote(keys: Iterable[ColumnKey], each: Scored) -> Row:
    """What it wrote in each column; nothing where it wrote nothing."""
    amounts = {change.key: change.amount for change in changes_of(each)}
    return [plain(amounts[str(key)]) if str(key) in amounts else "" for key in keys]


def _balances(page: PulkaPage, sheet: Sheet) -> Row:
    """Everybody's whists if it had been settled then."""
    return [plain(whists) for whists in settle(sheet, page.course.game).whists]


def _sums(page: PulkaPage, keys: Iterable[ColumnKey], name: str, sheet: Sheet) -> Row:
    """A row of totals under a name of its own."""
    before = [name, *[""] * (FIRST - 1 + 2 * page.pulka.size)]
    return [*before, *(plain(key.on(sheet)) for key in keys), *_balances(page, sheet)]
