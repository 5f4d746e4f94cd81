"""Every question a phone can be asked, each at a table brought there through the services."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.contrib.sessions.backends.db import SessionStore
from playwright.sync_api import Page

from prefweb.players.models import Player
from prefweb.players.services import SESSION_KEY
from prefweb.tables.deals.posts import Dispute, Fact, Game, Order
from prefweb.tables.deals.protocol import Kind
from prefweb.tables.models import Pulka, Seat
from scoring import Role, Trump
from tests.phones import Phones
from tests.tables.evenings import Evening, house

WHIST, PASS, HALF = Role.WHIST, Role.PASS, Role.HALF

LONG_NAMES = (
    'Анна-Мария "Звезда" <b>Преображенск</b>',
    "Константин Вознесенский-Рудницкий-Средн",
    "אברהם יצחק יעקב בן דוד הכהן מירושלים הקד",
    "🂡 Глеб Максимилиан Александрович Штольц",
    "Елизавета Константиновна Дмитриевская-Ко",
)


@dataclass(frozen=True)
class Question:
    """How the table gets there, and the seats that are asked, with what each is asked."""

    go: Callable[[Evening], object]
    asks: dict[int, str]
    size: int = 3
    query: str = ""
    agreed: dict[str, Any] = field(default_factory=dict)

    def table(self) -> Evening:
        """The table it is asked at, everybody with a long name."""
        evening = begun(self.size, LONG_NAMES, **self.agreed)
        self.go(evening)
        return evening


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


def both_pass(evening: Evening) -> None:
    """A seven of seat 1, nobody whists."""
    evening.order(1, 7, "H")
    for seat in evening.now.terms.defenders(1):
        evening.answer(seat, PASS)


def talons(evening: Evening) -> None:
    """The talon is told in two ways."""
    both_pass(evening)
    evening.talon(0, 1)
    evening.talon(2, 2, deal=1)


def bomb(evening: Evening) -> None:
    order = Order(Game.CONTRACT, 7, Trump.HEARTS, 100, "бомба с очень длинным названием")
    evening.tap(Kind.ORDER, 1, order)


RARE: dict[str, Any] = {"convention": house(concession=3, stalingrad=True), "multipliers": True}
CHECKED = {"convention": house(ten="checked", ten_checked_split="own_tricks")}
TALON = {"convention": house(talon_bonus="value")}
DEALER = {"convention": house(talon_bonus="value", dealer_may_whist=True)}
CLOCK: dict[str, Any] = {"convention": house(pool_end="time"), "target": None}

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
    "everything may be ordered": Question(lambda evening: None, {1: "order"}, 4, "", RARE),
    "given up": Question(
        lambda evening: evening.concession(1, 7), {2: "order", 1: "wait"}, 4, "", RARE
    ),
    "multiplied": Question(bomb, {2: "answer", 1: "wait"}, 4, "", RARE),
    "stalingrad": Question(lambda evening: evening.order(1, 6, "S"), {2: "tricks"}, 3, "", RARE),
    "checked ten": Question(
        lambda evening: evening.order(1, 10, "S"), {2: "tricks"}, 3, "", CHECKED
    ),
    "talon of three": Question(
        lambda evening: (evening.order(1, 7), evening.answer(2, PASS)), {2: "talon"}, 3, "", TALON
    ),
    "talon of four": Question(
        lambda evening: evening.order(1, 7), {0: "talon", 2: "answer"}, 4, "", TALON
    ),
    "two talons": Question(talons, {0: "talon", 1: "wait"}, 3, "", TALON),
    "dealer may whist": Question(both_pass, {0: "dealer", 2: "wait"}, 4, "", DEALER),
    "two at the table": Question(
        lambda evening: evening.order(1, 7, "H"), {0: "answer", 1: "wait"}, 2
    ),
    "raspasy of two": Question(
        lambda evening: (evening.raspasy(1), evening.tricks(1, 4)), {0: "tricks"}, 2
    ),
    "five at the table": Question(lambda evening: None, {1: "order", 0: "wait", 4: "wait"}, 5),
    "answer of five": Question(
        lambda evening: evening.order(1, 7, "H"), {2: "answer", 0: "wait"}, 5
    ),
    "by the clock": Question(
        lambda evening: evening.order(1, 7, "H"),
        {2: "answer", 0: "wait"},
        4,
        "",
        {**CLOCK, "minutes": 90, "laps": 12},
    ),
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
