"""Entries by hand on phones: a favour needs another phone, a minus its key, a fine its taker."""

import pytest
from playwright.sync_api import Page, expect

from scoring import Role
from tests.browser.questions import LONG_NAMES, begun, phone_of
from tests.browser.test_axe import LOOKS, faults
from tests.phones import Phones
from tests.tables.evenings import Evening, house
from tests.tables.hands import WHISTS
from tests.tables.hands import write as enter
from tests.tables.test_correcting import told_by_the_whister


def opened(phone: Phones, evening: Evening, seat: int, path: str = "") -> Page:
    page = phone_of(phone, evening.players[seat])
    page.goto(f"/p/{evening.pulka.slug}{path}")
    return page


def cell(key: str) -> str:
    """A number of the sheet beside the deal."""
    return f"[data-cell='{key}']"


def write(page: Page, column: str, number: str, why: str) -> None:
    """From the menu of the table to an entry."""
    page.locator("details.menu > summary").tap()
    page.get_by_role("link", name="Запись вручную").tap()
    page.locator("label.tile", has=page.locator(f"[value='{column}']")).tap()
    page.locator("[name=amount]").fill(number)
    page.locator("[name=note]").fill(why)
    page.get_by_role("button", name="Записать", exact=True).tap()


def test_an_entry_in_ones_favour_counts_once_another_phone_confirms_it(phone: Phones) -> None:
    evening = begun()
    evening.seven_made()
    boris, vera = (opened(phone, evening, seat) for seat in (1, 2))
    write(boris, "pool", "2", "Забыли записать игру")
    expect(boris.locator("#hands")).to_contain_text("подтверждает кто-нибудь другой")
    expect(boris.locator(cell("pool-1"))).to_have_text("4")
    note = vera.locator("#hands .note", has_text="Забыли записать игру")
    expect(note).to_contain_text("Борис")
    note.locator("summary").tap()
    note.get_by_role("button", name="Подтвердить").tap()
    for page in (boris, vera):
        expect(page.locator(cell("pool-1"))).to_have_text("6")
        expect(page.locator("#hands")).to_contain_text("Вера: подтверждает запись: Борис, пуля +2")


def test_a_minus_is_entered_with_its_key_and_seen_before_it_is_written(phone: Phones) -> None:
    evening = begun()
    evening.seven_made()
    vera = opened(phone, evening, 2)
    vera.locator("details.menu > summary").tap()
    vera.get_by_role("link", name="Запись вручную").tap()
    vera.locator("label.tile", has=vera.locator("[value='whists-1']")).tap()
    vera.locator("[name=amount]").fill("2")
    vera.locator("[data-sign]").tap()
    expect(vera.locator("#hand-preview")).to_contain_text("12 → 10")
    vera.locator("[name=note]").fill("Пари")
    vera.get_by_role("button", name="Записать", exact=True).tap()
    expect(vera.locator(cell("whists-2-1"))).to_have_text("10")
    vera.goto(f"/p/{evening.pulka.slug}/score")
    row = vera.locator("[data-hand-row]")
    expect(row).to_contain_text("12 → 10")
    row.get_by_role("button", name="Снять").tap()
    expect(vera.locator(cell("whists-2-1"))).to_have_text("12")


def test_what_is_no_number_is_told_beside_it_and_stays_typed(phone: Phones) -> None:
    phone.allow("status of 422")
    evening = begun()
    anna = opened(phone, evening, 0)
    write(anna, "mountain", "десять", "Штраф за пересдачу")
    expect(anna.locator("#id_amount_error")).to_be_visible()
    expect(anna.locator("[name=amount]")).to_have_value("десять")
    expect(anna.locator("[name=note]")).to_have_value("Штраф за пересдачу")
    anna.locator("[name=amount]").fill("10")
    anna.get_by_role("button", name="Записать", exact=True).tap()
    expect(anna.locator(cell("mountain-0"))).to_have_text("10")


def test_a_fine_is_offered_and_taken(phone: Phones) -> None:
    evening = begun(convention=house(correction_protocol="codex"), target=50)
    told_by_the_whister(evening, 7, 8)
    anna, boris = (opened(phone, evening, seat) for seat in (0, 1))
    expect(anna.locator("#hands")).to_contain_text("Предупреждение: Вера")
    told_by_the_whister(evening, 7, 8)
    expect(anna.locator("#hands")).to_contain_text("Ждём: Борис")
    expect(anna.locator("#hands button")).to_have_count(0)
    note = boris.locator("#hands .note", has_text="Предлагается штраф")
    expect(note).to_contain_text("+4")
    note.locator("summary").tap()
    note.get_by_role("button", name="Записать").tap()
    for page in (anna, boris):
        expect(page.locator(cell("whists-1-2"))).to_have_text("4")
        expect(page.locator("#hands")).to_contain_text("берёт штраф")


@pytest.mark.parametrize("path", ["", "/hand", "/score", "/log", "/log?show=deals"])
def test_axe_blames_no_page_with_entries_by_hand(phone: Phones, path: str) -> None:
    evening = begun(3, LONG_NAMES, convention=house(correction_protocol="codex"), target=50)
    for _ in range(2):
        told_by_the_whister(evening, 7, 8)
    enter(evening, 0, WHISTS, "7/2", 1, note="Пари на последнюю взятку")
    page = phone_of(phone, evening.players[1], reduced_motion="reduce")
    for scheme, width in LOOKS.items():
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(f"/p/{evening.pulka.slug}{path}")
        expect(page.locator("#hands .note--wait")).to_have_count(2)
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_an_entry_waits_for_the_deal_that_is_on_and_stays_typed(phone: Phones) -> None:
    phone.allow("status of 422")
    evening = begun()
    evening.order(1, 7)
    anna = opened(phone, evening, 0)
    write(anna, "mountain", "10", "Штраф за пересдачу")
    expect(anna.get_by_role("alert")).to_contain_text("Вручную пишут между сдачами")
    expect(anna.locator("#hand-open")).to_be_visible()
    evening.answer(2, Role.PASS)
    evening.answer(0, Role.PASS)
    expect(anna.locator("#hand-open")).to_be_hidden()
    expect(anna.locator("[name=note]")).to_have_value("Штраф за пересдачу")
    anna.get_by_role("button", name="Записать", exact=True).tap()
    expect(anna.locator(cell("mountain-0"))).to_have_text("10")
