"""A ledger goes along with its club, and one that does not add up is refused."""

import pytest

from prefweb.archive.services import restore
from prefweb.clubs.models import Club
from prefweb.ledger.models import Due
from prefweb.players.merging import merge
from tests.archive.everything import bytes_of, opened, wipe
from tests.archive.test_restoring import faults_of, forged, with_row
from tests.clubs.people import club, member, owner_of
from tests.ledger.books import mend, open_money, pulka, settle

pytestmark = pytest.mark.django_db


def played() -> Club:
    """One round, of a person who was merged, and a correction after it."""
    home = club()
    anna, boris = member(home, "Анна П."), member(home, "Борис", account=False)
    first = pulka(home, {anna: 50, boris: -20, "Прохожий": -30})
    merge(boris, owner_of(home), owner_of(home))
    settle(home, owner_of(home))
    mend(first, [60, -20, -40])
    return home


def test_what_is_open_is_the_same_after_a_round_trip() -> None:
    data = bytes_of(played())
    was = open_money(Club.objects.get())
    assert was == {"Анна П.": 10, "Прохожий": -10}
    wipe()
    restore(opened(data), None)
    assert open_money(Club.objects.get()) == was
    assert Due.objects.count() == 2


def test_money_that_does_not_come_to_nothing_is_refused() -> None:
    data = forged(bytes_of(played()), with_row("ledger.share", money="12345"))
    wipe()
    assert ("money_uneven", "data/ledger.share.jsonl") in faults_of(data)


def test_a_currency_nobody_has_is_refused() -> None:
    data = forged(bytes_of(played()), with_row("ledger.round", currency="XQX"))
    wipe()
    assert ("value_wrong", "data/ledger.round.jsonl:1") in faults_of(data)
