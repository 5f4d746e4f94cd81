"""One ear for the database in each process, and a mailbox for every open stream.

Versions arrive through LISTEN on one connection outside the pool, opened by the first stream. Where
it broke something may have been missed, so then every stream is told RESYNC.
"""

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import psycopg
from django.db import connection

from prefweb.live.notify import CHANNEL

RESYNC = "resync"
PAUSE = 0.5
"""Seconds before a broken connection is tried again."""
PATIENCE = 5
"""Seconds a new stream waits for the ear before it goes on without."""
KEEPALIVE = {"keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3}
"""A database that vanished without a word is noticed after a minute; by default after two hours."""

log = logging.getLogger(__name__)


class Mailbox:
    """Holds the newest version only: a slow phone has no use for those before."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[str] = asyncio.Queue(1)

    def put(self, version: str) -> None:
        """Leaves a version, in place of one not yet fetched."""
        if self._queue.full():
            self._queue.get_nowait()
        self._queue.put_nowait(version)

    async def get(self) -> str:
        """The newest version, as soon as there is one."""
        return await self._queue.get()


class Hub:
    """The streams of one process."""

    def __init__(self) -> None:
        self.boxes: dict[str, set[Mailbox]] = defaultdict(set)
        self.listening = asyncio.Event()
        self._missed = False
        self._listener: asyncio.Task[None] | None = None

    @contextlib.contextmanager
    def subscribed(self, key: str) -> Iterator[Mailbox]:
        """A mailbox that gets each new version of `key`, and RESYNC after a gap."""
        box = Mailbox()
        self.boxes[key].add(box)
        try:
            yield box
        finally:
            self.boxes[key].discard(box)
            if not self.boxes[key]:
                del self.boxes[key]

    async def ready(self) -> None:
        """Returns when versions are heard, or when waiting for that has taken too long."""
        if self._listener is None or self._listener.done():
            self._listener = asyncio.create_task(self._listen())
        try:
            await asyncio.wait_for(self.listening.wait(), PATIENCE)
        except TimeoutError:
            self._missed = True

    async def _listen(self) -> None:
        """Hears for as long as the process runs."""
        parameters = await asyncio.to_thread(_parameters)
        while True:
            try:
                await self._hear(parameters)
            except psycopg.OperationalError as error:
                log.warning("The connection that hears of new versions is lost: %s", error)
            self.listening.clear()
            self._missed = True
            await asyncio.sleep(PAUSE)

    async def _hear(self, parameters: dict[str, Any]) -> None:
        async with await psycopg.AsyncConnection.connect(**parameters, autocommit=True) as ear:
            await ear.execute(f"LISTEN {CHANNEL}")
            self.listening.set()
            self._resync()
            async for notice in ear.notifies():
                key, version = notice.payload.rsplit(" ", 1)
                self._deliver(key, version)

    def _deliver(self, key: str, version: str) -> None:
        for box in self.boxes.get(key, ()):
            box.put(version)

    def _resync(self) -> None:
        if self._missed:
            for key in self.boxes:
                self._deliver(key, RESYNC)
        self._missed = False


def _parameters() -> dict[str, Any]:
    """Django's connection parameters, less those that only its own connections understand."""
    parameters = connection.get_connection_params()
    own = ("cursor_factory", "context")
    return KEEPALIVE | {key: value for key, value in parameters.items() if key not in own}


hub = Hub()
