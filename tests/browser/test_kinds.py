"""Each kind of deal beyond the plain one, by hands on open phones."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from prefweb.tables.models import Pulka, PulkaStep
from scoring import Role
from tests.browser.people import Person
from tests.browser.questions import begun, phone_of
from tests.browser.test_layout import MEASURE, assert_in_sight, assert_large
from tests.phones import Phones
from tests.tables.evenings import Evening, house

PASS = Role.PASS
GIVE_UP, MULTIPLY = ".rare__fold--instead", ".rare__fold:not(.rare__fold--instead)"


def people(phone: Phones, evening: Evening, **options: Any) -> list[Person]:
    """Everybody with the table open on the own phone."""
    found = []
    for seat, player in enumerate(evening.players):
        page = phone_of(phone, player, **options)
        page.goto(f"/p/{evening.pulka.slug}")
        expect(page.locator(".conn")).to_have_text("На связи")
        found.append(Person(player.name, page, seat))
    return found


def table(phone: Phones, size: int = 3, **options: Any) -> tuple[Evening, list[Person]]:
    evening = begun(size, convention=house(**options), multipliers=True)
    return evening, people(phone, evening)


def column(page: Page, area: str) -> str:
    return page.locator(f".delta .in-{area} > b").first.inner_text()


def expect_written(persons: list[Person], deal: int, words: str) -> None:
    for person in persons:
        person.expect_written(deal)
        expect(person.page.locator("#news")).to_contain_text(words)


def test_game_is_given_up_with_two_taps(phone: Phones) -> None:
    _evening, persons = table(phone, 4, concession=3)
    boris = persons[1]
    boris.tap(f"{GIVE_UP} summary")
    expect(boris.page.locator("#post button[value='7']")).to_be_hidden()
    expect(boris.page.locator("button[value='concession-8']")).to_contain_text("гора 18")
    boris.tap("button[value='concession-8']")
    expect_written(persons, 1, "Борис 8, уход без трёх")
    assert column(boris.page, "mountain") == "+18"
    persons[2].expect_question("order")


def test_deal_is_multiplied_under_its_name(phone: Phones) -> None:
    _evening, persons = table(phone)
    anna, boris, vera = persons
    boris.tap(f"{MULTIPLY} summary")
    boris.type("multiplier", "2")
    boris.type("called", "бомба")
    boris.order(7, "H")
    for other in (anna, vera):
        other.expect_question("answer")
        expect(other.page.locator("#post .which")).to_contain_text("7 ♥\ufe0e ×2 бомба")
        expect(other.page.locator("#question")).to_contain_text("×2")
        expect(other.page.locator(".answer--whist")).to_contain_text("каждая стоит 8")
        other.answer("pass")
    expect_written(persons, 1, "Борис 7 ♥\ufe0e ×2 бомба")
    assert column(anna.page, "pool") == "+8"
    expect(anna.page.locator(".delta__why")).to_contain_text("× 2")
    anna.page.goto(anna.page.url.split("?")[0] + "/log")
    expect(anna.page.locator(".log").first).to_contain_text("×2 бомба")


def test_odd_multiplier_is_told_and_nothing_is_ordered(phone: Phones) -> None:
    phone.allow("status of 409", "htmx:responseError")
    evening, persons = table(phone)
    boris = persons[1]
    boris.tap(f"{MULTIPLY} summary")
    boris.type("multiplier", "1")
    boris.type("called", "бомба")
    boris.order(7, "H")
    expect(boris.page.locator("#said [role=alert]")).to_contain_text("от 2 до 100")
    assert not evening.now.posts.orders
    expect(boris.page.locator("[name=called]")).to_be_visible()
    expect(boris.page.locator("[name=called]")).to_have_value("бомба")
    expect(boris.page.locator("#post [name=trump][value=H]")).to_be_checked()


def test_checked_ten_is_one_order_and_one_number(phone: Phones) -> None:
    _evening, persons = table(phone, ten="checked")
    persons[1].order(10, "S")
    persons[1].expect_question("tricks")
    expect(persons[1].page.locator("#special")).to_contain_text("карты открыты")
    expect(persons[2].page.locator("#special")).to_contain_text("карты открыты")
    persons[1].tricks(9)
    expect_written(persons, 1, "Борис 10 ♠\ufe0e, без одной")


def test_stalingrad_asks_for_the_trump_and_for_no_whist(phone: Phones) -> None:
    phone.allow("status of 409", "htmx:responseError")
    _evening, persons = table(phone, stalingrad=True)
    boris = persons[1]
    six = boris.page.locator("#post button[name=game][value='6']")
    expect(six).to_contain_text("козырь?")
    boris.tap(six)
    expect(boris.page.locator("#said [role=alert]")).to_contain_text("нужен козырь")
    boris.order(6, "S")
    for person in persons:
        person.expect_question("tricks")
        expect(person.page.locator("#special")).to_contain_text("Сталинград")
    boris.tricks(6)
    persons[2].tricks(2)
    expect_written(persons, 1, "Борис 6 ♠\ufe0e, своя")


def test_talon_is_told_by_who_rests_while_the_others_play(phone: Phones) -> None:
    _evening, persons = table(phone, 4, talon_bonus="value")
    anna, boris, vera, gleb = persons
    boris.order(7)
    anna.expect_question("talon")
    anna.tap("#post button[name=units][value='3']")
    anna.expect_question("wait")
    expect(anna.page.locator(".facts-said")).to_contain_text("прикуп: 3")
    vera.answer("pass")
    gleb.answer("pass")
    expect_written(persons, 1, "Борис 7, без виста")
    expect(boris.page.locator(".delta")).to_contain_text("прикуп: 3 × 4")


def test_two_who_tell_the_talon_otherwise_are_asked_again(phone: Phones) -> None:
    evening = begun(convention=house(talon_bonus="value"))
    evening.order(1, 7)
    evening.answer(2, PASS)
    evening.answer(0, PASS)
    evening.talon(0, 1)
    evening.talon(2, 2, deal=1)
    persons = people(phone, evening)
    anna, boris, vera = persons
    for teller in (anna, vera):
        expect(teller.page.locator("#post [role=alert]")).to_contain_text("прикуп: 1")
        expect(teller.page.locator("#post [role=alert]")).to_contain_text("прикуп: 2")
    expect(boris.page.locator("#question")).to_contain_text("Прикуп назван по-разному")
    vera.tap("#post button[name=units][value='1']")
    expect_written(persons, 1, "Борис 7, без виста")
    vera.page.goto(vera.page.url.split("?")[0] + "/deals/1")
    fact = vera.page.locator("[data-fact=talon-0]")
    expect(fact).to_contain_text("прикуп: 1")
    fact.get_by_role("button", name="Возразить").tap()
    boris.expect_question("disputed")
    expect(boris.page.locator("#post")).to_contain_text("прикуп: 1")


def test_dealer_whists_after_two_passes(phone: Phones) -> None:
    _evening, persons = table(phone, 4, dealer_may_whist=True)
    anna, boris, vera, gleb = persons
    boris.order(7)
    vera.answer("pass")
    gleb.expect_question("answer")
    expect(gleb.page.locator(".answer--pass")).to_contain_text("сдающий")
    gleb.answer("pass")
    anna.expect_question("dealer")
    anna.tap("#post button[name=role][value=whist]")
    expect(boris.page.locator("#post .which")).to_contain_text("вист: Анна")
    boris.tricks(6)
    expect_written(persons, 1, "Борис 7, без одной")


def test_two_play_a_contract_and_raspasy(phone: Phones) -> None:
    evening = begun(2)
    anna, boris = persons = people(phone, evening)
    boris.order(7)
    anna.answer("whist")
    boris.tricks(8)
    expect_written(persons, 1, "Борис 7, +1")
    anna.order("raspasy")
    boris.tricks(4)
    anna.expect_question("tricks")
    expect(anna.page.locator("#post [name=tricks][value='7']")).to_be_disabled()
    anna.tricks(3)
    expect_written(persons, 2, "распасы: Анна 3, Борис 4")


def test_another_pair_rests_of_five(phone: Phones) -> None:
    evening = begun(5)
    persons = people(phone, evening, width=320, height=640)
    anna, _boris, vera, gleb, daria = persons
    for name in ("на прикупе: Дарья", "сдаёт: Анна"):
        expect(vera.page.locator("#post .which")).to_contain_text(name)
    vera.tap(".dealing summary")
    vera.tap(".dealing button[name=rests][value='2']")
    vera.expect_question("wait")
    daria.expect_question("order")
    expect(daria.page.locator("#post .which")).to_contain_text("на прикупе: Вера")
    daria.order(6)
    for other in (persons[1], gleb):
        other.answer("pass")
    expect_written(persons, 1, "Дарья 6, без виста")
    expect(anna.page.locator("#seats > li")).to_have_count(5)
    assert evening.course.deals[0].terms.resting == (0, 2)


def test_game_on_time_ends_on_every_phone_by_itself(phone: Phones) -> None:
    more: dict[str, Any] = {
        "convention": house(pool_end="time"),
        "target": None,
        "minutes": 10,
        "laps": 9,
    }
    evening = begun(**more)
    evening.order(1, 6)
    evening.answer(2, PASS)
    evening.answer(0, PASS)
    clock = timezone.now() - timedelta(minutes=10) + timedelta(seconds=8)
    Pulka.objects.filter(pk=evening.pulka.pk).update(clock=clock)
    persons = people(phone, evening)
    for person in persons:
        expect(person.page.locator("#clock")).to_contain_text("круг 1 из 9")
    for person in persons:
        expect(person.page.locator("[data-step=ended]")).to_be_attached(timeout=15_000)
    assert (evening.again().pulka.step, evening.pulka.reason) == (PulkaStep.ENDED, "time")


def test_deal_under_way_outlives_the_clock(phone: Phones) -> None:
    more: dict[str, Any] = {"convention": house(pool_end="time"), "target": None, "minutes": 10}
    evening = begun(**more)
    evening.order(1, 6)
    clock = timezone.now() - timedelta(minutes=10) + timedelta(seconds=6)
    Pulka.objects.filter(pk=evening.pulka.pk).update(clock=clock)
    persons = people(phone, evening)
    expect(persons[2].page.locator("[data-over]")).to_be_visible(timeout=15_000)
    expect(persons[2].page.locator("[data-left]")).to_be_hidden()
    persons[2].answer("pass")
    persons[0].answer("pass")
    for person in persons:
        expect(person.page.locator("[data-step=ended]")).to_be_attached()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("fold", [GIVE_UP, MULTIPLY])
@pytest.mark.parametrize(("width", "height"), [(390, 664), (360, 560), (320, 640)])
def test_open_fold_leaves_every_answer_in_sight(
    phone: Phones, fold: str, width: int, height: int, scheme: str
) -> None:
    evening = begun(4, convention=house(concession=3), multipliers=True)
    page = phone_of(phone, evening.players[1], width=width, height=height, color_scheme=scheme)
    page.goto(f"/p/{evening.pulka.slug}")
    page.locator(f"{fold} summary").tap()
    found = page.evaluate(MEASURE)
    assert found["answers"]
    assert_in_sight(found)
    assert_large(found)
    assert found["wide"] == width


def test_table_by_the_clock_is_opened_by_hand(phone: Phones) -> None:
    page = phone(width=320)
    page.goto("/new")
    page.locator("[name=name]").fill("Анна")
    page.locator("label:has([value=tournament])").tap()
    expect(page.locator("#options-known")).to_contain_text("Турнирная")
    expect(page.locator(".target")).to_be_hidden()
    page.locator("[name=minutes]").fill("90")
    page.locator("label:has([name=multipliers])").tap()
    page.get_by_role("button", name="Открыть стол").tap()
    expect(page.locator("#gathering")).to_contain_text("90 мин")
    pulka = Pulka.objects.get()
    assert (pulka.target, pulka.minutes, pulka.laps, pulka.multipliers) == (None, 90, None, True)


def test_convention_for_two_seats_two(phone: Phones) -> None:
    page = phone(width=320)
    page.goto("/new")
    page.locator("[name=name]").fill("Анна")
    page.locator("label:has([value=hussar])").tap()
    expect(page.locator("[name=size][value='2']")).to_be_checked()
    expect(page.locator("[name=size][value='4']")).to_be_disabled()
    page.get_by_role("button", name="Открыть стол").tap()
    expect(page.locator("#gathering .place")).to_have_count(2)
