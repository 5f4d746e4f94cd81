"""How a view answers what it did, with htmx or without."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from prefweb.players.models import Player
from prefweb.players.services import player_of
from prefweb.tables.deals.protocol import Told
from prefweb.tables.models import Seat
from prefweb.ui import words

View = Callable[[HttpRequest, str], HttpResponse]
Args = ParamSpec("Args")
AnyView = Callable[Concatenate[HttpRequest, Args], HttpResponse]

page_and_form = require_http_methods(["GET", "HEAD", "POST"])
"""A page whose form is sent to the page's own address."""


def act_of(page: str) -> Callable[[AnyView[Args]], AnyView[Args]]:
    """A view that only acts, on POST. Whoever opens its address is led to the page it is part of.

    A refused act is answered with a page under the act's address, and what is opened from there
    (the same page in another language, or once more) is asked for with GET.
    """

    def decorate(view: AnyView[Args]) -> AnyView[Args]:
        @wraps(view)
        def wrapped(
            request: HttpRequest, /, *args: Args.args, **kwargs: Args.kwargs
        ) -> HttpResponse:
            if request.method != "POST":
                return redirect(reverse(page, args=args, kwargs=kwargs))
            return view(request, *args, **kwargs)

        return page_and_form(wrapped)

    return decorate


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
            page = reverse("tables:pulka", args=[slug])
            return HttpResponseClientRedirect(page) if is_htmx(request) else redirect(page)

    return wrapped


def is_htmx(request: HttpRequest) -> bool:
    """Whether a part of the open page asks, and not the browser for a page."""
    return bool(request.htmx)  # type: ignore[attr-defined]


def sentence(told: Told, slug: str) -> str:
    """The reason in the reader's language, with the players' names."""
    names = Seat.objects.filter(pulka__slug=slug).order_by("index").values_list("name", flat=True)
    return words.told(told.code, told.params, list(names))
