"""A game played across midnight stands where people look for it: under the evening it began in."""

from datetime import UTC, date, datetime
from unittest.mock import patch

import pytest

from prefweb.clubs.models import Club
from prefweb.tables.models import Pulka
from prefweb.tables.services import seating
from prefweb.tables.services.seating import Home
from tests.clubs.people import browser, member, owner_of
from tests.clubs.people import club as found_club
from tests.history.reading import history, mine, record, slugs
from tests.tables.evenings import agreement

pytestmark = pytest.mark.django_db


def at(moment: datetime):
    """The clock of the server stands at this moment."""
    return patch("django.utils.timezone.now", return_value=moment)


def begun(club: Club, moment: datetime) -> Pulka:
    """A pulka of two at a table of the club, begun then."""
    owner, other = owner_of(club), member(club)
    with at(moment):
        agreed = agreement(2, preset="hussar")
        pulka = seating.open_table(owner, agreed, title="", proxies="anyone", home=Home(club=club))
        seating.take_seat(pulka.slug, other, 1, other.name)
        seating.start(pulka.slug, owner)
    return Pulka.objects.get(pk=pulka.pk)


@pytest.mark.parametrize(
    ("zone", "began", "ended", "evening", "hours"),
    [
        pytest.param(
            "Europe/Moscow",
            datetime(2026, 11, 18, 20, 50, tzinfo=UTC),
            datetime(2026, 11, 18, 22, 0, tzinfo=UTC),
            date(2026, 11, 18),
            "23:50–01:00",
            id="from-ten-to-midnight-to-one",
        ),
        pytest.param(
            "Europe/Moscow",
            datetime(2026, 11, 18, 22, 30, tzinfo=UTC),
            datetime(2026, 11, 19, 2, 0, tzinfo=UTC),
            date(2026, 11, 18),
            "01:30–05:00",
            id="begun-at-half-past-one",
        ),
        pytest.param(
            "Asia/Vladivostok",
            datetime(2026, 11, 18, 15, 30, tzinfo=UTC),
            datetime(2026, 11, 18, 18, 0, tzinfo=UTC),
            date(2026, 11, 18),
            "01:30–04:00",
            id="night-in-vladivostok-evening-in-moscow",
        ),
        pytest.param(
            "Asia/Vladivostok",
            datetime(2026, 11, 18, 21, 0, tzinfo=UTC),
            datetime(2026, 11, 18, 23, 0, tzinfo=UTC),
            date(2026, 11, 19),
            "07:00–09:00",
            id="morning-in-vladivostok-midnight-in-moscow",
        ),
        pytest.param(
            "Europe/Berlin",
            datetime(2026, 10, 25, 0, 30, tzinfo=UTC),
            datetime(2026, 10, 25, 1, 30, tzinfo=UTC),
            date(2026, 10, 24),
            "02:30–02:30",
            id="the-hour-that-comes-twice",
        ),
        pytest.param(
            "Europe/Berlin",
            datetime(2026, 3, 28, 23, 30, tzinfo=UTC),
            datetime(2026, 3, 29, 1, 30, tzinfo=UTC),
            date(2026, 3, 28),
            "00:30–03:30",
            id="the-hour-that-is-left-out",
        ),
    ],
)
def test_it_stands_under_the_evening_it_began_in(
    zone: str, began: datetime, ended: datetime, evening: date, hours: str
):
    club = found_club(time_zone=zone)
    pulka = begun(club, began)
    Pulka.objects.filter(pk=pulka.pk).update(ended=ended)
    assert pulka.evening == evening
    client = browser(owner_of(club))
    page = history(client, club, since=evening, until=evening)
    assert slugs(page) == [pulka.slug]
    assert hours in record(page, pulka)
    assert hours in record(mine(client), pulka), "also among one's own games"


def test_a_game_at_home_goes_by_the_clock_of_the_site():
    club = found_club(time_zone="Asia/Vladivostok")
    owner = owner_of(club)
    with at(datetime(2026, 11, 18, 21, 30, tzinfo=UTC)):
        pulka = seating.open_table(owner, agreement(2), title="", proxies="anyone")
        seating.take_seat(pulka.slug, member(club), 1, "Борис")
        seating.start(pulka.slug, owner)
    assert Pulka.objects.get().evening == date(2026, 11, 18)
    assert "00:30" in record(mine(browser(owner)), pulka)
