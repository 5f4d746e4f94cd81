"""The least there is: a row, NOTIFY, one listener, four sockets; to compare the rest with."""

import asyncio
import time

import psycopg

SOCKETS = 4


async def measure(url: str, rate: float, seconds: float) -> list[float]:
    """Seconds from an insert until the last of four sockets has heard of it, for each post."""
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        await connection.execute("CREATE TEMP TABLE bare (id serial, said text)")
        server, writers = await _serve()
        readers = [await _connect(server) for _ in range(SOCKETS)]
        ear = asyncio.create_task(_listen(url, writers))
        await asyncio.sleep(0.5)
        took = []
        for post in range(int(rate * seconds)):
            took.append(await _post(connection, readers, post))
            await asyncio.sleep(max(0, 1 / rate - took[-1]))
        ear.cancel()
        server.close()
        return took


async def _post(
    connection: psycopg.AsyncConnection, readers: list[asyncio.StreamReader], post: int
) -> float:
    began = time.perf_counter()
    async with connection.transaction():
        await connection.execute("INSERT INTO bare (said) VALUES (%s)", ["seven"])
        await connection.execute("SELECT pg_notify('bare', %s)", [str(post)])
    await asyncio.gather(*(reader.readline() for reader in readers))
    return time.perf_counter() - began


async def _serve() -> tuple[asyncio.Server, list[asyncio.StreamWriter]]:
    writers: list[asyncio.StreamWriter] = []
    server = await asyncio.start_server(lambda _, writer: writers.append(writer), "127.0.0.1", 0)
    return server, writers


async def _connect(server: asyncio.Server) -> asyncio.StreamReader:
    reader, _writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    return reader


async def _listen(url: str, writers: list[asyncio.StreamWriter]) -> None:
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as ear:
        await ear.execute("LISTEN bare")
        async for notice in ear.notifies():
            for writer in writers:
                writer.write(f"data: {notice.payload}\n".encode())
