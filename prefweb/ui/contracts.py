"""The column of contracts: each deal in a line, with the entries by hand between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from prefweb.tables.deals.posts import Game
from prefweb.tables.deals.steps import Step, facts, ordered
from prefweb.tables.pages.changes import Change, changes_of
from prefweb.tables.pages.panels import FactView, facts_of
from prefweb.tables.pages.record import DEALS_A_PAGE, Marks, Show, log_page, marks_of
from prefweb.ui import deals
from prefweb.ui.hands import HandRow, hand_rows
from prefweb.ui.log import LogGroup, log_groups
from prefweb.ui.numbers import signed
from scoring import Contract, Deal, Manual, Misere, Role

if TYPE_CHECKING:
    from prefweb.tables.pages.queries import PulkaPage
    from prefweb.tables.pulkas.course import OpenDeal

MARKS: dict[str, Any] = {
    "taken_out": gettext_lazy("taken out"),
    "after_end": gettext_lazy("after the end"),
    "added": gettext_lazy("written in later"),
    "mended": gettext_lazy("mended"),
    "open": gettext_lazy("still being posted"),
}


@dataclass(frozen=True, slots=True)
class ContractLine:
    """A deal in a line: "12. Anna 8♠ −1"."""

    number: int
    who: str
    """The declarer; nobody in raspasy, and while nothing is decided."""
    level: int | None
    trump: str | None
    game: str
    """The game in words where it is no contract."""
    times: str
    result: str


@dataclass(frozen=True, slots=True)
class ContractRow(ContractLine):
    """The same in the column, and folded what was said and written."""

    marks: tuple[str, ...]
    is_off: bool
    """Whether it is not on the sheet, and will not be."""
    changes: list[Change]
    facts: list[FactView]
    names: tuple[str, ...]
    """Who sat there then."""


Row: TypeAlias = "ContractRow | HandRow"


@dataclass(frozen=True, slots=True)
class Column:
    """A page of it, the latest first; `older` is the deal where the next page begins."""

    rows: list[Row]
    older: int | None


def contract_column(page: PulkaPage) -> Column:
    """The deals that somebody reads, and the entries by hand among them."""
    before = page.reading.before
    found = [deal for deal in _deals(page) if before is None or deal.number < before]
    shown = found[:DEALS_A_PAGE]
    older = shown[-1].number if len(found) > len(shown) else None
    hands = [
        row
        for row in hand_rows(page)
        if (before is None or row.hand.after < before) and row.hand.after >= (older or 0)
    ]
    return Column(_in_order(page, shown, hands)[::-1], older)


def whole_column(page: PulkaPage) -> list[Row]:
    """All deals and entries by hand from the first to the last."""
    return _in_order(page, _deals(page), hand_rows(page))


def _in_order(page: PulkaPage, shown: list[OpenDeal], hands: list[HandRow]) -> list[Row]:
    """Deals and entries by hand, the earliest first."""
    marks = marks_of(page.pulka)
    rows: list[tuple[int, int, Row]] = [(deal.number, 0, _row(page, deal, marks)) for deal in shown]
    rows += [(row.hand.after, row.hand.pk, row) for row in hands]
    rows.sort(key=lambda place: place[:2])
    return [row for _after, _pk, row in rows]


def _deals(page: PulkaPage) -> list[OpenDeal]:
    """Every deal somebody has ordered, the latest first, also those taken out."""
    known = (*page.course.deals, *page.course.taken_out)
    return sorted((deal for deal in known if not deal.is_blank), key=lambda d: -d.number)


def _row(page: PulkaPage, deal: OpenDeal, marks: Marks) -> ContractRow:
    names = page.names_in(deal.number)
    scored = page.course.scored_as(deal.number)
    kinds = _marks(page, deal, marks)
    return ContractRow(
        number=deal.number,
        **_game(deal, names),
        marks=tuple(str(MARKS[kind]) for kind in kinds),
        is_off="taken_out" in kinds or "after_end" in kinds,
        changes=changes_of(scored) if scored else [],
        facts=facts_of(deal, None),
        names=names,
    )


def _line(page: PulkaPage, deal: OpenDeal) -> ContractLine:
    return ContractLine(number=deal.number, **_game(deal, page.names_in(deal.number)))


def _marks(page: PulkaPage, deal: OpenDeal, marks: Marks) -> list[str]:
    course = page.course
    holds = {
        "taken_out": deal in course.taken_out,
        "after_end": deal in course.after_end,
        "added": deal.number in marks.added,
        "mended": deal.number in marks.mended,
        "open": deal not in course.taken_out and deal.step is not Step.WRITTEN,
    }
    return [kind for kind, is_so in holds.items() if is_so]


def _game(deal: OpenDeal, names: tuple[str, ...]) -> dict[str, Any]:
    """What was played, by whom, how it went."""
    found = facts(deal.terms, deal.posts)
    if found is None or isinstance(found, Manual):
        return _ordered(deal, names)
    declarer = getattr(found, "declarer", None)
    return {
        "who": "" if declarer is None else names[declarer],
        "level": getattr(found, "level", None),
        "trump": getattr(found, "trump", None),
        "game": "" if hasattr(found, "level") else _kind(isinstance(found, Misere)),
        "times": deals.multiplied(found.multiplier, found.note),
        "result": _result(found),
    }


def _ordered(deal: OpenDeal, names: tuple[str, ...]) -> dict[str, Any]:
    """What was ordered, while the rest is not known; nothing where that is open too."""
    game = ordered(deal.posts)
    if game is None:
        return {"who": "", "level": None, "trump": None, "game": "", "times": "", "result": "…"}
    seat, order = game
    return {
        "who": "" if order.game is Game.RASPASY else names[seat],
        "level": order.level,
        "trump": order.trump,
        "game": "" if order.level else _kind(order.game is Game.MISERE),
        "times": deals.multiplied(order.multiplier, order.called),
        "result": "…",
    }


def _kind(is_misere: bool) -> str:
    return _("misère") if is_misere else _("raspasy")


def _result(deal: Deal) -> str:
    """Short, as beside a contract on paper: "made", "+1", "−2", "4·3·3", "given up"."""
    if not isinstance(deal, Contract):
        return deals.outcome(deal)
    if not deal.tricks and Role.WHIST not in deal.roles.values():
        return deals.outcome(deal)
    taken = (deal.tricks or {}).get(deal.declarer, deal.level)
    return signed(taken - deal.level) if taken != deal.level else deals.result(deal.level, taken)


@dataclass(frozen=True, slots=True)
class LogSection:
    """Lines about one deal, or about none, with the deal as the column has it."""

    group: LogGroup
    row: ContractLine | None


@dataclass(frozen=True, slots=True)
class LogRead:
    """A page of the log; `older` is where the next one begins."""

    sections: list[LogSection]
    older: int | None


def log_read(page: PulkaPage) -> LogRead:
    """The lines that somebody reads, in sections."""
    found = log_page(page.pulka, page.reading)
    groups = log_groups(found.lines, page.names_of)
    known = {deal.number: deal for deal in _deals(page)}
    sections = [
        LogSection(group, _line(page, known[group.deal]) if group.deal in known else None)
        for group in groups
    ]
    return LogRead(sections, found.older)


def deal_log(page: PulkaPage, number: int) -> list[LogGroup]:
    """What was said about one deal, the latest first."""
    names = page.names_in(number)
    return log_groups(page.pulka.lines.filter(deal=number).order_by("-id"), lambda line: names)


TABS: tuple[tuple[Show, Any], ...] = (
    (Show.ALL, gettext_lazy("All")),
    (Show.DEALS, gettext_lazy("Deals")),
    (Show.CHANGES, gettext_lazy("Changes")),
)


def log_tabs(page: PulkaPage) -> list[tuple[str, str, bool]]:
    """The parts of the log: value, words, whether it is the one that is read."""
    return [(show.value, str(words), page.reading.show is show) for show, words in TABS]
