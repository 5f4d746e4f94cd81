"""The page of a club's tokens, for those who manage it."""

from __future__ import annotations

from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from prefweb.api import tokens
from prefweb.api.forms import TokenForm
from prefweb.clubs.access import ClubDeed, ClubViewer, get_club
from prefweb.clubs.models import Club
from prefweb.clubs.views.clubs import club_context
from prefweb.tables.views.answers import act_of, known_player, page_and_form

COOKIE = "token"
"""Carries a new secret to the page that shows it once: the database never has it."""
SECONDS = 60
SALT = "prefweb.api.views"


@never_cache
@page_and_form
def tokens_of(request: HttpRequest, slug: str) -> HttpResponse:
    """The tokens there are, a new one, and the secret of one that was just made."""
    found, viewer = get_club(request, slug, ClubDeed.MANAGE)
    form = TokenForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        made = _made(request, found, form)
        if made is not None:
            return made
    return _page(request, found, viewer, form)


def _made(request: HttpRequest, found: Club, form: TokenForm) -> HttpResponse | None:
    try:
        told = form.cleaned_data
        token, secret = tokens.make(found, known_player(request), told["title"], told["uid"])
    except tokens.TooMany:
        form.add_error("title", _("A club has at most %(count)s tokens.") % {"count": tokens.MOST})
        return None
    response = redirect("api:tokens", found.slug)
    if token.revoked is None:
        _show_once(request, response, found, secret)
    return response


def _page(request: HttpRequest, found: Club, viewer: ClubViewer, form: TokenForm) -> HttpResponse:
    secret = _shown_now(request)
    context = {
        **club_context(found, viewer, "settings", part="tokens"),
        "form": form,
        "tokens": list(found.tokens.filter(revoked=None)),
        "secret": secret,
        "address": request.build_absolute_uri(reverse("api:v1:api-root")),
    }
    status = 422 if form.is_bound else 200
    response = render(request, "api/tokens.html", context, status=status)
    if secret:
        response.delete_cookie(COOKIE, path=request.path)
    return response


def _show_once(request: HttpRequest, response: HttpResponse, found: Club, secret: str) -> None:
    response.set_cookie(
        COOKIE,
        signing.dumps(secret, salt=SALT),
        max_age=SECONDS,
        path=reverse("api:tokens", args=[found.slug]),
        secure=request.is_secure(),
        httponly=True,
        samesite="Strict",
    )


def _shown_now(request: HttpRequest) -> str:
    """The secret that was made a moment ago; empty where none was."""
    try:
        secret: str = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=SECONDS)
    except signing.BadSignature:
        return ""
    return secret


@act_of("api:revoke")
def revoke(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """It opens nothing from now on."""
    found, _viewer = get_club(request, slug, ClubDeed.MANAGE)
    tokens.revoke(found, pk)
    messages.info(request, _("The token is revoked. Whoever used it reads nothing any more."))
    return redirect("api:tokens", slug)
