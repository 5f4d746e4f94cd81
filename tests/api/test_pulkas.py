"""The pulkas of a club, as its site reads them."""

import json
from datetime import timedelta
from decimal import Decimal
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from prefweb.clubs.models import Club, Place
from prefweb.players.merging import merge, unmerge
from prefweb.players.models import Merge, Player
from prefweb.tables.access import viewer_with
from prefweb.tables.models import Consent, Pulka, PulkaStep, Seat, Source
from prefweb.tables.pages.queries import PulkaPage
from prefweb.tables.services import seating
from scoring import Role, pulka_from_data, score_pulka
from tests.api.world import Site
from tests.clubs.people import browser, member
from tests.clubs.people import club as found_club
from tests.history.clubs import AN_EVENING, DAY, RESULT, kept
from tests.statistics.test_counting import settled
from tests.tables.evenings import Evening
from tests.tables.test_continuing import goes_on


def slugs(answer: Any) -> list[str]:
    return [pulka["slug"] for pulka in answer["pulkas"]]


def in_club(evening: Evening, club: Club) -> Evening:
    """The same at a table of the club."""
    table = evening.again().pulka.table
    table.club = club
    table.save()
    Pulka.objects.filter(pk=evening.pulka.pk).update(club=club)
    return evening.again()


@pytest.fixture
def played(club: Club) -> Evening:
    """A seven made, a raspasy, a misere with two."""
    evening = in_club(Evening.begin(3), club)
    evening.seven_made()
    evening.raspasy(0)
    evening.tricks(0, 1)
    evening.tricks(1, 1)
    evening.misere(0)
    evening.tricks(0, 2)
    return settled(evening)


# -- the list


def test_pulkas_come_newest_first_with_everybodys_result(
    club: Club, people: list[Player], site: Site
) -> None:
    place = Place.objects.create(club=club, title="У окна")
    first = kept(club, people, results=("-31/3", "12", "-5/3"), house_rules="Наши")
    first.table.place = place
    first.table.save()
    second = kept(club, people, results=RESULT, started=AN_EVENING + DAY, stake=0)
    newest, oldest = site.read("/pulkas")["pulkas"]
    assert (newest["slug"], oldest["slug"]) == (second.slug, first.slug)
    assert oldest == {
        "slug": first.slug,
        "evening": "2026-11-18",
        "started": "2026-11-18T20:00:00+03:00",
        "ended": "2026-11-19T00:00:00+03:00",
        "corrected": None,
        "table": "Среда",
        "place": "У окна",
        "preset": "sochi",
        "house_rules": "Наши",
        "size": 3,
        "target": 10,
        "stake": "5.00",
        "currency": "RUB",
        "state": "settled",
        "source": "played",
        "continued_in": None,
        "results": [
            _result(1, 1, people[1], "12", "60.00"),
            _result(2, 2, people[2], "-5/3", "-8.3333"),
            _result(0, 3, people[0], "-31/3", "-51.6667"),
        ],
    }
    assert (newest["stake"], newest["currency"]) == (None, None)
    assert {result["money"] for result in newest["results"]} == {None}


def _result(seat: int, place: int, who: Player, whists: str, money: str) -> dict[str, Any]:
    return {
        "seat": seat,
        "place": place,
        "person": str(who.pk),
        "name": who.name,
        "whists": whists,
        "money": money,
    }


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"step": PulkaStep.ABANDONED, "settled": None}, {"state": "abandoned"}),
        ({"step": PulkaStep.CONTINUED, "settled": None}, {"state": "continued"}),
        ({"source": Source.PAPER}, {"source": "paper"}),
        ({"source": Source.FILE}, {"source": "file"}),
        ({"corrected": AN_EVENING}, {"corrected": "2026-11-18T20:00:00+03:00"}),
        ({"target": None, "minutes": 60}, {"target": None}),
        ({"stake": "0.5", "currency": "JPY"}, {"stake": "0.5", "currency": "JPY"}),
    ],
)
def test_what_is_to_be_known_of_a_pulka_is_told(
    club: Club, people: list[Player], site: Site, fields: Any, told: Any
) -> None:
    kept(club, people, **fields)
    (pulka,) = site.read("/pulkas")["pulkas"]
    assert told.items() <= pulka.items()
    assert {result["place"] for result in pulka["results"]} == {None}


@pytest.mark.parametrize("step", [PulkaStep.SEATING, PulkaStep.PLAYING, PulkaStep.ENDED])
def test_what_is_not_over_is_not_told(
    club: Club, people: list[Player], site: Site, step: PulkaStep
) -> None:
    pulka = kept(club, people, step=step)
    assert site.read("/pulkas") == {"pulkas": [], "next": None}
    assert site.error(f"/pulkas/{pulka.slug}", 404) == "not_found"
    assert site.ask(f"/pulkas/{pulka.slug}/file").status_code == 404


def test_whoever_the_club_does_not_know_is_a_name(club: Club, people: list[Player], site: Site):
    kept(club, [people[0], "Гость", "Другой"], results=RESULT)
    results = site.read("/pulkas")["pulkas"][0]["results"]
    assert [result["person"] for result in results] == [str(people[0].pk), None, None]
    assert [result["name"] for result in results] == ["Анна", "Гость", "Другой"]


def test_games_of_somebody_merged_are_those_of_the_person(
    club: Club, people: list[Player], site: Site
) -> None:
    guest = member(club, "Гость", account=False)
    kept(club, [people[0], people[1], guest], results=RESULT)
    merge(guest, people[2], people[0])
    (pulka,) = site.read(f"/pulkas?person={people[2].pk}")["pulkas"]
    assert pulka["results"][2]["person"] == str(people[2].pk)
    assert slugs(site.read(f"/pulkas?person={guest.pk}")) == [pulka["slug"]]
    unmerge(Merge.objects.get(), people[0])
    assert slugs(site.read(f"/pulkas?person={people[2].pk}")) == []


# -- filters

DAYS = [AN_EVENING + DAY * days for days in range(4)]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("since=2026-11-20", [3, 2]),
        ("until=2026-11-19", [1, 0]),
        ("since=2026-11-19&until=2026-11-19", [1]),
        ("preset=leningrad", [1]),
        ("preset=", [3, 2, 1, 0]),
        ("preset=nobody", []),
        ("house_rules=%D0%9D%D0%B0%D1%88%D0%B8", [2]),
        ("size=3", [2, 1, 0]),
        ("size=4", [3]),
        ("state=settled", [3, 2, 0]),
        ("state=abandoned", [1]),
        ("state=continued&since=2026-11-01", []),
        ("person=00000000-0000-0000-0000-000000000000", []),
    ],
)
def test_filters_let_through_what_they_say(
    club: Club, people: list[Player], site: Site, asked: str, found: list[int]
) -> None:
    pulkas = [
        kept(club, people, results=RESULT, started=DAYS[0]),
        kept(club, people, started=DAYS[1], preset="leningrad", step=PulkaStep.ABANDONED),
        kept(club, people, results=RESULT, started=DAYS[2], house_rules="Наши"),
        kept(club, [*people, "Гость"], results=(*RESULT, "0"), started=DAYS[3]),
    ]
    assert slugs(site.read(f"/pulkas?{asked}")) == [pulkas[number].slug for number in found]


def test_pages_lead_through_all_of_them(club: Club, people: list[Player], site: Site) -> None:
    made = [
        kept(club, people, results=RESULT, started=AN_EVENING + timedelta(hours=hours))
        for hours in range(0, 50, 10)
    ]
    path, found = "/pulkas?limit=2&state=settled", []
    while path:
        answer = site.read(path)
        found += slugs(answer)
        following = answer["next"]
        path = following and following.partition("/api/v1")[2]
        assert following is None or urlsplit(following).scheme == "http"
    assert found == [pulka.slug for pulka in reversed(made)]


ODD = [
    ("since=yesterday", "since"),
    ("since=", "since"),
    ("since=1700000000", "since"),
    ("since=20261118", "since"),
    ("until=2026-02-30", "until"),
    ("person=5", "person"),
    ("person=%00", "person"),
    ("preset=%00", "preset"),
    ("house_rules=a%00b", "house_rules"),
    (f"house_rules={'x' * 61}", "house_rules"),
    ("size=1", "size"),
    ("size=6", "size"),
    ("size=three", "size"),
    ("state=running", "state"),
    ("limit=0", "limit"),
    ("limit=101", "limit"),
    ("limit=99999999999999999999", "limit"),
    ("after=2026-11-18", "after"),
    ("after=x.y", "after"),
    ("after=", "after"),
    ("after=2026-11-18.99999999999", "after"),
    ("offset=50", "offset"),
    ("Since=2026-11-18", "Since"),
    ("%00=1", "\0"),
]


@pytest.mark.parametrize(("asked", "at"), ODD)
def test_what_cannot_be_asked_for_is_told(site: Site, asked: str, at: str) -> None:
    refused = site.read(f"/pulkas?{asked}", 422)["error"]
    assert refused["at"] == at
    assert refused["code"] in ("odd_parameter", "unknown_parameter")
    assert refused["message"]


def test_a_long_page_asks_little(
    club: Club, people: list[Player], site: Site, django_assert_max_num_queries: Any
) -> None:
    for number in range(50):
        kept(club, people, results=RESULT, started=AN_EVENING + DAY * number)
    with django_assert_max_num_queries(8):
        assert len(site.read(f"/pulkas?person={people[0].pk}")["pulkas"]) == 50


# -- a pulka


def test_a_pulka_tells_how_its_result_came_about(played: Evening, site: Site) -> None:
    pulka = site.read(f"/pulkas/{played.pulka.slug}")
    scored = score_pulka(pulka_from_data(site.read_file(played.pulka.slug)))["settlement"]
    assert isinstance(scored, dict)
    names = {result["seat"]: result["name"] for result in pulka["results"]}
    by_name = {names[row["seat"]]: row for row in pulka["settlement"]}
    for key in ("mountain", "exact", "whists"):
        assert {name: row[key] for name, row in by_name.items()} == scored[key]
    assert {result["name"]: result["money"] for result in pulka["results"]} == scored["money"]
    assert [
        {"from": names[each["from_seat"]], "to": names[each["to_seat"]], "amount": each["amount"]}
        for each in pulka["payments"]
    ] == scored["payments"]
    assert pulka["deals"] == 3


@pytest.mark.parametrize("leaver", range(4))
def test_who_left_for_good_pays_each_of_the_others_as_the_page_says(
    club: Club, site: Site, leaver: int
) -> None:
    evening = in_club(Evening.begin(4, target=20), club)
    evening.order(1, 7)
    evening.answer(2, Role.WHIST)
    evening.answer(3, Role.PASS)
    evening.tricks(1, 7)
    goes_on(evening, Consent.Kind.PART, {"seat": leaver})
    pulka = evening.again().pulka
    shown = PulkaPage(pulka, viewer_with(pulka, None)).payments
    told = site.read(f"/pulkas/{pulka.slug}")
    assert [
        (each["from_seat"], each["to_seat"], Decimal(each["amount"])) for each in told["payments"]
    ] == [(each.debtor, each.creditor, each.amount) for each in shown]
    assert told["settlement"] is None


def test_it_stands_in_the_list_with_the_same_words(played: Evening, site: Site) -> None:
    (listed,) = site.read("/pulkas")["pulkas"]
    whole = site.read(f"/pulkas/{played.pulka.slug}")
    assert listed.items() <= whole.items()


def test_who_was_replaced_is_told(club: Club, site: Site) -> None:
    evening = in_club(Evening.begin(3), club)
    evening.seven_made()
    guest = evening.players[2]
    seating.leave_seat(evening.pulka.slug, guest)
    newcomer = Player.objects.create(name="Марк")
    evening.players[2] = newcomer
    seating.take_seat(evening.pulka.slug, newcomer, 2, "Марк")
    evening.raspasy(0)
    evening.tricks(0, 1)
    evening.tricks(1, 1)
    settled(evening)
    sittings = site.read(f"/pulkas/{evening.pulka.slug}")["sittings"]
    assert [each for each in sittings if each["seat"] == 2] == [
        {"seat": 2, "person": str(guest.pk), "name": "Вера", "since": 1, "until": 1},
        {"seat": 2, "person": str(newcomer.pk), "name": "Марк", "since": 2, "until": None},
    ]
    assert [each["until"] for each in sittings if each["seat"] != 2] == [None, None]


def test_one_that_was_not_played_out_has_no_settlement(
    club: Club, people: list[Player], site: Site
) -> None:
    pulka = kept(club, people, step=PulkaStep.ABANDONED)
    told = site.read(f"/pulkas/{pulka.slug}")
    assert (told["settlement"], told["payments"], told["deals"]) == (None, [], 0)
    assert [each["name"] for each in told["sittings"]] == ["Анна", "Борис", "Вера"]


def test_what_it_goes_on_from_is_told(club: Club, people: list[Player], site: Site) -> None:
    first = kept(club, people, step=PulkaStep.CONTINUED)
    second = kept(club, people, results=RESULT, follows=first)
    assert site.read(f"/pulkas/{first.slug}")["continued_in"] == second.slug
    assert site.read(f"/pulkas/{second.slug}")["follows"] == first.slug


def test_its_file_is_the_one_that_members_take(club: Club, played: Evening, site: Site) -> None:
    theirs = browser(member(club, "Ольга")).get(
        reverse("sharing:pulka_file", args=[played.pulka.slug])
    )
    ours = site.read_file(played.pulka.slug)
    told = json.loads(theirs.content)
    assert {**ours, "about": {}} == {**told, "about": {}}
    assert "account" not in json.dumps(ours["about"]["people"])


def test_pulkas_of_others_are_not_there(club: Club, people: list[Player], site: Site) -> None:
    elsewhere = found_club(name="Другой клуб")
    pulka = kept(elsewhere, people, results=RESULT)
    at_home = kept(None, people, results=RESULT)
    assert site.read("/pulkas")["pulkas"] == []
    for slug in (pulka.slug, at_home.slug, "nothing"):
        assert site.error(f"/pulkas/{slug}", 404) == "not_found"
        assert site.ask(f"/pulkas/{slug}/file").status_code == 404


def test_nothing_that_opens_something_is_sent(club: Club, played: Evening, site: Site) -> None:
    table = played.pulka.table
    keys = [seat.key for seat in Seat.objects.filter(pulka=played.pulka)]
    paths = (
        "/club",
        "/pulkas",
        f"/pulkas/{played.pulka.slug}",
        f"/pulkas/{played.pulka.slug}/file",
    )
    for path in (*paths, "/people", "/standings"):
        told = site.ask(path).content.decode()
        for secret in (site.secret, table.code, table.watch_key, *keys):
            assert secret not in told


def test_a_pulka_asks_little(
    played: Evening, site: Site, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(12):
        site.read(f"/pulkas/{played.pulka.slug}")
    with django_assert_max_num_queries(20):
        site.read_file(played.pulka.slug)


def test_without_a_token_a_pulka_is_for_nobody(played: Evening) -> None:
    response = Client().get(f"/api/v1/pulkas/{played.pulka.slug}")
    assert response.status_code == 401
