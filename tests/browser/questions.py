"""Every question a phone can be asked, each at a table brought there through the services."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib.sessions.backends.db import SessionStore
from playwright.sync_api import Page

from prefweb.players.models import Player
from prefweb.players.services import SESSION_KEY
from prefweb.tables.models import Pulka, Seat
from prefweb.tables.posts import Dispute, Fact
from prefweb.tables.protocol import Kind
from scoring import Role
from tests.phones import Phones
from tests.tables.evenings import Evening, house

WHIST, PASS, HALF = Role.WHIST, Role.PASS, Role.HALF

LONG_NAMES = (
    'Анна-Мария "Звезда" <b>Преображенск</b>',
    "Константин Вознесенский-Рудницкий-Средн",
    "אברהם יצחק יעקב בן דוד הכהן מירושלים הקד",
    "🂡 Глеб Максимилиан Александрович Штольц",
)


@dataclass(frozen=True)
class Question:
    """How the table gets there, and the seats that are asked, with what each is asked."""

    go: Callable[[Evening], object]
    asks: dict[int, str]
    size: int = 3
    query: str = ""


def one_whister(evening: Evening) -> None:
    evening.order(1, 7, "H")
    evening.answer(2, WHIST)
    evening.answer(0, PASS)


def two_whisters(evening: Evening) -> None:
    evening.order(1, 6, "S")
    evening.answer(2, WHIST)
    evening.answer(0, WHIST)


def told(evening: Evening, *numbers: tuple[int, int]) -> None:
    """Two whist, and these seats have said their tricks."""
    two_whisters(evening)
    for seat, number in numbers:
        evening.tricks(seat, number)


def half(evening: Evening) -> None:
    evening.order(1, 6, "H")
    evening.answer(2, PASS)
    evening.answer(0, HALF)


def two_orders(evening: Evening) -> None:
    evening.order(1, 7, "H")
    evening.order(2, 6, "S")


def disputed(evening: Evening) -> None:
    evening.seven_made()
    evening.tap(Kind.DISPUTE, 0, Dispute(Fact.TRICKS, 1), deal=1)


def clashing(evening: Evening) -> None:
    """The declarer and the whister name different numbers for the same tricks."""
    evening.seven_made()
    evening.tricks(2, 6, about=1, deal=1)


def too_many(evening: Evening) -> None:
    """Written, then a number of the third seat shows one trick too many."""
    told(evening, (1, 6), (2, 3))
    evening.tricks(0, 2, deal=1)


def asked_anew(evening: Evening) -> None:
    """The declarer has another order after all, once both have answered and a number is told."""
    one_whister(evening)
    evening.tricks(2, 7, about=1)
    evening.order(1, 6, "H", deal=1, seen="contract-7-H")


def half_anew(evening: Evening) -> None:
    """The same, and the first defender has passed again: a half-whist is open."""
    asked_anew(evening)
    evening.answer(2, PASS)


def number_anew(evening: Evening) -> None:
    """One of two whisters passes after all, and the declarer has told a number already."""
    told(evening, (1, 6))
    evening.answer(2, PASS, seen="whist")


def started_over(evening: Evening) -> None:
    """After a written deal the next one is begun anew by the first hand."""
    evening.seven_made()
    evening.order(2, 7, "H")
    evening.answer(0, WHIST)
    evening.tap(Kind.START_OVER, 2)


def below_the_exit(evening: Evening) -> None:
    """After raspasy that only an eight leads out of."""
    convention = house(raspasy_exit=(6, 8)).to_data()
    Pulka.objects.filter(pk=evening.pulka.pk).update(convention=convention)
    evening.raspasy(1)
    evening.tricks(1, 4)
    evening.tricks(2, 3)


QUESTIONS = {
    "first order": Question(lambda evening: None, {0: "order", 1: "order"}),
    "first order of four": Question(lambda evening: None, {0: "wait", 1: "order"}, size=4),
    "answer": Question(lambda evening: evening.order(1, 7, "H"), {0: "answer", 1: "wait"}),
    "answer with a half": Question(
        lambda evening: (evening.order(1, 6, "H"), evening.answer(2, PASS)), {0: "answer"}
    ),
    "half": Question(half, {2: "reply", 0: "wait"}),
    "one whister": Question(one_whister, {0: "wait", 1: "tricks", 2: "tricks"}),
    "two whisters": Question(lambda evening: told(evening, (1, 6)), {2: "tricks", 1: "wait"}),
    "raspasy": Question(lambda evening: (evening.raspasy(1), evening.tricks(1, 3)), {2: "tricks"}),
    "raspasy of four": Question(
        lambda evening: (evening.raspasy(1), evening.tricks(1, 3)), {2: "tricks", 0: "wait"}, size=4
    ),
    "two orders": Question(two_orders, {0: "orders", 1: "orders"}),
    "disputed": Question(disputed, {0: "disputed", 1: "disputed", 2: "disputed"}),
    "two numbers": Question(clashing, {1: "tricks", 2: "tricks", 0: "wait"}),
    "one trick too many": Question(too_many, {1: "tricks"}),
    "asked anew": Question(asked_anew, {2: "answer", 0: "answer", 1: "wait"}),
    "asked anew with a half": Question(half_anew, {0: "answer"}),
    "number anew": Question(number_anew, {1: "tricks"}),
    "started over": Question(started_over, {0: "order", 1: "order"}),
    "below the exit": Question(below_the_exit, {1: "order", 2: "order"}),
    "written": Question(Evening.seven_made, {0: "order", 1: "order"}),
    "mended order": Question(
        lambda evening: evening.order(1, 7, "H"), {1: "order"}, query="?mend=1-order"
    ),
    "mended answer": Question(one_whister, {0: "answer"}, query="?mend=1-answer"),
    "mended tricks": Question(Evening.seven_made, {1: "tricks"}, query="?mend=1-tricks"),
    "for another": Question(
        lambda evening: evening.order(1, 7, "H"), {1: "answer"}, query="?for=2"
    ),
}


def begun(size: int = 3, names: tuple[str, ...] = (), **agreed: Any) -> Evening:
    """A table at play, its seats under other names if given."""
    evening = Evening.begin(size, **agreed)
    for index, name in enumerate(names[:size]):
        Seat.objects.filter(pulka=evening.pulka, index=index).update(name=name)
    return evening


def phone_of(phone: Phones, player: Player, **options: Any) -> Page:
    """A phone that the site already knows as this player's."""
    session = SessionStore()
    session[SESSION_KEY] = str(player.pk)
    session.create()
    page = phone(**options)
    key = session.session_key or ""
    page.context.add_cookies([{"name": "sessionid", "value": key, "url": phone.url}])
    return page
