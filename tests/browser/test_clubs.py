"""A club from its founding to its first table, as people do it with their phones."""

import re
from decimal import Decimal

import pytest
from playwright.sync_api import Page, expect

from prefweb.clubs.models import Club, ClubRole
from prefweb.clubs.services import house, inviting, membership
from prefweb.players.models import Player
from prefweb.tables.models import Pulka
from tests.browser.people import Person
from tests.browser.questions import phone_of
from tests.browser.test_accounts import PASSWORD, sign_up
from tests.browser.test_axe import LOOKS, faults
from tests.browser.test_tonight import opens_a_table, sits_down
from tests.clubs import people
from tests.phones import Phones
from tests.tables.evenings import agreement

LONG = "Константин Вознесенский-Рудницкий Старше"
WIDTHS = (320, 390)


def make_an_account(page: Page, name: str) -> None:
    page.get_by_label("Имя").fill(name)
    page.get_by_label("Пароль", exact=True).fill(PASSWORD)
    page.get_by_label("Пароль ещё раз").fill(PASSWORD)
    page.get_by_role("button", name="Зарегистрироваться").tap()


def test_a_club_is_founded_others_are_invited_and_sit_down(phone: Phones) -> None:
    """Anna has nothing yet; Boris only the code she reads out."""
    anna = phone()
    anna.goto("/clubs")
    anna.get_by_role("link", name="Основать клуб").tap()
    anna.get_by_label("Название клуба").fill("Клуб на Покровке")
    anna.get_by_label("Часовой пояс").select_option("Asia/Yekaterinburg")
    anna.get_by_role("button", name="Дальше, к учётной записи").tap()
    make_an_account(anna, "Анна")
    expect(anna.get_by_label("Название клуба")).to_have_value("Клуб на Покровке")
    expect(anna.get_by_label("Часовой пояс")).to_have_value("Asia/Yekaterinburg")
    anna.get_by_role("button", name="Основать клуб").tap()
    expect(anna.get_by_role("heading", name="Клуб на Покровке")).to_be_visible()

    anna.get_by_role("link", name="Пригласить в клуб").tap()
    anna.locator("label:has([name=days][value='1'])").tap()
    anna.get_by_role("button", name="Сделать приглашение").tap()
    code = anna.locator(".code").inner_text()

    boris = phone()
    boris.goto("/clubs")
    boris.get_by_label("Код приглашения").fill(code)
    boris.get_by_role("button", name="Показать приглашение").tap()
    expect(boris.get_by_role("heading", name="Клуб на Покровке")).to_be_visible()
    boris.get_by_role("link", name="Завести учётную запись").tap()
    make_an_account(boris, "Борис")
    boris.get_by_role("button", name="Вступить в клуб").tap()
    expect(boris.get_by_text("Теперь вы в клубе.")).to_be_visible()

    boris.get_by_role("link", name="Открыть стол клуба").tap()
    boris.locator("label:has([name=size][value='3'])").tap()
    boris.get_by_role("button", name="Открыть стол").tap()
    expect(boris.locator(".code")).to_be_visible()
    pulka = Pulka.objects.get()
    assert (pulka.club, pulka.table.host.name) == (Club.objects.get(), "Борис")

    anna.goto(f"/p/{pulka.slug}")
    anna.get_by_role("link", name="сесть сюда").first.tap()
    expect(anna.get_by_label("Как вас записать")).to_have_value("Анна")
    anna.get_by_role("button", name="Сесть за стол").tap()
    expect(boris.get_by_text("За столом 2 из 3")).to_be_visible()


def test_an_evening_at_the_clubs_table_stands_in_its_history(phone: Phones) -> None:
    """By the QR on the table to the result; who sat as a guest calls the game his own."""
    home = people.club(people.player("Ольга"))
    wood = home.places.create(title="У окна")
    olga = Person("Ольга", phone_of(phone, people.owner_of(home)))
    boris = Person("Борис", phone_of(phone, people.member(home)))
    vera = Person("Вера", phone())
    opens_a_table(olga, wood)
    sits_down(boris, wood, 1)
    vera.page.goto(f"/q/{wood.key}")
    vera.type("name", "Вера")
    sits_down(vera, wood, 2)
    pulka = Pulka.objects.get()
    Pulka.objects.filter(pk=pulka.pk).update(target=1)
    olga.tap(olga.page.get_by_role("button", name="Начать"))
    boris.order(10)
    vera.answer("pass")
    olga.answer("pass")
    for each in (olga, boris, vera):
        each.tap(each.page.get_by_role("button", name="Всё верно"))
    for each in (olga, boris, vera):
        expect(each.page.get_by_text("Итог принят").first).to_be_visible()

    olga.page.goto(f"/c/{home.slug}/history")
    game = olga.page.locator(".game")
    expect(game).to_have_count(1)
    for name in ("Ольга", "Борис", "Вера"):
        expect(game).to_contain_text(name)

    sign_up(vera.page, "Вера Павловна")
    vera.page.goto("/me/games")
    expect(vera.page.locator(".game")).to_contain_text("Вера")
    game.get_by_role("link").first.tap()
    expect(olga.page).to_have_url(re.compile(f"/p/{pulka.slug}"))


def test_a_name_of_the_directory_becomes_an_account_with_its_games(phone: Phones) -> None:
    home = people.club(people.player("Ольга"))
    guest = membership.add_by_name(home, "Дина")
    owner = phone_of(phone, people.owner_of(home))
    owner.goto(f"/c/{home.slug}/members")
    owner.get_by_role("link", name="Дина").tap()
    owner.get_by_role("link", name="В клубе").tap()
    owner.get_by_role("link", name="Пригласить этого человека").tap()
    expect(owner.get_by_label("Для кого")).to_have_value(str(guest.pk))
    owner.get_by_role("button", name="Сделать приглашение").tap()
    link = owner.locator(".invite__link").get_attribute("href") or ""

    dina = phone()
    sign_up(dina, "Дина Ивановна")
    dina.goto(link)
    expect(dina.get_by_text("В клубе это вы: Дина")).to_be_visible()
    dina.get_by_role("button", name="Вступить в клуб").tap()
    expect(dina.get_by_text("Теперь вы в клубе.")).to_be_visible()
    owner.goto(f"/c/{home.slug}/members")
    expect(owner.get_by_role("link", name="Дина")).to_have_count(1)
    guest.player.refresh_from_db()
    assert guest.player.main.name == "Дина Ивановна"


def test_a_table_of_the_club_is_filled_in_by_its_house_rules(phone: Phones) -> None:
    home = people.club()
    owner = people.owner_of(home)
    house.keep(home, "Сочинка Покровки", agreement(3, 20, stake=Decimal(7)), "anyone")
    house.keep(home, "Короткая", agreement(3, 10), "anyone")
    page = phone_of(phone, owner)
    page.goto(f"/new?club={home.slug}")
    expect(page.locator("[name=target][value='20']")).to_be_checked()
    expect(page.get_by_label("Ставка за вист")).to_have_value("7")
    page.get_by_role("link", name="Короткая").tap()
    expect(page.locator("[name=target][value='10']")).to_be_checked()
    page.get_by_role("button", name="Открыть стол").tap()
    expect(page.locator(".code")).to_be_visible()
    assert Pulka.objects.get().house_rules == "Короткая"


def everything() -> tuple[Player, tuple[str, ...]]:
    """A club of long names, its owner, and the addresses of its pages."""
    home = people.club(people.player(LONG), name="К" * 60, about="Щ" * 500)
    owner = people.owner_of(home)
    guest = membership.add_by_name(home, LONG[::-1])
    people.member(home, "Ы" * 40, ClubRole.ADMIN)
    rules = house.keep(home, "Ш" * 40, agreement(), "anyone")
    made = inviting.invite(home, owner, days=30, member=guest.pk, role=ClubRole.ADMIN)
    club, heir = f"/c/{home.slug}", home.members.get(role=ClubRole.ADMIN)
    return owner, (
        *("/clubs", "/clubs/new", f"/i/{made.key}", club, f"/new?club={home.slug}"),
        *(f"{club}/{part}" for part in ("settings", "members", "invitations", "house-rules")),
        *(f"{club}/members/{pk}" for pk in (guest.pk, heir.pk)),
        *(f"{club}/invitations/{made.pk}", f"{club}/members/{heir.pk}/owner"),
        f"{club}/house-rules/{rules.pk}",
    )


@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_of_a_club_is_wider_than_the_phone(phone: Phones, width: int) -> None:
    owner, paths = everything()
    page = phone_of(phone, owner, width=width)
    for path in paths:
        page.goto(path)
        boxes = page.locator("main h1, main h2, main .btn, main .card, main .list > li, main .seg")
        for box in boxes.all():
            found = box.bounding_box()
            assert found is None or found["x"] + found["width"] <= width + 0.5, (path, found)


def test_axe_blames_no_page_of_a_club(phone: Phones) -> None:
    owner, paths = everything()
    page = phone_of(phone, owner, reduced_motion="reduce")
    for scheme, width in LOOKS.items():
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 800})
        for path in paths:
            page.goto(path)
            assert faults(page) == [], path
