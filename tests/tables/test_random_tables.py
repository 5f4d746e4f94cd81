"""People who post, mend, ask, agree, write by hand, come and go, in any order: what always holds.

On the services alone; `test_random_evenings` looks at the pages too.
"""

import os
import random
import uuid
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, event, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from prefweb.players.models import Player
from prefweb.tables.access import seat_of
from prefweb.tables.deals.posts import Posts
from prefweb.tables.deals.protocol import Kind, Told, apply
from prefweb.tables.deals.steps import Step, Terms, facts, step
from prefweb.tables.deals.whole import Whole
from prefweb.tables.models import Consent, Hand, Line, Pulka, PulkaStep
from prefweb.tables.pulkas.consents import asked, consent_mark
from prefweb.tables.pulkas.course import Course, HandEntry, OpenDeal, course_of
from prefweb.tables.services import byhand, consenting, ending, playing, seating
from prefweb.tables.services.playing import Tap
from scoring import Area, Convention, read_pulka, settle, write_pulka
from scoring import Pulka as PulkaFile
from tests.tables.evenings import NAMES, SOCHI, Evening
from tests.tables.test_random_evenings import HOUSE_RULES, SIZES
from tests.tables.test_two_connections import as_tap, drawn, fitting_post

SEEDS = st.integers(0, 1 << 32)
CODEX = st.sampled_from(["free", "codex"])
BEGUN = (PulkaStep.PLAYING, PulkaStep.ENDED, PulkaStep.SETTLED)
MENDING = (Consent.Kind.MEND, Consent.Kind.ADD, Consent.Kind.TAKE_OUT)


def any_deal(chance: random.Random, terms: Terms) -> Posts:
    """A whole deal as phones might have posted it."""
    posts = Posts()
    for _ in range(60):
        if step(terms, posts) is Step.WRITTEN:
            return posts
        try:
            posts = apply(terms, posts, fitting_post(chance, terms, posts))
        except Told:
            continue
    return posts


ACTS = ["play", "play", "post", "ask", "answer", "take_the_question_back", "write_by_hand"]
ACTS += ["decide_by_hand", "come_or_go", "confirm", "play_again", "send_again"]


class Tables(RuleBasedStateMachine):
    """A table through all that can happen to it, from one pulka to the next."""

    @initialize(size=SIZES, rules=HOUSE_RULES, codex=CODEX)
    def sit_down(self, size: int, rules: dict[str, Any], codex: str) -> None:
        agreed = Convention.from_data({**rules, "correction_protocol": codex}, SOCHI)
        self.evening = Evening.begin(size, target=4, convention=agreed, multipliers=True)
        self.posted: set[str] = set()
        self.sealed = self.facts_of_sealed()
        self.lines_seen = 0
        self.play(len(rules), 3)

    # -- what the machine knows

    @property
    def pulka(self) -> Pulka:
        return self.evening.again().pulka

    @property
    def course(self) -> Course:
        return Course.load(self.pulka)

    def player(self, chance: random.Random) -> Player | None:
        seats = [seat for seat in self.pulka.seats.all() if seat.player is not None]
        return chance.choice(seats).player if seats else None

    def facts_of_sealed(self) -> dict[int, Any]:
        """What the sealed deals say: all that were written but the one that can be mended."""
        course = self.course
        free = {deal.number for deal in (course.current, course.mendable) if deal}
        written = [deal for deal in course.written if deal.number not in free]
        return {deal.number: facts(deal.terms, deal.posts) for deal in written}

    def does(self, act: Callable[[], Any]) -> bool:
        """An act; one that is refused leaves nothing behind."""
        before = self.stored()
        code = _told(act)
        if code is None:
            return True
        event(f"told {code}")
        assert self.stored() == before, code
        return False

    def stored(self) -> tuple[Any, ...]:
        pulka = self.pulka
        return (
            pulka.version,
            pulka.step,
            pulka.lines.count(),
            list(pulka.deals.values_list("number", "posts", "taken_out", "inked")),
            list(pulka.hands.values_list("pk", "state")),
            list(pulka.consents.values_list("pk", "outcome", "answers")),
        )

    # -- posts

    def play(self, seed: int, deals: int) -> None:
        """Deals from the order to ink, each part from the phone it is asked of."""
        chance = random.Random(seed)
        last = len(self.course.written) + deals
        for _ in range(deals * 12):
            course = self.course
            deal = course.current
            if deal is None or len(course.written) >= last:
                return
            post = fitting_post(chance, deal.terms, deal.posts)
            player = self.pulka.seats.get(index=post.seat).player or self.player(chance)
            if player is not None:
                self.tap(player, as_tap(deal, post))

    @rule(acts=st.lists(st.tuples(st.sampled_from(ACTS), SEEDS), min_size=5, max_size=20))
    def much_happens(self, acts: list[tuple[str, int]]) -> None:
        """Several things in a row, so that few evenings are as short as a shrunk one."""
        for name, seed in acts:
            chance = random.Random(seed)
            act = getattr(self, name)
            self.call(act, name, seed, chance)
            self.everything_holds()

    def call(self, act: Callable[..., Any], name: str, seed: int, chance: random.Random) -> None:
        more: dict[str, Any] = {
            "play": {"deals": chance.randrange(1, 4)},
            "post": {"taps": chance.randrange(1, 9)},
            "ask": {"kind": chance.choice([*Consent.Kind])},
            "answer": {"agrees": chance.randrange(4) > 0},
            "write_by_hand": {
                "area": chance.choice([*Area]),
                "amount": chance.choice([-5, -2, 1, 3]),
            },
            "decide_by_hand": {
                "says": chance.choice([byhand.agree, byhand.decline, byhand.withdraw])
            },
        }
        act(seed, **more.get(name, {}))

    def post(self, seed: int, taps: int) -> None:
        """Mostly what is asked, by the seat's own phone or openly by another."""
        chance = random.Random(seed)
        for _ in range(taps):
            tap = drawn(chance, self.course)
            owner = tap and self.pulka.seats.get(index=tap.seat).player
            player = owner if owner and chance.randrange(4) else self.player(chance)
            if tap is None or player is None:
                return
            self.tap(player, tap)

    def tap(self, player: Player, tap: Tap) -> None:
        mine = seat_of(self.pulka, player)
        is_other = mine is None or mine.index != tap.seat
        for_another = Tap(**{**_fields(tap), "for_another": is_other})
        codes: list[str] = []
        slug = self.evening.pulka.slug
        if self.does(lambda: codes.append(playing.post(slug, player, for_another).code)):
            line = Line.objects.filter(pulka=self.evening.pulka, uid=tap.uid).first()
            assert codes == ["agrees"] or line is not None
            if line is not None:
                assert line.by == player
                assert line.proxy == is_other
                self.posted.add(tap.uid)

    def send_again(self, seed: int) -> None:
        chance = random.Random(seed)
        player = self.player(chance)
        deal = self.course.current
        if not self.posted or player is None or deal is None:
            return
        uid = chance.choice(sorted(self.posted))
        tap = Tap(uid=uid, deal=deal.number, kind=Kind.START_OVER, seat=0)
        before = self.stored()
        assert playing.post(self.evening.pulka.slug, player, tap).code == "repeated"
        assert self.stored() == before

    # -- questions to everybody

    def ask(self, seed: int, kind: Consent.Kind) -> None:
        chance = random.Random(seed)
        player = self.player(chance)
        rare = (Consent.Kind.ABANDON, Consent.Kind.STOP)
        if player is None or (kind in rare and chance.randrange(4)):
            return
        numbers = [deal.number for deal in self.course.deals] or [0]
        wish = consenting.Wish(
            uid=uuid.uuid4().hex,
            kind=kind,
            deal=chance.choice([0, *numbers]) if kind in MENDING else None,
            value=self.value(chance, kind),
            why="поздно",
        )
        if self.does(lambda: consenting.ask(self.evening.pulka.slug, player, wish)):
            event(f"asked {kind}")
            self.answer(seed, agrees=chance.randrange(5) > 0)

    def value(self, chance: random.Random, kind: Consent.Kind) -> Any:
        seat = chance.randrange(self.pulka.size)
        if kind in (Consent.Kind.MEND, Consent.Kind.ADD):
            terms = self.course.terms(seat)
            return Whole.of(terms, any_deal(chance, terms)).to_data()
        return {
            Consent.Kind.EXTEND: {"target": chance.randrange(1, 9)},
            Consent.Kind.JOIN: {"name": chance.choice(["Егор", *NAMES]), "after": seat},
            Consent.Kind.PART: {"seat": seat},
        }.get(kind)

    def answer(self, seed: int, agrees: bool) -> None:
        """Everybody who has not yet, one after the other; one seat refuses, or all agree."""
        chance = random.Random(seed)
        consent = self.pulka.consents.filter(outcome=Consent.Outcome.OPEN).first()
        if consent is None:
            return
        for index in asked(self.pulka, consent):
            owner = self.pulka.seats.get(index=index).player
            player = owner or self.player(chance)
            if player is None or consent.outcome != Consent.Outcome.OPEN:
                return
            mark = consent_mark(self.course, consent) if chance.randrange(9) else "old"
            answer = consenting.Answer(
                uid=uuid.uuid4().hex, consent=consent.pk, seen=mark, seat=index
            )
            says = consenting.agree if agrees else chance.choice([consenting.refuse] * 2)
            self.does(lambda: says(self.evening.pulka.slug, player, answer))  # noqa: B023
            consent.refresh_from_db()
        event(f"{consent.kind} {consent.outcome}")
        self.follow()

    def follow(self) -> None:
        """The table plays on in the pulka that goes on from this one."""
        following = Pulka.objects.filter(follows=self.evening.pulka).first()
        if following is not None:
            self.evening.pulka = following
            self.evening.players = [seat.player for seat in following.seats.all() if seat.player]
            self.posted, self.sealed, self.lines_seen = set(), self.facts_of_sealed(), 0

    def take_the_question_back(self, seed: int) -> None:
        consent = self.pulka.consents.filter(outcome=Consent.Outcome.OPEN).first()
        player = self.player(random.Random(seed))
        if consent is None or player is None:
            return
        answer = consenting.Answer(uid=uuid.uuid4().hex, consent=consent.pk)
        if self.does(lambda: consenting.withdraw(self.evening.pulka.slug, player, answer)):
            assert self.pulka.seats.get(index=consent.seat).player == player

    # -- by hand

    def write_by_hand(self, seed: int, area: Area, amount: int) -> None:
        chance = random.Random(seed)
        player = self.player(chance)
        if player is None:
            return
        wish = byhand.Wish(
            uid=uuid.uuid4().hex,
            area=area,
            amount=Fraction(amount, chance.choice([1, 1, 2])),
            note="ошибка",
            against=chance.randrange(self.pulka.size) if area is Area.WHISTS else None,
        )
        self.does(lambda: byhand.write(self.evening.pulka.slug, player, wish))

    def decide_by_hand(self, seed: int, says: Callable[..., Any]) -> None:
        chance = random.Random(seed)
        hands, player = list(self.pulka.hands.all()), self.player(chance)
        if not hands or player is None:
            return
        hand = chance.choice(hands)
        decision = byhand.Decision(uid=uuid.uuid4().hex, hand=hand.pk)
        mine = seat_of(self.pulka, player)
        if self.does(lambda: says(self.evening.pulka.slug, player, decision)):
            event(f"by hand {says.__name__}")
            assert mine is not None
            assert (mine.index in (hand.seat, hand.author)) == (says is byhand.withdraw)

    # -- people

    def come_or_go(self, seed: int) -> None:
        chance = random.Random(seed)
        slug, seats = self.evening.pulka.slug, list(self.pulka.seats.all())
        free = [seat.index for seat in seats if seat.player is None]
        somebody = self.player(chance)
        if free:
            newcomer = Player.objects.create(name="Егор")
            self.does(lambda: seating.take_seat(slug, newcomer, free[0], "Егор"))
        elif somebody is not None and chance.randrange(2):
            self.does(lambda: seating.leave_seat(slug, somebody))

    def confirm(self, seed: int) -> None:
        if self.pulka.step != PulkaStep.ENDED:
            return
        chance = random.Random(seed)
        mark = settle_mark(self.course)
        for seat in self.pulka.seats.all():
            player = seat.player or self.player(chance)
            if player is not None:
                slug, index = self.evening.pulka.slug, seat.index
                self.does(lambda: ending.confirm(slug, player, mark, index))  # noqa: B023

    def play_again(self, seed: int) -> None:
        host = self.pulka.table.host
        if self.pulka.step == PulkaStep.SETTLED or random.Random(seed).randrange(5) == 0:
            self.does(lambda: ending.rematch(self.evening.pulka.slug, host))
            self.follow()

    # -- what always holds

    @invariant()
    def everything_holds(self) -> None:
        self.the_stored_state_replays_to_the_same_sheet()
        self.balances_are_zero_in_sum()
        self.sealed_deals_change_by_consent_alone()
        self.no_post_is_lost_or_doubled()
        self.nobody_writes_for_another_without_the_log_saying_so()
        self.what_waits_for_an_answer_does_not_count()
        self.the_end_follows_from_the_sheet()

    def the_stored_state_replays_to_the_same_sheet(self) -> None:
        course = self.course
        assert course.replay == course_of(self.pulka).replay
        again = read_pulka(write_pulka(self.as_file(course)))
        assert again.deals == tuple(_facts(each.source) for each in course.scored)

    def as_file(self, course: Course) -> PulkaFile:
        game = course.game
        return PulkaFile(
            preset="sochi",
            convention=game.convention,
            players=tuple(f"Игрок {seat}" for seat in range(game.players)),
            target=game.target,
            first_dealer=game.first_dealer,
            opening=game.opening,
            deals=tuple(_facts(each.source) for each in course.scored),
        )

    def balances_are_zero_in_sum(self) -> None:
        course = self.course
        assert sum(settle(course.replay.sheet, course.game).exact) == 0
        rows = [Fraction(seat.whists) for seat in self.pulka.seats.all() if seat.whists]
        assert sum(rows) == 0

    def sealed_deals_change_by_consent_alone(self) -> None:
        before, self.sealed = self.sealed, self.facts_of_sealed()
        lines = list(self.pulka.lines.order_by("id"))[self.lines_seen :]
        self.lines_seen += len(lines)
        by_consent = {"mended", "added", "taken_out"} & {line.action for line in lines}
        kept = {number: self.sealed.get(number, before[number]) for number in before}
        assert by_consent or kept == before

    def no_post_is_lost_or_doubled(self) -> None:
        posts = Line.objects.filter(pulka=self.evening.pulka, action__in=list(Kind))
        assert set(posts.exclude(uid=None).values_list("uid", flat=True)) == self.posted

    def nobody_writes_for_another_without_the_log_saying_so(self) -> None:
        posts = self.pulka.lines.filter(action__in=list(Kind)).exclude(uid=None)
        for line in posts.order_by("-id")[:12]:
            seat = self.pulka.seats.get(index=line.seat or 0)
            if line.by == seat.player:
                assert not line.proxy

    def what_waits_for_an_answer_does_not_count(self) -> None:
        sources = [each.source for each in self.course.scored]
        counted = {source.pk for source in sources if isinstance(source, HandEntry)}
        states = {hand.pk: hand.state for hand in self.pulka.hands.all()}
        assert all(states[pk] == Hand.State.COUNTED for pk in counted)

    def the_end_follows_from_the_sheet(self) -> None:
        pulka, course = self.pulka, self.course
        if pulka.step == PulkaStep.PLAYING:
            assert not course.replay.over
        if pulka.step in (PulkaStep.ENDED, PulkaStep.SETTLED):
            assert course.replay.over

    def teardown(self) -> None:
        event(f"step {self.pulka.step}")
        event(f"deals written {len(self.course.written)}")
        event(f"after the end {len(self.course.after_end)}")


def _told(act: Callable[[], Any]) -> str | None:
    """The code of a refusal, if it was one."""
    try:
        act()
    except Told as told:
        return told.code
    return None


def _fields(tap: Tap) -> dict[str, Any]:
    return {name: getattr(tap, name) for name in Tap.__slots__}


def _facts(source: OpenDeal | HandEntry) -> Any:
    if isinstance(source, HandEntry):
        return source.entry
    return facts(source.terms, source.posts)


def settle_mark(course: Course) -> str:
    return ",".join(map(str, course.settlement.whists))


TABLES = int(os.environ.get("RANDOM_TABLES", "4"))
"""More of them by the environment: RANDOM_TABLES=50."""


@pytest.mark.django_db
def test_whatever_happens_at_a_table_the_sheet_holds() -> None:
    checks = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
    run_state_machine_as_test(
        Tables,
        settings=settings(
            max_examples=TABLES, stateful_step_count=5, deadline=None, suppress_health_check=checks
        ),
    )
