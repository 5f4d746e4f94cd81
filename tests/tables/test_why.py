"""Where a number of the sheet comes from: its column, its sense, everything that wrote in it."""

import re
from fractions import Fraction
from html import unescape

import pytest
from django.utils.html import strip_tags
from pytest_django import DjangoAssertNumQueries

from prefweb.players.models import Player
from prefweb.tables.models import Pulka
from prefweb.tables.pages.columns import ColumnKey, places_of, worth_of
from prefweb.tables.services import byhand, seating
from prefweb.tables.services.byhand import Decision, Wish
from scoring import PRESETS, Area, Game, Role, Sheet, settle
from tests.tables.evenings import NAMES, Evening
from tests.tables.test_access import browser
from tests.tables.test_result_pages import asked, cells, phone, read

pytestmark = pytest.mark.django_db


BONUS = Wish(uid="x" * 9, area=Area.POOL, amount=Fraction(3), note="забыли премию")


def text(page: str) -> str:
    return " ".join(unescape(strip_tags(page)).split())


def wrote(page: str) -> list[tuple[str, str]]:
    """Each place of the page with what was written there, the latest first."""
    return re.findall(r'<li id="([^"]+)" data-wrote="([^"]+)"', page)


@pytest.fixture
def evening() -> Evening:
    """Two deals: a seven of seat 1 made against seat 2, and a seven of seat 2, one down."""
    evening = Evening.begin()
    evening.seven_made()
    evening.order(2, 7, "H")
    evening.answer(0, Role.WHIST)
    evening.answer(1, Role.PASS)
    evening.tricks(2, 6)
    return evening


KEYS = [
    ("pool-0", ColumnKey(Area.POOL, 0)),
    ("mountain-2", ColumnKey(Area.MOUNTAIN, 2)),
    ("whists-0-1", ColumnKey(Area.WHISTS, 0, 1)),
    ("pool-3", None),
    ("whists-1-1", None),
    ("whists-0", None),
    ("pool-0-1", None),
    ("pool-٠", None),
    ("pool", None),
    ("", None),
]


@pytest.mark.parametrize(("key", "column"), KEYS)
def test_a_column_is_named_by_its_key(key: str, column: ColumnKey | None) -> None:
    assert ColumnKey.parse(key, 3) == column
    assert column is None or str(column) == key


@pytest.mark.parametrize("key", [key for key, column in KEYS if column is None and key])
def test_there_is_no_page_of_another_column(evening: Evening, key: str) -> None:
    address = f"/p/{evening.pulka.slug}/why/{key}"
    assert phone(evening, 0).get(address).status_code == 404


def test_a_column_shows_everything_that_wrote_in_it_the_latest_first(evening: Evening) -> None:
    evening.order(1, 6)
    evening.answer(2, Role.WHIST)
    evening.answer(0, Role.PASS)
    evening.tricks(1, 6)
    page = read(evening, "why/whists-2-1")
    assert wrote(page) == [("deal-3", "8"), ("deal-1", "12")]
    assert 'data-total="20"' in page
    for words in ("Вера, висты на: Борис", "Сдача 1", "12 → 20", "3 взятки × 4"):
        assert words in text(page), words
    assert f'href="/p/{evening.pulka.slug}/deals/3"' in page


def test_every_number_of_the_sheet_leads_to_its_column(evening: Evening) -> None:
    page = read(evening, "score")
    numbers = cells(page)
    for key, value in numbers.items():
        address = f"/p/{evening.pulka.slug}/why/{key}"
        assert f'<a class="why" href="{address}">' in page
        found = read(evening, f"why/{key}")
        assert f'data-total="{value}"' in found
        assert sum(Fraction(amount) for _place, amount in wrote(found)) == Fraction(value)


def test_every_running_total_leads_to_what_wrote_it(evening: Evening) -> None:
    page = read(evening, "score")
    for key, place in re.findall(r'/why/([a-z0-9-]+)#([a-z0-9-]+)"', page):
        assert place in dict(wrote(read(evening, f"why/{key}"))), (key, place)
    assert "/why/whists-0-2#deal-2" in page


def test_what_a_deal_wrote_leads_to_its_columns(evening: Evening) -> None:
    page = read(evening, "deals/2")
    assert f'href="/p/{evening.pulka.slug}/why/mountain-2#deal-2"' in page


@pytest.mark.parametrize("role", ["watcher", "player"])
def test_whoever_sees_the_table_may_ask_why(evening: Evening, role: str) -> None:
    people = {"watcher": browser(watches=evening.pulka), "player": browser(evening.players[1])}
    page = people[role].get(f"/p/{evening.pulka.slug}/why/pool-1")
    assert page.status_code == 200


def test_a_column_in_which_nothing_stands_says_so(evening: Evening) -> None:
    page = read(evening, "why/pool-0")
    assert wrote(page) == []
    assert "Здесь ещё ничего не записано" in text(page)


def test_an_open_page_follows_the_play(evening: Evening) -> None:
    fragment = asked(evening, "why-mountain-2")
    assert 'id="why" hx-swap-oob="true"' in fragment
    assert wrote(fragment) == [("deal-2", "4")]
    assert 'id="why"' not in asked(evening, "why-pool-9")


def test_an_entry_by_hand_tells_its_reason_who_wrote_it_and_who_agreed(evening: Evening) -> None:
    hand = byhand.write(evening.pulka.slug, evening.players[0], BONUS)
    assert hand is not None
    assert wrote(read(evening, "why/pool-0")) == []
    byhand.agree(evening.pulka.slug, evening.players[1], Decision(uid="y" * 9, hand=hand.pk))
    page = read(evening, "why/pool-0")
    assert wrote(page) == [(f"hand-{hand.pk}", "3")]
    for words in ("забыли премию", "записано: Анна", "согласие: Борис", "после сдачи 2"):
        assert words in text(page), words


def test_a_number_has_the_names_of_who_sat_there_then(evening: Evening) -> None:
    slug = evening.pulka.slug
    seating.free_seat(slug, evening.players[0], 2)
    seating.take_seat(slug, Player.objects.create(name="Зоя"), 2, "Зоя")
    page = text(read(evening, "why/mountain-2"))
    assert "Зоя, гора" in page
    assert "Вера 7 ♥" in page


def test_a_mended_deal_is_marked(evening: Evening) -> None:
    evening.tricks(2, 7, deal=2, seen="6", changes=evening.mendable.posts.changes)
    assert "исправлена" in text(read(evening, "why/pool-2"))


def test_a_sheet_that_goes_on_says_where_its_numbers_come_from(evening: Evening) -> None:
    course = evening.course
    sheet = {
        "pool": ["5", "0", "0"],
        "mountain": ["0", "0", "0"],
        "whists": [["0", "1/2", "0"], ["0"] * 3, ["0"] * 3],
        "raspasy": 0,
    }
    Pulka.objects.filter(pk=course.pulka.pk).update(opening=sheet, version=99)
    page = read(evening, "why/pool-0")
    assert wrote(page) == [("opening", "5")]
    assert places_of(evening.course, ColumnKey(Area.WHISTS, 0, 1)) == ["opening"]


@pytest.mark.parametrize("preset", ["sochi", "leningrad", "rostov", "classic", "hussar"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("key", ["pool-1", "mountain-1", "whists-1-0"])
def test_one_more_point_is_worth_what_the_page_says(preset: str, players: int, key: str) -> None:
    if players not in PRESETS[preset].players:
        return
    game = Game(convention=PRESETS[preset].convention, players=players, target=20)
    column = ColumnKey.parse(key, players)
    assert column is not None
    before, after = _sheet(players, None), _sheet(players, column)
    was, now = (settle(sheet, game).exact for sheet in (before, after))
    gained = [new - old for old, new in zip(was, now, strict=True)]
    worth = worth_of(column, game)
    assert gained[1] == worth.own
    assert gained[0] == worth.each
    if column.against is None:
        assert set(gained[:1] + gained[2:]) == {worth.each}


def _sheet(players: int, more: ColumnKey | None) -> Sheet:
    """Some sheet; with one point more in a column."""
    seats = range(players)

    def at(key: ColumnKey, number: int) -> int:
        return number + (key == more)

    return Sheet(
        tuple(at(ColumnKey(Area.POOL, i), i) for i in seats),
        tuple(at(ColumnKey(Area.MOUNTAIN, i), 2 * i) for i in seats),
        tuple(
            tuple(0 if i == j else at(ColumnKey(Area.WHISTS, i, j), 3) for j in seats)
            for i in seats
        ),
    )


def test_the_sense_of_a_column_is_said_at_the_top() -> None:
    evening = Evening.begin(4, target=20)
    pool, mountain = text(read(evening, "why/pool-0")), text(read(evening, "why/mountain-0"))
    assert "пуля играется до 20" in pool
    for page in (pool, mountain):
        assert "7½ виста" in page
        assert "по 2½ каждому" in page
    assert f"платит {NAMES[1]}, получает {NAMES[0]}" in text(read(evening, "why/whists-0-1"))


def test_where_all_pools_end_together_their_sum_is_said() -> None:
    convention = PRESETS["leningrad"].convention
    evening = Evening.begin(4, target=20, preset="leningrad", convention=convention)
    page = text(read(evening, "why/pool-0"))
    assert "все пули вместе играются до 80" in page
    assert "пуля играется до" not in page


def test_a_page_asks_for_little(
    evening: Evening, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = phone(evening, 0)
    client.get(f"/p/{evening.pulka.slug}/why/mountain-2")
    with django_assert_max_num_queries(12):
        client.get(f"/p/{evening.pulka.slug}/why/mountain-2")
