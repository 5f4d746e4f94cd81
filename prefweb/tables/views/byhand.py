"""Entries by hand: the form of one, and what the others say to it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from prefweb.tables.access import Deed, Viewer, get_pulka
from prefweb.tables.deals.protocol import Told
from prefweb.tables.handform import HandForm
from prefweb.tables.models import Hand, Pulka, PulkaStep
from prefweb.tables.pages.queries import PulkaPage
from prefweb.tables.parsing import needed_number, one_time_id, small_number
from prefweb.tables.services import byhand
from prefweb.tables.services.byhand import Decision, Wish
from prefweb.tables.views.answers import (
    act_of,
    is_htmx,
    known_player,
    page_and_form,
    says_why,
    sentence,
)
from prefweb.tables.views.playing import page_context
from scoring import Seat

UNFIT = 422
HERE = "hand"
FIELDS = {"hand_zero": "amount", "hand_why": "note", "no_such_column": "column"}
"""Beside which field of the form a refusal stands."""


@page_and_form
@says_why
def hand(request: HttpRequest, slug: str) -> HttpResponse:
    """An entry in the own columns. With htmx: what the column would show."""
    found, viewer = get_pulka(request, slug, Deed.POST)
    if found.step not in (PulkaStep.PLAYING, PulkaStep.ENDED):
        return redirect("tables:pulka", slug)
    seat = _seat(request, found, viewer)
    form = HandForm(_typed(request), seat=seat, size=found.size)
    if request.method == "POST" and form.is_valid() and _is_written(request, found, form, seat):
        return redirect("tables:pulka", slug)
    return _shown(request, PulkaPage(found, viewer, seat=seat), form)


@act_of("tables:pulka")
@says_why
def decide_hand(request: HttpRequest, slug: str) -> HttpResponse:
    """Confirm an entry, decline it, or take back one's own."""
    found, _viewer = get_pulka(request, slug, Deed.ASK)
    say = SAYS.get(request.POST.get("say", ""))
    if say is None:
        raise Told("bad_form")
    say(found.slug, known_player(request), _decision(request))
    return redirect("tables:pulka", slug)


SAYS = {"agree": byhand.agree, "decline": byhand.decline, "withdraw": byhand.withdraw}


def _decision(request: HttpRequest) -> Decision:
    data = request.POST
    try:
        seat = needed_number(data["seat"]) if data.get("seat") else None
        hand = needed_number(data.get("hand", ""))
        return Decision(uid=one_time_id(data.get("uid", "")), hand=hand, seat=seat)
    except ValueError:
        raise Told("bad_form") from None


def _typed(request: HttpRequest) -> QueryDict | None:
    """What stands in the form; nothing where the page is opened."""
    if request.method == "POST":
        return request.POST
    return request.GET if is_htmx(request) else None


def _seat(request: HttpRequest, found: Pulka, viewer: Viewer) -> Seat:
    """Whose columns: the own ones, or those of a seat without a phone."""
    own = viewer.seat or 0
    if request.method == "POST":  # whether it may be, the service says
        seat = _named(request.POST.get("for", ""), own)
        if seat >= found.size:
            raise Told("no_such_seat")
        return seat
    asked = _named(request.GET.get("for", ""), own)
    without_phone = {seat.index for seat in found.seats.all() if seat.player_id is None}
    return asked if asked in without_phone and viewer.may(Deed.POST_FOR_ANOTHER) else own


def _named(text: str, own: Seat) -> Seat:
    """The seat a form names, or the own one."""
    seat = small_number(text)
    return own if seat is None else seat


def _is_written(request: HttpRequest, found: Pulka, form: HandForm, seat: Seat) -> bool:
    try:
        entry = byhand.write(found.slug, known_player(request), _wish(request, form, seat))
    except Told as told:
        form.add_error(FIELDS.get(told.code), sentence(told, found.slug))
        return False
    if entry is not None and entry.state == Hand.State.PENDING:
        messages.info(request, _("It counts once somebody else has confirmed it."))
    return True


def _wish(request: HttpRequest, form: HandForm, seat: Seat) -> Wish:
    try:
        uid = one_time_id(request.POST.get("uid", ""))
    except ValueError:
        raise Told("bad_form") from None
    area, against = form.cleaned_data["column"]
    typed = {name: form.cleaned_data[name] for name in ("amount", "note")}
    return Wish(uid=uid, area=area, against=against, seat=seat, **typed)


def _shown(request: HttpRequest, page: PulkaPage, form: HandForm) -> HttpResponse:
    context: dict[str, Any] = {**page_context(page, HERE), "form": form}
    if is_htmx(request) and request.method != "POST":
        return render(request, "tables/hand/_preview.html", context)
    status = UNFIT if request.method == "POST" else 200
    return render(request, "tables/hand/hand.html", context, status=status)
