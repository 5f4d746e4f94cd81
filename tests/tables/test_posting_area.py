"""The posting area in particular states: what it offers, and in which words."""

import re

import pytest

from prefweb.tables.services import playing
from scoring import Role
from tests.browser.questions import QUESTIONS, begun, told
from tests.tables.evenings import Evening
from tests.tables.test_pages import Phone, client_of

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


def seats_of(page: str) -> str:
    """The row of faces in words."""
    row = page.split('id="seats"')[1].split("</ul>")[0].partition(">")[2]
    return " ".join(re.sub(r"<[^>]+>", " ", row).split())


def test_other_dealer_is_told_everybody_until_somebody_orders() -> None:
    evening = begun(4)
    slug, anna = evening.pulka.slug, evening.players[0]
    playing.change_dealer(slug, anna, evening.dealing(), 2)
    for seat in range(4):
        page = Phone(evening, seat, "ru").see()
        assert page.count("Сдаёт: Вера (было: Анна)") == 2, "to the eye and to the ear"
    evening.order(0, 6)
    assert "(было: Анна)" not in Phone(evening, 1, "ru").see()


@pytest.mark.parametrize(
    ("moves_on", "said"),
    [
        (False, "Пересдача. Сдаёт: Борис"),
        (True, "Пересдача. Сдаёт: Вера (было: Борис)"),
    ],
)
def test_cards_dealt_again_are_told_everybody(moves_on: bool, said: str) -> None:
    evening = begun()
    evening.seven_made()
    playing.redeal(evening.pulka.slug, evening.players[0], evening.dealing(2), moves_on=moves_on)
    for seat in range(3):
        assert Phone(evening, seat, "ru").see().count(said) == 2


@pytest.mark.parametrize("size", [3, 4, 5])
def test_who_deals_and_who_rests_stands_by_the_question(size: int) -> None:
    evening = begun(size)
    shown = area(evening, 1)
    assert "deals: <bdi>Анна</bdi>" in shown
    assert "first hand: <bdi>Борис</bdi>" in shown
    assert ("sits out:" in shown) == (size == 5)


def test_whose_number_is_missing_is_awaited_also_who_said_raspasy() -> None:
    evening = begun()
    evening.raspasy(1)
    assert seats_of(Phone(evening, 0).see()) == "А Анна your turn Б Борис awaited В Вера awaited"
    evening.tricks(1, 3)
    assert "Борис 3 tricks" in seats_of(Phone(evening, 0).see())


def plain(shown: str) -> str:
    """Markup as it is read: without tags, blanks as a browser keeps them."""
    return re.sub(r"\s+", " ", re.sub(r"</?(?:strong|bdi|b|span)\b[^>]*>", "", shown))


def test_what_was_posted_is_told_without_stray_blanks() -> None:
    evening = begun()
    evening.order(1, 7, "H")
    evening.answer(2, Role.WHIST, by=0)
    assert "За вас отмечено: вист (Анна)." in plain(area(evening, 2, language="ru"))
    assert " ." not in plain(area(evening, 1, language="ru"))
    for seat in (1, 2):
        items = re.findall(r"<li>(.*?)</li>", area(evening, seat), re.DOTALL)
        assert items
        assert all(item.startswith("<span>") for item in items), "a line, not parts with gaps"


@pytest.mark.parametrize(
    ("number", "said"),
    [(9, "By the others' numbers at most 1 is left."), (6, "at most 4 are left.")],
)
def test_what_is_left_is_counted_in_english(number: int, said: str) -> None:
    evening = begun()
    told(evening, (1, number))
    assert said in area(evening, 2)


def test_raspasy_that_is_written_says_who_took_what() -> None:
    evening = raspasy_told()
    page = Phone(evening, 0, "ru").see()
    assert "Записано: распасы" in page
    assert "Анна 4, Борис 3, Вера 3" in page.split('id="written"')[1]
    evening.order(2, 6)
    folded = Phone(evening, 0, "ru").see().split('id="written"')[1].split("</summary>")[0]
    assert 'title="распасы: Анна 4, Борис 3, Вера 3"' in folded
    assert "распасы 4·3·3" in folded


def test_watcher_finds_the_whole_deal() -> None:
    evening = begun()
    evening.seven_made()
    key = evening.pulka.table.watch_key
    page = client_of(None).get(f"/w/{key}", follow=True).content.decode()
    assert "Not what happened" not in page
    assert "The whole deal" in page
