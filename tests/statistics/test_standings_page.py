"""The page of a club's standings, and the same as a spreadsheet."""

import csv
import io
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from prefweb.clubs.models import Club
from prefweb.players.models import Player
from prefweb.statistics import keeping
from prefweb.statistics.views import standings as views
from tests.clubs.people import member
from tests.history.clubs import kept

pytestmark = pytest.mark.django_db


@pytest.fixture
def freeze(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is November 2026."""
    monkeypatch.setattr(views, "evening_at", lambda club, moment: date(2026, 11, 18))


def play(club: Club, people: Sequence[Player | str], *results: str, on: date) -> None:
    started = datetime(on.year, on.month, on.day, 17, 0, tzinfo=UTC)
    keeping.keep(kept(club, people, results=results, started=started))


def page(client: Client, club: Club, query: str = "") -> str:
    response = client.get(f"/c/{club.slug}/standings?{query}")
    assert response.status_code == 200
    return str(response.content.decode())


def test_a_club_that_has_not_played_says_so(anna: Client, club: Club) -> None:
    assert "В этом периоде не рассчитано ни одной пульки." in page(anna, club)


SEASON = date(2026, 9, 1)
"""The first evening of the season in which `now` is."""


def test_the_present_season_is_shown_where_nothing_is_asked_for(
    anna: Client, club: Club, people: list[Player], freeze: None
) -> None:
    play(club, people, "10", "-4", "-6", on=date(2026, 8, 31))
    play(club, people, "7", "-3", "-4", on=SEASON)
    said = page(anna, club, "least=1")
    assert "Сезон 2026/27" in said
    assert "+7" in said
    assert "+10" not in said
    assert "+10" in page(anna, club, "least=1&period=season-2025")
    assert "+17" in page(anna, club, "least=1&period=all")


def test_the_season_begins_when_the_club_says(
    anna: Client, club: Club, people: list[Player], freeze: None
) -> None:
    Club.objects.filter(pk=club.pk).update(season_begins=1)
    assert "Сезон 2026<" in page(anna, club)


def test_each_figure_leads_to_the_games_behind_it(
    anna: Client, club: Club, people: list[Player]
) -> None:
    play(club, people, "10", "-4", "-6", on=SEASON)
    said = page(anna, club, "period=2026-09&by=remizes&convention=sochi")
    games = reverse("statistics:games", args=[club.slug, people[1].pk])
    query = escape("?figure=whists&period=2026-09&convention=sochi")
    assert f'href="{games}{query}"' in said


def test_what_nobody_played_leads_nowhere(anna: Client, club: Club, people: list[Player]) -> None:
    play(club, people, "10", "-4", "-6", on=SEASON)
    shown = page(anna, club, "period=all&least=1")
    assert ">—</td>" in shown
    assert ">—</a>" not in shown


def test_a_sum_that_is_not_nought_is_explained(
    anna: Client, club: Club, people: list[Player]
) -> None:
    play(club, [*people[:2], "Прохожий"], "10", "-4", "-6", on=SEASON)
    assert "кого клуб не знает" in page(anna, club, "period=2026")


ODD = [
    pytest.param("by=luck", "Выберите из того, что показано.", id="criterion"),
    pytest.param("least=0", "Не меньше 1.", id="too-few"),
    pytest.param("least=x", "Здесь нужно целое число.", id="no-number"),
    pytest.param("period=2026-13", "Такого периода нет.", id="period"),
    pytest.param("since=x", "", id="day"),
    pytest.param("since=2026-02-01&until=2026-01-01", "", id="backwards"),
    pytest.param("convention=x", "Выберите из того, что показано.", id="convention"),
]


@pytest.mark.parametrize(("query", "sentence"), ODD)
def test_what_is_odd_is_said_beside_its_field(
    anna: Client, club: Club, people: list[Player], query: str, sentence: str
) -> None:
    play(club, people, "10", "-4", "-6", on=SEASON)
    said = page(anna, club, query)
    assert sentence in said
    assert 'aria-invalid="true"' in said


FAR = [
    "since=0001-01-01&until=0001-02-03",
    "since=9999-12-01",
    "until=9999-12-31",
    "since=2026-02-29",
]


@pytest.mark.parametrize("query", FAR)
@pytest.mark.parametrize("part", ["standings", "standings.csv"])
def test_the_ends_of_the_calendar_are_days_too(
    anna: Client, club: Club, part: str, query: str
) -> None:
    assert anna.get(f"/c/{club.slug}/{part}?{query}").status_code == 200


def test_an_average_of_long_fractions_is_said_about(
    anna: Client, club: Club, people: list[Player]
) -> None:
    for whists in ("100/3", "1", "1", "1", "1", "1", "1"):
        play(club, people, whists, f"-{whists}", "0", on=date(2026, 11, 18))
    shown = page(anna, club, "period=all")
    assert "≈ +5,62" in shown
    assert "5 13/21" not in shown


def test_free_days_are_named(anna: Client, club: Club, people: list[Player]) -> None:
    play(club, people, "10", "-4", "-6", on=SEASON)
    said = page(anna, club, "since=2026-09-01&until=2026-09-02&period=")
    assert "1 сентября 2026 – 2 сентября 2026" in said
    assert "+10" in said


@pytest.mark.parametrize("period", ["all", "2026", "2026-09", ""])
def test_typed_days_count_whatever_period_stands_beside_them(
    anna: Client, club: Club, people: list[Player], period: str
) -> None:
    play(club, people, "10", "-4", "-6", on=SEASON)
    play(club, people, "7", "-3", "-4", on=SEASON + timedelta(days=9))
    said = page(anna, club, f"since={SEASON + timedelta(days=9)}&period={period}&least=1")
    assert "+7" in said
    assert "+17" not in said


def test_everybody_is_in_the_spreadsheet(anna: Client, club: Club, people: list[Player]) -> None:
    play(club, people, "31/3", "-4", "-19/3", on=SEASON)
    play(club, [people[0], people[1], "Прохожий"], "1", "-1", "0", on=SEASON)
    response = anna.get(f"/c/{club.slug}/standings.csv?period=2026&least=2")
    rows = list(csv.reader(io.StringIO(response.content.decode("utf-8-sig")), delimiter=";"))
    assert rows[0][:5] == ["место", "игрок", "пульки", "висты", "вистов за пульку"]
    assert rows[0][-2:] == ["ремизы", "сдачи"]
    assert [row[:4] for row in rows[1:]] == [
        ["1", "Анна", "2", "11 1/3"],
        ["2", "Борис", "2", "-5"],
        ["", "Вера", "1", "-6 1/3"],
    ]


def test_however_many_play_it_takes_few_queries(
    anna: Client, club: Club, people: list[Player], django_assert_max_num_queries: Any
) -> None:
    for number in range(12):
        guests = [member(club, f"Гость {number}{n}", account=False) for n in range(3)]
        play(club, guests, "10", "-4", "-6", on=SEASON)
    with django_assert_max_num_queries(12):
        page(anna, club, "period=all&by=remizes")
