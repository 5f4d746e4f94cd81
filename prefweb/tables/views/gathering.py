"""The table gathers: seats, the agreement, the start. The host's part, but for standing up."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from prefweb.tables.access import Deed, get_pulka
from prefweb.tables.agreements import Agreement
from prefweb.tables.deals.protocol import Told
from prefweb.tables.forms import BESIDE, KeepForm, NewTableForm
from prefweb.tables.models import Pulka, PulkaStep
from prefweb.tables.pages.queries import PulkaPage
from prefweb.tables.parsing import small_number
from prefweb.tables.services import seating
from prefweb.tables.views.answers import (
    act_of,
    is_htmx,
    known_player,
    page_and_form,
    says_why,
    sentence,
)


@act_of("tables:pulka")
@says_why
def sit(request: HttpRequest, slug: str) -> HttpResponse:
    """Move to another free seat."""
    pulka, _viewer = get_pulka(request, slug, Deed.POST)
    player = known_player(request)
    seating.take_seat(pulka.slug, player, _index(request), player.name)
    return redirect("tables:pulka", slug)


@act_of("tables:pulka")
@says_why
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Stand up again. Once it is played, the seat waits at its own link."""
    pulka, viewer = get_pulka(request, slug, Deed.POST)
    seat = next((seat for seat in pulka.seats.all() if seat.index == viewer.seat), None)
    seating.leave_seat(pulka.slug, known_player(request))
    if pulka.step == PulkaStep.SEATING or seat is None:
        return redirect("tables:home")
    messages.info(request, _("The seat waits: here, or with the table's code."))
    return redirect("tables:carry", seat.key)


@act_of("tables:pulka")
@says_why
def reserve(request: HttpRequest, slug: str) -> HttpResponse:
    """Write a name on a free seat. What is refused stays typed, the sentence beside it."""
    pulka, viewer = get_pulka(request, slug, Deed.MANAGE)
    if pulka.step != PulkaStep.SEATING:
        raise Told("begun_already")
    form = KeepForm(request.POST, size=pulka.size)
    is_kept = form.is_valid() and _has_kept(request, pulka, form)
    if is_kept and not is_htmx(request):
        return redirect("tables:pulka", slug)
    if is_kept:
        pulka, viewer = get_pulka(request, slug, Deed.MANAGE)
    context = {"page": PulkaPage(pulka, viewer), "pulka": pulka, "table": pulka.table}
    template = "tables/_keep.html" if is_htmx(request) else "tables/lobby.html"
    keep, status = (None, 200) if is_kept else (form, 422)
    return render(request, template, {**context, "keep": keep}, status=status)


def _has_kept(request: HttpRequest, pulka: Pulka, form: KeepForm) -> bool:
    name, index = form.cleaned_data["name"], form.cleaned_data["seat"]
    try:
        seating.reserve_seat(pulka.slug, known_player(request), index, name)
    except Told as told:
        if told.code not in BESIDE:
            raise
        form.add_error(BESIDE[told.code], sentence(told, pulka.slug))
        return False
    return True


@act_of("tables:pulka")
@says_why
def free(request: HttpRequest, slug: str) -> HttpResponse:
    """Take somebody off a seat."""
    pulka, _viewer = get_pulka(request, slug, Deed.MANAGE)
    seating.free_seat(pulka.slug, known_player(request), _index(request))
    return redirect("tables:pulka" if pulka.step == PulkaStep.SEATING else "tables:seats", slug)


@act_of("tables:pulka")
@says_why
def first_dealer(request: HttpRequest, slug: str) -> HttpResponse:
    """Who deals first."""
    pulka, _viewer = get_pulka(request, slug, Deed.MANAGE)
    seating.set_first_dealer(pulka.slug, known_player(request), _index(request))
    return redirect("tables:pulka", slug)


@act_of("tables:pulka")
@says_why
def code_shows(request: HttpRequest, slug: str) -> HttpResponse:
    """Whether the code lets people watch."""
    pulka, _viewer = get_pulka(request, slug, Deed.MANAGE)
    shows = request.POST.get("shows") == "yes"
    seating.show_by_code(pulka.slug, known_player(request), shows=shows)
    return redirect("tables:pulka", slug)


@act_of("tables:pulka")
@says_why
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """The play begins."""
    pulka, _viewer = get_pulka(request, slug, Deed.MANAGE)
    reserved = request.POST.get("with_reserved") == "yes"
    seating.start(pulka.slug, known_player(request), with_reserved=reserved)
    return redirect("tables:pulka", slug)


@page_and_form
@says_why
def agreement(request: HttpRequest, slug: str) -> HttpResponse:
    """The agreement once more, before the start."""
    pulka, _viewer = get_pulka(request, slug, Deed.MANAGE)
    form = _agreement_form(request, pulka)
    if form.is_bound and form.is_valid() and _has_agreed(request, pulka, form):
        return redirect("tables:pulka", slug)
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "tables/agreement.html", {"form": form, "pulka": pulka}, status=status)


def _has_agreed(request: HttpRequest, pulka: Pulka, form: NewTableForm) -> bool:
    table = {key: form.cleaned_data[key] for key in ("title", "proxies")}
    try:
        seating.change_agreement(pulka.slug, known_player(request), form.agreement, **table)
    except Told as told:
        if told.code != "seats_beyond":
            raise
        form.add_error("size", sentence(told, pulka.slug))
        return False
    return True


def _agreement_form(request: HttpRequest, pulka: Pulka) -> NewTableForm:
    name = known_player(request).name
    if request.method == "POST" and "refill" not in request.POST:
        return NewTableForm(request.POST)
    if request.method == "POST":
        return NewTableForm.refilled(request.POST)
    table = pulka.table
    initial = {"name": name, "title": table.title, "proxies": table.proxies}
    return NewTableForm(agreed=Agreement.of(pulka), initial=initial)


def _index(request: HttpRequest) -> int:
    index = small_number(request.POST.get("seat", ""))
    if index is None:
        raise Told("bad_form")
    return index
