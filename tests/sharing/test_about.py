"""What a pulka file tells besides the game: every column of a pulka has its place, or a reason."""

import json
from typing import Any

import pytest
from django.apps import apps
from django.utils import timezone

from prefweb.players.models import Player
from prefweb.sharing.about import about_of
from prefweb.sharing.files import file_of
from prefweb.tables.models import Pulka
from prefweb.tables.pulkas.course import Course
from prefweb.tables.services import seating
from scoring import read_pulka, write_pulka
from scoring.fields import ABOUT_LIMIT
from tests.clubs.people import browser, club, member, player
from tests.sharing.people import by_hand
from tests.sheets.long import long_evening
from tests.tables.evenings import Evening
from tests.tables.test_access import browser as watching
from tests.tables.test_playing import ended
from tests.tables.test_result_pages import phone

pytestmark = pytest.mark.django_db

KEY_OF_ROWS = "a key of rows of this database"
INDEX = "the order of players"
OPENS = "opens something: whoever has it gets in"
BEING_MENDED = "only while a written deal is being mended"
CLUBS = "the archive of the club"

WHERE: dict[str, dict[str, str]] = {
    "pulka": {
        "id": KEY_OF_ROWS,
        "table": "about.title, .place, .proxies, .host",
        "slug": "about.id",
        "step": "about.step",
        "version": "about.version",
        "preset": "convention",
        "convention": "convention and options",
        "size": "the number of players",
        "target": "target",
        "minutes": "about.minutes",
        "laps": "about.laps",
        "multipliers": "about.multipliers",
        "stake": "stake",
        "currency": "currency",
        "first_dealer": "dealer",
        "opening": "start",
        "scribe": "about.scribe",
        "follows": "about.follows",
        "created": "about.created",
        "started": "about.started",
        "clock": "about.first_order",
        "ended": "about.ended",
        "reason": "about.reason",
        "why": "about.why",
        "settled": "about.settled",
        "corrected": "about.corrected",
        "rules_version": "about.rules_version",
        "club": "about.club, .time_zone",
        "evening": "about.evening",
        "house_rules": "about.house_rules",
        "source": "about.source",
        "about": "about",
        "content": "a digest of what it was brought in from",
    },
    "seat": {
        "id": KEY_OF_ROWS,
        "pulka": KEY_OF_ROWS,
        "index": INDEX,
        "player": "about.people",
        "person": "about.people",
        "name": "players",
        "key": OPENS,
        "confirmed": "about.people",
        "whists": "about.results",
        "money": "about.results",
    },
    "deal": {
        "id": KEY_OF_ROWS,
        "pulka": KEY_OF_ROWS,
        "number": "about of the deal",
        "dealer": "dealer of the deal, where it is not the usual one",
        "resting": "resting of the deal",
        "posts": "the deal; about.taken_out and .not_counted, where it does not count",
        "inked": BEING_MENDED,
        "taken_out": "about.taken_out",
        "about": "about of the deal",
    },
    "hand": {
        "id": "about.by_hand: the log names it",
        "pulka": KEY_OF_ROWS,
        "after": "about of the entry, about.by_hand",
        "kind": "about.by_hand",
        "state": "about.by_hand",
        "seat": "the entry, about.by_hand",
        "area": "the entry, about.by_hand",
        "against": "the entry, about.by_hand",
        "amount": "the entry, about.by_hand",
        "note": "the entry, about.by_hand",
        "author": "about.by_hand",
        "asked": "about.by_hand",
        "answered": "about.by_hand",
        "beside": "the entry, which has all that belong together",
        "about": "about of the entry",
        "at": "about.by_hand",
    },
    "consent": {
        "id": KEY_OF_ROWS,
        "pulka": KEY_OF_ROWS,
        "kind": "about.consents",
        "seat": "about.consents",
        "deal": "about.consents",
        "value": "about.consents",
        "why": "about.consents",
        "answers": "about.consents",
        "outcome": "about.consents",
        "at": "about.consents",
        "closed": "about.consents",
    },
    "sitting": {
        "id": KEY_OF_ROWS,
        "seat": "about.seats",
        "player": "about.seats",
        "person": "about.people, where several sat there",
        "name": "about.seats",
        "since": "about.seats",
    },
    "line": {
        "id": KEY_OF_ROWS,
        "pulka": KEY_OF_ROWS,
        "at": "about.log",
        "deal": "about.log",
        "action": "about.log",
        "by": "about.log",
        "by_name": "about.log",
        "seat": "about.log",
        "proxy": "about.log",
        "before": "about.log",
        "after": "about.log",
        "uid": "a one-time id that keeps a post from being taken twice",
    },
    "table": {
        "id": KEY_OF_ROWS,
        "code": OPENS,
        "title": "about.title",
        "host": "about.host",
        "proxies": "about.proxies",
        "code_shows": CLUBS,
        "watch_key": OPENS,
        "created": CLUBS,
        "closed": CLUBS,
        "is_demo": "shown, not played",
        "club": "about.club",
        "place": "about.place",
    },
}
"""Of every column where it is in the file, or why it is not there."""


@pytest.mark.parametrize("model", WHERE)
def test_every_column_has_its_place_in_the_file_or_a_reason_to_be_missing(model: str) -> None:
    columns = {field.name for field in apps.get_model("tables", model)._meta.concrete_fields}
    assert columns == set(WHERE[model])


def name_of(known: Player) -> str:
    assert known.account is not None
    return known.account.username


def about(evening: Evening, **more: Any) -> dict[str, Any]:
    pulka = evening.again().pulka
    return about_of(pulka, Course.load(pulka), **more)


def test_about_tells_of_the_club_the_evening_and_the_people() -> None:
    evening = ended()
    for seat in range(3):
        evening.confirm(seat)
    anna = player("Анна")
    home = club(anna, time_zone="Asia/Vladivostok")
    Pulka.objects.update(club=home, house_rules="Наши", evening="2026-11-28")
    evening.pulka.seats.filter(index=0).update(person=anna)
    told = about(evening, names_accounts=True)
    assert told["club"] == home.name
    assert told["time_zone"] == "Asia/Vladivostok"
    assert (told["evening"], told["house_rules"]) == ("2026-11-28", "Наши")
    assert told["people"]["Анна"]["account"] == name_of(anna)
    assert told["people"]["Анна"]["person"] == str(anna.pk)
    assert "account" not in about(evening)["people"]["Анна"]
    assert set(told["results"]) == {"Анна", "Борис", "Вера"}
    assert told["rules_version"]
    assert told["log"][0]["action"] == "sits"


def test_sign_in_names_are_told_to_those_who_belong_here() -> None:
    evening = long_evening(3, 3)
    anna = player("Анна")
    home = club(anna)
    evening.pulka.table.club = home
    evening.pulka.table.save()
    Pulka.objects.update(club=home)
    evening.pulka.seats.filter(index=0).update(person=anna)
    path = f"/p/{evening.pulka.slug}/pulka.json"
    of_club, watcher = browser(member(home)), watching(watches=evening.pulka)
    username = name_of(anna)
    assert username in of_club.get(path).content.decode()
    assert username not in watcher.get(path).content.decode()


def test_replaced_players_have_the_deals_each_played() -> None:
    evening = long_evening(3, 3, over=False)
    zoya = Player.objects.create(name="Зоя")
    seating.free_seat(evening.pulka.slug, evening.players[0], 2)
    seating.take_seat(evening.pulka.slug, zoya, 2, "Зоя")
    vera, then = about(evening)["seats"]["Зоя"]
    assert (vera["name"], vera["since"], vera["until"]) == ("Вера", 1, 3)
    assert (then["name"], then["since"], then["player"]) == ("Зоя", 4, str(zoya.pk))


def test_what_does_not_count_stands_in_about() -> None:
    told = about(by_hand())
    assert [hand["state"] for hand in told["by_hand"]] == ["counted", "pending"]
    evening = long_evening(3, 4, over=False)
    evening.pulka.deals.filter(number=2).update(taken_out=True)
    evening.order(0, 6)
    told = about(evening)
    assert [deal["number"] for deal in told["taken_out"]] == [2]
    assert [deal["number"] for deal in told["not_counted"]] == [5]


def test_a_long_log_keeps_its_end_and_the_file_can_be_read() -> None:
    evening = long_evening(3, 3)
    pulka = evening.pulka
    for number in range(1000):
        pulka.lines.create(action="abandoned", by_name="Ж" * 40, after=f"{number} {'я' * 100}")
    told = about(evening)
    last = pulka.lines.count()
    assert told["log"][-1]["after"].startswith("999 ")
    assert len(told["log"]) + told["log_left_out"] == last
    text = write_pulka(file_of(evening.again().pulka, Course.load(pulka)))
    assert read_pulka(text).about == told
    assert len(json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()) <= ABOUT_LIMIT


def test_what_an_imported_file_told_is_written_again() -> None:
    evening = long_evening(3, 3)
    brought = {
        "табло": [1, 2.5, None],
        "title": "Старое",
        "seats": {"Анна": [{"name": "Яна", "since": 1}]},
        "log": [{"action": "started"}],
    }
    Pulka.objects.update(about=brought)
    told = about(evening)
    assert told["табло"] == [1, 2.5, None]
    assert told["title"] == "Вечер"
    assert told["seats"] == brought["seats"]
    assert told["log"][0] == {"action": "started"}
    assert len(told["log"]) == evening.pulka.lines.count() + 1


def test_the_largest_about_of_a_file_leaves_room_for_what_is_known_here() -> None:
    evening = long_evening(3, 3)
    Pulka.objects.update(about={"text": "x" * (ABOUT_LIMIT - 100), "b": 1}, settled=timezone.now())
    told = about(evening)
    assert "text" not in told
    assert told["b"] == 1
    read_pulka(write_pulka(file_of(evening.again().pulka, Course.load(evening.pulka))))


def test_file_is_asked_of_the_database_in_few_questions(django_assert_max_num_queries) -> None:
    evening = long_evening(4, 30)
    for seat in evening.pulka.seats.all():
        evening.pulka.seats.filter(pk=seat.pk).update(person=player(seat.name))
    client, path = phone(evening, 0), f"/p/{evening.pulka.slug}/pulka.json"
    client.get(path)
    with django_assert_max_num_queries(12):
        client.get(path)
