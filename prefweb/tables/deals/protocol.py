"""What each post changes in a deal, from the first tap to ink.

Pure: posts go in, posts come out; `steps` says what they add up to, `services` keeps them under a
lock, `docs/protocol.md` draws it. A post names what its phone saw (`seen`, `changes`): where that
is no longer so, it changes nothing and its author is `Told` what stands there.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from prefweb.tables.deals.posts import Claim, Dispute, Fact, Game, Order, Posts, Said, Units
from prefweb.tables.deals.steps import (
    Step,
    Terms,
    asks_answers,
    asks_dealer,
    authors,
    is_forced,
    ordered,
    single,
    step,
    subjects,
    talon_tellers,
)
from scoring import Role, Seat


class Kind(StrEnum):
    """What a post says."""

    ORDER = "order"
    PICK = "pick"
    ANSWER = "answer"
    REPLY = "reply"
    TRICKS = "tricks"
    TALON = "talon"
    DISPUTE = "dispute"
    START_OVER = "start_over"


class Told(Exception):
    """A post that changes nothing, and why: `prefweb.ui.words` has a sentence for each code."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


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
    stands_in: bool = False
    """Whether the seat has no phone of its own, so that this one speaks as its owner."""


def may_mend(seat: Seat, by: Seat, me: Seat) -> bool:
    """The owner and the poster of a fact may change it; of one posted by proxy anybody may."""
    return me in (seat, by) or seat != by


def apply(terms: Terms, posts: Posts, post: Post) -> Posts:
    """The posts after one more, equal ones where it only repeats what stands.

    Raises Told where the post answers another question, or may not be.
    """
    return HANDLERS[post.kind](terms, posts, post)


def cleared(before: Posts, after: Posts, post: Post) -> dict[Seat, dict[Fact, Any]]:
    """What a post took back besides its own fact: by the seat that had said it."""
    now = {key for key, _value in _said(after)} | {(post.kind.value, post.seat)}
    found: dict[Seat, dict[Fact, Any]] = {}
    for (fact, seat), value in _said(before):
        if (fact, seat) not in now:
            found.setdefault(seat, {})[fact] = value
    return found


def _said(posts: Posts) -> Iterator[tuple[tuple[Fact, Seat], Any]]:
    """Every fact that stands, with whose it is; a seat has one of each kind."""
    for fact in (Fact.ORDER, Fact.ANSWER, Fact.REPLY, Fact.TALON):
        for seat, said in authors(posts, fact).items():
            yield (fact, seat), said.value
    for claim in posts.claims:
        yield (Fact.TRICKS, claim.seat), claim


def _order(terms: Terms, posts: Posts, post: Post) -> Posts:
    before = posts.orders.get(post.seat)
    order: Order | None = post.value
    if (before.value if before else None) == order:
        return posts
    if order is not None and post.seat not in terms.active:
        raise Told("rests", seat=post.seat)
    if order is not None:
        _must_be_agreed(terms, order)
    if before is None and step(terms, posts) is Step.WRITTEN and not _is_given_up(posts):
        raise Told("written_already")
    _must_have_seen(before, post)
    if not posts.orders:
        _must_be_present(posts, post)  # the cards may have been dealt again meanwhile
    orders = {seat: said for seat, said in posts.orders.items() if seat != post.seat}
    if order is not None:
        orders[post.seat] = Said(order, post.by)
    return _with_orders(terms, posts, orders)


def _is_given_up(posts: Posts) -> bool:
    """Whether one order alone has written the deal, so that another at once still competes."""
    found = ordered(posts)
    return found is not None and found[1].game is Game.CONCESSION


def _must_be_agreed(terms: Terms, order: Order) -> None:
    """Whether this table plays such games."""
    convention = terms.convention
    if order.game is Game.CONCESSION and not convention.concession:
        raise Told("no_concession")
    if order.multiplier != 1 and not terms.multipliers:
        raise Told("no_multipliers")
    is_six = (order.game, order.level) == (Game.CONTRACT, 6)
    if convention.stalingrad and is_six and order.trump is None:
        raise Told("trump_needed")


def _pick(terms: Terms, posts: Posts, post: Post) -> Posts:
    if ordered(posts) is not None or post.value not in posts.orders:
        raise Told("question_changed")
    if post.seat not in terms.active or post.seat in posts.orders:
        raise Told("not_the_third", seat=post.seat)
    _must_be_present(posts, post)
    return _with_orders(terms, posts, {post.value: posts.orders[post.value]})


def _with_orders(terms: Terms, posts: Posts, orders: Mapping[Seat, Said[Order]]) -> Posts:
    """Another game clears answers and tricks; a second order beside the first lets them wait."""
    disputes = _without(posts, Fact.ORDER)
    changed = replace(posts, orders=orders, disputes=disputes)
    now = ordered(changed)
    if orders and now is None:
        return replace(changed, changes=posts.changes + 1)
    if now is None or not _is_same(terms, posts.game, now):
        return Posts(game=now, orders=orders, changes=posts.changes + 1)
    return replace(changed, game=now, changes=posts.changes + (ordered(posts) is None))


def _is_same(terms: Terms, before: tuple[Seat, Order] | None, now: tuple[Seat, Order]) -> bool:
    if before is None or not before[1].is_same_game(now[1]):
        return False
    if is_forced(terms, before[1]) != is_forced(terms, now[1]):
        return False
    return before[0] == now[0] or now[1].game is Game.RASPASY


def _answer(terms: Terms, posts: Posts, post: Post) -> Posts:
    defenders = _defenders(terms, posts)
    if post.seat not in (*defenders, *_whisting_dealer(terms, posts)):
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
    return _with_answers(posts, _without_orphans(answers, defenders), is_first=before is None)


def _whisting_dealer(terms: Terms, posts: Posts) -> tuple[Seat, ...]:
    """The dealer, where the question has come to him."""
    return (terms.dealer,) if asks_dealer(terms, posts) else ()


def half_is_open(terms: Terms, posts: Posts, seat: Seat) -> bool:
    """Whether this defender may leave for half: the second, after a pass, on the levels agreed."""
    found = ordered(posts)
    if found is None or found[1].level not in terms.convention.half_whist_levels:
        return False
    first, *second = _defenders(terms, posts)
    said = posts.answers.get(first)
    return seat in second and said is not None and said.value is Role.PASS


def _without_orphans(
    answers: dict[Seat, Said[Role]], defenders: tuple[Seat, ...]
) -> dict[Seat, Said[Role]]:
    """No half-whist stays where the first defender no longer passes, no dealer's answer either."""
    said = {seat: answers[seat].value for seat in defenders if seat in answers}
    first = said.get(defenders[0])
    if list(said.values()) == [Role.PASS] * len(defenders):
        return answers
    return {
        seat: answer
        for seat, answer in answers.items()
        if seat in said and (answer.value is not Role.HALF or first is Role.PASS)
    }


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
    first, *others = _defenders(terms, posts)
    halves = [posts.answers[s] for s in others if s in posts.answers]
    if Role.HALF not in [half.value for half in halves]:
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


BEFORE_PLAY = (Step.ORDER, Step.ANSWER, Step.HALF, Step.DEALER)


def _tricks(terms: Terms, posts: Posts, post: Post) -> Posts:
    limits, one = subjects(terms, posts), single(terms, posts)
    if post.about not in limits or step(terms, posts) in BEFORE_PLAY:
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


def _talon(terms: Terms, posts: Posts, post: Post) -> Posts:
    if post.seat not in talon_tellers(terms, posts):
        raise Told("not_your_talon" if posts.orders else "question_changed", seat=post.seat)
    before = posts.talon.get(post.seat)
    if (before.value if before else None) == post.value:
        return posts
    _must_be_present(posts, post)
    _must_have_seen(before, post)
    if post.value is not None and post.value not in TALON_UNITS:
        raise Told("no_such_number", limit=TALON_UNITS[-1])
    talon = {seat: said for seat, said in posts.talon.items() if seat != post.seat}
    if post.value is not None:
        talon[post.seat] = Said(Units(post.value), post.by)
    return replace(posts, talon=talon, disputes=_without(posts, Fact.TALON))


TALON_UNITS = range(4)
"""What the two cards of a talon can be worth."""


def _dispute(terms: Terms, posts: Posts, post: Post) -> Posts:
    disputes = {seat: said for seat, said in posts.disputes.items() if seat != post.seat}
    if post.value is None:
        return replace(posts, disputes=disputes)
    dispute: Dispute = post.value
    if step(terms, posts) is not Step.WRITTEN and not posts.disputes:
        raise Told("question_changed")
    said = authors(posts, dispute.fact).get(dispute.seat)
    if said is None:
        raise Told("nothing_to_dispute")
    if post.seen != mark(said.value):
        raise Told("said_already", seat=dispute.seat, by=said.by, value=said.value)
    if posts.disputes.get(post.seat, dispute) != dispute:
        raise Told("one_dispute")
    return replace(posts, disputes=disputes | {post.seat: dispute})


def _start_over(terms: Terms, posts: Posts, post: Post) -> Posts:
    if step(terms, posts) is Step.WRITTEN or posts.disputes:
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
    Kind.TALON: _talon,
    Kind.DISPUTE: _dispute,
    Kind.START_OVER: _start_over,
}


def _defenders(terms: Terms, posts: Posts) -> tuple[Seat, ...]:
    """Who answers, first the one who speaks first: two, or one in a game of two."""
    found = ordered(posts)
    if found is None or not asks_answers(terms, found[1]):
        raise Told("question_changed")
    return terms.defenders(found[0])


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
    if not post.stands_in and not may_mend(post.seat, before.by, post.by):
        raise Told("not_yours", seat=post.seat, by=before.by)


def mark(value: Any) -> str:
    """A fact as a form carries it, to tell whether it is still the one that was seen."""
    return value.mark if isinstance(value, Order) else str(value)


def _without(posts: Posts, *kinds: Fact) -> dict[Seat, Dispute]:
    return {seat: said for seat, said in posts.disputes.items() if said.fact not in kinds}
