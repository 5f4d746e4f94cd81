"""Names are read to the end, or cut so that they still differ: at every width, however long."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.questions import LONG_NAMES, PASS, WHIST, begun, disputed, phone_of
from tests.phones import Phones
from tests.tables.evenings import Evening

ALIKE = ("Екатерина", "Александр", "Алексей", "Константин")
WIDTHS = (320, 390)
CUT = """elements => elements.filter(element => element.checkVisibility())
    .filter(element => element.scrollWidth > element.clientWidth + 1
        && getComputedStyle(element).overflowX !== "visible")
    .map(element => element.textContent.trim())"""
SHOWN = "elements => elements.map(element => element.firstChild.textContent)"
OUTSIDE = """elements => elements
    .filter(element => element.getBoundingClientRect().right > innerWidth)
    .map(element => element.textContent.trim())"""
SPILT = """elements => elements.filter(element => element.scrollWidth > element.clientWidth)
    .map(element => element.textContent.trim())"""


def six_down(names: tuple[str, ...]) -> Evening:
    """Two whist, and the fourth player writes too: a column for each."""
    evening = begun(4, names)
    evening.order(1, 6, "S")
    evening.answer(2, WHIST)
    evening.answer(3, WHIST)
    evening.tricks(1, 5)
    evening.tricks(2, 3)
    return evening


def opened(phone: Phones, evening: Evening, seat: int, width: int, path: str = "") -> Page:
    page = phone_of(phone, evening.players[seat], width=width, height=664)
    page.goto(f"/p/{evening.pulka.slug}{path}")
    return page


@pytest.mark.parametrize("names", [ALIKE, LONG_NAMES], ids=["alike", "long"])
@pytest.mark.parametrize("width", WIDTHS)
def test_result_says_whole_who_writes_on_whom(
    phone: Phones, names: tuple[str, ...], width: int
) -> None:
    page = opened(phone, six_down(names), 0, width)
    expect(page.locator(".delta > li")).to_have_count(4)
    inside = page.locator(".delta *:not(.visually-hidden)")
    assert inside.evaluate_all(CUT) == []
    assert inside.evaluate_all(OUTSIDE) == []
    for row in page.locator(".delta > li:has(.in-whists)").all():
        expect(row).to_contain_text(names[1])


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("width", WIDTHS)
def test_button_is_as_wide_as_its_word(phone: Phones, width: int, seat: int) -> None:
    evening = begun(3, ALIKE)
    disputed(evening)
    for path in ("", "/deals/1"):
        page = opened(phone, evening, seat, width, path)
        assert page.locator("main .btn").evaluate_all(SPILT) == []


@pytest.mark.parametrize("names", [ALIKE, LONG_NAMES], ids=["alike", "long"])
@pytest.mark.parametrize("size", [3, 4])
@pytest.mark.parametrize("width", WIDTHS)
def test_names_of_the_count_are_whole(
    phone: Phones, names: tuple[str, ...], size: int, width: int
) -> None:
    evening = begun(size, names)
    evening.order(1, 6)
    for seat in evening.now.terms.defenders(1):
        evening.answer(seat, PASS)
    page = opened(phone, evening, 0, width, "/settlement")
    inside = page.locator("#count *:not(.visually-hidden, .short-name, .short-name *)")
    assert inside.evaluate_all(CUT) == []
    assert inside.evaluate_all(OUTSIDE) == []
    expect(page.locator("html")).to_have_js_property("scrollWidth", width)


@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize("width", WIDTHS)
def test_names_beside_each_other_differ(phone: Phones, size: int, width: int) -> None:
    names = ("Александрина", *ALIKE, "Александра")
    evening = begun(size, names)
    for path in ("", "/score", "/settlement"):
        page = opened(phone, evening, 0, width, path)
        seats = page.locator("#seats .short-name").evaluate_all(SHOWN)
        assert len(set(seats)) == len(seats)
        for table in page.locator("table:has(.short-name)").all():
            heads = table.locator("thead .short-name").evaluate_all(SHOWN)
            assert len(set(heads)) == len(heads) == size
        assert page.locator(".short-name:has([aria-hidden])").evaluate_all(CUT) == []
