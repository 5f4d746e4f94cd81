"""The log of those who come and go, of the host, the scribe and pulkas that go on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from prefweb.ui.names import isolated
from prefweb.ui.refusals import player

if TYPE_CHECKING:
    from prefweb.tables.models import Consent, Line

Names = Sequence[str]


def _sits(line: Line, names: Names) -> str:
    words = {"number": (line.seat or 0) + 1, "before": isolated(line.before or "")}
    if line.before and line.before != line.after:
        return _("sits down, seat %(number)s, where this name stood: %(before)s") % words
    return _("sits down, seat %(number)s") % words


def _new_link(line: Line, names: Names) -> str:
    return _("gives a seat a new link: %(name)s") % {"name": isolated(str(line.after))}


def _scribe(line: Line, names: Names) -> str:
    if line.after is None:
        return _("each posts the own part again")
    return _("writes for all from now on: %(name)s") % {"name": isolated(_name(line.after, names))}


def _host(line: Line, names: Names) -> str:
    return _("host of the table from now on: %(name)s") % {
        "name": isolated(_name(line.after, names))
    }


def _name(seat: Any, names: Names) -> str:
    return player(int(seat), names)


def _goes_on(line: Line, names: Names) -> str:
    return _("The sheet of the pulka before goes on")


def _continued(line: Line, names: Names) -> str:
    return _("The sheet goes on in the next pulka")


TABLE_ACTIONS: dict[str, Callable[[Line, Names], str]] = {
    "sits": _sits,
    "new_link": _new_link,
    "scribe": _scribe,
    "host": _host,
    "continued": _continued,
    "goes_on": _goes_on,
}
"""Words for what happens at the table while it is played."""


def _extend(consent: Consent, names: Names) -> str:
    value = consent.value or {}
    if "target" in value:
        return _("play on up to %(target)s") % {"target": value["target"]}
    return _("play on for longer")


def _join(consent: Consent, names: Names) -> str:
    value = consent.value or {}
    if "name" not in value or "after" not in value:
        return _("one more player")
    words = {"name": isolated(value["name"]), "after": isolated(_name(value["after"], names))}
    return _("one more player: %(name)s, to the left of: %(after)s") % words


def _part(consent: Consent, names: Names) -> str:
    value = consent.value or {}
    if "seat" not in value:
        return _("go on without a player")
    return _("go on without: %(name)s") % {"name": isolated(_name(value["seat"], names))}


def _new_host(consent: Consent, names: Names) -> str:
    return _("host of the table: %(name)s") % {"name": isolated(_name(consent.seat, names))}


TABLE_WISHES: dict[str, Callable[[Consent, Names], str]] = {
    "extend": _extend,
    "join": _join,
    "part": _part,
    "host": _new_host,
}
"""What is asked, as it follows "Anna asks:"; without a value the kind alone."""

TABLE_CONSEQUENCES = frozenset({"continued", "goes_on"})
