"""Sealed deals mended by everybody's phones, forgotten ones, an end by consent."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from prefweb.tables.models import PulkaStep
from scoring import Role
from tests.browser.people import Person
from tests.browser.questions import LONG_NAMES, begun, phone_of
from tests.browser.test_axe import faults
from tests.phones import Phones
from tests.tables.consenting import Kind, ask, mend, seven
from tests.tables.evenings import Evening


def sealed(size: int = 3, names: tuple[str, ...] = ()) -> Evening:
    """Two sevens made, the second sealed by the order of the third."""
    evening = begun(size, names, target=100)
    seven(evening, 1)
    seven(evening, 2 % size)
    evening.order(evening.now.terms.active[0], 6)
    return evening


def people(phone: Phones, evening: Evening, **options: int) -> list[Person]:
    """Everybody with the pulka open."""
    seated = []
    for seat, player in enumerate(evening.players):
        page = phone_of(phone, player, **options)
        page.goto(f"/p/{evening.pulka.slug}")
        seated.append(Person(player.name, page, seat))
    return seated


def choose(person: Person, name: str, value: str) -> None:
    """A tile of the form."""
    person.tap(f"label:has([name='{name}'][value='{value}'])")


def press(person: Person, words: str) -> None:
    person.tap(person.page.get_by_role("button", name=words, exact=True))


def answer(person: Person, words: str) -> None:
    expect(person.page.locator("#consent [data-asks]")).to_be_visible()
    press(person, words)


def expect_closed(person: Person, outcome: str) -> None:
    expect(person.page.locator(f"#consent [data-closed='{outcome}']")).to_be_visible()


def test_a_sealed_deal_is_mended_from_the_sheet_in_six_taps(phone: Phones) -> None:
    evening = sealed()
    asker, second, third = people(phone, evening)
    asker.page.goto(f"/p/{evening.pulka.slug}/score")
    asker.taps = 0
    asker.tap(asker.page.get_by_role("link", name="Журнал"))
    asker.tap(asker.page.locator("#log a[href$='/deals/1']").first)
    asker.tap(asker.page.get_by_role("link", name="Исправить с согласия всех"))
    choose(asker, "tricks-1", "6")
    press(asker, "Что изменится")
    expect(asker.page.locator(".foreseen")).to_contain_text("гора")
    press(asker, "Попросить согласия")
    assert asker.taps <= 6
    expect(asker.page.locator("#consent [data-asks='mend']")).to_contain_text("1 из 3")

    expect(second.page.locator("#consent-news")).to_contain_text("исправить сдачу 1")
    second.tap("#consent .asks summary >> nth=0")
    second.tap("#consent [data-foreseen-fold] > summary")
    expect(second.page.locator("#consent [data-foreseen='1']")).to_be_visible()
    second.taps = third.taps = 0
    answer(second, "Согласие")
    answer(third, "Согласие")
    assert (second.taps, third.taps) == (1, 1)
    for person in (asker, second, third):
        expect_closed(person, "agreed")
    asker.page.goto(f"/p/{evening.pulka.slug}/deals/1")
    expect(asker.page.locator("#one-deal h2").first).to_contain_text("без одной")
    expect(asker.page.locator("#one-deal")).to_contain_text("Исправлено с согласия всех")


def test_one_refusal_is_seen_by_all(phone: Phones) -> None:
    evening = sealed()
    mend(evening, 0, 1, tricks_1=6)
    asker, second, third = people(phone, evening)
    expect(asker.page.locator("#consent")).to_contain_text("Вопрос всем")
    answer(second, "Против")
    for person in (asker, second, third):
        expect_closed(person, "refused")
    assert evening.course.replay.sheet.pool == (0, 4, 4)


def test_the_asker_takes_it_back(phone: Phones) -> None:
    evening = sealed()
    mend(evening, 0, 1, tricks_1=6)
    asker, second, _third = people(phone, evening)
    asker.tap("#consent .asks summary >> nth=0")
    press(asker, "Отозвать вопрос")
    expect_closed(second, "withdrawn")


def test_a_forgotten_deal_is_told_and_later_ones_count_on(phone: Phones) -> None:
    phone.allow("status of 422")
    evening = sealed()
    asker, second, third = people(phone, evening)
    asker.tap(".menu > summary")
    asker.tap(asker.page.get_by_text("С согласия всех"))
    asker.tap(asker.page.get_by_role("link", name="Забытая сдача"))
    asker.page.locator("[name=after]").select_option("1")
    choose(asker, "game", "8")
    choose(asker, "declarer", "0")
    press(asker, "Что изменится")
    expect(asker.page.locator(".error").first).to_be_visible()
    assert asker.page.locator("[name=game][value='8']").is_checked()
    choose(asker, "answer-1", "pass")
    choose(asker, "answer-2", "pass")
    choose(asker, "dealer", "2")
    press(asker, "Что изменится")
    press(asker, "Попросить согласия")
    for person in (second, third):
        answer(person, "Согласие")
    expect_closed(asker, "agreed")
    asker.page.goto(f"/p/{evening.pulka.slug}/deals/2")
    expect(asker.page.locator("#one-deal h2").first).to_contain_text("8")
    assert [deal.number for deal in evening.course.deals] == [1, 2, 3, 4]


def test_a_deal_that_never_was_is_taken_out_and_a_pulka_goes_on(phone: Phones) -> None:
    evening = begun(3, (), target=4)
    for declarer in range(3):
        seven(evening, declarer)
    assert evening.again().pulka.step == PulkaStep.ENDED
    asker, second, third = people(phone, evening)
    asker.page.goto(f"/p/{evening.pulka.slug}/deals/1")
    asker.tap(asker.page.get_by_role("link", name="Сдачи не было"))
    press(asker, "Попросить согласия")
    for person in (second, third):
        answer(person, "Согласие")
    for person in (second, third):
        expect(person.page.locator("main")).to_contain_text("Если расписать сейчас")
        person.tap(person.page.get_by_role("link", name="Сдача", exact=True))
        expect(person.page.locator("#post")).to_be_visible()
    assert evening.again().pulka.step == PulkaStep.PLAYING
    assert evening.course.replay.sheet.pool == (0, 4, 4)


def test_a_mend_that_ends_the_pulka_leaves_later_deals_behind(phone: Phones) -> None:
    evening = begun(3, (), target=4)
    seven(evening, 0)
    seven(evening, 1)
    evening.order(2, 7)
    for seat in (0, 1):
        evening.answer(seat, Role.WHIST if seat == 0 else Role.PASS)
    evening.tricks(2, 6)
    evening.raspasy(0)
    evening.tricks(0, 4)
    evening.tricks(1, 3)
    evening.order(evening.now.terms.active[0], 6)
    mend(evening, 0, 3, tricks_2=7)
    _asker, second, third = people(phone, evening)
    answer(second, "Согласие")
    answer(third, "Согласие")
    for person in (second, third):
        expect(person.page.locator("#count")).to_be_visible()
    second.page.goto(f"/p/{evening.pulka.slug}/log?show=deals")
    expect(second.page.locator("#log")).to_contain_text("после конца")
    assert [deal.number for deal in evening.course.after_end] == [4]


def test_all_agree_to_give_the_pulka_up(phone: Phones) -> None:
    evening = sealed()
    asker, second, third = people(phone, evening)
    asker.tap(".menu > summary")
    asker.tap(asker.page.get_by_text("С согласия всех"))
    asker.tap(asker.page.locator(".menu a[href$='/ask/abandon']"))
    press(asker, "Попросить согласия")
    for person in (second, third):
        answer(person, "Согласие")
    for person in (second, third):
        expect(person.page.locator("#count")).to_be_visible()
    assert evening.again().pulka.step == PulkaStep.ABANDONED


def test_all_agree_to_stop_and_the_reason_is_said(phone: Phones) -> None:
    evening = begun(target=100)
    seven(evening, 1)
    asker, second, third = people(phone, evening)
    asker.tap(".menu > summary")
    asker.tap(asker.page.get_by_text("С согласия всех"))
    asker.tap(asker.page.get_by_role("link", name="Закончить раньше"))
    asker.type("why", "последняя электричка")
    press(asker, "Попросить согласия")
    expect(second.page.locator("#consent")).to_contain_text("последняя электричка")
    for person in (second, third):
        answer(person, "Согласие")
    for person in (asker, second, third):
        expect(person.page.locator("#count")).to_contain_text("по согласию")
        expect(person.page.locator("#count")).to_contain_text("последняя электричка")
    assert evening.again().pulka.step == PulkaStep.ENDED


def test_a_question_does_not_fold_back_while_others_play(phone: Phones) -> None:
    evening = sealed()
    mend(evening, 0, 1, tricks_1=6)
    _asker, second, _third = people(phone, evening)
    second.tap("#consent .asks summary >> nth=0")
    second.tap("#consent [data-foreseen-fold] > summary")
    evening.answer(evening.now.terms.defenders(evening.now.terms.active[0])[0], Role.PASS)
    expect(
        second.page.locator(f"#ask[data-version='{evening.again().pulka.version}']")
    ).to_be_attached()
    expect(second.page.locator("#consent [data-foreseen='1']")).to_be_visible()
    answer(second, "Согласие")
    expect(second.page.locator("#consent [data-asks]")).to_contain_text("2 из 3")


def test_watchers_see_the_question_and_cannot_answer(phone: Phones) -> None:
    evening = sealed()
    mend(evening, 0, 1, tricks_1=6)
    page = phone()
    page.goto(f"/w/{evening.pulka.table.watch_key}")
    expect(page.locator("#consent [data-asks]")).to_contain_text("исправить сдачу 1")
    expect(page.locator("#consent form")).to_have_count(0)


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_the_pages_fit_with_long_names(phone: Phones, width: int, size: int) -> None:
    evening = sealed(size, (*LONG_NAMES, "Максимилиан Александрович Преображенский")[:size])
    page = phone_of(phone, evening.players[0], width=width, height=640)
    slug = evening.pulka.slug
    for path in ("ask/mend/1", "ask/mend/1?edit=yes", "ask/add", "ask/take-out/1", "ask/stop"):
        page.goto(f"/p/{slug}/{path}")
        _must_fit(page)
    ask(evening, 0, Kind.TAKE_OUT, 1, why="её не было")
    other = phone_of(phone, evening.players[1], width=width, height=640)
    other.goto(f"/p/{slug}")
    expect(other.locator(".conn")).to_have_text("На связи")
    other.locator("#consent .asks summary").first.tap()
    other.locator("#consent [data-foreseen-fold] > summary").tap()
    _must_fit(other)


def _must_fit(page: Page) -> None:
    fits = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    assert page.evaluate(fits), page.url


@pytest.mark.parametrize(("scheme", "width"), [("light", 320), ("dark", 1280)])
def test_axe_blames_no_page_of_a_question(phone: Phones, scheme: Any, width: int) -> None:
    evening = sealed()
    page = phone_of(phone, evening.players[0], color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size({"width": width, "height": 800})
    slug = evening.pulka.slug
    for path in ("deals/1", "ask/mend/1", "ask/add", "ask/take-out/1", "ask/stop", "ask/abandon"):
        page.goto(f"/p/{slug}/{path}")
        assert faults(page) == [], path
    mend(evening, 1, 1, tricks_1=6, why="взяток было шесть")
    page.goto(f"/p/{slug}")
    expect(page.locator(".conn")).to_have_text("На связи")
    page.locator("#consent .asks summary").first.tap()
    page.locator("#consent [data-foreseen-fold] > summary").tap()
    assert faults(page) == []
