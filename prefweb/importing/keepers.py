"""Where somebody can keep a sheet that he has counted."""

from collections.abc import Iterator
from datetime import datetime

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from prefweb.clubs.access import RIGHTS, ClubDeed, clubs_of
from prefweb.clubs.evenings import evening_at
from prefweb.clubs.models import Club
from prefweb.players.services import player_key, player_of


def keepers_of(request: HttpRequest, query: str) -> list[tuple[str, str]]:
    """The clubs, by name, and one's own games, without one: each with the address to keep it at."""
    key = player_key(request)
    return list(_keepers(request, query)) if key is not None else []


def _keepers(request: HttpRequest, query: str) -> Iterator[tuple[str, str]]:
    now = timezone.now()
    for club in clubs_of(player_key(request)):
        if club.role in RIGHTS[ClubDeed.KEEP]:  # type: ignore[attr-defined]
            address = reverse("importing:paper", args=[club.slug])
            yield club.name, _with(address, query, club, now)
    player = player_of(request)
    if player is not None and player.account_id is not None:
        yield "", _with(reverse("importing:mine"), query, None, now)


def _with(address: str, query: str, club: Club | None, now: datetime) -> str:
    return f"{address}?{query}&evening={evening_at(club, now)}"
