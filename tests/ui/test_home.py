"""The start page: what each of a player's pulkas waits for."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from prefweb.tables.models import Pulka
from tests.clubs.people import player
from tests.history.clubs import AN_EVENING, DAY, kept
from tests.tables.evenings import Evening
from tests.tables.test_access import browser
from tests.tables.test_playing import ended

MOSCOW = ZoneInfo("Europe/Moscow")
pytestmark = pytest.mark.django_db


def home_of(evening: Evening, seat: int) -> str:
    client = browser(evening.players[seat])
    return client.get("/", headers={"accept-language": "ru"}).content.decode()


def test_table_that_gathers_says_so() -> None:
    assert "собирается" in home_of(Evening.gather(people=2), 1)


def test_turn_is_said_to_whose_it_is() -> None:
    evening = Evening.begin()
    assert "ваш ход" in home_of(evening, 1)
    evening.order(1, 7)
    assert "ваш ход" not in home_of(evening, 1)


def test_pulka_that_is_over_asks_who_has_not_agreed() -> None:
    evening = ended()
    evening.confirm(1)
    assert "верен ли итог?" in home_of(evening, 0)
    page = home_of(evening, 1)
    assert "ждёт согласия" in page
    assert "верен ли итог?" not in page


def test_settled_pulka_waits_for_nothing() -> None:
    evening = ended()
    for seat in range(3):
        evening.confirm(seat)
    assert Pulka.objects.get().settled
    assert "согласия" not in home_of(evening, 1)


def home_with(*evenings: tuple[str, datetime]) -> str:
    """The start page of somebody who played on these evenings, by title."""
    anna = player("Анна")
    for title, started in evenings:
        kept(None, [anna, "Сосед"], results=("1", "-1"), title=title, started=started)
    page = browser(anna).get("/", headers={"accept-language": "ru"})
    return str(page.content.decode())


def test_an_old_pulka_brought_in_later_does_not_stand_before_newer_ones() -> None:
    page = home_with(
        ("Среда", AN_EVENING), ("Давно", AN_EVENING - 400 * DAY), ("Четверг", AN_EVENING + DAY)
    )
    assert sorted(("Среда", "Давно", "Четверг"), key=page.index) == ["Четверг", "Среда", "Давно"]


def test_a_game_that_ended_after_midnight_is_of_its_evening() -> None:
    """As in the history: the whole day after is another one."""
    page = home_with(("Поздно", datetime(2019, 3, 5, 23, 30, tzinfo=MOSCOW)))
    assert "5 марта 2019 · Сочинка" in page
