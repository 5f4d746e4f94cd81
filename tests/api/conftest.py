"""A club with three members, and its site."""

import pytest
from django.core.cache import caches

from prefweb.clubs.models import Club
from prefweb.players.models import Player
from tests.api.world import Site
from tests.clubs.people import club as found_club
from tests.clubs.people import member, owner_of


@pytest.fixture(autouse=True)
def nothing_remembered(db: None) -> None:
    """What other tests asked does not count."""
    for cache in caches.all():
        cache.clear()


@pytest.fixture
def club(db: None) -> Club:
    return found_club()


@pytest.fixture
def people(club: Club) -> list[Player]:
    """The owner Анна, and two members."""
    return [owner_of(club), member(club, "Борис"), member(club, "Вера")]


@pytest.fixture
def site(club: Club) -> Site:
    return Site.of(club)
