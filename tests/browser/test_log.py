"""The log on a phone: everything, the column of contracts, the changes; live, and page by page."""

import pytest
from playwright.sync_api import expect

from prefweb.tables.pages import record
from tests.browser.questions import LONG_NAMES, begun, phone_of
from tests.phones import Phones
from tests.tables.hands import MOUNTAIN, write
from tests.tables.test_correcting import mend_tricks, played


def test_the_column_of_contracts_is_followed_and_unfolded(phone: Phones) -> None:
    evening = begun(target=50)
    played(evening, 6)
    page = phone_of(phone, evening.players[0])
    page.goto(f"/p/{evening.pulka.slug}/log")
    page.get_by_role("link", name="Сдачи", exact=True).tap()
    rows = page.locator("[data-contract]")
    expect(rows.locator(".contracts__line")).to_have_text(["1. Борис 7 −1"])
    rows.first.locator("summary").tap()
    expect(rows.first).to_contain_text("Борис, гора +4")
    evening.raspasy(2)
    expect(rows.first).to_contain_text("ещё не записана")
    expect(page.locator("[data-contract='1'] details")).to_have_attribute("open", "")
    evening.tricks(2, 4)
    evening.tricks(0, 3)
    expect(rows.first.locator(".contracts__line")).to_have_text("2. распасы 3·3·4")
    write(evening, 1, MOUNTAIN, 2, note="Штраф за пересдачу")
    expect(page.locator("#log li").first).to_contain_text("Штраф за пересдачу")


def test_the_changes_alone(phone: Phones) -> None:
    evening = begun(target=50)
    played(evening, 7)
    mend_tricks(evening, 6)
    page = phone_of(phone, evening.players[0])
    page.goto(f"/p/{evening.pulka.slug}/log?show=changes")
    expect(page.locator("#log [data-action=tricks]")).to_have_count(1)
    expect(page.locator("#log [data-action=order]")).to_have_count(0)
    page.get_by_role("link", name="Всё", exact=True).tap()
    expect(page.locator("#log [data-action=order]")).to_have_count(1)
    page.get_by_role("link", name="Сдачи", exact=True).tap()
    expect(page.locator("[data-contract='1']")).to_contain_text("исправлена")


@pytest.mark.parametrize("show", ["all", "deals", "changes"])
def test_a_long_log_with_long_names_fits_the_narrowest_phone(phone: Phones, show: str) -> None:
    evening = begun(3, LONG_NAMES, target=1000)
    for _ in range(record.DEALS_A_PAGE + 2):
        played(evening, 6)
    page = phone_of(phone, evening.players[0], width=320)
    page.goto(f"/p/{evening.pulka.slug}/log?show={show}")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    if show == "changes":
        return
    page.get_by_role("link", name="Раньше").tap()
    expect(page.get_by_role("link", name="К последним")).to_be_visible()
    first = "[data-contract='1']" if show == "deals" else "[data-action=started]"
    while page.get_by_role("link", name="Раньше").count():
        page.get_by_role("link", name="Раньше").tap()
    expect(page.locator(first)).to_be_visible()
