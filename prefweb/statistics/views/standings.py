"""Who has done best in a club over a period."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from prefweb.clubs.access import get_club
from prefweb.clubs.views.clubs import club_context


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings of a period."""
    found, viewer = get_club(request, slug)
    context = {**club_context(found, viewer, "numbers"), "section": "standings"}
    return render(request, "statistics/standings.html", context)


@require_safe
def standings_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The same as rows of a spreadsheet."""
    get_club(request, slug)
    return HttpResponse(content_type="text/csv; charset=utf-8")
