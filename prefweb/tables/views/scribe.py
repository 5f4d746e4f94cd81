"""One seat writes for everybody: who does, and the page of a whole deal."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from prefweb.tables.access import Deed, get_pulka
from prefweb.tables.deals.protocol import Told
from prefweb.tables.deals.whole import Unfit
from prefweb.tables.models import PulkaStep
from prefweb.tables.pages.queries import PulkaPage
from prefweb.tables.pages.scribe import ScribeSheet
from prefweb.tables.parsing import one_time_id, small_number
from prefweb.tables.services import hosting, scribing
from prefweb.tables.views.answers import (
    act_of,
    is_htmx,
    known_player,
    page_and_form,
    says_why,
    sentence,
)
from prefweb.tables.views.playing import page_context

CONFLICT, UNFIT = 409, 422
HERE = "scribe"


@page_and_form
def scribe(request: HttpRequest, slug: str) -> HttpResponse:
    """A deal as one form. With htmx: the questions that follow from what is chosen so far."""
    found, viewer = get_pulka(request, slug, Deed.POST_FOR_ANOTHER)
    if found.step != PulkaStep.PLAYING:
        return redirect("tables:pulka", slug)
    if request.method == "POST" and "further" not in request.POST:
        return _written(request, slug)
    data = (request.POST if request.method == "POST" else request.GET).dict()
    page = PulkaPage(found, viewer)
    return _page(request, page, data)


def _written(request: HttpRequest, slug: str) -> HttpResponse:
    """The deal on the sheet, or the form once more with the reasons."""
    found, viewer = get_pulka(request, slug, Deed.POST_FOR_ANOTHER)
    data = request.POST.dict()
    try:
        sheet = _sheet(PulkaPage(found, viewer), data)
        outcome = scribing.write(found.slug, known_player(request), sheet)
    except Told as told:
        messages.error(request, sentence(told, slug))
        return _again(request, slug, data, {}, CONFLICT)
    except Unfit as unfit:
        reasons = {part: sentence(told, slug) for part, told in unfit.reasons.items()}
        return _again(request, slug, data, reasons, UNFIT)
    if outcome.code == "time_over":
        messages.error(request, sentence(Told(outcome.code), slug))
    return redirect("tables:scribe", slug)


def _sheet(page: PulkaPage, data: Mapping[str, str]) -> scribing.Sheet:
    """The form as the service takes it. Raises Told where it is none of ours."""
    deal = small_number(data.get("deal", ""))
    found = page.course.find(deal) if deal is not None else None
    if deal is None or page.viewer.seat is None:
        raise Told("bad_form")
    if found is None:
        raise Told("question_changed")
    try:
        uid = one_time_id(data.get("uid", ""))
    except ValueError:
        raise Told("bad_form") from None
    sheet = ScribeSheet(page.course, found, page.viewer.seat, data)
    return scribing.Sheet(uid=uid, deal=deal, seen=data.get("seen", ""), entered=sheet.entered)


def _again(
    request: HttpRequest,
    slug: str,
    data: Mapping[str, str],
    reasons: Mapping[str, str],
    status: int,
) -> HttpResponse:
    """The page as it stands now, with what was chosen, unless another deal is on."""
    found, viewer = get_pulka(request, slug)
    if found.step != PulkaStep.PLAYING:
        return redirect("tables:pulka", slug)
    page = PulkaPage(found, viewer)
    return _page(request, page, data, reasons=reasons, status=status)


def _page(
    request: HttpRequest,
    page: PulkaPage,
    data: Mapping[str, str],
    *,
    reasons: Mapping[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {**scribe_context(page, data), "reasons": reasons or {}}
    template = "tables/scribe/_parts.html" if is_htmx(request) else "tables/scribe.html"
    response = render(request, template, {**context, "oob": is_htmx(request)}, status=status)
    response["X-Version"] = str(page.pulka.version)
    return response


def scribe_context(page: PulkaPage, data: Mapping[str, str]) -> dict[str, Any]:
    """The scribe's page: the deal that is on, with what the form says if it is about that one."""
    deal, me = page.course.current, page.viewer.seat
    context = page_context(page, HERE)
    if deal is None or me is None:
        return {**context, "sheet": None}
    chosen = data if data.get("deal") == str(deal.number) else {}
    sheet = ScribeSheet(page.course, deal, me, chosen)
    return {**context, "sheet": sheet, "seen": scribing.posts_mark(deal.posts)}


@act_of("tables:pulka")
@says_why
def name_scribe(request: HttpRequest, slug: str) -> HttpResponse:
    """Who writes for everybody from now on: a seat, or (`seat` left empty) each for himself."""
    pulka, viewer = get_pulka(request, slug, Deed.INVITE)
    text = request.POST.get("seat", "")
    index = small_number(text)
    if text and index is None:
        raise Told("bad_form")
    hosting.name_scribe(pulka.slug, known_player(request), index)
    is_mine = index is not None and index == viewer.seat and pulka.step == PulkaStep.PLAYING
    return redirect("tables:scribe" if is_mine else "tables:pulka", slug)
