"""The numbers of a club, as its site reads them: those that its pages show."""

from datetime import timedelta
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

import pytest
from django.urls import reverse
from django.utils import timezone

from prefweb.clubs.evenings import evening_at
from prefweb.clubs.models import Club
from prefweb.players.merging import merge, unmerge
from prefweb.players.models import Merge, Player
from prefweb.statistics import keeping, periods
from prefweb.statistics.ladder import ladder_of
from prefweb.statistics.standings import By
from prefweb.tables.models import Pulka, PulkaStep
from prefweb.tables.services import seating
from scoring import Role
from scoring.exact import text
from tests.api.world import Site
from tests.clubs.people import browser, member
from tests.clubs.people import club as found_club
from tests.history.clubs import AN_EVENING, DAY, RESULT, kept
from tests.statistics.test_counting import settled
from tests.tables.evenings import Evening, house

NOBODY = "00000000-0000-0000-0000-000000000000"


def counted(*args: Any, **fields: Any) -> Pulka:
    """A settled pulka, made without playing, and counted."""
    pulka = kept(*args, **fields)
    keeping.keep(pulka)
    return pulka


def played(club: Club, people: list[Player]) -> Evening:
    """A seven made against a whist, raspasy of 1, 1 and 8 tricks, a misere with two."""
    evening = Evening.begin(3)
    Pulka.objects.filter(pk=evening.pulka.pk).update(club=club)
    evening.again()
    evening.seven_made()
    evening.raspasy(0)
    evening.tricks(0, 1)
    evening.tricks(1, 1)
    evening.misere(0)
    evening.tricks(0, 2)
    for guest, person in zip(evening.players, people, strict=True):
        merge(guest, person, person)
    return settled(evening)


# -- the club and its people


def test_a_club_tells_what_there_is_of_it(club: Club, people: list[Player], site: Site) -> None:
    kept(club, people, results=RESULT, house_rules="Наши")
    kept(club, people, results=RESULT, started=AN_EVENING + DAY)
    kept(club, people, step=PulkaStep.ABANDONED, started=AN_EVENING + 2 * DAY)
    kept(club, people, step=PulkaStep.PLAYING, started=AN_EVENING + 3 * DAY)
    told = site.read("/club")
    assert told == {
        "slug": club.slug,
        "name": "Клуб на Покровке",
        "about": "",
        "time_zone": "Europe/Moscow",
        "day_begins": 6,
        "season_begins": 9,
        "founded": evening_at(club, club.founded + timedelta(hours=6)).isoformat(),
        "members": 3,
        "pulkas": 3,
        "first_evening": "2026-11-18",
        "last_evening": "2026-11-20",
        "conventions": [
            {"preset": "sochi", "house_rules": None, "pulkas": 2},
            {"preset": "sochi", "house_rules": "Наши", "pulkas": 1},
        ],
    }


def test_people_are_members_and_whoever_has_played(
    club: Club, people: list[Player], site: Site
) -> None:
    guest = Player.objects.create(name="гость")
    counted(club, [people[0], people[1], guest], results=("-31/3", "12", "-5/3"))
    counted(club, [people[0], people[1], "Кто-то"], results=("5/3", "0", "-5/3"))
    rows = site.read("/people")["people"]
    assert [(row["name"], row["member"], row["pulkas"], row["whists"]) for row in rows] == [
        ("Анна", True, 2, "-26/3"),
        ("Борис", True, 2, "12"),
        ("Вера", True, 0, "0"),
        ("гость", False, 1, "-5/3"),
    ]


def test_a_person_who_was_merged_is_one(club: Club, people: list[Player], site: Site) -> None:
    guest = member(club, "Гость", account=False)
    counted(club, [people[0], people[1], guest], results=RESULT)
    merge(guest, people[2], people[0])
    assert {row["id"]: row["pulkas"] for row in site.read("/people")["people"]} == {
        str(player.pk): 1 for player in people
    }
    unmerge(Merge.objects.get(), people[0])
    assert len(site.read("/people")["people"]) == 4


# -- standings


@pytest.mark.parametrize("by", [by.value for by in By])
def test_standings_are_those_of_the_page(
    club: Club, people: list[Player], site: Site, by: str
) -> None:
    for _ in range(3):
        played(club, people)
    counted(club, [people[0], people[1], member(club, "Глеб")], results=("3", "-1", "-2"))
    asked = f"period=all&by={by}&least=2"
    page = browser(people[0]).get(f"{reverse('statistics:standings', args=[club.slug])}?{asked}")
    shown = page.context["table"].standings
    told = site.read(f"/standings?{asked}")
    assert (told["by"], told["least"], told["since"], told["until"]) == (by, 2, None, None)
    placed = [(each.first, each.last, str(each.line.person)) for each in shown.placed]
    rows = told["standings"]
    assert placed
    assert [
        (row["place"], row["last_place"], row["person"]) for row in rows if row["place"]
    ] == placed
    for row, line in zip(rows, shown.lines, strict=True):
        assert row["person"] == str(line.person)
        assert row["whists"] == text(line.whists)
        assert row["pulkas"] == line.games
        for name in ("raspasy", "raspasy_won", "raspasy_tricks", "miseres", "misere_tricks"):
            assert row[name] == getattr(line, name)
        assert (row["remizes"], row["deals"]) == (line.remizes, line.deals)
    assert [row["name"] for row in rows if row["place"] is None][-1] == "Глеб"


def test_equal_players_share_their_places(club: Club, people: list[Player], site: Site) -> None:
    counted(club, people, results=("-12", "6", "6"))
    rows = site.read("/standings?period=all&least=1")["standings"]
    assert [(row["place"], row["last_place"], row["average"]) for row in rows] == [
        (1, 2, "6"),
        (1, 2, "6"),
        (3, 3, "-12"),
    ]


@pytest.mark.parametrize(
    ("asked", "since", "until", "least", "whists"),
    [
        ("period=2026-11", "2026-11-01", "2026-11-30", 1, "12"),
        ("period=2026", "2026-01-01", "2026-12-31", 3, "24"),
        ("period=season-2026", "2026-09-01", "2027-08-31", 3, "12"),
        ("period=all", None, None, 3, "36"),
        ("since=2026-01-01", "2026-01-01", None, 3, "24"),
        ("until=2026-11-17&since=2026-02-01", "2026-02-01", "2026-11-17", 3, "12"),
        ("period=all&preset=leningrad", None, None, 3, "0"),
        ("period=all&house_rules=%D0%9D%D0%B0%D1%88%D0%B8", None, None, 3, "12"),
    ],
)
def test_standings_are_of_the_period_that_is_asked_for(
    club: Club, people: list[Player], site: Site, asked: str, since: Any, until: Any,
    least: int, whists: str,
) -> None:  # fmt: skip
    for before, rules in ((0, "Наши"), (200, ""), (400, "")):
        started = AN_EVENING - before * DAY
        counted(club, people, results=RESULT, started=started, house_rules=rules)
    told = site.read(f"/standings?{asked}")
    assert (told["since"], told["until"], told["least"]) == (since, until, least)
    mine = [row for row in told["standings"] if row["person"] == str(people[0].pk)]
    assert [row["whists"] for row in mine] == ([whists] if whists != "0" else [])


def test_without_a_period_they_are_of_the_present_season(club: Club, site: Site) -> None:
    season = periods.season_of(evening_at(club, timezone.now()), club.season_begins)
    told = site.read("/standings")
    assert season.since is not None
    assert told["since"] == season.since.isoformat()
    assert told["standings"] == []


ODD = [
    ("period=2026-13", "period"),
    ("period=", "period"),
    ("period=season", "period"),
    ("period=%00", "period"),
    ("period=2026&since=2026-01-01", "period"),
    ("since=2026-02-01&until=2026-01-01", "until"),
    ("since=0000-00-00", "since"),
    ("by=money", "by"),
    ("least=0", "least"),
    ("least=1001", "least"),
    ("least=-1", "least"),
    ("person=1", "person"),
    ("limit=10", "limit"),
]


@pytest.mark.parametrize(("asked", "at"), ODD)
def test_what_standings_cannot_be_asked_for_is_told(site: Site, asked: str, at: str) -> None:
    assert site.read(f"/standings?{asked}", 422)["error"]["at"] == at


# -- somebody's figures


def test_what_somebody_has_done_is_told(club: Club, people: list[Player], site: Site) -> None:
    evening = played(club, people)
    told = site.read(f"/people/{people[0].pk}")
    result = site.read(f"/pulkas/{evening.pulka.slug}")["results"]
    (mine,) = [row for row in result if row["person"] == str(people[0].pk)]
    total = told["total"]
    assert (told["id"], told["name"]) == (str(people[0].pk), "Анна")
    assert (total["pulkas"], total["deals"], total["whists"]) == (1, 3, mine["whists"])
    assert total["average_of_deals"] == text(Fraction(mine["whists"]) / 3)
    assert told["money"] == [{"currency": "RUB", "amount": mine["money"]}]
    assert told["miseres"] == {"played": 1, "made": 0, "failed": 1, "tricks": 2}
    assert told["raspasy"] == {"played": 1, "won": 1, "tricks": 1}
    assert (told["contracts"], told["whisted"], told["remizes"]) == ([], [], 1)
    assert told["presets"] == [{**total, "preset": "sochi"}]
    assert told["house_rules"] == []
    seven = site.read(f"/people/{people[1].pk}")["contracts"]
    assert seven == [
        {"level": 7, "trump": None, "ordered": 1, "made": 1, "failed": 0, "given_up": 0}
    ]
    whisted = site.read(f"/people/{people[2].pk}")["whisted"]
    assert whisted == [{"level": 7, "times": 1, "remizes": 0}]


def test_figures_are_those_of_the_page(club: Club, people: list[Player], site: Site) -> None:
    played(club, people)
    counted(club, people, results=RESULT, started=AN_EVENING - DAY)
    for person in people:
        page = browser(person).get(reverse("statistics:player", args=[club.slug, person.pk]))
        shown, told = page.context["shown"], site.read(f"/people/{person.pk}")
        total = told["total"]
        assert (total["pulkas"], total["won"], total["deals"]) == (
            shown.total.games,
            shown.total.won,
            shown.total.deals,
        )
        assert total["whists"] == text(shown.total.whists)
        assert sum(row["ordered"] for row in told["contracts"]) == shown.contracts.all.value
        assert told["remizes"] == shown.remizes.value
        assert [(row["name"], row["whists"]) for row in told["opponents"]] == [
            (each.name, text(each.whists)) for each in shown.opponents
        ]


def test_whists_from_opponents_add_up_to_the_exact_result(
    club: Club, people: list[Player], site: Site
) -> None:
    evening = played(club, people)
    settlement = site.read(f"/pulkas/{evening.pulka.slug}")["settlement"]
    for seat, person in enumerate(people):
        opponents = site.read(f"/people/{person.pk}")["opponents"]
        assert {row["person"] for row in opponents} == {
            str(other.pk) for other in people if other != person
        }
        won = sum(Fraction(row["whists"]) for row in opponents)
        assert text(won) == settlement[seat]["exact"]


def test_a_contract_given_up_has_failed(club: Club, people: list[Player], site: Site) -> None:
    evening = Evening.begin(3, convention=house(concession=2))
    Pulka.objects.filter(pk=evening.pulka.pk).update(club=club)
    evening.again()
    evening.concession(1, 8)
    evening.order(0, 6, "S")
    evening.answer(1, Role.PASS)
    evening.answer(2, Role.PASS)
    settled(evening)
    told = site.read(f"/people/{evening.players[1].pk}")["contracts"]
    assert told == [
        {"level": 8, "trump": None, "ordered": 1, "made": 0, "failed": 1, "given_up": 1}
    ]
    spades = site.read(f"/people/{evening.players[0].pk}")["contracts"]
    assert spades == [
        {"level": 6, "trump": "S", "ordered": 1, "made": 1, "failed": 0, "given_up": 0}
    ]


def test_deals_count_for_who_played_them(club: Club, site: Site) -> None:
    evening = Evening.begin(3)
    Pulka.objects.filter(pk=evening.pulka.pk).update(club=club)
    evening.again()
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
    before, after = (site.read(f"/people/{each.pk}") for each in (guest, newcomer))
    assert (before["total"]["pulkas"], before["total"]["deals"]) == (0, 1)
    assert (before["total"]["whists"], before["total"]["average"]) == ("0", None)
    assert [row["times"] for row in before["whisted"]] == [1]
    assert (after["total"]["pulkas"], after["total"]["deals"]) == (1, 1)


def test_any_of_somebodys_players_leads_to_the_person(
    club: Club, people: list[Player], site: Site
) -> None:
    guest = member(club, "Гость", account=False)
    counted(club, [people[0], people[1], guest], results=RESULT)
    merge(guest, people[2], people[0])
    told = site.read(f"/people/{guest.pk}")
    assert (told["id"], told["name"], told["total"]["pulkas"]) == (str(people[2].pk), "Вера", 1)


def test_figures_are_of_the_period_and_the_convention(
    club: Club, people: list[Player], site: Site
) -> None:
    counted(club, people, results=RESULT, house_rules="Наши")
    counted(club, people, results=RESULT, started=AN_EVENING - 100 * DAY, preset="leningrad")
    for asked, pulkas in {
        "": 2, "?period=2026-11": 1, "?period=2026": 2, "?since=2026-11-19": 0,
        "?preset=leningrad": 1, "?house_rules=%D0%9D%D0%B0%D1%88%D0%B8": 1,
    }.items():  # fmt: skip
        told = site.read(f"/people/{people[0].pk}{asked}")
        assert told["total"]["pulkas"] == pulkas
    told = site.read(f"/people/{people[0].pk}")
    for name in ("preset", "house_rules"):
        for row in told["presets" if name == "preset" else name]:
            alone = site.read(f"/people/{people[0].pk}?{urlencode({name: row[name]})}")["total"]
            assert row == {**alone, name: row[name]}
    assert site.read(f"/people/{people[0].pk}?by=whists", 422)["error"]["at"] == "by"


def test_a_member_who_has_not_played_has_nothing(people: list[Player], site: Site) -> None:
    told = site.read(f"/people/{people[2].pk}")
    assert (told["total"]["pulkas"], told["total"]["average"], told["money"]) == (0, None, [])


def test_people_of_others_are_not_there(site: Site) -> None:
    elsewhere = found_club(name="Другой клуб")
    stranger = member(elsewhere, "Чужой")
    counted(elsewhere, [stranger, "А", "Б"], results=RESULT)
    for key in (stranger.pk, NOBODY):
        assert site.error(f"/people/{key}", 404) == "not_found"
    assert site.ask("/people/anybody").status_code == 404
    assert site.read("/standings?period=all")["standings"] == []
    assert str(stranger.pk) not in str(site.read("/people"))


@pytest.mark.parametrize("path", ["/club", "/people", "/standings?period=all", "/people/{key}"])
def test_numbers_ask_little_whatever_there_is(
    club: Club, people: list[Player], site: Site, django_assert_max_num_queries: Any, path: str
) -> None:
    for number in range(20):
        guest = member(club, f"Гость {number}")
        counted(club, [people[0], people[1], guest], results=RESULT)
    with django_assert_max_num_queries(9):
        site.read(path.format(key=people[0].pk))


# -- the rating


def test_the_rating_is_that_of_the_club(club: Club, people: list[Player], site: Site) -> None:
    for number in range(10):
        kept(club, people, results=RESULT, started=AN_EVENING + number * DAY)
    kept(club, [people[0], people[1], member(club, "Глеб")], results=("3", "-1", "-2"))
    told, ladder = site.read("/rating"), ladder_of(club)
    assert told["needed"] == ladder.needed
    assert [(row["place"], row["person"], row["rating"]) for row in told["ratings"]] == [
        *((each.first, str(each.rung.person), each.rung.strength.rating) for each in ladder.placed),
        *((None, str(rung.person), rung.strength.rating) for rung in ladder.provisional),
    ]
    for row in told["ratings"]:
        assert row["rating"] == row["strength"] - row["margin"]
    assert [row["name"] for row in told["ratings"] if row["provisional"]] == ["Глеб"]


def test_a_rating_is_told_pulka_by_pulka(club: Club, people: list[Player], site: Site) -> None:
    pulkas = [
        kept(club, people, results=RESULT, started=AN_EVENING + number * DAY) for number in range(5)
    ]
    path, found = f"/rating/{people[0].pk}?limit=2", []
    while path:
        told = site.read(path)
        found += told["history"]
        path = told["next"] and told["next"].partition("/api/v1")[2]
    assert [row["pulka"] for row in found] == [pulka.slug for pulka in reversed(pulkas)]
    assert [row["number"] for row in found] == [5, 4, 3, 2, 1]
    assert {(row["place"], row["size"]) for row in found} == {(1, 3)}
    assert found[0]["rating"] - found[1]["rating"] == found[0]["change"]
    now = told["rating"]
    assert (now["rating"], now["pulkas"], now["provisional"]) == (found[0]["rating"], 5, True)


def test_who_was_not_rated_has_no_rating(club: Club, people: list[Player], site: Site) -> None:
    assert site.read("/rating")["ratings"] == []
    assert site.read(f"/rating/{people[0].pk}") == {"rating": None, "history": [], "next": None}
    assert site.error(f"/rating/{NOBODY}", 404) == "not_found"
    for asked in ("after=x", "limit=0", "period=all"):
        assert site.ask(f"/rating/{people[0].pk}?{asked}").status_code == 422


def test_ratings_ask_little(
    club: Club, people: list[Player], site: Site, django_assert_max_num_queries: Any
) -> None:
    for number in range(12):
        guest = member(club, f"Гость {number}")
        kept(club, [people[0], people[1], guest], results=RESULT)
    site.read("/rating")
    for path in ("/rating", f"/rating/{people[0].pk}"):
        with django_assert_max_num_queries(8):
            site.read(path)
