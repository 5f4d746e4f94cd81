"""A whole deal told at once: what a form says of it, read into posts as phones would say them.

Pure. The posts go through `protocol`, one after the other, so a form can say nothing that phones
could not; what cannot be is an `Unfit` with its reason beside each part of the form.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from prefweb.players.services import visible
from prefweb.tables.deals.posts import Game, Order, Posts, Reply, Units
from prefweb.tables.deals.protocol import Kind, Post, Told, apply
from prefweb.tables.deals.steps import (
    Step,
    Terms,
    asks_answers,
    asks_dealer,
    count,
    facts,
    is_checked,
    ordered,
    pays_talon,
    single,
    step,
    subjects,
    talon_tellers,
    talon_units,
)
from prefweb.tables.parsing import small_number
from scoring import Deal, Fault, Role, Seat, Trump, deal_faults
from scoring.conventions import TenSplit
from scoring.deals import HAND
from scoring.raspasy import takes_talon
from scoring.situation import Situation

LEVELS = range(6, 11)
FACTORS = range(2, 101)
CALLED = 30
"""The longest name of a multiplier."""

DEALER, RESTING, GAME, TRUMP, DECLARER = "dealer", "resting", "game", "trump", "declarer"
FACTOR, ANSWERS, TRICKS, TALON = "factor", "answers", "tricks", "talon"
"""The parts of the form that something can be wrong with."""


class Dealing(Protocol):
    """Who plays and who rests, whoever deals."""

    def terms(self, dealer: Seat, resting: tuple[Seat, ...] | None = None) -> Terms: ...


class Unfit(Exception):
    """What cannot be, by the part of the form it is about."""

    def __init__(self, reasons: Mapping[str, Told]) -> None:
        super().__init__(", ".join(f"{part}: {told.code}" for part, told in reasons.items()))
        self.reasons = dict(reasons)


@dataclass(frozen=True, slots=True)
class Whole:
    """A deal from the dealer to the last trick. `resting` are the two of five, if not the usual."""

    dealer: Seat
    resting: tuple[Seat, ...] | None
    posts: Posts

    def terms(self, dealing: Dealing) -> Terms:
        return dealing.terms(self.dealer, self.resting)

    def deal(self, dealing: Dealing) -> Deal | None:
        """The deal as the engine takes it; None where its posts do not agree."""
        return facts(self.terms(dealing), self.posts)

    def to_data(self) -> dict[str, Any]:
        resting = list(self.resting) if self.resting else None
        return {"dealer": self.dealer, "resting": resting, "posts": self.posts.to_data()}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Whole":
        resting = tuple(data["resting"]) if data["resting"] else None
        return cls(data["dealer"], resting, Posts.from_data(data["posts"]))

    @classmethod
    def of(cls, terms: Terms, posts: Posts) -> "Whole":
        """A deal as it was posted."""
        return cls(terms.dealer, terms.resting if len(terms.resting) > 1 else None, posts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """What a form says of a deal, as far as it says anything; what makes no sense is not said."""

    dealer: Seat | None = None
    resting: Seat | None = None
    """With five, who rests beside the dealer, if not the usual one."""
    game: Game | None = None
    level: int | None = None
    trump: Trump | None = None
    factor: str = ""
    """The multiplier as it was typed."""
    called: str = ""
    declarer: Seat | None = None
    answers: Mapping[Seat, Role] = field(default_factory=dict)
    taken_back: bool = False
    """The first defender has taken a half-whist back."""
    tricks: Mapping[Seat, int] = field(default_factory=dict)
    talon: int | None = None

    @property
    def choice(self) -> str:
        """The game as the form has it: "7", "misere", "concession-7"."""
        if self.game is Game.CONTRACT:
            return str(self.level)
        return f"{self.game}-{self.level}" if self.game is Game.CONCESSION else self.game or ""

    @classmethod
    def parse(cls, data: Mapping[str, str]) -> "Entered":
        """The fields of a form."""
        game, level = _game(data.get("game", ""))
        return cls(
            dealer=small_number(data.get("dealer", "")),
            resting=small_number(data.get("resting", "")),
            game=game,
            level=level,
            trump=_member(Trump, data.get("trump", "")),
            factor=data.get("factor", "").strip(),
            called=visible(data.get("called", "")),
            declarer=small_number(data.get("declarer", "")),
            answers=_by_seat(data, "answer-", lambda text: _member(Role, text)),
            taken_back=data.get("back") == "yes",
            tricks=_by_seat(data, "tricks-", small_number),
            talon=small_number(data.get("talon", "")),
        )

    @classmethod
    def of(cls, terms: Terms, posts: Posts) -> "Entered":
        """What a form would have said to lead to these posts."""
        found = ordered(posts)
        partner = next((seat for seat in terms.resting if seat != terms.dealer), None)
        if found is None:
            return cls(dealer=terms.dealer, resting=partner)
        declarer, order = found
        return cls(
            dealer=terms.dealer,
            resting=partner,
            game=order.game,
            level=order.level,
            trump=order.trump,
            factor="" if order.multiplier == 1 else str(order.multiplier),
            called=order.called,
            declarer=None if order.game is Game.RASPASY else declarer,
            answers={seat: said.value for seat, said in posts.answers.items()},
            taken_back=posts.reply is not None and posts.reply.value is Reply.BACK,
            tricks=_tricks_of(terms, posts),
            talon=talon_units(posts),
        )


def _tricks_of(terms: Terms, posts: Posts) -> dict[Seat, int]:
    told = count(terms, posts)
    if single(terms, posts) is not None or not told.is_complete:
        return {seat: number for seat, number in told.known.items() if seat in told.limits}
    return told.filled()


def _game(text: str) -> tuple[Game | None, int | None]:
    if text in (Game.MISERE, Game.RASPASY):
        return Game(text), None
    conceded = text.removeprefix(f"{Game.CONCESSION}-")
    level = small_number(conceded)
    if level not in LEVELS:
        return None, None
    return (Game.CONTRACT if conceded == text else Game.CONCESSION), level


def _member(kind: Any, text: str) -> Any:
    return kind(text) if text in set(kind) else None


def _by_seat(data: Mapping[str, str], prefix: str, read: Any) -> dict[Seat, Any]:
    """Fields such as `tricks-2`, by seat; those without a value are left out."""
    said: dict[Seat, Any] = {}
    for name, text in data.items():
        seat = small_number(name.removeprefix(prefix)) if name.startswith(prefix) else None
        value = read(text)
        if seat is not None and value is not None:
            said[seat] = value
    return said


def read(dealing: Dealing, size: int, entered: Entered, by: Seat) -> Whole:
    """The deal a form tells, posted by one seat for all. Raises Unfit."""
    return Telling(dealing, size, entered, by).whole()


class Telling:
    """One form on its way into posts: `said` are those taken so far, in the order of the play."""

    def __init__(self, dealing: Dealing, size: int, entered: Entered, by: Seat) -> None:
        self._must_be_said(size, entered)
        self.entered = entered
        self.by = by
        self.terms = self._dealt(dealing, size)
        self.posts = Posts()
        self.said: list[tuple[str, Post]] = []

    @staticmethod
    def _must_be_said(size: int, entered: Entered) -> None:
        """Raises Unfit with everything that no deal can do without."""
        reasons: dict[str, Told] = {}
        if entered.dealer not in range(size):
            reasons[DEALER] = Told("dealer_needed")
        if entered.game is None:
            reasons[GAME] = Told("game_needed")
        elif entered.game is not Game.RASPASY and entered.declarer not in range(size):
            reasons[DECLARER] = Told("declarer_needed")
        if entered.factor and small_number(entered.factor) not in (1, *FACTORS):
            reasons[FACTOR] = Told("no_such_multiplier")
        if len(entered.called) > CALLED:
            reasons[FACTOR] = Told("name_too_long", limit=CALLED)
        if reasons:
            raise Unfit(reasons)

    def _dealt(self, dealing: Dealing, size: int) -> Terms:
        """Who plays and who rests by the form."""
        dealer, partner = self.entered.dealer or 0, self.entered.resting
        if size != 5 or partner is None:
            return dealing.terms(dealer)
        if partner == dealer or partner not in range(size):
            raise Unfit({RESTING: Told("rests_twice", seat=dealer)})
        terms = dealing.terms(dealer, tuple(sorted((dealer, partner))))
        usual = dealing.terms(dealer)
        return usual if usual.resting == terms.resting else terms

    def whole(self) -> Whole:
        """The deal, all its posts taken. Raises Unfit."""
        self._order()
        self._answers()
        self._tricks()
        self._talon()
        self._must_be_possible()
        return Whole.of(self.terms, self.posts)

    def _say(
        self, part: str, kind: Kind, seat: Seat, value: Any, about: Seat | None = None
    ) -> None:
        changes = self.posts.changes
        post = Post(kind=kind, seat=seat, by=self.by, value=value, about=about, changes=changes)
        try:
            self.posts = apply(self.terms, self.posts, post)
        except Told as told:
            raise Unfit({PLACES.get(told.code, part): told}) from told
        self.said.append((part, post))

    @property
    def order(self) -> Order:
        """The game as somebody orders it."""
        entered = self.entered
        factor = int(entered.factor or 1)
        is_contract = entered.game is Game.CONTRACT
        return Order(
            entered.game or Game.RASPASY,
            entered.level,
            entered.trump if is_contract else None,
            factor,
            entered.called if factor != 1 else "",
        )

    @property
    def declarer(self) -> Seat:
        """Whose game it is; in raspasy, who says so."""
        is_common = self.entered.game is Game.RASPASY or self.entered.declarer is None
        return self.terms.active[0] if is_common else self.entered.declarer or 0

    def _order(self) -> None:
        self._say(DECLARER, Kind.ORDER, self.declarer, self.order)

    def _answers(self) -> None:
        """Whist or pass in the order of speech, the reply to a half-whist, a whisting dealer."""
        if not asks_answers(self.terms, self.order):
            return
        defenders = self.terms.defenders(self.declarer)
        for seat in defenders:
            self._answer(seat)
        if Role.HALF in [said.value for said in self.posts.answers.values()]:
            reply = Reply.BACK if self.entered.taken_back else Reply.STANDS
            self._say(ANSWERS, Kind.REPLY, defenders[0], reply)
        if asks_dealer(self.terms, self.posts):
            self._answer(self.terms.dealer)
        elif self._dealer_whists:
            raise _faulty(Fault("roles", "role_dealer_whists"))

    @property
    def _dealer_whists(self) -> bool:
        dealer = self.terms.dealer
        is_out = dealer in self.terms.resting
        return is_out and self.entered.answers.get(dealer) is Role.WHIST

    def _answer(self, seat: Seat) -> None:
        role = self.entered.answers.get(seat)
        if role is None:
            raise Unfit({ANSWERS: Told("answer_needed", seat=seat)})
        self._say(ANSWERS, Kind.ANSWER, seat, role)

    def _tricks(self) -> None:
        limits = subjects(self.terms, self.posts)
        typed = {seat: n for seat, n in self.entered.tricks.items() if seat in limits}
        if not limits:
            return
        one = single(self.terms, self.posts)
        if one is not None:
            number = _of_one(one, typed, limits)
            self._say(TRICKS, Kind.TRICKS, one, number, about=one)
            return
        for seat, number in typed.items():
            self._say(TRICKS, Kind.TRICKS, seat, number, about=seat)
        self._must_add_up()

    def _must_add_up(self) -> None:
        told = count(self.terms, self.posts)
        if told.is_complete:
            return
        if told.gap > 0:
            raise _faulty(Fault("tricks", "tricks_over", {"count": told.gap}))
        if told.missing or told.spare:
            raise _faulty(Fault("tricks", "tricks_own_needed"))
        raise _faulty(Fault("tricks", "tricks_missing", {"count": -told.gap}))

    def _talon(self) -> None:
        if not pays_talon(self.terms, self.order):
            return
        if self.entered.talon is None:
            raise Unfit({TALON: Told("talon_needed")})
        teller = talon_tellers(self.terms, self.posts)[0]
        self._say(TALON, Kind.TALON, teller, Units(self.entered.talon))

    def _must_be_possible(self) -> None:
        """What only the engine knows to be impossible."""
        deal = facts(self.terms, self.posts)
        if deal is None or step(self.terms, self.posts) is not Step.WRITTEN:
            raise _faulty(Fault("tricks", "tricks_needed"))
        size = len(self.terms.active) + len(self.terms.resting)
        faults = deal_faults(deal, self.terms.convention, size, self.terms.dealer)
        if faults:
            raise _faulty(*faults)


def _of_one(one: Seat, typed: Mapping[Seat, int], limits: Mapping[Seat, int]) -> int:
    """The declarer's number, or the rest where only all the others' are told."""
    if one in typed:
        return typed[one]
    if len(typed) < len(limits) - 1:
        raise _faulty(Fault("tricks", "tricks_needed"))
    rest = HAND - sum(typed.values())
    if rest < 0:
        raise _faulty(Fault("tricks", "tricks_over", {"count": -rest}))
    return rest


PLACES = {"no_concession": GAME, "no_multipliers": FACTOR, "trump_needed": TRUMP}
"""Beside which part a refused post is told, where not beside its own."""

FAULT_PLACES = {"roles": ANSWERS, "talon_units": TALON, "level": GAME, "multiplier": FACTOR}
"""The same for what the engine refuses."""


def _faulty(*faults: Fault) -> Unfit:
    found: dict[str, list[Fault]] = {}
    for fault in faults:
        part = FAULT_PLACES.get(fault.at, fault.at)
        found.setdefault(part or GAME, []).append(fault)
    return Unfit({part: Told("refused", faults=tuple(each)) for part, each in found.items()})


@dataclass(frozen=True, slots=True)
class Offer:
    """What the agreement lets a form ask for."""

    terms: Terms
    """Those of any deal of the table."""
    size: int

    @property
    def seats(self) -> range:
        return range(self.size)

    @property
    def is_five(self) -> bool:
        return self.size == 5

    @property
    def levels(self) -> range:
        return LEVELS

    @property
    def concessions(self) -> tuple[str, ...]:
        """The games that can be given up, as the form has them."""
        offered = LEVELS if self.terms.convention.concession else ()
        return tuple(f"{Game.CONCESSION}-{level}" for level in offered)

    @property
    def multiplies(self) -> bool:
        return self.terms.multipliers

    @property
    def has_half(self) -> bool:
        return bool(self.terms.convention.half_whist_levels) and self.size > 2

    @property
    def pays_talon(self) -> bool:
        return pays_talon(self.terms, Order(Game.CONTRACT, 6))

    @property
    def ten(self) -> str:
        """Whether a ten is asked for whists, or checked with one number alone, or with all."""
        if not is_checked(self.terms, Order(Game.CONTRACT, 10)):
            return "asked"
        return "alone" if self.terms.convention.ten_checked_split is TenSplit.EQUAL else "each"

    @property
    def stalingrad(self) -> bool:
        return self.terms.convention.stalingrad

    @property
    def takes_talon(self) -> bool:
        """Whether a resting dealer has tricks in raspasy."""
        return takes_talon(Situation(self.terms.convention, self.terms.seats)) is not None

    @property
    def dealer_may_whist(self) -> bool:
        return self.terms.convention.dealer_may_whist and self.size == 4

    @property
    def roles(self) -> tuple[Role, ...]:
        """The answers there are, the half-whist only where it is agreed."""
        half = (Role.HALF,) if self.has_half else ()
        return (Role.WHIST, *half, Role.PASS)

    @property
    def numbers(self) -> range:
        """How many tricks there can be."""
        return range(HAND + 1)

    @property
    def units(self) -> range:
        """What a talon can be worth."""
        return range(4)


def offered(dealing: Dealing, size: int) -> Offer:
    """What the forms of a table can ask for."""
    return Offer(dealing.terms(0), size)


def fields_of(entered: Entered) -> Iterator[tuple[str, str]]:
    """The fields that say the same again, to go on with a form that is not on the page."""
    single_fields = {
        "dealer": entered.dealer,
        "resting": entered.resting,
        "game": entered.choice,
        "trump": entered.trump,
        "factor": entered.factor,
        "called": entered.called,
        "declarer": entered.declarer,
        "back": "yes" if entered.taken_back else None,
        "talon": entered.talon,
    }
    yield from (
        (name, str(value)) for name, value in single_fields.items() if value not in (None, "")
    )
    yield from ((f"answer-{seat}", str(role)) for seat, role in entered.answers.items())
    yield from ((f"tricks-{seat}", str(number)) for seat, number in entered.tricks.items())
