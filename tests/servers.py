"""The real server, as a process of its own."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

START = 20
"""Seconds a server may take to answer for the first time."""


@dataclass(frozen=True)
class Server:
    """Where it answers, its process, and what it wrote."""

    url: str
    process: subprocess.Popen[bytes]
    log: Path


@contextmanager
def serving(log: Path, **environment: str) -> Iterator[Server]:
    """A server under the tests' settings, ended at the end; it must have logged no traceback."""
    port = free_port()
    command = [sys.executable, "-m", "prefweb.serve", "--host", "127.0.0.1", "--port", str(port)]
    settings = {"DJANGO_SETTINGS_MODULE": "tests.settings", **environment}
    with log.open("wb") as out:
        process = subprocess.Popen(command, env={**os.environ, **settings}, stdout=out, stderr=out)
    try:
        server = Server(f"http://127.0.0.1:{port}", process, log)
        wait_for(server)
        yield server
    finally:
        process.terminate()
        process.wait(10)
    assert "Traceback" not in log.read_text(), log.read_text()


def wait_for(server: Server) -> None:
    """Returns once the server is well; fails with its log if it ends or is not in time."""
    for _ in range(START * 20):
        if server.process.poll() is not None:
            break
        try:
            urllib.request.urlopen(f"{server.url}/healthz", timeout=1).close()
        except (urllib.error.URLError, TimeoutError):
            time.sleep(0.05)
        else:
            return
    raise AssertionError(f"The server did not start:\n{server.log.read_text()}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
