"""Money of several evenings, settled with a thumb, paid, and corrected after it."""

from datetime import date

import pytest
from playwright.sync_api import Page, expect

from prefweb.clubs.models import Club, ClubRole
from prefweb.players.models import Player
from tests.browser.questions import LONG_NAMES, phone_of
from tests.browser.test_axe import LOOKS, faults
from tests.clubs.people import club as found_club
from tests.clubs.people import member, owner_of, player
from tests.ledger.books import mend, pulka
from tests.phones import Phones

FIRST, SECOND = date(2026, 11, 20), date(2026, 11, 27)


@pytest.fixture
def club(transactional_db: None) -> Club:
    """A club that has played two evenings for money."""
    club = found_club(player("Анна"), name="Клуб на Покровке")
    anna, boris = owner_of(club), member(club, "Борис")
    vera = member(club, LONG_NAMES[2])
    member(club, "Глеб", ClubRole.ADMIN)
    pulka(club, {anna: "1250", boris: "-400", vera: "-850"}, FIRST)
    pulka(club, {anna: "-250.50", boris: "150.50", vera: "50", "Прохожий": "50"}, SECOND)
    pulka(club, {boris: "12.50", vera: "-12.50"}, SECOND, currency="EUR")
    return club


def somebody(name: str) -> Player:
    return Player.objects.get(name=name)


def payments(page: Page) -> list[str]:
    """Each payment of a list: who to whom how much."""
    rows = page.locator(".pay > li").all()
    return [" ".join(row.inner_text().replace("\u202f", " ").split()) for row in rows]


def test_two_evenings_are_settled_and_paid(phone: Phones, club: Club) -> None:
    """Gleb settles, Anna has been paid, a correction is open by itself."""
    gleb = phone_of(phone, somebody("Глеб"))
    gleb.goto(f"/c/{club.slug}/standings")
    gleb.get_by_role("link", name="Деньги").tap()
    roubles = gleb.locator("[data-currency=RUB]")
    expect(roubles.locator("[data-transfer]")).to_have_count(3)
    expect(roubles.locator("[data-transfer]").first).to_contain_text("800")
    roubles.get_by_role("button", name="Рассчитать эти вечера").tap()
    expect(gleb.get_by_role("heading", name="Расчёт 1")).to_be_visible()
    expect(gleb.locator("[data-payment]")).to_have_count(3)

    anna = phone_of(phone, owner_of(club))
    anna.goto(f"/c/{club.slug}/ledger")
    first = anna.locator("[data-payment]").first
    first.get_by_role("button", name="Заплачено").tap()
    expect(anna.get_by_text("Отмечено в расчёте 1.")).to_be_visible()
    expect(anna.locator("[data-payment]")).to_have_count(2)
    anna.get_by_role("link", name="расчёт 1").first.tap()
    expect(anna.locator("[data-paid=yes]")).to_have_count(1)
    expect(anna.locator("[data-paid=yes]")).to_contain_text("отмечает: Анна")

    mend(club.pulkas.earliest("pk"), ["1300", "-450", "-850"])
    anna.goto(f"/c/{club.slug}/ledger")
    expect(anna.locator("#mine")).to_contain_text("+50")
    anna.get_by_role("link", name="У меня не рассчитано").tap()
    expect(anna.get_by_text("исправлено после расчёта 1")).to_be_visible()


def test_a_round_is_taken_back_without_scripts(phone: Phones, club: Club) -> None:
    anna = phone_of(phone, owner_of(club), java_script_enabled=False)
    anna.goto(f"/c/{club.slug}/ledger?until=2026-11-20")
    expect(anna.locator("[data-currency=EUR]")).to_have_count(0)
    anna.get_by_role("button", name="Рассчитать эти вечера").tap()
    anna.locator("summary", has_text="Отменить расчёт").tap()
    anna.get_by_role("button", name="Отменить расчёт").tap()
    expect(anna.get_by_text("Расчёт отменён: деньги снова не рассчитаны.")).to_be_visible()
    expect(anna.locator("[data-currency=RUB]").get_by_text("2 пульки")).to_be_visible()


def test_axe_blames_no_page_of_the_ledger(phone: Phones, club: Club) -> None:
    """On the phone in the light, on a desk in the dark; nothing is wider than the screen."""
    anna = phone_of(phone, owner_of(club), reduced_motion="reduce")
    anna.goto(f"/c/{club.slug}/ledger")
    anna.locator("[data-currency=RUB]").get_by_role("button").tap()
    expect(anna.get_by_role("heading", name="Расчёт 1")).to_be_visible()
    mend(club.pulkas.earliest("pk"), ["1300", "-450", "-850"])
    paths = ["ledger", "ledger/1", f"ledger/people/{owner_of(club).pk}", "settings"]
    for scheme, width in LOOKS.items():
        anna.emulate_media(color_scheme=scheme)
        anna.set_viewport_size({"width": width, "height": 800})
        for path in paths:
            anna.goto(f"/c/{club.slug}/{path}")
            assert faults(anna) == []
            shown = anna.evaluate("document.documentElement.scrollWidth")
            assert shown <= width, path
