"""Whose game a seat is, and who may look through whose games."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from prefweb.clubs.services import membership
from prefweb.players.merging import merge
from prefweb.players.models import Player
from prefweb.tables.services import seating
from prefweb.tables.services.seating import Home
from tests.clubs.people import browser, club, member, player
from tests.tables.evenings import Evening, agreement

pytestmark = pytest.mark.django_db


def kept_for_dina(newcomer: Player) -> Player | None:
    """Whose game it is when this one sits down where the host awaits somebody of the directory."""
    home = club()
    host = member(home, "Антон")
    membership.add_by_name(home, "Дина")
    pulka = seating.open_table(host, agreement(), title="", proxies="anyone", home=Home(club=home))
    seating.reserve_seat(pulka.slug, host, 1, "Дина")
    seating.take_seat(pulka.slug, newcomer, 1, "Дина")
    return pulka.seats.get(index=1).person


def test_whoever_signs_in_plays_for_himself_where_a_name_was_awaited() -> None:
    dina = player("Дина")
    assert kept_for_dina(dina) == dina


def test_a_guest_plays_for_whom_he_was_awaited_as() -> None:
    guest = player("Гость", account=False)
    person = kept_for_dina(guest)
    assert person is not None
    assert (person.name, person == guest) == ("Дина", False)


@pytest.mark.parametrize("address", ["/", "/me", "/me/games"])
def test_a_guest_who_was_taken_for_somebody_sees_nothing_of_him(address: str) -> None:
    anna, guest = player("Анна"), player("Гость", account=False)
    evening = Evening.begin()
    merge(evening.players[1], anna, anna)
    merge(guest, anna, None)
    page = browser(guest).get(address).content.decode()
    assert evening.pulka.slug not in page
    assert "Анна" not in page
    assert evening.pulka.slug in browser(anna).get("/me/games").content.decode()


ODD = ["\x00", "\ufffe", "x", "٣", "9" * 5000]


@pytest.mark.parametrize("odd", ODD, ids=lambda text: text[:3].encode("unicode_escape").decode())
@pytest.mark.parametrize("asked", ["club", "place", "house"])
def test_no_address_of_a_new_table_is_too_odd(asked: str, odd: str) -> None:
    home = club()
    query: dict[str, Any] = {"club": home.slug, asked: odd}
    client: Client = browser(member(home))
    for ask in (client.get, client.post):
        assert ask(reverse("tables:new"), query).status_code in (200, 404, 422)


@pytest.mark.parametrize("odd", ODD, ids=lambda text: text[:3].encode("unicode_escape").decode())
def test_no_key_is_too_odd_to_leave_a_qr_as_it_is(odd: str) -> None:
    home = club()
    place = home.places.create(title="У окна")
    path = reverse("clubs:renew_place", args=[home.slug, place.pk])
    assert browser(home.members.get().player).post(path, {"key": odd}).status_code == 302
    assert home.places.get().key == place.key
