"""Whose figures are asked for."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, OuterRef, Subquery

from prefweb.clubs.models import Club, Member
from prefweb.players.models import Player
from prefweb.statistics.models import Part
from prefweb.tables.models import Seat


@dataclass(frozen=True, slots=True)
class Person:
    """A person by his main player, with all players who are he."""

    main: UUID
    name: str
    players: list[UUID]
    member: int | None
    """His place in the club, the newest one; None where he never had one."""


def person_in(club: Club, key: UUID) -> Person | None:
    """Who that is in a club; None for who neither belongs to it nor has played there."""
    here = {"club": club, "player": OuterRef("pk")}
    seats = Seat.objects.filter(pulka__club=club, person=OuterRef("pk"))
    place = Member.objects.filter(**here).order_by("-id").values("pk")[:1]
    rows = list(
        Player.objects.filter(main__merged=key)
        .annotate(place=Subquery(place), played=Exists(Part.objects.filter(**here)) | Exists(seats))
        .values_list("pk", "main", "main__name", "place", "played")
    )
    if not any(place or played for *_who, place, played in rows):
        return None
    _pk, main, name, *_rest = rows[0]
    places = [place for *_who, place, _played in rows if place]
    return Person(main, name, [row[0] for row in rows], max(places, default=None))
