"""Phones at their tables: a stream each, and the region asked for at every new version."""

import asyncio
import random
import time
import uuid

from bench.live.tables import Table
from bench.live.wire import Wire

TOKEN = "x" * 32
OK, NOTHING_NEW = 200, 204


class Phone:
    """One page: its stream, and the connection it asks for the live region on."""

    def __init__(self, port: int, table: Table, cookie: str) -> None:
        self.slug = table.slug
        self.stream = Wire(port, cookie)
        self.wire = Wire(port, cookie)
        self.shown = 0
        self.changed = asyncio.Event()

    async def open(self) -> None:
        self.events = await self.stream.stream(f"/p/{self.slug}/events")
        await self._next()

    async def _next(self) -> str:
        """The data of the next event."""
        while True:
            line = (await self.events.readline()).decode()
            if line.startswith("data: "):
                return line.removeprefix("data: ").strip()
            if not line:
                raise ConnectionError("a stream ended")

    async def live(self) -> None:
        """Follow the table for as long as the bench runs."""
        while True:
            version = await self._next()
            answer = await self.wire.get(f"/p/{self.slug}/live?since={self.shown}&panel=x")
            if answer.status not in (OK, NOTHING_NEW):
                raise ConnectionError(f"the live region answered {answer.status}")
            self.shown = int(version)
            self.changed.set()


class Seats:
    """The four phones of a table, one of which posts now and then."""

    def __init__(self, port: int, table: Table) -> None:
        self.table = table
        self.phones = [Phone(port, table, cookie) for cookie in table.cookies]
        self.taps = 0
        self.busy = asyncio.Lock()

    async def open(self) -> None:
        for phone in self.phones:
            await phone.open()

    async def post(self) -> float:
        """Seconds from a tap until the new state is on the last of the four phones."""
        async with self.busy:
            for phone in self.phones:
                phone.changed.clear()
            began = time.perf_counter()
            posting = asyncio.create_task(self._tap())
            await asyncio.gather(*(phone.changed.wait() for phone in self.phones))
            took = time.perf_counter() - began
            await posting
            return took

    async def _tap(self) -> None:
        """An order, and the next time its withdrawal: the same table can go on for ever."""
        form = {"uid": uuid.uuid4().hex, "kind": "order", "deal": "1", "seat": "1"}
        form |= {"changes": str(self.taps)}  # each of the two changes the question
        form |= {"game": "withdraw", "seen": "contract-7-"} if self.taps % 2 else {"game": "7"}
        answer = await self.phones[1].wire.post(f"/p/{self.table.slug}/post", form, TOKEN)
        if answer.status != OK:
            raise ConnectionError(f"a post was answered {answer.status}")
        self.taps += 1


async def measure(port: int, tables: list[Table], rate: float, seconds: float) -> list[float]:
    """Posts at `rate` a second, spread over all tables; how long each took to the last phone."""
    seats = [Seats(port, table) for table in tables]
    for some in range(0, len(seats), 25):
        await asyncio.gather(*(each.open() for each in seats[some : some + 25]))
    listening = [asyncio.create_task(phone.live()) for each in seats for phone in each.phones]
    posts = []
    for _ in range(int(rate * seconds)):
        posts.append(asyncio.create_task(random.choice(seats).post()))
        await asyncio.sleep(1 / rate)
    took = await asyncio.wait_for(asyncio.gather(*posts), 60)
    for task in listening:
        task.cancel()
    return list(took)
