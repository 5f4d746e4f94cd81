"""Who has played in a long list of pulkas, under which names, by which rules and in which clubs.

It takes every seat of all of them to know, so it is remembered for a minute, and found out anew
once a pulka has come or gone, or players have been merged.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias
from uuid import UUID

from django.core.cache import caches
from django.db.models import Count, Max, QuerySet, Subquery

from prefweb.players.models import Merge, Player
from prefweb.tables.models import Pulka, Seat

SECONDS = 60
SeatRow: TypeAlias = tuple[UUID | None, str, int]
"""A player, the name he sat under, and how often."""
HomeRow: TypeAlias = tuple[str, str | None, str | None]
"""House rules, the club's slug and its name."""


class Person(NamedTuple):
    """A person by his main player."""

    main: UUID
    name: str


@dataclass(frozen=True, slots=True)
class Cast:
    """Who has played, and by what."""

    total: int
    """How many pulkas there are."""
    seats: list[SeatRow]
    homes: list[HomeRow]
    who: dict[UUID, Person]
    """Of each player the person he is."""

    def people(self) -> list[tuple[Person, int]]:
        """The persons by name, each with all games of whom was merged into him."""
        counts = Counter[Person]()
        for player, _name, count in self.seats:
            if player in self.who:
                counts[self.who[player]] += count
        return sorted(counts.items(), key=lambda row: (row[0].name.casefold(), row[0].main))

    def same(self, key: UUID) -> list[UUID]:
        """The players who are the same person as this one and have played; the main one too."""
        main = self.who[key].main if key in self.who else key
        found = [player for player, person in self.who.items() if person.main == main]
        return [main, *found] if found else []

    def names_with(self, part: str) -> list[str]:
        """The names it is part of."""
        sought = part.casefold()
        return [name for name in {row[1] for row in self.seats} if sought in name.casefold()]


def cast_of(pulkas: QuerySet[Pulka], whose: str) -> Cast:
    """The cast of all pulkas of a club or of a player; `whose` tells the lists apart."""
    merges = Merge.objects.order_by()
    now = pulkas.order_by().aggregate(
        total=Count("pk"),
        merged=Max(Subquery(merges.order_by("-id").values("id")[:1])),
        undone=Max(Subquery(merges.exclude(undone=None).order_by("-undone").values("undone")[:1])),
    )
    undone = now["undone"].timestamp() if now["undone"] else 0
    key = f"cast:{whose}:{now['total']}:{now['merged'] or 0}:{undone}"
    memory = caches["memory"]
    found: Cast | None = memory.get(key)
    if found is None:
        found = _read(pulkas.order_by(), now["total"])
        memory.set(key, found, SECONDS)
    return found


def _read(pulkas: QuerySet[Pulka], total: int) -> Cast:
    seats = Seat.objects.filter(pulka__in=pulkas).values_list("person", "name").order_by()
    rows = list(seats.annotate(Count("id")))
    keys = {player for player, _name, _count in rows if player}
    mains = Player.objects.filter(pk__in=keys).values_list("pk", "main", "main__name")
    who = {player: Person(main, name) for player, main, name in mains}
    homes = pulkas.values_list("house_rules", "club__slug", "club__name").distinct()
    return Cast(total, rows, list(homes), who)
