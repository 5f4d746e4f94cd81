"""Who has done best in a club, and how strong they are, looked up with a thumb and at a desk."""

import re
from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from prefweb.clubs.models import Club
from prefweb.players.models import Player
from prefweb.statistics.rating import KNOWN
from prefweb.tables.models import Pulka
from prefweb.tables.signals import changed_after_end
from tests.browser.questions import LONG_NAMES, phone_of
from tests.browser.test_axe import LOOKS, faults
from tests.clubs.people import club as found_club
from tests.clubs.people import member, owner_of, player
from tests.history.clubs import kept
from tests.phones import Phones


def play(club: Club, people: Sequence[Player | str], *results: str, ago: int) -> None:
    """A pulka that ended so, so many days ago."""
    started = timezone.now() - timedelta(days=ago)
    pulka = kept(club, people, results=results, started=started)
    changed_after_end.send(Pulka, pulka=pulka)


@pytest.fixture
def club(transactional_db: None) -> Club:
    """A club of three who have played for weeks, and of one who came a year ago."""
    club = found_club(player("Анна"), name="Клуб на Покровке")
    people = [owner_of(club), member(club, "Борис"), member(club, LONG_NAMES[2])]
    for ago in range(KNOWN):
        play(club, people, "31/3", "-4", "-19/3", ago=ago)
    play(club, [*people[1:], member(club, LONG_NAMES[0], account=False)], "9", "-1", "-8", ago=400)
    play(club, [*people[:2], "Прохожий"], "40", "-50", "10", ago=401)
    return club


def rows(page: Page) -> list[str]:
    """Place and name of everybody in the table."""
    found = page.locator(".tbl--places tbody tr:not(.group)").all()
    return [
        f"{row.locator('.place-no').inner_text()} {row.locator('th').inner_text()}" for row in found
    ]


def test_from_the_club_to_the_games_behind_a_figure(phone: Phones, club: Club) -> None:
    anna = phone_of(phone, owner_of(club))
    anna.goto(f"/c/{club.slug}")
    anna.get_by_role("link", name="Итоги", exact=True).tap()
    expect(anna.get_by_role("link", name="Зачёт", exact=True)).to_have_attribute(
        "aria-current", "page"
    )
    anna.get_by_role("link", name="Всё время").tap()
    expect(anna.get_by_role("heading", name="За всё время")).to_be_visible()
    assert rows(anna)[:3] == ["1 Анна", f"2 {LONG_NAMES[2]}", "3 Борис"]
    expect(anna.get_by_text("кого клуб не знает")).to_be_visible()
    anna.locator("tr", has_text="Борис").get_by_role("link", name="12", exact=True).tap()
    expect(anna).to_have_url(re.compile("figure=games"))
    expect(anna.get_by_text("−50", exact=True)).to_be_visible()


def test_another_criterion_and_more_pulkas_are_chosen(phone: Phones, club: Club) -> None:
    anna = phone_of(phone, owner_of(club))
    anna.goto(f"/c/{club.slug}/standings?period=all")
    anna.get_by_text("Места: висты").tap()
    anna.get_by_label("Не меньше пулек").fill("12")
    anna.get_by_role("button", name="Показать").tap()
    expect(anna.get_by_text("Меньше 12 пулек")).to_be_visible()
    assert rows(anna)[:2] == ["1 Борис", "— Анна"]
    anna.get_by_text("Места: висты").tap()
    anna.get_by_label("Что решает").select_option(label="меньше всего ремизов")
    anna.get_by_role("button", name="Показать").tap()
    expect(anna.get_by_text("Сравнивать нечего")).to_be_visible()
    expect(anna.get_by_role("heading", name="За всё время")).to_be_visible()


def test_a_rating_and_the_pulka_that_changed_it(phone: Phones, club: Club) -> None:
    anna = phone_of(phone, owner_of(club))
    anna.goto(f"/c/{club.slug}/standings")
    anna.get_by_role("link", name="Рейтинг", exact=True).tap()
    expect(anna.get_by_text(f"Предварительно: меньше {KNOWN} пулек")).to_be_visible()
    assert rows(anna)[0] == "1 Анна"
    anna.get_by_role("link", name="Анна", exact=True).last.tap()
    expect(anna.get_by_role("heading", name="Как он складывался")).to_be_visible()
    expect(anna.locator("svg[role=img]")).to_be_visible()
    anna.locator(".tbl--rated tbody a").first.tap()
    expect(anna).to_have_url(re.compile(r"/p/\w+"))


def test_a_desk_shows_every_figure(phone: Phones, club: Club) -> None:
    desk = phone_of(phone, owner_of(club), width=1280, is_mobile=False)
    desk.goto(f"/c/{club.slug}/standings?period=all")
    for head in ("за пульку", "распасы: выиграно / всего", "ремизы / сдачи"):
        expect(desk.get_by_role("columnheader", name=head)).to_be_visible()


CUT = """names => names.filter(name => name.scrollHeight > name.clientHeight + 1
    || name.scrollWidth > name.clientWidth + 1).map(name => name.innerText)"""


@pytest.mark.parametrize("page", ["standings?period=all&by=remizes", "rating"])
def test_two_lines_have_room_for_a_name_on_a_narrow_phone(
    phone: Phones, club: Club, page: str
) -> None:
    names = ("Анна", "Борис", "Вера Павловна", "Норд-Ост")
    for each, name in zip(club.members.order_by("pk"), names, strict=True):
        Player.objects.filter(pk=each.player_id).update(name=name)
    anna = phone_of(phone, owner_of(club), width=320)
    anna.goto(f"/c/{club.slug}/{page}")
    shown = anna.locator(".tbl--places tbody .clip")
    expect(shown).to_have_count(len(names))
    assert shown.evaluate_all(CUT) == []


@pytest.mark.parametrize(
    "page", ["standings?period=all", "standings?by=remizes&least=0", "rating", "rating/{anna}"]
)
def test_axe_blames_no_page_and_none_is_too_wide(phone: Phones, club: Club, page: str) -> None:
    anna = owner_of(club)
    shown = phone_of(phone, anna, reduced_motion="reduce")
    for scheme, width in LOOKS.items():
        shown.emulate_media(color_scheme=scheme)
        shown.set_viewport_size({"width": width, "height": 800})
        shown.goto(f"/c/{club.slug}/{page.format(anna=anna.pk)}")
        expect(shown.locator(".seg [aria-current]").first).to_be_visible()
        assert shown.evaluate("document.documentElement.scrollWidth") <= width
        assert faults(shown) == []
