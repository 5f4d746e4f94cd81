"""What was played: in a club, and by this player wherever he plays."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from prefweb.clubs.access import get_club
from prefweb.clubs.views.clubs import club_context
from prefweb.history import spreadsheet
from prefweb.history.forms import ClubSearchForm, MySearchForm
from prefweb.history.listing import Listing
from prefweb.history.search import narrowed, of_club, of_person, one_person
from prefweb.players.services import player_key
from prefweb.tables.access import Deed, viewer_with
from prefweb.tables.models import Pulka


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Every pulka of a club that was begun."""
    found, viewer = get_club(request, slug)
    pulkas = of_club(found)
    form = ClubSearchForm(request.GET.dict(), found, pulkas)
    listing = Listing(form, pulkas, viewer.key)
    places = found.places.filter(removed=None)
    context: dict[str, Any] = {"form": form, "listing": listing, "places": places}
    return render(
        request, "history/club.html", {**club_context(found, viewer, "history"), **context}
    )


@require_safe
def club_csv(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """The whole result of a search in a club as rows of a spreadsheet."""
    found, _viewer = get_club(request, slug)
    pulkas = of_club(found)
    form = ClubSearchForm(request.GET.dict(), found, pulkas)
    text = spreadsheet.lines(narrowed(pulkas, form.filters))
    response = StreamingHttpResponse(text, content_type="text/csv; charset=utf-8")
    name = spreadsheet.file_name(found.name, timezone.localdate(timezone=found.zone))
    response["Content-Disposition"] = content_disposition_header(True, name) or ""
    response["Cache-Control"] = "private, no-cache"  # the next pulka changes it
    return response


@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """All games of this player, over all tables and clubs."""
    key = player_key(request)
    me = one_person(key) if key else []
    pulkas = of_person(me)
    form = MySearchForm(request.GET.dict(), key, pulkas)
    listing = Listing(form, pulkas, key, lambda pulka: _may_see(pulka, key))
    context = {"form": form, "listing": listing, "is_known": bool(me), "here": "me"}
    return render(request, "history/mine.html", context)


def _may_see(pulka: Pulka, key: UUID | None) -> bool:
    """Whether he may look at it: not at what is under his name alone in a club he has left."""
    return viewer_with(pulka, key).may(Deed.SEE)
