"""A deal on open phones: what others do arrives, and disturbs nobody."""

from playwright.sync_api import Page, expect

from prefweb.tables.services import ending, playing
from scoring import Role
from tests.browser.questions import begun, phone_of
from tests.phones import Phones
from tests.tables.evenings import Evening

SOON = 2000
"""Milliseconds; the time it really takes is measured elsewhere."""
FOCUS = "document.activeElement.id"


def opened(phone: Phones, evening: Evening, seat: int) -> Page:
    """A phone that shows the pulka and hears of changes."""
    page = phone_of(phone, evening.players[seat])
    page.goto(f"/p/{evening.pulka.slug}")
    expect(page.locator(".conn")).to_have_text("На связи")
    return page


def asked(page: Page, ask: str) -> None:
    expect(page.locator(f"#post[data-ask={ask}]")).to_be_visible(timeout=SOON)


def test_order_reaches_the_others_and_the_focus_goes_to_the_new_question(phone: Phones) -> None:
    evening = begun()
    boris, vera = (opened(phone, evening, seat) for seat in (1, 2))
    boris.tap("#post button[value='7']")
    asked(boris, "wait")
    asked(vera, "answer")
    expect(boris.locator("#question")).to_be_focused()
    assert vera.evaluate(FOCUS) != "question", "nobody reads on where a page was changed by others"


def test_open_menu_keeps_the_focus_while_others_post(phone: Phones) -> None:
    evening = begun()
    vera = opened(phone, evening, 2)
    vera.locator(".menu summary").tap()
    evening.order(1, 7)
    asked(vera, "answer")
    assert vera.locator(".menu[open]").is_visible()


def test_written_deal_flashes_once(phone: Phones) -> None:
    evening = begun()
    evening.order(1, 7)
    vera = opened(phone, evening, 2)
    evening.answer(2, Role.PASS)
    evening.answer(0, Role.PASS)
    expect(vera.locator("[data-written='1'] .arrives")).to_be_visible(timeout=SOON)
    expect(vera.locator("#news")).to_contain_text("Сдача 1 записана: Борис 7")
    vera.evaluate("document.querySelector('[data-written]').classList.add('seen')")
    playing.redeal(evening.pulka.slug, evening.players[0], evening.dealing(2), moves_on=False)
    expect(vera.locator("#post form.post [name=changes]")).to_have_value("1", timeout=SOON)
    expect(vera.locator("[data-written='1'].seen")).to_be_visible()


def test_post_without_a_network_goes_when_it_is_back(phone: Phones) -> None:
    phone.allow("ERR_INTERNET_DISCONNECTED", "htmx:sendError")
    evening = begun()
    boris, vera = (opened(phone, evening, seat) for seat in (1, 2))
    boris.context.set_offline(True)
    boris.tap("#post button[value='7']")
    expect(boris.locator("#unsent")).to_contain_text("7")
    asked(boris, "order")
    boris.context.set_offline(False)
    asked(vera, "answer")
    expect(boris.locator("#unsent")).to_be_hidden()
    asked(boris, "wait")


def test_rematch_shows_on_every_phone(phone: Phones) -> None:
    evening = begun(target=2)
    players = evening.players
    for declarer in (1, 2, 0):
        evening.order(declarer, 6)
        for seat in evening.now.terms.defenders(declarer):
            evening.answer(seat, Role.PASS)
    vera = opened(phone, evening, 2)
    expect(vera.locator("[data-step=ended]")).to_be_attached()
    fresh = ending.rematch(evening.pulka.slug, players[0])
    vera.locator(f"a[href='/p/{fresh.slug}']").tap(timeout=SOON)
    asked(vera, "order")
