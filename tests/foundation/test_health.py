"""The address that says whether a process can work."""

import pytest
from django.db import OperationalError, connection


@pytest.mark.django_db
def test_a_healthy_server_says_ok(client):
    assert client.get("/healthz").content == b"ok\n"


def test_a_server_without_its_database_says_so(client, monkeypatch):
    def gone():
        raise OperationalError

    monkeypatch.setattr(connection, "cursor", gone)
    assert client.get("/healthz").status_code == 503


def test_a_phone_reaches_the_server(phone):
    phone.allow("favicon.ico")
    anna = phone()
    anna.goto("/healthz")
    assert anna.content().count("ok") == 1
