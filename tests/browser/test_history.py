"""What was played, looked through with a thumb."""

import csv
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from prefweb.clubs.models import Club, Place
from prefweb.history.paging import PAGE
from prefweb.players.models import Player
from prefweb.tables.models import PulkaStep, Source
from tests.browser.questions import LONG_NAMES, phone_of
from tests.browser.test_axe import LOOKS, faults
from tests.clubs.people import club as found_club
from tests.clubs.people import member, owner_of, player
from tests.history.clubs import AN_EVENING, DAY, RESULT, kept
from tests.phones import Phones


@pytest.fixture
def club(transactional_db: None) -> Club:
    """A club that has played for weeks, with everything that can become of a pulka."""
    club = found_club(player("Анна"), name="Клуб на Покровке")
    people: list[Player] = [owner_of(club), member(club, "Борис"), member(club, LONG_NAMES[2])]
    place = Place.objects.create(club=club, title="Большой зелёный стол у камина в углу")
    for number in range(PAGE + 3):
        kept(club, people, results=RESULT, started=AN_EVENING - (number + 1) * DAY)
    first = kept(club, people, step=PulkaStep.CONTINUED, title="С" * 60)
    kept(club, people, results=("102575/2", "-5/3", "-1/3"), follows=first, stake=10)
    kept(club, people, step=PulkaStep.ABANDONED, settled=None, house_rules="Наша " * 8)
    corrected = kept(club, [*people, "Гость"], results=("1", "2", "3", "-6"), corrected=AN_EVENING)
    kept(club, people, results=RESULT, source=Source.PAPER)
    kept(club, people, step=PulkaStep.PLAYING, ended=None, settled=None)
    corrected.table.place = place
    corrected.table.save()
    return club


def records(page: Page) -> Any:
    return page.locator(".game")


def test_a_member_finds_a_game_of_weeks_ago(phone: Phones, club: Club) -> None:
    """By the history's pages, then by a search whose link opens the same for Boris."""
    anna = phone_of(phone, owner_of(club))
    anna.goto(f"/c/{club.slug}")
    anna.get_by_role("link", name="История", exact=True).tap()
    expect(anna.get_by_text(f"Найдено пулек: {PAGE + 9}")).to_be_visible()
    expect(anna.get_by_role("heading", name="Среда, 18 ноября 2026")).to_be_visible()
    anna.get_by_role("link", name="Раньше").tap()
    expect(records(anna)).to_have_count(9)
    anna.get_by_role("link", name="Новее").tap()
    expect(records(anna)).to_have_count(PAGE)

    anna.get_by_text("Поиск").tap()
    anna.get_by_label("Часть имени").fill("гость")
    anna.get_by_label("Стол", exact=True).fill("камина")
    anna.get_by_role("button", name="Найти").tap()
    expect(anna.get_by_text("Найдено пулек: 1")).to_be_visible()
    expect(records(anna)).to_contain_text("исправлена")

    boris = phone_of(phone, Player.objects.get(name="Борис"))
    boris.goto(anna.url)
    expect(records(boris)).to_have_count(1)
    expect(boris.get_by_label("Часть имени")).to_have_value("гость")
    boris.get_by_role("link", name="Сбросить").tap()
    expect(records(boris)).to_have_count(PAGE)


def test_a_game_leads_to_its_pages_and_on_to_the_next(phone: Phones, club: Club) -> None:
    anna = phone_of(phone, owner_of(club))
    anna.goto(f"/c/{club.slug}/history?state=continued")
    anna.get_by_role("link", name="к ней").tap()
    for name in ("Лист", "Журнал", "Расчёт"):
        expect(anna.get_by_role("link", name=name).first).to_be_visible()


def test_the_result_of_a_search_is_taken_home(phone: Phones, club: Club, tmp_path: Path) -> None:
    anna = phone_of(phone, owner_of(club))
    anna.goto(f"/c/{club.slug}/history?state=paper")
    with anna.expect_download() as download:
        anna.get_by_role("link", name="Таблицей").tap()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    rows = list(csv.reader(path.read_text("utf-8-sig").splitlines(), delimiter=";"))
    assert len(rows) == 2
    assert path.name.startswith("Клуб на Покровке ")


def test_my_games_are_a_tap_from_the_start_page(phone: Phones, club: Club) -> None:
    boris = phone_of(phone, Player.objects.get(name="Борис"))
    boris.goto("/")
    boris.get_by_role("link", name="Все мои пульки").tap()
    expect(boris.get_by_role("heading", name="Мои пульки")).to_be_visible()
    expect(records(boris)).to_have_count(PAGE)


WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize("query", ["", "?state=paper&since=x&player=x", "?name=никто"])
def test_it_fits_narrow_pages_and_axe_finds_nothing(phone: Phones, club: Club, query: str) -> None:
    anna = phone_of(phone, owner_of(club), reduced_motion="reduce")
    for path in (f"/c/{club.slug}/history", "/me/games"):
        for scheme, width in LOOKS.items():
            anna.emulate_media(color_scheme=scheme)
            anna.set_viewport_size({"width": width, "height": 800})
            anna.goto(path + query)
            assert anna.evaluate(WIDE) <= 0
            assert faults(anna) == []
