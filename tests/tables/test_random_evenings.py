"""Posts in any order, by and for anybody, stale or repeated: what holds after each of them."""

import json
import uuid
from typing import Any

import pytest
from hypothesis import HealthCheck, event, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from prefweb.tables.course import Course
from prefweb.tables.models import Line, Proxies, PulkaStep
from prefweb.tables.panels import Ask, panel_of
from prefweb.tables.posts import Dispute, Fact, Game, Order, Reply
from prefweb.tables.protocol import Kind, Told, mark
from prefweb.tables.services import playing
from prefweb.tables.services.playing import Tap
from prefweb.tables.steps import Step, waited_for
from scoring import Role, settle
from tests.tables.evenings import Evening

TARGET = 2
SEATS = st.integers(0, 3)
ORDERS = st.one_of(
    st.builds(Order, st.just(Game.CONTRACT), st.integers(6, 10)),
    st.sampled_from([Order(Game.MISERE), Order(Game.RASPASY), None]),
)
VALUES: dict[Kind, st.SearchStrategy[Any]] = {
    Kind.ORDER: ORDERS,
    Kind.PICK: SEATS,
    Kind.ANSWER: st.sampled_from([*Role, None]),
    Kind.REPLY: st.sampled_from([*Reply, None]),
    Kind.TRICKS: st.one_of(st.none(), st.integers(-1, 11)),
    Kind.DISPUTE: st.one_of(st.none(), st.builds(Dispute, st.sampled_from(Fact), SEATS)),
    Kind.START_OVER: st.none(),
}
ASKED: dict[Ask, tuple[Kind, st.SearchStrategy[Any]]] = {
    Ask.ORDER: (Kind.ORDER, ORDERS.filter(bool)),
    Ask.ANSWER: (Kind.ANSWER, st.sampled_from([Role.WHIST, Role.HALF, Role.PASS])),
    Ask.REPLY: (Kind.REPLY, st.sampled_from([*Reply])),
    Ask.TRICKS: (Kind.TRICKS, st.integers(0, 10)),
    Ask.ORDERS: (Kind.ORDER, st.none()),
}


class Table(RuleBasedStateMachine):
    """Four people who tap whatever they like; half of them look at old pages."""

    @initialize(proxies=st.sampled_from(Proxies.values))
    def sit_down(self, proxies: str) -> None:
        self.evening = Evening.begin(4, target=TARGET, proxies=proxies)
        self.proxies = proxies
        self.taken: list[Tap] = []

    @property
    def course(self) -> Course:
        return self.evening.course

    def say(self, by: int, tap: Tap) -> str:
        """What the post is answered with; nothing of a refused one is left."""
        before = self.stored()
        code = self.answer(by, tap)
        if self.stored() != before:
            assert code in ("", "agrees"), code
            self.taken.append(tap)
        return code

    def answer(self, by: int, tap: Tap) -> str:
        try:
            return playing.post(self.evening.pulka.slug, self.evening.players[by], tap).code
        except Told as told:
            return told.code

    def stored(self) -> tuple[Any, ...]:
        pulka = self.evening.again().pulka
        deals = [(deal.number, deal.dealer, deal.posts) for deal in pulka.deals.all()]
        return pulka.version, pulka.step, deals, pulka.lines.count()

    @rule(kind=st.sampled_from(Kind), by=SEATS, seat=SEATS, data=st.data())
    def tap_anything(self, kind: Kind, by: int, seat: int, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from([by, by, by, seat]))
        about = data.draw(st.sampled_from([seat, (seat + 1) % 4, None]))
        value = data.draw(VALUES[kind])
        self.say(by, self.tap(kind, seat, value, about, by != seat and data.draw(st.booleans())))

    @rule(data=st.data(), posts=st.integers(4, 12))
    def do_what_the_page_asks(self, data: st.DataObject, posts: int) -> None:
        """Whoever is waited for says something that can be, so that deals get to their end."""
        for _ in range(posts):
            now = self.course.current
            if now is None:
                return
            seat = data.draw(st.sampled_from(waited_for(now.terms, now.posts)))
            panel = panel_of(self.course, seat)
            if panel.ask not in ASKED:
                return
            kind, values = ASKED[panel.ask]
            numbers = [choice.number for choice in panel.choices if choice.fits]
            value = data.draw(st.sampled_from(numbers) if numbers else values)
            self.say(seat, self.tap(kind, seat, value, panel.about, for_another=False))

    def tap(self, kind: Kind, seat: int, value: Any, about: int | None, for_another: bool) -> Tap:
        course = self.course
        deal = course.current or course.mendable or course.last
        number = deal.number if deal else 1
        return Tap(
            uid=uuid.uuid4().hex,
            deal=number,
            kind=kind,
            seat=seat,
            value=value,
            about=about if kind is Kind.TRICKS else None,
            seen=self.seen(kind, seat, about),
            changes=deal.posts.changes if deal else 0,
            for_another=for_another,
        )

    def seen(self, kind: Kind, seat: int, about: int | None) -> str:
        deal = self.course.current or self.course.mendable
        if deal is None:
            return ""
        claim = deal.posts.claim(about if about is not None else seat, seat)
        values: dict[Kind, Any] = {
            Kind.ORDER: getattr(deal.posts.orders.get(seat), "value", None),
            Kind.ANSWER: getattr(deal.posts.answers.get(seat), "value", None),
            Kind.REPLY: deal.posts.reply.value if deal.posts.reply else None,
            Kind.TRICKS: claim.number if claim else None,
        }
        value = values.get(kind)
        return "" if value is None else mark(value)

    @precondition(lambda self: self.taken)
    @rule(data=st.data(), by=SEATS)
    def send_an_old_post_again(self, data: st.DataObject, by: int) -> None:
        assert self.say(by, data.draw(st.sampled_from(self.taken))) == "repeated"

    @precondition(lambda self: self.course.current and self.course.current.number % 2)
    @rule(by=SEATS, moves_on=st.booleans())
    def deal_again(self, by: int, moves_on: bool) -> None:
        now = self.course.current
        number = now.number if now else 1
        try:
            playing.redeal(
                self.evening.pulka.slug,
                self.evening.players[by],
                self.evening.dealing(number),
                moves_on=moves_on,
            )
        except Told:
            assert now is None or not now.is_blank

    @rule(by=SEATS)
    def confirm(self, by: int) -> None:
        step = self.evening.again().pulka.step
        try:
            self.evening.confirm(by)
        except Told:
            assert step != PulkaStep.ENDED

    @invariant()
    def balances_are_zero_in_sum(self) -> None:
        course = self.course
        assert sum(settle(course.replay.sheet, course.game).exact) == 0

    @invariant()
    def at_most_the_last_deal_is_open(self) -> None:
        steps = [deal.step for deal in self.course.deals]
        assert all(step is Step.WRITTEN for step in steps[:-2])
        assert [deal.number for deal in self.course.deals] == list(range(1, len(steps) + 1))

    @invariant()
    def the_step_of_the_pulka_follows_from_its_deals(self) -> None:
        step = self.evening.again().pulka.step
        assert self.course.replay.over == (step in (PulkaStep.ENDED, PulkaStep.SETTLED))

    @invariant()
    def no_post_is_lost_or_doubled(self) -> None:
        posts = Line.objects.filter(pulka=self.evening.pulka, action__in=list(Kind))
        logged = set(posts.exclude(uid=None).values_list("uid", flat=True))
        assert logged == {tap.uid for tap in self.taken}

    @invariant()
    def nobody_writes_for_another_without_a_word_in_the_log(self) -> None:
        lines = Line.objects.filter(pulka=self.evening.pulka, action__in=list(Kind))
        for line in lines.exclude(uid=None):
            assert line.by is not None
            assert line.proxy == (self.evening.players.index(line.by) != line.seat)
            assert not (line.proxy and self.proxies == Proxies.NOBODY)

    def teardown(self) -> None:
        event("deals written", len(self.course.written))
        event("step", self.evening.pulka.step)

    @invariant()
    def what_is_stored_is_plain_data(self) -> None:
        for deal in self.evening.pulka.deals.all():
            assert json.loads(json.dumps(deal.posts)) == deal.posts


@pytest.mark.django_db
def test_whatever_people_tap_the_pulka_holds_together() -> None:
    checks = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
    run_state_machine_as_test(
        Table,
        settings=settings(
            max_examples=15, stateful_step_count=20, deadline=None, suppress_health_check=checks
        ),
    )
