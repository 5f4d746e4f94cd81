"""The same game twice: the same players minutes apart, or with the same result."""

from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.utils import timezone

from prefweb.clubs.models import Club
from prefweb.history.duplicates import likely_duplicates
from prefweb.players.models import Merge, Player
from prefweb.tables.models import Pulka, PulkaStep, Source
from tests.clubs.people import browser
from tests.clubs.people import club as found_club
from tests.history.clubs import kept
from tests.tables.evenings import Evening

pytestmark = pytest.mark.django_db
BEGAN = datetime(2026, 11, 18, 17, 0, tzinfo=UTC)
EVENING = date(2026, 11, 18)
RESULT = ("12", "-5/3", "-31/3")
TOTALS = (Fraction(12), Fraction(-5, 3), Fraction(-31, 3))


def minutes(count: int) -> datetime:
    return BEGAN + timedelta(minutes=count)


@pytest.fixture
def club() -> Club:
    return found_club()


@pytest.fixture
def people() -> list[Player]:
    return [Player.objects.create(name=name) for name in ("Анна", "Борис", "Вера")]


def played(club: Club | None, people: Any, **more: Any) -> Pulka:
    fields = {"started": BEGAN, "ended": minutes(180), "results": RESULT, **more}
    return kept(club, people, **fields)


@pytest.mark.parametrize(
    ("when", "is_found"),
    [
        pytest.param(minutes(10), True, id="begun-ten-minutes-later"),
        pytest.param(minutes(-29), True, id="begun-half-an-hour-before"),
        pytest.param(minutes(-31), False, id="begun-longer-before"),
        pytest.param(minutes(120), True, id="while-it-is-played"),
        pytest.param(minutes(209), True, id="just-after-its-end"),
        pytest.param(minutes(211), False, id="a-second-pulka-of-the-evening"),
        pytest.param(minutes(24 * 60), False, id="the-next-day"),
        pytest.param(EVENING, True, id="on-that-evening"),
        pytest.param(date(2026, 11, 19), False, id="on-another-evening"),
    ],
)
def test_the_same_players_at_the_same_time(club: Club, people: Any, when: Any, is_found: bool):
    pulka = played(club, people)
    assert likely_duplicates(people, club, when) == ([pulka] if is_found else [])


@pytest.mark.parametrize(
    ("when", "totals", "is_found"),
    [
        pytest.param(EVENING, TOTALS, True, id="the-same-result-that-evening"),
        pytest.param(EVENING, (1, 0, -1), False, id="another-result-that-evening"),
        pytest.param(date(2026, 11, 20), TOTALS, False, id="the-same-result-two-days-later"),
        pytest.param(minutes(300), TOTALS, True, id="the-same-result-later-that-evening"),
        pytest.param(minutes(300), (1, 0, -1), False, id="another-result-later-that-evening"),
        pytest.param(minutes(5), (1, 0, -1), True, id="another-result-at-the-same-time"),
    ],
)
def test_results_tell_pulkas_of_one_evening_apart(
    club: Club, people: Any, when: Any, totals: Any, is_found: bool
):
    pulka = played(club, people)
    assert likely_duplicates(people, club, when, totals) == ([pulka] if is_found else [])


def test_a_paper_pulka_is_compared_by_its_evening_and_result(club: Club, people: Any):
    paper = played(club, people, started=None, ended=None, evening=EVENING, source=Source.PAPER)
    assert likely_duplicates(people, club, minutes(24 * 60), TOTALS) == []
    assert likely_duplicates(people, club, BEGAN, TOTALS) == [paper]
    assert likely_duplicates(people, club, EVENING) == [paper]
    assert likely_duplicates(people, club, EVENING, (1, 0, -1)) == []


@pytest.mark.parametrize(
    ("change", "is_found"),
    [
        pytest.param(lambda people: people[::-1], True, id="seated-otherwise"),
        pytest.param(lambda people: people[:2], False, id="fewer"),
        pytest.param(lambda people: [*people, "Глеб"], False, id="one-more"),
        pytest.param(lambda people: [*people[:2], "Глеб"], False, id="another-one"),
        pytest.param(lambda people: [*people[:2], "вера"], True, id="by-name"),
    ],
)
def test_they_are_the_same_people_on_whatever_seats(club: Club, people: Any, change, is_found):
    pulka = played(club, people)
    assert likely_duplicates(change(people), club, BEGAN) == ([pulka] if is_found else [])


def test_totals_follow_their_players(club: Club, people: Any):
    pulka = played(club, people)
    assert likely_duplicates(people[::-1], club, EVENING, TOTALS[::-1]) == [pulka]
    assert likely_duplicates(people[::-1], club, EVENING, TOTALS) == []


def test_merged_players_are_one_person(club: Club, people: Any):
    guest = Player.objects.create(name="Анечка")
    pulka = played(club, [guest, *people[1:]])
    assert likely_duplicates(people, club, BEGAN) == []
    Merge.objects.create(player=guest, into=people[0])
    Player.objects.filter(pk=guest.pk).update(main=people[0])
    assert likely_duplicates(people, club, BEGAN) == [pulka]


def test_a_name_is_somebody_within_its_club_alone(club: Club, people: Any):
    names = [player.name for player in people]
    pulka = played(club, names)
    assert likely_duplicates(names, club, BEGAN) == [pulka]
    assert likely_duplicates(people, club, BEGAN) == [pulka]
    assert likely_duplicates(names, found_club(), BEGAN) == []
    assert likely_duplicates(names, None, BEGAN) == []
    assert likely_duplicates(people, None, BEGAN) == []


def test_without_a_club_people_are_found_wherever_they_play(club: Club, people: Any):
    pulkas = [played(club, people), played(None, people)]
    assert likely_duplicates(people, None, BEGAN) == pulkas[::-1]


@pytest.mark.parametrize("step", [PulkaStep.ABANDONED, PulkaStep.CONTINUED, PulkaStep.SEATING])
def test_what_was_given_up_or_went_on_is_no_duplicate(club: Club, people: Any, step: PulkaStep):
    played(club, people, step=step)
    assert likely_duplicates(people, club, BEGAN) == []


def test_a_running_pulka_is_found_all_day(club: Club, people: Any):
    pulka = played(club, people, step=PulkaStep.PLAYING, ended=None, results=None)
    assert likely_duplicates(people, club, minutes(23 * 60)) == [pulka]
    assert likely_duplicates(people, club, minutes(25 * 60)) == []


def test_it_asks_little(club: Club, people: Any, django_assert_max_num_queries):
    for _ in range(20):
        played(club, people)
    with django_assert_max_num_queries(3):
        assert len(likely_duplicates(people, club, BEGAN)) == 5


# -- at a table that gathers


@pytest.fixture
def gathering() -> Evening:
    """A full table of three people, the first of them its host."""
    return Evening.gather()


def running(players: Any, **more: Any) -> Pulka:
    now = timezone.now()
    fields = {"started": now, "ended": None, "settled": None, "step": PulkaStep.PLAYING, **more}
    return kept(None, players, title="Другой стол", **fields)


def lobby(evening: Evening, seat: int) -> str:
    page = browser(evening.players[seat]).get(f"/p/{evening.pulka.slug}")
    return str(page.content.decode())


def test_the_host_is_warned_of_a_pulka_of_the_same_players(gathering: Evening):
    assert "Другой стол" not in lobby(gathering, 0)
    pulka = running(gathering.players)
    page = lobby(gathering, 0)
    assert "У этих игроков есть ещё одна пулька" in page
    assert f'href="/p/{pulka.slug}"' in page
    assert "идёт с" in page
    assert "Другой стол" not in lobby(gathering, 1)


def test_the_warning_does_not_keep_from_starting(gathering: Evening):
    running(gathering.players)
    browser(gathering.players[0]).post(f"/p/{gathering.pulka.slug}/start")
    assert gathering.again().pulka.step == PulkaStep.PLAYING


def test_the_table_before_at_the_same_table_is_no_duplicate(gathering: Evening):
    pulka = running(gathering.players)
    Pulka.objects.filter(pk=pulka.pk).update(table=gathering.pulka.table)
    assert "есть ещё одна пулька" not in lobby(gathering, 0)


@pytest.mark.parametrize(
    ("ago", "is_warned"),
    [
        pytest.param(timedelta(minutes=29), True, id="just-ended"),
        pytest.param(timedelta(minutes=31), False, id="ended-a-while-ago"),
    ],
)
def test_an_ended_pulka_counts_for_half_an_hour(gathering: Evening, ago: Any, is_warned: bool):
    ended = timezone.now() - ago
    started = ended - timedelta(hours=3)
    running(gathering.players, step=PulkaStep.SETTLED, started=started, ended=ended)
    assert ("есть ещё одна пулька" in lobby(gathering, 0)) == is_warned


def test_a_table_that_waits_for_somebody_is_not_compared():
    evening = Evening.gather(people=2)
    running(evening.players)
    assert "есть ещё одна пулька" not in lobby(evening, 0)


@pytest.mark.parametrize("has_another", [False, True])
def test_an_open_page_that_gathers_asks_little(
    gathering: Evening, has_another: bool, django_assert_max_num_queries: Any
):
    if has_another:
        running(gathering.players)
        running(gathering.players)
    host = browser(gathering.players[0])
    headers = {"hx-request": "true"}
    address = f"/p/{gathering.pulka.slug}/live"
    host.get(address, headers=headers)
    with django_assert_max_num_queries(6):
        page = host.get(address, {"since": "1", "step": "seating"}, headers=headers)
    assert ("Другой стол" in page.content.decode()) == has_another
