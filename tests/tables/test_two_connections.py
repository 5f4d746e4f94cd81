"""Two phones at once, each on a database connection of its own, tapping at random."""

import random
import uuid
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from prefweb.tables.deals.posts import Dispute, Fact, Game, Order, Posts, Reply
from prefweb.tables.deals.protocol import Kind, Post, half_is_open, mark
from prefweb.tables.deals.steps import Step, Terms, authors, count, facts, single, step, waited_for
from prefweb.tables.models import Line, PulkaStep
from prefweb.tables.pulkas.course import Course, OpenDeal
from prefweb.tables.services import playing
from prefweb.tables.services.playing import Tap
from scoring import Role, settle
from tests.tables.evenings import Evening, house, in_parallel

ROUNDS = 8
FULL = house(concession=3, talon_bonus="value", dealer_may_whist=True)
ORDERS = [Order(Game.CONTRACT, 6), Order(Game.CONTRACT, 8), Order(Game.RASPASY), None]
ORDERS += [Order(Game.MISERE), Order(Game.CONCESSION, 7)]
ANSWERS = [Role.WHIST, Role.PASS, Role.HALF, None]
VALUES: dict[Kind, list[Any]] = {
    Kind.ORDER: ORDERS,
    Kind.ANSWER: ANSWERS,
    Kind.REPLY: [*Reply],
    Kind.TRICKS: [None, *range(11)],
    Kind.TALON: [0, 2, None],
    Kind.START_OVER: [None],
    Kind.DISPUTE: [Dispute(Fact.ORDER, 1), Dispute(Fact.TRICKS, 1), None],
}
NEXT = {
    Step.ORDER: Kind.ORDER,
    Step.ANSWER: Kind.ANSWER,
    Step.HALF: Kind.REPLY,
    Step.DEALER: Kind.ANSWER,
    Step.TRICKS: Kind.TRICKS,
    Step.TALON: Kind.TALON,
}


def drawn(chance: random.Random, course: Course) -> Tap | None:
    """A tap somebody could make on the page as it stands: mostly what is asked, or anything."""
    deal = course.current or course.mendable
    if deal is None:
        return None
    return as_tap(
        deal, drawn_post(chance, deal.terms, deal.posts, waited_for(deal.terms, deal.posts))
    )


def as_tap(deal: OpenDeal, post: Post) -> Tap:
    """The post as a phone sends it."""
    return Tap(
        uid=uuid.uuid4().hex,
        deal=deal.number,
        kind=post.kind,
        seat=post.seat,
        value=post.value,
        about=post.about,
        seen=post.seen,
        changes=post.changes,
    )


def drawn_post(chance: random.Random, terms: Terms, posts: Posts, asked: tuple[int, ...]) -> Post:
    """The same as a post of the protocol."""
    kind = NEXT.get(step(terms, posts)) if chance.randrange(4) else None
    kind = kind or chance.choice([*VALUES])
    seat = chance.choice(asked or terms.active)
    value = chance.choice(VALUES[kind])
    one = single(terms, posts)
    return Post(
        kind=kind,
        seat=seat,
        by=seat,
        value=value,
        about=(seat if one is None else one) if kind is Kind.TRICKS else None,
        seen=_seen(posts, kind, seat, value),
        changes=posts.changes,
    )


def fitting_post(chance: random.Random, terms: Terms, posts: Posts) -> Post:
    """A post that brings the deal on: somebody is asked, and says something that can be."""
    post = drawn_post(chance, terms, posts, waited_for(terms, posts))
    kind = NEXT.get(step(terms, posts), Kind.TRICKS)
    seat = chance.choice(waited_for(terms, posts) or terms.active)
    one = single(terms, posts)
    about = (seat if one is None else one) if kind is Kind.TRICKS else None
    values = [value for value in VALUES[kind] if _can_be(terms, posts, seat, value)]
    if about is not None and about in (told := count(terms, posts)).limits:
        values = [*told.choices(about)] or values
    value, seen = chance.choice(values), _seen(posts, kind, seat, None)
    return replace(post, kind=kind, seat=seat, by=seat, value=value, about=about, seen=seen)


def _can_be(terms: Terms, posts: Posts, seat: int, value: Any) -> bool:
    if isinstance(value, Order) and value.game is Game.CONCESSION:
        return bool(terms.convention.concession)
    if value is Role.HALF:
        return seat in terms.active and half_is_open(terms, posts, seat)
    return value is not None


def _seen(posts: Posts, kind: Kind, seat: int, value: Any) -> str:
    if isinstance(value, Dispute):
        seat, kind = value.seat, Kind(value.fact)
    if kind.value not in set(Fact):
        return ""
    said = authors(posts, Fact(kind.value)).get(seat)
    return mark(said.value) if said else ""


@pytest.mark.django_db(transaction=True)
@settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(seed=st.integers(0, 1 << 32), size=st.integers(2, 5))
def test_two_phones_at_once_lose_and_double_nothing(seed: int, size: int) -> None:
    """Drawn by a seed: which of two is first is not hypothesis's to repeat."""
    chance = random.Random(seed)
    evening = Evening.begin(size, target=2, convention=FULL)
    for _ in range(ROUNDS):
        course = evening.course
        taps = [tap for tap in (drawn(chance, course), drawn(chance, course)) if tap]
        if not taps:
            break
        sent = [*taps, *chance.choice([[], taps[:1]])]
        codes = in_parallel(*(posting(evening, tap) for tap in sent))
        event(f"outcomes {sorted(map(str, codes))}")
        the_log_has_what_was_taken(evening, sent, codes)
        holds_together(evening)
    event(f"written {len(evening.course.written)}")


def posting(evening: Evening, tap: Tap) -> Callable[[], object]:
    return lambda: playing.post(evening.pulka.slug, evening.players[tap.seat], tap).code


def the_log_has_what_was_taken(evening: Evening, sent: list[Tap], codes: list[object]) -> None:
    """Every post once that was taken, none that was refused."""
    uids = [tap.uid for tap in sent]
    lines = Line.objects.filter(pulka=evening.pulka, uid__in=uids)
    logged = sorted(str(line.uid) for line in lines)
    taken = [uid for uid, code in zip(uids, codes, strict=True) if code == ""]
    agreed = {uid for uid, code in zip(uids, codes, strict=True) if code == "agrees"}
    assert len(taken) == len(set(taken))
    assert [uid for uid in logged if uid not in agreed] == sorted(taken)
    for line in lines:
        assert line.by is not None
        assert not line.proxy
        assert evening.players.index(line.by) == line.seat


def holds_together(evening: Evening) -> None:
    """The sheet follows from the posts, the end from the sheet, and balances come to 0."""
    course = evening.course
    assert sum(settle(course.replay.sheet, course.game).exact) == 0
    assert course.replay.over == (course.pulka.step == PulkaStep.ENDED)
    for deal in course.deals:
        is_written = facts(deal.terms, deal.posts) is not None
        assert is_written == (step(deal.terms, deal.posts) is Step.WRITTEN)
