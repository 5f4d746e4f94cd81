"""What a search offers to choose from: what there is in the pulkas that are searched."""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias
from uuid import UUID

from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _

from prefweb.history.search import OUTSIDE, State
from prefweb.players.models import Player
from prefweb.tables.models import Pulka, Seat
from prefweb.ui.options import PRESETS, preset_name

HOUSE = "house:"
"""Before the name of house rules, so that none is taken for a preset."""
Choices: TypeAlias = list[tuple[str, str]]


class Cast:
    """Who has played in some pulkas, under which names and how often."""

    def __init__(self, pulkas: QuerySet[Pulka]) -> None:
        seats = Seat.objects.filter(pulka__in=pulkas.order_by())
        counted = seats.values_list("person", "name").annotate(Count("id")).order_by()
        self._rows = list(counted)

    def people(self) -> Choices:
        """The persons by name, each with all games of whom was merged into him."""
        keys = {person for person, _name, _count in self._rows if person}
        mains = Player.objects.filter(pk__in=keys).values_list("pk", "main", "main__name")
        who = {key: (main, name) for key, main, name in mains}
        counts = Counter[tuple[UUID, str]]()
        for person, _name, count in self._rows:
            if person:
                counts[who[person]] += count
        found = sorted(counts.items(), key=lambda row: (row[0][1].casefold(), row[0][0]))
        return [(str(main), f"{name} · {count}") for (main, name), count in found]

    def names_with(self, part: str) -> list[str]:
        """The names it is part of."""
        sought = part.casefold()
        return [name for name in {row[1] for row in self._rows} if sought in name.casefold()]


def presets() -> Choices:
    """The conventions everybody knows."""
    return [(key, str(preset_name(key))) for key in PRESETS]


class Homes:
    """By what pulkas were played, and in which clubs."""

    def __init__(self, pulkas: QuerySet[Pulka]) -> None:
        rows = pulkas.order_by().values_list("house_rules", "club__slug", "club__name")
        self._rows = list(rows.distinct())

    def house_rules(self) -> Choices:
        """What clubs call their own."""
        return [(HOUSE + name, name) for name in sorted({row[0] for row in self._rows if row[0]})]

    def clubs(self) -> Choices:
        """The clubs, and outside of any."""
        found = {(name, slug) for _rules, slug, name in self._rows if slug}
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
