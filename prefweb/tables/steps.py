"""What the posts about a deal add up to: the step, the tricks, whom the table waits for, the facts.

Read off the posts each time and never stored, so a mended post leaves no step behind.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from prefweb.tables.posts import Fact, Game, Order, Posts, Reply, Said
from scoring import Contract, Convention, Deal, Misere, Raspasy, Role, Seat
from scoring.checks import TALON
from scoring.deals import HAND, Seating, defenders
from scoring.raspasy import takes_talon
from scoring.situation import Situation


class Step(StrEnum):
    """What the table is asked now."""

    ORDER = "order"
    ANSWER = "answer"
    HALF = "half"
    TRICKS = "tricks"
    CONFLICT = "conflict"
    WRITTEN = "written"


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for one deal: the agreement, and who plays or rests."""

    convention: Convention
    seats: Seating

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
    if len(games) == 1 or (games and all(order.game is Game.RASPASY for _, order in games)):
        return games[0]
    return None


def roles(terms: Terms, posts: Posts) -> dict[Seat, Role]:
    """The defenders' final roles; a half-whist taken back is a pass beside a whist."""
    said = {seat: answer.value for seat, answer in posts.answers.items()}
    if posts.reply and posts.reply.value is Reply.BACK:
        return {seat: Role.PASS if role is Role.HALF else Role.WHIST for seat, role in said.items()}
    return said


@dataclass(frozen=True, slots=True)
class Count:
    """The tricks told so far, by subject, and what they still leave open."""

    limits: Mapping[Seat, int]
    known: Mapping[Seat, int]
    clashing: frozenset[Seat]

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
        room = sum(self.limits[seat] for seat in self.missing)
        return not self.clashing and 0 <= -self.gap <= room

    @property
    def is_complete(self) -> bool:
        """Whether the told numbers leave one way to fill up to ten."""
        return self.fits and (self.gap == 0 or len(self.missing) == 1)

    def filled(self) -> dict[Seat, int]:
        """Every subject's tricks; the last one has the rest."""
        return {seat: self.known.get(seat, -self.gap) for seat in self.limits}

    def choices(self, about: Seat) -> range:
        """Numbers of one subject that can still fit the others."""
        others = sum(number for seat, number in self.known.items() if seat != about)
        room = sum(self.limits[seat] for seat in self.missing if seat != about)
        rest = HAND - others
        limit = self.limits[about]
        return range(max(0, min(rest - room, limit)), max(0, min(rest, limit)) + 1)


def single(terms: Terms, posts: Posts) -> Seat | None:
    """The declarer where his number alone settles the tricks."""
    found = ordered(posts)
    if found is None or found[1].game is Game.RASPASY:
        return None
    declarer, order = found
    whisters = [role for role in roles(terms, posts).values() if role is Role.WHIST]
    return declarer if order.game is Game.MISERE or len(whisters) == 1 else None


def subjects(terms: Terms, posts: Posts) -> dict[Seat, int]:
    """Whose tricks are asked, each with the most he can have; empty where nothing is played."""
    found = ordered(posts)
    if found is None:
        return {}
    if found[1].game is Game.RASPASY:
        owner = takes_talon(Situation(terms.convention, terms.seats))
        talon = {} if owner is None else {owner: TALON}
        return dict.fromkeys(terms.active, HAND) | talon
    if found[1].game is Game.CONTRACT and Role.WHIST not in roles(terms, posts).values():
        return {}
    return dict.fromkeys(terms.active, HAND)


def count(terms: Terms, posts: Posts) -> Count:
    """The tricks as told; numbers about one seat that differ are left out and named."""
    told: dict[Seat, set[int]] = {}
    for claim in posts.claims:
        told.setdefault(claim.about, set()).add(claim.number)
    known = {seat: min(numbers) for seat, numbers in told.items() if len(numbers) == 1}
    return Count(subjects(terms, posts), known, frozenset(told) - frozenset(known))


def step(terms: Terms, posts: Posts) -> Step:
    """What the table is asked, by all that has been posted."""
    found = ordered(posts)
    if found is None:
        return Step.CONFLICT if posts.orders else Step.ORDER
    if posts.disputes:
        return Step.CONFLICT
    if found[1].game is Game.CONTRACT:
        return _contract_step(terms, posts, found[0])
    return _tricks_step(terms, posts)


def _contract_step(terms: Terms, posts: Posts, declarer: Seat) -> Step:
    if any(seat not in posts.answers for seat in terms.defenders(declarer)):
        return Step.ANSWER
    said = [answer.value for answer in posts.answers.values()]
    if Role.HALF in said and posts.reply is None:
        return Step.HALF
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


def waited_for(terms: Terms, posts: Posts) -> tuple[Seat, ...]:
    """The seats whose post would bring the deal on."""
    now = step(terms, posts)
    found = ordered(posts)
    if now is Step.ORDER:
        return terms.active
    if now is Step.CONFLICT:
        return concerned(terms, posts)
    if found is None or now is Step.WRITTEN:
        return ()
    defenders = terms.defenders(found[0]) if found[1].game is Game.CONTRACT else ()
    if now is Step.ANSWER:
        return tuple(seat for seat in defenders if seat not in posts.answers)
    if now is Step.HALF:
        return defenders[:1]
    return _asked_for_tricks(terms, posts, found[0])


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
    if order.game is Game.RASPASY:
        return Raspasy(tricks=told.filled(), dealer=terms.dealer)
    if order.game is Game.MISERE:
        return Misere(declarer=seat, tricks=told.known[seat], dealer=terms.dealer)
    return Contract(
        declarer=seat,
        level=order.level or 0,
        trump=order.trump,
        roles=roles(terms, posts),
        tricks=_contract_tricks(terms, posts, told),
        taken_back=posts.reply is not None and posts.reply.value is Reply.BACK,
        dealer=terms.dealer,
    )


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
    first = next((s for s, a in posts.answers.items() if a.value is Role.PASS), None)
    return {first: posts.reply} if posts.reply and first is not None else {}
