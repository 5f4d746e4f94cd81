"""Starts a server of its own on data of its own, opens the tables and measures."""

import argparse
import asyncio
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from typing import Any

import psutil

ROOT = Path(__file__).resolve().parent.parent.parent
os.environ.update(
    DJANGO_SETTINGS_MODULE="prefweb.settings",
    DATA_DIR=str(ROOT / "var" / "bench"),
    ALLOWED_HOSTS="127.0.0.1",
    LOG_LEVEL="WARNING",
    SECRET_KEY="only for the bench",
)


def main() -> None:
    options = _options()
    import django

    django.setup()
    url, tables = _prepare(options.tables)
    with _serving(options.port, url) as process:
        before = process.memory_info().rss
        took = asyncio.run(_measure(options, tables))
        after = process.memory_info().rss
    from bench.live import bare

    least = asyncio.run(bare.measure(url, options.rate, min(options.seconds, 10)))
    streams = 4 * len(tables)
    print(f"{len(tables)} tables, {streams} streams, {options.rate} posts a second")
    _print("post to the last of four phones", took)
    _print("bare insert, notify, four sockets", least)
    print(f"the server: {before / 2**20:.0f} MB, with the streams {after / 2**20:.0f} MB")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.live", description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=20, help="posts a second, over all tables")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--port", type=int, default=8765)
    return parser.parse_args()


def _prepare(count: int) -> tuple[str, list[Any]]:
    """The embedded database with that many tables more in it."""
    from django.core.management import call_command
    from django.db import connection

    from bench.live.tables import tables
    from prefweb.postgres import address

    call_command("migrate", interactive=False, verbosity=0)
    call_command("flush", interactive=False, verbosity=0)
    made = list(tables(count))
    return address(connection.get_connection_params()["host"]), made


@contextmanager
def _serving(port: int, url: str) -> Iterator[psutil.Process]:
    command = [sys.executable, "-m", "prefweb.serve", "--host", "127.0.0.1", "--port", str(port)]
    settings = {"DATABASE_URL": url}
    process = subprocess.Popen(
        command, cwd=ROOT, env={**os.environ, **settings}, stdout=subprocess.DEVNULL
    )
    try:
        _wait(port)
        yield psutil.Process(process.pid)
    finally:
        process.terminate()
        process.wait(10)


def _wait(port: int) -> None:
    for _ in range(200):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    sys.exit("The server did not start.")


async def _measure(options: argparse.Namespace, tables: list[Any]) -> list[float]:
    from bench.live import phones

    return await phones.measure(options.port, tables, options.rate, options.seconds)


def _print(what: str, seconds: Sequence[float]) -> None:
    cuts = quantiles((1000 * each for each in seconds), n=100)
    print(
        f"{what:<36} median {cuts[49]:7.1f} ms   95 % {cuts[94]:7.1f} ms   99 % {cuts[98]:7.1f} ms"
    )


if __name__ == "__main__":
    main()
