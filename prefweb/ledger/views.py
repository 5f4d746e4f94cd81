"""The ledger of a club: what is open, its rounds, somebody's account, and what is done with it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from prefweb.clubs.access import ClubDeed, ClubViewer, get_club
from prefweb.clubs.models import Club
from prefweb.clubs.views.answers import says_why
from prefweb.clubs.views.clubs import club_context
from prefweb.history.spreadsheet import file_name
from prefweb.ledger import services, spreadsheet
from prefweb.ledger.forms import SettleForm, UntilForm
from prefweb.ledger.models import Payment, Round
from prefweb.ledger.pages import AccountPage, LedgerPage, RoundPage
from prefweb.ledger.people import Who
from prefweb.ledger.refusals import Refused
from prefweb.players.models import NAME_LENGTH, Player
from prefweb.players.services import visible
from prefweb.tables.parsing import small_number
from prefweb.tables.views.answers import act_of, known_player, page_and_form


@require_safe
def ledger(request: HttpRequest, slug: str) -> HttpResponse:
    """What members owe each other now, what is still to be paid, and the rounds so far."""
    found, viewer = get_club(request, slug)
    if not found.has_ledger:
        return _closed(request, found, viewer)
    form = UntilForm(request.GET.dict())
    before = small_number(request.GET.get("rounds", ""))
    page = LedgerPage(found, viewer, form.day, before)
    return render(
        request, "ledger/ledger.html", {**_context(found, viewer), "form": form, "ledger": page}
    )


@require_safe
def one_round(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A round: its payments, its pulkas, what was done with it."""
    found, viewer = get_club(request, slug)
    if not found.has_ledger:
        return _closed(request, found, viewer)
    try:
        shows_all = request.GET.get("payments") == "all"
        page = RoundPage(found, viewer, pk, page=_page(request), shows_all=shows_all)
    except Round.DoesNotExist:
        raise Http404 from None
    context = {**_context(found, viewer, "round"), "shown": page, "round": page.round}
    return render(request, "ledger/round.html", context)


@require_safe
def person(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """What somebody has open and has had, with the pulkas behind it."""
    found, viewer = get_club(request, slug)
    people = list(
        Player.objects.filter(main__merged=key).values_list("pk", "main", "main__name").distinct()
    )
    if not people:
        raise Http404
    _key, main, name = people[0]
    return _account(request, found, viewer, Who(main, name), [pk for pk, _main, _name in people])


@require_safe
def nobody(request: HttpRequest, slug: str) -> HttpResponse:
    """The same of somebody whom the club knows by a written name alone."""
    found, viewer = get_club(request, slug)
    name = visible(request.GET.get("name", ""))
    if not name or len(name) > NAME_LENGTH:
        raise Http404
    return _account(request, found, viewer, Who(None, name), [])


def _account(
    request: HttpRequest, found: Club, viewer: ClubViewer, who: Who, people: list[UUID]
) -> HttpResponse:
    if not found.has_ledger:
        return _closed(request, found, viewer)
    page = AccountPage(found, viewer, who, people, _page(request))
    if not page.is_known:
        raise Http404
    context = {**_context(found, viewer, "account"), "account": page}
    return render(request, "ledger/account.html", context)


@require_safe
def table(request: HttpRequest, slug: str) -> HttpResponse | StreamingHttpResponse:
    """What is open, and all rounds with their payments, as rows of a spreadsheet."""
    found, viewer = get_club(request, slug)
    if not found.has_ledger:
        return _closed(request, found, viewer)
    text = spreadsheet.lines(found)
    response = StreamingHttpResponse(text, content_type="text/csv; charset=utf-8")
    title = f"{found.name} {_('money')}"
    name = file_name(title, timezone.localdate(timezone=found.zone))
    response["Content-Disposition"] = content_disposition_header(True, name) or ""
    response["Cache-Control"] = "private, no-cache"  # the next pulka changes it
    return response


# -- what is done


@act_of("ledger:ledger")
def settle(request: HttpRequest, slug: str) -> HttpResponse:
    """All that is open in a currency up to an evening becomes a round."""
    found, _viewer = get_club(request, slug, ClubDeed.SETTLE)
    form = SettleForm(request.POST)
    try:
        made = services.settle(found, form.checked, known_player(request))
    except Refused as refused:
        messages.error(request, refused.sentence)
        return redirect(f"{reverse('ledger:ledger', args=[slug])}{form.shown}")
    messages.success(request, _("Settled: round %(number)s.") % {"number": made.number})
    return redirect("ledger:round", slug, made.number)


@page_and_form
@says_why("ledger:ledger")
def pay(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A payment is made, or is not made after all."""
    found, viewer = get_club(request, slug)
    if request.method != "POST":
        return redirect("ledger:ledger", slug)
    mark = services.mark_unpaid if request.POST.get("paid") == "no" else services.mark_paid
    try:
        done = mark(found, pk, known_player(request), settles=viewer.settles)
    except Payment.DoesNotExist:
        raise Http404 from None
    if request.POST.get("back") == "ledger":
        messages.success(request, _("Marked in round %(number)s.") % {"number": done.number})
        return redirect(f"{reverse('ledger:ledger', args=[slug])}#to-pay")
    return redirect(f"{reverse('ledger:round', args=[slug, done.number])}#payment-{pk}")


@act_of("ledger:round")
@says_why("ledger:ledger")
def pay_all(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Every payment of a round is made."""
    found, _viewer = get_club(request, slug, ClubDeed.SETTLE)
    try:
        services.mark_all_paid(found, pk, known_player(request))
    except Round.DoesNotExist:
        raise Http404 from None
    return redirect("ledger:round", slug, pk)


@act_of("ledger:round")
@says_why("ledger:ledger")
def take_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What a round holds is open again."""
    found, _viewer = get_club(request, slug, ClubDeed.SETTLE)
    try:
        services.take_back(found, pk, known_player(request))
    except Round.DoesNotExist:
        raise Http404 from None
    messages.success(request, _("The round is taken back: its money is open again."))
    return redirect("ledger:ledger", slug)


# -- all of them


def _closed(request: HttpRequest, found: Club, viewer: ClubViewer) -> HttpResponse:
    """The club keeps no ledger; what it had is there when it does again."""
    return render(request, "ledger/closed.html", _context(found, viewer))


def _context(found: Club, viewer: ClubViewer, part: str = "") -> dict[str, Any]:
    return {**club_context(found, viewer, "numbers", part), "section": "money"}


def _page(request: HttpRequest) -> int:
    return small_number(request.GET.get("page", "")) or 1
