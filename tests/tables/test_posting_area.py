"""The posting area in particular states: what it offers, and in which words."""

import re

import pytest

from scoring import Role
from tests.browser.questions import QUESTIONS, begun, told
from tests.tables.evenings import Evening
from tests.tables.test_pages import Phone

pytestmark = pytest.mark.django_db


def area(evening: Evening, seat: int, query: str = "", language: str = "en") -> str:
    """The posting area of a seat, without the seats and results around it."""
    page = Phone(evening, seat, language).see(query)
    return page.split('id="post"')[1].split("</section>")[0]


def live_numbers(shown: str) -> list[int]:
    pad = re.findall(r'name="tricks" value="(\d+)"([^>]*)', shown)
    return [int(number) for number, more in pad if " disabled" not in more]


def raspasy_told() -> Evening:
    """Everybody has told his number, and they add up."""
    evening = begun()
    evening.raspasy(1)
    for seat, number in ((0, 4), (1, 3)):
        evening.tricks(seat, number)
    evening.tricks(2, 3, deal=1)
    return evening


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_numbers_that_do_not_add_up_are_answered_with_no_solution(seat: int) -> None:
    evening = begun()
    QUESTIONS["one trick too many"].go(evening)
    shown = area(evening, seat)
    assert "1 trick too many" in shown
    assert live_numbers(shown) == list(range(11))
    assert 'id="left"' not in shown


def test_number_that_was_told_with_all_others_can_be_mended_to_any() -> None:
    evening = raspasy_told()
    shown = area(evening, 1, "?mend=1-tricks")
    assert live_numbers(shown) == list(range(11))
    assert 'id="left"' not in shown


def test_number_that_is_missing_has_to_fit() -> None:
    evening = begun()
    told(evening, (1, 6))
    shown = area(evening, 2)
    assert live_numbers(shown) == [0, 1, 2, 3, 4]
    assert 'id="left"' in shown
