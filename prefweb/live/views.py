"""Who may hear of a pulka's versions, and of what happens in a club."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from prefweb.clubs.access import get_club
from prefweb.live.asgi import STREAM
from prefweb.live.notify import club_key
from prefweb.tables.access import may_watch

HEADERS = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"}


@require_GET
def events(request: HttpRequest, slug: str) -> HttpResponse:
    """One pulka's versions."""
    if not may_watch(request, slug):
        raise Http404
    return _stream(slug)


@require_GET
def club_events(request: HttpRequest, slug: str) -> HttpResponse:
    """That something has happened at one of a club's tables, for those who may see them."""
    club, _viewer = get_club(request, slug)
    return _stream(club_key(club.pk))


def _stream(key: str) -> HttpResponse:
    """The beginning of a stream: `prefweb.live.asgi` goes on with it."""
    return HttpResponse(content_type="text/event-stream", headers={**HEADERS, STREAM: key})
