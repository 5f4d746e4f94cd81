"""The history of a club as rows of a spreadsheet."""

import csv
from typing import Any

import pytest
from django.test import Client

from prefweb.clubs.models import Club, Place
from prefweb.history.spreadsheet import AT_ONCE
from prefweb.players.models import Player
from prefweb.tables.models import PulkaStep, Source
from tests.history.clubs import AN_EVENING, DAY, RESULT, kept

pytestmark = pytest.mark.django_db


def rows(client: Client, club: Club, separator: str = ";", **asked: Any) -> list[dict[str, str]]:
    response = client.get(f"/c/{club.slug}/history.csv", asked)
    assert response.status_code == 200
    assert response.streaming
    content = b"".join(response.streaming_content).decode()  # type: ignore[attr-defined]
    assert content.startswith("\ufeff")
    lines = content.removeprefix("\ufeff").splitlines()
    return list(csv.DictReader(lines, delimiter=separator))


def test_a_pulka_is_a_row_with_everybodys_result(club: Club, people: Any, anna: Client):
    place = Place.objects.create(club=club, title="У окна")
    pulka = kept(club, people, results=RESULT, house_rules="Наша", corrected=AN_EVENING + DAY)
    pulka.table.place = place
    pulka.table.save()
    (row,) = rows(anna, club)
    assert row == {
        "вечер": "2026-11-18", "начало": "2026-11-18 20:00", "конец": "2026-11-19 00:00",
        "стол": "Среда", "стол с QR": "У окна", "конвенция": "Наша", "пуля до": "10",
        "игроки": "3", "состояние": "рассчитана", "исправлена": "2026-11-19 20:00",
        "ставка": "5", "валюта": "RUB", "пулька": pulka.slug,
        "игрок 1": "Анна", "игрок 1: висты": "12", "игрок 1: деньги": "60",
        "игрок 2": "Борис", "игрок 2: висты": "-1 2/3", "игрок 2: деньги": "-8,3333",
        "игрок 3": "Вера", "игрок 3: висты": "-10 1/3", "игрок 3: деньги": "-51,6667",
        "игрок 4": "", "игрок 4: висты": "", "игрок 4: деньги": "",
        "игрок 5": "", "игрок 5: висты": "", "игрок 5: деньги": "",
    }  # fmt: skip


def test_what_has_no_result_leaves_it_empty(club: Club, people: Any, anna: Client):
    kept(club, people, step=PulkaStep.ABANDONED, settled=None, started=AN_EVENING + DAY)
    kept(club, people, source=Source.PAPER, results=("1", "0", "-1"), stake=0)
    given_up, paper = rows(anna, club)
    assert (given_up["состояние"], given_up["игрок 1: висты"]) == ("не доиграна", "")
    assert (paper["состояние"], paper["ставка"]) == ("рассчитана, с бумаги", "")
    assert (paper["игрок 3: висты"], paper["игрок 3: деньги"]) == ("-1", "")


def test_no_text_is_taken_for_a_formula(club: Club, people: Any, anna: Client):
    who = Player.objects.create(name="=1+1")
    kept(club, [who, "@SUM(A1)"], results=("1", "-1"), title="+7 бар", house_rules="-x")
    (row,) = rows(anna, club)
    assert row["игрок 1"] == "'=1+1"
    assert row["игрок 2"] == "'@SUM(A1)"
    assert row["стол"] == "'+7 бар"
    assert row["конвенция"] == "'-x"


def test_it_is_the_whole_result_of_the_search(club: Club, people: Any, anna: Client):
    for _ in range(45):
        kept(club, people, results=RESULT)
    later = kept(club, people, results=RESULT, started=AN_EVENING + DAY)
    assert len(rows(anna, club)) == 46
    assert [row["пулька"] for row in rows(anna, club, since="2026-11-19")] == [later.slug]
    assert len(rows(anna, club, since="вчера")) == 46


def test_it_speaks_the_language_of_who_asks(club: Club, people: Any, anna: Client):
    kept(club, people, results=RESULT, step=PulkaStep.CONTINUED)
    anna.cookies["django_language"] = "en"
    (row,) = rows(anna, club, ",")
    assert row["player 2: money"] == "-8.3333"
    assert row["state"] == "gone on in another one"


def test_the_file_is_named_after_the_club(club: Club, people: Any, anna: Client):
    Club.objects.filter(pk=club.pk).update(name='Клуб "У окна"/2')
    response = anna.get(f"/c/{club.slug}/history.csv")
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"].startswith("attachment; filename*=utf-8''")
    assert "%2F" not in response["Content-Disposition"]


@pytest.mark.parametrize("count", [1, 10, 60])
def test_queries_do_not_grow_with_games(
    club: Club, people: Any, anna: Client, count: int, django_assert_max_num_queries: Any
):
    for _ in range(count):
        kept(club, people, results=RESULT)
    assert count < AT_ONCE
    with django_assert_max_num_queries(12):
        assert len(rows(anna, club)) == count
