"""An evening of a club: people scan the QR on a table, and the screen on the wall follows."""

import re

import pytest
from playwright.sync_api import Page, expect

from prefweb.clubs.models import Club, Place
from prefweb.players.models import Player
from prefweb.tables.models import Pulka
from tests.browser.people import Person
from tests.browser.questions import phone_of
from tests.browser.test_axe import LOOKS, faults
from tests.clubs.people import club, member, player
from tests.clubs.test_tonight import begun, gathered, settled
from tests.phones import Phones
from tests.sheets.papers import PAPERS, Printed, squeezed

WIDTHS = (320, 390)
OFFLINE = ("ERR_INTERNET_DISCONNECTED", "htmx:sendError")


def person(phone: Phones, of: Player) -> Person:
    return Person(of.name, phone_of(phone, of))


def wall(phone: Phones, home: Club, of: Player) -> Page:
    """The screen in the club's hall, with a member signed in."""
    page = phone_of(phone, of, width=1920, height=1080, is_mobile=False, has_touch=False)
    page.goto(f"/c/{home.slug}/tonight?wall")
    expect(page.locator(".conn")).to_have_class("conn")
    return page


def test_people_meet_at_a_table_by_its_qr_and_the_wall_follows(phone: Phones) -> None:
    home = club(player("Анна"))
    place = home.places.create(title="У окна")
    anna = person(phone, home.members.get().player)
    boris = person(phone, member(home, "Борис"))
    vera = Person("Вера", phone())
    screen = wall(phone, home, boris_of(home))
    expect(screen.locator("#tonight")).to_contain_text("Сегодня здесь ещё не играют")

    opens_a_table(anna, place)
    at_the_table = screen.locator("article")
    expect(at_the_table).to_contain_text("У окна")
    expect(at_the_table).to_contain_text("1 из 3 мест")

    sits_down(boris, place, 1)
    vera.page.goto(f"/q/{place.key}")
    vera.type("name", "Вера")
    sits_down(vera, place, 2)
    expect(at_the_table).to_contain_text("3 из 3 мест")
    expect(at_the_table).to_contain_text("Вера")

    anna.tap(anna.page.get_by_role("button", name="Начать"))
    expect(at_the_table).to_contain_text("сдача 1")
    boris.order(7)
    expect(at_the_table.locator(".is-waited")).to_have_count(2)
    vera.answer("whist")
    anna.answer("pass")
    boris.tricks(7)
    expect(at_the_table).to_contain_text("сдача 2")
    expect(at_the_table.locator(".num")).to_have_count(3)

    for each in (anna, boris, vera):
        each.page.goto(f"/q/{place.key}")
        expect(each.page).to_have_url(re.compile(f"/p/{Pulka.objects.get().slug}$"))


def boris_of(home: Club) -> Player:
    return Player.objects.get(name="Борис", memberships__club=home)


def opens_a_table(anna: Person, place: Place) -> None:
    anna.page.goto(f"/q/{place.key}")
    anna.tap(anna.page.get_by_role("link", name="Открыть здесь стол"))
    anna.tap("label:has([name=size][value='3'])")
    anna.tap(anna.page.get_by_role("button", name="Открыть стол"))
    expect(anna.page.locator(".code")).to_be_visible()


def sits_down(who: Person, place: Place, seat: int) -> None:
    """Whoever is known only says where he sits."""
    if "/t/" not in who.page.url:
        who.page.goto(f"/q/{place.key}")
    chosen = who.page.locator(f"[name=seat][value='{seat}']")
    if not chosen.is_checked():
        who.tap(f"label:has([name=seat][value='{seat}'])")
    who.tap(who.page.get_by_role("button", name="Сесть за стол"))
    expect(who.page.locator(".code")).to_be_visible()


def test_the_wall_comes_back_by_itself_and_shows_what_it_missed(phone: Phones) -> None:
    phone.allow(*OFFLINE)
    home = club(player("Анна"))
    evening = begun(home)
    screen = wall(phone, home, home.members.get().player)
    expect(screen.locator("article")).to_contain_text("сдача 1")
    screen.context.set_offline(True)
    expect(screen.locator(".conn--off")).to_be_visible()
    evening.seven_made()
    screen.context.set_offline(False)
    expect(screen.locator("article")).to_contain_text("сдача 2")
    expect(screen.locator(".conn--off")).to_have_count(0)


def test_how_long_it_is_played_counts_on_without_asking(phone: Phones) -> None:
    home = club(player("Анна"))
    begun(home)
    page = phone_of(phone, home.members.get().player)
    page.clock.install()
    page.goto(f"/c/{home.slug}/tonight")
    played = page.locator("[data-elapsed]")
    expect(played).to_have_text("0:00")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.fast_forward("02:05:00")
    expect(played).to_have_text("2:05")
    assert len([url for url in asked if "tonight" in url]) <= 3


def test_nothing_on_the_wall_is_cut_with_twelve_tables(phone: Phones) -> None:
    home = club(player("Анна"))
    for size in (3, 4, 5) * 4:
        evening = begun(home, size, "Ночная ростовская с длинным названием")
        evening.pulka.seats.filter(index=1).update(name="Константинопольский-Вознесенский Рудницк")
    screen = wall(phone, home, home.members.get().player)
    expect(screen.locator("article")).to_have_count(12)
    for last in screen.locator("article").all():
        box = last.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 1080
        assert box["x"] + box["width"] <= 1920


def test_the_qrs_are_printed_two_or_four_on_a_page(phone: Phones) -> None:
    home = club(player("Анна"), name="Клуб с очень длинным названием на самой Покровке")
    titles = ["У окна", "У двери", "Большой стол в дальней комнате у камина", "Четвёртый", "Пятый"]
    for title in titles:
        home.places.create(title=title)
    page = phone_of(phone, home.members.get().player)
    for size, pages in ((2, 3), (4, 2)):
        page.goto(f"/c/{home.slug}/places/print?size={size}")
        for paper in PAPERS:
            printed = Printed(page, paper)
            assert len(printed) == pages
            for title, number in zip(titles, range(5), strict=True):
                assert squeezed(title) in squeezed(printed.texts[number // size])
            assert printed.text.count(squeezed("Наведите камеру")) == len(titles)
            assert squeezed("Напечатать") not in printed.text


LONG = "Константинопольский-Вознесенский Рудницк"


def everything() -> tuple[Player, tuple[str, ...], tuple[str, ...]]:
    """A public club of long names with its owner; its pages for him, and those for strangers."""
    home = club(player(LONG), name="К" * 60, about="Щ" * 500, is_public=True)
    place = home.places.create(title="Ш" * 40)
    home.places.create(title="Убран", removed=home.founded)
    evening = begun(home, 5, "Ж" * 60)
    evening.pulka.seats.filter(index__lt=4).update(name="Ы" * 40)
    evening.order(1, 7)
    begun(home, 3).seven_made()
    settled(begun(home))
    gathered(home, 4, people=2)
    inside = f"/c/{home.slug}"
    own = ("", "/tonight", "/tonight?wall", "/places", f"/places/{place.pk}", "/places/print")
    scanned = (f"/q/{place.key}", "/q/nothing")
    return (
        home.members.get().player,
        (*(f"{inside}{path}" for path in own), *scanned),
        (inside, f"{inside}/tonight", *scanned),
    )


@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_is_wider_than_the_phone(phone: Phones, width: int) -> None:
    phone.allow("status of 403", "status of 404")
    owner, own, strange = everything()
    for page, paths in ((phone_of(phone, owner, width=width), own), (phone(width=width), strange)):
        for path in paths:
            page.goto(path)
            wide = page.locator("main").evaluate("main => main.scrollWidth - main.clientWidth")
            assert wide <= 0, path


def test_axe_blames_no_page(phone: Phones) -> None:
    phone.allow("status of 403", "status of 404")
    owner, own, strange = everything()
    looking = ((phone_of(phone, owner, reduced_motion="reduce"), own), (phone(), strange))
    for page, paths in looking:
        for scheme, width in LOOKS.items():
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": width, "height": 800})
            for path in paths:
                page.goto(path)
                assert faults(page) == [], path


def test_one_table_after_another_is_written_down(phone: Phones) -> None:
    """The name of the one before is not typed in again."""
    home = club(player("Анна"))
    page = phone_of(phone, home.members.get().player)
    page.goto(f"/c/{home.slug}/places")
    for title in ("У окна", "Второй"):
        page.get_by_label("Ещё один стол").fill(title)
        page.get_by_role("button", name="Добавить стол").tap()
        expect(page.get_by_role("link", name=f"{title} здесь не играют")).to_be_visible()
        expect(page.get_by_label("Ещё один стол")).to_have_value("")
