"""Confirming, settling, a rematch, closing."""

import threading
from decimal import Decimal

import pytest
from django.db import connection
from django.utils import timezone

from prefweb.players.models import Player
from prefweb.tables.deals.protocol import Told
from prefweb.tables.models import PATIENCE, Consent, Pulka, PulkaStep, Seat
from prefweb.tables.pulkas.course import result_mark
from prefweb.tables.services import consenting, ending, seating
from prefweb.tables.services.consenting import Wish
from prefweb.tables.services.writing import locked, publish
from tests.tables.evenings import Evening, in_parallel
from tests.tables.test_playing import PASS, WHIST
from tests.tables.test_playing import ended as played_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def ended() -> Evening:
    return played_out()


def confirm_all(evening: Evening) -> None:
    for seat in range(len(evening.players)):
        evening.confirm(seat)


def test_the_last_confirmation_settles_the_pulka_and_keeps_its_result(ended: Evening) -> None:
    for seat in (0, 1):
        ended.confirm(seat)
    assert ended.again().pulka.step == PulkaStep.ENDED
    ended.confirm(2)
    assert ended.again().pulka.step == PulkaStep.SETTLED
    assert ended.pulka.rules_version == "1"
    results = Seat.objects.filter(pulka=ended.pulka).values_list("whists", "money")
    # a ten in a pulka to 1: one point closes the own pool, two go as help, seven off the mountain;
    # the kopeck that is left over goes to the first of the equal remainders
    assert list(results) == [
        ("-100/3", Decimal("-166.66")),
        ("200/3", Decimal("333.33")),
        ("-100/3", Decimal("-166.67")),
    ]


def test_a_mended_last_deal_takes_the_confirmations_back(ended: Evening) -> None:
    ended.confirm(0)
    ended.answer(2, WHIST, deal=1, seen="pass", changes=ended.mendable.posts.changes)
    ended.tricks(1, 10)
    assert ended.again().pulka.step == PulkaStep.ENDED
    assert not Seat.objects.exclude(confirmed=None).exists()


def test_nothing_is_mended_after_the_settlement(ended: Evening) -> None:
    changes = ended.mendable.posts.changes
    confirm_all(ended)
    with pytest.raises(Told) as told:
        ended.answer(2, WHIST, deal=1, seen="pass", changes=changes)
    assert told.value.code == "not_playing"


def test_a_running_pulka_cannot_be_confirmed() -> None:
    evening = Evening.begin()
    with pytest.raises(Told) as told:
        evening.confirm(0)
    assert told.value.code == "not_over"


def test_nobody_confirms_for_a_seat_with_a_phone(ended: Evening) -> None:
    with pytest.raises(Told) as told:
        ended.confirm(0, 1)
    assert told.value.code == "not_your_seat"


def test_a_seat_without_a_phone_confirms_through_another() -> None:
    evening = Evening.gather(people=2, target=1)
    slug, host = evening.pulka.slug, evening.players[0]
    seating.reserve_seat(slug, host, 2, "Вера")
    seating.start(slug, host, with_reserved=True)
    evening.order(1, 10)
    evening.answer(2, PASS, by=0)
    evening.answer(0, PASS)
    for seat in range(3):
        evening.confirm(min(seat, 1), seat)
    assert evening.again().pulka.step == PulkaStep.SETTLED


def test_the_host_settles_alone_only_after_a_day(ended: Evening) -> None:
    with pytest.raises(Told) as told:
        ending.settle_after_a_day(ended.pulka.slug, ended.players[0])
    assert told.value.code == "too_early"
    Pulka.objects.update(ended=timezone.now() - PATIENCE)
    ending.settle_after_a_day(ended.pulka.slug, ended.players[0])
    assert ended.again().pulka.step == PulkaStep.SETTLED


def test_a_rematch_settles_the_old_pulka_and_begins_with_the_same_seats(ended: Evening) -> None:
    fresh = ending.rematch(ended.pulka.slug, ended.players[0])
    assert ended.again().pulka.step == PulkaStep.SETTLED
    assert fresh.step == PulkaStep.PLAYING
    assert fresh.first_dealer == 1
    assert [seat.player for seat in fresh.seats.all()] == ended.players
    assert fresh.target == 1
    assert fresh.stake == Decimal(5)
    assert fresh.convention == ended.pulka.convention


def test_a_second_tap_on_rematch_leads_to_the_same_pulka(ended: Evening) -> None:
    host = ended.players[0]
    fresh = ending.rematch(ended.pulka.slug, host)
    assert ending.rematch(ended.pulka.slug, host, with_changes=True).pk == fresh.pk


def test_a_rematch_with_changes_gathers_first(ended: Evening) -> None:
    fresh = ending.rematch(ended.pulka.slug, ended.players[0], with_changes=True)
    assert fresh.step == PulkaStep.SEATING


def test_a_table_closes_only_between_pulkas(ended: Evening) -> None:
    with pytest.raises(Told):
        ending.close_table(ended.pulka.slug, ended.players[0])
    confirm_all(ended)
    ending.close_table(ended.pulka.slug, ended.players[0])
    assert ended.again().pulka.table.closed is not None
    assert ended.pulka.step == PulkaStep.SETTLED


def test_closing_a_gathering_table_abandons_its_pulka() -> None:
    evening = Evening.gather()
    ending.close_table(evening.pulka.slug, evening.players[0])
    assert evening.again().pulka.step == PulkaStep.ABANDONED


def test_nobody_agrees_to_a_result_he_has_not_seen(ended: Evening) -> None:
    seen = result_mark(ended.course.settlement)
    ended.answer(2, WHIST, deal=1, seen="pass", changes=ended.mendable.posts.changes)
    ended.tricks(1, 9)
    ended.order(2, 10)
    ended.answer(0, PASS)
    ended.answer(1, PASS)
    with pytest.raises(Told) as told:
        ending.confirm(ended.pulka.slug, ended.players[0], seen)
    assert told.value.code == "other_result"


def test_a_number_that_only_agrees_leaves_the_confirmations(ended: Evening) -> None:
    ended.answer(2, WHIST, deal=1, seen="pass", changes=ended.mendable.posts.changes)
    ended.tricks(1, 10)
    ended.confirm(0)
    ended.tricks(2, 10, about=1, deal=1, changes=ended.mendable.posts.changes)
    assert Seat.objects.exclude(confirmed=None).count() == 1


def test_the_day_to_confirm_begins_anew_with_another_result(ended: Evening) -> None:
    Pulka.objects.update(ended=timezone.now() - PATIENCE)
    ended.answer(2, WHIST, deal=1, seen="pass", changes=ended.mendable.posts.changes)
    ended.tricks(1, 10)
    with pytest.raises(Told) as told:
        ending.settle_after_a_day(ended.pulka.slug, ended.players[0])
    assert told.value.code == "too_early"


def test_the_table_of_a_running_rematch_is_not_closed_from_the_old_pulka(ended: Evening) -> None:
    ending.rematch(ended.pulka.slug, ended.players[0])
    with pytest.raises(Told):
        ending.close_table(ended.pulka.slug, ended.players[0])


def test_there_is_no_rematch_at_a_closed_table(ended: Evening) -> None:
    confirm_all(ended)
    ending.close_table(ended.pulka.slug, ended.players[0])
    with pytest.raises(Told) as told:
        ending.rematch(ended.pulka.slug, ended.players[0])
    assert told.value.code == "table_closed"


def test_an_old_seat_link_does_not_make_a_host_of_the_running_pulka(ended: Evening) -> None:
    key = Seat.objects.get(pulka=ended.pulka, index=0).key
    ending.rematch(ended.pulka.slug, ended.players[0])
    seating.carry_seat(key, Player.objects.create(name="Дина"))
    assert ended.again().pulka.table.host == ended.players[0]


def test_nobody_sits_down_in_a_settled_pulka() -> None:
    evening = Evening.gather(people=2, target=1)
    slug, host = evening.pulka.slug, evening.players[0]
    seating.reserve_seat(slug, host, 2, "Вера")
    seating.start(slug, host, with_reserved=True)
    evening.order(1, 10)
    evening.answer(2, PASS, by=0)
    evening.answer(0, PASS)
    ending.rematch(slug, host)
    with pytest.raises(Told) as told:
        seating.take_seat(slug, Player.objects.create(name="Дина"), 2, "Дина")
    assert told.value.code == "settled_already"


def test_a_question_about_the_host_is_not_left_behind_by_a_rematch(ended: Evening) -> None:
    wish = Wish(uid="host-of-the-old-one", kind=Consent.Kind.HOST)
    consenting.ask(ended.pulka.slug, ended.players[1], wish)
    ending.rematch(ended.pulka.slug, ended.players[0])
    assert ended.pulka.consents.get().outcome == Consent.Outcome.WITHDRAWN


@pytest.mark.django_db(transaction=True)
def test_a_table_that_closes_while_somebody_waits_for_it_is_seen_closed() -> None:
    evening = played_out()
    for seat in range(3):
        evening.confirm(seat)
    slug, host = evening.pulka.slug, evening.players[0]
    waits = threading.Event()

    def close() -> None:
        with locked(slug) as pulka:
            waits.set()
            wait_for_another_lock()
            pulka.table.closed = timezone.now()
            pulka.table.save()
            publish(pulka)

    def rematch() -> None:
        waits.wait()
        ending.rematch(slug, host)

    assert in_parallel(close, rematch) == [None, "table_closed"]
    assert evening.pulka.table.pulkas.count() == 1


def wait_for_another_lock() -> None:
    """Until the other connection stands before this one's lock."""
    blocked = "SELECT count(*) FROM pg_locks WHERE NOT granted"
    for _try in range(1000):
        with connection.cursor() as cursor:
            cursor.execute(blocked)
            if cursor.fetchone()[0]:
                return
    raise AssertionError("nobody waits")
