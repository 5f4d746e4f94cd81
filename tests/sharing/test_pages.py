"""The page of everything that can be passed on, the message, the file, the table, the picture."""

import json
import re
import struct
import time
import zlib
from datetime import UTC, datetime
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from prefweb.players.models import Player
from prefweb.sharing import picture, spreadsheet
from prefweb.sharing.inked import FAMILY
from prefweb.tables.models import Pulka, PulkaStep, Seat, Table
from prefweb.tables.services import seating
from scoring import read_pulka
from tests.clubs.people import browser as signed_in
from tests.clubs.people import club, player
from tests.importing.uploads import brought, piece, sample
from tests.sharing.people import (
    PULKAS,
    by_hand,
    going_on,
    of_the_live_sheet,
    opened,
    summary_of,
    table_of,
    touched,
    with_a_bomb,
)
from tests.sheets.long import long_evening
from tests.tables.evenings import Evening
from tests.tables.test_access import browser
from tests.tables.test_playing import ended as played_out
from tests.tables.test_result_pages import phone, read

pytestmark = pytest.mark.django_db

FILES = ("sheet.svg", "sheet.png", "pulka.json", "deals.csv")
HOSTILE = (
    '=HYPERLINK("x")',
    "<script>alert(1)</script>&amp;",
    "+7 \"'; DROP--, 'Ш'",
    "@" + "Ж" * 39,
    "שלמה 🂡",
)


def named(evening: Evening, *names: str, title: str = "") -> Evening:
    for index, name in enumerate(names):
        Seat.objects.filter(pulka=evening.pulka, index=index).update(name=name)
        sat = evening.pulka.seats.get(index=index).sittings
        sat.update(name=name)
    Table.objects.filter(pk=evening.pulka.table_id).update(title=title)
    return touched(evening)


# ---------- the page ----------


@pytest.mark.parametrize("path", ["share", *FILES])
def test_a_table_that_gathers_has_nothing_to_pass_on(path: str) -> None:
    evening = Evening.gather()
    answer = phone(evening, 0).get(f"/p/{evening.pulka.slug}/{path}")
    assert (answer.status_code, answer.headers["location"]) == (302, f"/p/{evening.pulka.slug}")


@pytest.mark.parametrize("path", ["share", *FILES])
def test_watchers_may_have_everything(path: str) -> None:
    evening = long_evening(3, 3)
    assert browser(watches=evening.pulka).get(f"/p/{evening.pulka.slug}/{path}").status_code == 200
    assert Client().get(f"/p/{evening.pulka.slug}/{path}").status_code == 403


def test_page_leads_to_every_file_and_menu_and_result_lead_to_it() -> None:
    evening = played_out()
    page = opened(evening, "share").content.decode()
    for path in FILES:
        assert f'href="/p/{evening.pulka.slug}/{path}"' in page
    assert f'href="/p/{evening.pulka.slug}/share"' in read(evening, "settlement")
    assert f'href="/p/{evening.pulka.slug}/share"' in read(evening, "log")


@pytest.mark.parametrize("path", ["share", *FILES])
def test_pages_and_files_ask_the_database_little(
    path: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    evening = long_evening(4, 40)
    client = phone(evening, 0)
    client.get(f"/p/{evening.pulka.slug}/share")
    with django_assert_max_num_queries(12):
        client.get(f"/p/{evening.pulka.slug}/{path}")


@pytest.mark.parametrize("path", FILES)
def test_files_have_a_name_to_be_found_by(path: str) -> None:
    evening = named(played_out(), title='Пятница: "Юг/Север" \u202e')
    Pulka.objects.update(ended=datetime(2026, 11, 30, 22, 30, tzinfo=UTC))
    header = opened(touched(evening), path).headers["content-disposition"]
    suffix = path.rpartition(".")[2]
    kind = "attachment" if suffix in ("json", "csv") else "inline"
    assert header.startswith(f"{kind}; filename*=utf-8''")
    name = re.sub(r".*''", "", header)
    assert name == (
        "%D0%9F%D1%8F%D1%82%D0%BD%D0%B8%D1%86%D0%B0%20%D0%AE%D0%B3%20"
        f"%D0%A1%D0%B5%D0%B2%D0%B5%D1%80%202026-12-01.{suffix}"
    )


# ---------- the message ----------


def test_message_says_the_result_and_who_pays_whom() -> None:
    evening = played_out()
    Pulka.objects.update(ended=datetime(2026, 11, 30, 22, 30, tzinfo=UTC))
    key = evening.pulka.table.watch_key
    assert summary_of(touched(evening)).replace("\u202f", " ") == (
        "Вечер, 1 декабря 2026\n"
        "Сочинка · до 1 · 5 ₽ за вист · 1 сдача\n"
        "\n"
        "Итог (все пули закрыты):\n"
        "1. Борис: +66⅔ виста, +333,33 ₽\n"
        "2. Анна: −33⅓ виста, −166,66 ₽\n"
        "3. Вера: −33⅓ виста, −166,67 ₽\n"
        "\n"
        "Кто кому платит:\n"
        "Вера → Борис: 166,67 ₽\n"
        "Анна → Борис: 166,66 ₽\n"
        "\n"
        f"http://testserver/w/{key}/{evening.pulka.slug}"
    )


def test_message_is_in_the_pages_language() -> None:
    words = summary_of(played_out(), "en")
    assert "Result (every pool is full):" in words
    assert "Борис: +66⅔ whists" in words
    assert "Who pays whom:" in words


def test_message_of_a_running_pulka_says_so() -> None:
    assert "Если расписать сейчас:" in summary_of(long_evening(3, 4, over=False))


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("abandoned", "Пулька брошена"),
        ("continued", "Если бы расписали тогда"),
        ("settled", "Итог"),
    ],
)
def test_message_says_what_became_of_the_pulka(step: str, words: str) -> None:
    evening = long_evening(3, 4)
    Pulka.objects.update(step=step)
    message = summary_of(touched(evening))
    assert words in message
    assert ("Кто кому платит" in message) == (step == "settled")


def test_message_without_money_has_no_payments() -> None:
    words = summary_of(long_evening(3, 4, stake=0))
    assert "Кто кому платит" not in words
    assert "₽" not in words


def test_the_link_of_the_message_shows_the_pulka() -> None:
    evening = long_evening(3, 4)
    link = summary_of(evening).splitlines()[-1].removeprefix("http://testserver")
    page = Client().get(link, follow=True)
    assert page.status_code == 200
    assert evening.pulka.slug in page.redirect_chain[-1][0]


# ---------- the file ----------


def test_file_says_when_it_was_and_who_sat_there() -> None:
    evening = long_evening(3, 3, over=False)
    seating.free_seat(evening.pulka.slug, evening.players[0], 2)
    seating.take_seat(evening.pulka.slug, Player.objects.create(name="Зоя"), 2, "Зоя")
    about = json.loads(opened(evening, "pulka.json").content)["about"]
    assert about["title"] == "Вечер"
    assert about["step"] == "playing"
    assert about["started"].startswith("20")
    sat = [(row["name"], row["since"], row.get("until")) for row in about["seats"]["Зоя"]]
    assert sat == [("Вера", 1, 3), ("Зоя", 4, None)]
    assert about["seats"]["Анна"][0].items() >= {"name": "Анна", "since": 1}.items()


def test_file_keeps_what_decides_a_score() -> None:
    bomb = read_pulka(opened(with_a_bomb(), "pulka.json").content)
    assert [getattr(deal, "multiplier", 1) for deal in bomb.deals] == [2]
    hand = read_pulka(opened(by_hand(), "pulka.json").content)
    assert [deal.note for deal in hand.deals if deal.note] == ["=премия"]
    assert hand.ended is None
    begun = read_pulka(opened(going_on(), "pulka.json").content)
    assert (begun.opening.raspasy, begun.opening.mountain[1]) == (1, -3)
    assert read_pulka(opened(long_evening(3, 3), "pulka.json").content).ended == "consent"


def test_file_of_a_pulka_that_ended_by_the_rules_says_no_other_end() -> None:
    assert json.loads(opened(played_out(), "pulka.json").content)["ended"] is None


def test_deals_of_the_file_have_the_numbers_of_the_table() -> None:
    deals = json.loads(opened(by_hand(), "pulka.json").content)["deals"]
    assert [deal["about"] for deal in deals[-2:]] == [{"number": 5}, {"after": 5}]


# ---------- the table ----------


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ("7", "7"),
        ("-7", "-7"),
        ("0", "0"),
        ("16/3", "5 1/3"),
        ("-1/2", "-0 1/2"),
        ("1208", "1208"),
    ],
)
def test_numbers_stand_as_spreadsheets_read_them(value: str, cell: str) -> None:
    assert spreadsheet.plain(Fraction(value)) == cell


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_no_text_is_a_formula(start: str) -> None:
    assert spreadsheet.harmless(f"{start}1+1") == f"'{start}1+1"
    assert spreadsheet.harmless("Анна") == "Анна"


def test_no_cell_of_the_table_is_a_formula() -> None:
    evening = named(by_hand(), "=1+1", "+2", '-cmd|"/c calc"!A0')
    for language in ("ru", "en"):
        for row in table_of(evening, language):
            for cell in row:
                assert not cell.startswith(("=", "+", "@", "\t"))
                assert not cell.startswith("-") or re.fullmatch(r"-\d+( \d+/\d+)?", cell)


def test_table_has_a_row_for_each_deal() -> None:
    evening = long_evening(3, 11)
    head, *rows, total = table_of(evening)
    assert [row[0] for row in rows] == [str(number) for number in range(1, 12)]
    assert total[0] == "Всего"
    assert head[:7] == [
        "№",
        "сдаёт",
        "игра",
        "контракт",
        "разыгрывает",
        "во сколько раз",
        "примечание",
    ]
    assert "Анна: висты на: Борис" in head
    assert head[-3:] == ["Анна: итог", "Борис: итог", "Вера: итог"]
    assert rows[0][1:6] == ["Анна", "контракт", "7 ♣", "Борис", "1"]
    assert {row[2] for row in rows} == {"контракт", "мизер"}


def test_table_in_english_is_separated_by_commas() -> None:
    assert table_of(long_evening(3, 3), "en")[0][:3] == ["No.", "dealer", "game"]


# ---------- the picture ----------


def drawn(evening: Evening, **more: str) -> str:
    answer = phone(evening, 0).get(f"/p/{evening.pulka.slug}/sheet.svg", more)
    assert answer.headers["content-type"] == "image/svg+xml"
    return answer.content.decode()


@pytest.mark.parametrize("pulka", PULKAS)
def test_picture_stands_alone(pulka: str) -> None:
    text = drawn(PULKAS[pulka]())
    root = ElementTree.fromstring(text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    for element in root.iter():
        assert not {"class", "style", "href"} & set(element.attrib)
    assert "<style" not in text
    assert "var(" not in text


def test_picture_has_names_in_full_and_the_agreement() -> None:
    evening = named(
        long_evening(3, 5), "Константин-Александр", "Борис", title="Пятница у Константина"
    )
    text = drawn(evening)
    for words in ("Константин-Александр", "Пятница у Константина", "Сочинка", "5 сдач"):
        assert words in text


def test_long_lines_of_the_picture_are_smaller_in_any_language() -> None:
    text = drawn(named(long_evening(3, 5), title="Пятница у Константина " * 2))
    sizes = re.findall(r'font-size="([^"]*)"', text)
    assert all(float(size) > 12 for size in sizes), sizes
    assert any("." in size for size in sizes)


def test_picture_is_turned_as_the_phone_likes_it() -> None:
    evening = long_evening(4, 8)
    assert drawn(evening, side="2") != drawn(evening, side="0")


def chunks(png: bytes) -> dict[str, bytes]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    place, found = 8, dict[str, bytes]()
    while place < len(png):
        length, kind = struct.unpack(">I4s", png[place : place + 8])
        name = kind.decode()
        found[name] = found.get(name, b"") + png[place + 8 : place + 8 + length]
        place += 12 + length
    return found


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_dots_are_a_wide_and_small_picture_made_soon(size: int) -> None:
    evening = long_evening(size, 60)
    since = time.perf_counter()
    png = opened(evening, "sheet.png").content
    assert time.perf_counter() - since < 5  # far above what it takes, for a busy machine
    width, height = struct.unpack(">II", chunks(png)["IHDR"][:8])
    assert width >= 1200
    assert height >= 1200
    assert len(png) < 300 * 1024


WORD = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">'
    '<text y="30" font-size="24" font-family="{family}">{says}</text></svg>'
)


def test_text_is_drawn_without_any_font_of_the_server() -> None:
    text = drawn(long_evening(3, 12))
    for says in ("5", "½", "⅓", "−", "…", "Ø", "₽", "♠", "♣", "♦", "♥", "Ж", "W", "ש", "→"):
        with_text = WORD.format(family=FAMILY, says=says)
        empty = with_text.replace(f">{says}<", "><")
        nowhere = with_text.replace(f">{says}<", ">\U000f0000<")
        dots = {pixels(picture.png(each)) for each in (with_text, empty, nowhere)}
        assert len(dots) == 3, says
    bare = re.sub(r"<text.*?</text>", "", text, flags=re.DOTALL)
    assert pixels(picture.png(text)) != pixels(picture.png(bare))


def pixels(png: bytes) -> bytes:
    return zlib.decompress(chunks(png)["IDAT"])


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_hostile_names_and_titles_change_nothing_but_the_text(size: int) -> None:
    evening = named(long_evening(size, 7), *HOSTILE[:size], title="\x07]]><!--" + "Ы" * 40)
    text = drawn(evening)
    root = ElementTree.fromstring(text)
    assert not [element for element in root.iter() if element.tag.endswith("script")]
    assert "&lt;script&gt;" in text
    assert opened(evening, "sheet.png").content
    assert of_the_live_sheet(evening)
    assert [*read_pulka(opened(evening, "pulka.json").content).players] == [*HOSTILE[:size]]
    assert "&lt;script&gt;" in opened(evening, "share").content.decode()


def test_picture_leaves_out_what_no_drawing_can_hold() -> None:
    """Such letters are no 500, in whoever's name they stand."""
    evening = named(long_evening(3, 2), "А\ufffeнна", "\uffffZ", title="Сто\uffffл")
    drawn = opened(evening, "sheet.svg").content.decode()
    assert "Стол" in drawn
    assert "Анна" in drawn
    assert opened(evening, "sheet.png").content.startswith(b"\x89PNG")


# ---------- what was played elsewhere ----------


def undated(step: PulkaStep = PulkaStep.SETTLED) -> tuple[Client, Pulka]:
    """A pulka from a file that knows no hour, only its evening, and who brought it in."""
    keeper = player("Ольга")
    told = sample(about={"evening": "2019-03-01"})
    batch = brought(club(keeper), keeper, piece(told), step=step)
    return signed_in(keeper), Pulka.objects.get(imported__batch=batch)


@pytest.mark.parametrize("step", [PulkaStep.SETTLED, PulkaStep.ABANDONED])
def test_of_an_old_pulka_the_hour_is_not_known_and_all_can_be_passed_on(step: PulkaStep) -> None:
    client, pulka = undated(step)
    assert pulka.started is None
    page = client.get(f"/p/{pulka.slug}").content.decode()
    assert f"/p/{pulka.slug}/share" in page
    assert "закрыт до первой сдачи" not in page
    for path in ("share", *FILES):
        assert client.get(f"/p/{pulka.slug}/{path}").status_code == 200, path
