"""A paper sheet is typed with one thumb, and at a desk; the result follows by itself."""

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_axe import LOOKS, faults
from tests.browser.test_layout import USUAL
from tests.calculator.sheets import ANNA_WINS
from tests.phones import Phones

WHOLE = f"/calculator?{urlencode(ANNA_WINS)}"
LONG = {f"n{seat}": f"Константин Константинопольский-Задунайс{seat}" for seat in range(1, 6)}
STATES = {
    "nothing typed": "/calculator",
    "half a sheet": "/calculator?p1=12&m1=3&p2=-4&m2=7/2&p3=1&m3=0&p4=2&m4=0&w12=8&w21=104",
    "wrong": "/calculator?players=3&target=x&p1=abc&m1=?&w12=1234567&pool_settle=-1&n1=Анна",
    "whole": WHOLE,
    "long names": f"/calculator?{urlencode({**ANNA_WINS, **LONG})}",
    "five": f"/calculator?{urlencode({**LONG, 'players': '5', 'stake': '1', 'zeros': 'yes'})}",
    "two": "/calculator?players=2&rounding=codex&indivisible_mountain=yes&zeros=yes&m1=4",
}


def result_of(page: Page) -> list[str]:
    return [row.inner_text() for row in page.locator("#result [data-balance]").all()]


def test_evening_is_typed_off_the_sheet_on_a_phone(phone: Phones) -> None:
    page = phone()
    page.goto("/")
    page.get_by_role("link", name="Рассчитать бумажную пульку").tap()
    page.get_by_role("radio", name="3").tap()
    expect(page.locator("[name=p4]")).to_be_hidden()

    page.locator("#n1").fill("Анна")
    expect(page.locator("label[for=w21]")).to_contain_text("Анна")
    page.locator("#n2").fill("Борис")
    for field, number in {"p1": "20", "p2": "16", "p3": "20", "w12": "30", "w21": "8,5"}.items():
        page.locator(f"#{field}").fill(number)
    expect(page.locator("#result")).to_contain_text("Анна: гора, висты на: Игрок 3")

    page.locator("button[aria-controls=m1]").tap()
    page.keyboard.type("4")
    expect(page.locator("#m1")).to_have_value("−4")
    expect(page.locator("#result")).to_contain_text("Анна: висты на: Игрок 3")
    expect(page.locator("#said")).to_be_empty()

    page.get_by_role("button", name="Пустые — это нули").tap()
    expect(page.locator("#m3")).to_have_value("0")
    expect(page.locator("#w31")).to_have_value("0")
    expect(page.locator("#result-head")).to_have_text("Итог")
    expect(page.locator("#result-head")).to_be_in_viewport()
    expect(page.locator("#said")).to_contain_text("Анна: +")
    expect(page.locator("#more > .sheet-wrap svg")).to_be_visible()
    shown = result_of(page)

    other = phone()
    other.goto(page.url)
    assert result_of(other) == shown
    page.reload()
    assert result_of(page) == shown
    expect(page.locator("#w21")).to_have_value("8½")


def test_wrong_number_is_named_at_its_field_until_it_is_mended(phone: Phones) -> None:
    page = phone(width=320, height=640)
    page.goto(WHOLE)
    field = page.locator("#w12")
    field.fill("восемь")
    expect(page.locator("#w12_error")).to_have_text("Нужно число: 12 или 3½.")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description("Нужно число: 12 или 3½.")
    expect(page.locator("#result")).to_contain_text("Анна, висты на: Борис")
    expect(field).to_be_focused()
    field.fill("8")
    expect(page.locator("#result-head")).to_have_text("Итог")
    expect(page.locator("#w12_error")).to_have_count(0)
    expect(field).not_to_have_attribute("aria-invalid", "true")


def test_nothing_typed_is_lost_by_another_number_of_players_or_language(phone: Phones) -> None:
    page = phone()
    page.goto(WHOLE)
    page.get_by_role("radio", name="3").tap()
    expect(page.locator("#result [data-balance]")).to_have_count(3)
    page.get_by_role("radio", name="4").tap()
    expect(page.locator("#result [data-balance]")).to_have_count(4)
    page.locator("#w12").fill("9")
    expect(page.locator("#result [data-balance='0']")).to_contain_text("+115½")
    page.get_by_role("button", name="English").tap()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#w12")).to_have_value("9")
    expect(page.locator("#result [data-balance='0']")).to_contain_text("+115½")


def test_another_convention_counts_anew(phone: Phones) -> None:
    page = phone()
    page.goto(WHOLE)
    page.locator("#convention").select_option("leningrad")
    expect(page.locator("#result [data-balance='3']")).to_contain_text("−280")
    page.get_by_text("Договорённости о расчёте").tap()
    expect(page.locator("#usual-pool_settle")).to_have_text("По конвенции: 2.")
    expect(page.locator("#indivisible_mountain")).to_be_hidden()
    page.locator("#pool_settle").fill("много")
    expect(page.locator("#pool_settle")).to_have_accessible_description(
        re.compile("Очков горы.*Нужно число")
    )
    page.locator("#pool_settle").fill("1")
    expect(page.locator("#result [data-balance='3']")).to_contain_text("−257½")
    page.locator("#rounding").select_option("whole")
    expect(page.locator("#result [data-balance='3']")).to_contain_text("−258")


def test_result_is_passed_on_mended_and_begun_anew(phone: Phones) -> None:
    page = phone(permissions=["clipboard-read", "clipboard-write"])
    page.goto(WHOLE)
    page.evaluate("delete Navigator.prototype.share")
    page.get_by_role("button", name="Поделиться").tap()
    expect(page.get_by_role("button", name="Ссылка скопирована")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    other = phone()
    other.goto(link)
    expect(other.locator("#result-head")).to_be_in_viewport()
    assert result_of(other) == result_of(page)
    other.get_by_role("link", name="Исправить").tap()
    expect(other.locator("#n1")).to_be_in_viewport()
    other.get_by_role("link", name="Новый расчёт").tap()
    expect(other.locator("#result-head")).to_have_text("Здесь будет итог")
    expect(other.locator("#n1")).to_have_value("")


def test_at_a_desk_the_result_stands_beside_what_is_typed(phone: Phones) -> None:
    page = phone(width=1280, height=900, is_mobile=False, has_touch=False)
    page.goto(WHOLE)
    page.locator("#w12").fill("18")
    expect(page.locator("#result [data-balance='0']")).to_contain_text("+124½")
    expect(page.locator("#result [data-balance='0']")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("#result-head")).to_be_focused()


def test_enter_leads_through_the_columns_to_the_result(phone: Phones) -> None:
    page = phone()
    page.goto("/calculator?players=2&target=10&m2=4")
    page.locator("#n1").tap()
    for typed in ("Анна", "10", "0", "30", "6", "12"):
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
    for field, number in {"n1": "Анна", "p1": "10", "m1": "0", "w12": "30", "p2": "6"}.items():
        expect(page.locator(f"#{field}")).to_have_value(number)
    expect(page.locator("#w21")).to_have_value("12")
    expect(page.locator("#result-head")).to_be_focused()
    expect(page.locator("#result-head")).to_have_text("Итог")


def test_back_shows_what_was_typed(phone: Phones) -> None:
    page = phone()
    page.goto(WHOLE)
    page.locator("#w12").fill("18")
    expect(page.locator("#result [data-balance='0']")).to_contain_text("+124½")
    page.get_by_role("link", name="Исправить").tap()
    page.go_back()
    expect(page.locator("#w12")).to_have_value("18")
    page.get_by_role("link", name="Новый расчёт").tap()
    expect(page.locator("#w12")).to_have_value("")
    page.go_back()
    expect(page.locator("#w12")).to_have_value("18")
    expect(page.locator("#result [data-balance='0']")).to_contain_text("+124½")


def test_result_catches_up_once_the_network_is_back(phone: Phones) -> None:
    phone.allow("ERR_INTERNET_DISCONNECTED", "htmx:sendError")
    page = phone()
    page.goto(WHOLE)
    page.context.set_offline(True)
    page.locator("#w12").fill("18")
    expect(page.locator("#stale")).to_contain_text("Без связи")
    page.context.set_offline(False)
    expect(page.locator("#result [data-balance='0']")).to_contain_text("+124½")
    expect(page.locator("#stale")).to_be_hidden()


def test_without_javascript_the_button_counts(phone: Phones) -> None:
    page = phone(java_script_enabled=False)
    page.goto("/calculator?players=2")
    page.locator("#p1").fill("10")
    page.locator("#m2").fill("-6")
    page.get_by_role("button", name="Рассчитать").tap()
    expect(page.locator("#result")).to_contain_text("Игрок 1: гора, висты на: Игрок 2")
    page.get_by_role("button", name="Пустые — это нули").tap()
    expect(page.locator("#result-head")).to_have_text("Итог")
    expect(page.locator("#m2")).to_have_value("−6")
    assert "zeros" not in page.url


@pytest.mark.parametrize("state", STATES)
def test_axe_blames_no_state(phone: Phones, state: str) -> None:
    page = phone(reduced_motion="reduce")
    for scheme, width in LOOKS.items():
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(STATES[state])
        for fold in page.locator("main details:not([open]) > summary").all():
            fold.tap()
        assert faults(page) == []


MEASURE = """() => {
  const sees = (e) => e.checkVisibility() && e.getBoundingClientRect().height > 0;
  const kinds = "a, button, summary, select, input:not([type=hidden], [type=radio]), .tile > span";
  const told = (e) => ({ height: e.getBoundingClientRect().height, words: e.id || e.textContent });
  const targets = [...document.querySelectorAll(`main :is(${kinds})`)].filter(sees).map(told);
  return { targets, wide: document.documentElement.scrollWidth, width: innerWidth };
}"""


@pytest.mark.parametrize("state", STATES)
def test_page_fits_and_what_is_tapped_is_large(phone: Phones, state: str) -> None:
    page = phone()
    for width in (320, 390, 768, 1280):
        page.set_viewport_size({"width": width, "height": 700})
        page.goto(STATES[state])
        found: dict[str, Any] = page.evaluate(MEASURE)
        assert found["wide"] == found["width"] == width
        assert [each for each in found["targets"] if each["height"] < USUAL] == []


def test_step_that_was_folded_stays_folded_while_a_number_is_typed_anew(phone: Phones) -> None:
    """Between the old number and the new one there is no count at all."""
    page = phone()
    page.goto(WHOLE)
    amnesty = page.locator("[data-fold=step-amnesty]")
    amnesty.locator("summary").tap()
    page.locator("#p1").fill("")
    expect(amnesty).to_have_count(0)
    page.locator("#p1").fill("7")
    expect(amnesty).not_to_have_attribute("open", re.compile(""))
    expect(page.locator("[data-fold=step-pools]")).to_have_attribute("open", "")


@pytest.mark.parametrize("width", [320, 390])
def test_long_names_beside_the_result_keep_some_room(phone: Phones, width: int) -> None:
    """However much they win: a line of a name has more than a letter or two."""
    page = phone()
    page.set_viewport_size({"width": width, "height": 640})
    page.goto(f"/calculator?{urlencode({**ANNA_WINS, **LONG, 'stake': '1000'})}")
    for name in page.locator("#result tbody th .clip").all():
        box = name.bounding_box()
        assert box is not None
        assert box["width"] > 60
    assert page.evaluate("document.documentElement.scrollWidth") == width
