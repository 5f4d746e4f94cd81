"""axe finds nothing to blame on any question, light or dark, narrow or wide."""

from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from prefweb.tables.services import hosting
from scoring import Role
from tests.browser.questions import QUESTIONS, RARE, begun, phone_of
from tests.phones import Phones
from tests.sheets.long import long_evening

LOOKS: dict[Literal["light", "dark"], int] = {"light": 320, "dark": 1280}
"""Colour schemes, each with a width."""

BAR = "page-has-heading-one"
"""The bar with the page's heading is on the screen alone."""


def faults(page: Page) -> list[str]:
    """What axe finds, each with the first element concerned."""
    response = Axe().run(page).response
    assert response["passes"]
    found = response["violations"]
    return [f"{fault['id']}: {fault['nodes'][0]['html']}" for fault in found]


@pytest.mark.parametrize("name", QUESTIONS)
def test_axe_blames_no_question(phone: Phones, name: str) -> None:
    question = QUESTIONS[name]
    evening = question.table()
    for seat in question.asks:
        page = phone_of(phone, evening.players[seat], reduced_motion="reduce")
        for scheme, width in LOOKS.items():
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": width, "height": 800})
            page.goto(f"/p/{evening.pulka.slug}{question.query}")
            expect(page.locator(".conn")).to_have_text("На связи")
            assert faults(page) == []


def test_axe_blames_no_open_fold(phone: Phones) -> None:
    evening = begun(4, **RARE)
    page = phone_of(phone, evening.players[1])
    page.goto(f"/p/{evening.pulka.slug}")
    for fold in page.locator(".rare summary").all():
        fold.tap()
    page.locator(".dealing summary").tap()
    page.locator(".menu > summary").tap()
    assert faults(page) == []


@pytest.mark.parametrize("size", [4, 5])
def test_axe_blames_no_page_to_be_printed(phone: Phones, size: int) -> None:
    """A pulka's as it is chosen on the screen and as it is on paper, and the empty sheets."""
    evening = long_evening(size, 12)
    page = phone_of(phone, evening.players[0], reduced_motion="reduce")
    blanks = ["/blank/2", "/blank/3?name=Анна&name=Борис", "/blank/4?contracts=1"]
    for path in (f"/p/{evening.pulka.slug}/print", *(blanks if size == 4 else ())):
        for scheme, width in LOOKS.items():
            page.emulate_media(color_scheme=scheme, media="screen")
            page.set_viewport_size({"width": width, "height": 800})
            page.goto(path)
            assert faults(page) == []
        page.emulate_media(color_scheme="light", media="print")
        page.goto(path)
        on_paper = [fault for fault in faults(page) if not fault.startswith(BAR)]
        assert on_paper == []


@pytest.mark.parametrize("path", ["/scribe", "/seats"])
def test_axe_blames_no_page_about_the_seats(phone: Phones, path: str) -> None:
    evening = begun(4, **RARE)
    hosting.name_scribe(evening.pulka.slug, evening.players[0], 0)
    evening.order(1, 7)
    evening.answer(2, Role.WHIST)
    page = phone_of(phone, evening.players[0], reduced_motion="reduce")
    for scheme, width in LOOKS.items():
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(f"/p/{evening.pulka.slug}{path}")
        expect(page.locator(".conn")).to_have_text("На связи")
        for fold in page.locator("main summary").all():
            fold.tap()
        assert faults(page) == []
