"""Phones that lose the network, are forgotten, go back, keep several tabs: no tap is lost."""

from collections.abc import Iterator

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, Request, Route, expect

from prefweb.tables.models import Line, Pulka
from scoring import Role
from tests.browser.questions import begun, phone_of
from tests.chromium import Chromium
from tests.phones import Phones
from tests.tables.evenings import Evening

OFFLINE = ("ERR_INTERNET_DISCONNECTED", "htmx:sendError")
FORGOTTEN = ("status of 403", "htmx:responseError", "Response Status Error Code 403")


def opened(phone: Phones, evening: Evening, seat: int, page: str = "") -> Page:
    """A phone that shows a page of the pulka and hears of changes."""
    found = phone_of(phone, evening.players[seat])
    found.goto(f"/p/{evening.pulka.slug}{page}")
    expect(found.locator(".conn")).to_have_text("На связи")
    return found


def another_tab(page: Page, evening: Evening) -> Page:
    tab = page.context.new_page()
    tab.goto(f"/p/{evening.pulka.slug}")
    expect(tab.locator(".conn")).to_have_text("На связи")
    return tab


def asked(page: Page, ask: str) -> None:
    expect(page.locator(f"#post[data-ask={ask}]")).to_be_visible()


def actions(evening: Evening) -> list[str]:
    """What the log says was done, in order."""
    lines = Line.objects.filter(pulka=evening.pulka).order_by("pk")
    return list(lines.values_list("action", flat=True))


def sent(page: Page) -> list[Request]:
    """The posts of all tabs of this browser that came through, from now on."""
    found: list[Request] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            found.append(request)

    page.context.on("requestfinished", note)
    return found


# -- the network


@pytest.mark.parametrize("comes_back", ["network", "reload", "other page"])
def test_tap_without_a_network_survives(phone: Phones, comes_back: str) -> None:
    phone.allow(*OFFLINE)
    evening = begun()
    boris, vera = (opened(phone, evening, seat) for seat in (1, 2))
    boris.context.set_offline(True)
    boris.tap("#post button[value='7']")
    expect(boris.locator("#unsent q")).to_have_text("7")
    boris.context.set_offline(False)
    if comes_back == "reload":
        boris.reload()
    elif comes_back == "other page":
        boris.goto(f"/p/{evening.pulka.slug}/score")
    asked(vera, "answer")
    expect(boris.locator("#unsent")).to_be_hidden()
    assert actions(evening).count("order") == 1


def held_post(page: Page) -> list[Route]:
    """The next post of the page is under way for as long as the test wants."""
    found: list[Route] = []
    page.route("**/post", lambda route: found.append(route), times=1)
    return found


def overtaken(page: Page, posts: list[Route]) -> None:
    """The page is drawn anew by another's news while its own post is under way."""
    page.wait_for_function("() => document.querySelector('#post form') !== window.seen")
    assert len(posts) == 1


def mark_form(page: Page) -> None:
    page.evaluate("() => { window.seen = document.querySelector('#post form') }")


def test_tap_lost_after_the_page_was_drawn_anew_is_kept(phone: Phones) -> None:
    phone.allow("ERR_FAILED", "htmx:sendError")
    evening = begun()
    boris, vera = (opened(phone, evening, seat) for seat in (1, 2))
    posts = held_post(boris)
    mark_form(boris)
    boris.tap("#post button[value='7']")
    vera.tap("#post button[value='8']")
    overtaken(boris, posts)
    posts[0].abort()
    expect(boris.locator("#unsent q")).to_have_text("7")
    expect(boris.locator("#unsent")).to_be_hidden(timeout=8000)
    assert actions(evening).count("order") == 2


def test_button_under_a_finger_stays_there_until_it_is_lifted(phone: Phones) -> None:
    evening = begun()
    boris, vera = (opened(phone, evening, seat) for seat in (1, 2))
    mark_form(boris)
    boris.locator("#post button[value='7']").hover()
    with boris.expect_response("**/live?since=*"):
        boris.mouse.down()
        vera.tap("#post button[value='8']")
    assert boris.evaluate("document.querySelector('#post form') === window.seen")
    boris.mouse.up()
    boris.wait_for_function("() => document.querySelector('#post form') !== window.seen")
    assert actions(evening).count("order") == 2


def test_finger_that_is_never_lifted_holds_no_news_up(phone: Phones) -> None:
    evening = begun()
    boris, vera = (opened(phone, evening, seat) for seat in (1, 2))
    mark_form(boris)
    boris.locator("#post h2").hover()
    boris.mouse.down()
    vera.tap("#post button[value='8']")
    boris.wait_for_function("() => document.querySelector('#post form') !== window.seen")


def test_kept_tap_answered_after_the_page_was_drawn_anew_is_forgotten(phone: Phones) -> None:
    phone.allow(*OFFLINE)
    evening = begun()
    boris, vera = (opened(phone, evening, seat) for seat in (1, 2))
    boris.context.set_offline(True)
    boris.tap("#post button[value='7']")
    expect(boris.locator("#unsent q")).to_have_text("7")
    mark_form(boris)
    posts = held_post(boris)
    boris.context.set_offline(False)
    vera.tap("#post button[value='8']")
    overtaken(boris, posts)
    again = sent(boris)
    posts[0].continue_()
    expect(boris.locator("#unsent")).to_be_hidden(timeout=3000)
    assert len(again) == 1
    assert actions(evening).count("order") == 2


def test_trump_that_was_only_chosen_comes_back_and_is_forgotten_once_ordered(phone: Phones) -> None:
    evening = begun()
    boris = opened(phone, evening, 1)
    boris.locator("#post .tile:has([value=H])").tap()
    boris.reload()
    expect(boris.locator("#post [value=H]")).to_be_checked()
    boris.goto("/")
    boris.go_back()
    expect(boris.locator("#post [value=H]")).to_be_checked()
    boris.tap("#post button[value='7']")
    asked(boris, "wait")
    boris.goto(f"/p/{evening.pulka.slug}?mend=1-order")
    boris.tap("#post button[value=withdraw]")
    expect(boris.locator("#post .lead")).to_contain_text("Прикуп за вами?")
    expect(boris.locator("#post [value=H]")).not_to_be_checked()


def test_trump_of_an_order_answered_after_the_page_was_drawn_anew_is_forgotten(
    phone: Phones,
) -> None:
    evening = begun()
    boris, vera = (opened(phone, evening, seat) for seat in (1, 2))
    boris.locator("#post .tile:has([value=H])").tap()
    posts = held_post(boris)
    mark_form(boris)
    boris.tap("#post button[value='7']")
    vera.tap("#post button[value='8']")
    overtaken(boris, posts)
    posts[0].continue_()
    boris.wait_for_function(
        "() => !Object.keys(localStorage).some(key => key.startsWith('typed:'))"
    )


def test_objection_without_a_network_goes_when_it_is_back(phone: Phones) -> None:
    phone.allow(*OFFLINE)
    evening = begun()
    evening.seven_made()
    anna = opened(phone, evening, 0, "/deals/1")
    vera = opened(phone, evening, 2)
    anna.context.set_offline(True)
    anna.locator("[data-fact='tricks-1'] button").tap()
    expect(anna.locator("#unsent")).to_contain_text("Возразить: Борис, 7 взяток")
    expect(anna.locator("[data-fact='tricks-1'] button")).not_to_have_attribute("aria-busy", "true")
    anna.context.set_offline(False)
    asked(vera, "disputed")
    asked(anna, "disputed")
    assert actions(evening).count("dispute") == 1


def test_another_dealer_without_a_network(phone: Phones) -> None:
    phone.allow(*OFFLINE)
    evening = begun()
    boris = opened(phone, evening, 1)
    boris.locator(".dealing summary").tap()
    boris.context.set_offline(True)
    boris.locator(".dealing button[value='2']").tap()
    expect(boris.locator("#unsent q")).to_have_text("Вера")
    boris.context.set_offline(False)
    expect(boris.locator(".which")).to_contain_text("сдаёт: Вера")
    expect(boris.locator("#unsent")).to_be_hidden()


def test_result_is_agreed_to_without_a_network(phone: Phones) -> None:
    phone.allow(*OFFLINE)
    evening = ended_evening()
    boris = opened(phone, evening, 1)
    boris.context.set_offline(True)
    boris.locator(".actionbar button").tap()
    expect(boris.locator("#unsent")).to_be_visible()
    boris.context.set_offline(False)
    expect(boris.locator(".actionbar button")).to_be_hidden()
    assert evening.pulka.seats.get(index=1).confirmed


def ended_evening() -> Evening:
    evening = begun(target=2)
    for declarer in (1, 2, 0):
        evening.order(declarer, 6)
        for seat in evening.now.terms.defenders(declarer):
            evening.answer(seat, Role.PASS)
    return evening


def test_refused_plain_form_says_why(phone: Phones) -> None:
    """A dealer chosen on a page that has not heard of the order."""
    evening = begun()
    boris = opened(phone, evening, 1)
    boris.locator(".dealing summary").tap()
    boris.route("**/live?*", lambda route: route.fulfill(status=204))
    evening.order(2, 7)
    boris.locator(".dealing button[value='2']").tap()
    expect(boris.locator(".note--bad:not(#trouble)")).to_contain_text("уже есть заказ")
    asked(boris, "answer")
    expect(boris.locator("#unsent")).to_be_hidden()


def test_page_that_has_not_heard_of_the_rest_is_told_how_it_stands(phone: Phones) -> None:
    phone.allow("status of 409")
    evening = begun()
    evening.order(1, 7)
    vera = opened(phone, evening, 2)
    vera.route("**/live?*", lambda route: route.fulfill(status=204))
    evening.order(1, 8, seen="contract-7-")
    vera.tap("#post button[value=whist]")
    expect(vera.locator("#said")).to_contain_text("Вопрос с тех пор сменился")
    expect(vera.locator("#question")).to_contain_text("8")
    expect(vera.locator("#unsent")).to_be_hidden()


# -- a phone that is not known any more


@pytest.mark.parametrize("lost", ["session", "all cookies"])
def test_tap_of_a_forgotten_phone_is_sent_once_it_is_back_on_its_seat(
    phone: Phones, lost: str
) -> None:
    phone.allow(*FORGOTTEN)
    evening = begun()
    boris, vera = (opened(phone, evening, seat) for seat in (1, 2))
    if lost == "session":
        Session.objects.all().exclude(pk=session_of(vera)).delete()
    else:
        boris.context.clear_cookies()
    boris.tap("#post button[value='7']")
    expect(boris.locator("#unsent")).to_contain_text("Нужно войти снова")
    boris.locator("#unsent a").tap()
    boris.locator(".actionbar button").tap()
    asked(vera, "answer")
    asked(boris, "wait")
    expect(boris.locator("#unsent")).to_be_hidden()


def session_of(page: Page) -> str:
    cookies = page.context.cookies()
    return next(str(cookie["value"]) for cookie in cookies if cookie["name"] == "sessionid")


def test_forgotten_phone_finds_its_way_back_after_a_reload(phone: Phones) -> None:
    phone.allow(*FORGOTTEN)
    evening = begun()
    boris = opened(phone, evening, 1)
    boris.locator("#post .tile:has([value=H])").tap()
    Session.objects.all().delete()
    boris.reload()
    expect(boris.locator("[data-way-back]")).to_contain_text("Нужно войти снова")
    boris.locator("[data-way-back] a").tap()
    boris.locator(".actionbar button").tap()
    expect(boris.locator("#post [value=H]")).to_be_checked()


def test_stranger_is_shown_no_way_back(phone: Phones) -> None:
    phone.allow(*FORGOTTEN)
    page = phone()
    page.goto(f"/p/{begun().pulka.slug}")
    expect(page.get_by_role("heading")).to_be_visible()
    expect(page.locator("[data-way-back]")).to_be_hidden()


# -- several tabs


def test_two_tables_in_two_tabs_do_not_mix(phone: Phones) -> None:
    phone.allow(*OFFLINE)
    here = begun()
    there = Evening.begin()
    for evening in (here, there):
        evening.pulka.seats.filter(index=1).update(player=here.players[1])
    one = opened(phone, here, 1)
    other = another_tab(one, there)
    other.locator("#post .tile:has([value=S])").tap()
    one.context.set_offline(True)
    other.tap("#post button[value='9']")
    one.bring_to_front()
    one.tap("#post button[value='7']")
    expect(one.locator("#unsent q")).to_have_text("7")
    expect(other.locator("#unsent q")).to_have_text("9 ♠\ufe0e")
    one.context.set_offline(False)
    asked(one, "wait")
    other.bring_to_front()
    asked(other, "wait")
    expect(one.locator("#post")).to_contain_text("Борис 7")
    expect(other.locator("#post")).to_contain_text("Борис 9")


def test_kept_post_is_sent_by_one_of_several_tabs(phone: Phones) -> None:
    phone.allow(*OFFLINE)
    evening = begun()
    boris = opened(phone, evening, 1)
    tabs = [boris, another_tab(boris, evening), another_tab(boris, evening)]
    boris.bring_to_front()
    boris.context.set_offline(True)
    boris.tap("#post button[value='7']")
    for tab in tabs:
        expect(tab.locator("#unsent q")).to_have_text("7")
    posts = sent(boris)
    boris.context.set_offline(False)
    for tab in tabs:
        asked(tab, "wait")
        expect(tab.locator("#unsent")).to_be_hidden()
    assert len(posts) == 1
    assert actions(evening).count("order") == 1


# -- Back, Forward, another language


@pytest.fixture(params=["kept whole", "loaded anew"])
def pages(request: pytest.FixtureRequest, chromium: Chromium, phone: Phones) -> Iterator[Phones]:
    """Phones whose browser keeps the pages it leaves as they are, or does not."""
    if request.param == "loaded anew":
        yield phone
        return
    browser = chromium.launch("--disable-back-forward-cache")
    phones = Phones(browser, phone.url)
    yield phones
    phones.close()
    browser.close()


def test_back_and_forward_show_whole_pages_as_they_stand_and_post_nothing(pages: Phones) -> None:
    evening = begun()
    boris = opened(pages, evening, 1)
    boris.tap("#post button[value='7']")
    asked(boris, "wait")
    boris.locator(".tabbar a").nth(1).tap()
    expect(boris).to_have_url(f"{pages.url}/p/{evening.pulka.slug}/sheet")
    evening.answer(2, Role.WHIST)
    evening.answer(0, Role.PASS)
    posts = sent(boris)
    for _ in range(2):
        boris.evaluate("setTimeout(() => history.back())")  # it is gone before it could answer
        asked(boris, "tricks")
        expect(boris.locator(".topbar")).to_be_visible()
        boris.evaluate("setTimeout(() => history.forward())")
        expect(boris.locator("svg.sheet")).to_be_visible()
        expect(boris.locator(".topbar")).to_be_visible()
    assert posts == []


def test_part_of_a_page_is_no_page(phone: Phones) -> None:
    evening = begun()
    boris = opened(phone, evening, 1)
    boris.goto(f"/p/{evening.pulka.slug}/live?since=0")
    asked(boris, "order")
    boris.goto("/new/options?convention=leningrad")
    expect(boris.locator("#new-table")).to_be_visible()


def fill_in_a_table(page: Page) -> None:
    page.goto("/new")
    page.locator("[name=title]").fill("Среда")
    page.locator("label:has([value=leningrad])").tap()
    expect(page.locator("#options-filled")).to_have_value("leningrad")
    page.locator("#options summary").first.tap()
    page.locator("[name=mountain_mult]").fill("1")


def expect_it_filled_in(page: Page) -> None:
    expect(page.locator("[name=title]")).to_have_value("Среда")
    expect(page.locator("[value=leningrad]").first).to_be_checked()
    expect(page.locator("#options-filled")).to_have_value("leningrad")
    expect(page.locator("[name=mountain_mult]")).to_have_value("1")
    expect(page.locator("[name=whist_mult]")).to_have_value("2")


def test_table_being_filled_in_survives_another_language_and_back(phone: Phones) -> None:
    phone.allow("status of 422")
    page = phone()
    fill_in_a_table(page)
    page.get_by_role("button", name="Открыть стол").tap()
    expect(page.locator("#id_name_error")).to_be_visible()
    page.goto("/")
    page.go_back()
    expect_it_filled_in(page)
    page.goto("/")
    page.locator(".lang button[value=en]").tap()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.goto("/new")
    expect_it_filled_in(page)
    expect(page.get_by_role("heading", name="New table")).to_be_visible()


def test_refused_code_survives_another_language(phone: Phones) -> None:
    phone.allow("status of 422")
    page = phone()
    page.goto("/")
    page.locator("[name=code]").fill("482 915")
    page.get_by_role("button", name="Сесть за стол").tap()
    expect(page.locator("[name=code]")).to_have_attribute("aria-invalid", "true")
    page.locator(".lang button[value=en]").tap()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("[name=code]")).to_have_value("482 915")


def test_table_that_was_opened_leaves_nothing_in_the_form(phone: Phones) -> None:
    page = phone()
    fill_in_a_table(page)
    page.locator("[name=name]").fill("Анна")
    page.get_by_role("button", name="Открыть стол").tap()
    expect(page.locator("#gathering")).to_be_visible()
    assert Pulka.objects.get().table.title == "Среда"
    page.goto("/new")
    expect(page.locator("[name=title]")).to_have_value("")
    expect(page.locator("#options-filled")).to_have_value("sochi")


def test_name_typed_at_a_seat_survives_a_reload(phone: Phones) -> None:
    evening = Evening.gather(4, people=2)
    page = phone()
    page.goto(f"/t/{evening.pulka.table.code}")
    page.locator("[name=name]").fill("Глеб")
    page.locator("label:has([name=seat][value='3'])").tap()
    page.reload()
    expect(page.locator("[name=name]")).to_have_value("Глеб")
    expect(page.locator("[name=seat][value='3']")).to_be_checked()


# -- the screen

WAKE_LOCK = """
window.locks = [];
const count = () => {
  const held = window.locks.filter(lock => !lock.released).length;
  document.documentElement.dataset.held = held;
};
document.addEventListener("DOMContentLoaded", count);
Object.defineProperty(navigator, "wakeLock", { configurable: true, value: {
  request: async () => {
    const lock = { released: false, release: async () => { lock.released = true; count(); } };
    window.locks.push(lock);
    count();
    return lock;
  },
} });
"""
SLEEP_AND_WAKE = """
window.locks.forEach(lock => lock.release());
document.dispatchEvent(new Event("visibilitychange"));
"""


def test_screen_stays_on_as_long_as_the_phone_wants_it(phone: Phones) -> None:
    evening = begun()
    boris = phone_of(phone, evening.players[1])
    boris.add_init_script(WAKE_LOCK)
    boris.goto(f"/p/{evening.pulka.slug}")
    boris.locator(".menu > summary").tap()
    switch = boris.get_by_role("button", name="Не гасить экран")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.tap()
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(boris.locator("html")).to_have_attribute("data-held", "1")
    boris.evaluate(SLEEP_AND_WAKE)
    expect(boris.locator("html")).to_have_attribute("data-held", "1")
    boris.reload()
    expect(boris.locator("html")).to_have_attribute("data-held", "1")
    boris.locator(".menu > summary").tap()
    switch.tap()
    expect(boris.locator("html")).to_have_attribute("data-held", "0")


def test_browser_that_cannot_keep_the_screen_on_offers_no_switch(phone: Phones) -> None:
    evening = begun()
    boris = phone_of(phone, evening.players[1])
    boris.add_init_script("delete Navigator.prototype.wakeLock")
    boris.goto(f"/p/{evening.pulka.slug}")
    boris.locator(".menu > summary").tap()
    expect(boris.locator(".menu .seg").first).to_be_visible()
    expect(boris.locator("[data-lit]")).to_be_hidden()
