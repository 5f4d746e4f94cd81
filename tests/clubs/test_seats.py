"""A club's people at its tables: names offered for seats, seats taken without a code."""

from typing import Any

import pytest
from django.urls import reverse

from prefweb.clubs.models import Club, ClubRole
from prefweb.clubs.services import membership
from prefweb.players.models import Player
from prefweb.tables.models import Pulka, Seat
from prefweb.tables.services import seating
from prefweb.tables.services.seating import Home
from tests.clubs.people import browser, club, member, owner_of, player
from tests.tables.evenings import agreement

pytestmark = pytest.mark.django_db


def gathering(of: Club | None, host: Player, size: int = 4) -> Pulka:
    home = Home(club=of) if of else None
    return seating.open_table(host, agreement(size), title="", proxies="anyone", home=home)


def guest_of(home: Club, name: str = "Дина") -> Player:
    return membership.add_by_name(home, name).player


def lobby(who: Player, pulka: Pulka) -> str:
    return browser(who).get(reverse("tables:pulka", args=[pulka.slug])).content.decode()


def offered(page: str) -> set[str]:
    if '<datalist id="directory">' not in page:
        return set()
    inside = page.split('<datalist id="directory">')[1].split("</datalist>")[0]
    return {option.split('"')[0] for option in inside.split('value="')[1:]}


def seat(pulka: Pulka, index: int) -> Seat:
    return pulka.seats.get(index=index)


def test_the_host_is_offered_the_club_without_who_sits_already() -> None:
    home = club(player("Ольга"))
    host = member(home, "Антон")
    member(home, "Борис")
    guest_of(home)
    pulka = gathering(home, host)
    assert offered(lobby(host, pulka)) == {"Ольга", "Борис", "Дина"}
    seating.reserve_seat(pulka.slug, host, 1, "Дина")
    seating.take_seat(pulka.slug, owner_of(home), 2, "Оля")
    assert offered(lobby(host, pulka)) == {"Борис"}


def test_nobody_reads_the_directory_who_is_not_at_the_table() -> None:
    home = club(player("Ольга"))
    host = member(home, "Антон")
    guest_of(home, "Тайный участник")
    pulka = gathering(home, host)
    stranger = browser()
    page = stranger.get(reverse("tables:join", args=[pulka.table.code])).content.decode()
    assert "Тайный участник" not in page
    assert "Тайный участник" not in lobby(member(home, "Мария"), pulka)
    alone = gathering(None, host)
    assert "Тайный участник" not in lobby(host, alone)


def test_a_seat_kept_for_a_member_is_his_game() -> None:
    home = club()
    host, boris = member(home, "Антон"), member(home, "Борис")
    pulka = gathering(home, host)
    seating.reserve_seat(pulka.slug, host, 1, "борис")
    assert seat(pulka, 1).person == boris


@pytest.mark.parametrize(
    ("name", "is_known"),
    [("дина", True), ("Борис", False), ("Чужой", False)],
    ids=["a-name-of-the-directory", "a-member-with-an-account", "nobody"],
)
def test_a_guest_is_whom_the_directory_knows_without_an_account(name: str, is_known: bool) -> None:
    home = club()
    host, dina = member(home, "Антон"), guest_of(home)
    member(home, "Борис")
    pulka = gathering(home, host)
    guest = player("Гость", account=False)
    seating.take_seat(pulka.slug, guest, 1, name)
    assert seat(pulka, 1).person == (dina if is_known else guest)
    assert seat(pulka, 1).player == guest


def test_somebody_with_an_account_plays_for_himself_whatever_the_name() -> None:
    home = club()
    host = member(home, "Антон")
    guest_of(home)
    pulka = gathering(home, host)
    stranger = player("Чужой")
    seating.take_seat(pulka.slug, stranger, 1, "Дина")
    assert seat(pulka, 1).person == stranger


def test_nobody_has_two_seats_at_one_table() -> None:
    home = club()
    host, boris = member(home, "Антон"), member(home, "Борис")
    pulka = gathering(home, host)
    seating.take_seat(pulka.slug, boris, 1, "Боря")
    seating.reserve_seat(pulka.slug, host, 2, "Борис")
    assert seat(pulka, 2).person is None
    vera = member(home, "Вера")
    seating.reserve_seat(pulka.slug, host, 3, "Вера")
    seating.free_seat(pulka.slug, host, 2)
    seating.take_seat(pulka.slug, vera, 2, "Верочка")
    assert (seat(pulka, 2).person, seat(pulka, 3).person) == (vera, None)


def test_a_member_sits_down_without_a_code() -> None:
    home = club()
    host, boris = member(home, "Антон"), member(home, "Борис")
    pulka = gathering(home, host)
    page = lobby(boris, pulka)
    enter = reverse("tables:enter", args=[pulka.slug])
    assert f"{enter}?seat=2" in page
    client = browser(boris)
    form = client.get(enter, {"seat": "2"}).content.decode()
    assert 'value="Борис"' in form
    assert pulka.table.code not in form.replace(" ", "")
    assert client.post(enter, {"name": "Борис", "seat": "2"}).status_code == 302
    assert seat(pulka, 2).player == boris
    assert client.get(enter).headers["location"] == f"/p/{pulka.slug}"


def test_a_member_takes_over_a_seat_that_was_left_while_it_is_played() -> None:
    home = club()
    host, others = member(home, "Антон"), [player("Вера"), player("Глеб")]
    pulka = gathering(home, host, size=3)
    for index, other in enumerate(others, 1):
        seating.take_seat(pulka.slug, other, index, other.name)
    seating.start(pulka.slug, host)
    seating.leave_seat(pulka.slug, others[0])
    boris = member(home, "Борис")
    enter = reverse("tables:enter", args=[pulka.slug])
    seats = browser(boris).get(reverse("tables:seats", args=[pulka.slug])).content.decode()
    assert enter in seats
    browser(boris).post(enter, {"name": "Борис", "seat": "1"})
    assert seat(pulka, 1).player == boris


def test_a_closed_table_leads_to_what_was_played() -> None:
    home = club()
    host = member(home, "Антон")
    pulka = gathering(home, host)
    browser(host).post(reverse("tables:close", args=[pulka.slug]))
    enter = reverse("tables:enter", args=[pulka.slug])
    boris = browser(member(home, "Борис"))
    assert boris.get(enter).headers["location"] == f"/p/{pulka.slug}"
    assert boris.post(enter, {"name": "Борис", "seat": "1"}).status_code == 302
    assert seat(pulka, 1).player is None


def test_an_admin_finds_what_a_host_finds() -> None:
    home = club()
    host, admin = member(home, "Антон"), member(home, "Ада", ClubRole.ADMIN)
    pulka = gathering(home, host)
    page = lobby(admin, pulka)
    for act in ("first-dealer", "reserve", "free", "agreement", "close", "code-shows"):
        assert f"/p/{pulka.slug}/{act}" in page, act
    assert f"/p/{pulka.slug}/reserve" not in lobby(member(home, "Мария"), pulka)


@pytest.mark.parametrize("count", [1, 40])
def test_the_lobby_of_a_club_takes_few_questions(
    count: int, django_assert_max_num_queries: Any
) -> None:
    home = club()
    host = member(home, "Антон")
    for number in range(count):
        guest_of(home, f"Участник {number}")
    pulka = gathering(home, host)
    client = browser(host)
    with django_assert_max_num_queries(12):
        client.get(reverse("tables:pulka", args=[pulka.slug]))
