"""The ways to a table and out of it, on small phones and without JavaScript."""

from playwright.sync_api import expect

from prefweb.players.models import Player
from prefweb.tables.models import Pulka
from prefweb.tables.services import seating
from scoring import Convention, preset_changes
from tests.browser.questions import begun, phone_of
from tests.browser.test_axe import faults
from tests.phones import Phones
from tests.tables.evenings import Evening
from tests.tables.test_playing import ended


def test_last_deal_can_be_objected_to_from_the_result_on_a_low_phone(phone: Phones) -> None:
    evening = ended()
    page = phone_of(phone, evening.players[0], width=360, height=560)
    page.goto(f"/p/{evening.pulka.slug}")
    page.locator(".last-deal > summary").click()
    page.get_by_role("link", name="Не так записано").click()
    expect(page.locator("#one-deal")).to_be_visible()


def test_waiting_page_without_javascript_can_be_refreshed(phone: Phones) -> None:
    for evening in (Evening.gather(), begun()):
        options = {"java_script_enabled": False, "width": 320, "height": 560}
        page = phone_of(phone, evening.players[0], **options)
        page.goto(f"/p/{evening.pulka.slug}")
        page.get_by_role("link", name="Обновить").click()
        expect(page).to_have_url(f"{phone.url}/p/{evening.pulka.slug}")


def test_long_name_of_a_kept_seat_fits(phone: Phones) -> None:
    evening = Evening.gather(4, people=2)
    seating.reserve_seat(evening.pulka.slug, evening.players[0], 3, "Глеб Максимилиан Штольц" * 2)
    code = evening.pulka.table.code
    guest, host = phone(width=320), phone_of(phone, evening.players[0], width=320)
    guest.goto(f"/t/{code}?seat=3")
    host.goto(f"/p/{evening.pulka.slug}")
    host.get_by_text("Оставить или освободить место").click()
    for page, places in ((guest, ".place .clip"), (host, ".tile .clip")):
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        for name in page.locator(places).all():
            box = name.bounding_box()
            assert box
            assert box["width"] < 150
            assert box["x"] + box["width"] < 320


def test_own_seats_code_is_shown_only_when_asked_for(phone: Phones) -> None:
    evening = begun()
    page = phone_of(phone, evening.players[1])
    page.goto(f"/p/{evening.pulka.slug}/invite")
    carry = page.locator("a", has_text="/s/")
    expect(carry).to_be_hidden()
    page.get_by_text("Моё место на другом телефоне").click()
    expect(carry).to_be_visible()


def test_host_closes_a_table_that_gathers(phone: Phones) -> None:
    evening = Evening.gather(people=2)
    anna, boris = (phone_of(phone, player, width=320, height=560) for player in evening.players[:2])
    for page in (anna, boris):
        page.goto(f"/p/{evening.pulka.slug}")
        page.get_by_label("Ещё", exact=True).click()
    expect(boris.get_by_text("Закрыть стол")).to_have_count(0)
    anna.get_by_text("Закрыть стол").first.click()
    expect(anna.locator(".menu__more")).to_contain_text("Места всех")
    anna.get_by_role("button", name="Закрыть стол").click()
    expect(anna.get_by_text("Стол закрыт.", exact=True)).to_be_visible()
    expect(boris.get_by_text("Стол закрыт до первой сдачи")).to_be_visible()


def test_mark_says_live_again_after_a_short_loss(phone: Phones) -> None:
    evening = begun()
    page = phone_of(phone, evening.players[1])
    page.goto(f"/p/{evening.pulka.slug}")
    expect(page.locator(".conn")).to_have_text("На связи")
    page.context.set_offline(True)
    expect(page.locator(".conn")).to_have_text("Без связи")
    page.context.set_offline(False)
    expect(page.locator(".conn")).to_have_text("На связи")


def test_mark_stays_off_when_a_stream_opens_after_the_loss(phone: Phones) -> None:
    evening = begun()
    page = phone_of(phone, evening.players[1])
    page.goto(f"/p/{evening.pulka.slug}")
    expect(page.locator(".conn")).to_have_text("На связи")
    page.context.set_offline(True)
    expect(page.locator(".conn")).to_have_text("Без связи")
    page.evaluate("htmx.trigger(document.body, 'htmx:sseOpen')")
    assert page.locator(".conn").inner_text() == "Без связи"


def test_mark_says_live_again_when_a_lost_answer_was_all_that_failed(phone: Phones) -> None:
    evening = begun()
    phone.allow("net::ERR_FAILED", "htmx:sendError")
    page = phone_of(phone, evening.players[1])
    page.goto(f"/p/{evening.pulka.slug}")
    expect(page.locator(".conn")).to_have_text("На связи")
    page.route("**/live?*", lambda route: route.abort())
    page.evaluate("htmx.trigger(document.body, 'awake')")
    expect(page.locator(".conn")).to_have_text("Связываемся")
    page.unroute("**/live?*")
    page.evaluate("htmx.trigger(document.body, 'awake')")
    expect(page.locator(".conn")).to_have_text("На связи")


def test_another_convention_keeps_what_was_changed_by_hand(phone: Phones) -> None:
    page = phone(width=320, height=560)
    page.goto("/new")
    page.get_by_label("Как вас записать").fill("Анна")
    page.locator("summary", has_text="как в конвенции").click()
    page.get_by_label("Выход из распасов").fill("6-7-8")
    page.locator("input[value=leningrad]").check()
    expect(page.locator("#options-filled")).to_have_value("leningrad")
    expect(page.get_by_label("Выход из распасов")).to_be_visible()
    expect(page.get_by_label("Выход из распасов")).to_have_value("6-7-8")
    expect(page.get_by_label("Ответственность виста")).to_have_value("half")
    expect(page.locator("[data-count]")).to_have_text("1")
    page.get_by_role("button", name="Открыть стол").click()
    expect(page.locator("#gathering")).to_be_visible()
    rules = Pulka.objects.get()
    assert preset_changes("leningrad", Convention.from_data(rules.convention)) == {
        "raspasy_exit": [6, 7, 8]
    }


def test_phone_whose_seat_went_to_another_one_is_told_so(phone: Phones) -> None:
    phone.allow("status of 403", "htmx:responseError", "Response Status Error Code 403")
    evening = begun()
    page = phone_of(phone, evening.players[1])
    page.goto(f"/p/{evening.pulka.slug}")
    expect(page.locator(".conn")).to_have_text("На связи")
    seating.carry_seat(evening.pulka.seats.get(index=1).key, Player.objects.create(name="Борис"))
    expect(page.locator("#trouble")).to_contain_text("место теперь на другом телефоне")
    page.reload()
    expect(page.locator("main")).to_contain_text("место теперь на другом телефоне")


def test_axe_blames_no_way_to_a_table(phone: Phones) -> None:
    evening = Evening.gather(4, people=2)
    seating.reserve_seat(evening.pulka.slug, evening.players[0], 3, "Глеб")
    table, slug = evening.pulka.table, evening.pulka.slug
    host = phone_of(phone, evening.players[0], width=320, reduced_motion="reduce")
    guest = phone(width=320, reduced_motion="reduce")
    hosts = ("/", f"/p/{slug}", f"/p/{slug}/agreement", f"/p/{slug}/invite")
    guests = ("/new", f"/t/{table.code}?seat=3")
    for page, path in (*((host, path) for path in hosts), *((guest, path) for path in guests)):
        page.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
        assert faults(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") == 320, path
