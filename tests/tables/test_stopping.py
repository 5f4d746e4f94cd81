"""A pulka stopped before its end, or abandoned."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from prefweb.tables.deals.protocol import Kind as Post
from prefweb.tables.deals.protocol import Told
from prefweb.tables.models import Line, PulkaStep
from prefweb.tables.pages.lists import recent_pulkas
from prefweb.tables.services import ending, stopping
from scoring import Role
from tests.tables.consenting import Kind, Outcome, agree, all_agree, ask, last, refuse, seven
from tests.tables.evenings import Evening

pytestmark = pytest.mark.django_db


def begun(**agreed: Any) -> Evening:
    return Evening.begin(**{"target": 100, **agreed})


def test_between_deals_it_ends_at_once_with_the_reason() -> None:
    evening = begun()
    seven(evening, 1)
    ask(evening, 0, Kind.STOP, why="последняя электричка")
    all_agree(evening)
    pulka = evening.again().pulka
    assert (pulka.step, pulka.reason) == (PulkaStep.ENDED, "consent")
    assert pulka.why == "последняя электричка"
    for seat in range(3):
        evening.confirm(seat)
    assert evening.again().pulka.step == PulkaStep.SETTLED


def test_one_refusal_and_it_goes_on() -> None:
    evening = begun()
    ask(evening, 0, Kind.STOP)
    agree(evening, 1)
    refuse(evening, 2)
    pulka = evening.again().pulka
    assert (pulka.step, pulka.reason) == (PulkaStep.PLAYING, "")


def stops_with_an_open_deal() -> Evening:
    evening = begun()
    seven(evening, 1)
    evening.order(2, 6)
    ask(evening, 0, Kind.STOP, why="поздно")
    all_agree(evening)
    assert evening.again().pulka.step == PulkaStep.PLAYING
    assert evening.pulka.lines.filter(action="stops").exists()
    return evening


def test_an_open_deal_is_played_first_and_counts() -> None:
    evening = stops_with_an_open_deal()
    evening.answer(0, Role.PASS)
    evening.answer(1, Role.PASS)
    pulka = evening.again().pulka
    assert (pulka.step, pulka.reason) == (PulkaStep.ENDED, "consent")
    assert len(evening.course.scored_deals) == 2


def test_it_ends_as_soon_as_the_open_order_is_withdrawn() -> None:
    evening = stops_with_an_open_deal()
    evening.tap(Post.ORDER, 2, None, seen="contract-6-")
    assert evening.again().pulka.step == PulkaStep.ENDED
    assert len(evening.course.scored_deals) == 1


def test_it_ends_as_soon_as_the_open_deal_is_started_over() -> None:
    evening = stops_with_an_open_deal()
    evening.tap(Post.START_OVER, 2)
    assert evening.again().pulka.step == PulkaStep.ENDED


def test_a_mended_last_deal_opens_it_and_written_again_it_ends_again() -> None:
    evening = begun()
    seven(evening, 1)
    ask(evening, 0, Kind.STOP, why="поздно")
    all_agree(evening)
    evening.answer(2, Role.PASS, deal=1, seen="whist")
    evening.answer(0, Role.WHIST, deal=1, seen="pass")
    assert evening.again().pulka.step == PulkaStep.PLAYING
    evening.tricks(1, 7, deal=1)
    pulka = evening.again().pulka
    assert (pulka.step, pulka.reason, pulka.why) == (PulkaStep.ENDED, "consent", "поздно")


def test_nobody_is_asked_twice_for_the_same_end() -> None:
    evening = stops_with_an_open_deal()
    with pytest.raises(Told, match="stops_already"):
        ask(evening, 1, Kind.STOP)


def test_the_question_falls_where_the_pulka_ends_by_itself() -> None:
    evening = Evening.begin(target=4)
    seven(evening, 0)
    seven(evening, 1)
    ask(evening, 0, Kind.STOP)
    seven(evening, 2)
    assert evening.again().pulka.reason == "target"
    assert last(evening).outcome == Outcome.WITHDRAWN
    assert evening.pulka.lines.filter(action="moot").exists()


def test_what_was_asked_before_the_result_stood_is_asked_no_more() -> None:
    evening = Evening.begin(target=4)
    for declarer in range(3):
        seven(evening, declarer)
    ask(evening, 0, Kind.ABANDON)
    for seat in range(3):
        evening.confirm(seat)
    assert last(evening).outcome == Outcome.WITHDRAWN
    assert evening.pulka.lines.get(action="moot").before == Kind.ABANDON


def test_a_new_deal_is_another_result_to_stop_with() -> None:
    evening = begun()
    ask(evening, 0, Kind.STOP)
    agree(evening, 1)
    seven(evening, 1)
    assert last(evening).answers == {"0": 0}


# -- abandoning


def test_all_agree_to_abandon_it() -> None:
    evening = begun()
    seven(evening, 1)
    ask(evening, 1, Kind.ABANDON, why="сдали не ту колоду")
    agree(evening, 0)
    seven(evening, 2)
    agree(evening, 2)
    pulka = evening.again().pulka
    assert (pulka.step, pulka.why) == (PulkaStep.ABANDONED, "сдали не ту колоду")
    assert pulka.lines.filter(action="abandoned").exists()
    with pytest.raises(Told, match="not_playing"):
        evening.order(1, 6, deal=3)


def test_what_is_settled_is_not_abandoned() -> None:
    evening = Evening.begin(target=4)
    for declarer in range(3):
        seven(evening, declarer)
    for seat in range(3):
        evening.confirm(seat)
    with pytest.raises(Told, match="not_playing"):
        ask(evening, 0, Kind.ABANDON)


def test_the_host_gives_it_up_after_a_week_alone() -> None:
    evening = begun()
    seven(evening, 1)
    ask(evening, 1, Kind.STOP)
    with pytest.raises(Told, match="left_too_short"):
        stopping.abandon(evening.pulka.slug, evening.players[0])
    Line.objects.filter(pulka=evening.pulka).update(at=timezone.now() - timedelta(days=7))
    stopping.abandon(evening.pulka.slug, evening.players[0])
    assert evening.again().pulka.step == PulkaStep.ABANDONED
    assert last(evening).outcome == Outcome.WITHDRAWN


def test_an_abandoned_pulka_stays_in_the_list_and_another_can_follow() -> None:
    evening = begun()
    ask(evening, 1, Kind.ABANDON)
    all_agree(evening)
    assert [pulka for pulka, _seat in recent_pulkas(evening.players[2])] == [evening.again().pulka]
    fresh = ending.rematch(evening.pulka.slug, evening.players[0])
    assert fresh.step == PulkaStep.PLAYING
    assert evening.again().pulka.step == PulkaStep.ABANDONED


def test_an_order_behind_the_last_deal_lets_its_half_whist_stand() -> None:
    evening = begun()
    evening.order(1, 6)
    evening.answer(2, Role.PASS)
    evening.answer(0, Role.HALF)
    ask(evening, 0, Kind.STOP)
    all_agree(evening)
    assert evening.order(2, 6, deal=2).code == "stops_already"
    assert evening.again().pulka.step == PulkaStep.ENDED
    assert len(evening.course.scored_deals) == 1
    assert len(evening.course.deals) == 1
