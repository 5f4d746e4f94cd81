"""A pulka being played: its page, its live regions, posts, the sheet as numbers, the log."""

import uuid
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh, replace_url

from prefweb.tables.access import Deed, Viewer, get_pulka
from prefweb.tables.deals.protocol import Told
from prefweb.tables.models import Pulka, PulkaStep
from prefweb.tables.pages.panels import Mend
from prefweb.tables.pages.queries import DealView, PulkaPage
from prefweb.tables.pages.record import Reading
from prefweb.tables.parsing import small_number
from prefweb.tables.services import playing, timing
from prefweb.tables.services.playing import Outcome
from prefweb.tables.taps import NEXT, dealing_from, tap_from
from prefweb.tables.views.answers import act_of, is_htmx, known_player, says_why, sentence
from prefweb.ui import words

NOTHING_NEW = 204
CONFLICT = 409
DEAL, SHEET, SCORE, LOG, COUNT = "deal", "sheet", "score", "log", "settlement"
"""The pages of a table: each is a tab, and asks under this name for what changed on it.

The page of one deal is called `deal-12`.
"""
PAGES = {PulkaStep.SEATING: "tables/lobby.html", PulkaStep.PLAYING: "tables/play.html"}


@require_safe
def pulka(request: HttpRequest, slug: str) -> HttpResponse:
    """The pulka as it stands: gathering, being played, or over. The last deal can be mended."""
    found, viewer = _by_now(request, slug)
    page = _page(request, found, viewer)
    if page.writes_for_all and not request.GET:
        return redirect("tables:scribe", slug)
    if page.panel.mend is not None:
        return render(request, "tables/play.html", page_context(page, DEAL))
    template = PAGES.get(PulkaStep(found.step), "tables/settlement.html")
    here = DEAL if found.step == PulkaStep.PLAYING else COUNT
    return render(request, template, page_context(page, here))


@require_safe
def live(request: HttpRequest, slug: str) -> HttpResponse:
    """The regions of an open page that changed since the version it shows; 204 where none did.

    Where the pulka has moved on to another step, the page is another one and is loaded anew.
    """
    found, viewer = _by_now(request, slug)
    if not is_htmx(request):
        return redirect("tables:pulka", slug)
    if request.GET.get("step", found.step) != found.step:
        return _moved_on(PulkaPage(found, viewer))
    if request.GET.get("since") == str(found.version):
        return HttpResponse(status=NOTHING_NEW)
    return _regions(request, _page(request, found, viewer))


def _moved_on(page: PulkaPage) -> HttpResponse:
    """The page of the step it is in now; where the sheet goes on, that of the next pulka."""
    if page.pulka.step == PulkaStep.CONTINUED and page.next_pulka is not None:
        return HttpResponseClientRedirect(reverse("tables:pulka", args=[page.next_pulka.slug]))
    return HttpResponseClientRefresh()


@act_of("tables:pulka")
def post(request: HttpRequest, slug: str) -> HttpResponse:
    """One tap. Answered with the present state, and a sentence where it changed nothing."""
    found, _viewer = get_pulka(request, slug, Deed.POST)
    player = known_player(request)
    try:
        outcome = playing.post(found.slug, player, tap_from(request.POST.dict()))
    except Told as told:
        return _told(request, slug, sentence(told, slug), is_error=True)
    return _told(request, slug, _said(outcome), is_error=False)


@act_of("tables:pulka")
@says_why
def dealer(request: HttpRequest, slug: str) -> HttpResponse:
    """Another dealer, or the cards once more, before anybody has ordered."""
    found, _viewer = get_pulka(request, slug, Deed.POST)
    player = known_player(request)
    dealing, dealer, resting = dealing_from(request.POST.dict())
    if isinstance(dealer, int):
        playing.change_dealer(found.slug, player, dealing, dealer, resting)
    else:
        playing.redeal(found.slug, player, dealing, moves_on=dealer == NEXT)
    return redirect("tables:pulka", slug)


@require_safe
def deal(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What was said about a deal and what it wrote; its facts can be mended or disputed here."""
    found, viewer = get_pulka(request, slug)
    context = page_context(_page(request, found, viewer), f"{DEAL}-{number}")
    if context["shown"] is None:
        return redirect("tables:pulka", slug)
    return render(request, "tables/deal.html", context)


@require_safe
def score(request: HttpRequest, slug: str) -> HttpResponse:
    """The sheet as a table of numbers, with running totals and the agreement."""
    return _result(request, slug, SCORE)


@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Who did what, for whom and when."""
    found, viewer = get_pulka(request, slug)
    return render(request, "tables/log.html", page_context(_page(request, found, viewer), LOG))


@require_safe
def settlement(request: HttpRequest, slug: str) -> HttpResponse:
    """The final count step by step, as if settled now."""
    return _result(request, slug, COUNT)


def _result(request: HttpRequest, slug: str, here: str) -> HttpResponse:
    """A page about the numbers, of which there are none while the table gathers."""
    found, viewer = get_pulka(request, slug)
    if found.step == PulkaStep.SEATING:
        return redirect("tables:pulka", slug)
    return render(request, f"tables/{here}.html", page_context(_page(request, found, viewer), here))


@require_safe
def agreed(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything the table plays by, to read before the first deal and to print."""
    found, viewer = get_pulka(request, slug)
    return render(request, "tables/agreed.html", page_context(_page(request, found, viewer), ""))


@require_safe
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    """The table's code and QR, the watch link, and the viewer's own seat link."""
    found, viewer = get_pulka(request, slug, Deed.INVITE)
    return render(request, "tables/invite.html", page_context(_page(request, found, viewer), ""))


def _by_now(request: HttpRequest, slug: str) -> tuple[Pulka, Viewer]:
    """The pulka and who looks at it; a game on time whose time is over ends by being looked at."""
    found, viewer = get_pulka(request, slug)
    if not timing.has_run_out(found):
        return found, viewer
    timing.end_if_late(slug)
    return get_pulka(request, slug)


def _page(request: HttpRequest, found: Pulka, viewer: Viewer) -> PulkaPage:
    """The page as asked for: with a fact to mend, for another's seat, a part of the log."""
    mend = Mend.parse(request.GET.get("mend", ""))
    reading = Reading.parse(request.GET.dict())
    seat = small_number(request.GET.get("for", ""))
    if seat is None or seat >= found.size or seat == viewer.seat:
        return PulkaPage(found, viewer, mend, reading=reading)
    if not viewer.may(Deed.POST_FOR_ANOTHER):
        raise PermissionDenied(Deed.POST_FOR_ANOTHER)
    return PulkaPage(found, viewer, mend, seat, reading)


def page_context(page: PulkaPage, here: str) -> dict[str, Any]:
    """What every page of a table shows; `here` is the page that asks for what changed on it."""
    return {
        "page": page,
        "pulka": page.pulka,
        "table": page.table,
        "here": here,
        "shown": _shown(page, here),
        "uid": str(uuid.uuid4()),
    }


def _shown(page: PulkaPage, here: str) -> DealView | None:
    """The one deal that a page called `deal-12` is about."""
    name, _, text = here.partition("-")
    number = small_number(text)
    return page.deal_view(number) if name == DEAL and number is not None else None


def _regions(
    request: HttpRequest, page: PulkaPage, said: str = "", status: int = 200
) -> HttpResponse:
    """The live regions; the posting area among them only where its question is another one."""
    redraws = request.method == "POST" or request.GET.get("panel") != page.token
    here = request.GET.get("page", DEAL)
    more = {"said": said, "is_error": status == CONFLICT, "redraws": redraws}
    context = {**page_context(page, here), **more}
    response = render(request, "tables/_regions.html", context, status=status)
    response["X-Version"] = str(page.pulka.version)
    return response


def _told(request: HttpRequest, slug: str, said: str, *, is_error: bool) -> HttpResponse:
    found, viewer = get_pulka(request, slug)
    own = reverse("tables:pulka", args=[slug])
    if not is_htmx(request) or found.step != PulkaStep.PLAYING:
        if said:
            messages.add_message(request, messages.ERROR if is_error else messages.INFO, said)
        return HttpResponseClientRedirect(own) if is_htmx(request) else redirect(own)
    status = CONFLICT if is_error else 200
    return replace_url(_regions(request, PulkaPage(found, viewer), said, status), own)


def _said(outcome: Outcome) -> str:
    is_said = outcome.code in ("agrees", "time_over", "stops_already")
    return words.told(outcome.code, outcome.params, []) if is_said else ""
