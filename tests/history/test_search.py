"""What the history of a club is searched by."""

from typing import Any

import pytest
from django.test import Client

from prefweb.clubs.models import Club, HouseRules, Place
from prefweb.history.paging import PAGE
from prefweb.players.models import Merge, Player
from prefweb.tables.models import Pulka, PulkaStep, Source
from tests.clubs.people import player
from tests.history.clubs import AN_EVENING, DAY, RESULT, kept
from tests.history.reading import history, slugs, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(club: Club, people: list[Player]) -> dict[str, Pulka]:
    """Pulkas that differ in everything one can ask for."""
    anna, boris, vera = people
    place = Place.objects.create(club=club, title="У окна")
    HouseRules.objects.create(club=club, name="Наша", agreement={})
    three, two = [anna, boris, vera], [anna, vera]
    found = {
        "plain": kept(club, three, results=RESULT),
        "later": kept(club, three, results=RESULT, started=AN_EVENING + DAY, title="Пятница"),
        "two": kept(club, two, results=("5", "-5"), preset="hussar"),
        "own": kept(club, three, results=RESULT, house_rules="Наша", preset="leningrad"),
        "guest": kept(club, [boris, vera, "Гоша"], results=RESULT),
        "given up": kept(club, three, step=PulkaStep.ABANDONED, settled=None),
        "running": kept(club, three, step=PulkaStep.PLAYING, settled=None, ended=None),
        "mended": kept(club, three, results=RESULT, corrected=AN_EVENING + DAY),
        "paper": kept(club, three, results=RESULT, source=Source.PAPER),
        "file": kept(club, three, results=RESULT, source=Source.FILE),
        "gone on": kept(club, three, step=PulkaStep.CONTINUED),
        "window": kept(club, three, results=RESULT),
    }
    found["window"].table.place = place
    found["window"].table.save()
    return found


ALL = {
    "plain",
    "later",
    "two",
    "own",
    "guest",
    "given up",
    "running",
    "mended",
    "paper",
    "file",
} | {
    "gone on",
    "window",
}


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        pytest.param({}, ALL, id="nothing"),
        pytest.param({"name": "гош"}, {"guest"}, id="part-of-a-name"),
        pytest.param({"name": "никто"}, set(), id="nobodys-name"),
        pytest.param({"since": "2026-11-19"}, {"later"}, id="since"),
        pytest.param({"until": "2026-11-18"}, ALL - {"later"}, id="until"),
        pytest.param({"since": "19.11.2026"}, {"later"}, id="a-day-as-it-is-written"),
        pytest.param({"since": "2026-11-20"}, set(), id="since-then-nothing"),
        pytest.param({"convention": "hussar"}, {"two"}, id="a-preset"),
        pytest.param({"convention": "leningrad"}, {"own"}, id="the-preset-of-house-rules"),
        pytest.param({"convention": "house:Наша"}, {"own"}, id="house-rules"),
        pytest.param({"table": "пятн"}, {"later"}, id="a-title"),
        pytest.param({"table": "окна"}, {"window"}, id="a-place"),
        pytest.param({"size": "2"}, {"two"}, id="a-size"),
        pytest.param({"size": "5"}, set(), id="a-size-nobody-played"),
        pytest.param({"state": "abandoned"}, {"given up"}, id="given-up"),
        pytest.param({"state": "running"}, {"running"}, id="running"),
        pytest.param({"state": "continued"}, {"gone on"}, id="gone-on"),
        pytest.param({"state": "corrected"}, {"mended"}, id="corrected"),
        pytest.param({"state": "paper"}, {"paper"}, id="paper"),
        pytest.param({"state": "file"}, {"file"}, id="file"),
        pytest.param({"state": "settled"}, ALL - {"given up", "running", "gone on"}, id="settled"),
        pytest.param({"state": "settled", "until": "2026-11-18", "name": "анна", "size": "3",
                      "convention": "sochi", "table": "среда"},
                     {"plain", "mended", "paper", "file", "window"}, id="all-act-together"),
        pytest.param({"size": "2", "name": "борис"}, set(), id="two-that-exclude-each-other"),
        pytest.param({"name": " ", "table": "\u200b"}, ALL, id="what-nobody-sees"),
    ],
)  # fmt: skip
def test_each_filter_acts_and_all_act_together(
    club: Club, played: Any, anna: Client, asked: Any, expected: set[str]
):
    page = history(anna, club, **asked)
    assert {name for name, pulka in played.items() if pulka.slug in slugs(page)} == expected
    found = f"Найдено пулек: {len(expected)}" if expected else "Под всё это ничего не подходит."
    assert found in text(page)


def test_a_player_is_asked_for_by_his_key(club: Club, people: Any, played: Any, anna: Client):
    page = history(anna, club, player=str(people[0].pk))
    assert set(slugs(page)) == {p.slug for name, p in played.items() if name != "guest"}
    assert "selected>Анна · 11</option>" in page


def test_the_games_of_merged_players_count_for_one(club: Club, people: Any, anna: Client):
    guest = Player.objects.create(name="Боря")
    pulka = kept(club, [people[0], guest], results=("1", "-1"))
    other = kept(club, people[:2], results=("1", "-1"))
    Merge.objects.create(player=guest, into=people[1])
    Player.objects.filter(pk=guest.pk).update(main=people[1])
    for key in (people[1].pk, guest.pk):
        page = history(anna, club, player=str(key))
        assert slugs(page) == [other.slug, pulka.slug]
        assert "selected>Борис · 2</option>" in page
    assert "Боря ·" not in page


def test_a_member_who_has_not_played_has_played_nothing(club: Club, people: Any, anna: Client):
    kept(club, people[:2], results=("1", "-1"))
    page = history(anna, club, player=str(people[2].pk))
    assert slugs(page) == []
    assert "selected>Вера</option>" in page
    assert 'class="error"' not in page


ODD = [
    pytest.param({"player": "нет"}, "player", "Выберите из того", id="no-key"),
    pytest.param({"since": "вчера"}, "since", "Здесь нужна дата: день, месяц и год.", id="no-day"),
    pytest.param({"until": "2026-02-30"}, "until", "Здесь нужна дата", id="a-day-that-is-not"),
    pytest.param(
        {"since": "2026-11-18", "until": "2026-11-01"}, "until", "Это раньше", id="ends-too-early"
    ),
    pytest.param({"convention": "house:Чужая"}, "convention", "Выберите из того", id="no-rules"),
    pytest.param({"size": "17"}, "size", "Выберите из того", id="no-size"),
    pytest.param({"size": "три"}, "size", "Выберите из того", id="no-number"),
    pytest.param({"state": "?"}, "state", "Выберите из того", id="no-state"),
    pytest.param({"name": "а" * 41}, "name", "Не больше 40", id="a-long-name"),
    pytest.param({"table": "а" * 61}, "table", "Не больше 60", id="a-long-title"),
]


@pytest.mark.parametrize(("asked", "field", "sentence"), ODD)
def test_what_is_odd_is_said_beside_its_field(
    club: Club, people: Any, anna: Client, asked: Any, field: str, sentence: str
):
    pulka = kept(club, people, results=RESULT)
    page = history(anna, club, **asked)
    assert sentence in page.partition(f'id="id_{field}_error">')[2].partition("</p>")[0]
    assert slugs(page) == [pulka.slug], "the rest still acts"


def test_a_stranger_to_the_club_stays_unknown(club: Club, people: Any, anna: Client):
    stranger = player("Тайный")
    page = history(anna, club, player=str(stranger.pk))
    assert "Тайный" not in page
    assert "id_player_error" in page


@pytest.mark.parametrize("position", ["", "x", "2026-11-18", "2026-13-01.4", "2026-11-18.x", "\0"])
def test_an_odd_position_is_the_beginning(club: Club, people: Any, anna: Client, position: str):
    pulka = kept(club, people, results=RESULT)
    assert slugs(history(anna, club, after=position, before=position)) == [pulka.slug]


def test_a_search_is_kept_in_its_address_and_reset(club: Club, people: Any, anna: Client):
    for _ in range(PAGE + 1):
        kept(club, people, results=RESULT)
    page = history(anna, club, size=3, name="анна", table="")
    assert "?name=%D0%B0%D0%BD%D0%BD%D0%B0&size=3&after=2026-11-18." in page
    assert 'value="анна"' in page
    assert f'href="/c/{club.slug}/history">Сбросить' in page
    assert f"/c/{club.slug}/history.csv?name=%D0%B0" in page
    assert "Сбросить" not in history(anna, club)
