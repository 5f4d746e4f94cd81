"""Tonight's tables of a club: on a phone, and on a screen on the wall."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from prefweb.clubs.access import ClubDeed, get_club
from prefweb.clubs.evenings import evening_at
from prefweb.clubs.tonight import tonight as tables_of
from prefweb.clubs.views.clubs import club_context
from prefweb.tables.views.answers import is_htmx

NOTHING_NEW = 204
WALL, SHORT = "wall", "short"
"""As the tables are shown on a screen on the wall, and on the club's own page."""


@require_safe
def tonight(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that is played tonight; an open page asks for it again, and gets 204 for no news.

    With `?wall` for a screen that nobody touches.
    """
    found, viewer = get_club(request, slug)
    now = timezone.now()
    seen = request.GET.get("since", "") if is_htmx(request) else ""
    tables = tables_of(found, now, seen)
    if tables is None:
        return HttpResponse(status=NOTHING_NEW)
    context = {
        **club_context(found, viewer, "tonight"),
        "tonight": tables,
        "evening": evening_at(found, now),
        "can_play": viewer.may(ClubDeed.PLAY),
        "is_wall": WALL in request.GET,
        "is_short": SHORT in request.GET,
    }
    return render(request, _template(request), context)


def _template(request: HttpRequest) -> str:
    if is_htmx(request):
        return "clubs/tonight/_tables.html"
    return "clubs/tonight/wall.html" if WALL in request.GET else "clubs/tonight/tonight.html"
