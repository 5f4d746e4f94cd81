"""What a seat is asked now, and what it may say: everything the posting area of a phone shows."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from prefweb.tables.deals.posts import Claim, Fact, Game, Order, Units
from prefweb.tables.deals.protocol import TALON_UNITS, half_is_open, mark, may_mend
from prefweb.tables.deals.steps import (
    Step,
    authors,
    concerned,
    count,
    is_checked,
    is_forced,
    is_talon_clash,
    ordered,
    roles,
    single,
    subjects,
    talon_tellers,
    waited_for,
)
from prefweb.tables.models import PulkaStep
from prefweb.tables.parsing import small_number
from prefweb.tables.pulkas.course import Course, OpenDeal
from scoring import Convention, Role, Seat
from scoring.contract import DUTY, fine_price, undertrick_price, value, whist_price
from scoring.deals import HAND


class Ask(StrEnum):
    """The question in the posting area."""

    ORDER = "order"
    ANSWER = "answer"
    REPLY = "reply"
    DEALER = "dealer"
    TRICKS = "tricks"
    TALON = "talon"
    ORDERS = "orders"
    DISPUTED = "disputed"
    WAIT = "wait"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Choice:
    """A number of tricks on the pad."""

    number: int
    fits: bool
    is_current: bool


@dataclass(frozen=True, slots=True)
class Level:
    """A contract to order, the pool points it is worth, whether it leads out of no raspasy."""

    number: int
    points: int
    is_low: bool = False


LEVELS = tuple(Level(number, value(number)) for number in DUTY)


@dataclass(frozen=True, slots=True)
class Worth:
    """What an answer to a contract can bring: the declarer's points, the defenders' tricks.

    What multiplies the deal is in all of them.

    `whist` is in whists for a trick, `fine` in mountain points for a trick short, `half` in whists.
    """

    points: int
    duty: int
    whist: int
    fine: int
    half: int


def worth(level: int, convention: Convention, times: int = 1) -> Worth:
    """What a contract of this level is worth under an agreement, so many times over."""
    duty, price = DUTY[level], whist_price(level, convention) * times
    fine = fine_price(level, convention) * times
    return Worth(value(level) * times, duty, price, fine, duty // 2 * price)


@dataclass(frozen=True, slots=True)
class Price:
    """A bid that bought the talon, and the mountain points that giving the game up costs."""

    level: int
    mountain: int


def concessions(convention: Convention) -> tuple[Price, ...]:
    """What giving a game up costs by the level of the bid; nothing where it is not agreed."""
    if not convention.concession:
        return ()
    down = convention.concession
    return tuple(Price(level, down * undertrick_price(level, convention)) for level in DUTY)


@dataclass(frozen=True, slots=True)
class Mend:
    """A fact somebody wants to change: `12-answer` in an address."""

    deal: int
    fact: Fact

    @classmethod
    def parse(cls, text: str) -> "Mend | None":
        number, _, fact = text.partition("-")
        deal = small_number(number)
        return cls(deal, Fact(fact)) if deal is not None and fact in set(Fact) else None

    def __str__(self) -> str:
        return f"{self.deal}-{self.fact}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """One question to one seat."""

    ask: Ask
    seat: Seat | None
    deal: OpenDeal | None = None
    mend: Mend | None = None
    current: Any = None
    waits: tuple[Seat, ...] = ()
    concerned: tuple[Seat, ...] = ()
    roles: tuple[Role, ...] = ()
    about: Seat | None = None
    is_single: bool = False
    choices: tuple[Choice, ...] = ()
    orders: tuple[tuple[Seat, Order], ...] = ()
    may_pick: bool = False
    may_tell: bool = False
    ahead: OpenDeal | None = None
    lowest: int | None = None
    lowest_ahead: int | None = None
    """The lowest contracts that lead out of raspasy; a lower one can be posted all the same."""

    @property
    def seen(self) -> str:
        """What this phone knows to stand, sent back with the post."""
        return mark(self.current) if self.current is not None else ""

    @property
    def order(self) -> Order | None:
        """The game the question is about."""
        found = ordered(self.deal.posts) if self.deal else None
        return found[1] if found else None

    @property
    def declarer(self) -> Seat | None:
        """Whose game it is; nobody's in raspasy."""
        found = ordered(self.deal.posts) if self.deal else None
        return found[0] if found and found[1].game is not Game.RASPASY else None

    @property
    def levels(self) -> tuple[Level, ...]:
        """The contracts there are."""
        return tuple(replace(level, is_low=level.number < (self.lowest or 0)) for level in LEVELS)

    @property
    def worth(self) -> Worth | None:
        """What the ordered contract is worth."""
        order = self.order
        if order is None or order.level is None or self.deal is None:
            return None
        return worth(order.level, self.deal.terms.convention, order.multiplier)

    @property
    def concessions(self) -> tuple[Price, ...]:
        """The games that can be given up before play."""
        return concessions(self.deal.terms.convention) if self.deal else ()

    @property
    def may_multiply(self) -> bool:
        """Whether an order may multiply its deal."""
        return self.deal is not None and self.deal.terms.multipliers

    @property
    def six_needs_trump(self) -> bool:
        """Whether a six cannot be ordered without saying its trump."""
        return self.deal is not None and self.deal.terms.convention.stalingrad

    @property
    def is_checked(self) -> bool:
        """Whether the hands are opened and nobody is asked for a whist."""
        order = self.order
        return self.deal is not None and order is not None and is_checked(self.deal.terms, order)

    @property
    def is_forced(self) -> bool:
        """Whether both must whist, so that nobody was asked."""
        order = self.order
        return self.deal is not None and order is not None and is_forced(self.deal.terms, order)

    @property
    def units(self) -> tuple[Units, ...]:
        """What a talon can come to."""
        return tuple(Units(number) for number in TALON_UNITS)

    @property
    def told_units(self) -> list[tuple[Seat, Units]]:
        """The talon as it was told, and by whom."""
        return [(s, said.value) for s, said in self.deal.posts.talon.items()] if self.deal else []

    @property
    def is_talon_clash(self) -> bool:
        """Whether it is the talon that was told in two ways."""
        return self.deal is not None and is_talon_clash(self.deal.terms, self.deal.posts)

    @property
    def whisters(self) -> tuple[Seat, ...]:
        """Who whists, by what has been said so far."""
        said = roles(self.deal.terms, self.deal.posts) if self.deal else {}
        return tuple(seat for seat, role in said.items() if role is Role.WHIST)

    @property
    def others(self) -> list[tuple[Seat, Role]]:
        """What the other defenders have answered."""
        answers = self.deal.posts.answers if self.deal else {}
        return [(seat, said.value) for seat, said in answers.items() if seat != self.seat]

    @property
    def ends_with_pass(self) -> bool:
        """Whether with this seat's pass no defender would whist."""
        if self.deal is None or self.declarer is None:
            return False
        answers = self.deal.posts.answers
        others = [s for s in self.deal.terms.defenders(self.declarer) if s != self.seat]
        return all(s in answers and answers[s].value is Role.PASS for s in others)

    @property
    def dealer_may_whist(self) -> bool:
        """Whether the resting dealer is asked where no defender whists."""
        terms = self.deal.terms if self.deal else None
        agreed = terms is not None and terms.convention.dealer_may_whist
        return terms is not None and agreed and terms.resting == (terms.dealer,)

    @property
    def after_half(self) -> "Panel":
        """The order in the next deal, which would let a half-whist stand."""
        lowest = self.lowest_ahead
        return Panel(ask=Ask.ORDER, seat=self.seat, deal=self.ahead, lowest=lowest)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The tricks as posted, by whom and about whom."""
        return self.deal.posts.claims if self.deal else ()

    @property
    def is_clash(self) -> bool:
        """Whether two numbers were said of the same tricks."""
        return self.deal is not None and bool(count(self.deal.terms, self.deal.posts).clashing)

    @property
    def gap(self) -> int:
        """Tricks beyond ten in the numbers told, or below ten as a negative number."""
        return count(self.deal.terms, self.deal.posts).gap if self.deal else 0

    @property
    def lack(self) -> int:
        """Tricks missing from the numbers told."""
        return -self.gap

    @property
    def told(self) -> int:
        """Tricks told together."""
        return HAND + self.gap

    @property
    def limits(self) -> bool:
        """Whether some numbers are out of the question by what others have told."""
        return not all(choice.fits for choice in self.choices)

    @property
    def rest(self) -> int:
        """Tricks the others' numbers leave."""
        fitting = [choice.number for choice in self.choices if choice.fits]
        return max(fitting, default=0)

    @property
    def least(self) -> int:
        """Tricks the others' numbers force on this seat."""
        fitting = [choice.number for choice in self.choices if choice.fits]
        return min(fitting, default=0)

    @property
    def token(self) -> str:
        """Differs whenever the question has to be drawn anew."""
        deal = (self.deal.number, self.deal.posts.changes, self.deal.step) if self.deal else ()
        fitting = "".join("01"[choice.fits] for choice in self.choices)
        parts = (
            self.ask,
            self.seat,
            *deal,
            self.mend,
            self.seen,
            fitting,
            *self.waits,
            *self.roles,
        )
        more = (*self.concerned, self.may_pick, self.may_tell, self.ahead is not None, self.lowest)
        said = (*self._told_here(), self.order.mark if self.order else "")
        return ".".join("" if part is None else str(part) for part in (*parts, *more, *said))

    def _told_here(self) -> tuple[str, ...]:
        """What the area repeats of the seat's own facts, or of everybody's."""
        if self.deal is None or self.ask is Ask.ORDER:
            return ()
        repeats_all = self.concerned or self.ask is Ask.ANSWER
        all_facts = facts_of(self.deal, self.seat)
        shown = [f for f in all_facts if repeats_all or self.seat in (f.seat, f.by)]
        return tuple(f"{f.fact}{f.seat}{f.by}{mark(f.value)}" for f in shown)


@dataclass(frozen=True, slots=True)
class FactView:
    """A fact of a deal: whose, posted by whom, and whether this seat may change it."""

    fact: Fact
    seat: Seat
    by: Seat
    value: Any
    about: Seat | None
    is_mine: bool
    disputed_by: tuple[Seat, ...] = field(default=())

    @property
    def seen(self) -> str:
        """The value as a form sends it back."""
        return mark(self.value)


def panel_of(course: Course, seat: Seat | None, mend: Mend | None = None) -> Panel:
    """The question to a seat, or to nobody's (a watcher waits like everybody)."""
    if mend is not None and seat is not None:
        deal = course.find(mend.deal)
        asked = _mending(course, deal, seat, mend) if deal else None
        if asked is not None:
            return asked
    if course.pulka.step != PulkaStep.PLAYING or course.current is None:
        return Panel(ask=Ask.ENDED, seat=seat)
    return _asking(course, course.current, seat)


def _asking(course: Course, deal: OpenDeal, seat: Seat | None) -> Panel:
    if deal.step is Step.ORDER:
        return _order(course, deal, seat)
    if deal.step is Step.CONFLICT:
        return _conflict(course, deal, seat)
    if seat is None or seat not in waited_for(deal.terms, deal.posts):
        return _talon(deal, seat) if _could_tell_talon(deal, seat) else _wait(course, deal, seat)
    if deal.step is Step.DEALER:
        return _dealer(deal, seat)
    if deal.step is Step.TALON or seat in deal.terms.resting:
        return _talon(deal, seat)
    if deal.step is Step.ANSWER:
        return _answer(deal, seat)
    if deal.step is Step.HALF:
        return Panel(ask=Ask.REPLY, seat=seat, deal=deal)
    return _tricks(deal, seat)


def _order(course: Course, deal: OpenDeal, seat: Seat | None) -> Panel:
    if seat not in deal.terms.active:
        return _wait(course, deal, seat)
    return Panel(ask=Ask.ORDER, seat=seat, deal=deal, lowest=course.lowest_bid(deal.number))


def _wait(course: Course, deal: OpenDeal, seat: Seat | None) -> Panel:
    """Nothing to do: for whom we wait, what this seat has said, whether it could help."""
    asked = waited_for(deal.terms, deal.posts)
    ahead = course.after_half
    return Panel(
        ask=Ask.WAIT,
        seat=seat,
        deal=deal,
        waits=asked,
        may_tell=seat is not None and _could_tell(deal, seat),
        ahead=ahead if ahead and seat in ahead.terms.active else None,
        lowest=course.lowest_bid(deal.number),
        lowest_ahead=course.lowest_bid(ahead.number) if ahead else None,
    )


def _could_tell_talon(deal: OpenDeal, seat: Seat | None) -> bool:
    """Whether this seat could tell the talon while the table waits for others."""
    return not deal.posts.talon and seat in talon_tellers(deal.terms, deal.posts)


def _could_tell(deal: OpenDeal, seat: Seat) -> bool:
    """Whether a number of this seat is not waited for but would do."""
    if deal.step is not Step.TRICKS:
        return False
    if single(deal.terms, deal.posts) is not None:
        return True
    return seat in count(deal.terms, deal.posts).missing


def _conflict(course: Course, deal: OpenDeal, seat: Seat | None) -> Panel:
    terms, posts = deal.terms, deal.posts
    involved = concerned(terms, posts)
    if ordered(posts) is None:
        return _orders(deal, seat, involved)
    if posts.disputes:
        return Panel(ask=Ask.DISPUTED, seat=seat, deal=deal, concerned=involved)
    if seat is None or seat not in involved:
        return Panel(ask=Ask.WAIT, seat=seat, deal=deal, waits=involved, concerned=involved)
    if is_talon_clash(terms, posts):
        return _talon(deal, seat, involved=involved)
    return _tricks(deal, seat, involved=involved)


def _orders(deal: OpenDeal, seat: Seat | None, involved: tuple[Seat, ...]) -> Panel:
    orders = {who: said.value for who, said in sorted(deal.posts.orders.items())}
    return Panel(
        ask=Ask.ORDERS,
        seat=seat,
        deal=deal,
        orders=tuple(orders.items()),
        current=orders.get(seat) if seat is not None else None,
        concerned=involved,
        may_pick=seat in deal.terms.active and seat not in orders,
    )


def _answer(deal: OpenDeal, seat: Seat, mend: Mend | None = None) -> Panel:
    said = deal.posts.answers.get(seat)
    half = (Role.HALF,) if half_is_open(deal.terms, deal.posts, seat) else ()
    return Panel(
        ask=Ask.ANSWER,
        seat=seat,
        deal=deal,
        mend=mend,
        current=said.value if said else None,
        roles=(Role.WHIST, *half, Role.PASS),
    )


def _dealer(deal: OpenDeal, seat: Seat, mend: Mend | None = None) -> Panel:
    """Whether the resting dealer whists, after both defenders passed."""
    said = deal.posts.answers.get(seat)
    return Panel(
        ask=Ask.DEALER,
        seat=seat,
        deal=deal,
        mend=mend,
        current=said.value if said else None,
        roles=(Role.WHIST, Role.PASS),
    )


def _talon(
    deal: OpenDeal, seat: Seat | None, mend: Mend | None = None, involved: Sequence[Seat] = ()
) -> Panel:
    """What the talon came to."""
    said = deal.posts.talon.get(seat) if seat is not None else None
    return Panel(
        ask=Ask.TALON,
        seat=seat,
        deal=deal,
        mend=mend,
        current=said.value if said else None,
        waits=waited_for(deal.terms, deal.posts),
        concerned=tuple(involved),
    )


def _tricks(
    deal: OpenDeal, seat: Seat, mend: Mend | None = None, involved: Sequence[Seat] = ()
) -> Panel:
    one = single(deal.terms, deal.posts)
    about = seat if one is None else one
    claim = deal.posts.claim(about, seat)
    limit = subjects(deal.terms, deal.posts)[about]
    fitting = _fitting(deal, about) if one is None else range(limit + 1)
    current = claim.number if claim else None
    return Panel(
        ask=Ask.TRICKS,
        seat=seat,
        deal=deal,
        mend=mend,
        current=current,
        about=about,
        is_single=one is not None,
        concerned=tuple(involved),
        choices=tuple(Choice(n, n in fitting, n == current) for n in range(limit + 1)),
    )


def _fitting(deal: OpenDeal, about: Seat) -> range:
    """Numbers of one subject that fit the others': all of them where one of those may be wrong."""
    told = count(deal.terms, deal.posts)
    is_free = deal.step is Step.CONFLICT or not told.missing
    return range(told.limits[about] + 1) if is_free else told.choices(about)


def _mending(course: Course, deal: OpenDeal, seat: Seat, mend: Mend) -> Panel | None:
    """The question again, where this seat may change its answer."""
    posts = deal.posts
    found = ordered(posts)
    is_contract = found is not None and found[1].game is Game.CONTRACT
    if mend.fact is Fact.ORDER and seat in posts.orders:
        current, lowest = posts.orders[seat].value, course.lowest_bid(deal.number)
        return Panel(ask=Ask.ORDER, seat=seat, deal=deal, mend=mend, current=current, lowest=lowest)
    if mend.fact is Fact.ANSWER and is_contract and seat in posts.answers:
        return (_dealer if seat in deal.terms.resting else _answer)(deal, seat, mend)
    if mend.fact is Fact.TALON and is_contract and seat in posts.talon:
        return _talon(deal, seat, mend)
    replies = authors(posts, Fact.REPLY)
    if mend.fact is Fact.REPLY and is_contract and seat in replies:
        current = replies[seat].value
        return Panel(ask=Ask.REPLY, seat=seat, deal=deal, mend=mend, current=current)
    if mend.fact is Fact.TRICKS and _takes_number(deal, seat):
        return _tricks(deal, seat, mend)
    return None


def _takes_number(deal: OpenDeal, seat: Seat) -> bool:
    if deal.step not in (Step.TRICKS, Step.TALON, Step.CONFLICT, Step.WRITTEN):
        return False
    limits = subjects(deal.terms, deal.posts)
    return bool(limits) and (single(deal.terms, deal.posts) is not None or seat in limits)


def facts_of(deal: OpenDeal, seat: Seat | None, mute: Collection[Seat] = ()) -> list[FactView]:
    """Everything that was said about a deal, in the order of the play.

    `mute` are the seats without a phone that this one speaks for.
    """
    posts = deal.posts
    replies = authors(posts, Fact.REPLY)
    values: list[tuple[Fact, Seat, Seat, Any, Seat | None]] = [
        *((Fact.ORDER, s, said.by, said.value, None) for s, said in posts.orders.items()),
        *((Fact.ANSWER, s, said.by, said.value, None) for s, said in posts.answers.items()),
        *((Fact.REPLY, s, said.by, said.value, None) for s, said in replies.items()),
        *((Fact.TRICKS, c.seat, c.by, c.number, c.about) for c in posts.claims),
        *((Fact.TALON, s, said.by, said.value, None) for s, said in posts.talon.items()),
    ]
    views = (_fact_view(deal, seat, *value) for value in values)
    return [replace(view, is_mine=True) if view.seat in mute else view for view in views]


def _fact_view(
    deal: OpenDeal,
    me: Seat | None,
    fact: Fact,
    seat: Seat,
    by: Seat,
    value: Any,
    about: Seat | None,
) -> FactView:
    disputes = deal.posts.disputes.items()
    disputed = tuple(s for s, d in disputes if (d.fact, d.seat) == (fact, seat))
    is_mine = me is not None and may_mend(seat, by, me)
    return FactView(fact, seat, by, value, about, is_mine, disputed)


def said_by(deal: OpenDeal, seat: Seat) -> Any:
    """The last thing a seat has said in a deal: its number, its role, its order, the talon."""
    claim = next((c for c in deal.posts.claims if c.seat == seat), None)
    if claim is not None:
        return claim.number
    final = roles(deal.terms, deal.posts)
    if seat in final:
        return final[seat]
    posts = deal.posts
    said = posts.answers.get(seat) or posts.orders.get(seat) or posts.talon.get(seat)
    return said.value if said else None
