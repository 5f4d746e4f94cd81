"""Standings as a table that spreadsheets open."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from prefweb.sharing.spreadsheet import MARK, SEPARATORS, Row, harmless, plain
from prefweb.statistics.standings import Line, Standings


def csv_of(standings: Standings) -> str:
    """A row for everybody; who has no place comes last, without one."""
    text = io.StringIO()
    separator = SEPARATORS.get((get_language() or "")[:2], ",")
    csv.writer(text, delimiter=separator, lineterminator="\r\n").writerows(_rows(standings))
    return MARK + text.getvalue()


def _rows(standings: Standings) -> Iterator[Row]:
    yield [harmless(head) for head in _heading()]
    for placed in standings.placed:
        yield [str(placed.first), *_row(placed.line)]
    for line in (*standings.idle, *standings.few):
        yield ["", *_row(line)]


def _heading() -> Iterator[str]:
    yield from (_("place"), _("player"), _("pulkas"), _("whists"), _("whists per pulka"))
    yield from (_("raspasy"), _("raspasy won"), _("tricks in raspasy"))
    yield from (_("miseres"), _("tricks on miseres"), _("remizes"))
    yield pgettext("how often", "deals")


def _row(line: Line) -> Row:
    average = "" if line.average is None else plain(line.average)
    in_raspasy = (line.raspasy, line.raspasy_won, line.raspasy_tricks)
    others = (line.miseres, line.misere_tricks, line.remizes, line.deals)
    shown = [harmless(line.name), str(line.games), plain(line.whists), average]
    return [*shown, *map(str, (*in_raspasy, *others))]
