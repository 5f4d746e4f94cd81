"""A question is answered with one thumb: all of it is in sight, and what is tapped is large."""

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.questions import LONG_NAMES, QUESTIONS, begun, phone_of
from tests.phones import Phones
from tests.tables import consenting
from tests.tables.evenings import Evening
from tests.tables.hands import WHISTS
from tests.tables.hands import write as enter

SCREENS = {"ru-RU": ((360, 560), (320, 640)), "en-GB": ((320, 560),)}
"""The questions' worst cases: the narrowest page, the lowest one, both languages."""
BIG, USUAL = 48, 44
NARROW = 320

MEASURE = """() => {
  const sees = element => element.checkVisibility() && element.getBoundingClientRect().height > 0;
  const box = element => {
    const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
    return { top, bottom, left, right, width, height, words: element.textContent.trim() };
  };
  const all = selector => [...document.querySelectorAll(selector)].filter(sees).map(box);
  return {
    answers: all("#post .post button, #post .post .btn, #post .tile > span"),
    targets: all("a, button, summary, select, input:not([type=hidden], [type=radio])"),
    post: box(document.querySelector("#post")),
    bar: box(document.querySelector(".tabbar")),
    wide: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
    height: innerHeight,
  };
}"""


def measured(page: Page, address: str) -> dict[str, Any]:
    page.goto(address)
    expect(page.locator("#post")).to_be_visible()
    found: dict[str, Any] = page.evaluate(MEASURE)
    return found


@pytest.mark.parametrize("name", QUESTIONS)
def test_question_fits_a_small_phone(phone: Phones, name: str) -> None:
    question = QUESTIONS[name]
    evening = question.table()
    for (seat, ask), (locale, sizes) in product(question.asks.items(), SCREENS.items()):
        page = phone_of(phone, evening.players[seat], locale=locale)
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            found = measured(page, f"/p/{evening.pulka.slug}{question.query}")
            expect(page.locator("html")).to_have_attribute("lang", locale[:2])
            expect(page.locator("#post")).to_have_attribute("data-ask", ask)
            assert found["wide"] == found["width"] == width
            assert_in_sight(found)
            assert_large(found)


UNDER_NOTES = ("first order", "everything may be ordered", "answer with a half", "two whisters")


@pytest.mark.parametrize("name", UNDER_NOTES)
def test_open_question_to_everybody_leaves_the_answers_in_sight(phone: Phones, name: str) -> None:
    question = QUESTIONS[name]
    evening = question.table()
    consenting.ask(evening, 0, consenting.Kind.STOP, why="последняя электричка")
    assert_answers_fit_under_notes(phone, evening, question.asks)


def test_entry_that_waits_leaves_the_answers_in_sight(phone: Phones) -> None:
    evening = begun(3, LONG_NAMES)
    enter(evening, 0, WHISTS, "7/2", 1, note="Пари на последнюю взятку")
    assert_answers_fit_under_notes(phone, evening, {0: "order", 1: "order"})


def assert_answers_fit_under_notes(phone: Phones, evening: Evening, asks: dict[int, str]) -> None:
    for (seat, asked), (width, height) in product(asks.items(), ((390, 664), (360, 640))):
        page = phone_of(phone, evening.players[seat], width=width, height=height)
        found = measured(page, f"/p/{evening.pulka.slug}")
        expect(page.locator("#post")).to_have_attribute("data-ask", asked)
        expect(page.locator("#consent > section, #hands > details")).to_be_visible()
        assert_in_sight(found)
        assert_large(found)


def assert_in_sight(found: dict[str, Any]) -> None:
    """Every answer ends above the tabs, without scrolling."""
    for answer in found["answers"]:
        assert answer["bottom"] <= found["bar"]["top"], answer
        assert 0 <= answer["left"] < answer["right"] <= found["width"], answer


def assert_large(found: dict[str, Any]) -> None:
    for answer in found["answers"]:
        assert answer["height"] >= BIG, answer
    for target in found["targets"]:
        assert target["height"] >= USUAL or target["top"] < 0, target


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_answers_stand_where_the_thumb_is(phone: Phones, scheme: str) -> None:
    evening = begun()
    page = phone_of(phone, evening.players[1], width=390, height=664, color_scheme=scheme)
    found = measured(page, f"/p/{evening.pulka.slug}")
    assert found["answers"]
    for answer in found["answers"]:
        assert answer["top"] >= 0.4 * found["height"], answer
