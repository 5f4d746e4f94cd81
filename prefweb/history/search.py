"""Which pulkas are asked for: a base, and filters that act together.

A base holds pulkas that have begun, newest evening first. Players are found by the persons they
are, so that games of merged players count for one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from uuid import UUID

from django.db.models import Q, QuerySet

from prefweb.clubs.models import Club, Place
from prefweb.players.models import Player
from prefweb.tables.models import Pulka, PulkaStep, Seat, Source, Table

NEWEST = ("-evening", "-id")
OUTSIDE = "none"


class State(StrEnum):
    """What became of a pulka, and where it comes from."""

    SETTLED = "settled"
    RUNNING = "running"
    ABANDONED = "abandoned"
    CONTINUED = "continued"
    CORRECTED = "corrected"
    PAPER = "paper"
    FILE = "file"


STATES: dict[State, Q] = {
    State.SETTLED: Q(step=PulkaStep.SETTLED),
    State.RUNNING: Q(step__in=(PulkaStep.PLAYING, PulkaStep.ENDED)),
    State.ABANDONED: Q(step=PulkaStep.ABANDONED),
    State.CONTINUED: Q(step=PulkaStep.CONTINUED),
    State.CORRECTED: Q(corrected__isnull=False),
    State.PAPER: Q(source=Source.PAPER),
    State.FILE: Q(source=Source.FILE),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What was asked for; an empty value asks for nothing."""

    players: Sequence[UUID] = ()
    """All that are one person."""
    names: Sequence[str] | None = None
    """Of whom one has to sit there; none of them, where nobody is called so."""
    since: date | None = None
    until: date | None = None
    preset: str = ""
    house_rules: str = ""
    table: str = ""
    size: int | None = None
    state: State | None = None
    club: str = ""
    """Its slug, or OUTSIDE of any."""

    def __bool__(self) -> bool:
        return self != Filters()


def of_club(club: Club) -> QuerySet[Pulka]:
    """Every pulka of the club that has begun."""
    return Pulka.objects.filter(club=club, evening__isnull=False).order_by(*NEWEST)


def of_person(players: Sequence[UUID]) -> QuerySet[Pulka]:
    """Every pulka a person has a part in: his game, or on his phone; over all tables."""
    return Pulka.objects.filter(pk__in=_with(players), evening__isnull=False).order_by(*NEWEST)


def one_person(key: UUID) -> list[UUID]:
    """The player with this key, and everybody who was merged into him.

    A guest whom somebody took for another one has no part in the other one's games.
    """
    return list(Player.objects.filter(Q(pk=key) | Q(main=key)).values_list("pk", flat=True))


def _with(players: Sequence[UUID]) -> QuerySet[Seat, int]:
    """The pulkas with one of them at the table.

    Asked by the players themselves: over a join no index answers either of the two.
    """
    found = Seat.objects.filter(Q(person__in=players) | Q(player__in=players))
    return found.values_list("pulka", flat=True)


def narrowed(pulkas: QuerySet[Pulka], asked: Filters) -> QuerySet[Pulka]:
    """Those of them that all filters let through."""
    if asked.players:
        pulkas = pulkas.filter(pk__in=_with(asked.players))
    if asked.names is not None:
        named = Seat.objects.filter(name__in=asked.names)
        pulkas = pulkas.filter(pk__in=named.values("pulka"))
    if asked.since:
        pulkas = pulkas.filter(evening__gte=asked.since)
    if asked.until:
        pulkas = pulkas.filter(evening__lte=asked.until)
    if asked.state:
        pulkas = pulkas.filter(STATES[asked.state])
    return _by_agreement(pulkas, asked)


def _by_agreement(pulkas: QuerySet[Pulka], asked: Filters) -> QuerySet[Pulka]:
    same = {"preset": asked.preset, "house_rules": asked.house_rules, "size": asked.size}
    pulkas = pulkas.filter(**{name: value for name, value in same.items() if value})
    if asked.club:
        outside = asked.club == OUTSIDE
        pulkas = pulkas.filter(Q(club=None) if outside else Q(club__slug=asked.club))
    if asked.table:
        places = Place.objects.filter(title__icontains=asked.table)
        tables = Table.objects.filter(Q(title__icontains=asked.table) | Q(place__in=places))
        pulkas = pulkas.filter(table__in=tables)
    return pulkas
