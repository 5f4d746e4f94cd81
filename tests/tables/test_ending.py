"""Confirming, settling, a rematch, closing."""

from decimal import Decimal

import pytest
from django.utils import timezone

from prefweb.tables.models import PATIENCE, Pulka, PulkaStep, Seat
from prefweb.tables.protocol import Told
from prefweb.tables.services import ending, seating
from tests.tables.evenings import Evening
from tests.tables.test_playing import PASS, WHIST
from tests.tables.test_playing import ended as played_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def ended() -> Evening:
    return played_out()


def confirm_all(evening: Evening) -> None:
    for player in evening.players:
        ending.confirm(evening.pulka.slug, player)


def test_the_last_confirmation_settles_the_pulka_and_keeps_its_result(ended: Evening) -> None:
    for player in ended.players[:2]:
        ending.confirm(ended.pulka.slug, player)
    assert ended.again().pulka.step == PulkaStep.ENDED
    ending.confirm(ended.pulka.slug, ended.players[2])
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
    ending.confirm(ended.pulka.slug, ended.players[0])
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
        ending.confirm(evening.pulka.slug, evening.players[0])
    assert told.value.code == "not_over"


def test_nobody_confirms_for_a_seat_with_a_phone(ended: Evening) -> None:
    with pytest.raises(Told) as told:
        ending.confirm(ended.pulka.slug, ended.players[0], 1)
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
        ending.confirm(slug, evening.players[min(seat, 1)], seat)
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
