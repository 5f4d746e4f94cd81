"""Whom a club knows by name."""

from django.db.models import QuerySet

from prefweb.clubs.models import Club, Member
from prefweb.players.models import Player


def members_of(club: Club) -> QuerySet[Member]:
    """Who belongs to the club today."""
    return club.members.filter(left=None).select_related("player__main")


def member_named(club: Club | None, name: str) -> Player | None:
    """The one member of that name; None where there is none, or several are called so."""
    if club is None:
        return None
    found = {
        member.player.main
        for member in members_of(club)
        if member.player.name.casefold() == name.casefold()
    }
    return found.pop() if len(found) == 1 else None
