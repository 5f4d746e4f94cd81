"""The scripts of every page: one file, kept by the browser until its text changes."""

import pytest
from django.test import Client
from playwright.sync_api import expect

from prefweb.ui.scripts import PARTS, address
from tests.browser.questions import begun, phone_of
from tests.phones import Phones

REQUESTS = 8
"""Of a first visit to a table, the stream among them."""


def test_all_scripts_are_one_file_that_browsers_keep(client: Client) -> None:
    answer = client.get(address())
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer.content.decode().count("(() => {") >= len(PARTS) - 2


def test_an_older_page_is_led_to_the_scripts_of_now(client: Client) -> None:
    answer = client.get("/scripts/0123456789ab.js")
    assert (answer.status_code, answer["Location"]) == (302, address())


def test_another_text_has_another_address(monkeypatch: pytest.MonkeyPatch) -> None:
    before = address()
    monkeypatch.setattr("django.conf.settings.DEBUG", True)  # read anew
    monkeypatch.setattr("prefweb.ui.scripts.PARTS", PARTS[:-1])
    assert address() != before


def test_a_table_takes_few_requests(phone: Phones) -> None:
    evening = begun()
    boris = phone_of(phone, evening.players[1])
    asked: list[str] = []
    boris.on("request", lambda request: asked.append(request.url))
    boris.goto(f"/p/{evening.pulka.slug}")
    expect(boris.locator(".conn")).to_have_text("На связи")
    boris.wait_for_load_state("load")
    assert len(asked) <= REQUESTS, asked
