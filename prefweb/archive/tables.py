"""A club as tables for a spreadsheet: its members, and all its deals."""

import csv
import io
from collections.abc import Iterable, Iterator
from datetime import datetime
from fractions import Fraction

from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from prefweb.clubs.models import Club
from prefweb.sharing import spreadsheet
from prefweb.sharing.spreadsheet import MARK, SEPARATORS, Row, harmless, plain
from prefweb.tables.access import viewer_with
from prefweb.tables.models import BEGUN, Pulka, PulkaStep
from prefweb.tables.pages.changes import changes_of
from prefweb.tables.pages.queries import PulkaPage
from prefweb.tables.pulkas.course import Course, HandEntry, Scored
from scoring import Area

AT_A_TIME = 100
"""Pulkas read from the database at once."""
MOST = 5
"""Players at a table: each has his columns."""


def lines(rows: Iterable[Row], mark: str = MARK) -> Iterator[str]:
    """Rows as a spreadsheet of this language reads them, line by line.

    What people have typed in them is harmless already, and numbers are numbers.
    """
    separator = SEPARATORS.get((get_language() or "")[:2], ",")
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, lineterminator="\r\n")
    for row in rows:
        writer.writerow(row)
        yield mark + text.getvalue()
        mark = ""
        text.seek(0)
        text.truncate()


# -- members


def members(club: Club) -> Iterator[str]:
    """Everybody who belongs to the club or has belonged to it, each once."""
    return lines(_members(club))


def _members(club: Club) -> Iterator[Row]:
    yield [_("name"), _("role"), _("joined"), _("left"), _("account"), _("games")]
    settled = Q(player__main__merged__results__pulka__club=club) & Q(
        player__main__merged__results__pulka__step=PulkaStep.SETTLED
    )
    games = Count("player__main__merged__results__pulka", filter=settled, distinct=True)
    own = club.members.filter(player=F("player__main")).values("player")
    doubles = ~Q(player=F("player__main")) & Q(player__main__in=own)
    found = club.members.exclude(doubles).select_related("player__main__account")
    for member in found.annotate(games=games).order_by("id").iterator(AT_A_TIME):
        account = member.player.main.account
        yield [
            harmless(member.player.main.name),
            member.get_role_display(),
            _day(club, member.joined),
            _day(club, member.left),
            harmless(account.username) if account else "",
            str(member.games),
        ]


# -- deals


def _heading() -> Row:
    return [_("evening"), _("table"), _("pulka")]


def _of_pulka(pulka: Pulka) -> Row:
    day = pulka.evening.isoformat() if pulka.evening else ""
    return [day, harmless(pulka.table.title), pulka.slug]


def pulkas_of(club: Club) -> Iterator[Pulka]:
    """Every begun pulka of the club with all that `page_of` asks, a few at a time."""
    return with_all_of_it(Pulka.objects.filter(BEGUN, club=club))


def with_all_of_it(pulkas: QuerySet[Pulka]) -> Iterator[Pulka]:
    """Pulkas, the oldest first, each with its rows."""
    related = (
        pulkas.order_by("id")
        .select_related("table__place", "club", "follows")
        .prefetch_related("seats__person__main__account", "deals", "hands", "consents", "lines")
    )
    return related.iterator(AT_A_TIME)


def page_of(pulka: Pulka) -> PulkaPage:
    """The pulka as it stands; it takes no place among those that phones are looking at."""
    return PulkaPage(pulka, viewer_with(pulka, None), course=Course.load(pulka))


def deals(club: Club) -> Iterator[str]:
    """A row for each deal and entry by hand of every pulka."""
    return lines(_deals(club))


def _deals(club: Club) -> Iterator[Row]:
    yield deals_heading()
    for pulka in pulkas_of(club):
        yield from deals_of(page_of(pulka))


def deals_heading() -> Row:
    """What stands in which column."""
    player = [
        _("player %(number)s"),
        _("answer %(number)s"),
        _("tricks %(number)s"),
        _("pool %(number)s"),
        _("mountain %(number)s"),
        _("whists %(number)s"),
    ]
    each = (name % {"number": number} for number in range(1, MOST + 1) for name in player)
    return [*_heading(), *spreadsheet.of_a_deal(), *each]


def deals_of(page: PulkaPage) -> Iterator[Row]:
    """The deals of a pulka: what was played, and what everybody said, took and wrote."""
    for each in page.course.scored:
        yield [*_of_pulka(page.pulka), *_deal(page, each)]


def _deal(page: PulkaPage, each: Scored) -> Row:
    size, source = page.pulka.size, each.source
    played = spreadsheet.played(page, each)
    first, answers, tricks = played[: -2 * size], played[-2 * size : -size], played[-size:]
    is_by_hand = isinstance(source, HandEntry)
    names = page.names if isinstance(source, HandEntry) else page.names_in(source.number)
    wrote = _wrote(each)
    row = list(first)
    for seat in range(size):
        said = ["", ""] if is_by_hand else [answers[seat], tricks[seat]]
        areas = [wrote.get((seat, area)) for area in (Area.POOL, Area.MOUNTAIN, Area.WHISTS)]
        row += [
            harmless(names[seat]),
            *said,
            *(plain(amount) if amount else "" for amount in areas),
        ]
    return row


def _wrote(each: Scored) -> dict[tuple[int, Area], Fraction]:
    """What it wrote for everybody, the whists on all the others together."""
    sums: dict[tuple[int, Area], Fraction] = {}
    for change in changes_of(each):
        place = (change.seat, change.area)
        sums[place] = sums.get(place, Fraction(0)) + Fraction(change.amount)
    return sums


def _day(club: Club, moment: datetime | None) -> str:
    """A date by the club's clock."""
    return f"{timezone.localtime(moment, club.zone):%Y-%m-%d}" if moment else ""
