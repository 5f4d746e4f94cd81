"""A deal posted step by step, for tests: `Deal().order(1, 7).answer(2, WHIST)`."""

from typing import Any

from prefweb.tables.deals.posts import Dispute, Fact, Game, Order, Posts, Reply, Units
from prefweb.tables.deals.protocol import Kind, Post, apply, mark
from prefweb.tables.deals.steps import Step, Terms, authors, facts, step
from scoring import PRESETS, Convention, Role, Trump
from scoring.deals import seating

SOCHI = PRESETS["sochi"].convention
WHIST, PASS, HALF = Role.WHIST, Role.PASS, Role.HALF


class Deal:
    """Posts as phones that see the present state send them, unless told otherwise."""

    def __init__(
        self,
        size: int = 3,
        dealer: int = 0,
        convention: Convention = SOCHI,
        *,
        resting: tuple[int, ...] | None = None,
        multipliers: bool = False,
    ) -> None:
        self.terms = Terms(convention, seating(size, dealer, resting), multipliers)
        self.posts = Posts()
        self.last: Post | None = None

    @property
    def step(self) -> Step:
        return step(self.terms, self.posts)

    @property
    def facts(self) -> Any:
        return facts(self.terms, self.posts)

    def say(self, kind: Kind, seat: int, value: Any = None, **more: Any) -> "Deal":
        more.setdefault("by", seat)
        more.setdefault("changes", self.posts.changes)
        self.last = Post(kind=kind, seat=seat, value=value, **more)
        self.posts = apply(self.terms, self.posts, self.last)
        return self

    def order(
        self, seat: int, level: int, trump: str | None = None, times: int = 1, **more: Any
    ) -> "Deal":
        game = Order(Game.CONTRACT, level, Trump(trump) if trump else None, times)
        return self._order(seat, game, **more)

    def concession(self, seat: int, level: int, **more: Any) -> "Deal":
        return self._order(seat, Order(Game.CONCESSION, level), **more)

    def misere(self, seat: int, **more: Any) -> "Deal":
        return self._order(seat, Order(Game.MISERE), **more)

    def raspasy(self, seat: int, **more: Any) -> "Deal":
        return self._order(seat, Order(Game.RASPASY), **more)

    def withdraw(self, seat: int, **more: Any) -> "Deal":
        return self._order(seat, None, **more)

    def _order(self, seat: int, order: Order | None, **more: Any) -> "Deal":
        before = self.posts.orders.get(seat)
        more.setdefault("seen", mark(before.value) if before else "")
        return self.say(Kind.ORDER, seat, order, **more)

    def pick(self, seat: int, ordered: int, **more: Any) -> "Deal":
        return self.say(Kind.PICK, seat, ordered, **more)

    def answer(self, seat: int, role: Role | None, **more: Any) -> "Deal":
        before = self.posts.answers.get(seat)
        more.setdefault("seen", mark(before.value) if before else "")
        return self.say(Kind.ANSWER, seat, role, **more)

    def reply(self, seat: int, reply: Reply, **more: Any) -> "Deal":
        before = self.posts.reply
        more.setdefault("seen", mark(before.value) if before else "")
        return self.say(Kind.REPLY, seat, reply, **more)

    def tricks(
        self, seat: int, number: int | None, about: int | None = None, **more: Any
    ) -> "Deal":
        about = seat if about is None else about
        before = self.posts.claim(about, seat)
        more.setdefault("seen", mark(before.number) if before else "")
        return self.say(Kind.TRICKS, seat, number, about=about, **more)

    def talon(self, seat: int, units: int | None, **more: Any) -> "Deal":
        before = self.posts.talon.get(seat)
        more.setdefault("seen", mark(before.value) if before else "")
        value = None if units is None else Units(units)
        return self.say(Kind.TALON, seat, value, **more)

    def dispute(self, seat: int, fact: Fact | None, of: int = 0, **more: Any) -> "Deal":
        if fact is None:
            return self.say(Kind.DISPUTE, seat)
        said = authors(self.posts, fact).get(of)
        more.setdefault("seen", mark(said.value) if said else "")
        return self.say(Kind.DISPUTE, seat, Dispute(fact, of), **more)

    def start_over(self, seat: int) -> "Deal":
        return self.say(Kind.START_OVER, seat)
