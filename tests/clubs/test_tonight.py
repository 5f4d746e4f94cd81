"""Tonight's tables of a club on one page, live, and nobody else's."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from prefweb.clubs.models import Club
from prefweb.clubs.tonight import Tonight, tonight
from prefweb.players.models import Player
from prefweb.tables.models import Pulka, PulkaStep, Source
from prefweb.tables.services import ending, seating
from prefweb.tables.services.results import keep_results
from prefweb.tables.services.seating import Home
from tests.clubs.people import browser, club, member, owner_of
from tests.tables.evenings import Evening, agreement

pytestmark = pytest.mark.django_db

HTMX = {"hx-request": "true"}


@pytest.fixture
def home() -> Club:
    return club()


def gathered(
    home: Club | None, size: int = 3, title: str = "", people: int | None = None
) -> Evening:
    """A table of the club with everybody seated."""
    names = ("Анна", "Борис", "Вера", "Глеб", "Дарья")
    players = [Player.objects.create(name=name) for name in names[:size]]
    pulka = seating.open_table(
        players[0],
        agreement(size),
        title=title,
        proxies="anyone",
        home=Home(club=home) if home else None,
    )
    for seat in range(1, people or size):
        seating.take_seat(pulka.slug, players[seat], seat, names[seat])
    return Evening(pulka, players)


def begun(home: Club | None, size: int = 3, title: str = "") -> Evening:
    evening = gathered(home, size, title)
    seating.start(evening.pulka.slug, evening.players[0])
    return evening.again()


def settled(evening: Evening) -> Evening:
    pulka = evening.again().pulka
    pulka.step, pulka.ended, pulka.settled = PulkaStep.SETTLED, timezone.now(), timezone.now()
    keep_results(pulka)
    pulka.save()
    return evening.again()


def touched(evening: Evening, hours: float) -> None:
    """Everything at the table happened so many hours ago."""
    then = timezone.now() - timedelta(hours=hours)
    evening.pulka.lines.update(at=then)
    Pulka.objects.filter(pk=evening.pulka.pk).update(created=then)


def now_in(home: Club, seen: str = "") -> Tonight:
    found = tonight(Club.objects.get(pk=home.pk), timezone.now(), seen)
    assert found is not None
    return found


def slugs(found: Tonight) -> set[str]:
    return {one.pulka.slug for one in found.tables}


def page(home: Club, client: Client | None = None, query: str = "", **more: Any) -> str:
    client = client or browser(owner_of(home))
    return client.get(f"/c/{home.slug}/tonight{query}", **more).content.decode()


# ---------- what is shown


def test_what_gathers_is_played_and_has_ended_tonight_is_shown(home: Club) -> None:
    tables = [gathered(home), begun(home), settled(begun(home))]
    played_out = begun(home)
    Pulka.objects.filter(pk=played_out.pulka.pk).update(step=PulkaStep.ENDED)
    assert slugs(now_in(home)) == {each.pulka.slug for each in [*tables, played_out]}


def test_other_clubs_and_tables_without_a_club_are_none_of_it(home: Club) -> None:
    other = club(name="Другой клуб")
    for elsewhere in (other, None):
        gathered(elsewhere, title="Чужой стол")
        begun(elsewhere, title="Чужой стол")
        settled(begun(elsewhere, title="Чужой стол"))
    assert now_in(home).tables == []
    assert "Чужой стол" not in page(home)


@pytest.mark.parametrize("source", [Source.PAPER, Source.FILE])
def test_what_was_typed_in_tonight_was_not_played_tonight(home: Club, source: Source) -> None:
    evening = settled(begun(home))
    Pulka.objects.filter(pk=evening.pulka.pk).update(source=source)
    assert now_in(home).tables == []


def test_a_table_closed_before_its_first_deal_is_no_game(home: Club) -> None:
    evening = gathered(home)
    ending.close_table(evening.pulka.slug, evening.players[0])
    assert now_in(home).tables == []


def test_what_goes_on_as_another_pulka_is_shown_once(home: Club) -> None:
    evening = begun(home)
    Pulka.objects.filter(pk=evening.pulka.pk).update(step=PulkaStep.CONTINUED)
    assert now_in(home).tables == []


@pytest.mark.parametrize("begin", [gathered, begun])
def test_what_was_left_on_another_evening_is_not_shown(home: Club, begin: Any) -> None:
    evening = begin(home)
    touched(evening, hours=31)
    assert now_in(home).tables == []


def test_what_is_played_past_the_end_of_the_evening_stays(home: Club) -> None:
    Club.objects.filter(pk=home.pk).update(day_begins=timezone.localtime().hour)
    evening = begun(home)
    touched(evening, hours=5)
    assert slugs(now_in(home)) == {evening.pulka.slug}


@pytest.mark.parametrize(("hours", "is_shown"), [(0, True), (30, False)])
def test_what_ended_on_another_evening_is_history(home: Club, hours: int, is_shown: bool) -> None:
    evening = settled(begun(home))
    then = timezone.now() - timedelta(hours=hours)
    Pulka.objects.filter(pk=evening.pulka.pk).update(ended=then)
    assert bool(now_in(home).tables) == is_shown


# ---------- what is said of a table


def test_a_table_says_its_deal_and_whom_it_waits_for(home: Club) -> None:
    evening = begun(home)
    evening.seven_made()
    evening.order(2, 7)
    (one,) = now_in(home).tables
    assert (one.deal, one.waited_for) == (2, ["Анна", "Борис"])
    shown = page(home)
    assert "сдача 2" in shown
    assert "Ждём:" in shown


def test_balances_if_settled_now_with_who_leads(home: Club) -> None:
    evening = begun(home)
    assert [seat.whists for seat in now_in(home).tables[0].seats] == [None] * 3
    evening.seven_made()
    (one,) = now_in(home).tables
    assert tuple(seat.whists for seat in one.seats) == evening.course.settlement.whists
    assert [seat.name for seat in one.seats if seat.leads] == ["Борис"]


def test_a_settled_table_shows_the_results_it_keeps(home: Club) -> None:
    evening = begun(home)
    evening.seven_made()
    settled(evening)
    (one,) = now_in(home).over
    assert tuple(seat.whists for seat in one.seats) == evening.course.settlement.whists
    assert one.deal is None
    assert one.waited_for == []


def test_a_gathering_table_says_how_many_seats_are_taken(home: Club) -> None:
    gathered(home, 4, people=2)
    (one,) = now_in(home).running
    assert one.taken == 2
    assert "2 из 4 мест" in page(home)


@pytest.mark.parametrize(("minutes", "shown"), [(0, "0:00"), (59, "0:59"), (125, "2:05")])
def test_how_long_it_is_played_is_told_in_hours_and_minutes(
    home: Club, minutes: int, shown: str
) -> None:
    evening = begun(home)
    started = timezone.now() - timedelta(minutes=minutes, seconds=5)
    Pulka.objects.filter(pk=evening.pulka.pk).update(started=started)
    (one,) = now_in(home).tables
    assert one.elapsed == shown
    assert f">{shown}</time>" in page(home)


def test_names_are_shown_as_they_are(home: Club) -> None:
    evening = gathered(home, title="<b>Стол</b>")
    evening.pulka.seats.filter(index=1).update(name="<i>Борис</i>")
    shown = page(home)
    assert "&lt;b&gt;Стол" in shown
    assert "&lt;i&gt;Борис" in shown


# ---------- live


def test_an_open_page_is_told_nothing_while_there_are_no_news(home: Club) -> None:
    evening, client = begun(home), browser(owner_of(home))
    mark = now_in(home).mark
    path = f"/c/{home.slug}/tonight?since={mark}"
    assert client.get(path, headers=HTMX).status_code == 204
    evening.order(1, 7)
    answer = client.get(path, headers=HTMX)
    assert answer.status_code == 200
    assert "<html" not in answer.content.decode()
    assert mark not in answer.content.decode()


def test_a_page_opened_anew_is_whole_whatever_it_has_seen(home: Club) -> None:
    assert "<html" in page(home, query=f"?since={now_in(home).mark}")


@pytest.mark.parametrize("query", ["?wall", "?wall=1"])
def test_a_screen_on_the_wall_has_nothing_to_tap(home: Club, query: str) -> None:
    begun(home, title="У окна")
    shown = page(home, query=query)
    assert "У окна" in shown
    body = shown[shown.index("<main") :]
    assert "<a " not in body
    assert "<button" not in body
    assert "<nav" not in shown
    region = page(home, query="?wall=1", headers=HTMX)
    assert "<a " not in region


QUERIES = 6


@pytest.mark.parametrize("count", [1, 12])
def test_the_live_region_asks_little_however_many_tables(
    home: Club, count: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _table in range(count):
        begun(home).order(1, 7)
    settled(begun(home))
    gathered(home)
    client = browser(owner_of(home))
    with django_assert_max_num_queries(QUERIES):
        assert "data-pulka" in page(home, client, headers=HTMX)
    with django_assert_max_num_queries(3):
        mark = now_in(home).mark
    with django_assert_max_num_queries(QUERIES):
        page(home, client, f"?since={mark}", headers=HTMX)
    with django_assert_max_num_queries(12):
        page(home, client)
    with django_assert_max_num_queries(12):
        client.get(f"/c/{home.slug}")


def test_who_has_left_hears_no_more(home: Club) -> None:
    client = browser(member(home))
    assert client.get(f"/c/{home.slug}/tonight", headers=HTMX).status_code == 200
    home.members.update(left=timezone.now())
    assert client.get(f"/c/{home.slug}/tonight", headers=HTMX).status_code == 403
