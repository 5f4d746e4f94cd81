"""A club of three, and the browser of the first of them."""

import pytest
from django.test import Client

from prefweb.clubs.models import Club
from prefweb.players.models import Player
from tests.clubs.people import browser, member, owner_of
from tests.clubs.people import club as found_club


@pytest.fixture
def club(db: None) -> Club:
    return found_club()


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [owner_of(club), member(club, "Борис"), member(club, "Вера")]


@pytest.fixture
def anna(people: list[Player]) -> Client:
    return browser(people[0])
