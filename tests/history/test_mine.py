"""All games of a player, over all tables and clubs."""

from typing import Any

import pytest
from django.test import Client

from prefweb.clubs.models import Club
from prefweb.players.models import Merge, Player
from tests.clubs.people import browser, player
from tests.clubs.people import club as found_club
from tests.history.clubs import AN_EVENING, DAY, RESULT, kept
from tests.history.reading import mine, slugs, text

pytestmark = pytest.mark.django_db


def test_my_games_are_those_of_all_tables_and_clubs(club: Club, people: Any):
    boris = people[1]
    other = found_club(name="Другой")
    mine_ = [
        kept(club, people, results=RESULT),
        kept(other, [boris, "Чужой"], results=("1", "-1")),
        kept(None, [boris, "Сосед"], results=("1", "-1"), started=AN_EVENING + DAY),
    ]
    kept(club, [people[0], people[2]], results=("1", "-1"))
    page = mine(browser(boris))
    assert slugs(page) == [mine_[2].slug, mine_[1].slug, mine_[0].slug]
    assert '<li class="is-me"' in page
    assert "Найдено пулек: 3" in text(page)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        pytest.param({"club": "none"}, {"home"}, id="outside-of-clubs"),
        pytest.param({"club": "one"}, {"club"}, id="in-a-club"),
        pytest.param({"since": "2026-11-19"}, {"home"}, id="since"),
        pytest.param({"name": "сосед"}, {"home"}, id="with-whom"),
        pytest.param({"convention": "rostov"}, {"other"}, id="convention"),
    ],
)
def test_my_games_are_searched(people: Any, club: Club, asked: Any, expected: set[str]):
    boris = people[1]
    other = found_club(name="Другой")
    found = {
        "club": kept(club, people, results=RESULT),
        "other": kept(other, [boris, "Чужой"], results=("1", "-1"), preset="rostov"),
        "home": kept(None, [boris, "Сосед"], results=("1", "-1"), started=AN_EVENING + DAY),
    }
    asked = {name: club.slug if value == "one" else value for name, value in asked.items()}
    page = mine(browser(boris), **asked)
    assert {name for name, pulka in found.items() if pulka.slug in slugs(page)} == expected


def test_a_guest_has_his_games_too(club: Club, people: Any):
    guest = player("Гость", account=False)
    pulka = kept(None, [guest, "Сосед"], results=("1", "-1"))
    assert slugs(mine(browser(guest))) == [pulka.slug]


def test_a_claimed_guest_is_part_of_me(people: Any):
    guest = player("Гость", account=False)
    pulka = kept(None, [guest, "Сосед"], results=("1", "-1"))
    Merge.objects.create(player=guest, into=people[0])
    Player.objects.filter(pk=guest.pk).update(main=people[0])
    page = mine(browser(people[0]))
    assert slugs(page) == [pulka.slug]
    assert '<li class="is-me"' in page
    assert f'href="/p/{pulka.slug}"' in page


def test_a_game_under_my_name_alone_is_closed_once_i_have_left(club: Club, people: Any):
    boris = people[1]
    pulka = kept(club, [people[0], "Борис"], results=("1", "-1"))
    pulka.seats.filter(name="Борис").update(person=boris)
    assert f'href="/p/{pulka.slug}"' in mine(browser(boris))
    club.members.filter(player=boris).update(left=AN_EVENING)
    page = mine(browser(boris))
    assert slugs(page) == [pulka.slug]
    assert f'href="/p/{pulka.slug}"' not in page
    assert browser(boris).get(f"/p/{pulka.slug}").status_code == 403


def test_a_newcomer_is_told_what_will_stand_here():
    assert "Здесь будет всё, что играется с этого телефона" in mine(Client())
    assert "Вы ещё ничего не сыграли." in mine(browser(player()))
