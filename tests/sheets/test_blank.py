"""Empty sheets: for whom, with what on them, and on paper one page of either size."""

from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django import DjangoAssertNumQueries

from prefweb.sheets.blank import LINES, blank_of
from prefweb.sheets.geometry import PLANS
from tests.phones import Phones
from tests.sheets.papers import PAPERS, Printed, squeezed

LONG = "Константин Константинопольский-Задунайский"[:40]
ODD = '<b>"Жирный"</b>'


def read(path: str, language: str = "ru", **more: str | list[str]) -> str:
    answer = Client(HTTP_ACCEPT_LANGUAGE=language).get(path, more)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("size", PLANS)
def test_every_plan_can_be_printed_empty(size: int) -> None:
    page = read(f"/blank/{size}")
    assert page.count("data-zone=") == size * (size + 1)
    assert page.count('class="plate"') == size


@pytest.mark.parametrize("size", [0, 1, 5, 99])
def test_there_is_no_empty_sheet_for_others(size: int) -> None:
    assert Client().get(f"/blank/{size}").status_code == 404


def test_the_way_without_a_number_leads_to_the_sheet_for_four() -> None:
    assert Client().get("/blank").headers["Location"] == "/blank/4"


def test_an_empty_sheet_asks_the_database_nothing(
    db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        read("/blank/4", contracts="1", name=["Анна"])


def test_names_stand_on_the_sheet_where_they_are_given() -> None:
    page = read("/blank/3", name=["Анна", ODD])
    assert ODD not in page
    assert page.count(">Анна<") >= 3  # the plate, and the whists that each other has on her
    assert '<rect x="-130"' in page  # the third writes his own


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ((), ("", "", "")),
        (("  Анна  Б. ",), ("Анна Б.", "", "")),
        (("А", "Б", "В", "Г"), ("А", "Б", "В")),
        (("Я" * 99,), ("Я" * 40, "", "")),
    ],
)
def test_names_are_taken_as_far_as_there_are_seats(given: tuple[str], kept: tuple[str]) -> None:
    assert blank_of(3, given).names == kept


def test_the_column_of_contracts_comes_by_choice() -> None:
    assert "blank__contracts" not in read("/blank/4")
    assert read("/blank/4", contracts="1").count('<tr><th scope="row">') == len(LINES) + 4


def test_the_form_speaks_both_languages() -> None:
    assert "Первым сдаёт" in read("/blank/4")
    assert "Deals first" in read("/blank/4", "en")


# ---------- on paper


def opened(phone: Phones, path: str, **more: Any) -> Page:
    page = phone(**more)
    page.goto(path)
    return page


@pytest.mark.parametrize("size", PLANS)
@pytest.mark.parametrize("contracts", ["", "&contracts=1"], ids=["plain", "contracts"])
def test_an_empty_sheet_is_one_page_of_either_paper(
    phone: Phones, size: int, contracts: str
) -> None:
    page = opened(phone, f"/blank/{size}?name={LONG}{contracts}", color_scheme="dark")
    for paper in PAPERS:
        printed = Printed(page, paper)
        ink = printed.ink()
        assert len(printed) == 1
        assert min(ink.left, ink.right, ink.top, ink.bottom) >= 9.5
        assert ink.bottom <= 60
        assert printed.lightness() > 0.9
        assert min(printed.contrasts()) >= 4.5
        assert "1/1" not in printed.text
        assert squeezed("деньги") in printed.text
        assert ("40" in printed.text) == bool(contracts)


@pytest.mark.parametrize("size", PLANS)
@pytest.mark.parametrize("contracts", ["", "?contracts=1"], ids=["plain", "contracts"])
def test_a_hand_finds_room_in_every_column(phone: Phones, size: int, contracts: str) -> None:
    page = opened(phone, f"/blank/{size}{contracts}", width=718, is_mobile=False)
    page.emulate_media(media="print")
    for zone in page.locator("[data-zone]").all():
        box = zone.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 14 * 96 / 25.4


def test_what_is_chosen_stands_on_the_sheet_at_once(phone: Phones) -> None:
    page = phone()
    page.goto("/blank/3")
    page.locator("label", has_text="Запись контрактов").tap()
    expect(page.locator(".blank__contracts")).to_be_attached()
    page.get_by_text("Имена на листе").tap()
    page.locator("#name-1").fill("Анна")
    page.locator("#name-2").fill("Борис")
    expect(page.locator(".blank .plate text").first).to_have_text("Анна")
    expect(page.locator("#name-2")).to_have_value("Борис")
    page.get_by_role("button", name="Eng").tap()
    expect(page.get_by_role("link", name="Count it later")).to_be_visible()
    expect(page.locator(".blank .plate text").first).to_have_text("Анна")
    expect(page.locator(".blank__contracts")).to_be_attached()
    page.get_by_role("link", name="for two").tap()
    expect(page.locator(".blank .plate")).to_have_count(2)
    expect(page.locator(".blank__contracts")).to_be_attached()
