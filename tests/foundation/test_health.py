"""The address that says whether a process can work."""

import pytest


@pytest.mark.django_db
def test_a_healthy_server_says_ok(client):
    assert client.get("/healthz").content == b"ok\n"


def test_a_phone_reaches_the_server(phone):
    anna = phone()
    anna.goto("/healthz")
    assert anna.content().count("ok") == 1
