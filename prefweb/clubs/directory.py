"""Whom a club knows by name."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from uuid import UUID

from django.db.models import QuerySet

from prefweb.clubs.models import Club, ClubRole, Member
from prefweb.players.models import Player

STRENGTH = (ClubRole.OWNER, ClubRole.ADMIN, ClubRole.MEMBER)
"""Of somebody with several places in a club the strongest role counts."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in the directory, once, however many of his players were merged into one."""

    member: Member
    """His place in the club, his own before those of who was merged into him."""
    role: ClubRole
    joined: datetime

    @property
    def player(self) -> Player:
        return self.member.player.main

    @property
    def name(self) -> str:
        return self.player.name

    @property
    def has_account(self) -> bool:
        return self.player.account_id is not None

    @property
    def is_owner(self) -> bool:
        return self.role == ClubRole.OWNER

    @property
    def is_admin(self) -> bool:
        return self.role == ClubRole.ADMIN


def members_of(club: Club) -> QuerySet[Member]:
    """Who belongs to the club today."""
    return club.members.filter(left=None).select_related("player__main")


def people_of(club: Club) -> list[Person]:
    """Everybody who belongs to the club today, by name."""
    return sorted(persons(members_of(club)), key=lambda person: person.name.casefold())


def persons(members: Iterable[Member]) -> list[Person]:
    """The people behind these places."""
    by_person = sorted(members, key=lambda member: (member.player.main_id, member.pk))
    return [_person(list(places)) for _, places in groupby(by_person, lambda m: m.player.main_id)]


def _person(places: list[Member]) -> Person:
    own = next((place for place in places if place.player_id == place.player.main_id), places[0])
    role = min((ClubRole(place.role) for place in places), key=STRENGTH.index)
    return Person(own, role, min(place.joined for place in places))


def names_left(club: Club | None, seated: Collection[str], people: Collection[UUID]) -> list[str]:
    """The names to offer for a seat: without those who sit there, as players or by their names."""
    if club is None:
        return []
    taken = {name.casefold() for name in seated}
    left = [person for person in people_of(club) if person.player.pk not in people]
    return [person.name for person in left if person.name.casefold() not in taken]


def member_named(club: Club | None, name: str) -> Player | None:
    """The one member of that name; None where there is none, or several are called so."""
    if club is None:
        return None
    found = {
        member.player.main
        for member in members_of(club)
        if name.casefold() in (member.player.name.casefold(), member.player.main.name.casefold())
    }
    return found.pop() if len(found) == 1 else None
