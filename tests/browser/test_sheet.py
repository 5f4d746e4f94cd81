"""The drawn sheet in a browser: nothing overlaps or leaves its zone, last totals are large."""

from typing import Any

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from playwright.sync_api import Page, expect

from prefweb.sheets.drawing import Drawing, Look
from prefweb.tables.models import Seat
from prefweb.tables.services import playing
from scoring import Role, Runs
from tests.browser.questions import LONG_NAMES as NAMES_OF_PEOPLE
from tests.browser.questions import begun, phone_of
from tests.browser.test_axe import LOOKS, faults
from tests.phones import Phones
from tests.sheets.drawings import LONG_NAMES, NAMES, drawn, long_runs, odd_runs
from tests.sheets.long import long_evening

WIDTHS = (320, 360, 390, 768, 1280)
DEALS = (10, 40, 120)

MEASURE = """() => {
  const svg = document.querySelector("svg.sheet"), toPaper = svg.getScreenCTM().inverse();
  const sees = element => element.checkVisibility() && element.textContent.trim();
  const box = (words, key, element, x1, y1, x2, y2, size) => {
    const on = toPaper.multiply(element.getScreenCTM());
    const points = [[x1, y1], [x2, y1], [x2, y2], [x1, y2]]
      .map(([x, y]) => new DOMPoint(x, y).matrixTransform(on));
    const xs = points.map(p => p.x), ys = points.map(p => p.y);
    const sides = { left: Math.min(...xs), right: Math.max(...xs) };
    return { words, key, points, size, ...sides, top: Math.min(...ys), bottom: Math.max(...ys) };
  };
  // digits stand on the line and are 3/4 of their size high; names also go below it
  const text = element => {
    const size = parseFloat(getComputedStyle(element).fontSize);
    const first = element.getStartPositionOfChar(0);
    const xs = [first.x, element.getEndPositionOfChar(element.getNumberOfChars() - 1).x];
    const isNumber = element.closest(".run, .helped, .hub-text");
    const below = element.matches(".is-closed") ? 12 : isNumber ? 1 : 0.22 * size;
    const key = element.closest("[data-drawn]")?.dataset.drawn ?? "";
    return box(element.textContent, key, element, Math.min(...xs), first.y - 0.75 * size,
      Math.max(...xs), first.y + below, size / toPaper.a);
  };
  const rectangle = element => {
    const { x, y, width, height } = element.getBBox();
    const words = `plate ${element.parentNode.textContent.trim()}`;
    return box(words, "", element, x, y, x + width, y + height, 99);
  };
  const all = selector => [...svg.querySelectorAll(selector)].filter(sees).map(text);
  const written = all(".whom, .zone-name, .helped, .run tspan, .hub-text");
  const plates = [...svg.querySelectorAll(".plate rect")].map(rectangle);
  const shared = (a, b) => Math.min(
    Math.min(a.right, b.right) - Math.max(a.left, b.left),
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const told = a => `${a.key} ${a.words}`;
  const boxes = [...written, ...plates];
  const overlaps = boxes.flatMap((a, i) => boxes.slice(i + 1)
    .filter(b => shared(a, b) > 0.5).map(b => `${told(a)} / ${told(b)}`));
  const leaves = (a, shape) => a.points.some(p => !shape.isPointInFill(p));
  const zone = a => svg.querySelector(`[data-zone="${a.key}"]`);
  const out = written.filter(a => a.key && leaves(a, zone(a))).map(told);
  const isWithin = (a, b) =>
    a.left > b.left && a.right < b.right && a.top > b.top && a.bottom < b.bottom;
  const wide = all(".plate text").filter((a, i) => !isWithin(a, plates[i])).map(told);
  const hub = svg.querySelector(".hub");
  const x = hub.cx.baseVal.value, y = hub.cy.baseVal.value, r = hub.r.baseVal.value;
  const far = a => Math.hypot(
    Math.max(a.left - x, 0, x - a.right), Math.max(a.top - y, 0, y - a.bottom));
  const inHub = written.filter(a => a.key && far(a) < r).map(told);
  const least = boxes => Math.min(...boxes.map(a => a.size));
  return { overlaps, out, wide, inHub, texts: written.length,
    last: least(all(".now")), least: least(written) };
}"""


def put(page: Page, drawing: Drawing) -> None:
    """The drawing as it lies on the page of the sheet."""
    css = (settings.BASE_DIR / "static" / "style.css").read_text()
    with translation.override("ru"):
        svg = render_to_string("sheets/_drawing.html", {"drawing": drawing, "id": "sheet"})
    page.set_content(
        f"<!doctype html><style>{css}</style><meta name=viewport content='width=device-width'>"
        f"<main class=page><div class='split split--sheet'><section class=sheet-wrap>"
        f"<div class=sheet-paper>{svg}</div></section></div></main>"
    )


def assert_in_order(found: dict[str, Any]) -> None:
    assert found["texts"]
    for fault in ("overlaps", "out", "wide", "inHub"):
        assert found[fault] == [], (fault, found[fault][:5])


SHEETS: dict[str, Any] = {
    **{f"{deals} deals": (lambda size, deals=deals: long_runs(size, deals)) for deals in DEALS},
    "odd numbers": odd_runs,
}


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("name", SHEETS)
def test_no_number_touches_another_or_leaves_its_zone(phone: Phones, size: int, name: str) -> None:
    page = phone()
    written: Runs = SHEETS[name](size)
    target = 10 if name == "10 deals" else 1000
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        for names in (NAMES, LONG_NAMES):
            for look in (Look(), Look(side=1, wheel=True), Look(fine=True)):
                put(page, drawn(written, names, look, target))
                assert_in_order(page.evaluate(MEASURE))


@pytest.mark.parametrize("size", [2, 3, 4])
def test_last_totals_are_large_on_a_small_phone(phone: Phones, size: int) -> None:
    page = phone()
    for width, last, least in ((360, 20, 12), (390, 20, 12), (768, 20, 12), (1280, 20, 12)):
        page.set_viewport_size({"width": width, "height": 900})
        put(page, drawn(long_runs(size, 120)))
        found = page.evaluate(MEASURE)
        assert found["last"] >= last, width
        assert found["least"] >= least, width


@pytest.mark.parametrize("size", [2, 3, 4])
def test_axe_blames_no_drawn_sheet(phone: Phones, size: int) -> None:
    evening = long_evening(size, 40, over=False)
    for index, name in enumerate(NAMES_OF_PEOPLE[:size]):
        Seat.objects.filter(pulka=evening.pulka, index=index).update(name=name)
    page = phone_of(phone, evening.players[1], reduced_motion="reduce")
    for path in ("/sheet", "/sheet/large"):
        for scheme, width in LOOKS.items():
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": width, "height": 800})
            page.goto(f"/p/{evening.pulka.slug}{path}")
            expect(page.locator(".conn")).to_have_text("На связи")
            assert page.evaluate("document.documentElement.scrollWidth") == width
            assert_in_order(page.evaluate(MEASURE))
            assert faults(page) == []


# ---------- alive ----------


def marked(page: Page) -> list[str]:
    zones = page.locator("#drawn .zone.is-new")
    return sorted(zone.get_attribute("data-zone") or "" for zone in zones.all())


def test_what_is_written_appears_on_every_open_sheet_as_each_has_turned_it(phone: Phones) -> None:
    """And fades in once: what is marked already stays as it is when something else changes."""
    evening = begun(3)
    sheets = [phone_of(phone, player) for player in evening.players[:2]]
    for page in sheets:
        page.goto(f"/p/{evening.pulka.slug}/sheet")
        expect(page.locator(".conn")).to_have_text("На связи")
    turned = sheets[1]
    turned.locator("nav[aria-labelledby=turn] a", has_text="Вера").tap()
    turned.locator("nav[aria-labelledby=hundreds] a", has_text="Ø").tap()
    expect(turned.locator("nav[aria-labelledby=hundreds] a", has_text="Ø")).to_have_attribute(
        "aria-current", "true"
    )
    expect(turned.locator(".conn")).to_have_text("На связи")
    evening.seven_made()
    for page in sheets:
        expect(page.locator("[data-drawn='whists-2-1']")).to_have_attribute("data-value", "12")
        expect(page.locator("#drawn .zone.is-new.arrives")).to_have_count(2)
        assert marked(page) == ["pool-1", "whists-2-1"]
    expect(turned.locator("#drawn .plate text").first).to_have_text("Вера")
    expect(turned.locator(".key")).to_contain_text("Ø")


def test_a_mark_does_not_flash_twice_and_goes_with_the_next_order(phone: Phones) -> None:
    evening = begun(3)
    page = phone_of(phone, evening.players[0])
    page.goto(f"/p/{evening.pulka.slug}/sheet")
    expect(page.locator(".conn")).to_have_text("На связи")
    evening.seven_made()
    expect(page.locator("#drawn .zone.is-new.arrives")).to_have_count(2)
    Seat.objects.filter(pulka=evening.pulka, index=2).update(name="Вероника")
    playing.change_dealer(evening.pulka.slug, evening.players[0], evening.dealing(2), 2)
    expect(page.locator("#drawn .plate").nth(2)).to_contain_text("Вероника")
    expect(page.locator("#drawn .zone.is-new")).to_have_count(2)
    expect(page.locator("#drawn .zone.arrives")).to_have_count(0)
    evening.order(2, 6)
    expect(page.locator("#drawn .zone.is-new")).to_have_count(0)


def test_numbers_are_reached_by_keys_side_by_side_from_the_own_one(phone: Phones) -> None:
    evening = begun(3)
    evening.seven_made()
    page = phone_of(phone, evening.players[1])
    page.goto(f"/p/{evening.pulka.slug}/sheet")
    page.locator("#hit-mountain-1").focus()
    for key in ("pool-1", "whists-1-2", "whists-1-0", "mountain-2", "pool-2"):
        page.keyboard.press("Tab")
        expect(page.locator(f"#hit-{key}")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{phone.url}/p/{evening.pulka.slug}/why/pool-2")


def test_a_tap_on_a_number_opens_what_wrote_it(phone: Phones) -> None:
    evening = begun(4)
    evening.order(1, 7)
    evening.answer(2, Role.WHIST)
    evening.answer(3, Role.PASS)
    evening.tricks(1, 7)
    page = phone_of(phone, evening.players[2], width=360)
    page.goto(f"/p/{evening.pulka.slug}/sheet")
    place = page.locator("[data-drawn='whists-2-1'] .now").bounding_box()
    assert place
    page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    expect(page).to_have_url(f"{phone.url}/p/{evening.pulka.slug}/why/whists-2-1")


def test_a_desk_has_the_drawing_beside_the_play_and_a_phone_the_numbers(phone: Phones) -> None:
    evening = begun(3)
    page = phone_of(phone, evening.players[1], width=1280)
    page.goto(f"/p/{evening.pulka.slug}")
    expect(page.locator(".conn")).to_have_text("На связи")
    expect(page.locator("#aside .sheet")).to_be_visible()
    expect(page.locator("#aside .tbl--grid")).to_be_hidden()
    evening.seven_made()
    expect(page.locator("#aside [data-drawn='whists-2-1']")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#aside .sheet")).to_be_hidden()
    expect(page.locator("#aside .tbl--grid")).to_be_visible()


def test_the_large_sheet_begins_at_the_own_side(phone: Phones) -> None:
    evening = long_evening(4, 60, over=False)
    page = phone_of(phone, evening.players[1], width=360)
    page.goto(f"/p/{evening.pulka.slug}/sheet")
    page.get_by_role("link", name="Крупно").tap()
    expect(page.locator(".plate--me")).to_be_in_viewport()
    found = page.evaluate(MEASURE)
    assert_in_order(found)
    assert found["least"] >= 12
