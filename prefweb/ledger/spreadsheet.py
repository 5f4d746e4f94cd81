"""The ledger as a table that spreadsheets open: what is open, then round by round."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import Sum
from django.utils import timezone
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from prefweb.clubs.models import Club
from prefweb.ledger.balances import parted
from prefweb.ledger.models import Due, Payment, Share
from prefweb.sharing.spreadsheet import MARK, SEPARATORS, Row, harmless

AT_ONCE = 2000


def lines(club: Club) -> Iterator[str]:
    """The whole table line by line, in the language of whoever asks now.

    It is read while it is sent, when that language is no longer set.
    """
    return _lines(_Table(club), SEPARATORS.get((get_language() or "")[:2], ","))


def _lines(table: _Table, separator: str) -> Iterator[str]:
    writer = csv.writer(_Echo(), delimiter=separator, lineterminator="\r\n")
    yield MARK + writer.writerow(table.heading)
    for row in table.rows():
        yield writer.writerow(row)


class _Echo:
    """Gives each line back to whoever writes it."""

    def write(self, line: str) -> str:
        return line


@dataclass(frozen=True, slots=True)
class _Line:
    """A row before it is written."""

    what: str
    who: str
    money: Decimal
    currency: str
    round: int | None = None
    evening: str = ""
    pulka: str = ""
    to: str = ""
    paid: datetime | None = None
    told_by: str = ""


class _Table:
    """The ledger of a club; its words are those of the language it is made in."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.has_comma = bool(SEPARATORS.get((get_language() or "")[:2]))
        self.words = {
            "open": pgettext("money", "open"),
            "share": _("in a round"),
            "payment": _("payment"),
        }
        what = [_("what"), _("round"), _("evening"), _("pulka"), _("who"), _("to whom")]
        self.heading: Row = [*what, _("money"), _("currency"), _("paid on"), _("says so")]

    def rows(self) -> Iterator[Row]:
        for found in (self._open(), self._parted(), self._shares(), self._payments()):
            for line in found:
                yield self._row(line)

    def _row(self, line: _Line) -> Row:
        return [
            self.words[line.what],
            str(line.round or ""),
            line.evening,
            line.pulka,
            harmless(line.who),
            harmless(line.to),
            self._amount(line.money),
            line.currency,
            f"{timezone.localtime(line.paid, self.club.zone):%Y-%m-%d}" if line.paid else "",
            harmless(line.told_by),
        ]

    def _amount(self, money: Decimal) -> str:
        """As the language writes it: `-12,5`."""
        text = f"{money.normalize():f}"
        return text.replace(".", ",") if self.has_comma else text

    def _open(self) -> Iterator[_Line]:
        rows = Due.objects.filter(club=self.club).order_by("-evening", "-pulka", "seat")
        asked = ("evening", "pulka__slug", "player__main__name", "name", "money", "currency")
        for evening, pulka, known, name, money, currency in rows.values_list(*asked).iterator():
            place = {"evening": evening.isoformat(), "pulka": pulka}
            yield _Line("open", known or name, money, currency, **place)

    def _parted(self) -> Iterator[_Line]:
        """What rounds took for another one than whose it was: from the one, for the other."""
        rows = parted(self.club).values_list(
            "pulka__slug", "pulka__evening", "round__currency", "player__main__name",
            "person__main__name",
        )  # fmt: skip
        for pulka, evening, currency, owner, holder, money in rows.annotate(Sum("money")):
            place = {"evening": evening.isoformat(), "pulka": pulka}
            if money:
                yield _Line("open", owner, money, currency, **place)
                yield _Line("open", holder, -money, currency, **place)

    def _shares(self) -> Iterator[_Line]:
        rows = Share.objects.filter(round__club=self.club, round__undone=None)
        asked = ("round__number", "pulka__evening", "pulka__slug", "person__main__name", "name")
        found = rows.order_by("-round__number", "pk").values_list(
            *asked, "money", "round__currency"
        )
        for number, evening, pulka, known, name, money, currency in found.iterator(AT_ONCE):
            place = {"evening": evening.isoformat(), "pulka": pulka}
            yield _Line("share", known or name, money, currency, number, **place)

    def _payments(self) -> Iterator[_Line]:
        rows = Payment.objects.filter(round__club=self.club, round__undone=None)
        related = ("round", "debtor__main", "creditor__main", "paid_by__main")
        for payment in rows.select_related(*related).order_by("-round__number", "pk"):
            debtor, creditor, told_by = payment.debtor, payment.creditor, payment.paid_by
            yield _Line(
                "payment",
                debtor.main.name if debtor else payment.debtor_name,
                payment.money,
                payment.round.currency,
                payment.round.number,
                to=creditor.main.name if creditor else payment.creditor_name,
                paid=payment.paid,
                told_by=told_by.main.name if told_by else payment.paid_by_name,
            )
