"""The clubs somebody belongs to, and one of them."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from prefweb.clubs.access import ClubDeed, ClubViewer, clubs_of, get_club
from prefweb.clubs.models import Club
from prefweb.players.services import player_key


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """The clubs of this player, and the ways into one."""
    mine = list(clubs_of(player_key(request)))
    return render(request, "clubs/clubs.html", {"clubs": mine, "here": "clubs"})


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """What a club shows of itself."""
    found, viewer = get_club(request, slug, ClubDeed.VISIT)
    return render(request, "clubs/club.html", club_context(found, viewer, "club"))


def club_context(found: Club, viewer: ClubViewer, page: str) -> dict[str, Any]:
    """What the frame of a club's pages asks for."""
    return {"club": found, "viewer": viewer, "page": page, "here": "clubs"}
