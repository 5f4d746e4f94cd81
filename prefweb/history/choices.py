"""What a search offers to choose from: what there is in the pulkas that are searched."""

from __future__ import annotations

from typing import TypeAlias

from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _

from prefweb.history.search import OUTSIDE, State
from prefweb.tables.models import Pulka, Seat
from prefweb.ui.options import PRESETS, preset_name

HOUSE = "house:"
"""Before the name of house rules, so that none is taken for a preset."""
Choices: TypeAlias = list[tuple[str, str]]


def players(pulkas: QuerySet[Pulka]) -> Choices:
    """Everybody who has played, by name, with how often."""
    seats = Seat.objects.filter(pulka__in=pulkas.order_by(), person__isnull=False)
    counted = seats.values_list("person__main", "person__main__name").annotate(Count("id"))
    rows = counted.order_by("person__main__name", "person__main")
    return [(str(main), f"{name} · {count}") for main, name, count in rows]


def conventions(pulkas: QuerySet[Pulka]) -> tuple[Choices, Choices]:
    """The presets, and the house rules that were played by."""
    names = pulkas.exclude(house_rules="").order_by("house_rules")
    own = names.values_list("house_rules", flat=True).distinct()
    presets = [(key, str(preset_name(key))) for key in PRESETS]
    return presets, [(HOUSE + name, name) for name in own]


def clubs(pulkas: QuerySet[Pulka]) -> Choices:
    """The clubs in which they were played, and outside of any."""
    rows = pulkas.exclude(club=None).order_by("club__name", "club__slug")
    found = rows.values_list("club__slug", "club__name").distinct()
    return [*found, (OUTSIDE, _("outside of clubs"))]


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
