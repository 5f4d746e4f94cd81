"""Standings and rating as tables: what their columns are, and the games behind each figure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode
from uuid import UUID

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from prefweb.clubs.models import Club
from prefweb.statistics.figure_words import average_words
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
        lambda line: average_words(line.average),
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


class Pages:
    """Where somebody's rows lead; made without asking for the address of each one anew."""

    def __init__(self, name: str, slug: str) -> None:
        found = reverse(name, args=[slug, NOBODY])
        self._before, self._after = found.split(str(NOBODY))

    def of(self, person: UUID) -> str:
        """Safe as an attribute: a slug and a key have nothing that would be escaped."""
        return f"{self._before}{person}{self._after}"


NOBODY = UUID(int=0)


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
        whists, nothing = (signed(total), tone(total)), ("", "")
        return [
            (*(whists if column.by is By.WHISTS else nothing), self._hidden(column))
            for column in COLUMNS
        ]

    # -- rows, thousands of cells of a large club: everything but names is known to be safe

    def _rows(self, lines: Iterable[tuple[str, Line]]) -> SafeString:
        return mark_safe("".join(self._row(place, line) for place, line in lines))  # noqa: S308

    def _row(self, place: str, line: Line) -> str:
        games = self._games.of(line.person)
        cells = "".join(
            f'<td class="num{hidden} {column.tone(line)}">'
            f"{_to_games(column.shown(line), games + query)}</td>"
            for column, hidden, query in self._ways
        )
        own = self._players.of(line.person) + self._period
        return f"{_tr(place, own, line.name, is_me=line.person == self.me)}{cells}</tr>"

    @cached_property
    def _players(self) -> Pages:
        return Pages("statistics:player", self.slug)

    @cached_property
    def _games(self) -> Pages:
        return Pages("statistics:games", self.slug)

    @cached_property
    def _ways(self) -> list[tuple[Column, str, str]]:
        """Each column, what hides it, and the rest of the address of the games behind it."""
        asked = self._asked
        return [
            (column, self._hidden(column), escape(f"?{column.figure.query}&{asked}"))
            for column in COLUMNS
        ]

    @cached_property
    def _asked(self) -> str:
        """The period and the convention as the pages of a player are asked for them."""
        typed = {**query_of(self.form.asked().period)}
        if convention := self.form.data.get("convention"):
            typed["convention"] = convention
        return urlencode(typed)

    @cached_property
    def _period(self) -> str:
        return escape(f"?{self._asked}") if self._asked else ""

    def _hidden(self, column: Column) -> str:
        """A phone has room for the whists, and for the criterion or else for the pulkas."""
        by = self.standings.by
        is_narrow = column.by in (by, By.WHISTS) or (by is By.WHISTS and column.figure is GAMES)
        return "" if is_narrow else " wide-only"


def _to_games(shown: str, url: str) -> str:
    """A figure with the way to the games behind it, if there are any."""
    return shown if shown == NONE else f'<a class="cell-link" href="{url}">{shown}</a>'


def _tr(place: str, url: str, name: str, *, is_me: bool) -> str:
    """The beginning of a row: somebody's place and name."""
    mine = ' class="is-me"' if is_me else ""
    return (
        f'<tr{mine}><td class="num place-no">{place}</td>'
        f'<th scope="row"><a class="cell-link" href="{url}">{clip(name)}</a></th>'
    )


def _place(placed: Placed) -> str:
    """``1``, or ``1–2`` where it is shared."""
    return f"{placed.first}–{placed.last}" if placed.is_shared else str(placed.first)


def ladder_rows(club: Club, ladder: Iterable[Place | Rung], me: UUID | None) -> SafeString:
    """The rows of a rating, with places or without; a large club has hundreds of them."""
    pages = Pages("statistics:rated", club.slug)
    return mark_safe("".join(_rung(pages, each, me) for each in ladder))  # noqa: S308


def _rung(pages: Pages, each: Place | Rung, me: UUID | None) -> str:
    place, rung = (each.text, each.rung) if isinstance(each, Place) else (NONE, each)
    points, margin = rung.strength.points, rung.strength.margin
    return (
        f"{_tr(place, pages.of(rung.person), rung.name, is_me=rung.person == me)}"
        f'<td class="num">{number(rung.strength.rating)}</td>'
        f'<td class="num wide-only">{number(points)} ± {number(margin)}</td>'
        f'<td class="num">{number(rung.games)}</td>'
        f'<td class="num wide-only">{date_format(rung.last, "j E Y")}</td></tr>'
    )
