"""Deals on the sheet that all seats together mend, add or take out, and what follows of it."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from prefweb.tables.deals.protocol import Told
from prefweb.tables.deals.whole import Whole
from prefweb.tables.models import Hand, Proxies, Pulka, PulkaStep
from prefweb.tables.pulkas.course import Course
from prefweb.tables.pulkas.previews import Preview, places, preview
from prefweb.tables.services import consenting, ending, mending
from prefweb.tables.services.consenting import Answer
from scoring import Area, Ending, Role
from tests.tables.consenting import (
    Kind,
    Outcome,
    agree,
    all_agree,
    answer,
    ask,
    last,
    mend,
    refuse,
    seven,
    told,
    withdraw,
)
from tests.tables.evenings import Evening, in_parallel
from tests.tables.hands import write

pytestmark = pytest.mark.django_db

WHIST, PASS = Role.WHIST, Role.PASS


def played(*declarers: int, **agreed: Any) -> Evening:
    """Sevens made one after the other, each sealed by the order of a last one."""
    evening = Evening.begin(**{"target": 100, **agreed})
    for declarer in declarers:
        seven(evening, declarer)
    evening.order(1, 6)
    return evening


def pools(evening: Evening) -> tuple[Any, ...]:
    return evening.course.replay.sheet.pool


# -- the life of a question


def test_all_agree_and_the_deal_is_mended() -> None:
    evening = played(1, 2)
    consent = mend(evening, 0, 1, tricks_1=6)
    assert (consent.outcome, pools(evening)) == (Outcome.OPEN, (0, 4, 4))
    agree(evening, 1)
    assert last(evening).outcome == Outcome.OPEN
    agree(evening, 2)
    assert (last(evening).outcome, pools(evening)) == (Outcome.AGREED, (0, 0, 4))
    line = evening.pulka.lines.get(action="mended")
    assert line.deal == 1
    before, after = Whole.from_data(line.before or {}), Whole.from_data(line.after or {})
    assert (before.posts.claims[0].number, after.posts.claims[0].number) == (7, 6)


def test_the_asker_has_posted_every_fact_of_a_mended_deal() -> None:
    evening = played(1)
    mend(evening, 2, 1, tricks_1=6)
    all_agree(evening)
    posts = evening.course.deals[0].posts
    assert {said.by for said in posts.answers.values()} == {2}
    assert [claim.by for claim in posts.claims] == [2]


def test_one_refusal_ends_it() -> None:
    evening = played(1)
    mend(evening, 0, 1, tricks_1=6)
    agree(evening, 1)
    assert refuse(evening, 2).outcome == Outcome.REFUSED
    assert pools(evening) == (0, 4, 0)
    with pytest.raises(Told, match="question_closed"):
        agree(evening, 1)


def test_the_asker_takes_it_back_and_nobody_else_can() -> None:
    evening = played(1)
    mend(evening, 0, 1, tricks_1=6)
    with pytest.raises(Told, match="not_your_question"):
        withdraw(evening, 1)
    assert withdraw(evening, 0).outcome == Outcome.WITHDRAWN
    mend(evening, 1, 1, tricks_1=5)


def test_a_second_question_waits_for_the_first() -> None:
    evening = played(1)
    mend(evening, 0, 1, tricks_1=6)
    with pytest.raises(Told, match="asked_already"):
        ask(evening, 1, Kind.STOP, why="поздно")


def test_play_goes_on_and_a_new_deal_takes_agreements_back() -> None:
    evening = played(1)
    mend(evening, 0, 1, tricks_1=6)
    agree(evening, 1)
    stale = answer(evening)
    evening.answer(2, PASS)
    evening.answer(0, PASS)
    assert last(evening).answers == {"0": 0}
    with pytest.raises(Told, match="other_preview"):
        consenting.agree(evening.pulka.slug, evening.players[1], stale)
    all_agree(evening)
    assert pools(evening) == (0, 2, 0)


def test_the_same_answer_twice_is_one() -> None:
    evening = played(1)
    mend(evening, 0, 1, tricks_1=6)
    once = answer(evening)
    for _time in range(2):
        consenting.agree(evening.pulka.slug, evening.players[1], once)
    assert evening.pulka.lines.filter(action="agrees").count() == 1
    assert last(evening).outcome == Outcome.OPEN


def test_a_seat_without_a_phone_answers_through_another_openly() -> None:
    evening = played(1)
    evening.pulka.seats.filter(index=2).update(player=None)
    mend(evening, 0, 1, tricks_1=6)
    with pytest.raises(Told, match="not_your_seat"):
        agree(evening, 0, 1)
    agree(evening, 1, 2)
    line = evening.pulka.lines.get(action="agrees")
    assert (line.seat, line.proxy, line.by) == (2, True, evening.players[1])
    assert last(evening).answers == {"0": 0, "2": 1}
    agree(evening, 1)
    assert last(evening).outcome == Outcome.AGREED


def test_where_nobody_posts_for_another_nobody_answers_for_another() -> None:
    evening = played(1, proxies=Proxies.NOBODY)
    evening.pulka.seats.filter(index=2).update(player=None)
    mend(evening, 0, 1, tricks_1=6)
    with pytest.raises(Told, match="not_your_seat"):
        agree(evening, 1, 2)


def test_who_does_not_sit_here_asks_and_answers_nothing() -> None:
    evening, other = played(1), Evening.begin()
    mend(evening, 0, 1, tricks_1=6)
    stranger = other.players[1]
    with pytest.raises(Told, match="not_seated"):
        consenting.agree(evening.pulka.slug, stranger, answer(evening))
    with pytest.raises(Told, match="question_closed"):
        consenting.agree(
            other.pulka.slug, stranger, Answer(uid=uuid.uuid4().hex, consent=last(evening).pk)
        )


# -- what cannot be asked


CANNOT: list[Any] = [
    pytest.param(lambda e: mend(e, 0, 3, tricks_1=6), "bad", id="an open deal"),
    pytest.param(lambda e: mend(e, 0, 1, trump=""), "nothing_changes", id="nothing is changed"),
    pytest.param(lambda e: ask(e, 0, Kind.TAKE_OUT, 3), "not_written", id="taking out an open one"),
    pytest.param(lambda e: ask(e, 0, Kind.TAKE_OUT, 9), "not_written", id="no such deal"),
    pytest.param(
        lambda e: ask(e, 0, Kind.ADD, 3, value=passed_out(e)),
        "no_such_deal",
        id="after an open one",
    ),
]


def passed_out(evening: Evening, declarer: int = 1, dealer: int = 0) -> dict[str, Any]:
    """A seven of three players that nobody whisted."""
    others: dict[str, Any] = {f"answer_{seat}": "pass" for seat in range(3)}
    return told(evening, dealer=dealer, game=7, declarer=declarer, **others)


@pytest.mark.parametrize(("question", "code"), CANNOT)
def test_what_cannot_be_asked(question: Callable[[Evening], Any], code: str) -> None:
    evening = played(1, 2)
    expected = (Told, Exception) if code == "bad" else Told
    with pytest.raises(expected, match=None if code == "bad" else code):
        question(evening)
    assert not evening.pulka.consents.exists()


def test_an_unsealed_deal_is_mended_by_its_poster() -> None:
    evening = Evening.begin(target=100)
    seven(evening, 1)
    with pytest.raises(Told, match="not_sealed"):
        mend(evening, 0, 1, tricks_1=6)


def test_an_unsealed_deal_that_never_was_is_taken_out_all_the_same() -> None:
    evening = Evening.begin(target=100)
    seven(evening, 1)
    seven(evening, 2)
    ask(evening, 0, Kind.TAKE_OUT, 2)
    all_agree(evening)
    course = evening.course
    assert [deal.number for deal in course.written] == [1]
    assert course.current is not None
    assert (course.current.number, course.current.terms.dealer) == (3, 1)


# -- forgotten deals and such that never were


def test_a_forgotten_deal_moves_the_later_ones_on_with_all_that_names_them() -> None:
    evening = played(1, 2)
    pulka = evening.pulka
    Hand.objects.create(
        pulka=pulka, after=2, state="counted", seat=0, area="pool", amount="1", author=0
    )
    orders = list(pulka.lines.filter(action="order").values_list("deal", flat=True))
    assert orders == [1, 2, 3]
    ask(evening, 0, Kind.ADD, 1, value=passed_out(evening))
    all_agree(evening)
    assert [deal.number for deal in evening.course.deals] == [1, 2, 3, 4]
    assert pools(evening) == (1, 8, 4)
    assert list(pulka.lines.filter(action="order").values_list("deal", flat=True)) == [1, 3, 4]
    assert [hand.after for hand in pulka.hands.all()] == [3]
    assert pulka.lines.get(action="added").deal == 2
    evening.answer(2, PASS, deal=4)


def test_the_first_deal_was_forgotten() -> None:
    evening = played(1)
    ask(evening, 0, Kind.ADD, 0, value=passed_out(evening, 2, dealer=2))
    all_agree(evening)
    assert pools(evening) == (0, 4, 4)


def test_a_post_on_its_way_to_a_deal_that_moved_is_told_so() -> None:
    evening = played(1)
    ask(evening, 0, Kind.ADD, 1, value=passed_out(evening))
    all_agree(evening)
    with pytest.raises(Told, match="sealed"):
        evening.answer(2, PASS, deal=2, changes=1)


def test_a_deal_taken_out_keeps_its_number_and_stands_nowhere() -> None:
    evening = played(1, 2)
    ask(evening, 0, Kind.TAKE_OUT, 1)
    all_agree(evening)
    course = evening.course
    assert [deal.number for deal in course.written] == [2]
    assert [deal.number for deal in course.taken_out] == [1]
    assert pools(evening) == (0, 0, 4)
    evening.answer(2, PASS, deal=3)
    evening.answer(0, PASS, deal=3)
    assert evening.course.current.number == 4  # type: ignore[union-attr]


def test_a_forgotten_deal_after_one_that_was_taken_out() -> None:
    evening = played(1, 2, 1)
    ask(evening, 0, Kind.TAKE_OUT, 2)
    all_agree(evening)
    ask(evening, 0, Kind.ADD, 2, value=passed_out(evening, 2))
    all_agree(evening)
    assert [deal.number for deal in evening.course.written] == [1, 3, 4]
    assert pools(evening) == (0, 8, 4)


# -- the end


def full() -> Evening:
    """To 4 points, which each has from a seven of his own."""
    evening = Evening.begin(target=4)
    for declarer in range(3):
        seven(evening, declarer)
    return evening


def test_a_mend_that_ends_the_pulka_earlier_leaves_later_deals_after_the_end() -> None:
    evening = Evening.begin(target=4)
    for declarer, tricks in ((0, 7), (1, 7), (2, 6), (0, 6), (2, 6)):
        seven(evening, declarer, tricks)
    evening.order(1, 6)
    mend(evening, 0, 3, tricks_2=7)
    found = preview(evening.course, last(evening), timezone.now())
    assert (found.ends, found.last, found.beyond) == (Ending.TARGET, 3, (4, 5))
    all_agree(evening)
    course = evening.course
    assert (course.pulka.step, course.pulka.reason) == (PulkaStep.ENDED, "target")
    assert [deal.number for deal in course.after_end] == [4, 5]
    assert course.current is None
    assert course.mendable is None
    back = mend(evening, 1, 3, tricks_2=6)
    found = preview(evening.course, back, timezone.now())
    assert (found.opens, found.back) == (True, (4, 5))
    all_agree(evening)
    course = evening.course
    assert course.pulka.step == PulkaStep.PLAYING
    assert course.current is not None
    assert course.current.number == 6


def test_a_mend_after_the_end_opens_the_pulka_again() -> None:
    evening = full()
    assert evening.again().pulka.step == PulkaStep.ENDED
    evening.confirm(0)
    mend(evening, 1, 1, tricks_0=6)
    found = preview(evening.course, last(evening), timezone.now())
    assert (found.opens, found.ends) == (True, None)
    all_agree(evening)
    pulka = evening.again().pulka
    assert (pulka.step, pulka.reason, pulka.ended) == (PulkaStep.PLAYING, "", None)


def test_other_results_have_to_be_agreed_to_anew() -> None:
    evening = full()
    evening.confirm(0)
    mend(evening, 1, 1, tricks_0=8)
    all_agree(evening)
    assert evening.again().pulka.step == PulkaStep.ENDED
    assert not evening.pulka.seats.exclude(confirmed=None).exists()


def settled() -> Evening:
    evening = full()
    for seat in range(3):
        evening.confirm(seat)
    assert evening.again().pulka.step == PulkaStep.SETTLED
    return evening


@pytest.mark.parametrize(("tricks", "reason"), [(8, "target"), (6, "consent")])
def test_a_settled_pulka_stays_settled_with_other_results(tricks: int, reason: str) -> None:
    evening = settled()
    when = evening.pulka.settled
    before = [seat.whists for seat in evening.pulka.seats.all()]
    mend(evening, 1, 1, tricks_0=tricks)
    found = preview(evening.course, last(evening), timezone.now())
    assert found.stands == (reason == "consent")
    all_agree(evening)
    pulka = evening.again().pulka
    assert (pulka.step, pulka.settled, pulka.reason) == (PulkaStep.SETTLED, when, reason)
    assert pulka.corrected is not None
    results = [seat.whists for seat in pulka.seats.all()]
    assert results == [str(n) for n in evening.course.settlement.whists] != before


def test_a_running_rematch_is_not_touched_by_it() -> None:
    evening = settled()
    fresh = ending.rematch(evening.pulka.slug, evening.players[0])
    version = fresh.version
    mend(evening, 1, 1, tricks_0=8)
    all_agree(evening)
    again = Pulka.objects.get(pk=fresh.pk)
    assert (again.version, again.step) == (version, PulkaStep.PLAYING)


def test_nothing_can_be_added_after_the_end() -> None:
    evening = full()
    with pytest.raises(Told, match="added_after_end"):
        ask(evening, 0, Kind.ADD, 3, value=passed_out(evening))


def test_a_forgotten_deal_can_end_the_pulka() -> None:
    evening = Evening.begin(target=4)
    seven(evening, 0)
    seven(evening, 1)
    evening.order(1, 6)
    ask(evening, 0, Kind.ADD, 1, value=passed_out(evening, 2))
    all_agree(evening)
    assert evening.again().pulka.step == PulkaStep.ENDED


# -- the preview


def test_the_preview_tells_the_deal_the_later_ones_and_the_balances() -> None:
    """A raspasy taken out makes the one behind it cheaper: the tricks over the fewest count."""
    evening = Evening.begin(target=100)
    for _deal in range(2):
        evening.raspasy(evening.now.terms.active[0])
        evening.tricks(1, 4)
        evening.tricks(2, 3)
    evening.order(1, 6)
    ask(evening, 0, Kind.TAKE_OUT, 1)
    found = preview(evening.course, last(evening), timezone.now())
    first, second = found.deals
    assert (first.number, first.is_asked, first.now) == (1, True, None)
    assert (second.number, second.is_asked) == (2, False)
    changed = {(each.seat, each.area): (each.was, each.now) for each in second.columns}
    assert changed[1, Area.MOUNTAIN] == (2, 1)
    assert sum(each.now for each in found.balances) == 0
    assert [each.was for each in found.balances] == list(evening.course.settlement.whists)


def test_a_trump_changes_a_fact_and_no_number() -> None:
    evening = played(1)
    mend(evening, 0, 1, trump="H")
    found = preview(evening.course, last(evening), timezone.now())
    assert found.is_even
    assert [deal.columns for deal in found.deals] == [()]


MENDS = st.tuples(st.integers(1, 4), st.integers(0, 10), st.sampled_from(["mend", "add", "out"]))


@settings(max_examples=12, deadline=None)
@given(MENDS, st.integers(1, 3))
@pytest.mark.django_db
def test_what_was_foreseen_is_what_comes(how: tuple[int, int, str], target: int) -> None:
    number, tricks, kind = how
    evening = Evening.begin(target=target * 4)
    for declarer in (0, 1, 2, 1):
        if evening.again().pulka.step == PulkaStep.PLAYING:
            seven(evening, declarer)
    if evening.again().pulka.step == PulkaStep.PLAYING:
        evening.order(1, 6)
    try:
        _question(evening, kind, number, tricks)
    except Told:
        return
    before = evening.course
    found = preview(before, last(evening), timezone.now())
    all_agree(evening)
    _must_be_as_foreseen(found, before, evening.course)


def _question(evening: Evening, kind: str, number: int, tricks: int) -> None:
    declared = next(
        d for d in evening.course.deals if d.number == min(number, len(evening.course.written))
    )
    if kind == "mend":
        declarer = next(iter(declared.posts.orders))
        number_of: dict[str, Any] = {f"tricks_{declarer}": tricks}
        mend(evening, 0, declared.number, **number_of)
    elif kind == "add":
        ask(evening, 0, Kind.ADD, number, value=passed_out(evening, tricks % 3))
    else:
        ask(evening, 0, Kind.TAKE_OUT, number)


def _must_be_as_foreseen(found: Preview, before: Course, after: Course) -> None:
    whists = after.settlement.whists
    assert [each.now for each in found.balances] == list(whists)
    assert [each.was for each in found.balances] == list(before.settlement.whists)
    is_over = after.pulka.step == PulkaStep.ENDED
    was_over = before.pulka.step == PulkaStep.ENDED
    assert found.opens == (was_over and not is_over)
    if not was_over:
        assert (found.ends is not None) == is_over
    assert set(found.beyond) <= {deal.number for deal in after.after_end}
    for shift in found.deals:
        scored = after.scored_as(shift.number or 0)
        assert (scored.played.deal if scored else None) == shift.now


def test_numbers_on_only_behind_the_place() -> None:
    evening = played(1, 2)
    mending.number_on(evening.pulka, 1)
    assert [deal.number for deal in evening.pulka.deals.all()] == [1, 3, 4]


@pytest.mark.django_db(transaction=True)
def test_two_phones_agree_at_once_and_it_is_carried_out_once() -> None:
    evening = played(1)
    mend(evening, 0, 1, tricks_1=6)
    slug, first, second = evening.pulka.slug, answer(evening), answer(evening)
    in_parallel(
        lambda: consenting.agree(slug, evening.players[1], first),
        lambda: consenting.agree(slug, evening.players[2], second),
    )
    assert last(evening).outcome == Outcome.AGREED
    assert evening.pulka.lines.filter(action="mended").count() == 1


@pytest.mark.django_db(transaction=True)
def test_yes_and_no_at_once_are_no_consent_or_both_are_heard() -> None:
    evening = played(1)
    mend(evening, 0, 1, tricks_1=6)
    agree(evening, 1)
    slug, yes, no = evening.pulka.slug, answer(evening), answer(evening)
    told_codes = in_parallel(
        lambda: consenting.agree(slug, evening.players[2], yes),
        lambda: consenting.refuse(slug, evening.players[1], no),
    )
    is_mended = pools(evening) == (0, 0, 0)
    assert last(evening).outcome == (Outcome.AGREED if is_mended else Outcome.REFUSED)
    assert "question_closed" in told_codes


def ended_over_an_open_deal() -> Evening:
    """A mend has ended the pulka while the fourth deal is being played."""
    evening = Evening.begin(target=4)
    for declarer, tricks in ((0, 7), (1, 7), (2, 6)):
        seven(evening, declarer, tricks)
    evening.order(1, 6)
    mend(evening, 0, 3, tricks_2=7)
    all_agree(evening)
    assert evening.again().pulka.step == PulkaStep.ENDED
    return evening


def test_a_deal_that_was_on_when_a_mend_ended_the_pulka_holds_nothing_up() -> None:
    evening = ended_over_an_open_deal()
    write(evening, 1, Area.MOUNTAIN, 2)
    ask(evening, 0, Kind.EXTEND, value={"target": 10})
    all_agree(evening)
    assert evening.again().pulka.step == PulkaStep.CONTINUED


def test_a_deal_can_be_forgotten_only_before_one_that_is_not_written() -> None:
    evening = ended_over_an_open_deal()
    assert list(places(evening.course)) == [0, 1, 2, 3]
