"""People come and go while it is played: by their own hands, on several phones."""

import re

import pytest
from playwright.sync_api import Page, expect

from prefweb.tables.models import Consent, Pulka, Seat
from prefweb.tables.services import hosting
from scoring import Role
from tests.browser.questions import LONG_NAMES, begun, phone_of
from tests.phones import Phones
from tests.tables.evenings import Evening

LOST = ("status of 403", "htmx:responseError", "Response Status Error Code 403")
"""What the console of a phone says that has lost its seat."""


def opened(phone: Phones, evening: Evening, seat: int, path: str = "") -> Page:
    page = phone_of(phone, evening.players[seat])
    page.goto(f"/p/{evening.pulka.slug}{path}")
    expect(page.locator(".conn")).to_have_text("На связи")
    return page


def for_host(page: Page, name: str, button: str) -> None:
    """What the host can do about somebody's seat."""
    row = page.locator("#at-table li", has_text=name)
    row.locator("summary").tap()
    row.get_by_role("button", name=button).tap()


def asks(page: Page, what: str, *chosen: str, **typed: str) -> None:
    """A question to everybody, from the page of the seats."""
    fold = page.locator("details", has=page.get_by_text(what, exact=True)).last
    fold.locator("summary").tap()
    for name, text in typed.items():
        fold.locator(f"[name={name}]").fill(text)
    for name in chosen:
        fold.locator("label.tile", has_text=name).tap()
    fold.get_by_role("button", name="Попросить согласия").tap()


def agrees(page: Page) -> None:
    page.locator("#consent button[value=yes]").tap()


def joins(phone: Phones, evening: Evening, name: str, seat: int) -> Page:
    """Somebody new, by the code of the table."""
    page: Page = phone()
    page.goto(f"/t/{evening.pulka.table.code}")
    page.locator("[name=name]").fill(name)
    if not page.locator(f"[name=seat][value='{seat}']").is_checked():
        page.locator(f"label:has([name=seat][value='{seat}'])").tap()
    page.locator("main button[type=submit]").first.tap()
    return page


def test_a_freed_seat_is_taken_by_another_and_the_old_phone_is_told(phone: Phones) -> None:
    phone.allow(*LOST)
    evening = begun()
    anna, boris = opened(phone, evening, 0, "/seats"), opened(phone, evening, 1)
    for_host(anna, "Борис", "Освободить место")
    expect(anna.locator("#at-table li", has_text="Борис")).to_contain_text("без телефона")
    expect(boris.locator("#trouble")).to_contain_text("не за столом")
    dina = joins(phone, evening, "Дина", 1)
    dina.locator("#post button[name=game][value='7']").tap()
    expect(dina.locator("#post[data-ask=wait]")).to_be_visible()
    expect(anna.locator("#at-table")).to_contain_text("Дина")


def test_who_stands_up_comes_back_in_one_tap(phone: Phones) -> None:
    evening = begun()
    boris = opened(phone, evening, 1, "/seats")
    boris.get_by_role("button", name="Встать").tap()
    expect(boris).to_have_url(re.compile("/s/"))
    assert Seat.objects.get(pulka=evening.pulka, index=1).player is None
    boris.get_by_role("button", name="Перенести место сюда").tap()
    expect(boris.locator("#post[data-ask=order]")).to_be_visible()


def test_a_new_link_moves_the_seat_and_the_former_one_opens_nothing(phone: Phones) -> None:
    phone.allow("status of 404", *LOST)
    evening = begun()
    old = Seat.objects.get(pulka=evening.pulka, index=1).key
    anna = opened(phone, evening, 0, "/seats")
    for_host(anna, "Борис", "Новая ссылка")
    link = anna.locator(".invite__link").inner_text()
    new = phone()
    new.goto(link)
    new.get_by_role("button", name="Перенести место сюда").tap()
    expect(new.locator("#post[data-ask=order]")).to_be_visible()
    assert new.request.get(f"/s/{old}").status == 404


def test_two_tabs_of_one_phone_see_the_same_seat(phone: Phones) -> None:
    evening = begun()
    boris = opened(phone, evening, 1)
    other = boris.context.new_page()
    other.goto(boris.url)
    boris.locator("#post button[name=game][value='7']").tap()
    expect(other.locator("#post[data-ask=wait]")).to_be_visible()


def test_another_host_by_consent_of_the_others(phone: Phones) -> None:
    evening = begun()
    vera = opened(phone, evening, 2)
    boris = opened(phone, evening, 1, "/seats")
    asks(boris, "Стать хозяином стола")
    agrees(vera)
    expect(boris.locator("[data-closed=agreed]")).to_be_visible()
    evening.again()
    assert evening.pulka.table.host == evening.players[1]


def test_the_host_hands_the_table_over(phone: Phones) -> None:
    evening = begun()
    anna = opened(phone, evening, 0, "/seats")
    for_host(anna, "Вера", "Пусть будет хозяином стола")
    expect(anna.locator("#at-table li", has_text="Вера")).to_contain_text("хозяин")
    expect(anna.locator("#at-table summary")).to_have_count(0)


def test_one_more_player_joins_by_consent(phone: Phones) -> None:
    evening = begun()
    anna = opened(phone, evening, 0, "/seats")
    others = [opened(phone, evening, seat) for seat in (1, 2)]
    asks(anna, "Ещё один игрок", "Вера", name="Дина")
    for page in others:
        agrees(page)
    for page in (anna, *others):
        expect(page.locator("#seats")).to_contain_text("Дина")
    evening.pulka = Pulka.objects.get(follows=evening.pulka)
    dina = joins(phone, evening, "Дина", 3)
    expect(dina.locator("#seats li.is-me")).to_contain_text("Дина")


def test_a_player_leaves_for_good_and_is_settled(phone: Phones) -> None:
    evening = begun(4)
    evening.order(1, 10)
    for seat in (2, 3):
        evening.answer(seat, Role.PASS)
    pages = [opened(phone, evening, seat) for seat in range(4)]
    pages[0].goto(f"/p/{evening.pulka.slug}/seats")
    asks(pages[0], "Кто-то уходит совсем", "Глеб")
    for page in pages[1:]:
        agrees(page)
    expect(pages[3].get_by_role("heading", name="Расчёт с игроком: Глеб")).to_be_visible()
    expect(pages[3].locator("[data-payment]")).not_to_have_count(0)
    for page in pages[:3]:
        expect(page.locator("#seats li")).to_have_count(3)


def test_all_play_on_to_another_target(phone: Phones) -> None:
    evening = begun()
    anna, *others = [opened(phone, evening, seat) for seat in range(3)]
    anna.goto(f"/p/{evening.pulka.slug}/seats")
    asks(anna, "Играть дальше, до другого счёта", target="30")
    for page in others:
        agrees(page)
    for page in (anna, *others):
        page.wait_for_url(lambda address: evening.pulka.slug not in address)
    following = Pulka.objects.get(follows=evening.pulka)
    assert {page.url.rpartition("/")[2] for page in (anna, *others)} == {following.slug}
    assert following.target == 30


def test_a_refusal_leaves_all_as_it_is(phone: Phones) -> None:
    evening = begun()
    anna, boris = opened(phone, evening, 0, "/seats"), opened(phone, evening, 1)
    asks(anna, "Играть дальше, до другого счёта", target="20")
    boris.locator("#consent button[value=no]").tap()
    expect(boris.locator("[data-closed=refused]")).to_be_visible()
    assert Consent.objects.get(pulka=evening.pulka).outcome == "refused"


@pytest.mark.parametrize("width", [320, 390])
def test_the_page_of_the_seats_takes_long_names(phone: Phones, width: int) -> None:
    evening = begun(4, names=LONG_NAMES)
    hosting.name_scribe(evening.pulka.slug, evening.players[1], 1)
    page = phone_of(phone, evening.players[0], viewport={"width": width, "height": 700})
    page.goto(f"/p/{evening.pulka.slug}/seats")
    for fold in page.locator("main summary").all():
        fold.tap()
    assert page.evaluate("document.documentElement.scrollWidth") == width
