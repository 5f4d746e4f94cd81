"""Who has played in a long list of pulkas, under which names, by which rules and in which clubs.

It takes every seat of all of them to know, so it is remembered for a minute, and found out anew
once a pulka has come or gone, or players have been merged. It is kept as it is: to unpack it from
a cache took as long as a whole list of pulkas.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeAlias
from uuid import UUID

from django.db.models import Count, Max, QuerySet, Subquery

from prefweb.players.models import Merge, Player
from prefweb.tables.models import Pulka, Seat

SECONDS = 60
CASTS = 100
"""As many are remembered: of the clubs and players that are looked at now."""
SeatRow: TypeAlias = tuple[UUID | None, str, int]
"""A player, the name he sat under, and how often."""
HomeRow: TypeAlias = tuple[str, str | None, str | None]
"""House rules, the club's slug and its name."""


class Person(NamedTuple):
    """A person by his main player."""

    main: UUID
    name: str


@dataclass(frozen=True)
class Cast:
    """Who has played, and by what."""

    total: int
    """How many pulkas there are."""
    seats: list[SeatRow]
    homes: list[HomeRow]
    who: dict[UUID, Person]
    """Of each player the person he is."""

    @cached_property
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
    minute = int(time.monotonic() // SECONDS)
    return _read(_Asked(whose, now["total"], now["merged"], now["undone"], minute, pulkas))


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a cast is remembered by, and the pulkas it is of."""

    whose: str
    total: int
    merged: int | None
    undone: datetime | None
    minute: int
    pulkas: QuerySet[Pulka] = field(compare=False)


@lru_cache(CASTS)
def _read(asked: _Asked) -> Cast:
    pulkas = asked.pulkas.order_by()
    seats = Seat.objects.filter(pulka__in=pulkas).values_list("person", "name").order_by()
    rows = list(seats.annotate(Count("id")))
    keys = {player for player, _name, _count in rows if player}
    mains = Player.objects.filter(pk__in=keys).values_list("pk", "main", "main__name")
    who = {player: Person(main, name) for player, main, name in mains}
    homes = pulkas.values_list("house_rules", "club__slug", "club__name").distinct()
    return Cast(asked.total, rows, list(homes), who)
