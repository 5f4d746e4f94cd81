"""The demo of an empty installation."""

import pytest
from django.core.management import call_command

from prefweb.tables.deals.steps import Step
from prefweb.tables.models import Pulka, PulkaStep
from prefweb.tables.pulkas.course import Course

pytestmark = pytest.mark.django_db


def test_it_shows_a_pulka_played_out_one_running_and_one_gathering() -> None:
    call_command("demo")
    pulkas = Pulka.objects.order_by("id")
    steps = [PulkaStep.SETTLED, PulkaStep.PLAYING, PulkaStep.SEATING]
    assert [pulka.step for pulka in pulkas] == steps
    assert all(pulka.table.is_demo for pulka in pulkas)


def test_the_running_one_waits_for_an_answer() -> None:
    call_command("demo")
    running = Pulka.objects.get(step=PulkaStep.PLAYING)
    now = Course.load(running).current
    assert now is not None
    assert now.step is Step.ANSWER
