"""The way to a table: the start page, a new table, the code, a seat, a watch link."""

from fractions import Fraction
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from prefweb.clubs.models import Invitation
from prefweb.players.models import Player
from prefweb.players.services import named_player, player_of
from prefweb.tables import codes
from prefweb.tables.access import Deed, get_pulka, is_held_by, let_watch, seat_of, viewer_of
from prefweb.tables.deals.protocol import Told
from prefweb.tables.forms import BESIDE, CodeForm, NewTableForm, SeatForm
from prefweb.tables.models import Pulka, PulkaStep, Seat, Table
from prefweb.tables.pages.lists import (
    current_pulka,
    demo_pulkas,
    recent_pulkas,
    running_pulkas,
)
from prefweb.tables.pages.queries import PulkaPage
from prefweb.tables.parsing import small_number
from prefweb.tables.services import seating
from prefweb.tables.services.placing import Occupied
from prefweb.tables.views.answers import act_of, is_htmx, page_and_form, sentence
from prefweb.tables.views.homes import HomeChoice, home_choice
from prefweb.ui import seats, words


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Where to type a code, what is going on, what was played lately."""
    return _home(request, CodeForm())


@act_of("tables:home")
def code(request: HttpRequest) -> HttpResponse:
    """A typed code leads to its table; one of a club's invitation to that."""
    form = CodeForm(request.POST)
    if not form.is_valid():
        return _home(request, form, status=422)
    address = _address(request)
    if codes.is_throttled(address):
        return _too_many(request, form)
    table = codes.table_of(form.cleaned_data["code"])
    if table is not None:
        return redirect("tables:join", table.code)
    if invitation := Invitation.with_code(form.cleaned_data["code"]):
        return redirect("clubs:invitation", invitation.key)
    return _no_table(request, form)


def _too_many(request: HttpRequest, form: CodeForm) -> HttpResponse:
    form.add_error("code", _("Too many wrong codes. Wait ten minutes and try again."))
    return _home(request, form, status=429)


def _no_table(request: HttpRequest, form: CodeForm, status: int = 422) -> HttpResponse:
    codes.note_wrong(_address(request))
    form.add_error("code", _("There is no open table with this code."))
    return _home(request, form, status=status)


def _home(request: HttpRequest, form: CodeForm, status: int = 200) -> HttpResponse:
    player = player_of(request)
    context = {
        "code_form": form,
        "here": "home",
        "running": [_running_row(page) for page in running_pulkas(player)],
        "recent": [_recent_row(*found) for found in recent_pulkas(player)],
        "examples": [] if player else [_example_row(pulka) for pulka in demo_pulkas()],
    }
    return render(request, "tables/home.html", context, status=status)


def _row(pulka: Pulka) -> dict[str, Any]:
    return {
        "url": reverse("tables:pulka", args=[pulka.slug]),
        "title": words.table_title(pulka.table),
        "about": words.pulka_line(pulka),
    }


def _example_row(pulka: Pulka) -> dict[str, Any]:
    url = reverse("tables:watch_pulka", args=[pulka.table.watch_key, pulka.slug])
    return {**_row(pulka), "url": url}


def _running_row(page: PulkaPage) -> dict[str, Any]:
    words, is_mine = _state(page)
    return {**_row(page.pulka), "state": words, "is_mine": is_mine}


def _state(page: PulkaPage) -> tuple[str, bool]:
    """What a pulka waits for in a few words, and whether that is this player."""
    if page.pulka.step == PulkaStep.SEATING:
        return _("gathers"), False
    if page.pulka.step == PulkaStep.ENDED:
        seat = page.viewer.seat
        is_mine = seat is not None and not page.seats[seat].confirmed
        return (_("is the result right?") if is_mine else _("waits for agreement")), is_mine
    return (_("your turn") if page.is_my_turn else ""), page.is_my_turn


def _recent_row(pulka: Pulka, seat: Seat | None) -> dict[str, Any]:
    is_settled = seat is not None and bool(seat.whists)
    return {
        **_row(pulka),
        "note": _recent_note(pulka),
        "whists": Fraction(seat.whists) if seat and is_settled else None,
        "money": seat.money if seat and is_settled and pulka.stake else None,
        "currency": pulka.currency,
    }


def _recent_note(pulka: Pulka) -> str:
    """What is worth knowing of a pulka that is over, besides its result."""
    if pulka.step == PulkaStep.ABANDONED:
        return _("abandoned")
    return _("everybody is asked") if getattr(pulka, "is_asked", False) else ""


@page_and_form
def new(request: HttpRequest) -> HttpResponse:
    """A new table with its agreement; the host sits down at once."""
    home = home_choice(request)
    if request.method != "POST":
        return _new(request, _fresh(request, home), home)
    if "refill" in request.POST:
        return _new(request, NewTableForm.refilled(request.POST), home)
    form = NewTableForm(request.POST)
    if not form.is_valid():
        return _new(request, form, home, status=422)
    return _opened(request, form, home)


def _opened(request: HttpRequest, form: NewTableForm, home: HomeChoice) -> HttpResponse:
    """The new table; or what is played already at its table of wood."""
    cleaned = form.cleaned_data
    try:
        pulka = seating.open_table(
            named_player(request, cleaned["name"]),
            form.agreement,
            title=cleaned["title"],
            proxies=cleaned["proxies"],
            name=cleaned["name"],
            home=home.home,
        )
    except Occupied as occupied:
        messages.info(request, _("This is played here already."))
        pulka = occupied.pulka
    return redirect("tables:pulka", pulka.slug)


def _fresh(request: HttpRequest, home: HomeChoice) -> NewTableForm:
    """Filled in from the house rules, or from a preset."""
    player = player_of(request)
    name = {"name": player.name if player else ""}
    if home.agreed is None:
        return NewTableForm(preset=request.GET.get("convention", ""), initial=name)
    agreement, proxies = home.agreed
    return NewTableForm(agreed=agreement, initial={**name, "proxies": proxies})


def _new(
    request: HttpRequest, form: NewTableForm, home: HomeChoice, status: int = 200
) -> HttpResponse:
    context = {"form": form, "home": home, "here": "new"}
    return render(request, "tables/new.html", context, status=status)


@require_safe
def options(request: HttpRequest) -> HttpResponse:
    """The options as a preset has them, but for what was changed by hand."""
    if not is_htmx(request):
        return redirect("tables:new")
    return render(request, "tables/_refilled.html", {"form": NewTableForm.refilled(request.GET)})


@page_and_form
def join(request: HttpRequest, code: str) -> HttpResponse:
    """The table behind a code: a free seat, or straight to one's own. An address is a guess too."""
    typed = CodeForm({"code": code})
    table = codes.table_of(typed.cleaned_data["code"]) if typed.is_valid() else None
    pulka = current_pulka(table) if table else None
    if pulka and seat_of(pulka, player_of(request)):
        return redirect("tables:pulka", pulka.slug)
    if codes.is_throttled(_address(request)):
        return _too_many(request, typed)
    if pulka is None:
        return _no_table(request, typed, status=404)
    return _join(request, pulka)


@page_and_form
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """A free seat at a table of one's own club, without its code."""
    found, _viewer = get_pulka(request, slug, Deed.ENTER)
    pulka = current_pulka(found.table)
    if found.table.closed or seat_of(pulka, player_of(request)):
        return redirect("tables:pulka", pulka.slug)
    return _join(request, pulka, by_code=False)


def _join(request: HttpRequest, pulka: Pulka, *, by_code: bool = True) -> HttpResponse:
    player = player_of(request)
    open_seats = [seat for seat in pulka.seats.all() if seat.player_id is None]
    kept = {seat.index: seat.name for seat in open_seats if seat.name}
    free = [seat.index for seat in open_seats]
    chosen = _proposed(free, kept, player, request.GET.get("seat", ""))
    initial = {"name": player.name if player else kept.get(chosen, ""), "seat": chosen}
    form = SeatForm(request.POST or None, free=free, kept=kept, initial=initial)
    if request.method == "POST" and form.is_valid() and _has_sat(request, pulka, form):
        return redirect("tables:pulka", pulka.slug)
    status = 422 if form.is_bound else 200
    context = {**_join_context(request, pulka, form), "by_code": by_code}
    return render(request, "tables/join.html", context, status=status)


def _proposed(free: list[int], kept: dict[int, str], player: Player | None, asked: str) -> int:
    """The seat asked for, the one under the player's name, one kept for nobody, or the only one.

    -1 where none is free, or several wait for others: a newcomer says which.
    """
    index = small_number(asked)
    if index in free:
        return index
    name = player.name.casefold() if player else ""
    own = [index for index in free if name and kept.get(index, "").casefold() == name]
    only = free if len(free) == 1 else []
    return next(iter([*own, *(index for index in free if index not in kept), *only]), -1)


def _has_sat(request: HttpRequest, pulka: Pulka, form: SeatForm) -> bool:
    name, index = form.cleaned_data["name"], form.cleaned_data["seat"]
    player = player_of(request) or named_player(request, name)
    try:
        seating.take_seat(pulka.slug, player, index, name)
    except Told as told:
        form.add_error(BESIDE.get(told.code, "seat"), sentence(told, pulka.slug))
        return False
    named_player(request, name)
    return True


def _join_context(request: HttpRequest, pulka: Pulka, form: SeatForm) -> dict[str, Any]:
    table = pulka.table
    viewer = viewer_of(request, pulka)
    return {
        "pulka": pulka,
        "code": table.code,
        "title": words.table_title(table),
        "host": table.host.name,
        "tags": words.agreement_tags(pulka),
        "changes": words.agreement_changes(pulka),
        "form": form,
        "places": _places(pulka, form),
        "is_full": not any(seat.player_id is None for seat in pulka.seats.all()),
        "may_watch": table.code_shows or viewer.may(Deed.SEE),
    }


def _places(pulka: Pulka, form: SeatForm) -> list[dict[str, Any]]:
    chosen = small_number(str(form["seat"].value()))
    bottom = chosen if chosen is not None and chosen < pulka.size else 0
    return [
        {
            "seat": seat.index,
            "place": seats.place(seat.index, bottom, pulka.size),
            "name": seat.name,
            "note": _("kept") if seat.player_id is None and seat.name else "",
            "is_free": seat.player_id is None,
            "is_checked": seat.index == chosen,
        }
        for seat in pulka.seats.all()
    ]


@act_of("tables:join")
def watch_by_code(request: HttpRequest, code: str) -> HttpResponse:
    """Watching with the table's code: where its host lets the code show, or by another right."""
    if codes.is_throttled(_address(request)):
        raise Http404
    table = codes.table_of(code)
    if table is None:
        codes.note_wrong(_address(request))
        raise Http404
    pulka = current_pulka(table)
    if table.code_shows:
        let_watch(request, table)
    elif not viewer_of(request, pulka).may(Deed.SEE):
        raise Http404
    return redirect("tables:pulka", pulka.slug)


@require_safe
def watch(request: HttpRequest, key: str, slug: str | None = None) -> HttpResponse:
    """A watch link: from now on this browser sees the table's pulkas."""
    table = get_object_or_404(Table, watch_key=key)
    pulka = get_object_or_404(table.pulkas, slug=slug) if slug else current_pulka(table)
    let_watch(request, table)
    return redirect("tables:pulka", pulka.slug)


@page_and_form
def carry(request: HttpRequest, key: str) -> HttpResponse:
    """A seat's own link: brings the seat to the phone that opens it."""
    seat = get_object_or_404(Seat.objects.select_related("pulka__table"), key=key)
    player = player_of(request)
    if player is not None and is_held_by(seat, player.pk):
        return redirect("tables:pulka", seat.pulka.slug)
    if request.method == "POST":
        try:
            seating.carry_seat(key, player or named_player(request, seat.name))
        except Told as told:
            messages.error(request, sentence(told, seat.pulka.slug))
        return redirect("tables:pulka", seat.pulka.slug)
    context = {"seat": seat, "pulka": seat.pulka, "title": words.table_title(seat.pulka.table)}
    return render(request, "tables/carry.html", context)


def _address(request: HttpRequest) -> str:
    return str(request.META.get("REMOTE_ADDR", ""))
