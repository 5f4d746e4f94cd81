"""The log as it is read: everything, the column of contracts, or what was changed; page by page."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Q, QuerySet

from prefweb.tables.models import Line, Pulka
from prefweb.tables.parsing import small_number

PLAY = ("order", "pick", "answer", "reply", "tricks", "talon", "written")
"""Lines of a smooth deal; one that replaces an earlier value is a change all the same."""
FACTS = ("order", "answer", "reply", "tricks", "talon")
LINES_A_PAGE = 120
DEALS_A_PAGE = 40


class Show(StrEnum):
    """Which part of the log."""

    ALL = "all"
    DEALS = "deals"
    CHANGES = "changes"


@dataclass(frozen=True, slots=True)
class Reading:
    """What somebody reads: which part, and before which line (or deal) it is to be older."""

    show: Show = Show.ALL
    before: int | None = None

    @classmethod
    def parse(cls, data: Mapping[str, str]) -> "Reading":
        """As an address has it; anything else is the whole log from its end."""
        show = data.get("show", "")
        known = Show(show) if show in list(Show) else Show.ALL
        return cls(known, small_number(data.get("before", "")))

    @property
    def query(self) -> dict[str, str]:
        """What an open page says of it when it asks for changes; nothing for the whole log."""
        shown = {} if self.show is Show.ALL else {"show": self.show.value}
        return shown if self.before is None else {**shown, "before": str(self.before)}


NEWEST = Reading()


@dataclass(frozen=True, slots=True)
class LogPage:
    """Lines of the log, the latest first; `older` is where the next page begins."""

    lines: list[Line]
    older: int | None


def log_page(pulka: Pulka, reading: Reading) -> LogPage:
    """The lines that somebody reads."""
    found = lines_of(pulka, reading.show).order_by("-id")
    if reading.before is not None:
        found = found.filter(pk__lt=reading.before)
    lines = list(found[: LINES_A_PAGE + 1])
    is_cut = len(lines) > LINES_A_PAGE
    shown = lines[:LINES_A_PAGE]
    return LogPage(shown, shown[-1].pk if is_cut else None)


def names_then(names: Sequence[str], newcomers: Iterable[Line], line: Line) -> tuple[str, ...]:
    """The names by seat when a line was written; `newcomers` took seats over, the latest first."""
    then = list(names)
    for newcomer in newcomers:
        if newcomer.pk > line.pk and newcomer.seat is not None and newcomer.seat < len(then):
            then[newcomer.seat] = str(newcomer.before)
    return tuple(then)


def lines_of(pulka: Pulka, show: Show) -> QuerySet[Line]:
    """Every line, or only what was changed."""
    if show is not Show.CHANGES:
        return pulka.lines.all()
    return pulka.lines.filter(~Q(action__in=PLAY) | Q(before__isnull=False))


@dataclass(frozen=True, slots=True)
class Marks:
    """The deals that were mended on the sheet or written in later."""

    mended: frozenset[int]
    added: frozenset[int]


def marks_of(pulka: Pulka) -> Marks:
    """What the log says of whole deals: mended is one that changed once it had been written."""
    is_whole, is_mend = Q(action__in=("mended", "added", "written")), Q(action__in=FACTS)
    found = pulka.lines.filter(is_whole | (is_mend & Q(before__isnull=False))).order_by("id")
    written: set[int | None] = set()
    mended: set[int] = set()
    added: set[int] = set()
    for action, deal in found.values_list("action", "deal"):
        if action == "written":
            written.add(deal)
        elif action == "added":
            added.add(deal or 0)
        elif action == "mended" or deal in written:
            mended.add(deal or 0)
    return Marks(frozenset(mended), frozenset(added))
