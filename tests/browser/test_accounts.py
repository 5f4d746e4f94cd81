"""A guest signs up, signs in on another phone, brings his games along, and goes."""

import pytest
from playwright.sync_api import Page, expect

from prefweb.players.models import Account, Player
from tests.browser.questions import phone_of
from tests.browser.test_axe import LOOKS, faults
from tests.phones import Phones
from tests.servers import Server
from tests.tables.evenings import Evening

PASSWORD = "tuz-pik-na-prikupe"
LONG = "Константин Вознесенский-Рудницкий Старше"
WIDTHS = (320, 390)


def sign_up(page: Page, name: str) -> None:
    page.goto("/me")
    page.get_by_role("link", name="Зарегистрироваться").tap()
    page.get_by_label("Имя").fill(name)
    page.get_by_label("Пароль", exact=True).fill(PASSWORD)
    page.get_by_label("Пароль ещё раз").fill(PASSWORD)
    page.get_by_role("button", name="Зарегистрироваться").tap()
    expect(page.get_by_role("heading", name="Учётная запись")).to_be_visible()


def sign_in(page: Page, name: str) -> None:
    page.goto("/account/login/")
    page.get_by_label("Имя").fill(name)
    page.get_by_label("Пароль").fill(PASSWORD)
    page.get_by_role("button", name="Войти", exact=True).tap()


def sign_out(page: Page) -> None:
    page.goto("/me")
    page.get_by_role("button", name="Выйти").tap()
    expect(page.get_by_text("Вы вышли.")).to_be_visible()


def test_a_guest_claims_his_games_while_the_pulka_runs(phone: Phones) -> None:
    """At home he has an account; at the club he sat down as a guest."""
    sign_up(phone(), "Борис Латышев")
    evening = Evening.begin()
    page = phone_of(phone, evening.players[1])
    sign_in(page, "борис латышев")
    expect(page.get_by_role("heading", name="Игры этого браузера")).to_be_visible()
    expect(page.get_by_text("Вечер")).to_be_visible()
    page.get_by_role("button", name="Мои", exact=True).tap()
    expect(page.get_by_text("Теперь это ваши игры.")).to_be_visible()
    page.goto(f"/p/{evening.pulka.slug}")
    page.locator("#post button[name=game][value='7']").tap()
    expect(page.locator("#post button[name=game]")).to_have_count(0)
    assert evening.pulka.deals.count() == 1
    page.goto("/me")
    page.get_by_role("button", name="Не мои: Борис").tap()
    expect(page.get_by_text("Эти игры больше не считаются вашими.")).to_be_visible()


def test_who_signs_up_goes_on_in_his_seat_and_signing_out_leaves_a_stranger(phone: Phones) -> None:
    phone.allow("status of 403")
    evening = Evening.begin()
    page = phone_of(phone, evening.players[1])
    sign_up(page, "Борис")
    page.goto(f"/p/{evening.pulka.slug}/agreed")
    expect(page.get_by_text("Вечер").first).to_be_visible()
    page.goto(f"/p/{evening.pulka.slug}")
    expect(page.locator("#post button[name=game][value='7']")).to_be_visible()
    sign_out(page)
    for _ in range(3):  # past the profile and the table
        page.go_back()
    expect(page.locator("[data-error]")).to_be_visible()


def test_a_passkey_signs_in_without_the_password(phone: Phones, server: Server) -> None:
    page = phone(base_url=server.url.replace("127.0.0.1", "localhost"))
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    key = {"protocol": "ctap2", "transport": "internal", "automaticPresenceSimulation": True}
    can = {"hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True}
    session.send("WebAuthn.addVirtualAuthenticator", {"options": {**key, **can}})
    sign_up(page, "Анна")
    page.get_by_role("link", name="Ключи доступа").tap()
    page.get_by_role("link", name="Добавить ключ доступа").tap()
    page.get_by_label("Пароль").fill(PASSWORD)
    page.get_by_role("button", name="Дальше").tap()
    page.get_by_label("Как назвать").fill("Мой телефон")
    page.get_by_role("button", name="Создать ключ доступа").tap()
    expect(page.get_by_text("Ключ доступа сохранён.")).to_be_visible()
    expect(page.get_by_text("Мой телефон")).to_be_visible()
    sign_out(page)
    page.goto("/account/login/")
    page.get_by_role("button", name="Войти с ключом доступа").tap()
    expect(page.get_by_role("heading", name="Учётная запись")).to_be_visible()
    sign_out(page)
    sign_in(page, "Анна")
    expect(page.get_by_role("heading", name="Учётная запись")).to_be_visible()
    page.goto("/account/passkeys/")
    page.get_by_role("link", name="Убрать: Мой телефон").tap()
    page.get_by_label("Пароль").fill(PASSWORD)
    page.get_by_role("button", name="Дальше").tap()
    page.get_by_role("button", name="Убрать").tap()
    expect(page.get_by_text("Ключ доступа убран.")).to_be_visible()


def test_an_account_is_deleted_with_its_password(phone: Phones) -> None:
    page = phone()
    sign_up(page, "Анна")
    page.get_by_role("link", name="Удалить учётную запись").tap()
    page.get_by_label("Пароль").fill(PASSWORD)
    page.get_by_role("button", name="Удалить учётную запись").tap()
    expect(page.get_by_text("Учётная запись удалена.")).to_be_visible()
    assert not Account.objects.exists()
    assert Player.objects.get().name.startswith("Игрок ")


def test_axe_blames_no_page_about_oneself(phone: Phones) -> None:
    sign_up(phone(), "Борис")
    evening = Evening.begin()
    page = phone_of(phone, evening.players[1], reduced_motion="reduce")
    doors = ["/me", "/account/login/", "/account/signup/"]
    inside = ["/me/claim", "/me", "/me/delete", "/account/password/", "/account/passkeys/"]
    for path in (*doors, *inside):
        if path == inside[0]:
            sign_in(page, "Борис")
            expect(page.get_by_role("heading", name="Игры этого браузера")).to_be_visible()
        for scheme, width in LOOKS.items():
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": width, "height": 800})
            page.goto(path)
            assert faults(page) == [], path


@pytest.mark.parametrize("width", WIDTHS)
def test_pages_fit_with_the_longest_name(phone: Phones, width: int) -> None:
    page = phone(width=width)
    sign_up(page, LONG)
    for path in ("/me", "/me/delete", "/account/password/", "/account/passkeys/", "/"):
        page.goto(path)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, path
