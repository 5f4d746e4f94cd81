"""The log as pages show it: the column of contracts, the changes, page by page."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.utils import timezone

from prefweb.tables.deals.posts import Game, Order
from prefweb.tables.deals.protocol import Kind
from prefweb.tables.models import Deal, Line, Pulka
from prefweb.tables.pages import record
from prefweb.tables.services import hosting, seating
from scoring import Role
from tests.tables.evenings import Evening, house
from tests.tables.hands import MOUNTAIN, POOL, decide, write
from tests.tables.test_correcting import played
from tests.tables.test_result_pages import read
from tests.tables.test_seating import newcomer

pytestmark = pytest.mark.django_db

WHIST, PASS = Role.WHIST, Role.PASS
LINE = re.compile(r'<span class="contracts__line">(.*?)</b></span>', re.DOTALL)
HIDDEN = re.compile(r'<span aria-hidden="true">.*?</span>|<svg.*?</svg>', re.DOTALL)


def text(piece: str) -> str:
    return " ".join(unescape(re.sub("<[^>]*>", "", piece)).split())


def column(evening: Evening, **more: str) -> list[str]:
    """The column of contracts as it is read, the latest first."""
    page = read(evening, "log", 0, show="deals", **more)
    return [text(found) for found in LINE.findall(page)]


def order(evening: Evening, seat: int, order: Order) -> None:
    evening.tap(Kind.ORDER, seat, order)


def misere(evening: Evening, tricks: int) -> None:
    order(evening, 1, Order(Game.MISERE))
    evening.tricks(1, tricks)


def nobody_whists(evening: Evening) -> None:
    evening.order(1, 8, "S")
    evening.answer(2, PASS)
    evening.answer(0, PASS)


def raspasy(evening: Evening) -> None:
    evening.raspasy(1)
    evening.tricks(1, 4)
    evening.tricks(2, 3)


def bomb(evening: Evening) -> None:
    order(evening, 1, Order(Game.CONTRACT, 7, None, 2, "бомба"))
    evening.answer(2, WHIST)
    evening.answer(0, PASS)
    evening.tricks(1, 6)


def half_said(evening: Evening) -> None:
    evening.order(1, 7)
    evening.answer(2, WHIST)


@pytest.mark.parametrize(
    ("go", "line"),
    [
        pytest.param(lambda e: played(e, 7), "1. Борис 7 своя", id="made"),
        pytest.param(lambda e: played(e, 9), "1. Борис 7 +2", id="more than ordered"),
        pytest.param(lambda e: played(e, 4), "1. Борис 7 −3", id="three down"),
        pytest.param(nobody_whists, "1. Борис 8♠︎пики без виста", id="nobody whists"),
        pytest.param(lambda e: misere(e, 0), "1. Борис мизер без взяток", id="a misere made"),
        pytest.param(lambda e: misere(e, 2), "1. Борис мизер 2 взятки", id="a misere caught"),
        pytest.param(raspasy, "1. распасы 3·4·3", id="raspasy by seats"),
        pytest.param(
            lambda e: order(e, 1, Order(Game.CONCESSION, 6)),
            "1. Борис 6 уход без игры",
            id="a concession",
        ),
        pytest.param(bomb, "1. Борис 7 ×2 бомба −1", id="a multiplier with its name"),
        pytest.param(half_said, "1. Борис 7 …", id="still being posted"),
    ],
)
def test_a_deal_is_one_line(go: Callable[[Evening], Any], line: str) -> None:
    evening = Evening.begin(convention=house(concession=3))
    Pulka.objects.filter(pk=evening.pulka.pk).update(multipliers=True)
    go(evening)
    assert column(evening) == [line]


def marks(evening: Evening) -> dict[int, list[str]]:
    page = read(evening, "log", show="deals")
    rows = re.findall(r'data-contract="(\d+)">(.*?)</summary>', page, re.DOTALL)
    tag = re.compile(r'<span class="tag">(.*?)</span>')
    return {int(number): tag.findall(row) for number, row in rows}


def test_marks_of_deals() -> None:
    evening = Evening.begin(target=50)
    for tricks in (7, 8, 9, 6, 5):
        played(evening, tricks)
    evening.order(1, 6)
    Deal.objects.filter(pulka=evening.pulka, number=2).update(taken_out=True)
    for action, deal in (("mended", 3), ("added", 4)):
        Line.objects.create(pulka=evening.pulka, action=action, deal=deal)
    evening.pulka.version += 1
    evening.pulka.save()
    assert marks(evening) == {
        6: ["ещё не записана"],
        5: [],
        4: ["вписана"],
        3: ["исправлена"],
        2: ["вычеркнута"],
        1: [],
    }


def test_a_deal_behind_the_end_is_told_so() -> None:
    evening = Evening.begin(target=50)
    played(evening, 7)
    played(evening, 6)
    fields = {"target": 1, "version": evening.again().pulka.version + 1}
    hands = [write(evening, seat, POOL, 1) for seat in (0, 2)]
    for hand in hands:
        decide(evening, 1, hand, "agree")
    type(hands[0]).objects.update(after=0)
    Pulka.objects.filter(pk=evening.pulka.pk).update(**fields)
    assert marks(evening)[2] == ["после конца"]


def test_what_is_replaced_in_pencil_is_no_mend() -> None:
    evening = Evening.begin()
    evening.order(1, 8)
    evening.order(1, 7, seen="contract-8-", deal=1)
    evening.answer(2, WHIST)
    evening.answer(0, PASS)
    evening.tricks(1, 7)
    assert marks(evening) == {1: []}
    evening.tricks(1, 8, seen="7", deal=1)
    assert marks(evening) == {1: ["исправлена"]}


def test_entries_by_hand_stand_where_they_were_made() -> None:
    evening = Evening.begin()
    played(evening, 7)
    write(evening, 1, MOUNTAIN, 2, note="Пересдача")
    played(evening, 6)
    page = text(read(evening, "log", show="deals"))
    assert re.search(r"2\. Борис 7 −1.*Борис гора \+2.*Пересдача.*1\. Борис 7 своя", page)


def test_the_column_goes_on_page_by_page() -> None:
    evening = Evening.begin(target=1000)
    for _ in range(5):
        played(evening, 6)
    assert len(column(evening)) == 5
    assert [line[:2] for line in column(evening, before="3")] == ["2.", "1."]


def test_lines_name_those_who_sat_there_then() -> None:
    evening = Evening.begin(target=1000)
    played(evening, 7)
    hosting.name_scribe(evening.pulka.slug, evening.players[0], 1)
    seating.free_seat(evening.pulka.slug, evening.players[0], 1)
    evening.players[1] = newcomer("Дина")
    seating.take_seat(evening.pulka.slug, evening.players[1], 1, "Дина")
    played(evening, 8)
    lines = read(evening, "log", 0)
    newer, _here, older = lines.partition('data-action="sits"')
    assert "Борис" not in text(newer[newer.index('id="log"') :])
    _taken_over, older = older.split("</li>", 1)
    assert "теперь пишет за всех: Борис" in text(older)
    assert "Дина" not in text(older)


@pytest.mark.parametrize("show", ["all", "changes", "deals"])
def test_a_long_log_comes_in_pages(show: str) -> None:
    evening = Evening.begin()
    now = timezone.now()
    Line.objects.bulk_create(
        Line(pulka=evening.pulka, action="reopened", at=now) for _ in range(1000)
    )
    page = read(evening, "log", show=show)
    assert len(re.findall("data-action=", page)) <= record.LINES_A_PAGE
    seen, addresses = len(re.findall('data-action="reopened"', page)), 1
    while older := re.search(r"before=(\d+)", page[page.index('id="log"') :]):
        page = read(evening, "log", show=show, before=older[1])
        seen += len(re.findall('data-action="reopened"', page))
        addresses += 1
    assert (seen, addresses > 5) == ((1000, True) if show != "deals" else (0, False))


@pytest.mark.parametrize("query", [{"show": "x"}, {"before": "x"}, {"before": "9" * 40}])
def test_an_odd_address_shows_the_log(query: dict[str, str]) -> None:
    evening = Evening.begin()
    assert 'data-action="started"' in read(evening, "log", 0, **query)
