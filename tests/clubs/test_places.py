"""The tables of wood: written down by admins, scanned by anybody."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from prefweb.clubs.models import Club, ClubRole, Place
from prefweb.players.models import Player
from prefweb.tables.models import Pulka, PulkaStep, Table
from prefweb.tables.services import ending, seating
from prefweb.tables.services.placing import Occupied
from prefweb.tables.services.seating import Home
from tests.clubs.people import browser, club, member, owner_of, player
from tests.tables.evenings import Evening, agreement, in_parallel

pytestmark = pytest.mark.django_db


@pytest.fixture
def home() -> Place:
    """A table by the window."""
    return club().places.create(title="У окна")


def opened(place: Place, host: Player | None = None, size: int = 3) -> Evening:
    """A table of that size that gathers at the place."""
    host = host or owner_of(place.club)
    at = Home(club=place.club, place=place)
    return Evening(
        seating.open_table(host, agreement(size), title="", proxies="anyone", home=at), [host]
    )


def filled(evening: Evening) -> Evening:
    """Guests take what is free."""
    for seat in range(1, evening.pulka.size):
        guest = player(f"Гость {seat}", account=False)
        seating.take_seat(evening.pulka.slug, guest, seat, guest.name)
        evening.players.append(guest)
    return evening


def begun(evening: Evening) -> Evening:
    seating.start(filled(evening).pulka.slug, evening.players[0])
    return evening.again()


def over(evening: Evening, step: PulkaStep = PulkaStep.SETTLED) -> Evening:
    Pulka.objects.filter(pk=evening.pulka.pk).update(step=step, ended=timezone.now())
    return evening.again()


def left_alone(evening: Evening, hours: int = 40) -> Evening:
    """Nobody has touched it for so long."""
    then = timezone.now() - timedelta(hours=hours)
    evening.pulka.lines.update(at=then)
    Pulka.objects.filter(pk=evening.pulka.pk).update(created=then)
    return evening


def scan(place: Place, client: Client | None = None) -> Any:
    return (client or browser()).get(f"/q/{place.key}")


def to_pulka(evening: Evening) -> str:
    return f"/p/{evening.pulka.slug}"


def to_join(evening: Evening) -> str:
    return f"/t/{evening.pulka.table.code}"


# ---------- whoever scans lands at what is played


@pytest.mark.parametrize("step", ["gathers", "played", "played out"])
def test_who_sits_there_lands_at_the_own_seat(home: Place, step: str) -> None:
    evening = filled(opened(home)) if step == "gathers" else begun(opened(home))
    if step == "played out":
        over(evening, PulkaStep.ENDED)
    for seated in evening.players:
        assert scan(home, browser(seated)).headers["location"] == to_pulka(evening)


@pytest.mark.parametrize("who", ["stranger", "guest", "member"])
def test_a_free_seat_is_offered_to_anybody(home: Place, who: str) -> None:
    evening = opened(home)
    people = {
        "stranger": browser,
        "guest": lambda: browser(player("Гость", account=False)),
        "member": lambda: browser(member(home.club)),
    }
    assert scan(home, people[who]()).headers["location"] == to_join(evening)


def test_a_member_takes_the_free_seat_without_typing(home: Place) -> None:
    evening, boris = opened(home), member(home.club)
    client = browser(boris)
    page = scan(home, client).headers["location"]
    assert 'value="Борис"' in client.get(page).content.decode()
    client.post(page, {"name": "Борис", "seat": "1"})
    assert evening.pulka.seats.get(index=1).player == boris
    assert scan(home, client).headers["location"] == to_pulka(evening)


def test_a_seat_left_in_the_middle_of_a_game_is_offered(home: Place) -> None:
    evening = begun(opened(home))
    seating.leave_seat(evening.pulka.slug, evening.players[2])
    assert scan(home).headers["location"] == to_join(evening)


def test_where_all_seats_are_taken_members_watch_and_strangers_are_told(home: Place) -> None:
    evening = begun(opened(home))
    assert scan(home, browser(member(home.club))).headers["location"] == to_pulka(evening)
    said = scan(home)
    assert said.status_code == 200
    assert "Все места заняты" in said.content.decode()
    assert evening.pulka.table.code not in said.content.decode()
    assert evening.pulka.slug not in said.content.decode()


def test_a_member_may_just_watch_where_a_seat_is_free(home: Place) -> None:
    evening, client = opened(home), browser(member(home.club))
    assert "Только смотреть" in client.get(to_join(evening)).content.decode()
    watching = client.post(f"{to_join(evening)}/watch")
    assert watching.headers["location"] == to_pulka(evening)
    assert browser().post(f"{to_join(evening)}/watch").status_code == 404


def test_who_has_the_watch_link_watches_by_the_qr_too(home: Place) -> None:
    evening, client = begun(opened(home)), browser()
    client.get(f"/w/{evening.pulka.table.watch_key}")
    assert scan(home, client).headers["location"] == to_pulka(evening)


def test_where_nobody_plays_members_are_offered_to_open_a_table(home: Place) -> None:
    page = scan(home, browser(member(home.club))).content.decode()
    assert f"/new?place={home.key}" in page


@pytest.mark.parametrize("account", [True, False])
def test_where_nobody_plays_strangers_read_whose_table_it_is(home: Place, account: bool) -> None:
    page = scan(home, browser(player("Чужой", account=account))).content.decode()
    assert "Клуб на Покровке" in page
    assert "У окна" in page
    assert "/new?place=" not in page


@pytest.mark.parametrize("step", [PulkaStep.SETTLED, PulkaStep.ABANDONED, PulkaStep.ENDED])
def test_what_is_over_leaves_the_table_to_others_and_stays_to_be_found(
    home: Place, step: PulkaStep
) -> None:
    evening = over(begun(opened(home)), step)
    page = scan(home, browser(member(home.club))).content.decode()
    assert f"/new?place={home.key}" in page
    assert to_pulka(evening) in page
    assert to_pulka(evening) not in scan(home).content.decode()


def test_what_was_left_on_another_evening_leaves_the_table_to_others(home: Place) -> None:
    evening = left_alone(begun(opened(home)))
    page = scan(home, browser(member(home.club))).content.decode()
    assert f"/new?place={home.key}" in page
    assert to_pulka(evening) in page


def test_a_game_that_goes_on_till_morning_keeps_its_table(home: Place) -> None:
    Club.objects.update(day_begins=timezone.now().hour)
    evening = left_alone(begun(opened(home)), hours=5)
    assert scan(home, browser(evening.players[1])).headers["location"] == to_pulka(evening)


@pytest.mark.parametrize("how", ["removed", "another key", "never was"])
def test_a_qr_that_leads_nowhere_says_so_and_has_a_way_on(home: Place, how: str) -> None:
    key = "never-was" if how == "never was" else home.key
    if how == "removed":
        Place.objects.update(removed=timezone.now())
    if how == "another key":
        Place.objects.update(key="new")
    answer = browser().get(f"/q/{key}")
    assert answer.status_code == 404
    assert "Этот QR никуда не ведёт" in answer.content.decode()
    assert 'action="/code"' in answer.content.decode()
    assert "Клуб на Покровке" not in answer.content.decode()


def test_a_scan_asks_the_database_little(
    home: Place, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    begun(opened(home))
    for client in (browser(), browser(member(home.club))):
        with django_assert_max_num_queries(12):
            scan(home, client)


# ---------- one open table a place


@pytest.mark.parametrize("step", ["gathers", "played"])
def test_no_second_table_is_opened_where_one_is(home: Place, step: str) -> None:
    evening = opened(home) if step == "gathers" else begun(opened(home))
    with pytest.raises(Occupied) as occupied:
        opened(home, member(home.club))
    assert occupied.value.pulka == evening.pulka
    assert home.tables.count() == 1


@pytest.mark.parametrize(
    ("step", "is_closed"),
    [(PulkaStep.SETTLED, True), (PulkaStep.ABANDONED, True), (PulkaStep.ENDED, False)],
)
def test_others_sit_down_where_a_game_is_over(
    home: Place, step: PulkaStep, is_closed: bool
) -> None:
    before = over(begun(opened(home)), step)
    after = opened(home, member(home.club))
    assert scan(home).headers["location"] == to_join(after)
    assert (Table.objects.get(pk=before.pulka.table_id).closed is not None) == is_closed


def test_a_rematch_stays_at_the_table_until_others_sit_down(home: Place) -> None:
    before = over(begun(opened(home)))
    again = ending.rematch(before.pulka.slug, before.players[0])
    assert scan(home, browser(before.players[1])).headers["location"] == f"/p/{again.slug}"
    with pytest.raises(Occupied):
        opened(home, member(home.club))


def test_a_rematch_of_those_who_moved_away_does_not_take_the_table_back(home: Place) -> None:
    before = over(begun(opened(home)), PulkaStep.ENDED)
    after = begun(opened(home, member(home.club)))
    ending.rematch(before.pulka.slug, before.players[0])
    assert scan(home, browser(after.players[1])).headers["location"] == to_pulka(after)
    with pytest.raises(Occupied):
        opened(home, member(home.club, "Вера"))


def test_what_was_left_in_the_middle_stays_open_when_others_sit_down(home: Place) -> None:
    before = left_alone(begun(opened(home)))
    opened(home, member(home.club))
    before.again()
    assert before.pulka.step == PulkaStep.PLAYING
    assert before.pulka.table.closed is None


def test_what_gathered_on_another_evening_is_closed_when_others_sit_down(home: Place) -> None:
    before = left_alone(opened(home))
    opened(home, member(home.club))
    assert before.again().pulka.step == PulkaStep.ABANDONED
    assert before.pulka.table.closed is not None


@pytest.mark.django_db(transaction=True)
def test_of_two_who_open_at_once_one_opens(home: Place) -> None:
    hosts = [member(home.club, name) for name in ("Борис", "Вера")]

    def act(host: Player) -> object:
        try:
            return opened(home, host).pulka
        except Occupied as occupied:
            return occupied

    results = in_parallel(*(partial(act, host) for host in hosts))
    assert sorted(type(each).__name__ for each in results) == ["Occupied", "Pulka"]
    assert home.tables.count() == 1


# ---------- what admins do


@pytest.fixture
def admin(home: Place) -> Client:
    return browser(member(home.club, "Антон", ClubRole.ADMIN))


def address(home: Place, *parts: str) -> str:
    return "/".join((f"/c/{home.club.slug}/places", *parts))


def test_an_admin_writes_down_a_table(home: Place, admin: Client) -> None:
    assert admin.post(address(home), {"title": "  У   двери\u200b "}).status_code == 302
    assert home.club.places.filter(title="У двери").exists()


@pytest.mark.parametrize(
    ("title", "sentence"),
    [
        ("у ОКНА", "Стол с таким названием в клубе уже есть: у ОКНА."),
        ("", "Напишите, как называется стол."),
        ("\u200b", "Напишите, как называется стол."),
    ],
)
def test_a_name_that_will_not_do_stays_typed(
    home: Place, admin: Client, title: str, sentence: str
) -> None:
    other = home.club.places.create(title="У двери")
    for path in (address(home), address(home, str(other.pk))):
        answer = admin.post(path, {"title": title})
        assert answer.status_code == 422
        assert sentence in answer.content.decode()
        assert f'value="{title}"' in answer.content.decode()


def test_a_renamed_table_keeps_its_qr(home: Place, admin: Client) -> None:
    admin.post(address(home, str(home.pk)), {"title": "У окна"})
    admin.post(address(home, str(home.pk)), {"title": "У печки"})
    assert Place.objects.get(pk=home.pk).title == "У печки"
    assert Place.objects.get(pk=home.pk).key == home.key


def test_another_qr_ends_the_old_one_and_is_made_once(home: Place, admin: Client) -> None:
    for _twice in range(2):
        admin.post(address(home, str(home.pk), "key"), {"key": home.key})
    assert scan(home).status_code == 404
    renewed = Place.objects.get(pk=home.pk)
    assert scan(renewed).status_code == 200
    admin.post(address(home, str(home.pk), "key"), {"key": home.key})
    assert Place.objects.get(pk=home.pk).key == renewed.key


def test_a_removed_table_can_be_brought_back_with_its_qr(home: Place, admin: Client) -> None:
    evening = opened(home)
    admin.post(address(home, str(home.pk), "remove"))
    assert scan(home).status_code == 404
    assert "Вернуть" in admin.get(address(home)).content.decode()
    admin.post(address(home, str(home.pk), "back"))
    assert scan(home).headers["location"] == to_join(evening)


def test_a_table_does_not_come_back_to_a_name_taken_meanwhile(home: Place, admin: Client) -> None:
    admin.post(address(home, str(home.pk), "remove"))
    admin.post(address(home), {"title": "У окна"})
    answer = admin.post(address(home, str(home.pk), "back"), follow=True)
    assert "Стол с таким названием в клубе уже есть" in answer.content.decode()
    assert home.club.places.filter(removed=None).count() == 1


def test_a_table_of_another_club_is_not_found(home: Place) -> None:
    stranger = player("Чужой")
    other = club(stranger, name="Другой")
    client = browser(stranger)
    for path in ("", "/key", "/remove", "/back"):
        answer = client.post(f"/c/{other.slug}/places/{home.pk}{path}", {"title": "Моё"})
        assert answer.status_code == 404
    assert "У окна" not in client.get(f"/c/{other.slug}/places/print").content.decode()
    assert Place.objects.get(pk=home.pk).title == "У окна"


def test_the_list_says_who_plays_where(
    home: Place, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    opened(home)
    for number in range(12):
        begun(opened(home.club.places.create(title=f"Стол {number}")))
    client = browser(member(home.club))
    with django_assert_max_num_queries(12):
        page = client.get(address(home)).content.decode()
    assert page.count(">идёт</span>") == 12
    assert page.count(">собирается</span>") == 1
    assert "Гость 1" in page
    assert "Добавить стол" not in page


def test_members_see_no_qr_to_print(home: Place) -> None:
    client = browser(member(home.club))
    assert client.get(address(home, "print")).status_code == 403


@pytest.mark.parametrize("asked", ["", "?size=4", "?size=99", "?place=x", "?place=9" + "9" * 30])
def test_the_printed_page_takes_whatever_is_asked(home: Place, admin: Client, asked: str) -> None:
    assert admin.get(address(home, "print") + asked).status_code == 200


def test_one_qr_is_printed_alone(home: Place, admin: Client) -> None:
    other = home.club.places.create(title="У двери")
    page = admin.get(address(home, "print") + f"?place={other.pk}").content.decode()
    assert f"/q/{other.key}" in page
    assert home.key not in page
