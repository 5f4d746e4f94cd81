"""How a view answers what it did, with htmx or without."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from prefweb.players.models import Player
from prefweb.players.services import player_of
from prefweb.tables.models import Seat
from prefweb.tables.protocol import Told
from prefweb.ui import words

View = Callable[[HttpRequest, str], HttpResponse]


def known_player(request: HttpRequest) -> Player:
    """The player behind the request. Raises PermissionDenied for a browser without a name."""
    player = player_of(request)
    if player is None:
        raise PermissionDenied
    return player


def says_why(view: View) -> View:
    """An action that may not be answers with its reason on the pulka's page, instead of failing."""

    @wraps(view)
    def wrapped(request: HttpRequest, slug: str) -> HttpResponse:
        try:
            return view(request, slug)
        except Told as told:
            messages.error(request, sentence(told, slug))
            return redirect("tables:pulka", slug)

    return wrapped


def sentence(told: Told, slug: str) -> str:
    """The reason in the reader's language, with the players' names."""
    names = Seat.objects.filter(pulka__slug=slug).order_by("index").values_list("name", flat=True)
    return words.told(told.code, told.params, list(names))
