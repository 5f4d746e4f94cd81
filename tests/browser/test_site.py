"""A site of the club reads the club's results with a token that an admin has made."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from prefweb.clubs.models import Club
from tests.browser.questions import LONG_NAMES, phone_of
from tests.browser.test_axe import LOOKS, faults
from tests.clubs.people import club as found_club
from tests.clubs.people import member, owner_of, player
from tests.history.clubs import RESULT, kept
from tests.phones import Phones

ASK = """async ([address, secret]) => {
    const headers = { Authorization: `Bearer ${secret}` };
    const response = await fetch(address, { headers });
    return [response.status, response.headers.get("ETag"), await response.json()];
}"""


@pytest.fixture
def club(transactional_db: None) -> Club:
    club = found_club(player(LONG_NAMES[0]))
    kept(club, [owner_of(club), member(club, "Борис"), "Прохожий"], results=RESULT)
    return club


def ask(page: Page, address: str, secret: str) -> Any:
    """What a script of a page from elsewhere is answered."""
    return page.evaluate(ASK, [address, secret])


def test_a_page_of_another_site_shows_what_the_club_has_played(phone: Phones, club: Club) -> None:
    phone.allow("status of 401")
    owner = phone_of(phone, owner_of(club))
    owner.goto(f"/c/{club.slug}/settings")
    owner.get_by_role("link", name="Данные для сайта клуба").tap()
    owner.get_by_label("Для чего токен").fill("Страница клуба")
    owner.get_by_role("button", name="Создать токен").tap()
    secret = owner.get_by_label("Сохраните его сейчас").input_value()
    address = owner.locator("dd code").first.inner_text()
    expect(owner.get_by_label("Для чего токен")).to_have_value("")
    owner.reload()
    expect(owner.get_by_label("Сохраните его сейчас")).to_have_count(0)
    expect(owner.get_by_text(f"{secret[:12]}…")).to_be_visible()

    visitor = phone(bypass_csp=True, base_url=phone.url.replace("127.0.0.1", "localhost"))
    visitor.goto("/healthz")
    status, etag, told = ask(visitor, f"{address}pulkas", secret)
    assert (status, bool(etag)) == (200, True)
    assert [result["whists"] for result in told["pulkas"][0]["results"]] == [*RESULT]

    owner.get_by_role("button", name="Отозвать").tap()
    expect(owner.get_by_text("Токен отозван")).to_be_visible()
    status, _etag, told = ask(visitor, f"{address}club", secret)
    assert (status, told["error"]["code"]) == (401, "wrong_token")


def test_axe_blames_nothing_of_the_tokens(phone: Phones, club: Club) -> None:
    page = phone_of(phone, owner_of(club), reduced_motion="reduce")
    for scheme, width in LOOKS.items():
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(f"/c/{club.slug}/tokens")
        page.get_by_label("Для чего токен").fill(LONG_NAMES[1])
        page.get_by_role("button", name="Создать токен").click()
        expect(page.get_by_label("Сохраните его сейчас")).to_be_visible()
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
