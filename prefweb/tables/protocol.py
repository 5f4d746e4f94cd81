"""One deal at the table, from the first tap to ink: its steps, and what each post changes.

Pure: posts go in, posts come out. `services` keeps the result under a lock; `docs/protocol.md`
draws it. A post names what its phone saw (`seen`, `changes`): where that is no longer so, it
changes nothing and its author is `Told` what stands there.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from prefweb.tables.posts import Claim, Dispute, Fact, Game, Order, Posts, Reply, Said
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


class Kind(StrEnum):
    """What a post says."""

    ORDER = "order"
    PICK = "pick"
    ANSWER = "answer"
    REPLY = "reply"
    TRICKS = "tricks"
    DISPUTE = "dispute"
    START_OVER = "start_over"


class Told(Exception):
    """A post that changes nothing, and why: `prefweb.ui.words` has a sentence for each code."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """What one tap says: for which seat, by whose phone, and what that phone saw before."""

    kind: Kind
    seat: Seat
    by: Seat
    value: Any = None
    about: Seat | None = None
    seen: str = ""
    changes: int = 0


# ---------- what the posts add up to ----------


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


# ---------- what a post changes ----------


def may_mend(seat: Seat, by: Seat, me: Seat) -> bool:
    """The owner and the poster of a fact may change it; of one posted by proxy anybody may."""
    return me in (seat, by) or seat != by


def apply(terms: Terms, posts: Posts, post: Post) -> Posts:
    """The posts after one more, equal ones where it only repeats what stands.

    Raises Told where the post answers another question, or may not be.
    """
    return HANDLERS[post.kind](terms, posts, post)


def _order(terms: Terms, posts: Posts, post: Post) -> Posts:
    before = posts.orders.get(post.seat)
    order: Order | None = post.value
    if (before.value if before else None) == order:
        return posts
    if order is not None and post.seat not in terms.active:
        raise Told("rests", seat=post.seat)
    if before is None and step(terms, posts) is Step.WRITTEN:
        raise Told("written_already")
    _must_have_seen(before, post)
    orders = {seat: said for seat, said in posts.orders.items() if seat != post.seat}
    if order is not None:
        orders[post.seat] = Said(order, post.by)
    return _with_orders(posts, orders)


def _pick(terms: Terms, posts: Posts, post: Post) -> Posts:
    if ordered(posts) is not None or post.value not in posts.orders:
        raise Told("question_changed")
    if post.seat not in terms.active or post.seat in posts.orders:
        raise Told("not_the_third", seat=post.seat)
    return _with_orders(posts, {post.value: posts.orders[post.value]})


def _with_orders(posts: Posts, orders: Mapping[Seat, Said[Order]]) -> Posts:
    """Another game clears answers and tricks; a second order beside the first lets them wait."""
    disputes = _without(posts, Fact.ORDER)
    changed = replace(posts, orders=orders, disputes=disputes)
    now = ordered(changed)
    if orders and now is None:
        return replace(changed, changes=posts.changes + 1)
    if now is None or not _is_same(posts.game, now):
        return Posts(game=now, orders=orders, changes=posts.changes + 1)
    return replace(changed, game=now, changes=posts.changes + (ordered(posts) is None))


def _is_same(before: tuple[Seat, Order] | None, now: tuple[Seat, Order]) -> bool:
    if before is None or not before[1].is_same_game(now[1]):
        return False
    return before[0] == now[0] or now[1].game is Game.RASPASY


def _answer(terms: Terms, posts: Posts, post: Post) -> Posts:
    first, second = _defenders(terms, posts)
    if post.seat not in (first, second):
        raise Told("not_a_defender", seat=post.seat)
    before = posts.answers.get(post.seat)
    if (before.value if before else None) == post.value:
        return posts
    _must_be_present(posts, post)
    _must_have_seen(before, post)
    if post.value is Role.HALF and not half_is_open(terms, posts, post.seat):
        raise Told("no_half_whist")
    answers = {seat: said for seat, said in posts.answers.items() if seat != post.seat}
    if post.value is not None:
        answers[post.seat] = Said(post.value, post.by)
    return _with_answers(posts, _without_orphan(answers, first, second), is_first=before is None)


def half_is_open(terms: Terms, posts: Posts, seat: Seat) -> bool:
    """Whether this defender may leave for half: the second, after a pass, on the levels agreed."""
    found = ordered(posts)
    if found is None or found[1].level not in terms.convention.half_whist_levels:
        return False
    first, second = _defenders(terms, posts)
    said = posts.answers.get(first)
    return seat == second and said is not None and said.value is Role.PASS


def _without_orphan(
    answers: dict[Seat, Said[Role]], first: Seat, second: Seat
) -> dict[Seat, Said[Role]]:
    """No half-whist stays where the first defender no longer passes."""
    half = second in answers and answers[second].value is Role.HALF
    passed = first in answers and answers[first].value is Role.PASS
    return {s: a for s, a in answers.items() if s != second} if half and not passed else answers


def _with_answers(posts: Posts, answers: dict[Seat, Said[Role]], *, is_first: bool) -> Posts:
    if is_first:
        return replace(posts, answers=answers)
    return replace(
        posts,
        answers=answers,
        reply=None,
        claims=(),
        disputes=_without(posts, Fact.ANSWER, Fact.REPLY, Fact.TRICKS),
        changes=posts.changes + 1,
    )


def _reply(terms: Terms, posts: Posts, post: Post) -> Posts:
    first, second = _defenders(terms, posts)
    half = posts.answers.get(second)
    if half is None or half.value is not Role.HALF:
        raise Told("question_changed")
    if post.seat != first:
        raise Told("not_the_first", seat=post.seat)
    if posts.reply and posts.reply.value == post.value:
        return posts
    _must_be_present(posts, post)
    _must_have_seen(posts.reply, post)
    reply = Said(post.value, post.by) if post.value is not None else None
    if posts.reply is None:
        return replace(posts, reply=reply)
    disputes = _without(posts, Fact.REPLY, Fact.TRICKS)
    return replace(posts, reply=reply, claims=(), disputes=disputes, changes=posts.changes + 1)


def _tricks(terms: Terms, posts: Posts, post: Post) -> Posts:
    limits, one = subjects(terms, posts), single(terms, posts)
    if post.about not in limits or step(terms, posts) in (Step.ORDER, Step.ANSWER, Step.HALF):
        raise Told("question_changed")
    if post.about != (post.seat if one is None else one):
        raise Told("not_your_number", seat=post.seat)
    before = posts.claim(post.about, post.seat)
    if (before.number if before else None) == post.value:
        return posts
    _must_be_present(posts, post)
    _must_have_seen(Said(before.number, before.by) if before else None, post)
    if post.value is not None and not 0 <= post.value <= limits[post.about]:
        raise Told("no_such_number", limit=limits[post.about])
    claims = tuple(c for c in posts.claims if c is not before)
    if post.value is not None:
        claims += (Claim(post.about, post.seat, post.value, post.by),)
    return replace(posts, claims=claims, disputes=_without(posts, Fact.TRICKS))


def _dispute(terms: Terms, posts: Posts, post: Post) -> Posts:
    disputes = {seat: said for seat, said in posts.disputes.items() if seat != post.seat}
    if post.value is None:
        return replace(posts, disputes=disputes)
    dispute: Dispute = post.value
    if step(terms, posts) is not Step.WRITTEN and not posts.disputes:
        raise Told("question_changed")
    if dispute.seat not in authors(posts, dispute.fact):
        raise Told("nothing_to_dispute")
    return replace(posts, disputes=disputes | {post.seat: dispute})


def authors(posts: Posts, fact: Fact) -> dict[Seat, Seat]:
    """Who said a fact: the seat it belongs to, and the seat whose phone posted it."""
    if fact is Fact.ORDER:
        return {seat: said.by for seat, said in posts.orders.items()}
    if fact is Fact.ANSWER:
        return {seat: said.by for seat, said in posts.answers.items()}
    if fact is Fact.TRICKS:
        return {claim.seat: claim.by for claim in posts.claims}
    first = next((s for s, a in posts.answers.items() if a.value is Role.PASS), None)
    return {first: posts.reply.by} if posts.reply and first is not None else {}


def _start_over(terms: Terms, posts: Posts, post: Post) -> Posts:
    if step(terms, posts) is Step.WRITTEN:
        raise Told("written_already")
    if post.seat not in terms.active:
        raise Told("rests", seat=post.seat)
    _must_be_present(posts, post)
    return Posts(changes=posts.changes + 1)


HANDLERS: dict[Kind, Callable[[Terms, Posts, Post], Posts]] = {
    Kind.ORDER: _order,
    Kind.PICK: _pick,
    Kind.ANSWER: _answer,
    Kind.REPLY: _reply,
    Kind.TRICKS: _tricks,
    Kind.DISPUTE: _dispute,
    Kind.START_OVER: _start_over,
}


def _defenders(terms: Terms, posts: Posts) -> tuple[Seat, Seat]:
    found = ordered(posts)
    if found is None or found[1].game is not Game.CONTRACT:
        raise Told("question_changed")
    first, second = terms.defenders(found[0])
    return first, second


def _must_be_present(posts: Posts, post: Post) -> None:
    """The post answers the question that stands now."""
    if post.changes != posts.changes:
        raise Told("question_changed")


def _must_have_seen(before: Said[Any] | None, post: Post) -> None:
    """The phone knew what stands, and may change it."""
    if before is None:
        if post.seen:
            raise Told("question_changed")
        return
    if post.seen != mark(before.value):
        raise Told("said_already", seat=post.seat, by=before.by, value=before.value)
    if not may_mend(post.seat, before.by, post.by):
        raise Told("not_yours", seat=post.seat, by=before.by)


def mark(value: Any) -> str:
    """A fact as a form carries it, to tell whether it is still the one that was seen."""
    return value.mark if isinstance(value, Order) else str(value)


def _without(posts: Posts, *kinds: Fact) -> dict[Seat, Dispute]:
    return {seat: said for seat, said in posts.disputes.items() if said.fact not in kinds}
