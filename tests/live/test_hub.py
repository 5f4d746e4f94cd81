"""The mailboxes of one process."""

import asyncio

import pytest
from django.db import connection

from prefweb.live import hub as hubs
from prefweb.live.hub import Hub, Mailbox
from prefweb.live.notify import announce


def test_a_slow_page_finds_only_the_newest_version():
    async def story():
        box = Mailbox()
        box.put("3")
        box.put("4")
        return await box.get()

    assert asyncio.run(story()) == "4"


def test_a_mailbox_is_gone_with_its_stream():
    hub = Hub()
    with hub.subscribed("one"), hub.subscribed("one"), hub.subscribed("two"):
        assert {key: len(boxes) for key, boxes in hub.boxes.items()} == {"one": 2, "two": 1}
    assert hub.boxes == {}


def test_a_stream_that_began_without_an_ear_is_told_once_there_is_one(monkeypatch):
    """The database was away: the page is told to ask again, for it may have missed something."""
    monkeypatch.setattr(hubs, "PATIENCE", 0.01)

    class LateHub(Hub):
        async def _listen(self):
            await asyncio.sleep(0.05)
            self.listening.set()
            self._resync()

    async def story():
        hub = LateHub()
        with hub.subscribed("one") as box:
            await hub.ready()
            return await asyncio.wait_for(box.get(), 1)

    assert asyncio.run(story()) == hubs.RESYNC


@pytest.mark.django_db(transaction=True)
def test_it_hears_once_it_is_ready():
    def tell():
        announce("one", 2)
        connection.close()  # the thread's own

    async def story():
        hub = Hub()
        with hub.subscribed("one") as box:
            await hub.ready()
            await asyncio.to_thread(tell)
            return await asyncio.wait_for(box.get(), 5)

    assert asyncio.run(story()) == "2"
