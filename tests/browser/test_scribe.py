"""One phone writes for all: a whole deal on one page, its taps counted (a, b, c, d, e)."""

import pytest
from playwright.sync_api import Page, expect

from prefweb.tables.services import hosting
from scoring import Role
from tests.browser.people import Person
from tests.browser.questions import begun, phone_of
from tests.phones import Phones
from tests.tables.evenings import Evening

SIZE = {"width": 390, "height": 844}


def scribe(phone: Phones, evening: Evening, seat: int = 0, **options: object) -> Person:
    """The scribe before the page of the next deal."""
    hosting.name_scribe(evening.pulka.slug, evening.players[seat], seat)
    page = phone_of(phone, evening.players[seat], **{"viewport": SIZE, **options})
    page.goto(f"/p/{evening.pulka.slug}")
    expect(page.locator(".conn")).to_have_text("На связи")
    return Person("Анна", page, seat)


def choose(person: Person, *choices: str) -> None:
    """Tiles tapped one after the other, each as soon as it is there."""
    for choice in choices:
        person.tap(f"label:has(#{choice})")


def post(person: Person, about: int, number: int) -> None:
    """The last tap: a number that writes the deal."""
    person.tap(f"#scribe-last button[name='tricks-{about}'][value='{number}']")


def expect_next(page: Page, deal: int) -> None:
    expect(page.locator("#scribe-about [name=deal]")).to_have_value(str(deal))


DEALS = [
    pytest.param(
        ("declarer-1", "game-7", "answer-2-whist", "answer-0-pass"), (1, 7), 6, id="b-seven-made"
    ),
    pytest.param(
        ("declarer-1", "game-6", "answer-2-whist", "answer-0-whist", "tricks-1-5"),
        (2, 3),
        7,
        id="c-six-down-both-whist",
    ),
    pytest.param(("game-raspasy", "tricks-1-4"), (2, 3), 4, id="d-raspasy"),
    pytest.param(("declarer-1", "game-misere"), (1, 0), 3, id="e-misere"),
]


@pytest.mark.parametrize(("choices", "last", "most"), DEALS)
def test_a_deal_is_written_in_few_taps(
    phone: Phones, choices: tuple[str, ...], last: tuple[int, int], most: int
) -> None:
    evening = begun()
    anna = scribe(phone, evening)
    choose(anna, *choices)
    post(anna, *last)
    expect_next(anna.page, 2)
    assert anna.taps <= most
    assert len(evening.course.scored_deals) == 1


def test_nobody_whists_in_three_taps(phone: Phones) -> None:
    evening = begun()
    anna = scribe(phone, evening)
    choose(anna, "declarer-1", "game-7")
    anna.tap("button[name=nobody_whists]")
    expect_next(anna.page, 2)
    assert anna.taps <= 3


def test_what_phones_post_meanwhile_is_filled_in_and_kept(phone: Phones) -> None:
    evening = begun()
    anna = scribe(phone, evening)
    evening.order(1, 7, "H")
    expect(anna.page.locator("#scribe-game")).to_contain_text("7 ♥")
    choose(anna, "answer-0-pass")
    evening.answer(2, Role.WHIST)
    expect(anna.page.locator("#scribe-answers input[name=answer-2][type=hidden]")).to_be_attached()
    post(anna, 1, 8)
    expect_next(anna.page, 2)
    posts = evening.mendable.posts
    assert (posts.orders[1].by, posts.answers[2].by, posts.answers[0].by) == (1, 2, 0)


def test_the_others_see_who_writes_and_can_end_it(phone: Phones) -> None:
    evening = begun()
    anna = scribe(phone, evening)
    vera = phone_of(phone, evening.players[2])
    vera.goto(f"/p/{evening.pulka.slug}")
    note = vera.locator("#post .note--info")
    expect(note).to_contain_text("Пишет за всех: Анна")
    note.get_by_role("button", name="Вернуть каждому своё").tap()
    expect(vera.locator("#post .note--info")).to_have_count(0)
    anna.page.goto(f"/p/{evening.pulka.slug}")
    expect(anna.page.locator("#post[data-ask=order]")).to_be_visible()


def test_open_phones_are_told_at_once_who_writes(phone: Phones) -> None:
    evening = begun()
    vera = phone_of(phone, evening.players[2])
    vera.goto(f"/p/{evening.pulka.slug}")
    expect(vera.locator(".conn")).to_have_text("На связи")
    hosting.name_scribe(evening.pulka.slug, evening.players[0], 0)
    expect(vera.locator("#post .note--info")).to_contain_text("Пишет за всех: Анна")


def test_anybody_begins_it_from_the_menu(phone: Phones) -> None:
    evening = begun()
    page = phone_of(phone, evening.players[1])
    page.goto(f"/p/{evening.pulka.slug}")
    page.locator(".menu > summary").tap()
    page.get_by_role("button", name="Писарь: писать за всех").tap()
    expect(page.locator("#scribe")).to_be_visible()


def test_the_form_works_without_a_script(phone: Phones) -> None:
    evening = begun()
    hosting.name_scribe(evening.pulka.slug, evening.players[0], 0)
    page = phone_of(phone, evening.players[0], java_script_enabled=False)
    page.goto(f"/p/{evening.pulka.slug}")
    for choices in (("declarer-1", "game-7"), ("answer-2-whist", "answer-0-pass")):
        for choice in choices:
            page.locator(f"label:has(#{choice})").tap()
        page.get_by_role("button", name="Дальше").tap()
    page.locator("#scribe-last button[value='7']").tap()
    expect_next(page, 2)
    assert evening.course.scored_deals


def test_a_half_done_deal_is_still_there_after_a_reload(phone: Phones) -> None:
    evening = begun()
    anna = scribe(phone, evening)
    choose(anna, "declarer-1", "game-7", "answer-2-whist")
    anna.page.reload()
    expect(anna.page.locator("#answer-2-whist")).to_be_checked()
    choose(anna, "answer-0-pass")
    post(anna, 1, 7)
    expect_next(anna.page, 2)


@pytest.mark.parametrize("width", [320, 390])
def test_every_target_is_large_enough(phone: Phones, width: int) -> None:
    evening = begun(5)
    anna = scribe(phone, evening, viewport={"width": width, "height": 700})
    choose(anna, "declarer-1", "game-6", "answer-2-whist", "answer-3-whist")
    expect(anna.page.locator("#scribe-last button").first).to_be_visible()
    sizes = anna.page.locator("#scribe .tile, #scribe button:visible").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect()).map(r => Math.min(r.width, r.height))"
    )
    assert min(sizes) >= 48
    assert anna.page.evaluate("document.documentElement.scrollWidth") == width
