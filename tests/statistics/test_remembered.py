"""What a person's page remembers is what would be found anew, after everything that changes it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from prefweb.clubs.models import Club
from prefweb.clubs.services import founding
from prefweb.players.models import Player
from prefweb.statistics import growth, keeping, notable, sums
from prefweb.statistics.asked import Asked
from prefweb.statistics.figures import KINDS, Figure
from prefweb.statistics.growth import Unit
from prefweb.statistics.remembered import Remembered
from prefweb.tables.models import Pulka, PulkaStep
from tests.clubs.people import club as found_club
from tests.clubs.people import member, owner_of
from tests.statistics.kept import counted
from tests.tables.evenings import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return found_club()


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [owner_of(club), member(club, "Борис"), member(club, "Вера")]


def asked(club: Club, person: Player) -> Asked:
    return Asked(club=club, people=[person.pk])


def remembered(wanted: Asked) -> tuple[Any, ...]:
    found = Remembered.of(wanted, sums.parts_of(wanted))
    return found.steps(Unit.PULKA), _told(found.facts), found.notables


def found_anew(wanted: Asked) -> tuple[Any, ...]:
    total = sums.parts_of(wanted).total
    steps = growth.steps_of(wanted, Unit.PULKA)
    return steps, _told(sums.facts_of(wanted)), notable.notables_of(wanted, total)


def _told(facts: sums.Facts) -> list[tuple[Any, ...]]:
    of_all = [Figure(figure=name) for name in KINDS]
    return [(facts.count(each), facts.tricks(each)) for each in of_all]


def another_result(pulka: Pulka) -> None:
    first, second, _third = pulka.seats.all()
    first.whists, second.whists = "-50", "50"
    first.save()
    second.save()
    keeping.keep(Pulka.objects.get(pk=pulka.pk))


def club_of(pulka: Pulka) -> Club:
    assert pulka.club is not None
    return pulka.club


def given_up(pulka: Pulka) -> None:
    pulka.step = PulkaStep.ABANDONED
    pulka.save()
    keeping.keep(pulka)


def another_evening(pulka: Pulka) -> None:
    assert pulka.started is not None
    pulka.started -= timedelta(days=400)
    pulka.save()
    founding.date_anew(club_of(pulka))


def another_person(pulka: Pulka) -> None:
    pulka.seats.filter(index=0).update(person=member(club_of(pulka), "Глеб"))
    keeping.keep(Pulka.objects.get(pk=pulka.pk))


@pytest.mark.parametrize("change", [another_result, given_up, another_evening, another_person])
def test_what_is_remembered_is_what_is_there(
    club: Club, people: list[Player], change: Callable[[Pulka], None]
) -> None:
    wanted = asked(club, people[0])
    counted(club, people, ("12", "-2", "-10"))
    pulka = counted(club, people, ("6", "-6", "0"))
    before = remembered(wanted)
    change(pulka)
    after = remembered(wanted)
    assert after != before
    assert after == found_anew(wanted)


def test_deals_that_were_changed_are_seen(club: Club, people: list[Player]) -> None:
    evening = Evening.begin(3)
    evening.seven_made()
    pulka = evening.again().pulka
    pulka.step, pulka.club = PulkaStep.CONTINUED, club
    pulka.save()
    pulka.seats.filter(index=1).update(person=people[0])
    keeping.keep(Pulka.objects.get(pk=pulka.pk))
    wanted = asked(club, people[0])
    before = remembered(wanted)
    pulka.deals.update(taken_out=True)
    keeping.keep(Pulka.objects.get(pk=pulka.pk))
    assert remembered(wanted) != before
    assert remembered(wanted) == found_anew(wanted)


def test_nothing_is_asked_twice(
    club: Club, people: list[Player], django_assert_num_queries: Any
) -> None:
    counted(club, people, ("12", "-2", "-10"))
    wanted = asked(club, people[0])
    remembered(wanted)
    with django_assert_num_queries(1):
        remembered(wanted)


def test_everybody_is_remembered_apart(club: Club, people: list[Player]) -> None:
    counted(club, people, ("12", "-2", "-10"))
    for person in people:
        assert remembered(asked(club, person)) == found_anew(asked(club, person))
