"""Tables with people at them, for tests of services and views."""

import threading
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from django.db import connection

from prefweb.players.models import Player
from prefweb.tables.agreements import Agreement
from prefweb.tables.deals.posts import Dispute, Game, Order, Units
from prefweb.tables.deals.protocol import Kind, Told, mark
from prefweb.tables.deals.steps import authors
from prefweb.tables.models import Proxies, Pulka
from prefweb.tables.pulkas.course import Course, OpenDeal, result_mark
from prefweb.tables.services import ending, playing, seating
from prefweb.tables.services.playing import Dealing, Outcome, Tap
from scoring import PRESETS, Convention, Role, Trump

SOCHI = PRESETS["sochi"].convention
NAMES = ("Анна", "Борис", "Вера", "Глеб", "Дарья")


def agreement(size: int = 3, target: int | None = 10, **more: Any) -> Agreement:
    fields: dict[str, Any] = {"preset": "sochi", "convention": SOCHI, "stake": Decimal(5)}
    return Agreement(size=size, target=target, **{**fields, "currency": "RUB", **more})


@dataclass
class Evening:
    """A pulka that is being played, with a player on every seat."""

    pulka: Pulka
    players: list[Player] = field(default_factory=list)

    @classmethod
    def gather(
        cls, size: int = 3, proxies: str = Proxies.ANYONE, people: int | None = None, **more: Any
    ) -> "Evening":
        """A table with its first players seated, not begun."""
        players = [Player.objects.create(name=name) for name in NAMES[:size]]
        pulka = seating.open_table(
            players[0], agreement(size, **more), title="Вечер", proxies=proxies
        )
        for seat in range(1, size if people is None else people):
            seating.take_seat(pulka.slug, players[seat], seat, NAMES[seat])
        return cls(pulka, players)

    @classmethod
    def begin(cls, size: int = 3, **more: Any) -> "Evening":
        """The same, with the game begun; seat 0 deals first."""
        evening = cls.gather(size, **more)
        seating.start(evening.pulka.slug, evening.players[0])
        return evening.again()

    def again(self) -> "Evening":
        """As the database has it now."""
        self.pulka = Pulka.objects.select_related("table").get(pk=self.pulka.pk)
        return self

    @property
    def course(self) -> Course:
        return Course.load(self.again().pulka)

    @property
    def now(self) -> OpenDeal:
        """The deal that is being posted, or after the end the one that can be mended."""
        course = self.course
        deal = course.current or course.mendable
        assert deal is not None
        return deal

    @property
    def mendable(self) -> OpenDeal:
        """The written deal that is not sealed."""
        deal = self.course.mendable
        assert deal is not None
        return deal

    def confirm(self, seat: int, index: int | None = None) -> None:
        """A seat agrees to the result as it is now."""
        seen = result_mark(self.course.settlement)
        ending.confirm(self.pulka.slug, self.players[seat], seen, index)

    def dealing(self, deal: int = 1) -> Dealing:
        """The dealing of a deal as a phone that sees the present state sends it."""
        current = self.course.current
        changes = current.posts.changes if current else 0
        return Dealing(uid=uuid.uuid4().hex, deal=deal, changes=changes)

    def tap(self, kind: Kind, seat: int, value: Any = None, **more: Any) -> Outcome:
        """A post as a phone that sees the present state sends it, from the seat's own player."""
        by = more.pop("by", seat)
        more.setdefault("uid", uuid.uuid4().hex)
        deal = self._deal(more)
        more.setdefault("changes", deal.posts.changes if deal else 0)
        more.setdefault("for_another", by != seat)
        if isinstance(value, Dispute) and deal:
            said = authors(deal.posts, value.fact).get(value.seat)
            more.setdefault("seen", mark(said.value) if said else "")
        tap = Tap(kind=kind, seat=seat, value=value, **more)
        return playing.post(self.pulka.slug, self.players[by], tap)

    def _deal(self, more: dict[str, Any]) -> OpenDeal | None:
        if "deal" not in more:
            more["deal"] = self.now.number
        return self.course.find(more["deal"])

    def order(
        self, seat: int, level: int, trump: str | None = None, times: int = 1, **more: Any
    ) -> Outcome:
        order = Order(Game.CONTRACT, level, Trump(trump) if trump else None, times)
        return self.tap(Kind.ORDER, seat, order, **more)

    def raspasy(self, seat: int, **more: Any) -> Outcome:
        return self.tap(Kind.ORDER, seat, Order(Game.RASPASY), **more)

    def answer(self, seat: int, role: Role, **more: Any) -> Outcome:
        return self.tap(Kind.ANSWER, seat, role, **more)

    def tricks(self, seat: int, number: int, about: int | None = None, **more: Any) -> Outcome:
        return self.tap(Kind.TRICKS, seat, number, about=seat if about is None else about, **more)

    def misere(self, seat: int, **more: Any) -> Outcome:
        return self.tap(Kind.ORDER, seat, Order(Game.MISERE), **more)

    def concession(self, seat: int, level: int, **more: Any) -> Outcome:
        return self.tap(Kind.ORDER, seat, Order(Game.CONCESSION, level), **more)

    def talon(self, seat: int, units: int, **more: Any) -> Outcome:
        return self.tap(Kind.TALON, seat, Units(units), **more)

    def seven_made(self) -> None:
        """Deal 1 of three players: seat 1 makes a seven, seat 2 whists."""
        self.order(1, 7)
        self.answer(2, Role.WHIST)
        self.answer(0, Role.PASS)
        self.tricks(1, 7)


def house(**options: Any) -> Convention:
    return Convention.from_data({**SOCHI.to_data(), **options})


def in_parallel(*acts: Callable[[], object]) -> list[object]:
    """Each act in a thread and a database connection of its own, started together."""
    barrier = threading.Barrier(len(acts))
    results: list[object] = [None] * len(acts)

    def run(index: int, act: Callable[[], object]) -> None:
        barrier.wait()
        try:
            results[index] = act()
        except Told as told:
            results[index] = told.code
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=numbered) for numbered in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


__all__ = ["NAMES", "Evening", "agreement", "house", "in_parallel", "mark"]
