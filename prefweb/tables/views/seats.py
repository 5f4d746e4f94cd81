"""Who sits where while it is played: leaving and coming, links, the host, going on otherwise."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from prefweb.players.services import clean_name
from prefweb.tables.access import Deed, get_pulka
from prefweb.tables.deals.protocol import Told
from prefweb.tables.models import Consent, PulkaStep
from prefweb.tables.pages.queries import PulkaPage
from prefweb.tables.parsing import needed_number, one_time_id, small_number
from prefweb.tables.services import consenting, hosting, seating
from prefweb.tables.services.consenting import Wish
from prefweb.tables.views.answers import act_of, known_player, says_why
from prefweb.tables.views.playing import page_context
from prefweb.ui import words

HERE = "seats"


@require_safe
def seats(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody at the table, and what can be changed about that."""
    found, viewer = get_pulka(request, slug)
    if found.step == PulkaStep.SEATING:
        return redirect("tables:pulka", slug)
    return render(request, "tables/seats.html", page_context(PulkaPage(found, viewer), HERE))


@act_of("tables:pulka")
@says_why
def new_link(request: HttpRequest, slug: str) -> HttpResponse:
    """Another link for a seat, shown once to the host who passes it on."""
    pulka, _viewer = get_pulka(request, slug, Deed.MANAGE)
    seat = seating.renew_link(pulka.slug, known_player(request), _index(request))
    context = {"pulka": pulka, "seat": seat, "title": words.table_title(pulka.table)}
    return render(request, "tables/seat_link.html", context)


@act_of("tables:pulka")
@says_why
def hand_over(request: HttpRequest, slug: str) -> HttpResponse:
    """Somebody else at the table is its host from now on."""
    pulka, _viewer = get_pulka(request, slug, Deed.MANAGE)
    hosting.hand_over(pulka.slug, known_player(request), _index(request))
    return redirect("tables:seats" if pulka.step != PulkaStep.SEATING else "tables:pulka", slug)


@act_of("tables:pulka")
@says_why
def go_on(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask everybody for another host, another target, one player more or fewer."""
    pulka, _viewer = get_pulka(request, slug, Deed.ASK)
    consenting.ask(pulka.slug, known_player(request), _wish(request))
    messages.info(request, _("Everybody is asked now."))
    return redirect("tables:pulka", slug)


def _wish(request: HttpRequest) -> Wish:
    """What a form asks for. Raises Told where it is none of ours."""
    kind = request.POST.get("kind", "")
    if kind not in VALUES:
        raise Told("bad_form")
    try:
        uid = one_time_id(request.POST.get("uid", ""))
        value = VALUES[kind](request.POST.dict())
    except (KeyError, ValueError):
        raise Told("bad_form") from None
    return Wish(uid=uid, kind=kind, value=value)


def _length(data: dict[str, str]) -> dict[str, int]:
    names = ("target", "minutes", "laps")
    typed = {name: data[name] for name in names if data.get(name, "").strip()}
    if not typed:
        raise Told("length_needed")
    return {name: needed_number(text.strip()) for name, text in typed.items()}


VALUES: dict[str, Any] = {
    Consent.Kind.HOST: lambda data: None,
    Consent.Kind.EXTEND: _length,
    Consent.Kind.JOIN: lambda data: {
        "name": clean_name(data["name"]),
        "after": needed_number(data["after"]),
    },
    Consent.Kind.PART: lambda data: {"seat": needed_number(data["seat"])},
}


def _index(request: HttpRequest) -> int:
    index = small_number(request.POST.get("seat", ""))
    if index is None:
        raise Told("bad_form")
    return index
