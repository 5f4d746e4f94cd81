"""Who may hear of a pulka's versions."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from prefweb.live.asgi import STREAM
from prefweb.tables.access import may_watch

HEADERS = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"}


@require_GET
def events(request: HttpRequest, slug: str) -> HttpResponse:
    """The beginning of a stream of one pulka's versions: `prefweb.live.asgi` goes on with it."""
    if not may_watch(request, slug):
        raise Http404
    return HttpResponse(content_type="text/event-stream", headers={**HEADERS, STREAM: slug})
