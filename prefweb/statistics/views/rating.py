"""How strong who plays in a club is, by the places of all his pulkas there."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from prefweb.clubs.access import get_club
from prefweb.clubs.views.clubs import club_context
from prefweb.statistics.ladder import Course, ladder_of, rung_of
from prefweb.statistics.people import person_in


@require_safe
def rating(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody's rating."""
    found, viewer = get_club(request, slug)
    context = {
        **club_context(found, viewer, "numbers"),
        "section": "rating",
        "ladder": ladder_of(found),
    }
    return render(request, "statistics/rating.html", context)


@require_safe
def rated(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """How the rating of one person has come about."""
    found, viewer = get_club(request, slug)
    person = person_in(found, key)
    if person is None:
        raise Http404
    if person.main != key:
        return redirect("statistics:rated", slug, person.main)
    rung = rung_of(found, person.main)
    context = {
        **club_context(found, viewer, "numbers", "rated"),
        "section": "rating",
        "person": person,
        "rung": rung,
        "course": Course(found, rung, request.GET.get("after", "")) if rung else None,
    }
    return render(request, "statistics/rated.html", context)
