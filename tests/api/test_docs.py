"""docs/api.md says what is: its examples are asked for here, and nothing is left out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from prefweb.api import access, apart, schemas, tokens
from prefweb.clubs.models import Club, ClubRole, Member, Place
from prefweb.players.merging import merge
from prefweb.players.models import Player
from prefweb.statistics import keeping
from prefweb.tables.models import Pulka
from tests.api import contract
from tests.api.world import V1, secret_of
from tests.clubs.people import player
from tests.history.clubs import kept
from tests.statistics.test_counting import settled
from tests.tables.evenings import Evening

ROOT = Path(__file__).resolve().parent.parent.parent
DOCS = ROOT / "docs" / "api.md"
FROZEN = Path(__file__).with_name("openapi.json")
HOST = "pulka.example.org"
EXAMPLE = re.compile(r"^    GET (\S+)\n\n```json\n(.*?)^```", re.M | re.S)
BEGAN = datetime(2026, 11, 18, 17, 0, tzinfo=UTC)


def examples() -> list[Any]:
    return [pytest.param(path, text, id=path) for path, text in EXAMPLE.findall(DOCS.read_text())]


@pytest.fixture
def secret(db: None, settings: Any) -> str:
    """The club of the examples."""
    settings.ALLOWED_HOSTS = [HOST]
    return secret_of(example())


def example() -> Club:
    club = Club.objects.create(name="Клуб на Покровке", slug="5a1f0c33d9e2", about="По средам.")
    Club.objects.update(founded=datetime(2025, 9, 1, 12, 0, tzinfo=UTC))
    people = [_person(club, number, name) for number, name in enumerate(("Анна", "Борис", "Вера"))]
    evening = Evening.begin(3)
    evening.seven_made()
    evening.raspasy(0)
    evening.tricks(0, 1)
    evening.tricks(1, 1)
    evening.misere(0)
    evening.tricks(0, 2)
    for guest, person in zip(evening.players, people, strict=True):
        merge(guest, person, person)
    _dated(settled(evening).pulka, club)
    earlier = kept(
        club, [*people, "Гость"], results=("12", "-5/3", "-31/3", "0"), slug="b20c6f4411aa",
        started=BEGAN - timedelta(days=7), stake=0, house_rules="Наши",
    )  # fmt: skip
    keeping.keep(earlier)
    return club


def _person(club: Club, number: int, name: str) -> Player:
    key = UUID(f"0b0e5d3c-7c1f-4f58-9d6a-1a2b3c4d5e0{number}")
    account = player(f"{name} {number}").account
    Player.objects.filter(account=account).update(account=None)
    found = Player.objects.create(pk=key, name=name, account=account)
    role = ClubRole.MEMBER if number else ClubRole.OWNER
    Member.objects.create(club=club, player=found, role=role)
    return found


def _dated(pulka: Pulka, club: Club) -> None:
    """At a moment that stays the same."""
    pulka.table.place = Place.objects.create(club=club, title="У окна")
    pulka.table.title = "Среда"
    pulka.table.save()
    pulka.club, pulka.slug, pulka.evening = club, "9f3a61c2be07", BEGAN.date()
    pulka.started, pulka.ended = BEGAN, BEGAN + timedelta(hours=4)
    pulka.save()
    keeping.keep(pulka)


@pytest.mark.parametrize(("path", "text"), examples())
def test_an_example_is_what_is_answered(secret: str, path: str, text: str) -> None:
    headers = {"Authorization": f"Bearer {secret}"}
    response = Client(SERVER_NAME=HOST).get(path, headers=headers, secure=True)
    assert json.loads(_anywhere(response.content.decode())) == json.loads(_anywhere(text))


def _anywhere(text: str) -> str:
    """Without the number that a pulka happens to have in this database."""
    return re.sub(r"(?<=after=\d{4}-\d\d-\d\d\.)\d+", "", text)


def test_every_resource_has_an_example_and_every_field_is_named() -> None:
    asked = {re.sub(r"\?.*", "", path) for path, _text in EXAMPLE.findall(DOCS.read_text())}
    resources = set(contract.description()["paths"])
    assert {_resource(path) for path in asked} >= resources - {f"{V1}/pulkas/{{slug}}/file"}
    text = DOCS.read_text()
    assert not {name for name in _parameters() if f"`{name}`" not in text}


def _resource(path: str) -> str:
    path = re.sub(r"(?<=pulkas/)[^/]+", "{slug}", path)
    return re.sub(r"(people|rating)/[^/]+", r"\1/{key}", path)


def _parameters() -> Iterator[str]:
    for path in contract.description()["paths"].values():
        yield from (each["name"] for each in path["get"]["parameters"] if each["in"] == "query")


@pytest.mark.parametrize(
    "number",
    [
        access.MOST,
        access.TRIES,
        access.TRIES_WITHIN // 60,
        apart.SECONDS,
        schemas.MOST,
        tokens.MOST,
    ],
)
def test_limits_are_those_that_hold(number: int) -> None:
    assert re.search(rf"\b{number}\b", DOCS.read_text())


def test_the_description_changes_on_purpose_alone() -> None:
    """Within v1 it only grows. `python -m tests.api.freeze` writes down that it has."""
    assert contract.description() == json.loads(FROZEN.read_text())
