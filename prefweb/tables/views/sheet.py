"""The drawn sheet of a pulka: turned to any side, with wheels by choice, small and large."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from prefweb.sheets.geometry import PLANS
from prefweb.sheets.looks import remember
from prefweb.tables.access import get_pulka
from prefweb.tables.models import PulkaStep
from prefweb.tables.pages.queries import PulkaPage
from prefweb.tables.views.playing import SHEET, page_context

LARGE = "large"


@require_safe
def sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """The sheet as it is drawn on paper; five players have it in numbers alone."""
    return _drawn(request, slug, SHEET)


@require_safe
def large(request: HttpRequest, slug: str) -> HttpResponse:
    """The sheet alone, larger than the screen, with all running totals."""
    return _drawn(request, slug, LARGE)


def _drawn(request: HttpRequest, slug: str, here: str) -> HttpResponse:
    pulka, viewer = get_pulka(request, slug)
    if pulka.step == PulkaStep.SEATING:
        return redirect("tables:pulka", slug)
    if pulka.size not in PLANS:
        return redirect("tables:score", slug)
    context = page_context(PulkaPage(pulka, viewer), here)
    response = render(request, f"tables/{here}.html", context)
    remember(response, request, reverse("tables:pulka", args=[slug]))
    return response
