"""The end of a pulka: confirming, settling, a rematch, closing the table."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from prefweb.tables.access import Deed, Viewer, get_pulka
from prefweb.tables.deals.protocol import Told
from prefweb.tables.parsing import small_number
from prefweb.tables.services import ending
from prefweb.tables.views.answers import act_of, known_player, says_why


@act_of("tables:pulka")
@says_why
def confirm(request: HttpRequest, slug: str) -> HttpResponse:
    """This seat agrees to the settlement, or a seat without a phone through it."""
    pulka, viewer = get_pulka(request, slug, Deed.CONFIRM)
    seen = request.POST.get("seen", "")
    ending.confirm(pulka.slug, known_player(request), seen, _seat(request, viewer))
    return redirect("tables:pulka", slug)


def _seat(request: HttpRequest, viewer: Viewer) -> int | None:
    """The seat a form names, or the viewer's own where it names none."""
    if "seat" not in request.POST:
        return viewer.seat
    index = small_number(request.POST["seat"])
    if index is None:
        raise Told("bad_form")
    return index


@act_of("tables:pulka")
@says_why
def settle(request: HttpRequest, slug: str) -> HttpResponse:
    """The host settles what nobody has confirmed for a day."""
    pulka, _viewer = get_pulka(request, slug, Deed.MANAGE)
    ending.settle_after_a_day(pulka.slug, known_player(request))
    return redirect("tables:pulka", slug)


@act_of("tables:pulka")
@says_why
def rematch(request: HttpRequest, slug: str) -> HttpResponse:
    """The next pulka, at once or with changes first."""
    pulka, _viewer = get_pulka(request, slug, Deed.MANAGE)
    changes = request.POST.get("with_changes") == "yes"
    fresh = ending.rematch(pulka.slug, known_player(request), with_changes=changes)
    return redirect("tables:pulka", fresh.slug)


@act_of("tables:pulka")
@says_why
def close(request: HttpRequest, slug: str) -> HttpResponse:
    """The table's code opens nothing any more."""
    pulka, _viewer = get_pulka(request, slug, Deed.MANAGE)
    ending.close_table(pulka.slug, known_player(request))
    messages.info(request, _("The table is closed."))
    return redirect("tables:home")
