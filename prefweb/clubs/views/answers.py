"""How the views of clubs answer: refusals in words, and who needs an account first."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from prefweb.clubs.refusals import Refused
from prefweb.players.models import Player
from prefweb.players.services import player_of

Args = ParamSpec("Args")
View = Callable[Concatenate[HttpRequest, Args], HttpResponse]


def says_why(page: str) -> Callable[[View[Args]], View[Args]]:
    """An act that may not be answers with its reason on a page of the club, instead of failing."""

    def decorate(view: View[Args]) -> View[Args]:
        @wraps(view)
        def wrapped(
            request: HttpRequest, /, *args: Args.args, **kwargs: Args.kwargs
        ) -> HttpResponse:
            try:
                return view(request, *args, **kwargs)
            except Refused as refused:
                messages.error(request, refused.sentence)
                return redirect(page, kwargs["slug"])

        return wrapped

    return decorate


def with_account(request: HttpRequest) -> Player | None:
    """The player of this browser, where he has an account."""
    player = player_of(request)
    return player if player is not None and player.account_id is not None else None


def ways_in(path: str) -> dict[str, str]:
    """Where to get an account and where to sign in, both leading back here."""
    back = urlencode({"next": path})
    return {
        "sign_up": f"{reverse('account_signup')}?{back}",
        "sign_in": f"{reverse('account_login')}?{back}",
    }
