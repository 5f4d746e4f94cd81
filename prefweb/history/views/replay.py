"""A pulka deal by deal: one moment on a page, or the parts of an open page that are about it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh, replace_url

from prefweb.history.moments import Place, story_of
from prefweb.history.pages import ReplayPage
from prefweb.sheets.looks import look_of
from prefweb.tables.access import get_pulka, let_watch
from prefweb.tables.models import PulkaStep, Table
from prefweb.tables.pages.queries import PulkaPage
from prefweb.tables.parsing import small_number
from prefweb.tables.views.answers import is_htmx
from prefweb.tables.views.playing import NOTHING_NEW, page_context

END = "replay-end"


@require_safe
def replay(request: HttpRequest, slug: str) -> HttpResponse:
    """To the sheet as it stands, or by `?at=3` after so many entries; and what an open page asks.

    An open page asks here for what has changed since its version, wherever it has gone meanwhile.
    """
    found, viewer = get_pulka(request, slug)
    if found.step == PulkaStep.SEATING:
        return redirect("tables:pulka", slug)
    page = PulkaPage(found, viewer)
    if is_htmx(request):
        return _changed(request, page)
    moments = story_of(page.course).moments
    index = small_number(request.GET.get("at", ""))
    place = moments[-1 if index is None else min(index, len(moments) - 1)].place
    return redirect("history:moment", slug, place)


@require_safe
def moment(request: HttpRequest, slug: str, place: Place) -> HttpResponse:
    """The sheet at one moment, with what was just written, and everybody's balance."""
    found, viewer = get_pulka(request, slug)
    if found.step == PulkaStep.SEATING:
        return redirect("tables:pulka", slug)
    context = _context(request, PulkaPage(found, viewer), place)
    template = "history/_moment.html" if is_htmx(request) else "history/replay.html"
    return render(request, template, context)


@require_safe
def watch(request: HttpRequest, key: str, slug: str, place: Place) -> HttpResponse:
    """A watch link that leads to a moment."""
    table = get_object_or_404(Table, watch_key=key)
    found = get_object_or_404(table.pulkas, slug=slug)
    let_watch(request, table)
    return redirect("history:moment", found.slug, place)


def _changed(request: HttpRequest, page: PulkaPage) -> HttpResponse:
    """The parts that changed since the version the page shows; who looks at the end follows it."""
    asked = request.GET
    if asked.get("step") != page.pulka.step:
        return HttpResponseClientRefresh()
    if asked.get("since") == str(page.pulka.version):
        return HttpResponse(status=NOTHING_NEW)
    place = _place(asked.get("page", END))
    more = {"oob": True, "arrives": place is None, "knew": asked.get("end", "")}
    context = {**_context(request, page, place), **more}
    response = render(request, "history/_regions.html", context)
    response["X-Version"] = str(page.pulka.version)
    if place is not None:
        return response
    address = reverse("history:moment", args=[page.pulka.slug, context["replay"].moment.place])
    return replace_url(response, address)


def _place(token: str) -> Place | None:
    """Where an open page is; None at the end, wherever this is by now."""
    try:
        return Place.parse(token.removeprefix("replay-"))
    except ValueError:
        return None


def _context(request: HttpRequest, page: PulkaPage, place: Place | None) -> dict[str, Any]:
    look = look_of(request, page.pulka.size, page.viewer.seat)
    found = ReplayPage(page, place, look)
    return {**page_context(page, found.token), "replay": found}
