"""The demo of an empty installation."""

from fractions import Fraction

import pytest
from django.core.management import call_command
from django.urls import reverse

from prefweb.clubs.models import Club
from prefweb.clubs.services.inviting import accept
from prefweb.ledger.balances import Standing
from prefweb.statistics.asked import Asked
from prefweb.statistics.standings import standings_of
from prefweb.tables.deals.steps import Step
from prefweb.tables.demo import fill
from prefweb.tables.models import Pulka, PulkaStep
from prefweb.tables.pulkas.course import Course
from tests.clubs.people import browser, player

pytestmark = pytest.mark.django_db


def test_it_shows_a_pulka_played_out_one_running_and_one_gathering() -> None:
    fill()
    pulkas = Pulka.objects.order_by("id")
    steps = [PulkaStep.SETTLED, PulkaStep.PLAYING, PulkaStep.SEATING]
    assert [pulka.step for pulka in pulkas] == steps
    assert all(pulka.table.is_demo for pulka in pulkas)


def test_the_running_one_waits_for_an_answer() -> None:
    fill()
    running = Pulka.objects.get(step=PulkaStep.PLAYING)
    now = Course.load(running).current
    assert now is not None
    assert now.step is Step.ANSWER


def test_a_club_has_something_to_look_at() -> None:
    call_command("demo")
    assert Pulka.objects.filter(table__is_demo=True).count() == 3
    home = Club.objects.get()
    newcomer = player()
    accept(home.invitations.get().key, newcomer)
    lines = standings_of(Asked(club=home)).placed
    assert len(lines) == 6
    assert sum(Fraction(each.line.whists) for each in lines) == 0
    assert Standing(home).by_currency
    assert home.rounds.get().payments.exclude(paid=None).count() == 1
    for name in ("statistics:standings", "statistics:rating", "ledger:ledger", "history:club"):
        assert browser(newcomer).get(reverse(name, args=[home.slug])).status_code == 200, name
