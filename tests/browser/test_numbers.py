"""A person's figures, read with a thumb: other games asked for, and on to the deal behind one."""

import re

import pytest
from playwright.sync_api import expect

from prefweb.clubs.models import Club
from prefweb.players.models import Player
from prefweb.statistics.models import FactKind, Outcome
from tests.browser.questions import LONG_NAMES, phone_of
from tests.browser.test_axe import LOOKS, faults
from tests.browser.test_history import WIDE
from tests.clubs.people import club as found_club
from tests.clubs.people import member, owner_of, player
from tests.phones import Phones
from tests.statistics.kept import AN_EVENING, DAY, counted, did
from tests.statistics.test_players import played_in


@pytest.fixture
def club(transactional_db: None) -> Club:
    """Months of pulkas, of two currencies, among long names."""
    club = found_club(player("Анна"), name="Клуб на Покровке")
    people: list[Player] = [
        owner_of(club),
        member(club, LONG_NAMES[1]),
        member(club, LONG_NAMES[2]),
    ]
    for number in range(12):
        won = str((-1) ** number * (number + 5))
        rest = str(-int(won))
        started = AN_EVENING - (9 * number + 40) * DAY
        currency = "EUR" if number % 3 == 0 else "RUB"
        counted(club, people, (won, rest, "0"), started=started, currency=currency, lasted=20)
    pulka = counted(club, people, ("2575/7", "-2575/7", "0"), house_rules="Наша " * 8, lasted=27)
    for level in range(6, 11):
        did(pulka, people[0], FactKind.CONTRACT, Outcome.DONE, [level, 20], level=level, trump="S")
        did(pulka, people[0], FactKind.CONTRACT, Outcome.GIVEN_UP, [level + 5], level=level)
        did(pulka, people[0], FactKind.WHIST, Outcome.FAILED, [level + 10], level=level)
    return club


def test_a_figure_leads_to_the_deal_it_was_counted_in(phone: Phones, club: Club) -> None:
    """From the members to Boris, over his miseres to the deal in the replay."""
    evening = played_in(club)
    anna = phone_of(phone, owner_of(club))
    anna.goto(f"/c/{club.slug}/members")
    anna.get_by_role("link", name="Анна").last.tap()
    expect(anna.get_by_role("heading", name="Заказы")).to_be_visible()
    player_ = evening.players[0]
    anna.goto(f"/c/{club.slug}/players/{player_.pk}")
    miseres = anna.get_by_role("region", name="Мизеры")
    miseres.get_by_title("Мизеры: не сыграно").tap()
    expect(anna.get_by_role("heading", name="Мизеры: не сыграно")).to_be_visible()
    expect(anna.get_by_text("1 раз · 1 пулька")).to_be_visible()
    anna.get_by_role("link", name="3", exact=True).tap()
    expect(anna).to_have_url(re.compile(f"/p/{evening.pulka.slug}/replay/3$"))


def test_other_games_are_asked_for_without_a_new_page(phone: Phones, club: Club) -> None:
    anna = phone_of(phone, owner_of(club))
    anna.goto(f"/c/{club.slug}/players/{owner_of(club).pk}")
    results = anna.get_by_role("region", name="Результаты")
    expect(results).to_contain_text("13")
    anna.evaluate("document.body.dataset.same = 'yes'")
    anna.get_by_role("link", name="Месяц").tap()
    expect(anna.get_by_role("heading", name="Ноябрь 2026")).to_be_visible()
    year = anna.get_by_role("link", name="Год", exact=True)
    year.press("Enter")
    expect(anna.get_by_role("heading", name="2026 год")).to_be_visible()
    expect(year).to_be_focused()
    anna.get_by_text("Конвенция и дни").tap()
    anna.get_by_label("Вечера с").fill("2026-11-01")
    anna.get_by_label("Период", exact=True).last.select_option("")
    anna.get_by_role("button", name="Показать").tap()
    expect(anna).to_have_url(re.compile("since=2026-11-01"))
    expect(results.get_by_title("Пульки")).to_have_text("1")
    expect(anna.locator("body")).to_have_attribute("data-same", "yes")
    anna.reload()
    expect(results.get_by_title("Пульки")).to_have_text("1")


def test_everything_works_without_scripts(phone: Phones, club: Club) -> None:
    anna = phone_of(phone, owner_of(club), java_script_enabled=False)
    anna.goto("/me")
    anna.get_by_role("link", name="Мои цифры").tap()
    anna.get_by_role("link", name="Год", exact=True).tap()
    expect(anna.get_by_role("heading", name="2026")).to_be_visible()
    anna.get_by_title("В плюсе", exact=True).tap()
    expect(anna.get_by_role("heading", name="В плюсе")).to_be_visible()


UNFOLD = "document.querySelectorAll('main details').forEach(fold => { fold.open = true; })"


@pytest.mark.parametrize("query", ["", "?since=x&period=x", "?period=1999"])
def test_it_fits_narrow_pages_and_axe_finds_nothing(phone: Phones, club: Club, query: str) -> None:
    anna = phone_of(phone, owner_of(club), reduced_motion="reduce")
    key = owner_of(club).pk
    paths = [f"/c/{club.slug}/players/{key}{query}", f"/me/numbers{query}"]
    if not query:
        paths.append(f"/c/{club.slug}/players/{key}/games?figure=contract&outcome=failed")
    for path in paths:
        for scheme, width in LOOKS.items():
            anna.emulate_media(color_scheme=scheme)
            anna.set_viewport_size({"width": width, "height": 800})
            anna.goto(path)
            anna.evaluate(UNFOLD)
            assert anna.evaluate(WIDE) <= 0
            assert faults(anna) == []
