"""What a person sees of himself, and what he can do about it."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from prefweb.clubs.access import clubs_of
from prefweb.players.claims import claim as claim_guest
from prefweb.players.claims import forget_guest, offer_again, offered_guest
from prefweb.players.forms import NameForm
from prefweb.players.mail import address_of
from prefweb.players.merging import CannotMerge, merges_into, preview, unmerge
from prefweb.players.models import Account, Player
from prefweb.players.services import player_of, rename
from prefweb.players.signing import sign_out_guest
from prefweb.ui.merging import refusal

UNPROCESSABLE = 422


@require_safe
@never_cache
def me(request: HttpRequest) -> HttpResponse:
    """Who this browser is, and the ways to become somebody else."""
    return _page(request, player_of(request), NameForm())


@require_POST
def name(request: HttpRequest) -> HttpResponse:
    """Another name at tables; what was played keeps the name it was played under."""
    player, form = _somebody(request), NameForm(request.POST)
    if not form.is_valid():
        return _page(request, player, form, status=UNPROCESSABLE)
    rename(player, form.cleaned_data["name"])
    messages.success(request, _("From now on you sit down under this name."))
    return redirect("players:me")


@require_POST
def forget(request: HttpRequest) -> HttpResponse:
    """A guest leaves a phone that is not his."""
    if _somebody(request).account_id is None:
        sign_out_guest(request)
        messages.success(request, _("This browser knows nobody any more."))
    return redirect("tables:home")


@never_cache
def claim(request: HttpRequest) -> HttpResponse:
    """Whether the games of this browser are those of the person who has signed in."""
    player, guest = signed_in(request), offered_guest(request)
    if guest is None:
        return redirect("players:me")
    if request.method != "POST":
        context = {"preview": preview(guest, player), "player": player, "here": "me"}
        return render(request, "players/claim.html", context)
    if request.POST.get("answer") == "mine":
        _claim(request, guest)
    else:
        forget_guest(request)
    return redirect("players:me")


def _claim(request: HttpRequest, guest: Player) -> None:
    try:
        claim_guest(request, guest)
    except CannotMerge as told:
        messages.error(request, refusal(told.code))
    else:
        messages.success(request, _("These games are yours now."))


@require_POST
def unclaim(request: HttpRequest, pk: int) -> HttpResponse:
    """Games that were taken for this person's are not."""
    player = signed_in(request)
    found = get_object_or_404(merges_into(player), pk=pk)
    unmerge(found, player)
    if found.by is not None and found.by.main_id == player.main_id:
        offer_again(request, found.player)
    messages.success(request, _("These games do not count for you any more."))
    return redirect("players:me")


def signed_in(request: HttpRequest) -> Player:
    """The player of the account that is signed in. Raises PermissionDenied."""
    player = player_of(request)
    if player is None or player.account_id is None or not request.user.is_authenticated:
        raise PermissionDenied
    return player


def account_of(request: HttpRequest) -> Account:
    """The account that is signed in. Raises PermissionDenied."""
    if not isinstance(request.user, Account):
        raise PermissionDenied
    return request.user


def _somebody(request: HttpRequest) -> Player:
    player = player_of(request)
    if player is None:
        raise PermissionDenied
    return player


def _page(
    request: HttpRequest, player: Player | None, form: NameForm, status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {"player": player, "form": form, "here": "me"}
    if player is not None:
        context |= {"clubs": clubs_of(player.pk), "has_mail": settings.HAS_MAIL}
    if player is not None and isinstance(request.user, Account):
        context |= {
            "account": request.user,
            "guest": offered_guest(request),
            "merges": merges_into(player),
            "mail": address_of(request.user) if settings.HAS_MAIL else "",
            "has_passkeys": settings.HAS_PASSKEYS,
        }
    return render(request, "players/me.html", context, status=status)
