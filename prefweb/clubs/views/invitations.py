"""Ways into a club: what its admins hand out, and what somebody finds at the end of a link."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from prefweb.clubs.access import ClubDeed, ClubViewer, get_club
from prefweb.clubs.directory import people_of
from prefweb.clubs.forms import InvitationForm
from prefweb.clubs.models import Club, Invitation
from prefweb.clubs.refusals import Refused
from prefweb.clubs.services import inviting
from prefweb.clubs.services.inviting import Arrival
from prefweb.clubs.views.answers import says_why, ways_in, with_account
from prefweb.clubs.views.clubs import club_context
from prefweb.players.models import Player
from prefweb.tables.views.answers import act_of, known_player, page_and_form

SHOWN = 30
"""How many invitations a list shows, the latest first."""


@page_and_form
@says_why("clubs:invitations")
def invitations(request: HttpRequest, slug: str) -> HttpResponse:
    """Those that are out, and a new one."""
    found, viewer = get_club(request, slug, ClubDeed.INVITE)
    data = request.POST if request.method == "POST" else None
    asked = {"member": request.GET.get("member", "")}
    form = InvitationForm(data, guests=_guests(found), by_owner=viewer.owns, initial=asked)
    if form.is_bound and form.is_valid():
        made = inviting.invite(found, known_player(request), **form.cleaned_data)
        return redirect("clubs:passed", slug, made.pk)
    status = 422 if form.is_bound else 200
    return render(request, "clubs/invitations.html", _list(found, viewer, form), status=status)


def _guests(found: Club) -> list[tuple[int, str]]:
    """Whom of the directory somebody can turn out to be."""
    return [
        (person.member.pk, person.name) for person in people_of(found) if not person.has_account
    ]


def _list(found: Club, viewer: ClubViewer, form: InvitationForm) -> dict[str, Any]:
    made = list(found.invitations.select_related("player__main")[:SHOWN])
    return {
        **club_context(found, viewer, "members", part="invitations"),
        "form": form,
        "invitations": made,
    }


@require_safe
def passed(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One invitation, to be passed on: its QR, link and code."""
    found, viewer = get_club(request, slug, ClubDeed.INVITE)
    invitation = get_object_or_404(found.invitations.select_related("player__main"), pk=pk)
    context = {
        **club_context(found, viewer, "members", part="invitations"),
        "invitation": invitation,
        "is_open": invitation.is_open and not inviting.is_taken(invitation),
    }
    return render(request, "clubs/passed.html", context)


@act_of("clubs:passed")
def revoke(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """It opens nothing from now on."""
    found, _viewer = get_club(request, slug, ClubDeed.INVITE)
    inviting.revoke(found, pk)
    return redirect("clubs:invitations", slug)


@page_and_form
def invitation(request: HttpRequest, key: str) -> HttpResponse:
    """Who invites where; taking it needs an account."""
    found = get_object_or_404(Invitation.objects.select_related("club", "player__main"), key=key)
    player = with_account(request)
    if request.method == "POST" and player is None:
        return redirect(ways_in(request.path)["sign_up"])
    if request.method == "POST" and player is not None:
        return _accept(request, found, player)
    return _invitation(request, found, _refusal(found, player))


def _accept(request: HttpRequest, found: Invitation, player: Player) -> HttpResponse:
    try:
        club, arrival = inviting.accept(found.key, player)
    except Refused as refused:
        return _invitation(request, found, refused.sentence, status=409)
    messages.info(request, ARRIVALS[arrival]())
    return redirect("clubs:club", club.slug)


ARRIVALS = {
    Arrival.NEW: lambda: _("You are in the club now."),
    Arrival.BACK: lambda: _("You are back in the club."),
    Arrival.RAISED: lambda: _("You are an admin of the club now."),
    Arrival.THERE_ALREADY: lambda: _("You are in this club already."),
}


def _refusal(found: Invitation, player: Player | None) -> str:
    """Why it cannot be taken, before somebody tries."""
    if player is not None and inviting.has_taken(found, player):
        return ""
    try:
        inviting.must_be_open(found)
    except Refused as refused:
        return refused.sentence
    return ""


def _invitation(
    request: HttpRequest, found: Invitation, refusal: str, status: int = 200
) -> HttpResponse:
    player = with_account(request)
    context = {
        "invitation": found,
        "refusal": refusal,
        "player": player,
        "is_member": player is not None and inviting.is_there(found.club, player),
        "here": "clubs",
        **ways_in(request.path),
    }
    return render(request, "clubs/invitation.html", context, status=status)
