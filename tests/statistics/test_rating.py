"""The rating: who gains and loses, who is rated, and that it is the same however it came about."""

import os
import random
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction

from prefweb.clubs.models import Club
from prefweb.clubs.services import founding
from prefweb.players.merging import CannotMerge, merge, merges_into, unmerge
from prefweb.players.models import Player
from prefweb.statistics import rerating
from prefweb.statistics.models import Rated, RatedClub, Rating, Unrated
from prefweb.statistics.rating import NEWCOMER, Game, Ratings, Strength, rate
from prefweb.tables.models import Pulka, PulkaStep, Table
from prefweb.tables.signals import changed_after_end
from scoring import Number
from tests.clubs.people import club as found_club
from tests.clubs.people import member
from tests.history.clubs import kept

SEEDS = range(int(os.environ.get("RANDOM_RATINGS", "4")))
"""More of them by the environment: RANDOM_RATINGS=200."""

# -- strengths


def test_the_first_gain_and_the_last_lose_and_all_grow_surer() -> None:
    first, second, third, fourth = rate([NEWCOMER] * 4, [1, 2, 3, 4])
    assert first.mu > second.mu > third.mu > fourth.mu
    assert first.mu > NEWCOMER.mu > fourth.mu
    assert all(each.sigma < NEWCOMER.sigma for each in (first, second, third, fourth))


def test_equal_whists_are_equal_places() -> None:
    first, second, third = rate([NEWCOMER] * 3, [1, 1, 3])
    assert first == second
    assert first.mu > third.mu


def test_a_newcomer_is_shown_as_a_thousand_at_least() -> None:
    assert (NEWCOMER.rating, NEWCOMER.points, NEWCOMER.margin) == (1000, 2000, 1000)
    assert Strength(26.004, 2.0).rating == 2040 - 240


PEOPLE = [Player(name=name) for name in "ABCDE"]
WHO = [player.pk for player in PEOPLE]


def game(seats: Sequence[int | None], whists: Sequence[Number], key: int = 1) -> Game:
    people = tuple(None if seat is None else WHO[seat] for seat in seats)
    return Game(date(2026, 11, 18), key, people, tuple(whists))


RATED = [
    pytest.param([0, 1, 2], True, id="three"),
    pytest.param([0, 1, 2, 3], True, id="four"),
    pytest.param([0, 1, 2, 3, 4], True, id="five"),
    pytest.param([0, 1], False, id="a-hussar"),
    pytest.param([0, 1, 0], False, id="one-person-on-two-seats"),
    pytest.param([0, None, None], True, id="two-whom-nobody-knows"),
]


@pytest.mark.parametrize(("seats", "is_rated"), RATED)
def test_which_pulkas_are_rated(seats: Sequence[int | None], is_rated: bool) -> None:
    changes = list(Ratings().play([game(seats, range(len(seats)))]))
    assert bool(changes) == is_rated


def test_who_is_unknown_is_a_newcomer_each_time_and_not_kept() -> None:
    ratings = Ratings()
    once = list(ratings.play([game([0, 1, None], [5, 4, -9])]))
    assert [change.person for change in once] == WHO[:2]
    again = list(ratings.play([game([None, 2, 3], [5, 4, -9])]))
    assert [change.before for change in again] == [NEWCOMER, NEWCOMER]


def test_places_are_by_whists() -> None:
    assert game([0, 1, 2, 3], [-4, 9, 9, -14]).places == [3, 1, 1, 4]


# -- a club's


@pytest.fixture
def club(db: None) -> Club:
    return found_club()


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [member(club, name, account=False) for name in ("Анна", "Борис", "Вера", "Глеб")]


def play(
    club: Club, people: Sequence[Player | str], *results: str, day: int = 18, **fields: Any
) -> Pulka:
    started = datetime(2026, 1, 1, 17, 0, tzinfo=UTC) + timedelta(days=day)
    pulka = kept(club, people, results=results, started=started, **fields)
    changed_after_end.send(Pulka, pulka=pulka)
    return pulka


RATING = ("person", "mu", "sigma", "games", "last")
OF_PULKA = ("evening", "pulka", "person", "number", "place", "players")
STRENGTHS = ("mu_before", "sigma_before", "mu", "sigma")


def snapshot(club: Club) -> tuple[list[Any], list[Any]]:
    """Everything that is kept, to the last digit."""
    ratings = Rating.objects.filter(club=club).order_by("person")
    rated = Rated.objects.filter(club=club).order_by("evening", "pulka", "person")
    return list(ratings.values_list(*RATING)), list(rated.values_list(*OF_PULKA, *STRENGTHS))


def now(club: Club) -> tuple[list[Any], list[Any]]:
    rerating.bring_up_to_date(club.pk)
    return snapshot(club)


def anew(club: Club) -> tuple[list[Any], list[Any]]:
    """The same rated from nothing; what was kept stays."""
    with transaction.atomic():
        for model in (Rating, Rated, Unrated, RatedClub):
            model._default_manager.filter(club=club).delete()
        found = now(club)
        transaction.set_rollback(True)
    return found


def test_a_club_that_never_played_has_no_ratings(club: Club) -> None:
    assert now(club) == ([], [])


def test_what_was_settled_is_rated(club: Club, people: list[Player]) -> None:
    play(club, people[:3], "10", "-4", "-6")
    ratings, rated = now(club)
    assert len(ratings) == len(rated) == 3
    mine = Rated.objects.get(person=people[0])
    assert (mine.place, mine.players, mine.number, mine.mu_before) == (1, 3, 1, NEWCOMER.mu)
    assert mine.mu > mine.mu_before


NOT_RATED = [
    pytest.param({"step": PulkaStep.CONTINUED}, id="gone-on-in-another-one"),
    pytest.param({"step": PulkaStep.ABANDONED}, id="not-played-out"),
]


@pytest.mark.parametrize("fields", NOT_RATED)
def test_only_settled_pulkas_are(club: Club, people: list[Player], fields: dict[str, Any]) -> None:
    play(club, people[:3], "10", "-4", "-6", **fields)
    assert now(club) == ([], [])


def test_other_clubs_do_not_matter(club: Club, people: list[Player]) -> None:
    play(found_club(name="Другой"), people[:3], "10", "-4", "-6")
    assert now(club) == ([], [])


def test_an_old_pulka_that_comes_in_changes_what_came_after(
    club: Club, people: list[Player]
) -> None:
    play(club, people[:3], "10", "-4", "-6", day=20)
    _before, late = now(club)
    play(club, people[1:], "1", "2", "-3", day=3)
    assert now(club) == anew(club)
    assert snapshot(club)[1][-1] != late[-1]
    assert Rated.objects.get(person=people[1], evening=date(2026, 1, 21)).number == 2


def test_who_has_lost_his_only_pulka_has_no_rating(club: Club, people: list[Player]) -> None:
    pulka = play(club, people[:3], "10", "-4", "-6")
    now(club)
    pulka.table.delete()
    assert not Rating.objects.filter(club=club).exists()
    assert now(club) == ([], [])


def test_merged_people_have_one_rating_and_get_their_own_back(
    club: Club, people: list[Player]
) -> None:
    guest = Player.objects.create(name="Аня")
    play(club, people[:3], "10", "-4", "-6", day=1)
    play(club, [guest, *people[1:3]], "-7", "1", "6", day=2)
    before = now(club)
    made = merge(guest, people[0], None)
    assert now(club) == anew(club)
    assert not Rating.objects.filter(person=guest).exists()
    assert Rating.objects.get(person=people[0]).games == 2
    unmerge(made, None)
    assert now(club) == anew(club) == before


def test_it_is_rated_when_the_change_is_committed(
    club: Club, people: list[Player], django_capture_on_commit_callbacks: Any
) -> None:
    now(club)
    with django_capture_on_commit_callbacks(execute=True) as callbacks:
        play(club, people[:3], "10", "-4", "-6")
        play(club, people[:3], "1", "-4", "3")
    assert len(callbacks) == 1
    assert Rating.objects.filter(club=club, games=2).count() == 3


def test_who_asks_again_asks_once(
    club: Club, people: list[Player], django_assert_num_queries: Any
) -> None:
    play(club, people[:3], "10", "-4", "-6")
    now(club)
    with django_assert_num_queries(1):
        rerating.bring_up_to_date(club.pk)


class Doing:
    """Whatever changes ratings, at random."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.club = found_club()
        self.guests = [Player.objects.create(name=f"Гость {n}") for n in range(14)]
        self.acts = [*[self.settle] * 8, self.mend, self.abandon, self.date_anew]
        self.acts += [*[self.merge] * 3, *[self.unmerge] * 2, *[self.delete] * 2]

    def run(self, count: int) -> Iterator[str]:
        for _game in range(5):
            self.settle()
        for _turn in range(count):
            act = self.random.choice(self.acts)
            act()
            yield act.__name__

    def settle(self) -> None:
        size = self.random.choice((2, 3, 3, 4, 4, 5))
        sat = self.random.sample(self.guests, size)
        named: list[Player | str] = [
            "Прохожий" if self.random.random() < 0.1 else player for player in sat
        ]
        started = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=self.random.randrange(200))
        pulka = kept(self.club, named, results=self._results(size), started=started)
        changed_after_end.send(Pulka, pulka=pulka)

    def _results(self, size: int) -> list[str]:
        own = [self.random.randint(-3, 3) for _seat in range(size - 1)]
        return [f"{whists}/3" for whists in (*own, -sum(own))]

    def _pulka(self) -> Pulka | None:
        found = list(self.club.pulkas.order_by("pk"))
        return self.random.choice(found) if found else None

    def mend(self) -> None:
        if pulka := self._pulka():
            for seat, whists in zip(pulka.seats.all(), self._results(pulka.size), strict=True):
                seat.whists = whists
                seat.save(update_fields=["whists"])
            changed_after_end.send(Pulka, pulka=pulka)

    def abandon(self) -> None:
        if pulka := self._pulka():
            pulka.step = PulkaStep.ABANDONED
            pulka.save(update_fields=["step"])
            changed_after_end.send(Pulka, pulka=pulka)

    def delete(self) -> None:
        if pulka := self._pulka():
            pulka.table.delete()

    def date_anew(self) -> None:
        self.club.day_begins = self.random.randrange(24)
        self.club.save()
        founding.date_anew(self.club)

    def merge(self) -> None:
        player, into = self.random.sample(self.guests, 2)
        try:
            merge(player, into, None)
        except CannotMerge:
            return

    def unmerge(self) -> None:
        person = self.random.choice(self.guests)
        if made := list(merges_into(person)):
            unmerge(self.random.choice(made), None)


@pytest.mark.django_db
@pytest.mark.parametrize("seed", SEEDS)
def test_bit_by_bit_it_is_the_same_as_at_once(seed: int) -> None:
    doing = Doing(seed)
    for act in doing.run(50):
        if act != "settle" or doing.random.random() < 0.5:
            assert now(doing.club) == anew(doing.club), act
    assert now(doing.club) == anew(doing.club)


@pytest.mark.django_db
def test_who_is_merged_while_a_pulka_of_his_is_being_settled_is_rated_anew(club: Club) -> None:
    """A settlement that is not committed yet cannot be seen by whoever merges."""
    people = [member(club, name, account=False) for name in ("Анна", "Борис", "Вера")]
    pulka = kept(club, people, step=PulkaStep.ENDED)
    now(club)
    merge(Player.objects.create(name="Гость"), people[0], None)
    assert not Unrated.objects.filter(club=club).exists()
    merge(people[1], Player.objects.create(name="Борис Второй"), None)
    mark = Unrated.objects.get(club=club)
    assert (mark.evening, mark.key) == (pulka.evening, pulka.pk)


@pytest.mark.django_db
def test_what_a_server_did_not_rate_before_is_rated_when_it_starts(club: Club) -> None:
    people = [member(club, name) for name in ("Анна", "Борис", "Вера")]
    play(club, people, "10", "-4", "-6")
    RatedClub.objects.all().delete()
    rerating.catch_up()
    kept_so_far = snapshot(club)
    assert len(kept_so_far[0]) == 3
    rerating.catch_up(anew=True)
    assert snapshot(club)[0] == kept_so_far[0]


def test_whoever_came_with_games_that_are_taken_back_is_named_nowhere(
    club: Club, people: list[Player]
) -> None:
    guests = [Player.objects.create(name=f"Гость {n}") for n in range(2)]
    tables = [
        play(club, [people[0], *guests], "10", "-4", "-6", day=day).table for day in (3, 9, 5)
    ]
    play(club, people[:3], "10", "-4", "-6", day=7)
    now(club)
    Table.objects.filter(pk__in=[table.pk for table in tables]).delete()
    assert not Rating.objects.filter(person__in=guests).exists()
    assert not Rated.objects.filter(person__in=guests).exists()
    assert now(club) == anew(club)
