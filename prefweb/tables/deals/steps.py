"""What the posts about a deal add up to: the step, the tricks, whom the table waits for, the facts.

Read off the posts each time and never stored, so a mended post leaves no step behind.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from prefweb.tables.deals.posts import Fact, Game, Order, Posts, Reply, Said
from scoring import Concession, Contract, Convention, Deal, Misere, Raspasy, Role, Seat, Trump
from scoring.checks import TALON
from scoring.contract import is_checked_ten
from scoring.conventions import TalonBonus, TenSplit
from scoring.deals import HAND, Seating, defenders
from scoring.raspasy import takes_talon
from scoring.situation import Situation


class Step(StrEnum):
    """What the table is asked now."""

    ORDER = "order"
    ANSWER = "answer"
    HALF = "half"
    DEALER = "dealer"
    TRICKS = "tricks"
    TALON = "talon"
    CONFLICT = "conflict"
    WRITTEN = "written"


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for one deal: the agreement, and who plays or rests."""

    convention: Convention
    seats: Seating
    multipliers: bool = False
    """Whether an order may multiply its deal."""

    @property
    def dealer(self) -> Seat:
        return self.seats.dealer

    @property
    def active(self) -> tuple[Seat, ...]:
        """Who plays, clockwise from the dealer's left."""
        return self.seats.active

    @property
    def resting(self) -> tuple[Seat, ...]:
        return self.seats.resting

    def defenders(self, declarer: Seat) -> tuple[Seat, ...]:
        """The others who play, first the one who speaks first."""
        return defenders(self.seats, declarer)


def ordered(posts: Posts) -> tuple[Seat, Order] | None:
    """The declarer and his game, or a seat that said raspasy; None while nobody or several did."""
    games = [(seat, said.value) for seat, said in sorted(posts.orders.items())]
    if len(games) == 1 or (games and _is_common(order for _, order in games)):
        return games[0]
    return None


def _is_common(orders: Iterable[Order]) -> bool:
    """Whether it is one and the same raspasy, which is nobody's own."""
    games = {(order.game, order.multiplier) for order in orders}
    return len(games) == 1 and all(game is Game.RASPASY for game, _ in games)


def is_forced(terms: Terms, order: Order) -> bool:
    """Whether both defenders must whist without being asked: six spades, where it is agreed."""
    is_six_spades = (order.level, order.trump) == (6, Trump.SPADES)
    return terms.convention.stalingrad and order.game is Game.CONTRACT and is_six_spades


def is_checked(terms: Terms, order: Order) -> bool:
    """Whether the hands are opened and nobody is asked for a whist: a ten, where it is agreed."""
    return order.game is Game.CONTRACT and is_checked_ten(order.level or 0, terms.convention)


def asks_answers(terms: Terms, order: Order) -> bool:
    """Whether the defenders are asked for whist or pass."""
    is_free = not is_forced(terms, order) and not is_checked(terms, order)
    return order.game is Game.CONTRACT and is_free


def pays_talon(terms: Terms, order: Order) -> bool:
    """Whether the talon's high cards are paid for in this game."""
    return order.game is Game.CONTRACT and terms.convention.talon_bonus is not TalonBonus.OFF


def talon_tellers(terms: Terms, posts: Posts) -> tuple[Seat, ...]:
    """Who tells the talon's units: the resting dealer, else either defender."""
    found = ordered(posts)
    if found is None or not pays_talon(terms, found[1]):
        return ()
    dealer = terms.seats.resting_dealer
    return terms.defenders(found[0]) if dealer is None else (dealer,)


def roles(terms: Terms, posts: Posts) -> dict[Seat, Role]:
    """The defenders' final roles; a half-whist taken back is a pass beside a whist."""
    found = ordered(posts)
    if found is not None and is_forced(terms, found[1]):
        return dict.fromkeys(terms.defenders(found[0]), Role.WHIST)
    said = {seat: answer.value for seat, answer in posts.answers.items()}
    if posts.reply and posts.reply.value is Reply.BACK:
        return {seat: Role.PASS if role is Role.HALF else Role.WHIST for seat, role in said.items()}
    return {s: role for s, role in said.items() if s in terms.active or role is not Role.PASS}


def asks_dealer(terms: Terms, posts: Posts) -> bool:
    """Whether the dealer who rests may whist, where it is agreed: all defenders passed."""
    found = ordered(posts)
    agreed = terms.convention.dealer_may_whist and terms.resting == (terms.dealer,)
    if not agreed or found is None or not asks_answers(terms, found[1]):
        return False
    said = [posts.answers.get(seat) for seat in terms.defenders(found[0])]
    return all(answer is not None and answer.value is Role.PASS for answer in said)


@dataclass(frozen=True, slots=True)
class Count:
    """The tricks told so far, by subject, and what they still leave open."""

    limits: Mapping[Seat, int]
    known: Mapping[Seat, int]
    clashing: frozenset[Seat]
    spare: int = 0
    """Tricks that may be nobody's: a dummy's in a raspasy of two."""

    @property
    def gap(self) -> int:
        """Tricks beyond ten (positive) or still to be told (negative)."""
        return sum(self.known.values()) - HAND

    @property
    def missing(self) -> tuple[Seat, ...]:
        return tuple(s for s in self.limits if s not in self.known and s not in self.clashing)

    @property
    def fits(self) -> bool:
        """Whether the missing numbers can still fill up to ten."""
        room = sum(self.limits[seat] for seat in self.missing) + self.spare
        return not self.clashing and 0 <= -self.gap <= room

    @property
    def is_complete(self) -> bool:
        """Whether the told numbers leave one way to fill up to ten."""
        last = 0 if self.spare else 1
        return self.fits and (self.gap == 0 or len(self.missing) <= last)

    def filled(self) -> dict[Seat, int]:
        """Every subject's tricks; the last one has the rest."""
        return {seat: self.known.get(seat, -self.gap) for seat in self.limits}

    def choices(self, about: Seat) -> range:
        """Numbers of one subject that can still fit the others."""
        others = sum(number for seat, number in self.known.items() if seat != about)
        room = sum(self.limits[seat] for seat in self.missing if seat != about) + self.spare
        rest = HAND - others
        limit = self.limits[about]
        return range(max(0, min(rest - room, limit)), max(0, min(rest, limit)) + 1)


def single(terms: Terms, posts: Posts) -> Seat | None:
    """The declarer where his number alone settles the tricks."""
    found = ordered(posts)
    if found is None or found[1].game in (Game.RASPASY, Game.CONCESSION):
        return None
    declarer, order = found
    if order.game is Game.MISERE or len(terms.active) == 2:
        return declarer
    if is_checked(terms, order):
        return declarer if terms.convention.ten_checked_split is TenSplit.EQUAL else None
    whisters = [role for role in roles(terms, posts).values() if role is Role.WHIST]
    return declarer if len(whisters) == 1 else None


def subjects(terms: Terms, posts: Posts) -> dict[Seat, int]:
    """Whose tricks are asked, each with the most he can have; empty where nothing is played."""
    found = ordered(posts)
    if found is None or found[1].game is Game.CONCESSION:
        return {}
    if found[1].game is Game.RASPASY:
        owner = takes_talon(Situation(terms.convention, terms.seats))
        talon = {} if owner is None else {owner: TALON}
        return dict.fromkeys(terms.active, HAND) | talon
    if not _is_played(terms, posts, found[1]):
        return {}
    return dict.fromkeys(terms.active, HAND)


def _is_played(terms: Terms, posts: Posts, order: Order) -> bool:
    """Whether a declarer's game comes to tricks, by the answers so far."""
    if order.game is Game.MISERE or is_checked(terms, order):
        return True
    return Role.WHIST in roles(terms, posts).values()


def count(terms: Terms, posts: Posts) -> Count:
    """The tricks as told; numbers about one seat that differ are left out and named."""
    told: dict[Seat, set[int]] = {}
    for claim in posts.claims:
        told.setdefault(claim.about, set()).add(claim.number)
    known = {seat: min(numbers) for seat, numbers in told.items() if len(numbers) == 1}
    found = ordered(posts)
    has_dummy = len(terms.active) == 2 and found is not None and found[1].game is Game.RASPASY
    spare = HAND if has_dummy else 0
    return Count(subjects(terms, posts), known, frozenset(told) - frozenset(known), spare)


def talon_units(posts: Posts) -> int | None:
    """The talon's units, once they are told and nobody says otherwise."""
    told = _told_units(posts)
    return min(told) if len(told) == 1 else None


def step(terms: Terms, posts: Posts) -> Step:
    """What the table is asked, by all that has been posted."""
    found = ordered(posts)
    if found is None:
        return Step.CONFLICT if posts.orders else Step.ORDER
    if posts.disputes:
        return Step.CONFLICT
    now = _play_step(terms, posts, *found)
    if now is not Step.WRITTEN or not pays_talon(terms, found[1]):
        return now
    return _talon_step(posts)


def _play_step(terms: Terms, posts: Posts, seat: Seat, order: Order) -> Step:
    """The step, the talon aside."""
    if order.game is Game.CONCESSION:
        return Step.WRITTEN
    if asks_answers(terms, order):
        return _answer_step(terms, posts, seat)
    return _tricks_step(terms, posts)


def _answer_step(terms: Terms, posts: Posts, declarer: Seat) -> Step:
    if any(seat not in posts.answers for seat in terms.defenders(declarer)):
        return Step.ANSWER
    said = [answer.value for answer in posts.answers.values()]
    if Role.HALF in said and posts.reply is None:
        return Step.HALF
    if asks_dealer(terms, posts) and terms.dealer not in posts.answers:
        return Step.DEALER
    if Role.WHIST not in roles(terms, posts).values():
        return Step.WRITTEN
    return _tricks_step(terms, posts)


def _tricks_step(terms: Terms, posts: Posts) -> Step:
    told = count(terms, posts)
    if not told.fits:
        return Step.CONFLICT
    one = single(terms, posts)
    settled = one in told.known if one is not None else told.is_complete
    return Step.WRITTEN if settled else Step.TRICKS


def is_talon_clash(terms: Terms, posts: Posts) -> bool:
    """Whether nothing but the talon is told in two ways."""
    found = ordered(posts)
    if found is None or posts.disputes or not pays_talon(terms, found[1]):
        return False
    return _play_step(terms, posts, *found) is Step.WRITTEN and len(_told_units(posts)) > 1


def _told_units(posts: Posts) -> set[int]:
    return {said.value for said in posts.talon.values()}


def _talon_step(posts: Posts) -> Step:
    if not posts.talon:
        return Step.TALON
    return Step.CONFLICT if talon_units(posts) is None else Step.WRITTEN


def waited_for(terms: Terms, posts: Posts) -> tuple[Seat, ...]:
    """The seats whose post would bring the deal on."""
    now = step(terms, posts)
    if now is Step.ORDER:
        return terms.active
    if now is Step.CONFLICT:
        return concerned(terms, posts)
    if now is Step.WRITTEN:
        return ()
    return _asked(terms, posts, now) + _resting_teller(terms, posts, now)


def _asked(terms: Terms, posts: Posts, now: Step) -> tuple[Seat, ...]:
    """Whom the game itself waits for, between the order and ink."""
    found = ordered(posts)
    if found is None:
        return ()
    if now is Step.TALON:
        return talon_tellers(terms, posts)
    if now is Step.DEALER:
        return (terms.dealer,)
    if now is Step.TRICKS:
        return _asked_for_tricks(terms, posts, found[0])
    defenders = terms.defenders(found[0])
    if now is Step.HALF:
        return defenders[:1]
    return tuple(seat for seat in defenders if seat not in posts.answers)


def _resting_teller(terms: Terms, posts: Posts, now: Step) -> tuple[Seat, ...]:
    """A dealer who rests and could tell the talon while the others play."""
    is_due = now in (Step.ANSWER, Step.HALF, Step.TRICKS) and not posts.talon
    tellers = talon_tellers(terms, posts) if is_due else ()
    return tuple(seat for seat in tellers if seat in terms.resting)


def _asked_for_tricks(terms: Terms, posts: Posts, declarer: Seat) -> tuple[Seat, ...]:
    if single(terms, posts) is None:
        missing = count(terms, posts).missing
        return tuple(seat for seat in missing if seat in terms.active)
    whisters = [seat for seat, role in roles(terms, posts).items() if role is Role.WHIST]
    return (declarer, *whisters)


def concerned(terms: Terms, posts: Posts) -> tuple[Seat, ...]:
    """Whose posts disagree."""
    if len(posts.orders) > 1 and ordered(posts) is None:
        return tuple(sorted(posts.orders))
    if posts.disputes:
        facts = {dispute.seat for dispute in posts.disputes.values()}
        return tuple(sorted(facts | set(posts.disputes)))
    if is_talon_clash(terms, posts):
        return tuple(sorted(posts.talon))
    told = count(terms, posts)
    claims = [c for c in posts.claims if not told.clashing or c.about in told.clashing]
    return tuple(sorted({claim.seat for claim in claims}))


def facts(terms: Terms, posts: Posts) -> Deal | None:
    """The deal as the engine takes it, once the posts agree."""
    found = ordered(posts)
    if found is None or step(terms, posts) is not Step.WRITTEN:
        return None
    seat, order = found
    told = count(terms, posts)
    about = _about_deal(terms, order)
    if order.game is Game.RASPASY:
        return Raspasy(tricks=told.filled(), **about)
    if order.game is Game.MISERE:
        return Misere(declarer=seat, tricks=told.known[seat], **about)
    if order.game is Game.CONCESSION:
        level = order.level or 0
        return Concession(declarer=seat, level=level, undertricks=order.undertricks, **about)
    return Contract(
        declarer=seat,
        level=order.level or 0,
        trump=order.trump,
        roles={} if is_checked(terms, order) else roles(terms, posts),
        tricks=_contract_tricks(terms, posts, told),
        talon_units=talon_units(posts) if pays_talon(terms, order) else None,
        taken_back=posts.reply is not None and posts.reply.value is Reply.BACK,
        **about,
    )


def _about_deal(terms: Terms, order: Order) -> dict[str, Any]:
    """Who dealt, who rested, what multiplies everything and what it is called."""
    is_five = len(terms.resting) > 1
    return {
        "dealer": terms.dealer,
        "resting": terms.resting if is_five else None,
        "multiplier": order.multiplier,
        "note": order.called or None,
    }


def _contract_tricks(terms: Terms, posts: Posts, told: Count) -> dict[Seat, int] | None:
    if not told.limits:
        return None
    return dict(told.known) if single(terms, posts) is not None else told.filled()


def authors(posts: Posts, fact: Fact) -> Mapping[Seat, Said[Any]]:
    """Who said a fact of this kind: the seat it belongs to, the value, whose phone posted it."""
    if fact is Fact.ORDER:
        return posts.orders
    if fact is Fact.ANSWER:
        return posts.answers
    if fact is Fact.TRICKS:
        return {claim.seat: Said(claim.number, claim.by) for claim in posts.claims}
    if fact is Fact.TALON:
        return posts.talon
    first = next((s for s, a in posts.answers.items() if a.value is Role.PASS), None)
    return {first: posts.reply} if posts.reply and first is not None else {}
