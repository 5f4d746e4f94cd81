"""A column of the sheet explained: what stands in it, and what a point of it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from prefweb.tables.models import Hand
from prefweb.tables.pages import columns
from prefweb.tables.pages.columns import ColumnKey, ColumnView, Worth, Writing
from prefweb.ui import deals
from prefweb.ui.contracts import MARKS
from prefweb.ui.hands import FINED
from prefweb.ui.names import isolated, stopped_once
from prefweb.ui.numbers import money, number, signed, whists
from scoring import Area, Game, Number
from scoring.conventions import PoolEnd

if TYPE_CHECKING:
    from prefweb.sheets.paper import Cell
    from prefweb.tables.pages.queries import PulkaPage


@dataclass(frozen=True, slots=True)
class Explained:
    """A column with its name and its sense in words."""

    column: ColumnView
    name: str
    """``Boris, whists on: Vera``."""
    sense: str
    rows: list[tuple[Writing, ExplainedWriting]]


@dataclass(frozen=True, slots=True)
class ExplainedWriting:
    """What wrote in the column, in words."""

    line: str
    reasons: tuple[str, ...]
    more: str
    """For an entry by hand: who wrote it and who agreed."""
    marks: tuple[str, ...]


def explained(page: PulkaPage, here: str) -> Explained | None:
    """The column that a page called `why-pool-0` is about; None where there is none."""
    name, _hyphen, key = here.partition("-")
    found = columns.column_view(page, key) if name == "why" else None
    if found is None:
        return None
    return Explained(
        column=found,
        name=column_name(found.key, page.names),
        sense=stopped_once(" ".join(_sentences(page, found))),
        rows=[(each, _in_words(each)) for each in found.writings],
    )


def column_name(key: ColumnKey, names: Sequence[str]) -> str:
    """``Boris, pool``, ``Boris, whists on: Vera``."""
    target = None if key.against is None else names[key.against]
    return f"{isolated(names[key.seat])}, {deals.column(key.area, target)}"


def totals(page: PulkaPage, cell: Cell) -> list[tuple[str, str]]:
    """Each running total as on paper, with the place of what wrote it: ("8.", "deal-3")."""
    key = ColumnKey(cell.area, cell.seat, cell.against)
    places = columns.places_of(page.course, key)
    return list(zip(cell.run_parts, places, strict=False))  # an earlier sheet has fewer totals


# -- what a column is


def _sentences(page: PulkaPage, found: ColumnView) -> list[str]:
    says = {Area.POOL: _pool, Area.MOUNTAIN: _mountain, Area.WHISTS: _whists}
    sentences = says[found.key.area](page, found)
    if not page.pulka.stake:
        return sentences
    return [*sentences, _("A whist is %(money)s.") % {"money": _stake(page)}]


def _pool(page: PulkaPage, found: ColumnView) -> list[str]:
    return [_pool_end(page.course.game), _pool_worth(page, found.worth)]


def _pool_end(game: Game) -> str:
    if game.target is None:
        return _("What games that were made have brought; all pools are compared with the largest.")
    if game.convention.pool_end is PoolEnd.SUM:
        return _(
            "What games that were made have brought; all pools together are played up to %(sum)s."
        ) % {"sum": number(game.target * game.players)}
    return _("What games that were made have brought; the pool is played up to %(base)s.") % {
        "base": number(game.target)
    }


def _pool_worth(page: PulkaPage, worth: Worth) -> str:
    if not worth.own:
        return _("What is missing in the end costs nothing here.")
    words = _losses(worth)
    if page.pulka.size == 2:
        return _("A point that is missing in the end costs %(own)s, all to the other one.") % words
    return (
        _("A point that is missing in the end costs %(own)s, %(each)s to each other one.") % words
    )


def _mountain(page: PulkaPage, found: ColumnView) -> list[str]:
    first = _("Fines: tricks that were missing, and what raspasy and failed misères cost.")
    words = _losses(found.worth)
    if page.pulka.size == 2:
        worth = _("A point costs %(own)s in the end, all to the other one.") % words
    else:
        worth = _("A point costs %(own)s in the end, %(each)s to each other one.") % words
    return [first, worth]


def _losses(worth: Worth) -> dict[str, str]:
    own, each = abs(Fraction(worth.own)), abs(Fraction(worth.each))
    return {"own": whists(own), "each": number(each)}


def _whists(page: PulkaPage, found: ColumnView) -> list[str]:
    key, other = found.key, found.total - found.balance
    names = {
        "name": isolated(page.names[key.seat]),
        "other": isolated(page.names[key.against or 0]),
    }
    both = f"{number(found.total)} − {_within(other)} = {signed(found.balance)}"
    return [
        _("A whist stays a whist in the end: %(other)s pays, %(name)s gets it.") % names,
        _("With those the other way round: %(sum)s.") % {"sum": both},
    ]


def _within(value: Number) -> str:
    return f"({number(value)})" if value < 0 else number(value)


def _stake(page: PulkaPage) -> str:
    return money(page.pulka.stake, page.pulka.currency)


# -- what wrote in it


def _in_words(writing: Writing) -> ExplainedWriting:
    hand, names = writing.hand, writing.names
    return ExplainedWriting(
        line=deals.full_line(writing.deal, names) if hand is None else _("by hand"),
        reasons=_reasons(writing),
        more="" if hand is None else _by_whom(hand, names),
        marks=tuple(str(MARKS[mark]) for mark in writing.marks),
    )


def _reasons(writing: Writing) -> tuple[str, ...]:
    hand = writing.hand
    if hand is None:
        return tuple(deals.reason(entry, writing.names) for entry in writing.change.entries)
    return (str(FINED[hand.note]) if hand.kind == Hand.Kind.FINE else hand.note,)


def _by_whom(hand: Hand, names: Sequence[str]) -> str:
    """Who wrote an entry, and who agreed to it; a fine is nobody's entry."""
    said = []
    if hand.kind != Hand.Kind.FINE:
        said.append(_("written by: %(name)s") % {"name": isolated(names[hand.author])})
    if hand.answered is not None:
        said.append(_("agreed: %(name)s") % {"name": isolated(names[hand.answered])})
    return "; ".join(said)
