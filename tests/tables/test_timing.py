"""A game on time: its clock, its laps, and the end that nobody posts."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from prefweb.tables.models import Pulka, PulkaStep
from prefweb.tables.pulkas.clock import Clock, clock_of
from prefweb.tables.services import timing
from scoring import PRESETS, Role
from tests.tables.evenings import Evening
from tests.tables.test_pages import Phone

pytestmark = pytest.mark.django_db

TOURNAMENT = PRESETS["tournament"].convention
PASS = Role.PASS


def on_time(size: int = 3, minutes: int | None = None, laps: int | None = None) -> Evening:
    more = {"preset": "tournament", "convention": TOURNAMENT, "target": None}
    return Evening.begin(size, minutes=minutes, laps=laps, **more)


def nobody_whists(evening: Evening, declarer: int) -> None:
    """A six without a whist: a whole deal, the talon told."""
    evening.order(declarer, 6)
    first, second = evening.now.terms.defenders(declarer)
    evening.answer(first, PASS)
    evening.answer(second, PASS)
    evening.talon(first, 0)


def let_pass(evening: Evening, minutes: float) -> None:
    """The first order was so long ago; no page knows the pulka otherwise."""
    clock = timezone.now() - timedelta(minutes=minutes)
    version = F("version") + 1
    Pulka.objects.filter(pk=evening.pulka.pk).update(clock=clock, version=version)


def clock(evening: Evening) -> Clock:
    found = clock_of(evening.course, timezone.now())
    assert found is not None
    return found


def test_clock_starts_with_the_first_order() -> None:
    evening = on_time(minutes=90)
    assert (clock(evening).minutes, clock(evening).deadline) == (90, None)
    evening.order(1, 6)
    assert clock(evening).minutes_left == 90
    assert evening.pulka.deadline == clock(evening).deadline


@pytest.mark.parametrize(("passed", "left"), [(0.5, 90), (1.5, 89), (89.5, 1), (90, 0), (99, 0)])
def test_minutes_left_count_the_one_begun(passed: float, left: int) -> None:
    evening = on_time(minutes=90)
    evening.order(1, 6)
    let_pass(evening, passed)
    assert clock(evening).minutes_left == left
    assert clock(evening).is_over == (left == 0)


def test_game_for_a_target_has_no_clock() -> None:
    assert clock_of(Evening.begin().course, timezone.now()) is None


def test_laps_are_counted_by_dealers() -> None:
    evening = on_time(laps=2)
    shown = []
    for turn in range(6):
        shown.append(clock(evening).lap)
        nobody_whists(evening, (turn + 1) % 3)
    assert shown == [1, 1, 1, 2, 2, 2]
    assert (evening.pulka.step, evening.pulka.reason) == (PulkaStep.PLAYING, "")
    evening.again()
    assert (evening.pulka.step, evening.pulka.reason) == (PulkaStep.ENDED, "time")


def test_game_ends_when_its_time_has_come_and_somebody_looks() -> None:
    evening = on_time(minutes=90)
    nobody_whists(evening, 1)
    let_pass(evening, 91)
    before = evening.again().pulka.version
    assert Phone(evening, 2, "en").client.get(f"/p/{evening.pulka.slug}").status_code == 200
    evening.again()
    assert (evening.pulka.step, evening.pulka.reason) == (PulkaStep.ENDED, "time")
    assert evening.pulka.version == before + 1


def test_game_ends_once_however_many_look() -> None:
    evening = on_time(minutes=90)
    nobody_whists(evening, 1)
    let_pass(evening, 91)
    for _ in range(3):
        timing.end_if_late(evening.pulka.slug)
    assert evening.pulka.lines.filter(action="ended").count() == 1


def test_deal_under_way_is_played_to_its_end_and_counts() -> None:
    evening = on_time(minutes=90)
    evening.order(1, 6)
    let_pass(evening, 91)
    timing.end_if_late(evening.pulka.slug)
    assert evening.again().pulka.step == PulkaStep.PLAYING
    assert clock(evening).is_over
    first, second = evening.now.terms.defenders(1)
    evening.answer(first, PASS)
    evening.answer(second, PASS)
    assert evening.again().pulka.step == PulkaStep.PLAYING
    evening.talon(first, 1)
    assert evening.again().pulka.step == PulkaStep.ENDED
    assert len(evening.course.scored_deals) == 1


def test_order_that_comes_too_late_ends_the_game_and_is_told_so() -> None:
    evening = on_time(minutes=90)
    nobody_whists(evening, 1)
    let_pass(evening, 91)
    assert evening.order(2, 6).code == "time_over"
    assert evening.again().pulka.step == PulkaStep.ENDED
    assert len(evening.course.deals) == 1


@pytest.mark.parametrize("htmx", [True, False])
def test_phone_that_posts_too_late_is_told_so(htmx: bool) -> None:
    evening = on_time(minutes=90)
    nobody_whists(evening, 1)
    phone = Phone(evening, 2, "en")
    form = phone.form(kind="order")
    let_pass(evening, 91)
    address = f"/p/{evening.pulka.slug}"
    headers = {"hx-request": "true"} if htmx else {}
    phone.client.post(f"{address}/post", {**form, "game": "7"}, headers=headers)
    assert "The time is over, so this post came too late." in phone.see()


def test_clock_is_drawn_for_those_who_look() -> None:
    evening = on_time(minutes=90, laps=4)
    assert "90 min from the first order" in Phone(evening, 0).see()
    evening.order(1, 6)
    shown = Phone(evening, 0).see()
    assert "<b data-minutes>90</b> min left" in shown
    assert "lap 1 of 4" in shown
    let_pass(evening, 91)
    shown = Phone(evening, 0).see()
    assert "lap 1 of 4" not in shown
    assert 'data-left="0" hidden' in shown


def test_order_after_the_time_still_lets_a_half_whist_stand_and_is_told_so() -> None:
    evening = on_time(minutes=90)
    evening.order(1, 6)
    first, second = evening.now.terms.defenders(1)
    evening.talon(first, 0)
    evening.answer(first, PASS)
    evening.answer(second, Role.HALF)
    let_pass(evening, 91)
    assert evening.order(2, 6, deal=2).code == "time_over"
    assert evening.again().pulka.step == PulkaStep.ENDED
    assert len(evening.course.scored_deals) == 1
