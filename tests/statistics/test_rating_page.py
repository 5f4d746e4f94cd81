"""The pages of a club's rating."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from prefweb.clubs.models import Club
from prefweb.players.merging import merge
from prefweb.players.models import Player
from prefweb.statistics import ladder
from prefweb.statistics.models import Rated, Rating
from prefweb.statistics.rating import KNOWN
from prefweb.tables.models import Pulka
from prefweb.tables.signals import changed_after_end
from tests.clubs.people import member
from tests.history.clubs import kept

pytestmark = pytest.mark.django_db


def play(club: Club, people: Sequence[Player | str], *results: str, day: int = 0) -> Pulka:
    started = datetime(2020, 1, 1, 17, 0, tzinfo=UTC) + timedelta(days=day)
    pulka = kept(club, people, results=results, started=started)
    changed_after_end.send(Pulka, pulka=pulka)
    return pulka


def page(client: Client, name: str, *args: Any, query: str = "") -> str:
    response = client.get(f"{reverse(name, args=args)}?{query}")
    assert response.status_code == 200
    return str(response.content.decode())


def test_before_anything_is_rated_the_page_says_so(anna: Client, club: Club) -> None:
    assert "Рейтинга ещё нет" in page(anna, "statistics:rating", club.slug)


def test_a_few_pulkas_make_a_provisional_rating(
    anna: Client, club: Club, people: list[Player]
) -> None:
    play(club, people, "10", "-4", "-6")
    found = ladder.ladder_of(club)
    assert found.placed == []
    assert [rung.name for rung in found.provisional] == ["Анна", "Борис", "Вера"]
    assert f"Предварительно: меньше {KNOWN} пулек" in page(anna, "statistics:rating", club.slug)


def test_enough_of_them_make_places_and_equals_share_them(club: Club, people: list[Player]) -> None:
    for day in range(KNOWN):
        play(club, people, "4", "-2", "-2", day=day)
    places = [(place.text, place.rung.name) for place in ladder.ladder_of(club).placed]
    assert places == [("1", "Анна"), ("2–3", "Борис"), ("2–3", "Вера")]


def test_a_corrected_result_is_seen_at_once(anna: Client, club: Club, people: list[Player]) -> None:
    pulka = play(club, people, "10", "-4", "-6")
    before = page(anna, "statistics:rated", club.slug, people[0].pk)
    for seat, whists in zip(pulka.seats.all(), ("-10", "4", "6"), strict=True):
        seat.whists = whists
        seat.save()
    changed_after_end.send(Pulka, pulka=pulka)
    after = page(anna, "statistics:rated", club.slug, people[0].pk)
    assert ">1 / 3<" in before
    assert ">3 / 3<" in after


def test_a_person_has_his_course_and_every_point_leads_to_its_pulka(
    anna: Client, club: Club, people: list[Player]
) -> None:
    pulkas = [play(club, people, "10", "-4", "-6", day=day) for day in range(3)]
    said = page(anna, "statistics:rated", club.slug, people[1].pk)
    for pulka in pulkas:
        assert said.count(f'href="{reverse("tables:pulka", args=[pulka.slug])}"') == 3


def test_a_long_course_is_drawn_by_months_and_listed_in_pages(
    anna: Client, club: Club, people: list[Player]
) -> None:
    for day in range(70):
        play(club, people, "10", "-4", "-6", day=day)
    rung = ladder.rung_of(club, people[0].pk)
    assert rung is not None
    course = ladder.Course(club, rung)
    assert course.chart is not None
    assert [stop.short for stop in course.chart.stops] == ["2020", "", ""]
    numbers = [step.pulka.number for step in course.steps]
    while course.older:
        course = ladder.Course(club, rung, str(course.older))
        numbers += [step.pulka.number for step in course.steps]
    assert numbers == list(range(70, 0, -1))


def test_who_was_merged_leads_to_the_person(anna: Client, club: Club, people: list[Player]) -> None:
    guest = Player.objects.create(name="Аня")
    play(club, [guest, *people[1:]], "10", "-4", "-6")
    merge(guest, people[0], None)
    response = anna.get(reverse("statistics:rated", args=[club.slug, guest.pk]))
    assert response["Location"] == reverse("statistics:rated", args=[club.slug, people[0].pk])
    page(anna, "statistics:rated", club.slug, people[0].pk)
    assert Rating.objects.get(person=people[0]).games == 1


def test_who_has_nothing_to_do_with_the_club_is_not_found(anna: Client, club: Club) -> None:
    stranger = Player.objects.create(name="Прохожий")
    address = reverse("statistics:rated", args=[club.slug, stranger.pk])
    assert anna.get(address).status_code == 404


def test_a_member_who_has_not_played_gets_a_calm_page(
    anna: Client, club: Club, people: list[Player]
) -> None:
    assert "Рейтинга ещё нет" in page(anna, "statistics:rated", club.slug, people[1].pk)


ODD = ["after=", "after=x", "after=2026-02-31.1", "after=2026-01-01.-1", "after=0001-01-01.0"]


@pytest.mark.parametrize("query", ODD)
def test_odd_positions_show_the_newest_or_nothing(
    anna: Client, club: Club, people: list[Player], query: str
) -> None:
    play(club, people, "10", "-4", "-6")
    page(anna, "statistics:rated", club.slug, people[0].pk, query=query)


def test_however_many_games_there_are_it_takes_few_queries(
    anna: Client, club: Club, people: list[Player], django_assert_max_num_queries: Any
) -> None:
    for day in range(65):
        guests = [member(club, f"Гость {day}", account=False)] if day % 9 == 0 else []
        results = ("10", "-4", "-6", "0")[: 3 + len(guests)]
        play(club, [*people, *guests], *results, day=day)
    ladder.ladder_of(club)
    with django_assert_max_num_queries(12):
        page(anna, "statistics:rating", club.slug)
    with django_assert_max_num_queries(12):
        page(anna, "statistics:rated", club.slug, people[0].pk)
    assert Rated.objects.filter(person=people[0]).count() == 65
