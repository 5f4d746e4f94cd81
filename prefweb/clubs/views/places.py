"""The tables of wood of a club: the list, one of them for admins, the sheet of QRs, the scan."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from prefweb.clubs.access import ClubDeed, ClubViewer, get_club, viewer_of_club
from prefweb.clubs.models import Club, Place
from prefweb.clubs.placeform import PlaceForm
from prefweb.clubs.places import PlaceNow, place_by_key, place_now, places_of, removed_from
from prefweb.clubs.refusals import Refused
from prefweb.clubs.services import places as services
from prefweb.clubs.views.answers import says_why
from prefweb.clubs.views.clubs import club_context
from prefweb.tables.access import Deed, viewer_of
from prefweb.tables.models import Pulka, PulkaStep
from prefweb.tables.views.answers import act_of, page_and_form

GONE = 404
SIZES = (2, 4)
"""How many QRs a printed page has."""


@page_and_form
def places(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables, and what is played at them now; admins add one."""
    deed = ClubDeed.MANAGE if request.method == "POST" else ClubDeed.SEE
    found, viewer = get_club(request, slug, deed)
    form = PlaceForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid() and _has_added(found, form):
        return redirect("clubs:places", slug)
    return _places(request, found, viewer, form)


def _has_added(found: Club, form: PlaceForm) -> bool:
    try:
        services.add(found, form.cleaned_data["title"])
    except Refused as refused:
        form.add_error("title", refused.sentence)
        return False
    return True


def _places(request: HttpRequest, found: Club, viewer: ClubViewer, form: PlaceForm) -> HttpResponse:
    context = {
        **club_context(found, viewer, "places"),
        "places": places_of(found, timezone.now()),
        "removed": removed_from(found) if viewer.may(ClubDeed.MANAGE) else [],
        "form": form,
    }
    status = 422 if form.is_bound else 200
    return render(request, "clubs/places/places.html", context, status=status)


@page_and_form
def edit(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One table: its QR, its name, another QR, taking it away."""
    found, viewer = get_club(request, slug, ClubDeed.MANAGE)
    place = get_object_or_404(found.places, pk=pk)
    form = PlaceForm(
        request.POST if request.method == "POST" else None, initial={"title": place.title}
    )
    if form.is_bound and form.is_valid() and _has_renamed(found, place, form):
        return redirect("clubs:edit_place", slug, pk)
    context = {**club_context(found, viewer, "places", "place"), "place": place, "form": form}
    status = 422 if form.is_bound else 200
    return render(request, "clubs/places/place.html", context, status=status)


def _has_renamed(found: Club, place: Place, form: PlaceForm) -> bool:
    try:
        services.rename(found, place, form.cleaned_data["title"])
    except Refused as refused:
        form.add_error("title", refused.sentence)
        return False
    return True


@act_of("clubs:edit_place")
def renew(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Another QR; the one on the table ends."""
    found, _viewer = get_club(request, slug, ClubDeed.MANAGE)
    place = get_object_or_404(found.places, pk=pk)
    services.renew(found, place, request.POST.get("key", ""))
    messages.info(request, _("The table has another QR. Print it: the old one leads nowhere now."))
    return redirect("clubs:edit_place", slug, pk)


@act_of("clubs:edit_place")
def remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The table goes; it can be brought back."""
    found, _viewer = get_club(request, slug, ClubDeed.MANAGE)
    services.remove(found, get_object_or_404(found.places, pk=pk))
    return redirect("clubs:places", slug)


@act_of("clubs:edit_place")
@says_why("clubs:places")
def bring_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A table that was removed is there again, with its QR."""
    found, _viewer = get_club(request, slug, ClubDeed.MANAGE)
    services.bring_back(found, get_object_or_404(found.places, pk=pk))
    return redirect("clubs:places", slug)


@require_safe
def print_places(request: HttpRequest, slug: str) -> HttpResponse:
    """The QRs of all tables or of one, to be cut out and put on them."""
    found, viewer = get_club(request, slug, ClubDeed.MANAGE)
    asked, size = request.GET.get("place", ""), request.GET.get("size", "")
    shown = found.places.filter(removed=None)
    if asked.isascii() and asked.isdecimal():
        shown = shown.filter(pk=asked[:18])
    context = {
        **club_context(found, viewer, "places", "print"),
        "places": list(shown),
        "asked": asked,
        "sizes": SIZES,
        "size": int(size) if size in map(str, SIZES) else SIZES[0],
    }
    return render(request, "clubs/places/print.html", context)


@require_safe
def place(request: HttpRequest, key: str) -> HttpResponse:
    """What the QR on a table leads to: one's own seat, a free one, or what can be done here."""
    found = place_by_key(key)
    if found is None:
        return render(request, "clubs/places/gone.html", {"here": "clubs"}, status=GONE)
    now = place_now(found, timezone.now())
    way = _way_of(request, now)
    return way or _said(request, now)


def _way_of(request: HttpRequest, now: PlaceNow) -> HttpResponse | None:
    """Straight to the game, where it is this browser's or can become so."""
    if now.pulka is None:
        return None
    viewer = viewer_of(request, now.pulka)
    if viewer.seat is not None and (now.is_taken or now.pulka.step == PulkaStep.ENDED):
        return redirect("tables:pulka", now.pulka.slug)
    if now.has_free_seat:
        return redirect("tables:join", now.pulka.table.code)
    if now.is_taken and viewer.may(Deed.SEE):
        return redirect("tables:pulka", now.pulka.slug)
    return None


def _said(request: HttpRequest, now: PlaceNow) -> HttpResponse:
    """A page about the table: it is full, or nobody plays at it."""
    viewer = viewer_of_club(request, now.place.club)
    context = {
        "club": now.place.club,
        "place": now.place,
        "now": now,
        "last": now.pulka if now.pulka and _may_see(request, now.pulka) else None,
        "viewer": viewer,
        "may_play": viewer.may(ClubDeed.PLAY),
        "here": "clubs",
    }
    return render(request, "clubs/places/scanned.html", context)


def _may_see(request: HttpRequest, pulka: Pulka) -> bool:
    return viewer_of(request, pulka).may(Deed.SEE)
