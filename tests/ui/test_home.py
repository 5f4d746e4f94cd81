"""The start page: what each of a player's pulkas waits for."""

import pytest

from prefweb.tables.models import Pulka
from tests.tables.evenings import Evening
from tests.tables.test_access import browser
from tests.tables.test_playing import ended

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
