"""How strong who plays in a club is, by the places of all his pulkas there."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from prefweb.clubs.access import get_club
from prefweb.clubs.views.clubs import club_context


@require_safe
def rating(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody's rating."""
    found, viewer = get_club(request, slug)
    context = {**club_context(found, viewer, "numbers"), "section": "rating"}
    return render(request, "statistics/rating.html", context)


@require_safe
def rated(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """How the rating of one person has come about."""
    found, viewer = get_club(request, slug)
    context = {**club_context(found, viewer, "numbers", "rated"), "section": "rating"}
    return render(request, "statistics/rated.html", context)
