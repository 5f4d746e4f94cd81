"""Posts as the database keeps them: idempotent, logged, one at a time."""

import uuid

import pytest

from prefweb.tables.deals.posts import Dispute, Fact, Reply, Said
from prefweb.tables.deals.protocol import Kind, Told, mark
from prefweb.tables.deals.steps import Step
from prefweb.tables.models import Line, Proxies, PulkaStep
from prefweb.tables.services import playing
from prefweb.ui.log import log_words
from scoring import Role
from tests.tables.evenings import Evening, house, in_parallel

WHIST, PASS, HALF = Role.WHIST, Role.PASS, Role.HALF


@pytest.fixture
def evening(db: None) -> Evening:
    return Evening.begin()


def test_a_deal_reaches_the_sheet_with_its_last_number(evening: Evening) -> None:
    evening.seven_made()
    assert evening.course.replay.sheet.pool == (0, 4, 0)
    assert evening.course.replay.sheet.whists[2][1] == 12


def test_every_post_raises_the_version(evening: Evening) -> None:
    before = evening.pulka.version
    evening.order(1, 7)
    assert evening.again().pulka.version == before + 1


def test_a_doubled_post_changes_nothing_and_says_so(evening: Evening) -> None:
    uid = uuid.uuid4().hex
    evening.order(1, 7, uid=uid)
    version = evening.again().pulka.version
    assert evening.order(1, 8, uid=uid, deal=1).code == "repeated"
    assert evening.again().pulka.version == version
    assert evening.now.posts.orders[1].value.level == 7


def test_a_post_for_another_seat_has_to_say_so(evening: Evening) -> None:
    with pytest.raises(Told) as told:
        evening.order(1, 7, by=0, for_another=False)
    assert told.value.code == "not_your_seat"
    assert not evening.pulka.deals.exists()


def test_a_post_for_another_seat_is_logged_with_both_names(evening: Evening) -> None:
    evening.order(1, 7, by=0)
    line = Line.objects.get(action="order")
    assert (line.by, line.seat, line.proxy) == (evening.players[0], 1, True)


def test_where_nobody_posts_for_others_nobody_can(db: None) -> None:
    evening = Evening.begin(proxies=Proxies.NOBODY)
    with pytest.raises(Told) as told:
        evening.order(1, 7, by=0)
    assert told.value.code == "no_proxies"


def test_a_stranger_posts_nothing(evening: Evening) -> None:
    stranger = Evening.gather().players[1]
    evening.players.append(stranger)
    with pytest.raises(Told) as told:
        evening.order(1, 7, by=3)
    assert told.value.code == "not_seated"


def test_the_next_order_seals_the_deal_before(evening: Evening) -> None:
    evening.seven_made()
    evening.order(2, 6)
    with pytest.raises(Told) as told:
        evening.tricks(1, 6, deal=1)
    assert told.value.code == "sealed"
    assert evening.course.replay.sheet.pool == (0, 4, 0)


def test_a_withdrawn_order_opens_the_deal_before_again(evening: Evening) -> None:
    evening.seven_made()
    evening.order(2, 6)
    evening.tap(Kind.ORDER, 2, None, seen="contract-6-")
    evening.tricks(1, 6, deal=1, seen="7")
    assert evening.course.replay.sheet.mountain == (0, 4, 0)


def test_a_late_number_that_differs_takes_the_deal_off_the_sheet(evening: Evening) -> None:
    evening.seven_made()
    evening.tricks(2, 6, about=1, deal=1, changes=evening.mendable.posts.changes)
    assert evening.course.replay.sheet.pool == (0, 0, 0)
    assert evening.now.step is Step.CONFLICT
    assert [line.action for line in Line.objects.order_by("id")][-2:] == ["tricks", "unwritten"]


def test_a_late_number_that_agrees_is_said_to(evening: Evening) -> None:
    evening.seven_made()
    changes = evening.mendable.posts.changes
    assert evening.tricks(2, 7, about=1, deal=1, changes=changes).code == "agrees"


def test_a_mended_number_is_rescored_with_a_trace(evening: Evening) -> None:
    evening.seven_made()
    evening.tricks(1, 6, deal=1, seen="7", changes=evening.mendable.posts.changes)
    assert evening.course.replay.sheet.mountain == (0, 4, 0)
    line = Line.objects.filter(action="tricks").latest("id")
    assert (line.before, line.after) == ({"about": 1, "number": 7}, {"about": 1, "number": 6})


def test_a_dispute_waits_for_the_poster(evening: Evening) -> None:
    evening.seven_made()
    evening.tap(Kind.DISPUTE, 0, Dispute(Fact.ANSWER, 2), deal=1, seen="whist")
    assert evening.now.step is Step.CONFLICT
    with pytest.raises(Told):
        evening.order(2, 6, deal=2)
    evening.answer(2, PASS, deal=1, seen="whist", changes=evening.now.posts.changes)
    assert evening.mendable.number == 1
    assert evening.course.replay.sheet.whists[2][1] == 0


def test_the_next_order_lets_a_half_whist_stand(evening: Evening) -> None:
    evening.order(1, 7)
    evening.answer(2, PASS)
    evening.answer(0, HALF)
    evening.order(2, 6, deal=2, changes=0)
    course = evening.course
    assert course.written[0].posts.reply == Said(Reply.STANDS, 2)
    assert evening.now.number == 2
    assert course.replay.sheet.whists[0][1] == 4


def test_another_dealer_changes_who_plays(db: None) -> None:
    evening = Evening.begin(4)
    playing.change_dealer(evening.pulka.slug, evening.players[1], evening.dealing(), 2)
    assert evening.now.terms.active == (3, 0, 1)
    with pytest.raises(Told):
        evening.order(2, 6)
    evening.raspasy(0)
    for seat, number in ((3, 4), (0, 3), (1, 2)):
        evening.tricks(seat, number)
    assert evening.now.terms.dealer == 3


def test_cards_dealt_again_write_nothing(evening: Evening) -> None:
    playing.redeal(evening.pulka.slug, evening.players[1], evening.dealing(), moves_on=True)
    assert (evening.now.number, evening.now.terms.dealer) == (1, 1)
    assert evening.course.replay.played == ()


def test_dealing_cannot_change_once_somebody_ordered(evening: Evening) -> None:
    evening.order(1, 7)
    with pytest.raises(Told) as told:
        playing.redeal(evening.pulka.slug, evening.players[1], evening.dealing(), moves_on=False)
    assert told.value.code == "ordered_already"


def withdraw(evening: Evening, seat: int, deal: int) -> None:
    seen = mark(evening.mendable.posts.orders[seat].value)
    evening.tap(Kind.ORDER, seat, None, deal=deal, seen=seen)


def test_a_withdrawn_order_leaves_no_hole_before_cards_dealt_again(evening: Evening) -> None:
    evening.seven_made()
    playing.redeal(evening.pulka.slug, evening.players[0], evening.dealing(2), moves_on=True)
    withdraw(evening, 1, deal=1)
    assert evening.now.number == 1
    evening.order(1, 6)
    evening.answer(2, PASS)
    evening.answer(0, PASS)
    assert (evening.now.number, evening.now.terms.dealer) == (2, 2), "as it was dealt again"


def test_a_half_whist_stands_also_before_cards_dealt_again(evening: Evening) -> None:
    evening.order(1, 7)
    evening.answer(2, PASS)
    evening.answer(0, PASS)
    playing.redeal(evening.pulka.slug, evening.players[0], evening.dealing(2), moves_on=True)
    evening.answer(0, HALF, deal=1, seen="pass")
    ahead = evening.course.after_half
    assert ahead is not None
    assert ahead.terms.dealer == 2
    evening.order(0, 6, deal=ahead.number, changes=ahead.posts.changes)
    assert [deal.number for deal in evening.course.written] == [1]


def ended(target: int = 1) -> Evening:
    """Three players, target 1: a ten nobody whists closes every pool and ends the pulka."""
    evening = Evening.begin(target=target)
    evening.order(1, 10)
    evening.answer(2, PASS)
    evening.answer(0, PASS)
    return evening


def test_the_last_closed_pool_ends_the_pulka(db: None) -> None:
    evening = ended()
    assert (evening.again().pulka.step, evening.pulka.reason) == (PulkaStep.ENDED, "target")
    assert evening.course.current is None


def test_mending_the_last_deal_opens_the_pulka_again(db: None) -> None:
    evening = ended()
    changes = evening.mendable.posts.changes
    evening.answer(2, WHIST, deal=1, seen="pass", changes=changes)
    assert evening.again().pulka.step == PulkaStep.PLAYING
    evening.tricks(1, 10)
    assert evening.again().pulka.step == PulkaStep.ENDED


def test_house_rules_are_kept_with_the_pulka(db: None) -> None:
    evening = Evening.begin(convention=house(whist_mult=3))
    evening.seven_made()
    assert evening.course.replay.sheet.whists[2][1] == 36


@pytest.mark.django_db(transaction=True)
def test_two_orders_at_once_are_both_kept() -> None:
    evening = Evening.begin()
    in_parallel(lambda: evening.order(1, 7, deal=1), lambda: evening.order(2, 6, deal=1))
    assert evening.now.step is Step.CONFLICT
    assert set(evening.now.posts.orders) == {1, 2}
    assert Line.objects.filter(action="order").count() == 2


@pytest.mark.django_db(transaction=True)
def test_one_post_sent_twice_at_once_counts_once() -> None:
    evening = Evening.begin()
    uid = uuid.uuid4().hex
    acts = [lambda: evening.order(1, 7, deal=1, uid=uid).code] * 4
    assert sorted(map(str, in_parallel(*acts))) == ["", "repeated", "repeated", "repeated"]
    assert Line.objects.filter(action="order").count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_phones_answering_for_one_seat_the_second_is_told() -> None:
    evening = Evening.begin()
    evening.order(1, 7)
    changes = evening.now.posts.changes
    acts = (
        lambda: evening.answer(2, WHIST, deal=1, changes=changes).code,
        lambda: evening.answer(2, PASS, by=0, deal=1, changes=changes).code,
    )
    assert sorted(map(str, in_parallel(*acts))) == ["", "said_already"]
    assert Line.objects.filter(action="answer").count() == 1


@pytest.mark.django_db(transaction=True)
def test_all_defenders_and_numbers_at_once_lose_nothing() -> None:
    evening = Evening.begin(4)
    evening.raspasy(1)
    changes = evening.now.posts.changes
    tell = {1: 5, 2: 3, 3: 1}
    in_parallel(
        *(
            lambda seat=seat, number=number: evening.tricks(seat, number, deal=1, changes=changes)
            for seat, number in tell.items()
        )
    )
    assert evening.course.written[0].posts.claims[2:]
    assert evening.course.replay.sheet.mountain == (0, 4, 2, 0)


def test_a_mended_number_is_not_said_to_agree(evening: Evening) -> None:
    evening.seven_made()
    changes = evening.mendable.posts.changes
    assert evening.tricks(1, 6, deal=1, seen="7", changes=changes).code == ""


def test_cards_dealt_again_by_two_phones_move_on_once(evening: Evening) -> None:
    dealing = [evening.dealing(), evening.dealing()]
    playing.redeal(evening.pulka.slug, evening.players[1], dealing[0], moves_on=True)
    with pytest.raises(Told) as told:
        playing.redeal(evening.pulka.slug, evening.players[2], dealing[1], moves_on=True)
    assert told.value.code == "question_changed"
    assert evening.now.terms.dealer == 1


def test_an_order_on_its_way_does_not_go_into_the_next_hand(evening: Evening) -> None:
    playing.redeal(evening.pulka.slug, evening.players[1], evening.dealing(), moves_on=False)
    with pytest.raises(Told) as told:
        evening.order(1, 7, changes=0)
    assert told.value.code == "question_changed"


def test_a_half_whist_that_would_end_the_pulka_has_no_deal_ahead(db: None) -> None:
    evening = Evening.begin(target=1)
    evening.order(1, 7)
    evening.answer(2, PASS)
    evening.answer(0, HALF)
    assert evening.course.after_half is None


def test_every_line_of_the_log_can_be_read(evening: Evening) -> None:
    evening.seven_made()
    evening.tap(Kind.DISPUTE, 0, Dispute(Fact.TRICKS, 1), deal=1, seen="7")
    evening.tap(Kind.DISPUTE, 0, None, deal=1)
    evening.order(2, 6, deal=2, about=1)
    for line in Line.objects.all():
        assert log_words(line, ["Анна", "Борис", "Вера"]).what
