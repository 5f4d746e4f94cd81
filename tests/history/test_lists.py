"""What a club has played, as its history shows it: order, results, marks, pages, clocks."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from prefweb.clubs.models import Club
from prefweb.history.paging import PAGE
from prefweb.players.models import Player
from prefweb.tables.models import Pulka, PulkaStep, Source, Table
from prefweb.tables.pulkas.openings import exact
from prefweb.ui.numbers import signed
from tests.clubs.people import browser
from tests.clubs.people import club as found_club
from tests.history.clubs import AN_EVENING, DAY, RESULT, kept
from tests.history.reading import history, mine, record, slugs, text
from tests.tables.consenting import all_agree, mend
from tests.tables.test_mending import settled

pytestmark = pytest.mark.django_db


# -- what stands in it


def test_pulkas_stand_under_their_evenings_newest_first(club: Club, people: Any, anna: Client):
    first = kept(club, people, results=RESULT)
    second = kept(club, people, results=RESULT, started=AN_EVENING + timedelta(hours=4))
    later = kept(club, people, results=RESULT, started=AN_EVENING + DAY)
    page = history(anna, club)
    assert slugs(page) == [later.slug, second.slug, first.slug]
    assert re.findall("<h3[^>]*>([^<]*)", page) == [
        "Четверг, 19 ноября 2026",
        "Среда, 18 ноября 2026",
    ]


def test_a_settled_pulka_shows_places_whists_and_money(club: Club, people: Any, anna: Client):
    pulka = kept(club, people, results=("-31/3", "12", "-5/3"))
    row = record(history(anna, club), pulka)
    assert "1 Борис +12 +60 ₽ 2 Вера −1⅔" in row
    assert row.index("3 Анна −10⅓") > row.index("2 Вера")
    assert "Сочинка · до 10 · 5 ₽ за вист" in row
    assert "20:00–00:00" in row


def test_equal_results_share_a_place(club: Club, people: Any, anna: Client):
    pulka = kept(club, people, results=("-12", "6", "6"), stake=0)
    assert "1 Борис +6 1 Вера +6 3 Анна −12" in record(history(anna, club), pulka)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        pytest.param({"corrected": AN_EVENING + DAY}, "исправлена 19 ноября 2026", id="corrected"),
        pytest.param({"step": PulkaStep.ABANDONED, "settled": None}, "не доиграна", id="abandoned"),
        pytest.param(
            {"step": PulkaStep.ABANDONED, "settled": None},
            "В статистику не входит.",
            id="abandoned-counts-nowhere",
        ),
        pytest.param({"step": PulkaStep.PLAYING, "settled": None}, "идёт", id="running"),
        pytest.param({"step": PulkaStep.ENDED, "settled": None}, "ждёт согласия", id="to-settle"),
        pytest.param({"source": Source.PAPER}, "с бумаги", id="paper"),
        pytest.param({"source": Source.FILE}, "из файла", id="file"),
        pytest.param({"house_rules": "Наша сочинка"}, "Наша сочинка · Сочинка", id="house-rules"),
    ],
)
def test_what_is_to_be_known_is_marked(
    club: Club, people: Any, anna: Client, fields: Any, words: str
):
    plain = kept(club, people, results=RESULT)
    marked = kept(club, people, **fields)
    page = history(anna, club)
    assert words in record(page, marked)
    assert words not in record(page, plain)


def test_a_continued_pulka_leads_to_the_next(club: Club, people: Any, anna: Client):
    first = kept(club, people, step=PulkaStep.CONTINUED)
    second = kept(club, people, follows=first, results=RESULT)
    page = history(anna, club)
    assert f'href="/p/{second.slug}">к ней' in page
    assert "продолжена" in record(page, first)


def test_a_rematch_is_no_continuation(club: Club, people: Any, anna: Client):
    first = kept(club, people, results=RESULT)
    kept(club, people, follows=first, results=RESULT)
    assert "продолжена" not in record(history(anna, club), first)


def test_what_gathers_has_not_begun(club: Club, people: Any, anna: Client):
    kept(club, people, step=PulkaStep.SEATING, started=None)
    assert slugs(history(anna, club)) == []


def test_another_clubs_pulkas_do_not_show(club: Club, people: Any, anna: Client):
    kept(found_club(), people, results=RESULT)
    kept(None, people, results=RESULT)
    page = history(anna, club)
    assert slugs(page) == []
    assert "В этом клубе ещё ничего не сыграно." in page


def test_names_are_shown_as_names(club: Club, people: Any, anna: Client):
    kept(club, ["<b>Х</b>", *people[1:]], results=RESULT, title="<i>Стол</i>")
    raw = anna.get(f"/c/{club.slug}/history").content.decode()
    assert "<b>Х" not in raw
    assert "<i>Стол" not in raw


# -- pages


def test_pages_go_on_where_the_last_one_ended(club: Club, people: Any, anna: Client):
    pulkas = [kept(club, people, results=RESULT, started=AN_EVENING + n // 3 * DAY)
              for n in range(2 * PAGE + 3)]  # fmt: skip
    expected = [pulka.slug for pulka in pulkas[::-1]]
    seen: list[str] = []
    page = history(anna, club)
    while True:
        seen += slugs(page)
        link = re.search(r'rel="next" href="\?after=([^"]*)"', page)
        if not link:
            break
        page = history(anna, club, after=link[1])
    assert seen == expected
    back = re.search(r'rel="prev" href="\?before=([^"]*)"', page)
    assert back
    assert slugs(history(anna, club, before=back[1])) == expected[PAGE : 2 * PAGE]


def test_a_page_stays_as_it_is_while_games_are_added(club: Club, people: Any, anna: Client):
    for _ in range(PAGE + 2):
        kept(club, people, results=RESULT)
    link = re.search(r'rel="next" href="\?after=([^"]*)"', history(anna, club))
    assert link
    before = slugs(history(anna, club, after=link[1]))
    kept(club, people, results=RESULT, started=AN_EVENING + DAY)
    kept(club, people, results=RESULT)
    after = history(anna, club, after=link[1])
    assert slugs(after) == before
    assert f"Найдено пулек: {PAGE + 4}" in text(after)


def test_the_first_page_from_the_end_backwards_is_told_as_such(
    club: Club, people: Any, anna: Client
):
    pulkas = [kept(club, people, results=RESULT) for _ in range(3)]
    oldest = f"2026-11-18.{pulkas[0].pk}"
    page = history(anna, club, before=oldest)
    assert slugs(page) == [pulkas[2].slug, pulkas[1].slug]
    assert 'rel="next"' in page
    assert 'rel="prev"' not in page


@pytest.mark.parametrize("count", [1, 10, 60])
def test_queries_do_not_grow_with_games(
    club: Club, people: Any, anna: Client, count: int, django_assert_max_num_queries
):
    for number in range(count):
        guest = Player.objects.create(name=f"Гость {number}")
        kept(club, [*people[:2], guest], results=RESULT)
    mine(anna)  # renews the session
    with django_assert_max_num_queries(12):
        history(anna, club, player=str(people[0].pk), convention="sochi")
    with django_assert_max_num_queries(12):
        mine(anna, player=str(people[1].pk))


# -- evenings by the clock of the club


@pytest.mark.parametrize(
    ("zone", "began", "evening"),
    [
        pytest.param("Europe/Moscow", (18, 20, 50), date(2026, 11, 18), id="ten-to-midnight"),
        pytest.param("Europe/Moscow", (18, 22, 30), date(2026, 11, 18), id="half-past-one"),
        pytest.param("Europe/Moscow", (19, 2, 59), date(2026, 11, 18), id="a-minute-to-six"),
        pytest.param("Europe/Moscow", (19, 3, 0), date(2026, 11, 19), id="six-in-the-morning"),
        pytest.param(
            "Asia/Vladivostok", (18, 10, 0), date(2026, 11, 18), id="eight-in-vladivostok"
        ),
        pytest.param("Asia/Vladivostok", (18, 15, 0), date(2026, 11, 18), id="one-in-vladivostok"),
        pytest.param("Asia/Vladivostok", (18, 20, 0), date(2026, 11, 19), id="six-in-vladivostok"),
        pytest.param("America/New_York", (19, 1, 0), date(2026, 11, 18), id="eight-in-new-york"),
    ],
)
def test_a_game_is_found_under_the_evening_it_began_in(
    people: Any, zone: str, began: tuple[int, int, int], evening: date
):
    club = found_club(people[0], time_zone=zone)
    day, hour, minute = began
    pulka = kept(
        club, people, results=RESULT, started=datetime(2026, 11, day, hour, minute, tzinfo=UTC)
    )
    client = browser(people[0])
    assert slugs(history(client, club, since=evening, until=evening)) == [pulka.slug]
    assert slugs(history(client, club, since=evening + DAY)) == []
    assert slugs(history(client, club, until=evening - DAY)) == []


def utc(year: int, month: int, day: int, hour: int, minute: int) -> datetime:
    return datetime(year, month, day, hour, minute, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "began", "hours", "shown"),
    [
        pytest.param("Europe/Moscow", utc(2026, 11, 18, 20, 50), 1.25, "23:50–01:05", id="night"),
        pytest.param("Asia/Vladivostok", utc(2026, 11, 18, 10, 0), 2, "20:00–22:00", id="far-east"),
        pytest.param("Europe/Berlin", utc(2026, 10, 24, 23, 30), 2, "01:30–02:30", id="twice"),
        pytest.param("Europe/Berlin", utc(2026, 3, 29, 0, 30), 1, "01:30–03:30", id="never"),
    ],
)  # fmt: skip
def test_hours_go_by_the_clock_of_the_club(
    people: Any, zone: str, began: datetime, hours: float, shown: str
):
    club = found_club(people[0], time_zone=zone)
    ended = began + timedelta(hours=hours)
    pulka = kept(club, people, results=RESULT, started=began, ended=ended)
    assert shown in record(history(browser(people[0]), club), pulka)


def test_a_corrected_pulka_shows_its_new_result_and_says_so(club: Club, anna: Client):
    evening = settled()
    pulka = evening.pulka
    Pulka.objects.filter(pk=pulka.pk).update(club=club)
    Table.objects.filter(pk=pulka.table_id).update(club=club)
    before = record(history(anna, club), pulka)
    assert "исправлена" not in before
    mend(evening, 1, 1, tricks_0=8)
    all_agree(evening)
    after = record(history(anna, club), pulka)
    assert "исправлена" in after
    for seat in evening.again().pulka.seats.all():
        assert f"{seat.name} {signed(exact(seat.whists))}" in after
    assert after.partition("за вист")[2] != before.partition("за вист")[2]
