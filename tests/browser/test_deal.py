"""A deal on open phones: what others do arrives, and disturbs nobody."""

import re

import pytest
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
    vera.locator(".menu > summary").tap()
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


@pytest.mark.parametrize(("width", "height"), [(390, 664), (320, 560)])
def test_kept_answer_is_told_where_it_was_tapped(phone: Phones, width: int, height: int) -> None:
    phone.allow("ERR_INTERNET_DISCONNECTED", "htmx:sendError")
    evening = begun()
    boris = phone_of(phone, evening.players[1], width=width, height=height)
    boris.goto(f"/p/{evening.pulka.slug}")
    expect(boris.locator(".conn")).to_have_text("На связи")
    boris.context.set_offline(True)
    boris.locator("#post .tile:has([value=H])").tap()
    boris.tap("#post button[value='7']")
    note = boris.locator("#post #unsent")
    expect(note.locator("q")).to_have_text("7 ♥\ufe0e")
    expect(boris.locator("#post .is-kept")).to_have_text(re.compile("^7"))
    note_box, post_box = note.bounding_box(), boris.locator("#post form.post").bounding_box()
    assert note_box
    assert post_box
    assert 0 <= post_box["y"] - note_box["y"] - note_box["height"] <= 24
    for button in boris.locator("#post form.post button:visible").all():
        expect(button).to_be_in_viewport(ratio=0.9)
    boris.context.set_offline(False)
    asked(boris, "wait")
    expect(note).to_be_hidden()


@pytest.mark.parametrize("game", ["misere", "raspasy"])
def test_kept_order_without_a_trump_names_none(phone: Phones, game: str) -> None:
    phone.allow("ERR_INTERNET_DISCONNECTED", "htmx:sendError")
    boris = opened(phone, begun(), 1)
    boris.context.set_offline(True)
    boris.locator("#post .tile:has([value=H])").tap()
    button = boris.locator(f"#post button[value={game}]")
    said = button.inner_text()
    button.tap()
    expect(boris.locator("#unsent q")).to_have_text(said)
    expect(button).to_have_class(re.compile("is-kept"))


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


def test_version_told_to_an_element_on_its_way_out_is_not_lost(phone: Phones) -> None:
    """As when an answer swaps the asking element, and the next version comes before htmx saw it."""
    evening = begun()
    vera = opened(phone, evening, 2)
    deaf = "document.querySelector('#ask').replaceWith(document.querySelector('#ask').cloneNode())"
    vera.evaluate(deaf)
    evening.order(1, 7)
    vera.wait_for_timeout(300)
    expect(vera.locator("#post[data-ask=order]")).to_be_visible()
    vera.evaluate("htmx.process(document.querySelector('#ask'))")
    asked(vera, "answer")
