"""A club out of one server and into another: nothing is lost, and nothing else is touched."""

import pytest

from prefweb.archive.services import restore
from prefweb.clubs.models import Club
from tests.archive.everything import bytes_of, everything, opened, rows_of, wipe

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
