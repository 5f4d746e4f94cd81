"""What a person sees of himself."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from prefweb.players.services import player_of


@require_safe
def me(request: HttpRequest) -> HttpResponse:
    """Who this browser is, and the ways to become somebody else."""
    return render(request, "players/me.html", {"player": player_of(request), "here": "me"})
