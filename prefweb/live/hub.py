"""One ear for the database in each process, and every open stream's queue.

Numbers arrive through LISTEN on one connection, outside the pool, opened by the first stream and
closed with the last. When it breaks, every stream is told RESYNC, for something may have been missed.
"""

import asyncio
import contextlib
import logging
from collections import defaultdict
from typing import Any

import psycopg
from django.db import connection

from prefweb.live.notify import CHANNEL

RESYNC = "resync"
PAUSE = 0.5
"""Seconds before a broken connection is tried again."""

Queue = asyncio.Queue[str]
log = logging.getLogger(__name__)


class Hub:
    """The streams of one event loop."""

    def __init__(self) -> None:
        self.queues: dict[str, set[Queue]] = defaultdict(set)
        self.listener: asyncio.Task[None] | None = None

    def subscribe(self, key: str) -> Queue:
        """A queue that gets each new version of `key`, and RESYNC after a gap."""
        queue: Queue = asyncio.Queue()
        self.queues[key].add(queue)
        if self.listener is None or self.listener.done():
            self.listener = asyncio.get_running_loop().create_task(self._listen())
        return queue

    def unsubscribe(self, key: str, queue: Queue) -> None:
        """Forgets the queue; the last one to go takes the connection along."""
        self.queues[key].discard(queue)
        if not self.queues[key]:
            del self.queues[key]
        if not self.queues and self.listener is not None:
            self.listener.cancel()
            self.listener = None

    async def _listen(self) -> None:
        while True:
            with contextlib.suppress(psycopg.OperationalError):
                await self._hear()
            log.warning("The connection that listens is lost; trying again.")
            await asyncio.sleep(PAUSE)

    async def _hear(self) -> None:
        parameters: dict[str, Any] = await asyncio.to_thread(connection.get_connection_params)
        async with await psycopg.AsyncConnection.connect(**_plain(parameters)) as ear:
            await ear.execute(f"LISTEN {CHANNEL}")
            self._tell_all(RESYNC)
            async for notice in ear.notifies():
                key, version = notice.payload.rsplit(" ", 1)
                self._tell(key, version)

    def _tell(self, key: str, version: str) -> None:
        for queue in self.queues.get(key, ()):
            queue.put_nowait(version)

    def _tell_all(self, version: str) -> None:
        for key in self.queues:
            self._tell(key, version)


def _plain(parameters: dict[str, Any]) -> dict[str, Any]:
    """Django's parameters without those that only its own connections understand."""
    own = ("cursor_factory", "context")
    return {"autocommit": True} | {k: v for k, v in parameters.items() if k not in own}


hub = Hub()
