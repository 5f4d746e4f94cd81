"""Versions on their way to open pages, through the real server."""

import time
import urllib.request

import psutil
import pytest
from django.db import connection, transaction

from prefweb.live.notify import announce
from tests import databases
from tests.live.streams import Stream, connections, cookie_of, ears, soon
from tests.servers import serving
from tests.tables.evenings import Evening

pytestmark = pytest.mark.django_db(transaction=True)

MANY = 60


@pytest.fixture
def pulka(transactional_db):
    return Evening.gather().pulka


@pytest.fixture
def cookie(pulka):
    return cookie_of(pulka.seats.first().player)


@pytest.fixture
def open_stream(server, pulka, cookie):
    """Opens streams of the pulka for one of its players, past their hello."""
    streams = []

    def open_one():
        streams.append(Stream(server.url, pulka.slug, cookie))
        assert streams[-1].version() == "hello"
        return streams[-1]

    yield open_one
    for stream in streams:
        stream.close()


def test_a_stream_begins_with_a_hello_that_tells_how_to_come_back(server, pulka, cookie):
    stream = Stream(server.url, pulka.slug, cookie)
    assert stream.event() == {"retry": "1000", "event": "table-changed", "data": "hello"}
    stream.close()


def test_nobody_between_may_keep_or_change_a_stream(open_stream):
    headers = open_stream().answer.headers
    assert headers["Content-Type"] == "text/event-stream"
    assert headers["Cache-Control"] == "no-cache, no-transform"
    assert headers["X-Accel-Buffering"] == "no"
    assert "Content-Encoding" not in headers


def test_a_version_arrives_within_a_second(open_stream, pulka):
    stream = open_stream()
    before = time.monotonic()
    announce(pulka.slug, 7)
    assert stream.event() == {"event": "table-changed", "data": "7"}
    assert time.monotonic() - before < 1


def test_nothing_arrives_of_what_was_rolled_back(open_stream, pulka):
    stream = open_stream()
    with transaction.atomic():
        announce(pulka.slug, 8)
        transaction.set_rollback(True)
    announce(pulka.slug, 9)
    assert stream.version() == "9"


def test_other_pulkas_are_not_heard(open_stream, pulka):
    stream = open_stream()
    announce("another", 3)
    announce(pulka.slug, 4)
    assert stream.version() == "4"


@pytest.mark.parametrize("visitor", ["", "sessionid=made-up"], ids=["nobody", "a-made-up-session"])
def test_a_stranger_gets_no_stream(server, pulka, visitor):
    stream = Stream(server.url, pulka.slug, visitor)
    assert stream.answer.status == 404
    stream.close()


def test_many_streams_hold_one_connection_and_leave_the_pages_theirs(server, open_stream, pulka):
    streams = [open_stream() for _ in range(MANY)]
    assert len(ears()) == 1
    assert connections() < 12
    with urllib.request.urlopen(f"{server.url}/healthz", timeout=5) as page:
        assert page.status == 200
    announce(pulka.slug, 5)
    assert {stream.version() for stream in streams} == {"5"}


def test_after_a_lost_connection_every_stream_is_told_to_ask_again(open_stream, pulka, server):
    streams = [open_stream(), open_stream()]
    (ear,) = ears()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [ear])
    assert [stream.version() for stream in streams] == ["resync", "resync"]
    announce(pulka.slug, 6)
    assert [stream.version() for stream in streams] == ["6", "6"]


def test_a_page_that_leaves_is_forgotten(open_stream, server):
    open_stream()
    process = psutil.Process(server.process.pid)

    def sockets():
        return len(process.net_connections("tcp"))

    before = sockets()
    stream = open_stream()
    assert soon(lambda: sockets() == before + 1)
    stream.close()
    assert soon(lambda: sockets() == before)


def test_open_streams_do_not_hold_up_the_end_nor_fill_the_log(pulka, cookie, tmp_path):
    with serving(tmp_path / "log", DATABASE_URL=databases.url()) as server:
        streams = [Stream(server.url, pulka.slug, cookie) for _ in range(3)]
        assert {stream.version() for stream in streams} == {"hello"}
        before = time.monotonic()
    assert time.monotonic() - before < 4
    for stream in streams:
        stream.close()
