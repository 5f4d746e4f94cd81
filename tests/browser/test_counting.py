"""The steps of the final count, and the price list, on phones."""

import re

import pytest
from playwright.sync_api import Page, expect

from scoring import Role
from tests.browser.questions import LONG_NAMES, begun, phone_of
from tests.browser.test_axe import LOOKS, faults
from tests.phones import Phones
from tests.tables.evenings import Evening

FOLDS = ".step > details"


def unwhisted(evening: Evening) -> None:
    """A seven that nobody whists."""
    declarer = evening.now.terms.active[0]
    evening.order(declarer, 7)
    for seat in evening.now.terms.defenders(declarer):
        evening.answer(seat, Role.PASS)


def fits(page: Page) -> bool:
    width = page.viewport_size["width"] if page.viewport_size else 0
    return bool(page.evaluate("document.documentElement.scrollWidth") == width)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_the_count_fits_every_screen_and_axe_blames_nothing(phone: Phones, size: int) -> None:
    evening = begun(size, LONG_NAMES, target=50)
    unwhisted(evening)
    page = phone_of(phone, evening.players[0], reduced_motion="reduce")
    for scheme, width in LOOKS.items():
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(f"/p/{evening.pulka.slug}/settlement")
        expect(page.locator(FOLDS)).to_have_count(7)
        assert fits(page)
        assert faults(page) == []


def test_a_step_that_was_folded_stays_folded_as_the_count_goes_on(phone: Phones) -> None:
    evening = begun(target=50)
    page = phone_of(phone, evening.players[0])
    page.goto(f"/p/{evening.pulka.slug}/settlement")
    amnesty = page.locator("[data-fold=step-amnesty]")
    amnesty.locator("summary").tap()
    expect(amnesty).not_to_have_attribute("open", re.compile(""))
    unwhisted(evening)
    expect(page.locator("[data-count=pool-1]")).to_have_attribute("data-value", "4")
    expect(amnesty).not_to_have_attribute("open", re.compile(""))
    expect(page.locator("[data-fold=step-pools]")).to_have_attribute("open", "")


@pytest.mark.parametrize("size", [2, 5])
def test_prices_fit_every_screen_and_axe_blames_nothing(phone: Phones, size: int) -> None:
    evening = begun(size, LONG_NAMES)
    page = phone_of(phone, evening.players[0], reduced_motion="reduce")
    for scheme, width in LOOKS.items():
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(f"/p/{evening.pulka.slug}/prices")
        for game in ("6", "misere", "raspasy", "short"):
            page.locator(f"#show-{game}").check(force=True)
            expect(page.locator(".price:visible")).to_have_id(f"price-{game}")
            assert fits(page)
            assert faults(page) == []


def test_options_being_chosen_have_their_prices_in_a_tab_beside_the_form(phone: Phones) -> None:
    page = phone()
    page.goto("/new")
    page.get_by_label("Как вас записать").fill("Анна")
    page.locator("#options summary").first.tap()
    page.locator("[name=whist_mult]").fill("3")
    with page.context.expect_page() as opened:
        page.get_by_role("button", name="Что сколько стоит").tap()
    beside = opened.value
    expect(beside.get_by_role("heading", name=re.compile("Сочинка, с изменениями"))).to_be_visible()
    assert "whist_mult=3" in beside.url
    assert "Анна" not in beside.url
    expect(page.get_by_label("Как вас записать")).to_have_value("Анна")
    page.get_by_role("button", name="Открыть стол").tap()
    expect(page).to_have_url(re.compile("/p/"))
