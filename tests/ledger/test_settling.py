"""Rounds: what is open, who pays whom, and what comes after corrections and merges."""

from datetime import date
from decimal import Decimal

import pytest

from prefweb.clubs.models import Club
from prefweb.importing import services as importing
from prefweb.importing.models import Batch, Imported
from prefweb.ledger import services
from prefweb.ledger.models import Due, Share, Trace
from prefweb.ledger.refusals import Refused
from prefweb.ledger.services import Asked
from prefweb.players.merging import merge, unmerge
from prefweb.players.models import Player
from prefweb.tables.models import Pulka, PulkaStep, Source
from tests.clubs.people import club, member, owner_of
from tests.ledger.books import FAR, asked, mend, open_money, paying, pulka, settle, shares_of
from tests.tables import consenting
from tests.tables.evenings import Evening
from tests.tables.test_mending import settled as played_out

pytestmark = pytest.mark.django_db
FIRST, SECOND = date(2026, 11, 20), date(2026, 11, 27)


class Home:
    """A club of three who play for money."""

    def __init__(self) -> None:
        self.club: Club = club()
        self.owner: Player = owner_of(self.club)
        self.anna, self.boris, self.vera = (
            member(self.club, name) for name in ("Анна П.", "Борис", "Вера")
        )


@pytest.fixture
def home() -> Home:
    return Home()


def test_open_is_what_pulkas_have_together(home: Home) -> None:
    pulka(home.club, {home.anna: 50, home.boris: -20, home.vera: -30})
    pulka(home.club, {home.anna: -10, home.boris: 10}, SECOND)
    assert open_money(home.club) == {"Анна П.": 40, "Борис": -10, "Вера": -30}


def test_currencies_are_never_summed(home: Home) -> None:
    pulka(home.club, {home.anna: 50, home.boris: -50})
    pulka(home.club, {home.anna: "-2.50", home.boris: "2.50"}, currency="EUR")
    assert open_money(home.club, "EUR") == {"Борис": Decimal("2.5"), "Анна П.": Decimal("-2.5")}
    settle(home.club, home.owner)
    assert open_money(home.club) == {}
    assert open_money(home.club, "EUR") != {}


@pytest.mark.parametrize("step", [PulkaStep.PLAYING, PulkaStep.ENDED, PulkaStep.ABANDONED])
def test_what_is_not_settled_owes_nothing(home: Home, step: PulkaStep) -> None:
    pulka(home.club, {home.anna: 50, home.boris: -50}, step=step)
    assert open_money(home.club) == {}


def test_what_one_settled_who_left_is_owed(home: Home) -> None:
    pulka(home.club, {home.anna: 50, home.boris: -50}, step=PulkaStep.CONTINUED)
    assert open_money(home.club) == {"Анна П.": 50, "Борис": -50}


def test_a_round_says_who_pays_whom_and_nothing_is_open(home: Home) -> None:
    pulka(home.club, {home.anna: 50, home.boris: -20, home.vera: -30})
    pulka(home.club, {home.anna: -10, home.boris: 10}, SECOND)
    made = settle(home.club, home.owner)
    assert paying(made) == [("Вера", "Анна П.", 30), ("Борис", "Анна П.", 10)]
    assert (made.number, made.games, made.since, made.until) == (1, 2, FIRST, SECOND)
    assert open_money(home.club) == {}
    assert not Due.objects.exists()
    assert [line.action for line in made.lines.all()] == ["settled"]


def test_who_comes_to_nothing_pays_nothing(home: Home) -> None:
    pulka(home.club, {home.anna: 50, home.boris: -50})
    pulka(home.club, {home.boris: 50, home.vera: -50})
    assert paying(settle(home.club, home.owner)) == [("Вера", "Анна П.", 50)]


def test_later_evenings_stay_open(home: Home) -> None:
    pulka(home.club, {home.anna: 50, home.boris: -50}, FIRST)
    pulka(home.club, {home.anna: 7, home.boris: -7}, SECOND)
    made = settle(home.club, home.owner, until=FIRST)
    assert paying(made) == [("Борис", "Анна П.", 50)]
    assert open_money(home.club) == {"Анна П.": 7, "Борис": -7}


def test_a_name_that_is_nobodys_pays_by_its_name(home: Home) -> None:
    pulka(home.club, {home.anna: 50, "Прохожий": -50})
    made = settle(home.club, home.owner)
    assert paying(made) == [("Прохожий", "Анна П.", 50)]


def test_a_correction_after_a_round_is_open_as_the_difference(home: Home) -> None:
    played = pulka(home.club, {home.anna: 50, home.boris: -20, home.vera: -30})
    first = settle(home.club, home.owner)
    mend(played, [70, -20, -50])
    assert open_money(home.club) == {"Анна П.": 20, "Вера": -20}
    second = settle(home.club, home.owner)
    assert paying(first) == [("Вера", "Анна П.", 30), ("Борис", "Анна П.", 20)]
    assert paying(second) == [("Вера", "Анна П.", 20)]
    mend(played, [50, -20, -30])
    assert open_money(home.club) == {"Вера": 20, "Анна П.": -20}


def test_what_is_mended_with_everybodys_consent_is_open_and_mended_again_the_rest(
    home: Home,
) -> None:
    evening = played_out()
    Pulka.objects.filter(pk=evening.pulka.pk).update(club=home.club, evening=FIRST)
    consenting.mend(evening, 1, 1, "Было иначе", tricks_0=6)
    consenting.all_agree(evening)
    first = money_of(evening)
    assert open_money(home.club) == first
    settle(home.club, home.owner)
    consenting.mend(evening, 1, 1, "Всё же нет", tricks_0=8)
    consenting.all_agree(evening)
    second = money_of(evening)
    changed = {name: second.get(name, 0) - first.get(name, 0) for name in {**first, **second}}
    assert open_money(home.club) == {name: money for name, money in changed.items() if money}
    assert any(changed.values())


def money_of(evening: Evening) -> dict[str, Decimal]:
    """What its seats have, by name; nothing that is 0."""
    seats = evening.again().pulka.seats.all()
    return {seat.name: seat.money for seat in seats if seat.money}


def test_a_correction_that_is_taken_back_leaves_nothing_open(home: Home) -> None:
    played = pulka(home.club, {home.anna: 50, home.boris: -50})
    settle(home.club, home.owner)
    mend(played, [70, -70])
    mend(played, [50, -50])
    assert not Due.objects.exists()


def test_who_is_merged_pays_as_one_person(home: Home) -> None:
    guest = member(home.club, "Боря", account=False)
    pulka(home.club, {home.anna: 50, home.boris: -50})
    pulka(home.club, {home.anna: -20, guest: 20})
    merge(guest, home.boris, home.owner)
    assert open_money(home.club) == {"Анна П.": 30, "Борис": -30}
    assert paying(settle(home.club, home.owner)) == [("Борис", "Анна П.", 30)]


def test_who_is_told_apart_after_a_round_owes_what_another_one_paid(home: Home) -> None:
    guest = member(home.club, "Боря", account=False)
    pulka(home.club, {home.anna: 50, guest: -50})
    found = merge(guest, home.boris, home.owner)
    assert paying(settle(home.club, home.owner)) == [("Борис", "Анна П.", 50)]
    unmerge(found, home.owner)
    assert open_money(home.club) == {"Борис": 50, "Боря": -50}
    made = settle(home.club, home.owner)
    assert paying(made) == [("Боря", "Борис", 50)]
    assert open_money(home.club) == {}
    merge(guest, home.boris, home.owner)
    assert open_money(home.club) == {}


def test_what_a_round_holds_comes_to_its_payments(home: Home) -> None:
    pulka(home.club, {home.anna: "0.07", home.boris: "-0.03", home.vera: "-0.04"})
    made = settle(home.club, home.owner)
    held = shares_of(made)
    assert sum(held.values()) == 0
    assert held[str(home.anna.pk)] == Decimal("0.07")


def test_a_form_sent_twice_makes_one_round(home: Home) -> None:
    pulka(home.club, {home.anna: 50, home.boris: -50})
    form = asked(home.club)
    first = services.settle(home.club, form, home.owner)
    assert services.settle(home.club, form, home.owner) == first
    assert home.club.rounds.count() == 1


def test_a_round_of_what_was_not_seen_is_refused(home: Home) -> None:
    pulka(home.club, {home.anna: 50, home.boris: -50})
    form = asked(home.club)
    pulka(home.club, {home.anna: 1, home.boris: -1})
    with pytest.raises(Refused, match="other_money"):
        services.settle(home.club, form, home.owner)
    assert not home.club.rounds.exists()
    assert not Share.objects.exists()
    assert open_money(home.club) == {"Анна П.": 51, "Борис": -51}


def test_nothing_is_no_round(home: Home) -> None:
    with pytest.raises(Refused, match="nothing_open"):
        services.settle(home.club, Asked("RUB", FAR, "x"), home.owner)
    assert not home.club.rounds.exists()


def test_a_round_taken_back_is_open_again_and_seen(home: Home) -> None:
    pulka(home.club, {home.anna: 50, home.boris: -50})
    form = asked(home.club)
    made = services.settle(home.club, form, home.owner)
    for _time in range(2):
        services.take_back(home.club, made.number, home.owner)
    assert open_money(home.club) == {"Анна П.": 50, "Борис": -50}
    assert [line.action for line in made.lines.all()] == ["settled", "taken_back"]
    with pytest.raises(Refused, match="other_money"):
        services.settle(home.club, form, home.owner)
    assert settle(home.club, home.owner).number == 2


def test_a_round_of_which_something_is_paid_stays(home: Home) -> None:
    pulka(home.club, {home.anna: 50, home.boris: -50})
    made = settle(home.club, home.owner)
    services.mark_all_paid(home.club, made.number, home.owner)
    with pytest.raises(Refused, match="is_paid"):
        services.take_back(home.club, made.number, home.owner)


def test_a_club_without_a_ledger_settles_nothing_and_loses_nothing(home: Home) -> None:
    pulka(home.club, {home.anna: 50, home.boris: -50})
    form = asked(home.club)
    Club.objects.filter(pk=home.club.pk).update(has_ledger=False)
    with pytest.raises(Refused, match="no_ledger"):
        services.settle(home.club, form, home.owner)
    pulka(home.club, {home.anna: 1, home.boris: -1})
    Club.objects.filter(pk=home.club.pk).update(has_ledger=True)
    assert open_money(home.club) == {"Анна П.": 51, "Борис": -51}


def test_what_was_brought_in_stays_while_a_round_holds_money_of_it(home: Home) -> None:
    played = pulka(home.club, {home.anna: 50, home.boris: -50})
    fields = {"source": Source.PAPER, "count": 1, "uid": "u" * 9}
    batch = Batch.objects.create(club=home.club, by=home.owner, **fields)
    Imported.objects.create(batch=batch, pulka=played, version=played.version)
    made = settle(home.club, home.owner)
    with pytest.raises(importing.Refused, match="settled_in_round"):
        importing.take_back(batch, home.owner)
    services.take_back(home.club, made.number, home.owner)
    importing.take_back(batch, home.owner)
    assert open_money(home.club) == {}


def test_every_mark_is_a_line_of_the_trace(home: Home) -> None:
    pulka(home.club, {home.anna: 50, home.boris: -50})
    made = settle(home.club, home.owner)
    payment = made.payments.get()
    for _time in range(2):
        services.mark_paid(home.club, payment.pk, home.boris, settles=False)
    services.mark_unpaid(home.club, payment.pk, home.anna, settles=False)
    lines = Trace.objects.filter(round=made).values_list("action", "by_name")
    assert list(lines) == [("settled", "Анна"), ("paid", "Борис"), ("unpaid", "Анна П.")]


def test_who_owes_takes_back_only_his_own_word(home: Home) -> None:
    pulka(home.club, {home.anna: 50, home.boris: -50})
    payment = settle(home.club, home.owner).payments.get()
    services.mark_paid(home.club, payment.pk, home.anna, settles=False)
    with pytest.raises(Refused, match="not_yours"):
        services.mark_unpaid(home.club, payment.pk, home.boris, settles=False)
    services.mark_unpaid(home.club, payment.pk, home.owner, settles=True)
    services.mark_paid(home.club, payment.pk, home.boris, settles=False)
    services.mark_unpaid(home.club, payment.pk, home.boris, settles=False)
    payment.refresh_from_db()
    assert (payment.paid, payment.paid_by, payment.paid_by_name) == (None, None, "")
