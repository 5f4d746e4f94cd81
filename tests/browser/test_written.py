"""What a deal wrote is read at one glance: every column of it, above the next question."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from scoring import Role
from tests.browser.questions import PASS, WHIST, begun, phone_of
from tests.phones import Phones
from tests.tables.evenings import Evening

NAMES = ("Анна", "Константин", "Вера", "Максимилиан")

MEASURE = """() => {
  const box = selector => document.querySelector(selector).getBoundingClientRect();
  return {
    bar: box(".topbar").bottom,
    heading: box("[data-written]").top,
    end: box("[data-written] > :last-child").bottom,
    question: box("#post").top,
  };
}"""


@dataclass(frozen=True)
class Written:
    """How a deal was played, and in how many columns it writes."""

    go: Callable[[Evening], object]
    columns: int
    size: int = 3


def contract(level: int, roles: dict[int, Role], tricks: dict[int, int]) -> Callable[..., None]:
    def go(evening: Evening) -> None:
        evening.order(1, level, "H")
        for seat, role in roles.items():
            evening.answer(seat, role)
        for seat, number in tricks.items():
            evening.tricks(seat, number)

    return go


def raspasy(*tricks: int) -> Callable[[Evening], None]:
    def go(evening: Evening) -> None:
        evening.raspasy(1)
        for seat, number in enumerate(tricks, start=1):
            evening.tricks(seat, number)

    return go


BOTH = {2: WHIST, 0: WHIST}
DEALS = {
    "seven made": Written(contract(7, {2: WHIST, 0: PASS}, {1: 7}), 2),
    "one whister short": Written(contract(6, BOTH, {1: 8, 2: 2}), 3),
    "six down, both whist": Written(contract(6, BOTH, {1: 5, 2: 3}), 3),
    "both whist and are short": Written(contract(6, BOTH, {1: 8, 2: 1}), 5),
    "raspasy": Written(raspasy(5, 3), 2),
    "six of four down, both whist": Written(
        contract(6, {2: WHIST, 3: WHIST}, {1: 5, 2: 3}), 4, size=4
    ),
    "six of four down, one whists": Written(contract(6, {2: WHIST, 3: PASS}, {1: 3}), 4, size=4),
    "raspasy of four": Written(raspasy(0, 4, 5), 4, size=4),
}
LONGEST, WIDEST = "both whist and are short", "raspasy of four"


@pytest.mark.parametrize(
    ("locale", "name"),
    [*(("ru-RU", name) for name in DEALS), ("en-GB", LONGEST), ("en-GB", WIDEST)],
)
def test_written_deal_is_in_sight(phone: Phones, locale: str, name: str) -> None:
    deal = DEALS[name]
    evening = begun(deal.size, NAMES)
    deal.go(evening)
    page = phone_of(phone, evening.players[2], width=390, height=664, locale=locale)
    page.goto(f"/p/{evening.pulka.slug}")
    expect(page.locator(".delta > li")).to_have_count(deal.columns)
    found = page.evaluate(MEASURE)
    assert found["bar"] <= found["heading"]
    assert found["end"] <= found["question"]
    for why in page.locator(".delta__why").all():
        assert why.inner_text()
