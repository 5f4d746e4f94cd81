"""Streams of version numbers to open pages."""

import asyncio
from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.db import close_old_connections
from django.http import Http404, HttpRequest, StreamingHttpResponse

from prefweb.live.hub import Mailbox, hub
from prefweb.tables.access import may_watch

HEARTBEAT = 20
"""Seconds of silence after which a stream says something: only then a vanished phone is noticed."""

HEADERS = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"}


async def events(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """Each new version of one pulka, beginning with a hello.

    A page asks for what it shows at each of them, so nothing is lost before the first.
    """
    if not await _is_allowed(request, slug):
        raise Http404
    return StreamingHttpResponse(_stream(slug), content_type="text/event-stream", headers=HEADERS)


@sync_to_async
def _is_allowed(request: HttpRequest, slug: str) -> bool:
    """Asks the database and gives the connection back: a stream must keep none of the pool."""
    try:
        return may_watch(request, slug)
    finally:
        close_old_connections()


async def _stream(slug: str) -> AsyncIterator[str]:
    with hub.subscribed(slug) as box:
        await hub.ready()
        yield "retry: 1000\n" + _event("hello")
        while True:
            yield await _next(box)


async def _next(box: Mailbox) -> str:
    try:
        return _event(await asyncio.wait_for(box.get(), HEARTBEAT))
    except TimeoutError:
        return ": beat\n\n"


def _event(version: str) -> str:
    return f"event: table-changed\ndata: {version}\n\n"
