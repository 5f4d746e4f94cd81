"""Old pulkas come into a club, on phones: files with their report, sheets of paper in a row."""

import io
import zipfile
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, expect

from prefweb.clubs.models import Club
from prefweb.tables.models import Pulka
from tests.browser.questions import LONG_NAMES, phone_of
from tests.browser.test_axe import LOOKS, faults
from tests.browser.test_counting import fits
from tests.clubs.people import club, member, owner_of, player
from tests.importing.uploads import brought, piece, sample, text_of
from tests.phones import Phones

pytestmark = pytest.mark.django_db(transaction=True)

DATED = {"title": "Пятница у Анны", "started": "2019-11-29T20:00:00+03:00"}
SHEET = {"p1": "10", "m1": "0", "w12": "12", "w13": "8", "p2": "10", "m2": "4", "w21": "6",
         "w23": "0", "p3": "10", "m3": "6", "w31": "0"}  # fmt: skip


@pytest.fixture
def home(transactional_db: Any) -> Club:
    """A club that Olga owns, with Boris in its directory."""
    found = club(player("Ольга"))
    member(found, "Борис", account=False)
    return found


def archive(**files: bytes) -> FilePayload:
    """A ZIP as a phone sends it."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as found:
        for name, content in files.items():
            found.writestr(f"{name}.json", content)
    return {"name": "пульки.zip", "mimeType": "application/zip", "buffer": packed.getvalue()}


def send(page: Page, home: Club, **files: bytes) -> None:
    """Choose files and ask what they are."""
    page.goto(f"/c/{home.slug}/import")
    page.locator("[name=files]").set_input_files([archive(**files)])
    page.get_by_role("button", name="Прочитать файлы").tap()
    expect(page.get_by_role("heading", name="Что в файлах")).to_be_visible()


def test_files_are_reported_on_brought_in_and_taken_back(phone: Phones, home: Club) -> None:
    page = phone_of(phone, owner_of(home))
    send(
        page,
        home,
        good=text_of(sample(about=DATED)),
        undated=text_of(sample(("Анна", "Борис", "Глеб"))),
        bad=text_of(sample(target=0)),
    )
    expect(page.get_by_text("Пуля — целое число")).to_be_visible()
    page.get_by_role("button", name="Внести выбранное").tap()
    phone.allow("status of 422")
    expect(page.get_by_text("Укажите вечер")).to_be_visible()
    page.locator("[name=evening]").fill("2019-12-06")
    page.get_by_role("button", name="Внести выбранное").tap()
    expect(page.get_by_text("Внесено 2 пульки.")).to_be_visible()
    page.goto(f"/c/{home.slug}/history")
    expect(page.locator("[data-pulka]")).to_have_count(2)
    page.get_by_role("link", name="Пятница у Анны").tap()
    page.get_by_role("link", name="Журнал").tap()
    expect(page.get_by_text("вносит пульку из файла")).to_be_visible()
    page.goto(f"/c/{home.slug}/import")
    page.locator(".list a").first.tap()
    page.get_by_text("Отменить этот импорт").tap()
    page.get_by_role("button", name="Отменить").tap()
    expect(page.get_by_text("История снова такая, какой была.")).to_be_visible()
    page.goto(f"/c/{home.slug}/history")
    expect(page.locator("[data-pulka]")).to_have_count(0)


def test_sheets_of_paper_are_kept_one_after_the_other(phone: Phones, home: Club) -> None:
    page = phone_of(phone, owner_of(home))
    page.goto(f"/c/{home.slug}/paper")
    page.locator("label:has([name=players][value='3'])").tap()
    for field, name in zip(("n1", "n2", "n3"), ("Ольга", "Борис", "Вера"), strict=True):
        page.locator(f"[name={field}]").fill(name)
    for field, number in SHEET.items():
        page.locator(f"[name={field}]").fill(number)
    expect(page.locator("[data-missing]")).to_contain_text("Вера")
    page.locator("[name=zeros]").tap()
    expect(page.locator("[data-balance='0']")).to_be_visible()
    assert not Pulka.objects.exists()
    page.locator("[name=evening]").fill("2018-03-02")
    page.get_by_role("button", name="Сохранить пульку").tap()
    expect(page.get_by_text("Сохранено.")).to_be_visible()
    expect(page.locator("[name=n3]")).to_have_value("Вера")
    expect(page.locator("[name=p1]")).to_have_value("")
    expect(page.locator("[name=players]:checked")).to_have_value("3")
    pulka = Pulka.objects.get()
    assert [seat.person.name for seat in pulka.seats.all() if seat.person] == [
        "Ольга", "Борис", "Вера",
    ]  # fmt: skip
    assert str(pulka.evening) == "2018-03-02"


@pytest.mark.parametrize("width", [320, 390, 1200])
def test_pages_of_imports_fit_and_axe_blames_nothing(phone: Phones, home: Club, width: int) -> None:
    names = LONG_NAMES[:3]
    done = brought(home, owner_of(home), piece(sample(names, about=DATED)))
    page = phone_of(phone, owner_of(home), reduced_motion="reduce")
    send(
        page,
        home,
        good=text_of(sample(names, stake="1")),
        likely=text_of(sample(names, about=DATED, stake="7")),
        bad=text_of(sample(names, target=0, stake="x")),
        known=text_of(sample(names, about=DATED)),
    )
    inside = ("import", f"imports/{done.pk}", f"paper?players=5&n1={names[0]}&n2={names[1]}")
    pages = (page.url, *(f"/c/{home.slug}/{page}" for page in inside), "/me/paper")
    page.set_viewport_size({"width": width, "height": 800})
    for scheme in LOOKS:
        page.emulate_media(color_scheme=scheme)
        for address in pages:
            page.goto(address)
            assert fits(page), address
            assert faults(page) == [], address
