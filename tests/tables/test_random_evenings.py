"""Posts in any order, by and for anybody, stale or repeated: what holds after each of them."""

import json
import os
import re
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from django.test import Client
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

from prefweb.tables.deals.posts import Dispute, Fact, Game, Order, Posts, Reply
from prefweb.tables.deals.protocol import Kind, Told, mark
from prefweb.tables.deals.steps import Step, authors, waited_for
from prefweb.tables.models import Line, Proxies, PulkaStep
from prefweb.tables.pages.panels import Ask, Mend, Panel, facts_of, panel_of
from prefweb.tables.pulkas.course import Course, course_of
from prefweb.tables.services import playing
from prefweb.tables.services.playing import Tap
from prefweb.ui.log import log_words
from scoring import Convention, Role, Trump, settle
from tests.tables.evenings import SOCHI, Evening
from tests.tables.test_access import browser

TARGET = 2
SIZES = st.integers(2, 5)
SEATS = st.integers(0, 4)
"""Beyond the table it is counted round."""
TIMES = st.sampled_from([(1, ""), (1, ""), (1, ""), (2, "бомба")])
ORDERS = st.builds(
    lambda game, times: game and replace(game, multiplier=times[0], called=times[1]),
    st.one_of(
        st.builds(
            Order,
            st.just(Game.CONTRACT),
            st.integers(6, 10),
            st.sampled_from([Trump.SPADES, Trump.HEARTS]),
        ),
        st.builds(Order, st.just(Game.CONCESSION), st.integers(6, 10)),
        st.sampled_from([Order(Game.MISERE), Order(Game.RASPASY), None]),
    ),
    TIMES,
)
HOUSE_RULES = st.fixed_dictionaries(
    {},
    optional={
        "concession": st.just(3),
        "ten": st.just("checked"),
        "ten_checked_split": st.just("own_tricks"),
        "talon_bonus": st.sampled_from(["value", "fixed"]),
        "dealer_may_whist": st.just(True),
        "stalingrad": st.just(True),
        "raspasy_mode": st.just("whists"),
        "deal_moves_after_raspasy": st.just(False),
        "pool_end": st.just("sum"),
    },
)
VALUES: dict[Kind, st.SearchStrategy[Any]] = {
    Kind.ORDER: ORDERS,
    Kind.PICK: SEATS,
    Kind.ANSWER: st.sampled_from([*Role, None]),
    Kind.REPLY: st.sampled_from([*Reply, None]),
    Kind.TRICKS: st.one_of(st.none(), st.integers(-1, 11)),
    Kind.TALON: st.one_of(st.none(), st.integers(-1, 4)),
    Kind.DISPUTE: st.one_of(st.none(), st.builds(Dispute, st.sampled_from(Fact), SEATS)),
    Kind.START_OVER: st.none(),
}
ASKED: dict[Ask, tuple[Kind, st.SearchStrategy[Any]]] = {
    Ask.ORDER: (Kind.ORDER, ORDERS.filter(bool)),
    Ask.ANSWER: (Kind.ANSWER, st.sampled_from([Role.WHIST, Role.HALF, Role.PASS])),
    Ask.REPLY: (Kind.REPLY, st.sampled_from([*Reply])),
    Ask.TRICKS: (Kind.TRICKS, st.integers(0, 10)),
    Ask.TALON: (Kind.TALON, st.integers(0, 3)),
    Ask.DEALER: (Kind.ANSWER, st.sampled_from([Role.WHIST, Role.PASS])),
    Ask.ORDERS: (Kind.ORDER, st.none()),
}


TOKEN = re.compile('panel=([^&"]*)')
CHANCE = re.compile('name="(uid|csrfmiddlewaretoken)" value="[^"]*"')
Standing = dict[tuple[Any, ...], str]
"""What is said: deal, fact, seat and subject, each with its value."""


def standing(course: Course) -> Standing:
    facts = [(deal.number, fact) for deal in course.deals for fact in facts_of(deal, None)]
    return {(n, fact.fact, fact.seat, fact.about): fact.seen for n, fact in facts}


@dataclass(frozen=True)
class Drawn:
    """A page as somebody's phone drew it last: the question, the deals to tap on, the facts."""

    panel: Panel
    deals: dict[int, Posts]
    shows: Standing

    @classmethod
    def of(cls, course: Course, seat: int) -> "Drawn":
        deals = [deal for deal in (course.current, course.mendable, course.after_half) if deal]
        posts = {deal.number: deal.posts for deal in deals}
        return cls(panel_of(course, seat), posts or {1: Posts()}, standing(course))

    def seen(self, deal: int, kind: Kind, seat: int, value: Any, about: int | None) -> str:
        """What a form on this page says to be standing there."""
        if isinstance(value, Dispute):
            said = authors(self.deals[deal], value.fact).get(value.seat)
            return mark(said.value) if said else ""
        return self.shows.get((deal, kind.value, seat, about), "")


class Table(RuleBasedStateMachine):
    """People who tap whatever they like, on pages that others may have overtaken."""

    @initialize(proxies=st.sampled_from(Proxies.values), size=SIZES, rules=HOUSE_RULES)
    def sit_down(self, proxies: str, size: int, rules: dict[str, Any]) -> None:
        agreed = Convention.from_data(rules, SOCHI)
        more = {"convention": agreed, "multipliers": len(rules) % 2 == 1}
        self.evening = Evening.begin(size, target=TARGET, proxies=proxies, **more)
        self.proxies, self.size = proxies, size
        self.taken: list[Tap] = []
        self.phones = [browser(player) for player in self.evening.players]
        self.pages = [Drawn.of(self.course, seat) for seat in range(size)]
        self.areas: dict[str, str] = {}
        self.turn = self.lines_read = 0

    @property
    def course(self) -> Course:
        return course_of(self.evening.again().pulka)

    @rule(seats=st.sets(SEATS, min_size=1))
    def look_again(self, seats: set[int]) -> None:
        for seat in self.at_the_table(seats):
            self.pages[seat] = Drawn.of(self.course, seat)

    def at_the_table(self, seats: Iterable[int]) -> list[int]:
        return [seat % self.size for seat in seats]

    def say(self, by: int, tap: Tap, page: Drawn) -> None:
        """A post; nothing of a refused one is left."""
        before, stood = self.stored(), standing(self.course)
        code = self.answer(by, tap)
        if self.stored() != before:
            assert code in ("", "agrees"), code
            self.taken.append(tap)
            self.only_what_was_seen_has_changed(tap, stood, page)

    def only_what_was_seen_has_changed(self, tap: Tap, stood: Standing, page: Drawn) -> None:
        """No value went that the page did not show, but those the log says went with it."""
        now = standing(self.course)
        gone = {key: value for key, value in stood.items() if now.get(key) != value}
        own = (tap.deal, tap.kind.value, tap.seat, tap.about)
        if own in gone:
            assert page.shows.get(own) == gone.pop(own)
        if tap.kind is Kind.PICK:
            orders = {key: value for key, value in gone.items() if Fact.ORDER in key}
            assert orders.items() <= page.shows.items()
        assert {key[:3] for key in gone} == self.cleared_by(tap)

    def cleared_by(self, tap: Tap) -> set[tuple[Any, ...]]:
        """What the log says went with a post: deal, fact and seat."""
        post = Line.objects.get(pulka=self.evening.pulka, uid=tap.uid)
        lines = self.evening.pulka.lines.filter(action="cleared", pk__gt=post.pk)
        return {(line.deal, fact, line.seat) for line in lines for fact in line.before or {}}

    def answer(self, by: int, tap: Tap) -> str:
        try:
            return playing.post(self.evening.pulka.slug, self.evening.players[by], tap).code
        except Told as told:
            return told.code

    def stored(self) -> tuple[Any, ...]:
        pulka = self.evening.again().pulka
        deals = [(deal.number, deal.dealer, deal.posts) for deal in pulka.deals.all()]
        return pulka.version, pulka.step, deals, pulka.lines.count()

    @rule(data=st.data(), taps=st.lists(st.tuples(st.sampled_from(Kind), SEATS), min_size=1))
    def tap_anything(self, data: st.DataObject, taps: list[tuple[Kind, int]]) -> None:
        for kind, place in taps:
            by = place % self.size
            page = self.pages[by]
            seat = data.draw(st.sampled_from([by, by, by, (by + 1) % self.size]))
            deal = data.draw(st.sampled_from(sorted(page.deals)))
            about = data.draw(st.sampled_from([seat, (seat + 1) % self.size, None]))
            about = about if kind is Kind.TRICKS else None
            self.tap(data, by, deal, kind, seat, data.draw(VALUES[kind]), about)

    @rule(data=st.data(), seats=st.lists(SEATS, min_size=1))
    def mend_what_the_page_shows(self, data: st.DataObject, seats: list[int]) -> None:
        for by in self.at_the_table(seats):
            page = self.pages[by]
            facts = [key for key in page.shows if key[0] in page.deals and by in key[2:]]
            if facts:
                deal, fact, seat, about = data.draw(st.sampled_from(facts))
                kind = Kind(fact)
                self.tap(data, by, deal, kind, seat, data.draw(VALUES[kind]), about)

    @rule(data=st.data(), posts=st.integers(4, 12))
    def do_what_the_page_asks(self, data: st.DataObject, posts: int) -> None:
        """Whoever is asked says something that can be, so that deals get to their end."""
        for _ in range(posts):
            now = self.course.current
            if now is None:
                return
            seat = data.draw(st.sampled_from(waited_for(now.terms, now.posts)))
            if data.draw(st.integers(0, 4)):
                self.pages[seat] = Drawn.of(self.course, seat)
            self.answer_the_question(seat, data)

    def answer_the_question(self, seat: int, data: st.DataObject) -> None:
        panel = self.pages[seat].panel
        if panel.ask not in ASKED or panel.deal is None:
            return
        kind, values = ASKED[panel.ask]
        numbers = [choice.number for choice in panel.choices if choice.fits]
        value = data.draw(st.sampled_from(numbers) if numbers else values)
        self.tap(data, seat, panel.deal.number, kind, seat, value, panel.about)

    def tap(
        self,
        data: st.DataObject,
        by: int,
        deal: int,
        kind: Kind,
        seat: int,
        value: Any,
        about: int | None,
    ) -> None:
        """A tap on the page somebody has; the answer, a page drawn anew, does not always arrive."""
        page = self.pages[by]
        tap = Tap(
            uid=uuid.uuid4().hex,
            deal=deal,
            kind=kind,
            seat=seat,
            value=value,
            about=about,
            seen=page.seen(deal, kind, seat, value, about),
            changes=page.deals[deal].changes,
            for_another=by != seat and data.draw(st.booleans()),
        )
        self.say(by, tap, page)
        if data.draw(st.integers(0, 3)):
            self.pages[by] = Drawn.of(self.course, by)

    @precondition(lambda self: self.taken)
    @rule(data=st.data(), by=SEATS)
    def send_an_old_post_again(self, data: st.DataObject, by: int) -> None:
        before = self.stored()
        assert self.answer(by % self.size, data.draw(st.sampled_from(self.taken))) == "repeated"
        assert self.stored() == before

    @precondition(lambda self: self.course.current and self.course.current.number % 2)
    @rule(by=SEATS, moves_on=st.booleans())
    def deal_again(self, by: int, moves_on: bool) -> None:
        now = self.course.current
        number = now.number if now else 1
        try:
            playing.redeal(
                self.evening.pulka.slug,
                self.evening.players[by % self.size],
                self.evening.dealing(number),
                moves_on=moves_on,
            )
        except Told:
            assert now is None or not now.is_blank

    @rule(by=SEATS)
    def confirm(self, by: int) -> None:
        step = self.evening.again().pulka.step
        try:
            self.evening.confirm(by % self.size)
        except Told:
            assert step != PulkaStep.ENDED

    @invariant()
    def balances_are_zero_in_sum(self) -> None:
        course = self.course
        assert sum(settle(course.replay.sheet, course.game).exact) == 0

    @invariant()
    def at_most_the_last_ordered_deal_is_open(self) -> None:
        """What follows it is blank: its order was withdrawn, or the cards were dealt again."""
        deals = self.course.deals
        ordered = [deal for deal in deals if not deal.is_blank]
        assert [deal.number for deal in deals] == list(range(1, len(deals) + 1))
        assert tuple(ordered) == deals[: len(ordered)]
        assert all(deal.step is Step.WRITTEN for deal in ordered[:-1])

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
            assert not (line.proxy and self.proxies != Proxies.ANYONE)

    @invariant()
    def every_line_of_the_log_can_be_read(self) -> None:
        names = self.evening.again().pulka.seats.values_list("name", flat=True)
        lines = list(self.evening.pulka.lines.order_by("id"))
        for line in lines[self.lines_read :]:
            assert log_words(line, list(names)).what
        self.lines_read = len(lines)

    @invariant()
    def somebodys_pages_open(self) -> None:
        """Everybody's in turn: after each step one seat's, at the end all of them."""
        self.turn += 1
        self.open_pages(self.turn % self.size)

    def open_pages(self, seat: int) -> None:
        phone, path = self.phones[seat], f"/p/{self.evening.pulka.slug}"
        course = self.course
        mends = [Mend(deal, fact) for deal in self.pages[seat].deals for fact in Fact]
        offered = {None, *(panel_of(course, seat, mend).mend for mend in mends)}
        tokens = [self.token_of_area(phone, f"{path}?mend={mend or ''}") for mend in offered]
        last = course.deals[-1].number if course.deals else None
        assert last is None or phone.get(f"{path}/deals/{last}").status_code == 200
        for token in tokens:
            asked = {"since": "1", "page": "deal", "panel": token}
            answer = phone.get(f"{path}/live", asked, headers={"hx-request": "true"})
            assert answer.status_code in (200, 204)

    def token_of_area(self, phone: Client, path: str) -> str:
        """An open page keeps the posting area as long as its token stays."""
        answer = phone.get(path)
        assert answer.status_code == 200
        page = answer.content.decode()
        token, area = TOKEN.search(page), page.partition('id="post"')[2].partition("<aside")[0]
        if not token or not area:
            return ""
        area = CHANCE.sub("", area)
        assert self.areas.setdefault(token[1], area) == area
        return str(token[1])

    def teardown(self) -> None:
        for seat in range(self.size):
            self.open_pages(seat)
        event("deals written", len(self.course.written))
        event("step", self.evening.pulka.step)

    @invariant()
    def what_is_stored_is_plain_data(self) -> None:
        for deal in self.evening.pulka.deals.all():
            assert json.loads(json.dumps(deal.posts)) == deal.posts


EVENINGS = int(os.environ.get("RANDOM_EVENINGS", "6"))
"""More of them by the environment: RANDOM_EVENINGS=50."""


@pytest.mark.django_db
def test_whatever_people_tap_the_pulka_holds_together() -> None:
    checks = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
    run_state_machine_as_test(
        Table,
        settings=settings(
            max_examples=EVENINGS,
            stateful_step_count=20,
            deadline=None,
            suppress_health_check=checks,
        ),
    )
