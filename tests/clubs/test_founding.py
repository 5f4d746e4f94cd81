"""A club begins, changes what it says of itself and its clock, and ends where it never played."""

from datetime import UTC, date, datetime

import pytest
from django.test import Client
from django.urls import reverse

from prefweb.clubs.models import Club, ClubRole, Place
from prefweb.clubs.refusals import Refused
from prefweb.clubs.services import founding
from prefweb.clubs.services.founding import About
from prefweb.tables.models import Pulka, PulkaStep, Source
from prefweb.tables.services import seating
from prefweb.tables.services.seating import Home
from tests.clubs.people import browser, club, member, owner_of, player
from tests.tables.evenings import agreement

pytestmark = pytest.mark.django_db
TYPED = {"name": "Клуб на Покровке", "about": "По средам", "time_zone": "Asia/Vladivostok"}


def about(**fields: object) -> About:
    usual: dict[str, object] = {
        "name": "Клуб",
        "about": "",
        "time_zone": "Europe/Moscow",
        "is_public": False,
    }
    return About(**{**usual, **fields})  # type: ignore[arg-type]


def test_whoever_founds_a_club_owns_it() -> None:
    client = browser(player("Анна"))
    answer = client.post(reverse("clubs:found"), {**TYPED, "is_public": "on"})
    found = Club.objects.get()
    assert answer.headers["location"] == reverse("clubs:club", args=[found.slug])
    assert (found.name, found.time_zone, found.is_public) == (
        TYPED["name"],
        "Asia/Vladivostok",
        True,
    )
    assert owner_of(found).name == "Анна"


def test_a_form_sent_twice_founds_one_club() -> None:
    anna = player("Анна")
    first, second = founding.found(anna, about()), founding.found(anna, about())
    assert first == second
    assert founding.found(anna, about(name="Другой")) != first
    assert founding.found(player("Борис"), about()) != first


@pytest.mark.parametrize("guest", [None, "guest"])
def test_a_guest_gets_an_account_first_and_what_was_typed_waits(guest: str | None) -> None:
    client = browser(player("Гость", account=False)) if guest else Client()
    answer = client.post(reverse("clubs:found"), TYPED)
    assert not Club.objects.exists()
    assert answer.headers["location"].startswith(reverse("account_signup"))
    password = {"password1": "dlinnyj-parol-1", "password2": "dlinnyj-parol-1"}
    signed = client.post(answer.headers["location"], {"username": "Анна", **password})
    assert signed.headers["location"] == reverse("clubs:found")
    page = client.get(reverse("clubs:found")).content.decode()
    assert 'value="Клуб на Покровке"' in page
    assert "По средам" in page
    assert '<option value="Asia/Vladivostok" selected>' in page


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        pytest.param({"name": ""}, "name", id="no-name"),
        pytest.param({"name": "\u200b \u00ad"}, "name", id="a-name-nobody-sees"),
        pytest.param({"name": "К" * 61}, "name", id="too-long"),
        pytest.param({"about": "К" * 501}, "about", id="too-much"),
        pytest.param({"time_zone": "Europe/Nowhere"}, "time_zone", id="no-such-zone"),
        pytest.param({"time_zone": "../../etc/passwd"}, "time_zone", id="no-zone-at-all"),
    ],
)
def test_what_is_odd_is_said_beside_its_field(typed: dict[str, str], field: str) -> None:
    answer = browser(player()).post(reverse("clubs:found"), {**TYPED, **typed})
    assert answer.status_code == 422
    assert f'id="id_{field}_error"' in answer.content.decode()
    assert not Club.objects.exists()


def test_the_sites_time_zone_is_proposed() -> None:
    page = browser(player()).get(reverse("clubs:found")).content.decode()
    assert '<option value="Europe/Moscow" selected>' in page


def begun(at: str, *, of: Club, source: str = Source.PLAYED, evening: date | None = None) -> Pulka:
    """A pulka of the club that began at this moment (UTC), dated as its club would date it."""
    home = Home(club=of)
    pulka = seating.open_table(owner_of(of), agreement(), title="", proxies="anyone", home=home)
    moment = datetime.fromisoformat(at).replace(tzinfo=UTC)
    fields = {"started": moment, "step": PulkaStep.PLAYING, "source": source, "evening": evening}
    Pulka.objects.filter(pk=pulka.pk).update(**fields)
    founding.date_anew(of)
    pulka.refresh_from_db()
    return pulka


CLOCKS = [
    pytest.param("Europe/Moscow", 6, "2026-11-25T20:50", "2026-11-25", id="ten-to-midnight"),
    pytest.param("Europe/Moscow", 6, "2026-11-25T22:30", "2026-11-25", id="half-past-one"),
    pytest.param("Europe/Moscow", 0, "2026-11-25T22:30", "2026-11-26", id="midnight-is-the-end"),
    pytest.param("Europe/Moscow", 6, "2026-11-26T02:59", "2026-11-25", id="a-minute-to-six"),
    pytest.param("Europe/Moscow", 6, "2026-11-26T03:00", "2026-11-26", id="six-sharp"),
    pytest.param("Asia/Vladivostok", 6, "2026-11-25T20:50", "2026-11-26", id="far-in-the-east"),
    pytest.param("America/New_York", 6, "2026-11-25T02:30", "2026-11-24", id="far-in-the-west"),
    pytest.param("Europe/Berlin", 6, "2026-10-25T00:30", "2026-10-24", id="two-before-winter-time"),
    pytest.param("Europe/Berlin", 6, "2026-10-25T01:30", "2026-10-24", id="two-once-more"),
    pytest.param("Europe/Berlin", 6, "2026-10-25T05:00", "2026-10-25", id="six-in-winter-time"),
    pytest.param("Europe/Berlin", 6, "2026-03-29T03:59", "2026-03-28", id="almost-six-in-summer"),
    pytest.param("Europe/Berlin", 6, "2026-03-29T04:00", "2026-03-29", id="six-in-summer-time"),
]


@pytest.mark.parametrize(("zone", "hour", "start", "evening"), CLOCKS)
def test_by_another_clock_the_games_are_dated_anew(
    zone: str, hour: int, start: str, evening: str
) -> None:
    home = club(time_zone="Pacific/Kiritimati", day_begins=3)
    pulka = begun(start, of=home)
    founding.change(home, about(time_zone=zone, day_begins=hour))
    pulka.refresh_from_db()
    assert pulka.evening == date.fromisoformat(evening)


def test_games_of_paper_and_of_other_clubs_keep_their_dates() -> None:
    home, other = club(), club()
    paper = begun("2026-11-25T22:30", of=home, source=Source.PAPER, evening=date(2019, 5, 4))
    elsewhere = begun("2026-11-25T22:30", of=other)
    founding.change(home, about(time_zone="Asia/Vladivostok"))
    paper.refresh_from_db()
    elsewhere.refresh_from_db()
    assert (paper.evening, elsewhere.evening) == (date(2019, 5, 4), date(2026, 11, 25))


def test_dating_anew_takes_as_many_queries_for_one_game_as_for_many(
    django_assert_max_num_queries: object,
) -> None:
    home = club()
    for _ in range(8):
        begun("2026-11-25T22:30", of=home)
    home.time_zone = "Asia/Vladivostok"
    with django_assert_max_num_queries(8):  # type: ignore[operator]
        founding.date_anew(home)


def test_settings_say_what_they_are_and_take_what_is_changed() -> None:
    home = club(about="По средам")
    client, path = browser(owner_of(home)), reverse("clubs:settings", args=[home.slug])
    assert "По средам" in client.get(path).content.decode()
    typed = {"name": "Другой", "about": "", "time_zone": "Europe/Berlin", "day_begins": "4"}
    assert client.post(path, {**typed, "is_public": "on"}).status_code == 302
    home.refresh_from_db()
    assert (home.name, home.about, home.day_begins, home.is_public) == ("Другой", "", 4, True)
    assert client.post(path, {**typed, "day_begins": "13"}).status_code == 422


def test_the_month_in_which_a_season_begins_is_chosen_and_stays() -> None:
    home = club()
    client, path = browser(owner_of(home)), reverse("clubs:settings", args=[home.slug])
    assert '<option value="9" selected>Сентябрь</option>' in client.get(path).content.decode()
    typed = {"name": "Другой", "time_zone": "Europe/Berlin", "day_begins": "4"}
    assert client.post(path, {**typed, "season_begins": "1"}).status_code == 302
    assert client.post(path, typed).status_code == 302
    home.refresh_from_db()
    assert home.season_begins == 1
    assert client.post(path, {**typed, "season_begins": "13"}).status_code == 422


def test_a_club_that_never_played_can_be_deleted() -> None:
    home = club()
    Place.objects.create(club=home, title="Большой")
    member(home, "Дина", account=False)
    founding.delete(home)
    assert not Club.objects.exists()


@pytest.mark.parametrize(
    ("step", "code"),
    [(PulkaStep.PLAYING, "club_has_played"), (PulkaStep.SEATING, "club_has_tables")],
)
def test_a_club_with_a_history_or_an_open_table_stays(step: str, code: str) -> None:
    home = club()
    pulka = begun("2026-11-25T22:30", of=home)
    if step == PulkaStep.SEATING:
        Pulka.objects.filter(pk=pulka.pk).update(step=step, started=None, evening=None)
    with pytest.raises(Refused, match=code):
        founding.delete(home)
    assert home.members.filter(role=ClubRole.OWNER).exists()


def test_a_club_keeps_a_time_zone_that_is_not_in_the_list() -> None:
    home = club(time_zone="UTC")
    client, path = browser(owner_of(home)), reverse("clubs:settings", args=[home.slug])
    page = client.get(path).content.decode()
    assert '<option value="UTC" selected>' in page
    form = {"name": home.name, "time_zone": "UTC", "day_begins": "6"}
    assert client.post(path, form).status_code == 302
    assert Club.objects.get().time_zone == "UTC"
    assert client.post(path, {**form, "time_zone": "Mars/Olympus"}).status_code == 422
