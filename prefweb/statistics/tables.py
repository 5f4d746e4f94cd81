"""Standings and rating as tables: what their columns are, and the games behind each figure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode
from uuid import UUID

from django.urls import NoReverseMatch, reverse
from django.utils.formats import date_format
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from prefweb.clubs.models import Club
from prefweb.statistics.figures import Figure, Name
from prefweb.statistics.ladder import Place, Rung
from prefweb.statistics.models import Outcome
from prefweb.statistics.spans import query_of
from prefweb.statistics.standings import By, Line, Placed, Standings
from prefweb.ui.numbers import number, signed
from prefweb.ui.templatetags.ui import clip, tone

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    from prefweb.statistics.forms import StandingsForm

NONE = "—"


class Column(NamedTuple):
    """A figure of every line."""

    head: _StrPromise
    shown: Callable[[Line], str]
    figure: Figure
    """Of the games behind it."""
    by: By | None = None
    """The criterion it shows."""
    tone: Callable[[Line], str] = lambda line: ""
    """The class that colours it."""


def _of(count: int, played: int) -> str:
    """``17 / 12``; a dash where nothing was played."""
    return f"{number(count)} / {number(played)}" if played else NONE


WHISTS, GAMES = Figure(figure=Name.WHISTS), Figure(figure=Name.GAMES)
COLUMNS = (
    Column(_("pulkas"), lambda line: number(line.games), GAMES),
    Column(
        _("whists"),
        lambda line: signed(line.whists),
        WHISTS,
        By.WHISTS,
        lambda line: tone(line.whists),
    ),
    Column(
        _("per pulka"),
        lambda line: NONE if line.average is None else signed(line.average),
        WHISTS,
    ),
    Column(
        _("raspasy: won / played"),
        lambda line: _of(line.raspasy_won, line.raspasy),
        Figure(figure=Name.RASPASY, outcome=Outcome.DONE),
        By.RASPASY_WON,
    ),
    Column(
        _("raspasy: tricks / played"),
        lambda line: _of(line.raspasy_tricks, line.raspasy),
        Figure(figure=Name.RASPASY),
        By.RASPASY_TRICKS,
    ),
    Column(
        _("miseres: tricks / played"),
        lambda line: _of(line.misere_tricks, line.miseres),
        Figure(figure=Name.MISERE),
        By.MISERE_TRICKS,
    ),
    Column(
        _("remizes / deals"),
        lambda line: _of(line.remizes, line.deals),
        Figure(figure=Name.REMIZ),
        By.REMIZES,
    ),
)
CELL = '<td class="num{}"><a class="cell-link {}" href="{}{}">{}</a></td>'
ROW = (
    '<tr{}><td class="num place-no">{}</td>'
    '<th scope="row"><a class="cell-link" href="{}">{}</a></th>{}</tr>'
)


@dataclass(frozen=True)
class StandingsTable:
    """The standings that a form asks for, as `me` reads them."""

    form: StandingsForm
    slug: str
    """The club's."""
    me: UUID | None

    @property
    def standings(self) -> Standings:
        return self.form.standings

    @property
    def width(self) -> int:
        """Its columns."""
        return len(COLUMNS) + 2

    @property
    def heads(self) -> Iterable[tuple[str, str]]:
        """The heading of each figure, and the class that hides it where there is no room."""
        return [(str(column.head), self._hidden(column)) for column in COLUMNS]

    @property
    def placed(self) -> SafeString:
        """The rows of who has a place."""
        return self._rows((_place(each), each.line) for each in self.standings.placed)

    @property
    def idle(self) -> SafeString:
        """The rows of who has nothing to compare."""
        return self._rows((NONE, line) for line in self.standings.idle)

    @property
    def few(self) -> SafeString:
        """The rows of who has too few pulkas."""
        return self._rows((NONE, line) for line in self.standings.few)

    @cached_property
    def together(self) -> list[tuple[str, str, str]]:
        """What stands under the columns, with their classes: the whists of all."""
        total = self.standings.whists
        shown = {By.WHISTS: (signed(total), tone(total))}
        return [(*shown.get(column.by, ("", "")), self._hidden(column)) for column in COLUMNS]

    # -- rows

    def _rows(self, lines: Iterable[tuple[str, Line]]) -> SafeString:
        return format_html_join("", ROW, (self._row(place, line) for place, line in lines))

    def _row(self, place: str, line: Line) -> tuple[object, ...]:
        mine = mark_safe(' class="is-me"') if line.person == self.me else ""
        own, games = self._pages(line.person)
        cells = format_html_join(
            "",
            CELL,
            (
                (hidden, column.tone(line), games, query, column.shown(line))
                for column, hidden, query in self._ways
            ),
        )
        return mine, place, own + self._period, clip(line.name), cells

    def _pages(self, person: UUID) -> tuple[str, str]:
        """Somebody's page, and that of the games behind a figure of his."""
        args = [self.slug, person]
        try:
            return reverse("statistics:player", args=args), reverse("statistics:games", args=args)
        except NoReverseMatch:
            rated = reverse("statistics:rated", args=args)
            return rated, rated

    @cached_property
    def _ways(self) -> list[tuple[Column, str, str]]:
        """Each column, what hides it, and the rest of the address of the games behind it."""
        asked = self._asked
        return [
            (column, self._hidden(column), f"?{column.figure.query}&{asked}") for column in COLUMNS
        ]

    @cached_property
    def _asked(self) -> str:
        """The period and the convention as the pages of a player are asked for them."""
        typed = {**query_of(self.form.asked().period)}
        if convention := self.form.data.get("convention"):
            typed["convention"] = convention
        return urlencode(typed)

    @property
    def _period(self) -> str:
        return f"?{self._asked}" if self._asked else ""

    def _hidden(self, column: Column) -> str:
        """A phone has room for the whists, and for the criterion or else for the pulkas."""
        by = self.standings.by
        is_narrow = column.by in (by, By.WHISTS) or (by is By.WHISTS and column.figure is GAMES)
        return "" if is_narrow else " wide-only"


def _place(placed: Placed) -> str:
    """``1``, or ``1–2`` where it is shared."""
    return f"{placed.first}–{placed.last}" if placed.is_shared else str(placed.first)


RUNG = (
    '<tr{}><td class="num place-no">{}</td>'
    '<th scope="row"><a class="cell-link" href="{}">{}</a></th><td class="num">{}</td>'
    '<td class="num wide-only">{}</td><td class="num">{}</td><td class="num wide-only">{}</td></tr>'
)


def ladder_rows(club: Club, ladder: Iterable[Place | Rung], me: UUID | None) -> SafeString:
    """The rows of a rating, with places or without; a club has hundreds of them."""
    return format_html_join("", RUNG, (_rung(club.slug, each, me) for each in ladder))


def _rung(slug: str, each: Place | Rung, me: UUID | None) -> tuple[object, ...]:
    place, rung = (each.text, each.rung) if isinstance(each, Place) else (NONE, each)
    mine = mark_safe(' class="is-me"') if rung.person == me else ""
    strength = f"{number(rung.strength.points)} ± {number(rung.strength.margin)}"
    return (
        *(mine, place, reverse("statistics:rated", args=[slug, rung.person]), clip(rung.name)),
        *(number(rung.strength.rating), strength, number(rung.games)),
        date_format(rung.last, "j E Y"),
    )
