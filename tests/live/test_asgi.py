"""Streams as the server sees them: messages in, messages out."""

import asyncio

import pytest

from prefweb.live import asgi
from prefweb.live.hub import Hub


@pytest.fixture
def hub(monkeypatch):
    """A hub that needs no database."""

    class HearingHub(Hub):
        async def _listen(self):
            self.listening.set()
            await asyncio.Event().wait()

    hub = HearingHub()
    monkeypatch.setattr(asgi, "hub", hub)
    return hub


async def page(scope, receive, send):
    """An application whose answer is a page."""
    await send({"type": "http.response.start", "status": 200, "headers": [(b"X-Page", b"1")]})
    await send({"type": "http.response.body", "body": b"page"})


async def beginning(scope, receive, send):
    """An application that asks for a stream of "one"."""
    headers = [(b"X-Stream", b"one"), (b"Content-Length", b"0"), (b"X-Other", b"2")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


class Phone:
    """What it was sent; it leaves when told to."""

    def __init__(self):
        self.messages = asyncio.Queue()
        self.leaves = asyncio.Event()

    async def receive(self):
        await self.leaves.wait()
        return {"type": "http.disconnect"}

    async def text(self):
        return (await asyncio.wait_for(self.messages.get(), 1))["body"].decode()

    async def open(self, application):
        answer = asgi.with_streams(application)({}, self.receive, self.messages.put)
        self.task = asyncio.create_task(answer)
        return await asyncio.wait_for(self.messages.get(), 1)


def story(told):
    """Runs a coroutine function that is given a phone."""

    async def tell():
        await told(Phone())

    asyncio.run(tell())


def test_a_page_passes_as_it_is():
    async def told(phone):
        assert (await phone.open(page))["headers"] == [(b"X-Page", b"1")]
        assert await phone.text() == "page"
        await phone.task

    story(told)


def test_what_is_meant_for_inside_stays_inside(hub):
    async def told(phone):
        assert (await phone.open(beginning))["headers"] == [(b"X-Other", b"2")]
        phone.leaves.set()
        await phone.task

    story(told)


def test_a_silent_stream_shows_that_it_lives(hub, monkeypatch):
    monkeypatch.setattr(asgi, "HEARTBEAT", 0.01)

    async def told(phone):
        await phone.open(beginning)
        assert "hello" in await phone.text()
        assert await phone.text() == ": beat\n\n"
        phone.leaves.set()
        await phone.task

    story(told)


def test_a_page_that_leaves_is_forgotten(hub):
    async def told(phone):
        await phone.open(beginning)
        assert list(hub.boxes) == ["one"]
        phone.leaves.set()
        await asyncio.wait_for(phone.task, 1)
        assert hub.boxes == {}

    story(told)


def test_a_stream_that_the_server_cuts_is_forgotten(hub):
    async def told(phone):
        await phone.open(beginning)
        await phone.text()
        phone.task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await phone.task
        assert hub.boxes == {}

    story(told)
