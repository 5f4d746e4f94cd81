"""How everything under /api/ is answered, whatever is asked."""

import json
from typing import Any

import pytest
from django.http import HttpRequest
from django.test import Client

from prefweb.api import v1
from prefweb.clubs.models import Club
from prefweb.players.models import Player
from tests.api.world import V1, Site
from tests.clubs.people import browser
from tests.history.clubs import RESULT, kept

VERBS = ["post", "put", "patch", "delete", "trace"]
PATHS = ["/club", "/pulkas", "/pulkas/x", "/people", "/standings", "/nothing", "/", "/openapi.json"]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("verb", VERBS)
def test_nothing_is_written(site: Site, path: str, verb: str) -> None:
    response = site.ask(path, verb)
    assert response.status_code == 405
    assert response["Allow"] == "GET, HEAD, OPTIONS"
    if verb != "trace":
        assert json.loads(response.content)["error"]["code"] == "method_not_allowed"


@pytest.mark.parametrize("path", PATHS)
def test_a_page_of_another_site_may_ask(path: str) -> None:
    asked = {"Origin": "https://club.example.org", "Access-Control-Request-Method": "GET"}
    headers = {**asked, "Access-Control-Request-Headers": "authorization"}
    response = Client().options(f"{V1}{path}", headers=headers)
    assert response.status_code == 204
    assert response["Access-Control-Allow-Origin"] == "*"
    assert "Authorization" in response["Access-Control-Allow-Headers"]
    assert "Access-Control-Allow-Credentials" not in response


@pytest.mark.parametrize(
    "path",
    ["/api/v1/nothing", "/api/v1/", "/api/v1/pulkas/", "/api/", "/api/v2/club", "/api/v1/docs"],
)
def test_nothing_elsewhere_is_json_too(path: str) -> None:
    response = Client().get(path)
    assert response.status_code == 404
    assert response.json()["error"]["code"] == "not_found"
    assert response["Access-Control-Allow-Origin"] == "*"
    assert response["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", ["/club", "/pulkas", "/people", "/standings"])
def test_an_answer_is_kept_for_a_minute_and_not_sent_twice(
    club: Club, people: list[Player], site: Site, path: str
) -> None:
    first = site.ask(path)
    assert first["Cache-Control"] == "private, max-age=60"
    assert "Authorization" in first["Vary"]
    assert "Set-Cookie" not in first
    again = site.ask(path, **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert again["Access-Control-Allow-Origin"] == "*"
    Player.objects.update(name="Другая")
    kept(club, people, results=RESULT)
    changed = site.ask(path, **{"If-None-Match": first["ETag"]})
    assert (changed.status_code == 200) == (path in ("/club", "/pulkas", "/people"))


def test_head_is_get_without_its_body(site: Site) -> None:
    got, asked = site.ask("/club"), site.ask("/club", "head")
    assert (asked.status_code, asked.content) == (200, b"")
    assert asked["ETag"] == got["ETag"]
    assert site.ask("/nothing", "head").status_code == 404
    assert Site("wrong").ask("/club", "head").status_code == 401


def test_long_answers_are_packed(club: Club, people: list[Player], site: Site) -> None:
    for _ in range(9):
        kept(club, people, results=RESULT)
    packed = site.ask("/pulkas", **{"Accept-Encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert packed["ETag"].startswith('W/"')
    again = site.ask("/pulkas", **{"Accept-Encoding": "gzip", "If-None-Match": packed["ETag"]})
    assert again.status_code == 304


def test_cookies_and_scripts_of_the_site_change_nothing(club: Club, people: Any) -> None:
    site = Site.of(club)
    client = browser(people[0])
    headers = {"Authorization": f"Bearer {site.secret}", "HX-Request": "true", "X-Plain-Form": "1"}
    response = client.get(f"{V1}/club", headers=headers)
    assert response.status_code == 200
    assert response["Cache-Control"] == "private, max-age=60"
    assert not response.cookies
    assert response.json()["slug"] == club.slug


@pytest.mark.parametrize("language", ["ru", "en", "de"])
def test_words_are_the_same_in_every_language(site: Site, language: str) -> None:
    refused = site.ask("/pulkas?limit=0", **{"Accept-Language": language})
    assert json.loads(refused.content)["error"]["message"].startswith("limit: Input should be")


def test_what_goes_wrong_here_is_told_without_details(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(request: HttpRequest) -> Club:
        raise RuntimeError("secret details")

    monkeypatch.setattr(v1, "_club", broken)
    client = Client(raise_request_exception=False)
    response = client.get(f"{V1}/club", headers={"Authorization": f"Bearer {site.secret}"})
    assert response.status_code == 500
    assert response.json()["error"]["code"] == "internal_server_error"
    assert b"secret" not in response.content


def test_the_description_needs_no_token_and_no_other_site() -> None:
    response = Client().get(f"{V1}/openapi.json")
    assert response.status_code == 200
    assert response.json()["info"]["version"] == "1"
    assert b"cdn" not in response.content
