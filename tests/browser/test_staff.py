"""The pages for staff and an archive, in a real browser under our policy for scripts and styles."""

import io
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from prefweb.clubs.models import Club
from prefweb.players.models import Account
from prefweb.tables.models import Pulka, Table
from tests.archive.everything import bytes_of, wipe
from tests.archive.test_restoring import small
from tests.browser.test_axe import faults
from tests.clubs.people import owner_of, player
from tests.phones import Phones
from tests.sheets.long import long_evening

WORDS = "пулька-на-троих"


def signed_in(phone: Phones, name: str, **options: Any) -> Page:
    """A browser whose owner has signed in."""
    page = phone(**options)
    page.goto("/account/login/")
    page.locator("input[name=login]").fill(name)
    page.locator("input[name=password]").fill(WORDS)
    page.get_by_role("button", name="Войти", exact=True).click()
    page.wait_for_url("**/me")
    return page


def with_words(account: Account | None) -> str:
    assert account is not None
    account.set_password(WORDS)
    account.save()
    return account.username


def test_staff_search_filter_and_change_without_a_violation(phone: Phones) -> None:
    home = small()
    evening = long_evening(3, 3)
    Table.objects.filter(pk=evening.pulka.table_id).update(club=home)
    Pulka.objects.filter(pk=evening.pulka.pk).update(club=home, evening="2026-11-28")
    Account.objects.create_superuser("chief", password=WORDS)
    Account.objects.create_user("petr", password=WORDS)
    page = signed_in(phone, "chief", width=1280, height=900)
    page.goto("/admin/")
    for name in ("Учётные записи", "Игроки", "Клубы", "Пульки", "Столы"):
        expect(
            page.locator("#content-main th").get_by_role("link", name=name, exact=True)
        ).to_be_visible()
    page.goto("/admin/tables/pulka/")
    page.locator("#searchbar").fill("Анна")
    page.locator("#changelist-search [type=submit]").click()
    page.get_by_role("link", name=evening.pulka.slug).click()
    expect(page.locator("#content")).to_contain_text("Сочи")
    page.goto("/admin/tables/pulka/?evening__gte=2026-01-01&step__exact=ended")
    expect(page.get_by_role("link", name=evening.pulka.slug)).to_be_visible()
    guest = home.members.get(player__name="Гость").player
    page.goto(f"/admin/players/player/{guest.pk}/change/")
    page.locator(".select2-selection").click()
    page.locator(".select2-search__field").fill("petr")
    page.locator(".select2-results__option", has_text="petr").click()
    page.locator("input[name=_save]").click()
    expect(page.locator(".messagelist")).to_be_visible()
    page.goto(f"/admin/clubs/club/{home.pk}/change/")
    page.locator(".datetimeshortcuts a").first.click()
    expect(page.locator("input[name=members-0-left_0]")).not_to_have_value("")


@pytest.mark.parametrize("width", [320, 1280])
def test_an_archive_goes_from_one_server_to_another(
    phone: Phones, tmp_path: Path, width: int
) -> None:
    home = small()
    olga = owner_of(home)
    page = signed_in(phone, with_words(olga.account), width=width)
    page.goto(f"/c/{home.slug}/archive")
    assert faults(page) == []
    with page.expect_download() as download:
        page.get_by_role("link", name="Скачать архив").click()
    file = tmp_path / "club.zip"
    download.value.save_as(file)
    assert io.BytesIO(file.read_bytes()).read(2) == b"PK"
    wipe()
    me = player("Хозяйка")
    page = signed_in(phone, with_words(me.account), width=width)
    page.goto("/clubs/new")
    page.get_by_role("link", name="Клуб из архива").click()
    assert faults(page) == []
    page.locator("input[type=file]").set_input_files(
        {"name": "a.zip", "mimeType": "application/zip", "buffer": b"hello"}
    )
    phone.allow("status of 422")
    page.get_by_role("button", name="Посмотреть, что в нём").click()
    expect(page.get_by_role("alert")).to_contain_text("Это не архив клуба")
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Посмотреть, что в нём").click()
    expect(page.get_by_label("Кто вы в этом клубе?")).to_have_value(str(olga.pk))
    assert faults(page) == []
    page.get_by_role("button", name="Принять клуб").click()
    expect(page.get_by_role("heading", name="Клуб на Покровке")).to_be_visible()
    assert Club.objects.get().slug == home.slug
    assert bytes_of(Club.objects.get())
