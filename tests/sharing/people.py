"""Pulkas of every size and kind, and their numbers read out of everything that is passed on."""

import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from html import unescape
from typing import Any

from prefweb.tables.models import Hand, Pulka
from prefweb.tables.services import byhand
from prefweb.tables.services.byhand import Decision, Wish
from scoring import PRESETS, Area, Role, score_text
from tests.sheets.long import long_evening
from tests.tables.deals import Deal
from tests.tables.evenings import Evening, house
from tests.tables.test_result_pages import phone, read

Numbers = dict[str, Fraction]


def opened(evening: Evening, path: str, seat: int = 0, language: str = "ru") -> Any:
    """What a player's phone gets for a file of the pulka."""
    answer = phone(evening, seat, language).get(f"/p/{evening.pulka.slug}/{path}")
    assert answer.status_code == 200, answer
    return answer


# -- the numbers of each


@dataclass(frozen=True)
class Found:
    """Totals of the columns, and everybody's result, by seat."""

    totals: Numbers
    results: tuple[Fraction, ...]


def by_data(text: str, name: str) -> Numbers:
    """What stands first where something is repeated: a sheet before the one it began with."""
    found = re.findall(rf'{name}="([^"]+)" data-value="([^"]+)"', text)
    return {key: Fraction(value) for key, value in reversed(found)}


def results_of(text: str) -> tuple[Fraction, ...]:
    found = by_data(text, "data-balance")
    return tuple(found[str(seat)] for seat in range(len(found)))


def of_the_live_sheet(evening: Evening) -> Found:
    page = read(evening, "score")
    return Found(by_data(page, "data-cell"), results_of(page))


def of_the_count(evening: Evening) -> Found:
    """It has no totals of the columns: those of the sheet stand for them."""
    live = of_the_live_sheet(evening)
    return Found(live.totals, results_of(read(evening, "settlement")))


def of_the_picture(evening: Evening) -> Found:
    """What is not written is not drawn: a zero."""
    text = opened(evening, "sheet.svg").content.decode()
    nothing = dict.fromkeys(of_the_live_sheet(evening).totals, Fraction(0))
    return Found(nothing | by_data(text, "data-drawn"), results_of(text))


def of_the_file(evening: Evening) -> Found:
    scored: Any = score_text(opened(evening, "pulka.json").content)
    names = json.loads(opened(evening, "pulka.json").content)["players"]
    sheet, totals = scored["sheet"], {}
    for seat, name in enumerate(names):
        for area in ("pool", "mountain"):
            totals[f"{area}-{seat}"] = last(sheet[area][name])
        for other, on in enumerate(names):
            if other != seat:
                totals[f"whists-{seat}-{other}"] = last(sheet["whists"][name][on])
    settled = scored["settlement"]["whists"]
    return Found(totals, tuple(Fraction(settled[name]) for name in names))


def last(run: list[Any]) -> Fraction:
    return Fraction(run[-1]) if run else Fraction(0)


def table_of(evening: Evening, language: str = "ru") -> list[list[str]]:
    """The rows of the spreadsheet as Excel takes them in that language."""
    text = opened(evening, "deals.csv", language=language).content.decode("utf-8")
    assert text.startswith("\ufeff")
    separator = ";" if language == "ru" else ","
    return list(csv.reader(io.StringIO(text[1:]), delimiter=separator))


def value(cell: str) -> Fraction:
    """`-5 1/3` as Excel reads it."""
    parts = [Fraction(part) for part in cell.lstrip("-").split()]
    return -sum(parts, Fraction(0)) if cell.startswith("-") else sum(parts, Fraction(0))


def of_the_spreadsheet(evening: Evening) -> Found:
    """The last row; the columns above it come to the same."""
    *rows, totals = table_of(evening)[1:]
    size, keys = evening.pulka.size, of_the_live_sheet(evening).totals
    order = [
        key
        for seat in range(size)
        for key in (
            f"pool-{seat}",
            f"mountain-{seat}",
            *(f"whists-{seat}-{other}" for other in range(size) if other != seat),
        )
    ]
    first = len(totals) - size - len(order)
    for place in range(first, first + len(order)):
        assert sum(value(row[place]) for row in rows) == value(totals[place])
    found = {key: value(totals[first + place]) for place, key in enumerate(order)}
    assert found.keys() == keys.keys()
    return Found(found, tuple(value(cell) for cell in totals[-size:]))


EVERYWHERE: dict[str, Callable[[Evening], Found]] = {
    "count": of_the_count,
    "picture": of_the_picture,
    "file": of_the_file,
    "spreadsheet": of_the_spreadsheet,
}


def summary_of(evening: Evening, language: str = "ru") -> str:
    page = opened(evening, "share", language=language).content.decode()
    match = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
    assert match is not None
    return unescape(match[1])


# -- pulkas


def of_five_with_another_pair() -> Evening:
    """The dealer and another one than usual sit out."""
    evening = long_evening(5, 6, over=False)
    deal = Deal(5, dealer=1, resting=(1, 3)).order(2, 6, "S")
    for seat in (4, 0):
        deal.answer(seat, Role.WHIST if seat == 4 else Role.PASS)
    deal.tricks(2, 5)
    row = evening.pulka.deals.get(number=2)
    row.resting, row.posts = [1, 3], deal.posts.to_data()
    row.save()
    return touched(evening)


def touched(evening: Evening) -> Evening:
    """A new version of the pulka, that nobody has replayed yet."""
    Pulka.objects.filter(pk=evening.pulka.pk).update(version=evening.pulka.version + 50)
    return evening.again()


def by_hand() -> Evening:
    """With an entry by hand that somebody has agreed to, and one that waits."""
    evening = long_evening(3, 5, over=False)
    slug, (anna, boris, _vera) = evening.pulka.slug, evening.players
    bonus = Wish(uid="a" * 9, area=Area.WHISTS, amount=Fraction(7, 2), note="=премия", against=1)
    hand = byhand.write(slug, anna, bonus)
    assert hand is not None
    byhand.agree(slug, boris, Decision(uid="b" * 9, hand=hand.pk))
    byhand.write(slug, boris, Wish(uid="c" * 9, area=Area.POOL, amount=Fraction(1), note="ждёт"))
    assert set(Hand.objects.values_list("state", flat=True)) == {"counted", "pending"}
    return evening.again()


def going_on() -> Evening:
    """From a sheet with parts of a point."""
    evening = long_evening(3, 4, over=False)
    sheet = {
        "pool": ["5", "0", "7/2"],
        "mountain": ["0", "-3", "0"],
        "whists": [["0", "16/3", "0"], ["0", "0", "9"], ["0", "0", "0"]],
        "raspasy": 1,
    }
    Pulka.objects.filter(pk=evening.pulka.pk).update(opening=sheet)
    return touched(evening)


def with_a_bomb() -> Evening:
    evening = Evening.begin(3, target=50, multipliers=True)
    evening.order(1, 7, "H", times=2)
    evening.answer(2, Role.WHIST)
    evening.answer(0, Role.PASS)
    evening.tricks(1, 5)
    return evening


PULKAS: dict[str, Callable[[], Evening]] = {
    "two": lambda: long_evening(2, 12),
    "three": lambda: long_evening(3, 12),
    "four, still played": lambda: long_evening(4, 14, over=False),
    "five": lambda: long_evening(5, 11),
    "five, another pair": of_five_with_another_pair,
    "leningrad": lambda: long_evening(
        3, 12, preset="leningrad", convention=PRESETS["leningrad"].convention
    ),
    "rostov": lambda: long_evening(4, 12, preset="rostov", convention=PRESETS["rostov"].convention),
    "house rules": lambda: long_evening(
        3, 12, convention=house(rounding="whole", raspasy_mode="whists", help="none")
    ),
    "by hand": by_hand,
    "going on": going_on,
    "bomb": with_a_bomb,
}
