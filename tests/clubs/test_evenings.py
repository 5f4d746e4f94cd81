"""Which evening it is by a club's own clock: after midnight, in other zones, when clocks change."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from prefweb.clubs.evenings import evening_at, evening_began
from prefweb.clubs.models import Club
from prefweb.clubs.tonight import tonight
from prefweb.tables.models import Pulka
from tests.clubs.people import club
from tests.clubs.test_tonight import begun, settled

MOSCOW, KAMCHATKA, BERLIN = "Europe/Moscow", "Asia/Kamchatka", "Europe/Berlin"


def at(zone: str, *moment: int) -> datetime:
    year, month, day, hour, minute = moment
    return datetime(year, month, day, hour, minute, tzinfo=ZoneInfo(zone))


CASES = [
    pytest.param(MOSCOW, 6, at(MOSCOW, 2026, 11, 28, 23, 59), 28, id="before-midnight"),
    pytest.param(MOSCOW, 6, at(MOSCOW, 2026, 11, 29, 0, 0), 28, id="after-midnight"),
    pytest.param(MOSCOW, 6, at(MOSCOW, 2026, 11, 29, 5, 59), 28, id="the-last-minute"),
    pytest.param(MOSCOW, 6, at(MOSCOW, 2026, 11, 29, 6, 0), 29, id="the-next-evening"),
    pytest.param(MOSCOW, 0, at(MOSCOW, 2026, 11, 29, 0, 0), 29, id="a-club-that-ends-at-midnight"),
    pytest.param(MOSCOW, 12, at(MOSCOW, 2026, 11, 29, 11, 59), 28, id="a-club-that-ends-at-noon"),
    pytest.param(KAMCHATKA, 6, at(MOSCOW, 2026, 11, 28, 22, 0), 29, id="morning-elsewhere"),
    pytest.param(BERLIN, 6, at(BERLIN, 2026, 3, 29, 3, 30), 28, id="clocks-go-forward"),
    pytest.param(BERLIN, 6, at(BERLIN, 2026, 10, 25, 5, 59), 24, id="clocks-go-back"),
]


@pytest.mark.parametrize(("zone", "day_begins", "moment", "day"), CASES)
def test_an_evening_lasts_till_the_clubs_own_hour(
    zone: str, day_begins: int, moment: datetime, day: int
) -> None:
    home = Club(time_zone=zone, day_begins=day_begins)
    evening = evening_at(home, moment.astimezone(UTC))
    assert evening == date(moment.year, moment.month, day)
    began = evening_began(home, moment.astimezone(UTC))
    assert began <= moment
    assert (began.date(), began.hour, began.minute) == (evening, day_begins, 0)


ENDED = at(MOSCOW, 2026, 11, 29, 1, 30)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("now", "is_shown"),
    [
        pytest.param(at(MOSCOW, 2026, 11, 29, 2, 0), True, id="the-same-night"),
        pytest.param(at(MOSCOW, 2026, 11, 29, 5, 59), True, id="till-the-end-of-the-evening"),
        pytest.param(at(MOSCOW, 2026, 11, 29, 6, 0), False, id="the-next-day"),
    ],
)
def test_a_game_that_ended_after_midnight_is_tonights_till_morning(
    now: datetime, is_shown: bool
) -> None:
    home = club(time_zone=MOSCOW)
    evening = settled(begun(home))
    Pulka.objects.filter(pk=evening.pulka.pk).update(ended=ENDED, evening=date(2026, 11, 28))
    found = tonight(home, now)
    assert found is not None
    assert bool(found.tables) == is_shown


@pytest.mark.django_db
@pytest.mark.parametrize(("zone", "is_shown"), [(MOSCOW, True), (KAMCHATKA, False)])
def test_the_same_moment_is_another_evening_in_another_zone(zone: str, is_shown: bool) -> None:
    home = club(time_zone=zone)
    evening = settled(begun(home))
    ended = at(MOSCOW, 2026, 11, 28, 20, 30)
    Pulka.objects.filter(pk=evening.pulka.pk).update(ended=ended, evening=date(2026, 11, 28))
    found = tonight(home, at(MOSCOW, 2026, 11, 28, 21, 30))
    assert found is not None
    assert bool(found.tables) == is_shown
