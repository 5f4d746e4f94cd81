"""A club out of one server and into another: nothing is lost, and nothing else is touched."""

import pytest

from prefweb.archive.services import restore
from prefweb.clubs.models import Club
from tests.archive.everything import bytes_of, everything, opened, rows_of, wipe
from tests.archive.test_restoring import small

pytestmark = pytest.mark.django_db


def test_every_table_is_the_same_after_a_round_trip() -> None:
    before = bytes_of(everything())
    was = rows_of(before)
    assert all(was.values()), [label for label, rows in was.items() if not rows]
    wipe()
    report = restore(opened(before), None)
    now = rows_of(bytes_of(Club.objects.get()))
    for label, rows in was.items():
        assert now[label] == rows, label
    assert report.counts == {label: len(rows) for label, rows in was.items()}
    assert (report.new_people, report.new_keys) == (0, 0)


def test_nothing_that_is_here_is_touched() -> None:
    data = bytes_of(everything())
    wipe()
    mine = small()
    before = rows_of(bytes_of(mine))
    restore(opened(data), None)
    assert rows_of(bytes_of(mine)) == before
    assert Club.objects.count() == 2


def test_restored_again_and_again_it_stays_the_same() -> None:
    data = bytes_of(everything())
    first = rows_of(data)
    for _time in range(2):
        wipe()
        restore(opened(data), None)
        data = bytes_of(Club.objects.get())
    assert rows_of(data) == first
