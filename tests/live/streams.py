"""Open streams, as a page holds them."""

import time
from collections.abc import Callable
from http.client import HTTPConnection
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection

from prefweb.players.models import Player
from prefweb.players.services import SESSION_KEY


def cookie_of(player: Player) -> str:
    """What the browser of that player sends."""
    session = SessionStore()
    session[SESSION_KEY] = str(player.pk)
    session.save()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


class Stream:
    """One stream, read event by event; TimeoutError after `patience` seconds of silence."""

    def __init__(
        self, url: str, slug: str, cookie: str = "", patience: float = 5, of: str = "p"
    ) -> None:
        """Of a pulka, or with `of="c"` of a club."""
        self.connection = HTTPConnection(urlsplit(url).netloc, timeout=patience)
        headers = {"Cookie": cookie, "Accept": "text/event-stream", "Accept-Encoding": "gzip"}
        self.connection.request("GET", f"/{of}/{slug}/events", headers=headers)
        self.answer = self.connection.getresponse()

    def event(self) -> dict[str, str]:
        """The fields of the next event; a comment has the empty name."""
        fields = {}
        while line := self.answer.readline().decode().rstrip("\n"):
            name, _, value = line.partition(": ")
            fields[name] = value
        return fields

    def version(self) -> str:
        """What the next event says."""
        return self.event()["data"]

    def close(self) -> None:
        self.answer.close()
        self.connection.close()


def ears() -> list[int]:
    """The backends of the test database's server that listen."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN %%' AND datname = %s",
            [connection.settings_dict["NAME"]],
        )
        return [pid for (pid,) in cursor.fetchall()]


def connections() -> int:
    """How many connections the test database has, ours included."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = %s",
            [connection.settings_dict["NAME"]],
        )
        (number,) = cursor.fetchone()
        return int(number)


def soon(check: Callable[[], bool], seconds: float = 5) -> bool:
    """Whether it comes true in time."""
    end = time.monotonic() + seconds
    while not check():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True
