"""Entries by hand, warnings and fines in words, and as rows of pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from prefweb.tables.openings import exact
from prefweb.ui.deals import column
from prefweb.ui.names import isolated
from prefweb.ui.numbers import number, signed
from scoring import Area

if TYPE_CHECKING:
    from prefweb.tables.models import Line

Names: TypeAlias = Sequence[str]
Words: TypeAlias = Callable[["Line", Names], str]

MISTAKES: dict[str, Any] = {
    Area.POOL: gettext_lazy("pool, %(n)s too much"),
    Area.MOUNTAIN: gettext_lazy("mountain, %(n)s too little"),
    Area.WHISTS: gettext_lazy("whists on: %(name)s, %(n)s too many"),
}


def entry_words(data: Mapping[str, Any], names: Names) -> str:
    """What an entry writes: "mountain +4", "whists on: Boris −2"."""
    against = data["against"]
    target = _name(against, names) if against is not None else None
    return f"{column(Area(data['area']), target)} {signed(exact(data['amount']))}"


def mistake_words(cells: Sequence[Any], names: Names) -> str:
    """What had been too much: "pool, 4 too much; mountain, 4 too little"."""
    return "; ".join(
        str(MISTAKES[Area(area)])
        % {"n": number(exact(amount)), "name": _name(against, names) if against is not None else ""}
        for _seat, area, against, amount in cells
    )


def _name(seat: int, names: Names) -> str:
    return isolated(names[seat]) if seat < len(names) else str(seat + 1)


def _writes(line: Line, names: Names) -> str:
    words = {"entry": entry_words(_entry(line), names), "why": _entry(line)["note"]}
    return _("writes by hand: %(entry)s (%(why)s)") % words


def _about(sentence: Any) -> Words:
    """A sentence about somebody's entry."""

    def words(line: Line, names: Names) -> str:
        entry = _entry(line)
        owner = _name(entry["seat"], names)
        return str(sentence) % {"name": owner, "entry": entry_words(entry, names)}

    return words


def _of(sentence: Any) -> Words:
    """A sentence about somebody's mistake."""

    def words(line: Line, names: Names) -> str:
        name = _name(line.seat or 0, names)
        return str(sentence) % {"name": name, "mistake": mistake_words(_cells(line), names)}

    return words


def _entry(line: Line) -> Any:
    return line.after


def _cells(line: Line) -> Any:
    return line.after if isinstance(line.after, list) else []


HAND_ACTIONS: dict[str, Words] = {
    "hand": _writes,
    "hand_agreed": _about(gettext_lazy("confirms the entry: %(name)s, %(entry)s")),
    "hand_declined": _about(gettext_lazy("is against the entry: %(name)s, %(entry)s")),
    "hand_withdrawn": _about(gettext_lazy("takes the entry back: %(name)s, %(entry)s")),
    "hand_lapsed": _about(gettext_lazy("Nobody answered, not written: %(name)s, %(entry)s")),
    "warned": _of(gettext_lazy("A warning: %(name)s. The deal had written: %(mistake)s")),
    "fined": _of(gettext_lazy("A fine: %(name)s. The deal had written: %(mistake)s")),
    "lifted": _of(gettext_lazy("The mend is off, and its warning or fine too: %(name)s")),
    "fine_agreed": _about(gettext_lazy("takes the fine: %(entry)s")),
    "fine_declined": _about(gettext_lazy("lets the fine go: %(entry)s")),
}
"""Sentences of the log."""

HAND_CONSEQUENCES = frozenset({"hand_lapsed", "warned", "fined", "lifted"})
"""Nobody's own act."""
