"""The page of the drawn sheet: whose side it is turned to, what it says, where it leads."""

import re

import pytest
from django.test import Client

from prefweb.sheets.paper import Paper, helped_in, paper_of
from scoring import PRESETS, Contract, Game, Role, replay
from tests.sheets.drawings import NAMES
from tests.sheets.long import long_evening
from tests.tables.evenings import Evening
from tests.tables.test_access import browser
from tests.tables.test_result_pages import asked, phone, read

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    evening = Evening.begin()
    evening.seven_made()
    return evening


def bottom(page: str) -> str:
    """The name on the first plate, which is that of the bottom."""
    found = re.search(r'class="plate[^>]*>.*?<text[^>]*>([^<]*)<', page, re.S)
    assert found
    return found[1]


def drawn(page: str) -> dict[str, str]:
    return dict(re.findall(r'data-drawn="([^"]+)" data-value="([^"]+)"', page))


def watcher(evening: Evening) -> Client:
    return browser(watches=evening.pulka)


def shown(client: Client, evening: Evening, path: str = "sheet", **asks: str) -> str:
    answer = client.get(f"/p/{evening.pulka.slug}/{path}", asks)
    assert answer.status_code == 200
    return answer.content.decode()


# ---------- whose side ----------


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_own_seat_is_at_the_bottom(evening: Evening, seat: int) -> None:
    assert bottom(read(evening, "sheet", seat)) == ("Анна", "Борис", "Вера")[seat]


@pytest.mark.parametrize("who", ["seated", "watcher"])
def test_anybody_turns_the_sheet_and_the_phone_remembers_it(evening: Evening, who: str) -> None:
    client = phone(evening, 0) if who == "seated" else watcher(evening)
    assert bottom(shown(client, evening)) == "Анна"
    assert bottom(shown(client, evening, side="2")) == "Вера"
    assert bottom(shown(client, evening)) == "Вера"
    assert bottom(shown(client, evening, "sheet/large")) == "Вера"
    asks = {"since": "0", "page": "sheet"}
    path = f"/p/{evening.pulka.slug}/live"
    live = client.get(path, asks, headers={"hx-request": "true"}).content.decode()
    assert bottom(live) == "Вера"


def test_the_side_is_remembered_for_this_pulka_and_the_wheel_for_all(evening: Evening) -> None:
    client = phone(evening, 0)
    shown(client, evening, side="2", wheel="1")
    assert client.cookies["side"]["path"] == f"/p/{evening.pulka.slug}"
    assert client.cookies["wheel"]["path"] == "/"
    assert "Ø: сотня" in shown(client, evening)


@pytest.mark.parametrize("side", ["3", "-1", "x", "", "²", "11"])
def test_a_side_that_nobody_sits_on_is_the_own_one(evening: Evening, side: str) -> None:
    assert bottom(read(evening, "sheet", 1, side=side)) == "Борис"
    assert bottom(read(evening, "sheet", 1)) == "Борис"


@pytest.mark.parametrize("odd", ["Ж", "x", "", "\n", "9", "11"])
def test_what_cannot_be_is_not_remembered(evening: Evening, odd: str) -> None:
    """Most of it is nothing that a cookie could hold."""
    client = phone(evening, 0)
    shown(client, evening, side=odd, wheel=odd)
    assert not {"side", "wheel"} & client.cookies.keys()


# ---------- what it shows ----------


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("path", ["sheet", "sheet/large"])
def test_every_number_is_that_of_the_table(size: int, path: str) -> None:
    evening = long_evening(size, 20)
    numbers = dict(re.findall(r'data-cell="([^"]+)" data-value="([^"]+)"', read(evening, "score")))
    written = {key: value for key, value in numbers.items() if value != "0"}
    assert drawn(read(evening, path)) == written
    assert drawn(read(evening, path, wheel="1")) == written


def test_hundreds_are_wheels_by_choice() -> None:
    evening = long_evening(4, 120)
    page = read(evening, "sheet", wheel="1")
    assert re.search(r'class="(?:now|old)[^>]*>[^<]*Ø', page)
    assert not re.search(r'class="(?:now|old)[^>]*>[^<]*Ø', read(evening, "sheet"))


def test_the_large_sheet_has_all_running_totals() -> None:
    evening = long_evening(3, 30)
    runs = {cell.key: cell.run for column in sheet_of(evening).columns for cell in column.cells}
    page = read(evening, "sheet/large")
    for key, run in runs.items():
        group = re.search(rf'<g [^>]*data-drawn="{key}".*?</g>', page, re.S)
        assert (re.sub(r"<[^>]*>|\s", "", group[0]) if group else "") == run
    assert max(map(len, runs.values())) > 30


def sheet_of(evening: Evening) -> Paper:
    return paper_of(evening.course.replay, NAMES[:3], None)


def test_what_the_last_deal_wrote_stands_out_until_the_next_order(evening: Evening) -> None:
    page = read(evening, "sheet")
    assert page.count("is-new") == 2
    assert "Новое: Борис, пуля: 4; Вера, висты на: Борис, 12." in page
    assert "arrives" not in page
    assert asked(evening, "sheet").count("is-new arrives") == 2
    evening.order(2, 6)
    assert "is-new" not in read(evening, "sheet")
    assert "is-new" not in asked(evening, "sheet")


def test_the_drawing_is_said_in_words(evening: Evening) -> None:
    page = read(evening, "sheet")
    assert "Борис: пуля 4, гора 0, висты на: Анна 0, висты на: Вера 0." in page
    assert "Сдаёт: Борис." in page


def test_help_is_visible(evening: Evening) -> None:
    """Whoever got points from others has them marked, and named for who does not see it."""
    helped = long_evening(3, 40, target=20)
    given = helped_in(helped.course.replay)
    assert given
    page = read(helped, "sheet")
    assert sorted(re.findall(r'class="helped"[^>]*>\+(\d+)<', page)) == sorted(
        map(str, given.values())
    )
    assert "из них помощь" in page
    assert "из них помощь: " in read(helped, "score")
    assert "helped" not in read(evening, "sheet")


def test_points_of_help_are_counted_by_pool() -> None:
    game = Game(convention=PRESETS["sochi"].convention, players=3, target=2)
    made = Contract(declarer=0, level=7, roles={1: Role.WHIST, 2: Role.PASS}, tricks={0: 7})
    assert helped_in(replay(game, [made])) == {1: 2}


# ---------- where it leads ----------


def test_every_column_leads_to_what_wrote_it(evening: Evening) -> None:
    page = read(evening, "sheet")
    links = re.findall(r'<a href="([^"]+)" id="hit-([^"]+)" aria-label="([^"]+)"', page)
    assert len(links) == 3 + 3 + 6
    assert (
        f"/p/{evening.pulka.slug}/why/whists-2-1",
        "whists-2-1",
        "Вера, висты на: Борис, 12",
    ) in links
    for path, *_more in links:
        assert phone(evening, 0).get(path).status_code == 200


@pytest.mark.parametrize(("size", "tab"), [(4, "sheet"), (5, "score")])
def test_the_tab_leads_to_the_drawing_where_there_is_one(size: int, tab: str) -> None:
    evening = Evening.begin(size)
    page = read(evening, "score")
    found = re.search(r'<a href="([^"]+)" aria-current="[^"]+"><svg.*?<span>Лист</span>', page)
    assert found
    assert found[1] == f"/p/{evening.pulka.slug}/{tab}"


@pytest.mark.parametrize("path", ["sheet", "sheet/large"])
def test_five_players_have_numbers_alone(path: str) -> None:
    evening = Evening.begin(5)
    answer = phone(evening, 0).get(f"/p/{evening.pulka.slug}/{path}")
    assert answer.headers["location"] == f"/p/{evening.pulka.slug}/score"
    assert '<svg class="sheet' not in read(evening)


@pytest.mark.parametrize("page", ["sheet", "large"])
def test_an_open_page_that_five_players_cannot_have_is_sent_nothing_of_it(page: str) -> None:
    evening = Evening.begin(5)
    assert 'id="drawn"' not in asked(evening, page)


@pytest.mark.parametrize("path", ["sheet", "sheet/large"])
def test_there_is_no_sheet_before_the_start(path: str) -> None:
    evening = Evening.gather()
    answer = phone(evening, 0).get(f"/p/{evening.pulka.slug}/{path}")
    assert answer.headers["location"] == f"/p/{evening.pulka.slug}"
