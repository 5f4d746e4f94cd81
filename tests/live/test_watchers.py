"""A full table with a crowd around it: everybody's page follows every tap."""

import urllib.request

import pytest
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore

from prefweb.tables.access import WATCHES
from prefweb.tables.deals.protocol import Kind
from tests.live.streams import Stream, cookie_of
from tests.servers import Server
from tests.tables.evenings import Evening

pytestmark = pytest.mark.django_db(transaction=True)

WATCHERS = 50


def watcher(evening: Evening) -> str:
    """The cookie of somebody who has opened the watch link."""
    session = SessionStore()
    session[WATCHES] = [evening.pulka.table_id]
    session.save()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


def regions(server: Server, evening: Evening, cookie: str) -> str:
    """What an open page of the first version asks for when it is told of another."""
    url = f"{server.url}/p/{evening.pulka.slug}/live?since=1&page=deal"
    request = urllib.request.Request(url, headers={"Cookie": cookie, "HX-Request": "true"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return str(answer.read().decode())


@pytest.mark.parametrize("size", [2, 5])
def test_fifty_watchers_follow_a_table(server: Server, size: int) -> None:
    evening = Evening.begin(size)
    players = [cookie_of(player) for player in evening.players]
    crowd = [watcher(evening) for _ in range(WATCHERS)]
    streams = [Stream(server.url, evening.pulka.slug, cookie) for cookie in [*players, *crowd]]
    assert [stream.version() for stream in streams] == ["hello"] * len(streams)
    for declarer in (evening.now.terms.active[0], evening.now.terms.active[1]):
        evening.order(declarer, 7)
        version = str(evening.again().pulka.version)
        assert {stream.version() for stream in streams} == {version}
        evening.tap(Kind.ORDER, declarer, seen="contract-7-")
        assert {stream.version() for stream in streams} == {str(int(version) + 1)}
    evening.order(evening.now.terms.active[0], 9)
    for cookie in [*players, *crowd]:
        assert f'data-version="{evening.again().pulka.version}"' in regions(server, evening, cookie)
    for stream in streams:
        stream.close()
