"""The clubs somebody belongs to, a new one, and one of them."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from prefweb.clubs import front
from prefweb.clubs.access import ClubDeed, ClubViewer, clubs_of, get_club
from prefweb.clubs.directory import people_of
from prefweb.clubs.forms import ClubForm, InvitationCodeForm, SettingsForm
from prefweb.clubs.models import Club, ClubRole, Invitation
from prefweb.clubs.services import founding
from prefweb.clubs.tonight import tonight
from prefweb.clubs.views.answers import says_why, ways_in, with_account
from prefweb.players.services import player_key
from prefweb.tables import codes
from prefweb.tables.models import Pulka
from prefweb.tables.pulkas.going import OPEN
from prefweb.tables.views.answers import act_of, page_and_form

TYPED = "club to found"
"""What a guest typed of a club, kept in the session until there is an account."""
DAY = timedelta(days=1)
"""For how long a table counts as open where it has not ended."""
FIRST = 12
"""How many of the members a club's own page names."""


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """The clubs of this player, and the ways into one."""
    return _clubs(request, InvitationCodeForm())


@act_of("clubs:clubs")
def code(request: HttpRequest) -> HttpResponse:
    """A typed code leads to its invitation."""
    form = InvitationCodeForm(request.POST)
    if not form.is_valid():
        return _clubs(request, form, status=422)
    address = str(request.META.get("REMOTE_ADDR", ""))
    if codes.is_throttled(address):
        form.add_error("code", _("Too many wrong codes. Wait ten minutes and try again."))
        return _clubs(request, form, status=429)
    if found := Invitation.with_code(form.cleaned_data["code"]):
        return redirect("clubs:invitation", found.key)
    codes.note_wrong(address)
    form.add_error("code", _("There is no invitation with this code."))
    return _clubs(request, form, status=422)


def _clubs(request: HttpRequest, form: InvitationCodeForm, status: int = 200) -> HttpResponse:
    context = {
        "clubs": _mine(request),
        "code_form": form,
        "here": "clubs",
        "has_account": with_account(request) is not None,
        **ways_in(reverse("clubs:clubs")),
    }
    return render(request, "clubs/clubs.html", context, status=status)


@dataclass(frozen=True, slots=True)
class MyClub:
    """A club of this player, his role in it, and at how many tables people sit there now."""

    club: Club
    role: ClubRole
    open_tables: int


def _mine(request: HttpRequest) -> list[MyClub]:
    mine = list(clubs_of(player_key(request)))
    lately = Pulka.objects.filter(club__in=mine, step__in=OPEN, created__gte=timezone.now() - DAY)
    counts = dict(lately.values_list("club").annotate(Count("pk")).order_by())
    return [
        MyClub(one, ClubRole(one.role), counts.get(one.pk, 0))  # type: ignore[attr-defined]
        for one in mine
    ]


@page_and_form
def found(request: HttpRequest) -> HttpResponse:
    """A new club. Who has no account yet gets one first, and what was typed waits."""
    owner = with_account(request)
    if request.method != "POST":
        typed = request.session.get(TYPED) if owner else None
        return _found(request, ClubForm(initial=typed or {}))
    form = ClubForm(request.POST)
    if not form.is_valid():
        return _found(request, form, status=422)
    if owner is None:
        request.session[TYPED] = form.cleaned_data
        return redirect(ways_in(reverse("clubs:found"))["sign_up"])
    request.session.pop(TYPED, None)
    return redirect("clubs:club", founding.found(owner, form.club).slug)


def _found(request: HttpRequest, form: ClubForm, status: int = 200) -> HttpResponse:
    context = {
        "form": form,
        "here": "clubs",
        "has_account": with_account(request) is not None,
        **ways_in(reverse("clubs:found")),
    }
    return render(request, "clubs/found.html", context, status=status)


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """What a club shows of itself."""
    found, viewer = get_club(request, slug, ClubDeed.VISIT)
    now = timezone.now()
    context = {
        **club_context(found, viewer, "club"),
        "lately": front.lately(found, viewer.key),
    }
    if viewer.role is None:
        context["playing"] = front.who_plays(found, now)
        return render(request, "clubs/public.html", context)
    people = people_of(found)
    context |= {"people": people[:FIRST], "count": len(people), "tonight": tonight(found, now)}
    return render(request, "clubs/club.html", context)


@page_and_form
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """What the club says of itself, and by which clock its evenings are dated."""
    found, viewer = get_club(request, slug, ClubDeed.MANAGE)
    form = SettingsForm(request.POST if request.method == "POST" else None, initial=_said(found))
    if form.is_bound and form.is_valid():
        founding.change(found, form.club)
        messages.success(request, _("Written down."))
        return redirect("clubs:settings", slug)
    context = {**club_context(found, viewer, "settings"), "form": form}
    status = 422 if form.is_bound else 200
    return render(request, "clubs/settings.html", context, status=status)


def _said(found: Club) -> dict[str, Any]:
    return {name: getattr(found, name) for name in SettingsForm.base_fields}


@act_of("clubs:settings")
@says_why("clubs:settings")
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """A club that never played goes."""
    found, _viewer = get_club(request, slug, ClubDeed.OWN)
    founding.delete(found)
    messages.info(request, _("The club is deleted."))
    return redirect("clubs:clubs")


def club_context(found: Club, viewer: ClubViewer, page: str, part: str = "") -> dict[str, Any]:
    """What the frame of a club's pages asks for; `part` is a page below one of its pages."""
    return {"club": found, "viewer": viewer, "page": page, "part": part, "here": "clubs"}
