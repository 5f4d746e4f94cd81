"""Streams of version numbers to open pages."""

import asyncio
from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.db import close_old_connections
from django.http import Http404, HttpRequest, StreamingHttpResponse

from prefweb.live.hub import Queue, hub

HEARTBEAT = 20
"""Seconds of silence after which a stream says something: a phone that vanished shows only then."""

HEADERS = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"}


async def events(request: HttpRequest, key: str) -> StreamingHttpResponse:
    """The versions of one pulka as they come, beginning with a hello.

    A page asks for its region at each, so nothing is lost between its drawing and the first event.
    """
    if not await _allowed(request, key):
        raise Http404
    return StreamingHttpResponse(
        _stream(key), content_type="text/event-stream", headers=HEADERS
    )


@sync_to_async
def _allowed(request: HttpRequest, key: str) -> bool:
    """Asks the database, and gives the connection back to the pool before the stream begins."""
    from prefweb.tables.access import may_watch

    try:
        return may_watch(request, key)
    finally:
        close_old_connections()


async def _stream(key: str) -> AsyncIterator[str]:
    queue = hub.subscribe(key)
    try:
        yield "retry: 1000\nevent: table-changed\ndata: hello\n\n"
        while True:
            yield await _next(queue)
    finally:
        hub.unsubscribe(key, queue)


async def _next(queue: Queue) -> str:
    try:
        version = await asyncio.wait_for(queue.get(), HEARTBEAT)
    except TimeoutError:
        return ": beat\n\n"
    return f"event: table-changed\ndata: {version}\n\n"
