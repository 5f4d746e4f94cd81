"""A file brought in becomes a pulka like any other: with the same file, sheet and result."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis.extra.django import TestCase

from prefweb.importing.writing import seat_names
from prefweb.tables.models import PulkaStep
from prefweb.tables.pulkas.course import Course
from prefweb.tables.pulkas.openings import exact
from scoring import Pulka, pulka_to_data, read_pulka, replay
from scoring.reading import read_and_replay
from tests.clubs.people import club, owner_of, player
from tests.engine.strategies import pulkas
from tests.engine.test_cases import SCORED, text_of
from tests.importing.same import settled, told
from tests.importing.uploads import brought, exported, piece, pulkas_of, sample

pytestmark = pytest.mark.django_db


def comes_back(original: Pulka) -> None:
    """Brought in, written as a file and brought in elsewhere, it is the same."""
    home = club(player(account=False))
    pulka = pulkas_of(brought(home, owner_of(home), piece(original)))[0]
    again = exported(pulka)
    expected = with_seat_names(original)
    assert told(again) == told(expected)
    assert settled(again) == settled(expected)
    sheet, count = settled(expected)
    course = Course.load(pulka)
    assert course.replay.sheet == sheet
    assert course.settlement == count
    assert tuple(exact(seat.whists) for seat in pulka.seats.all()) == count.whists
    assert pulka.step == PulkaStep.SETTLED
    assert len(course.scored) == len(again.deals)


def with_seat_names(pulka: Pulka) -> Pulka:
    """The names as seats show them, and an end that was agreed to where it was not over."""
    data: Any = pulka_to_data(pulka)
    names = dict(zip(pulka.players, seat_names(pulka.players), strict=True))
    ended = replay(pulka.game, pulka.deals, pulka.ended).reason or "consent"
    renamed = _renamed(data, names)
    agreed = ended if ended in ("consent", "time") else None
    return read_pulka(json.dumps({**renamed, "ended": agreed}))


def _renamed(data: Any, names: dict[str, str]) -> Any:
    """Every name in the data; kinds, areas and answers are told by where they stand."""
    if isinstance(data, list):
        return [_renamed(each, names) for each in data]
    if not isinstance(data, dict):
        return names.get(data, data) if isinstance(data, str) else data
    kept = ("convention", "currency", "stake", "type", "area", "trump", "note", "options", "amount")
    return {
        names.get(key, key): value if key in kept else _renamed(value, names)
        for key, value in data.items()
    }


@pytest.mark.parametrize("case", SCORED)
def test_every_worked_example_comes_back(case: dict[str, Any]) -> None:
    comes_back(read_and_replay(text_of(case))[0])


class TestRandomGames(TestCase):
    @settings(max_examples=40, deadline=None)
    @given(pulkas())
    def test_every_random_game_comes_back(self, original: Pulka) -> None:
        comes_back(original)


def test_remarks_numbers_and_sitters_come_back() -> None:
    """Gaps that deals left behind, who sat there before, and what only the file knew."""
    data = sample(about={
        "title": "Пятница", "started": "2020-11-27T20:00:00+03:00", "remark": {"погода": "снег"},
        "seats": {"Анна": [{"name": "Антон", "since": 1}, {"name": "Анна", "since": 3}]},
    })  # fmt: skip
    for deal, about in zip(
        data["deals"], ({"number": 1}, {"number": 4, "x": 1}, {"number": 5}, {"after": 5}),
        strict=True,
    ):  # fmt: skip
        deal["about"] = about
    home = club(player(account=False))
    pulka = pulkas_of(brought(home, owner_of(home), piece(data)))[0]
    again = exported(pulka)
    assert [deal.about for deal in again.deals] == [
        {"number": 1},
        {"number": 4, "x": 1, "called": "с перехватом"},
        {"number": 5},
        {"after": 5},
    ]
    assert pulka.table.title == "Пятница"
    assert str(pulka.evening) == "2020-11-27"
    assert again.about is not None
    assert again.about["remark"] == {"погода": "снег"}
    assert [(s.name, s.since) for s in pulka.seats.get(index=0).sittings.all()] == [
        ("Антон", 1), ("Анна", 3),
    ]  # fmt: skip
