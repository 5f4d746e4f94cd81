"""What a search offers to choose from: what there is in the pulkas that are searched."""

from __future__ import annotations

from typing import TypeAlias

from django.utils.translation import gettext as _

from prefweb.history.cast import Cast
from prefweb.history.search import OUTSIDE, State
from prefweb.ui.options import PRESETS, preset_name

HOUSE = "house:"
"""Before the name of house rules, so that none is taken for a preset."""
Choices: TypeAlias = list[tuple[str, str]]


def people(cast: Cast) -> Choices:
    """Everybody who has played, by name, with how often."""
    return [(str(person.main), f"{person.name} · {count}") for person, count in cast.people]


def presets() -> Choices:
    """The conventions everybody knows."""
    return [(key, str(preset_name(key))) for key in PRESETS]


def house_rules(cast: Cast) -> Choices:
    """What clubs call their own."""
    return [(HOUSE + name, name) for name in sorted({row[0] for row in cast.homes if row[0]})]


def clubs(cast: Cast) -> Choices:
    """The clubs in which they were played, and outside of any."""
    found = {(name, slug) for _rules, slug, name in cast.homes if slug and name}
    named = sorted(found, key=lambda club: (club[0].casefold(), club[1]))
    return [*((slug, name) for name, slug in named), (OUTSIDE, _("outside of clubs"))]


def states() -> Choices:
    """What can have become of a pulka."""
    words = {
        State.SETTLED: _("settled"),
        State.RUNNING: _("running"),
        State.ABANDONED: _("not played out"),
        State.CONTINUED: _("gone on in another one"),
        State.CORRECTED: _("corrected"),
        State.PAPER: _("from paper"),
        State.FILE: _("from a file"),
    }
    return [(state.value, word) for state, word in words.items()]
