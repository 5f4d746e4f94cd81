"""The log in words: whose act, what it says, what stood before, and who posted it for another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from prefweb.tables.deals.posts import Order, Reply, Units
from prefweb.ui.agreements import agreement_differences
from prefweb.ui.at_table import TABLE_ACTIONS, TABLE_CONSEQUENCES
from prefweb.ui.consents import CONSENT_ACTIONS, CONSENT_CONSEQUENCES
from prefweb.ui.deals import ended, tricks
from prefweb.ui.hands import HAND_ACTIONS, HAND_CONSEQUENCES
from prefweb.ui.names import isolated
from prefweb.ui.refusals import player, said
from scoring import Role

if TYPE_CHECKING:
    from prefweb.tables.models import Line
    from prefweb.tables.pages.queries import PulkaPage

Names: TypeAlias = Sequence[str]
Naming: TypeAlias = "Callable[[Line], Names]"
"""The names at the table that a line speaks of."""

FACTS: dict[str, Any] = {
    "order": gettext_lazy("the contract"),
    "answer": gettext_lazy("whist or pass"),
    "reply": gettext_lazy("the half-whist"),
    "tricks": gettext_lazy("the tricks"),
    "talon": gettext_lazy("the talon"),
}
"""The parts of a deal that can be disputed."""


@dataclass(frozen=True, slots=True)
class LogWords:
    """One line: `who` (nobody's where it only follows from a post): `what`; `was`; posted `by`."""

    who: str
    what: str
    was: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class LogGroup:
    """Lines in a row about one deal, or about none."""

    deal: int | None
    lines: tuple[tuple[Line, LogWords], ...]


def log_groups(lines: Iterable[Line], naming: Naming, only: int | None = None) -> list[LogGroup]:
    """The log as it is read: what was said about a deal stands together; or only one deal's."""
    return [
        LogGroup(deal, tuple((line, log_words(line, naming(line))) for line in found))
        for deal, found in groupby(lines, key=lambda line: line.deal)
        if only in (None, deal)
    ]


def log_words(line: Line, names: Names) -> LogWords:
    """A line of the log in words."""
    what = ACTIONS[line.action](line, names)
    if line.action in CONSEQUENCES:
        return LogWords("", what)
    was = _was(line, names)
    if line.proxy and line.seat is not None:
        return LogWords(player(line.seat, names), what, was, line.by_name)
    return LogWords(line.by_name, what, was)


def hand_news(page: PulkaPage) -> LogWords | None:
    """What has happened last by hand, as everybody is told it until the next order."""
    return log_words(page.hand_line, page.names) if page.hand_line else None


def fact_name(fact: str) -> str:
    """A part of a deal in words."""
    return str(FACTS[fact])


def _before(line: Line) -> Any:
    return line.before


def _after(line: Line) -> Any:
    return line.after


def _was(line: Line, names: Names) -> str:
    """The value that a post replaced."""
    values = VALUES.get(line.action)
    return values(line.before, names) if values and line.before is not None else ""


def _order(data: Any, names: Names) -> str:
    return said(Order.from_data(data))


def _answer(data: Any, names: Names) -> str:
    return said(Role(data))


def _reply(data: Any, names: Names) -> str:
    return said(Reply(data))


def _tricks(data: Any, names: Names) -> str:
    return tricks(data["number"])


def _talon(data: Any, names: Names) -> str:
    return said(Units(data))


def _seat(data: Any, names: Names) -> str:
    return isolated(player(data, names))


def _dealt(data: Any, names: Names) -> str:
    """Who deals; with five also who rests beside the dealer: "Vera, sits out: Boris"."""
    if isinstance(data, int):
        return _seat(data, names)
    resting = [seat for seat in data["resting"] if seat != data["dealer"]]
    others = ", ".join(_seat(seat, names) for seat in resting)
    words = {"name": _seat(data["dealer"], names), "others": others}
    return _("%(name)s, sits out: %(others)s") % words


VALUES: dict[str, Callable[[Any, Names], str]] = {
    "order": _order,
    "answer": _answer,
    "reply": _reply,
    "tricks": _tricks,
    "talon": _talon,
    "dealer": _dealt,
}
"""What a post can replace."""


def _or_withdrawn(action: str, withdrawn: Any) -> Callable[[Line, Names], str]:
    def words(line: Line, names: Names) -> str:
        return str(withdrawn) if line.after is None else VALUES[action](line.after, names)

    return words


def _told_tricks(line: Line, names: Names) -> str:
    """A number of one's own, or about another: "7 tricks (Anna)"."""
    after = _after(line)
    about, number = after["about"], after["number"]
    if number is None:
        return _("withdraws the number")
    words = tricks(number)
    return words if about == line.seat else f"{words} ({_seat(about, names)})"


def _dispute(line: Line, names: Names) -> str:
    if line.after is None:
        return _("withdraws the objection")
    after = _after(line)
    fact, name = fact_name(after["fact"]), _seat(after["seat"], names)
    return _("objects: %(fact)s, %(name)s") % {"fact": fact, "name": name}


def _agreement(line: Line, names: Names) -> str:
    found = agreement_differences(_before(line), _after(line))
    changes = "; ".join(f"{label}: {was} → {now}" for label, was, now in found)
    return _("changes the agreement: %(changes)s") % {"changes": changes}


def _code_shows(line: Line, names: Names) -> str:
    return _("the code lets people watch") if line.after else _("the code lets nobody watch")


def _fixed(words: Any) -> Callable[[Line, Names], str]:
    return lambda line, names: str(words)


def _named(words: Any, name: Callable[[Line, Names], str]) -> Callable[[Line, Names], str]:
    return lambda line, names: str(words) % {"name": name(line, names)}


def _dealt_after(line: Line, names: Names) -> str:
    return _dealt(line.after, names)


def _seat_after(line: Line, names: Names) -> str:
    return _seat(line.after, names)


def _cleared(line: Line, names: Names) -> str:
    """What no longer holds: "Vera, whist, 6 tricks"."""
    name = _seat(line.seat, names)
    return _("No longer holds: %(name)s, %(said)s") % {"name": name, "said": _taken(line, names)}


def _taken(line: Line, names: Names) -> str:
    return ", ".join(VALUES[fact](value, names) for fact, value in _before(line).items())


def cleared_words(line: Line, names: Names, *, for_another: bool = False) -> str:
    """Why a seat is asked anew: "Boris: another order, your post is off: whist."."""
    why = _after(line)
    kind, withdrawn = why["kind"], why["value"] is None
    words = {
        "name": _seat(why["seat"], names),
        "why": WITHDRAWN[kind] if withdrawn and kind in WITHDRAWN else INSTEAD[kind],
        "said": _taken(line, names),
    }
    if for_another:
        return _("%(name)s: %(why)s, the post is off: %(said)s.") % words
    return _("%(name)s: %(why)s, your post is off: %(said)s.") % words


INSTEAD: dict[str, Any] = {
    "order": gettext_lazy("another order"),
    "pick": gettext_lazy("another order holds"),
    "answer": gettext_lazy("another answer"),
    "reply": gettext_lazy("another answer"),
    "start_over": gettext_lazy("the deal is begun anew"),
}
"""What took posts of others back."""

WITHDRAWN: dict[str, Any] = {
    "order": gettext_lazy("the order is off"),
    "answer": gettext_lazy("the answer is off"),
    "reply": gettext_lazy("the answer is off"),
}
"""The same, where nothing was said instead."""


def dealt_words(line: Line, names: Names) -> str:
    """Who deals now, as the news: "Deals: Vera (was: Boris)", "Dealt again. Deals: Vera"."""
    before, after = _before(line), _after(line)
    words = {"name": _dealt(after, names), "before": _dealt(before, names)}
    if before == after:
        said = _("Deals: %(name)s") % words
    else:
        said = _("Deals: %(name)s (was: %(before)s)") % words
    return _("Dealt again.") + f" {said}" if line.action == "redeal" else said


ACTIONS: dict[str, Callable[[Line, Names], str]] = {
    # a deal
    "order": _or_withdrawn("order", gettext_lazy("withdraws the order")),
    "pick": _named(gettext_lazy("the right order: %(name)s"), _seat_after),
    "answer": _or_withdrawn("answer", gettext_lazy("withdraws the answer")),
    "reply": _or_withdrawn("reply", gettext_lazy("withdraws the reply")),
    "tricks": _told_tricks,
    "talon": _or_withdrawn("talon", gettext_lazy("withdraws the talon")),
    "dispute": _dispute,
    "start_over": _fixed(gettext_lazy("starts the deal over")),
    "dealer": _named(gettext_lazy("deals: %(name)s"), _dealt_after),
    "redeal": _named(gettext_lazy("the cards once more, deals: %(name)s"), _dealt_after),
    "written": _fixed(gettext_lazy("Written on the sheet")),
    "unwritten": _fixed(gettext_lazy("Taken off the sheet")),
    "cleared": _cleared,
    # the table
    **TABLE_ACTIONS,
    "leaves": _fixed(gettext_lazy("stands up")),
    "reserves": _named(
        gettext_lazy("keeps a seat for: %(name)s"), lambda line, names: isolated(_after(line))
    ),
    "frees": _named(
        gettext_lazy("frees a seat: %(name)s"), lambda line, _n: isolated(_before(line))
    ),
    "carries": _fixed(gettext_lazy("the seat is now on another phone")),
    "agreement": _agreement,
    "code_shows": _code_shows,
    "first_dealer": _named(gettext_lazy("deals first: %(name)s"), _seat_after),
    "started": _fixed(gettext_lazy("starts the pulka")),
    # the end
    "ended": lambda line, names: _("The pulka is over: %(why)s") % {"why": ended(_after(line))},
    "reopened": _fixed(gettext_lazy("The pulka goes on")),
    "confirms": _fixed(gettext_lazy("agrees to the result")),
    "settled": _fixed(gettext_lazy("The result stands")),
    "rematch": _fixed(gettext_lazy("starts the next pulka")),
    "closed": _fixed(gettext_lazy("closes the table")),
    "imported": _named(
        gettext_lazy("brings the pulka in from a file: %(name)s"),
        lambda line, names: isolated(_after(line)),
    ),
    "entered": _fixed(gettext_lazy("brings the pulka in by its final sheet")),
    # by hand
    **HAND_ACTIONS,
    # by consent
    **CONSENT_ACTIONS,
}
"""Words for every action the services log."""

CONSEQUENCES = (
    HAND_CONSEQUENCES
    | CONSENT_CONSEQUENCES
    | TABLE_CONSEQUENCES
    | {
        "cleared",
        "written",
        "unwritten",
        "ended",
        "reopened",
        "settled",
    }
)
"""Nobody's own act: it follows from what was posted."""
