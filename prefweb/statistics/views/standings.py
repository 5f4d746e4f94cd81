"""Who has done best in a club over a period."""

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from prefweb.clubs.access import get_club
from prefweb.clubs.evenings import evening_at
from prefweb.clubs.models import Club
from prefweb.clubs.views.clubs import club_context
from prefweb.history.spreadsheet import file_name
from prefweb.statistics.forms import StandingsForm
from prefweb.statistics.spans import Spans
from prefweb.statistics.spreadsheet import csv_of
from prefweb.statistics.tables import StandingsTable


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings of a period; nothing asked for is the present season by whists."""
    found, viewer = get_club(request, slug)
    form = _form(request, found)
    context = {
        **club_context(found, viewer, "numbers"),
        "section": "standings",
        "form": form,
        "spans": Spans(form, _evening(found)),
        "table": StandingsTable(form, found.slug, viewer.key),
    }
    return render(request, "statistics/standings.html", context)


@require_safe
def standings_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The same as rows of a spreadsheet."""
    found, _viewer = get_club(request, slug)
    text = csv_of(_form(request, found).standings)
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    name = file_name(found.name, timezone.localdate(timezone=found.zone))
    response["Content-Disposition"] = content_disposition_header(True, name) or ""
    response["Cache-Control"] = "private, no-cache"  # the next pulka changes it
    return response


def _form(request: HttpRequest, club: Club) -> StandingsForm:
    return StandingsForm(request.GET.dict(), club=club, today=_evening(club))


def _evening(club: Club) -> date:
    return evening_at(club, timezone.now())
