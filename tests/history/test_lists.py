"""What was played, as lists show it: grouped by evening, searched, page by page."""

import pytest
from django.urls import reverse

from tests.clubs.people import browser, member, owner_of
from tests.clubs.people import club as found_club
from tests.history.clubs import kept

pytestmark = pytest.mark.django_db


def test_smoke():
    club = found_club()
    boris, vera = member(club), member(club, "Вера")
    kept(club, [owner_of(club), boris, vera], results=("12", "-5/3", "-31/3"))
    client = browser(boris)
    page = client.get(reverse("history:club", args=[club.slug]))
    assert page.status_code == 200
    print(page.content.decode())
    mine = client.get(reverse("history:mine"))
    assert mine.status_code == 200
    table = client.get(reverse("history:club_csv", args=[club.slug]))
    print(b"".join(table.streaming_content).decode())
