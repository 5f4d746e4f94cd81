"""Pulkas of a list as a table that spreadsheets open: a row for each, everybody's result in it."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal

from django.db.models import QuerySet
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from prefweb.history.records import Record, Result, with_results
from prefweb.history.words import convention_words, state_words
from prefweb.sharing.files import LONGEST, UNFIT
from prefweb.sharing.spreadsheet import MARK, SEPARATORS, Row, harmless, plain
from prefweb.tables.models import Pulka
from prefweb.ui import words

AT_ONCE = 500
"""Pulkas that are read and sent together."""
SEATS = 5


def file_name(title: str, day: date) -> str:
    """A readable name: "The club 2026-11-30.csv"."""
    kept = " ".join(UNFIT.sub(" ", title).split())
    return f"{kept[:LONGEST].strip(' .') or 'pulka'} {day}.csv"


def lines(pulkas: QuerySet[Pulka]) -> Iterator[str]:
    """The whole table line by line, in the language of whoever asks now.

    They are read while they are sent, when that language is no longer set.
    """
    heading = [harmless(cell) for cell in _heading()]
    return _lines(pulkas, heading, get_language() or "ru")


def _lines(pulkas: QuerySet[Pulka], heading: Row, language: str) -> Iterator[str]:
    separator = SEPARATORS.get(language[:2], ",")
    writer = csv.writer(_Echo(), delimiter=separator, lineterminator="\r\n")
    yield MARK + writer.writerow(heading)
    for pulka in with_results(pulkas).iterator(AT_ONCE):
        with override(language):
            row = _row(Record(pulka))
        yield writer.writerow(row)


class _Echo:
    """Gives each line back to whoever writes it."""

    def write(self, line: str) -> str:
        return line


def _heading() -> Iterator[str]:
    yield from (_("evening"), _("began"), _("ended"), _("table"), _("physical table"))
    yield from (_("convention"), _("pool up to"), _("players"), _("state"), _("corrected"))
    yield from (_("stake"), _("currency"))
    for seat in range(1, SEATS + 1):
        number = {"number": seat}
        yield _("player %(number)s") % number
        yield _("player %(number)s: whists") % number
        yield _("player %(number)s: money") % number
    yield _("pulka")


def _row(record: Record) -> Row:
    pulka = record.pulka
    place = pulka.table.place.title if pulka.table.place else ""
    row = [
        record.evening.isoformat(),
        _moment(record.began),
        _moment(record.ended),
        harmless(words.table_title(pulka.table)),
        harmless(place),
        harmless(convention_words(pulka)),
        str(pulka.target or ""),
        str(pulka.size),
        ", ".join(state_words(record)),
        _moment(record.corrected),
        _amount(pulka.stake) if pulka.stake else "",
        pulka.currency,
    ]
    for result in record.results:
        row += _result(result, with_money=bool(pulka.stake))
    return [*row, *[""] * (3 * (SEATS - len(record.results))), pulka.slug]


def _result(result: Result, *, with_money: bool) -> Row:
    whists = "" if result.whists is None else plain(result.whists)
    money = _amount(result.money) if with_money and result.money is not None else ""
    return [harmless(result.name), whists, money]


def _amount(money: Decimal) -> str:
    """An amount as the language writes it: `12,5`."""
    text = f"{money.normalize():f}"
    return text.replace(".", ",") if SEPARATORS.get((get_language() or "")[:2]) else text


def _moment(at: datetime | None) -> str:
    return f"{at:%Y-%m-%d %H:%M}" if at else ""
