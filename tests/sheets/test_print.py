"""A pulka on paper: every number of it, in the parts that are asked for, on A4 and on Letter."""

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django import DjangoAssertNumQueries

from prefweb.sheets.paper import Cell, paper_of
from prefweb.tables.models import Pulka, Seat
from prefweb.tables.pages.changes import changes_of
from prefweb.ui.numbers import number, signed
from tests.browser.questions import phone_of
from tests.phones import Phones
from tests.sheets.long import long_evening
from tests.sheets.papers import PAPERS, Printed, contrast_on_white, squeezed
from tests.tables.evenings import Evening
from tests.tables.hands import MOUNTAIN, write
from tests.tables.test_access import browser
from tests.tables.test_result_pages import phone as client_of
from tests.tables.test_result_pages import read

PARTS = {
    "sheet": "printed__sheet",
    "totals": "printed__totals",
    "count": "printed__count",
    "deals": "printed__deals",
    "agreement": "printed__agreement",
}
LONG_NAMES = [f"{letter} {'Константинопольский' * 2}"[:40] for letter in "АБВГД"]


def written(evening: Evening) -> list[Cell]:
    """Every column of the sheet, as the engine has it."""
    names = [seat.name for seat in evening.pulka.seats.all()]
    paper = paper_of(evening.course.replay, names, None)
    return [cell for column in paper.columns for cell in column.cells]


def wrote(evening: Evening) -> Iterator[str]:
    """What each deal wrote, in order, as a line of the list says it: "+4(12)"."""
    for scored in evening.course.scored_deals:
        for change in changes_of(scored):
            yield squeezed(f"{signed(change.amount)}({number(change.after)})")


def is_there(text: str, printed: str) -> bool:
    """Whether a text is printed, perhaps upside down: that is read from its end."""
    return squeezed(text) in printed or squeezed(text) in printed[::-1]


def results(evening: Evening) -> list[str]:
    return [squeezed(signed(whists)) for whists in evening.course.settlement.whists]


def plain(markup: str) -> str:
    return squeezed(html.unescape(re.sub(r"<[^>]+>", " ", markup)))


# ---------- the page


@pytest.mark.django_db
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_every_running_total_is_printed(size: int) -> None:
    evening = long_evening(size, 12)
    page = read(evening, "print", part="totals")
    found = re.findall(r'data-run="([^"]+)">(.*?)</dd>', page)
    shown = {key: plain(markup) for key, markup in found}
    assert shown == {cell.key: squeezed(cell.run) or "—" for cell in written(evening)}


@pytest.mark.django_db
def test_every_deal_is_printed_with_what_it_wrote() -> None:
    evening = long_evening(4, 60)
    page = read(evening, "print", part="deals")
    assert re.findall(r'data-contract="(\d+)"', page) == [str(n) for n in range(1, 61)]
    assert re.findall(r"[+−][^+−()]+\([^)]+\)", plain(page[page.index('"1"') :])) == list(
        wrote(evening)
    )


@pytest.mark.django_db
def test_entries_by_hand_and_open_deals_stand_among_the_deals() -> None:
    evening = Evening.begin()
    evening.seven_made()
    write(evening, 1, MOUNTAIN, 3)
    evening.order(2, 8)
    deals = read(evening, "print", part="deals")
    assert "штраф за болтовню" in deals
    assert "ещё не записана" in deals
    places = [deals.index(each) for each in ('data-contract="1"', "штраф", 'data-contract="2"')]
    assert places == sorted(places)


@pytest.mark.django_db
@pytest.mark.parametrize("part", PARTS)
def test_a_part_is_printed_alone_where_it_is_chosen(part: str) -> None:
    page = read(long_evening(3, 3), "print", part=part)
    assert [name for name in PARTS.values() if f'class="{name}"' in page] == [PARTS[part]]


@pytest.mark.django_db
@pytest.mark.parametrize("asked", [{}, {"part": "nonsense"}], ids=["nothing", "nonsense"])
def test_everything_is_printed_where_no_part_is_chosen(asked: dict[str, Any]) -> None:
    page = read(long_evening(3, 3), "print", **asked)
    assert all(f'class="{name}"' in page for name in PARTS.values())


@pytest.mark.django_db
def test_the_sheet_is_turned_to_whom_one_likes() -> None:
    evening = long_evening(4, 3)
    bottom = re.compile(r'translate\(500 991\)">.*?<text[^>]*>([^<]+)<', re.DOTALL)
    for seat, name in enumerate(("Анна", "Борис", "Вера", "Глеб")):
        found = bottom.search(read(evening, "print", side=str(seat)))
        assert found is not None
        assert found[1] == name


@pytest.mark.django_db
def test_nothing_is_printed_before_the_first_deal() -> None:
    evening = Evening.gather()
    answer = client_of(evening, 0).get(f"/p/{evening.pulka.slug}/print")
    assert answer.headers["Location"] == f"/p/{evening.pulka.slug}"


@pytest.mark.django_db
def test_an_abandoned_pulka_is_printed_without_a_result() -> None:
    evening = long_evening(3, 5)
    Pulka.objects.filter(pk=evening.pulka.pk).update(step="abandoned")
    page = read(evening, "print")
    assert 'class="printed__result"' not in page
    assert 'class="printed__count"' not in page
    assert 'class="printed__deals"' in page


@pytest.mark.django_db
@pytest.mark.parametrize("deals", [3, 60])
def test_printing_asks_as_little_however_long_the_pulka(
    deals: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    evening = long_evening(4, deals)
    client = browser(evening.players[0])
    with django_assert_max_num_queries(12):
        client.get(f"/p/{evening.pulka.slug}/print")


# ---------- on paper


def printing(phone: Phones, evening: Evening, query: str = "") -> Page:
    """The page to be printed on a phone that likes the dark."""
    page = phone_of(phone, evening.players[0], color_scheme="dark")
    page.context.add_cookies([{"name": "theme", "value": "dark", "url": phone.url}])
    page.goto(f"/p/{evening.pulka.slug}/print{query}")
    return page


@pytest.mark.parametrize(
    ("size", "deals", "paper", "pages"),
    [(2, 10, "Letter", 6), (3, 120, "A4", 9), (4, 40, "Letter", 7), (5, 120, "A4", 12)],
)
def test_paper_has_every_number(
    phone: Phones, size: int, deals: int, paper: str, pages: int
) -> None:
    evening = long_evening(size, deals)
    printed = Printed(printing(phone, evening), paper)
    first = squeezed(printed.texts[0])
    assert all(result in first for result in results(evening))
    full = [cell for cell in written(evening) if cell.totals]
    assert all(is_there(number(cell.value), first) for cell in full)
    assert all(squeezed(cell.run) in printed.text for cell in full)
    at = 0
    for line in wrote(evening):
        at = printed.text.index(line, at) + 1
    assert len(printed) <= pages
    for page in range(len(printed)):
        assert min(printed.ink(page).left, printed.ink(page).right) >= 11
        assert printed.lightness(page) > 0.8
        assert f"{page + 1}/{len(printed)}" in squeezed(printed.texts[page])
    assert min(printed.contrasts()) >= 4.5
    assert not any(squeezed(text).endswith("Нарастающимитогом") for text in printed.texts)


def test_what_is_chosen_is_what_stands_there_to_be_printed(phone: Phones) -> None:
    evening = long_evening(3, 5)
    page = phone_of(phone, evening.players[0])
    page.goto(f"/p/{evening.pulka.slug}/print")
    page.locator("label", has=page.locator("[value=deals]")).tap()
    expect(page.locator(".printed__deals")).to_have_count(0)
    page.locator("label", has=page.locator("[name=side][value='2']")).tap()
    expect(page.locator(".printed__sheet .plate text").first).to_have_text("Вера")
    expect(page.locator("[value=deals]")).not_to_be_checked()
    page.reload()
    expect(page.locator(".printed__sheet .plate text").first).to_have_text("Вера")
    expect(page.locator(".printed__deals")).to_have_count(0)


@pytest.mark.parametrize("paper", PAPERS)
def test_long_names_leave_the_sheet_and_the_result_on_one_page(phone: Phones, paper: str) -> None:
    evening = long_evening(4, 40)
    for seat, name in enumerate(LONG_NAMES[:4]):
        Seat.objects.filter(pulka=evening.pulka, index=seat).update(name=name)
    Pulka.objects.filter(pk=evening.pulka.pk).update(version=999)
    printed = Printed(printing(phone, evening, "?part=sheet"), paper)
    assert all(squeezed(name) in squeezed(printed.texts[0]) for name in LONG_NAMES[:4])
    assert all(result in squeezed(printed.texts[0]) for result in results(evening))
    assert min(printed.ink().left, printed.ink().right) >= 11


CUT_OFF = """() => [...document.querySelectorAll(".step, .printed table")].flatMap((frame) =>
  [...frame.querySelectorAll("td > *, th > *, b")].filter((each) => {
    const isWider = each.scrollWidth > each.clientWidth + 1;
    const isBox = getComputedStyle(each).display !== "inline" && !each.matches(".clip");
    const reach = each.getBoundingClientRect().right - frame.getBoundingClientRect().right;
    return reach > 0.5 || (isWider && isBox);
  }).map((each) => each.outerHTML))"""
"""What stands out of its table or card; names alone may be cut."""


@pytest.mark.parametrize("size", [3, 4, 5])
def test_nothing_of_the_count_is_cut_off(phone: Phones, size: int) -> None:
    page = printing(phone, long_evening(size, 120), "?part=count")
    page.set_viewport_size({"width": 703, "height": 950})  # as wide as A4 between its margins
    page.emulate_media(media="print")
    assert page.evaluate(CUT_OFF) == []


PAGES = (
    "sheet",
    "sheet/large",
    "score",
    "log",
    "log?show=deals",
    "settlement",
    "agreed",
    "deals/1",
)
MORE = ("replay", "prices", "why/pool-0", "share")
LEFT_OUT = ".btn, .menu, .tabbar, .seg, .actionbar, .conn, .skip, form[method=post], dialog"
"""What makes no sense on paper."""
COLOURS = """() => {
  const hasText = (each) => [...each.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
  const colour = (each) => getComputedStyle(each)[each instanceof SVGElement ? "fill" : "color"];
  const all = [...document.querySelectorAll("body *")];
  return all.filter((each) => each.checkVisibility() && hasText(each)).map(colour);
}"""
"""Of every text that is seen."""


@pytest.mark.parametrize("path", PAGES + MORE)
def test_any_page_of_a_table_is_printed_black_on_white(phone: Phones, path: str) -> None:
    evening = long_evening(4, 12)
    page = printing(phone, evening)
    page.goto(f"/p/{evening.pulka.slug}/{path}")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.locator(LEFT_OUT).filter(visible=True).count() == 0
    expect(page.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")
    assert {colour for colour in page.evaluate(COLOURS) if contrast(colour) < 4.5} == set()
    assert min(Printed(page, "Letter").ink().right, Printed(page, "A4").ink().left) >= 11


def contrast(colour: str) -> float:
    return contrast_on_white(*map(int, re.findall(r"\d+", colour)[:3]))
