"""From a number to what wrote it, and a pulka passed on, by hands."""

import re

import pytest
from playwright.sync_api import Page, expect

from scoring import Role
from tests.browser.questions import phone_of
from tests.browser.test_axe import LOOKS, faults
from tests.phones import Phones
from tests.sheets.long import long_evening
from tests.tables.evenings import NAMES, Evening

LONG = "Константин Константинопольский-Задунайск"


def table(size: int = 3) -> Evening:
    evening = Evening.begin(size)
    evening.seven_made()
    return evening


def sizes(page: Page, selector: str) -> list[dict[str, float]]:
    found = [link.bounding_box() for link in page.locator(selector).all()]
    return [{"width": box["width"], "height": box["height"]} for box in found if box]


def test_a_tap_on_a_number_leads_to_its_deal(phone: Phones) -> None:
    evening = table()
    page = phone_of(phone, evening.players[0])
    page.goto(f"/p/{evening.pulka.slug}/score")
    page.locator("[data-cell=whists-2-1] a").tap()
    expect(page.get_by_role("heading", name="Вера, висты на: Борис 12")).to_be_visible()
    expect(page.locator("#deal-1")).to_contain_text("3 взятки × 4")
    page.locator("#deal-1 a").tap()
    expect(page).to_have_url(re.compile(r"/deals/1$"))
    page.get_by_role("link", name="+12").tap()
    expect(page).to_have_url(re.compile(r"/why/whists-2-1#deal-1$"))


def test_an_open_page_follows_the_play(phone: Phones) -> None:
    evening = table()
    page = phone_of(phone, evening.players[0])
    page.goto(f"/p/{evening.pulka.slug}/why/whists-0-2")
    expect(page.locator(".conn")).to_have_text("На связи")
    evening.order(2, 7)
    evening.answer(0, Role.WHIST)
    evening.answer(1, Role.PASS)
    evening.tricks(2, 6)
    expect(page.locator("#why [data-total]")).to_have_text("20")
    expect(page.locator("#deal-2")).to_be_visible()


def test_numbers_are_large_enough_for_a_thumb(phone: Phones) -> None:
    evening = long_evening(4, 20, over=False)
    page = phone_of(phone, evening.players[0])
    page.set_viewport_size({"width": 320, "height": 700})
    page.goto(f"/p/{evening.pulka.slug}/score")
    assert all(size["height"] >= 44 for size in sizes(page, "td[data-cell] > a"))
    runs = sizes(page, "[data-run] > a")
    assert runs
    assert all(min(size.values()) >= 24 for size in runs)
    page.goto(f"/p/{evening.pulka.slug}/deals/2")
    assert all(min(size.values()) >= 44 for size in sizes(page, ".delta a.why"))


@pytest.mark.parametrize("path", ["why/pool-0", "why/whists-0-1", "share"])
def test_axe_blames_neither_page_and_none_is_too_wide(phone: Phones, path: str) -> None:
    evening = long_evening(3, 12, over=False)
    evening.pulka.seats.filter(index=0).update(name=LONG)
    page = phone_of(phone, evening.players[0], reduced_motion="reduce")
    for scheme, width in LOOKS.items():
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(f"/p/{evening.pulka.slug}/{path}")
        expect(page.locator(".conn")).to_have_text("На связи")
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_message_is_copied_and_the_files_are_kept(phone: Phones) -> None:
    evening = long_evening(3, 6)
    page = phone_of(phone, evening.players[0])
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"/p/{evening.pulka.slug}")
    page.locator(".menu > summary").tap()
    page.locator(".menu").get_by_role("link", name="Поделиться").tap()
    page.get_by_role("button", name="Скопировать сообщение").tap()
    expect(page.get_by_role("button", name="Скопировано")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert NAMES[0] in copied
    assert f"/{evening.pulka.slug}" in copied
    shown = "() => document.querySelector('.picture img').naturalWidth > 0"
    page.locator(".picture").scroll_into_view_if_needed()
    page.wait_for_function(shown)
    for kind, suffix in (("PNG", "png"), ("CSV", "csv"), ("JSON", "json")):
        with page.expect_download() as kept:
            page.get_by_role("link", name=kind).tap()
        assert kept.value.suggested_filename.startswith("Вечер ")
        assert kept.value.suggested_filename.endswith(f".{suffix}")


def test_the_drawing_opens_by_itself(phone: Phones) -> None:
    evening = long_evening(4, 12)
    page = phone_of(phone, evening.players[0])
    phone.allow("/favicon.ico")  # a drawing names none
    page.goto(f"/p/{evening.pulka.slug}/sheet.svg")
    expect(page.locator("[data-drawn]").first).to_be_visible()
    expect(page.locator("[data-balance]")).to_have_count(4)


def test_without_https_the_old_way_copies_too(phone: Phones) -> None:
    evening = long_evening(3, 4)
    page = phone_of(phone, evening.players[0])
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.goto(f"/p/{evening.pulka.slug}/share")
    page.get_by_role("button", name="Скопировать сообщение").tap()
    expect(page.get_by_role("button", name="Скопировано")).to_be_visible()
    chosen = page.evaluate("[document.activeElement.selectionStart, getSelection().toString()]")
    assert chosen[0] == 0
    assert NAMES[0] in chosen[1]
