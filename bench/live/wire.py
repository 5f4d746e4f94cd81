"""HTTP as far as the bench needs it: one connection, requests one after the other, streams."""

import asyncio
import time
from dataclasses import dataclass
from urllib.parse import urlencode

KEPT = 4
"""Seconds a server surely keeps an idle connection; a browser opens another one afterwards too."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A status and the body as it came."""

    status: int
    body: bytes


class Wire:
    """A connection of one phone that is kept open."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self.port = port
        self.cookie = cookie
        self.lock = asyncio.Lock()
        self.used = 0.0
        self.pipe: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> Answer:
        return await self._ask("GET", path)

    async def post(self, path: str, form: dict[str, str], token: str) -> Answer:
        cookie = f"; csrftoken={token}"
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "X-CSRFToken": token,
            "HX-Request": "true",
        }
        return await self._ask("POST", path, urlencode(form).encode(), headers, cookie)

    async def stream(self, path: str) -> asyncio.StreamReader:
        """The events of a stream, its headers read."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.pipe = reader, writer
        writer.write(self._head("GET", path, 0, {"Accept": "text/event-stream"}, ""))
        await _headers(reader)
        return reader

    async def _ask(
        self,
        method: str,
        path: str,
        body: bytes = b"",
        headers: dict[str, str] | None = None,
        cookie: str = "",
    ) -> Answer:
        async with self.lock:
            reader, writer = await self._open()
            writer.write(self._head(method, path, len(body), headers or {}, cookie) + body)
            return await _answer(reader)

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """The connection, a new one where the server may have closed it meanwhile."""
        idle, self.used = time.monotonic() - self.used, time.monotonic()
        if self.pipe is None or idle > KEPT:
            if self.pipe:
                self.pipe[1].close()
            self.pipe = await asyncio.open_connection("127.0.0.1", self.port)
        return self.pipe

    def _head(
        self, method: str, path: str, length: int, headers: dict[str, str], cookie: str
    ) -> bytes:
        usual = {
            "Host": f"127.0.0.1:{self.port}",
            "Cookie": self.cookie + cookie,
            "Accept-Language": "ru",
            "Content-Length": str(length),
        }
        lines = [f"{method} {path} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in {**usual, **headers}.items()]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def _answer(reader: asyncio.StreamReader) -> Answer:
    status, headers = await _headers(reader)
    return Answer(status, await reader.readexactly(int(headers.get("content-length", "0"))))


async def _headers(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    pairs = (line.partition(": ") for line in head[1:] if line)
    return int(head[0].split()[1]), {name.lower(): value for name, _, value in pairs}
