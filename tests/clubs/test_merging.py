"""Somebody who is in a club's books twice."""

import pytest
from django.urls import reverse

from prefweb.clubs.models import Club, ClubRole
from prefweb.clubs.services import membership
from prefweb.players.merging import merge
from prefweb.players.models import Merge, Player
from prefweb.tables.models import Pulka, PulkaStep
from prefweb.tables.services import seating
from prefweb.tables.services.seating import Home
from tests.clubs.people import browser, club, member, owner_of, player
from tests.tables.evenings import Evening, agreement

pytestmark = pytest.mark.django_db


class Books:
    """A club with a member, and a guest who is the same person."""

    def __init__(self) -> None:
        self.club = club(player("Ольга"))
        self.boris = member(self.club, "Борис Латышев")
        self.evening = Evening.begin()
        self.evening.pulka.table.club = self.evening.pulka.club = self.club
        self.evening.pulka.table.save()
        self.evening.pulka.save()
        self.guest = self.evening.players[1]
        self.admin = browser(owner_of(self.club))
        self.pk = self.club.members.get(player=self.boris).pk

    def path(self, name: str = "merge") -> str:
        return reverse(f"clubs:{name}", args=[self.club.slug, self.pk])

    def page(self, **query: str) -> str:
        return str(self.admin.get(self.path(), query).content.decode())

    def say(self, other: Player) -> int:
        return int(self.admin.post(self.path(), {"player": str(other.pk)}).status_code)


def test_guests_of_the_clubs_games_are_offered_and_nobody_who_signs_in() -> None:
    books = Books()
    member(books.club, "Вера с учётной записью")
    player("Чужой гость", account=False)
    page = books.page()
    assert str(books.guest.pk) in page
    assert "игр: 1" in page
    assert "Вера с учётной" not in page
    assert "Чужой гость" not in page
    assert str(books.guest.pk) in books.page(q="бОР")
    assert str(books.guest.pk) not in books.page(q="Анна")


def test_what_changes_is_shown_before_it_does() -> None:
    books = Books()
    page = books.page(player=str(books.guest.pk))
    assert "Вечер" in page
    assert not Merge.objects.exists()


def test_an_admin_makes_two_one_and_two_again() -> None:
    books = Books()
    assert books.say(books.guest) == 302
    books.say(books.guest)
    made = Merge.objects.get()
    assert (made.player, made.into, made.by_name) == (books.guest, books.boris, "Ольга")
    assert f'value="{made.pk}"' in books.page()
    books.admin.post(books.path("unmerge"), {"merge": str(made.pk)})
    books.guest.refresh_from_db()
    assert books.guest.main == books.guest


def test_who_sat_at_one_table_is_refused_with_a_sentence() -> None:
    books = Books()
    seat = books.evening.pulka.seats.get(index=0)
    seat.person = books.boris
    seat.save()
    assert "за одним столом" in books.page(player=str(books.guest.pk))
    books.say(books.guest)
    assert not Merge.objects.exists()


def test_nobody_of_elsewhere_and_nobody_with_an_account_is_merged() -> None:
    books = Books()
    elsewhere = player("Чужой", account=False)
    signs_in = member(books.club, "Вера", ClubRole.MEMBER)
    assert books.say(elsewhere) == books.say(signs_in) == 404
    assert books.admin.post(books.path(), {"player": "x"}).status_code == 404


def test_what_somebody_said_of_himself_no_admin_undoes() -> None:
    books = Books()
    made = merge(books.guest, books.boris, books.boris)
    answer = books.admin.post(books.path("unmerge"), {"merge": str(made.pk)})
    assert answer.status_code == 404


@pytest.mark.parametrize("odd", ["", "x", "-1", "٣", "9" * 30, "\x00"])
def test_odd_input_undoes_nothing(odd: str) -> None:
    books = Books()
    assert books.admin.post(books.path("unmerge"), {"merge": odd}).status_code == 404


def test_the_pages_ask_little_whatever_the_number_of_members(django_assert_max_num_queries) -> None:
    books = Books()
    for number in range(20):
        member(books.club, f"Игрок {number}", account=False)
    with django_assert_max_num_queries(12):
        books.page()
    with django_assert_max_num_queries(12):
        books.page(player=str(books.guest.pk))


def elsewhere(guest: Player, host: Player | None = None, of: Club | None = None) -> Pulka:
    """A table with this guest that has nothing to do with the club."""
    home = Home(club=of) if of else None
    host = host or player("Чужой хозяин")
    pulka = seating.open_table(host, agreement(), title="Тайный стол", proxies="anyone", home=home)
    seating.take_seat(pulka.slug, guest, 1, guest.name)
    return pulka


@pytest.mark.parametrize("part", ["sits", "has sat", "hosts", "belongs to another club"])
def test_nobody_is_merged_who_has_to_do_with_what_the_admin_does_not_see(part: str) -> None:
    books = Books()
    if part == "hosts":
        pulka = elsewhere(player("Случайный"), host=books.guest)
        seating.leave_seat(pulka.slug, books.guest)
    elif part == "belongs to another club":
        club(player("Другая")).members.create(player=books.guest)
    else:
        pulka = elsewhere(books.guest)
        if part == "has sat":
            Pulka.objects.filter(pk=pulka.pk).update(step=PulkaStep.SETTLED)
    assert str(books.guest.pk) not in books.page()
    asked = books.admin.get(books.path(), {"player": str(books.guest.pk)})
    assert asked.status_code == books.say(books.guest) == 404
    assert "Тайный" not in asked.content.decode()
    assert not Merge.objects.exists()


@pytest.mark.parametrize("way", ["hosts it", "sits there", "is of its club"])
def test_games_elsewhere_that_the_admin_sees_are_no_hindrance(way: str) -> None:
    books = Books()
    admin = owner_of(books.club)
    other = club(player("Другая"))
    other.members.create(player=admin, role=ClubRole.ADMIN)
    pulka = elsewhere(
        books.guest,
        host=admin if way == "hosts it" else None,
        of=other if way == "is of its club" else None,
    )
    if way == "sits there":
        seating.take_seat(pulka.slug, admin, 2, admin.name)
    assert "Тайный стол" in books.page(player=str(books.guest.pk))
    assert books.say(books.guest) == 302
    assert Merge.objects.get().player == books.guest


def test_who_has_left_does_not_come_back_by_a_double() -> None:
    books = Books()
    double = member(books.club, "Боря", account=False)
    assert str(double.pk) in books.page()
    membership.leave(books.club, books.boris)
    assert str(double.pk) not in books.page()
    assert str(books.guest.pk) in books.page()
    assert books.say(double) == 404


def test_what_is_sent_twice_is_one_merge() -> None:
    books = Books()
    assert books.say(books.guest) == books.say(books.guest) == 302
    assert Merge.objects.count() == 1
