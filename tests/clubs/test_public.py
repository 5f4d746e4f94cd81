"""What a club shows to those who are not in it: nothing, or by choice a little."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from prefweb.clubs.models import Club, ClubRole
from prefweb.tables.models import Pulka, PulkaStep
from prefweb.tables.services import ending
from tests.clubs.people import browser, club, member, owner_of, player
from tests.clubs.test_tonight import begun, gathered, settled

pytestmark = pytest.mark.django_db


@pytest.fixture
def home() -> Club:
    """A public club."""
    return club(is_public=True, about="Играем по средам.")


def seen(home: Club, client: Client | None = None) -> str:
    return (client or browser()).get(f"/c/{home.slug}").content.decode()


def test_a_public_club_says_what_it_is_and_who_plays(home: Club) -> None:
    gathered(home, title="Малый стол")
    begun(home, title="Большой стол")
    page = seen(home)
    for words in ("Клуб на Покровке", "Играем по средам.", "Малый стол", "Большой стол", "Вера"):
        assert words in page


def test_nothing_on_it_leads_into_a_game_that_is_played(home: Club) -> None:
    tables = [gathered(home), begun(home)]
    ended = begun(home)
    Pulka.objects.filter(pk=ended.pulka.pk).update(step=PulkaStep.ENDED)
    page = seen(home)
    for evening in [*tables, ended]:
        assert evening.pulka.slug not in page
        assert evening.pulka.table.code not in page
        assert evening.pulka.table.watch_key not in page


def test_it_shows_the_last_results_and_leads_to_their_pulkas(home: Club) -> None:
    evening = begun(home, title="Большой стол")
    evening.seven_made()
    settled(evening)
    client = browser()
    page = seen(home, client)
    assert f'href="/p/{evening.pulka.slug}"' in page
    assert "+" in re.sub(r"<[^>]+>", "", page[page.index('id="lately"') :])
    assert client.get(f"/p/{evening.pulka.slug}").status_code == 200


PAGES = (
    "",
    "/sheet",
    "/score",
    "/settlement",
    "/log",
    "/share",
    "/replay/1",
    "/agreed",
    "/print",
)


def test_a_result_seen_by_everybody_leads_to_nothing_else_of_the_table(home: Club) -> None:
    evening = begun(home)
    evening.seven_made()
    settled(evening)
    again = ending.rematch(evening.pulka.slug, evening.players[0])
    client = browser()
    for path in PAGES:
        answer = client.get(f"/p/{evening.pulka.slug}{path}")
        page = answer.content.decode()
        assert answer.status_code == 200, path
        assert evening.pulka.table.watch_key not in page, path
        assert evening.pulka.table.code not in page, path
        assert again.slug not in page, path
    assert client.get(f"/p/{again.slug}").status_code == 403


@pytest.mark.parametrize("step", [PulkaStep.ABANDONED, PulkaStep.ENDED, PulkaStep.CONTINUED])
def test_what_is_not_settled_is_no_result(home: Club, step: PulkaStep) -> None:
    evening = begun(home)
    Pulka.objects.filter(pk=evening.pulka.pk).update(step=step)
    assert evening.pulka.slug not in seen(home)


def test_other_clubs_are_none_of_it(home: Club) -> None:
    for elsewhere in (club(name="Другой", is_public=True), None):
        begun(elsewhere, title="Чужой стол")
        settled(begun(elsewhere, title="Чужой стол"))
    assert "Чужой стол" not in seen(home)


def test_members_settings_and_history_stay_inside(home: Club) -> None:
    member(home, "Зинаида")
    home.places.create(title="У окна")
    page = seen(home)
    assert "Зинаида" not in page
    assert "У окна" not in page
    for inside in ("members", "tonight", "history", "places", "settings", "events"):
        assert f"/c/{home.slug}/{inside}" not in page
        assert browser().get(f"/c/{home.slug}/{inside}").status_code == 403


def test_members_of_a_public_club_see_it_from_inside(home: Club) -> None:
    evening = begun(home)
    page = seen(home, browser(owner_of(home)))
    assert f"/c/{home.slug}/events" in page
    assert evening.pulka.slug in page


@pytest.mark.parametrize("inside", ["", "/tonight", "/members", "/history", "/events", "/places"])
@pytest.mark.parametrize("account", [None, False, True])
def test_a_private_club_says_only_that_it_is_private(inside: str, account: bool | None) -> None:
    home = club()
    client = browser() if account is None else browser(player("Чужой", account=account))
    answer = client.get(f"/c/{home.slug}{inside}")
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "Этот клуб виден только участникам" in page
    assert home.name not in page
    assert ("/account/login/?next=" in page) == (account is not True)


def test_inside_a_public_club_the_refusal_leads_to_its_page(home: Club) -> None:
    page = browser().get(f"/c/{home.slug}/members").content.decode()
    assert "Это видят только участники клуба" in page
    assert f'href="/c/{home.slug}"' in page


def test_a_member_is_told_who_may_do_it(home: Club) -> None:
    page = browser(member(home)).get(f"/c/{home.slug}/places/print").content.decode()
    assert "Это делают администраторы клуба" in page


def test_an_admin_is_told_what_only_the_owner_does(home: Club) -> None:
    page = browser(member(home, role=ClubRole.ADMIN)).get(f"/c/{home.slug}/archive")
    assert "Это делает владелец клуба" in page.content.decode()


def test_the_page_asks_little_however_much_was_played(
    home: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _game in range(9):
        settled(begun(home))
    for _table in range(3):
        begun(home)
    for client in (browser(), browser(player("Чужой"))):
        with django_assert_max_num_queries(12):
            seen(home, client)
