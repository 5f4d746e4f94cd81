"""The replay by hand: steps, keys, the slider, the chart, links, and what comes while one looks."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from prefweb.tables.services import ending
from tests.browser.questions import LONG_NAMES, begun, phone_of
from tests.browser.test_axe import LOOKS, faults
from tests.phones import Phones
from tests.sheets.long import long_evening
from tests.tables.evenings import Evening
from tests.tables.test_correcting import played

EVERYWHERE = "**/replay/**"

OVERLAPS = """() => {
  const box = (element) => element.getBoundingClientRect();
  const texts = [...document.querySelectorAll("#chart .chart text")].map(box);
  const frame = box(document.querySelector("#chart .chart"));
  const within = (a, b) => a.left < b.right && a.top + 2 < b.bottom;
  const meet = (a, b) => within(a, b) && within(b, a);
  const leaves = (a) => a.left < frame.left - 1 || a.right > frame.right + 1;
  return {
    outside: texts.filter((a) => leaves(a) || a.bottom > frame.bottom + 2).length,
    meeting: texts.filter((a, n) => texts.slice(n + 1).some((b) => meet(a, b))).length,
    lowest: Math.min(...texts.map((text) => text.height)),
  };
}"""
"""Texts of the chart outside of its frame, texts that meet, and the lowest of them."""


def opened(phone: Phones, evening: Evening, place: str, **more: Any) -> Page:
    page = phone_of(phone, evening.players[0], **more)
    page.goto(f"/p/{evening.pulka.slug}/replay/{place}")
    expect_moment(page, place)
    return page


def expect_moment(page: Page, place: str) -> None:
    """The whole page is about it: the sheet, the address, the slider and the list."""
    expect(page.locator("#moment")).to_have_attribute("data-moment", place)
    expect(page).to_have_url(re.compile(f"/replay/{re.escape(place)}$"))
    index = page.locator("#moment").get_attribute("data-index") or ""
    expect(page.locator("[name=at]")).to_have_value(index)
    expect(page.locator("#stops [aria-current]")).to_have_attribute("data-stop", index)


def while_held(page: Page, act: Callable[[], object]) -> list[Route]:
    """What is asked for while the first answer is under way, and after it."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)
        if len(held) > 1:
            route.continue_()

    page.route(EVERYWHERE, hold)
    with page.expect_request(EVERYWHERE):
        act()
    held[0].continue_()
    return held


# ---------- by one, and to the ends ----------


def test_steps_and_keys_go_through_the_deals(phone: Phones) -> None:
    page = opened(phone, long_evening(3, 12), "5")
    page.get_by_role("link", name="На одну вперёд").tap()
    expect_moment(page, "6")
    page.get_by_role("link", name="К концу").tap()
    expect_moment(page, "12")
    for key, place in {"ArrowLeft": "11", "Home": "0", "ArrowRight": "1", "End": "12"}.items():
        page.keyboard.press(key)
        expect_moment(page, place)
    page.keyboard.press("ArrowRight")
    expect_moment(page, "12")


def test_who_steps_by_the_keyboard_keeps_the_focus(phone: Phones) -> None:
    page = opened(phone, long_evening(3, 12), "10")
    page.get_by_role("link", name="На одну вперёд").focus()
    for place in ("11", "12"):
        page.keyboard.press("Enter")
        expect_moment(page, place)
        expect(page.get_by_role("link", name="На одну вперёд")).to_be_focused()


def test_a_moment_is_told_to_a_screen_reader(phone: Phones) -> None:
    page = opened(phone, long_evening(3, 12), "5")
    page.keyboard.press("ArrowRight")
    expect_moment(page, "6")
    expect(page.locator("#lead[aria-live]")).to_contain_text("Сдача 6 из 12")
    expect(page.locator("[name=at]")).to_have_attribute("aria-valuetext", re.compile("^Сдача 6: "))
    expect(page).to_have_title(re.compile("^Сдача 6: "))


def test_keys_in_a_row_ask_once_more_for_the_last_alone(phone: Phones) -> None:
    page = opened(phone, long_evening(3, 40), "5")

    def press() -> None:
        for _ in range(12):
            page.keyboard.press("ArrowRight")

    asked = while_held(page, press)
    expect_moment(page, "17")
    assert [route.request.url.rpartition("/")[2] for route in asked] == ["6", "17"]


def test_the_slider_tells_at_once_and_asks_where_it_rests(phone: Phones) -> None:
    page = opened(phone, long_evening(3, 40), "0", width=1280, has_touch=False, is_mobile=False)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    box = page.locator("[name=at]").bounding_box()
    assert box
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 3, y)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 3, y, steps=60)
    expect(page.locator("#where")).to_contain_text("40 из 40")
    page.mouse.up()
    expect_moment(page, "40")
    assert len([url for url in requests if "/replay/" in url]) <= 12


def test_the_slider_takes_its_own_keys(phone: Phones) -> None:
    page = opened(phone, long_evening(3, 12), "5")
    page.locator("[name=at]").focus()
    page.keyboard.press("ArrowRight")
    expect_moment(page, "6")
    page.keyboard.press("Home")
    expect_moment(page, "0")


# ---------- links ----------


def test_back_returns_to_where_a_jump_began_and_leaves_after_steps(phone: Phones) -> None:
    evening = long_evening(3, 12)
    page = phone_of(phone, evening.players[0])
    page.goto(f"/p/{evening.pulka.slug}/log")
    page.get_by_role("link", name="По сдачам, вместе с листом").tap()
    expect_moment(page, "12")
    page.keyboard.press("ArrowLeft")
    expect_moment(page, "11")
    page.locator("#stops [data-stop='3']").tap()
    expect_moment(page, "3")
    page.go_back()
    expect_moment(page, "11")
    page.go_back()
    expect(page).to_have_url(re.compile("/log$"))


def test_a_tap_on_the_chart_leads_to_the_moment(phone: Phones) -> None:
    page = opened(phone, long_evening(4, 12), "12")
    page.locator(".chart--hits a").nth(4).tap()
    expect_moment(page, "4")
    expect(page.locator("#chart-here circle")).to_have_count(4)


def test_a_link_to_a_moment_lets_a_stranger_watch(phone: Phones) -> None:
    page = opened(phone, long_evening(3, 12), "7")
    link = page.locator("#told [data-share]").get_attribute("data-url") or ""
    stranger = phone()
    stranger.goto(link)
    expect_moment(stranger, "7")
    stranger.keyboard.press("ArrowLeft")
    expect_moment(stranger, "6")


def test_everything_works_without_scripts(phone: Phones) -> None:
    page = opened(phone, long_evening(3, 12), "5", java_script_enabled=False)
    page.get_by_role("link", name="На одну назад").tap()
    expect_moment(page, "4")
    page.locator("#stops a").nth(9).tap()
    expect_moment(page, "9")
    page.get_by_role("button", name="Показать").tap()
    expect_moment(page, "9")


# ---------- while it is played ----------


def test_who_looks_at_the_end_goes_along(phone: Phones) -> None:
    evening = begun(target=50)
    played(evening, 6)
    ahead, behind = opened(phone, evening, "1"), opened(phone, evening, "0")
    for page in (ahead, behind):
        expect(page.locator(".conn")).to_have_text("На связи")
    evening.raspasy(2)
    evening.tricks(2, 4)
    evening.tricks(0, 3)
    expect_moment(ahead, "2")
    expect(ahead.locator("#stops li")).to_have_count(3)
    ahead.keyboard.press("ArrowLeft")
    expect_moment(ahead, "1")
    expect(behind.locator("#more")).to_contain_text("Дальше есть новое: Сдача 2")
    expect_moment(behind, "0")
    behind.locator("#more a").tap()
    expect_moment(behind, "2")
    expect(behind.locator("#more")).to_have_text("")


def test_a_result_leads_to_the_deals_it_comes_from(phone: Phones) -> None:
    """Of a closed table, whose pages ask for nothing by themselves any more."""
    evening = long_evening(3, 12)
    for seat in range(3):
        evening.confirm(seat)
    ending.close_table(evening.pulka.slug, evening.players[0])
    page = phone_of(phone, evening.players[1])
    page.goto(f"/p/{evening.pulka.slug}")
    page.locator(".chart--hits a").nth(7).tap()
    expect_moment(page, "7")
    page.keyboard.press("ArrowRight")
    expect_moment(page, "8")


@pytest.mark.parametrize("link", ["#stops a", ".chart--hits a"])
def test_a_moment_chosen_below_the_sheet_is_brought_into_sight(phone: Phones, link: str) -> None:
    page = opened(phone, long_evening(3, 12), "12")
    page.locator(link).nth(7).tap()
    expect_moment(page, "7")
    expect(page.locator("#lead-words")).to_be_in_viewport()
    expect(page.locator("#moment .hub")).to_be_in_viewport()
    page.get_by_role("link", name="На одну вперёд").tap()
    expect_moment(page, "8")


# ---------- how it looks ----------


@pytest.mark.parametrize(("size", "deals"), [(2, 1), (3, 120), (4, 40), (5, 12)])
def test_texts_of_the_chart_stand_apart(phone: Phones, size: int, deals: int) -> None:
    evening = long_evening(size, deals)
    for seat, name in zip(evening.pulka.seats.all(), LONG_NAMES, strict=False):
        seat.name = name
        seat.save()
    page = opened(phone, evening, str(deals), width=320)
    for width in (320, 360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") == width
        found = page.evaluate(OVERLAPS)
        assert (found["outside"], found["meeting"]) == (0, 0)
        assert found["lowest"] >= 12


@pytest.mark.parametrize("path", ["/replay/6", ""])
def test_axe_blames_neither_replay_nor_chart(phone: Phones, path: str) -> None:
    evening = long_evening(4, 12)
    page = phone_of(phone, evening.players[0], reduced_motion="reduce")
    for scheme, width in LOOKS.items():
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(f"/p/{evening.pulka.slug}{path}")
        for fold in page.locator("main summary").all():
            fold.tap()
        assert faults(page) == []
