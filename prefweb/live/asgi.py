"""Streams, which outlive the request that opened them.

Django keeps a thread, and the request with all it holds, until its answer ends. So a view answers
with the headers of a stream and names its key in STREAM; once Django is through, this goes on.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from prefweb.live.hub import Mailbox, hub

STREAM = "X-Stream"
"""Names the key whose versions follow. It stays inside, like the length of the empty page."""

HEARTBEAT = 20
"""Seconds of silence after which a stream says something: only then a vanished phone is noticed."""
GONE = "gone"

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

INSIDE = (STREAM.lower().encode(), b"content-length")


def with_streams(application: Application) -> Application:
    """The application, and streams where it asks for one."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        beginning: list[Message] = []

        async def pass_on(message: Message) -> None:
            if _key(message):
                beginning.append(message)
            elif not beginning:
                await send(message)

        await application(scope, receive, pass_on)
        if beginning:
            await _stream(beginning[0], receive, send)

    return answer


def _key(message: Message) -> str:
    """The key of the stream that an answer begins, if it does."""
    headers = {name.lower(): value for name, value in message.get("headers", ())}
    key: bytes = headers.get(INSIDE[0], b"")
    return key.decode()


async def _stream(beginning: Message, receive: Receive, send: Send) -> None:
    """Each new version, beginning with a hello, until the page has gone.

    A page asks for what it shows at each of them, so nothing is lost before the first.
    """
    headers = [header for header in beginning["headers"] if header[0].lower() not in INSIDE]
    with hub.subscribed(_key(beginning)) as box:
        await send({**beginning, "headers": headers})
        await hub.ready()
        await _say(send, "retry: 1000\n" + _event("hello"))
        leaving = asyncio.create_task(_wait_for_leave(receive, box))
        try:
            while (version := await _next(box)) != GONE:
                await _say(send, _event(version) if version else ": beat\n\n")
        finally:
            leaving.cancel()


async def _wait_for_leave(receive: Receive, box: Mailbox) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    box.put(GONE)


async def _next(box: Mailbox) -> str:
    """The next version, or nothing after a while of silence."""
    try:
        async with asyncio.timeout(HEARTBEAT):
            return await box.get()
    except TimeoutError:
        return ""


async def _say(send: Send, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


def _event(version: str) -> str:
    return f"event: table-changed\ndata: {version}\n\n"
