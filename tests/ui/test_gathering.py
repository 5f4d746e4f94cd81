"""A table gathers: the host opens it, guests sit down, everybody sees it at once."""

import re
from decimal import Decimal

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from prefweb.tables.models import Pulka, PulkaStep
from prefweb.tables.services import seating
from tests.phones import Phones

HTMX = {"hx-request": "true"}


def opened(host: Client, **changes: str) -> Pulka:
    """A table just opened, the form sent as it was shown."""
    data = {"name": "Анна", "convention": "sochi", "size": "4", "target": "20", **SOCHI}
    answer = host.post("/new", {**data, "proxies": "anyone", **changes})
    assert answer.status_code == 302, answer.context["form"].errors
    return Pulka.objects.get(slug=answer.headers["location"].split("/")[-1])


SOCHI = {
    "pool_end": "each",
    "mountain_mult": "1",
    "whist_mult": "1",
    "pool_settle": "1",
    "whists_per_mountain": "10",
    "responsibility": "full",
    "whist_style": "greedy",
    "both_whist_rule": "pair_cap",
    "single_trick_rule": "second",
    "consolation": "value",
    "consolation_fixed": "10",
    "consolation_on_whister_fail": "none",
    "ten": "whisted",
    "ten_checked_split": "equal",
    "concession": "0",
    "talon_bonus": "off",
    "talon_bonus_fixed": "10",
    "correction_protocol": "free",
    "misere_value": "10",
    "raspasy_mode": "mountain",
    "raspasy_base": "1",
    "raspasy_progression": "1-2-3",
    "raspasy_exit": "6-6-6",
    "raspasy_reset": "played",
    "raspasy_zero": "trick_price",
    "raspasy_talon": "open",
    "raspasy_whist_mode": "all_tricks",
    "help": "american",
    "help_target": "highest",
    "help_rate": "10",
    "surplus": "mountain_negative",
    "surplus_rate": "1",
    "rounding": "exact",
}


def seated(name: str, code: str, seat: int) -> Client:
    guest = Client(headers={"accept-language": "ru"})
    answer = guest.post(f"/t/{code}", {"name": name, "seat": str(seat)})
    assert answer.status_code == 302
    return guest


@pytest.fixture
def host() -> Client:
    return Client(headers={"accept-language": "ru"})


@pytest.mark.django_db
def test_host_sees_code_and_qr(host: Client) -> None:
    pulka = opened(host, title="Среда")
    page = host.get(f"/p/{pulka.slug}").content.decode()
    assert "Среда" in page
    assert f"http://testserver/t/{pulka.table.code}" in page
    assert "<svg" in page
    assert "За столом 1 из 4" in page


@pytest.mark.django_db
def test_name_is_prefilled_the_next_time(host: Client) -> None:
    opened(host)
    assert 'value="Анна"' in host.get("/new").content.decode()
    assert 'value="Анна"' in host.get("/new").content.decode()


@pytest.mark.django_db
def test_guest_sees_the_agreement_before_sitting_down(host: Client) -> None:
    pulka = opened(host, raspasy_exit="6-7-7", stake="10", currency="RUB")
    page = Client(headers={"accept-language": "ru"}).get(f"/t/{pulka.table.code}").content.decode()
    for words in ("Сочинка", "вчетвером", "до 20", "за вист", "Выход из распасов", "6-7-7"):
        assert words in page


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"name": "Борис", "seat": "0"}, "Это место только что заняли"),
        ({"name": "анна", "seat": "1"}, "Здесь уже записано такое имя"),
        ({"name": "", "seat": "1"}, "Напишите, как вас записать"),
    ],
)
def test_guest_is_told_what_is_wrong(host: Client, data: dict[str, str], said: str) -> None:
    pulka = opened(host)
    guest = Client(headers={"accept-language": "ru"})
    answer = guest.post(f"/t/{pulka.table.code}", data)
    assert answer.status_code == 422
    assert said in answer.content.decode()


@pytest.mark.django_db
def test_seat_is_kept_for_somebody_and_freed(host: Client) -> None:
    pulka = opened(host)
    host.post(f"/p/{pulka.slug}/reserve", {"name": "Вера", "seat": "2"})
    assert "Вера" in host.get(f"/p/{pulka.slug}").content.decode()
    host.post(f"/p/{pulka.slug}/free", {"seat": "2"})
    assert "Вера" not in host.get(f"/p/{pulka.slug}").content.decode()


@pytest.mark.django_db
def test_guest_can_stand_up_again(host: Client) -> None:
    pulka = opened(host)
    guest = seated("Борис", pulka.table.code, 1)
    assert f'action="/p/{pulka.slug}/leave"' in guest.get(f"/p/{pulka.slug}").content.decode()
    assert guest.post(f"/p/{pulka.slug}/leave").headers["location"] == "/"
    assert "За столом 1 из 4" in host.get(f"/p/{pulka.slug}").content.decode()


@pytest.mark.django_db
def test_refused_act_is_said_on_the_page(host: Client) -> None:
    pulka = opened(host)
    seated("Борис", pulka.table.code, 1)
    answer = host.post(f"/p/{pulka.slug}/free", {"seat": "9"}, follow=True)
    assert "Такого места нет" in answer.content.decode()


KEPT_WRONGLY = [
    ({"name": "Вера", "seat": "1"}, "id_seat_error", "Это место только что заняли: Борис."),
    ({"name": "борис", "seat": "2"}, "id_name_error", "Здесь уже записано такое имя"),
    ({"name": "\u200b", "seat": "2"}, "id_name_error", "Напишите, для кого место."),
    ({"name": "Вера"}, "id_seat_error", "Выберите свободное место"),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("data", "place", "said"), KEPT_WRONGLY)
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "part"])
def test_seat_kept_wrongly_says_why_beside_what_was_typed(
    host: Client, data: dict[str, str], place: str, said: str, headers: dict[str, str]
) -> None:
    pulka = opened(host)
    seated("Борис", pulka.table.code, 1)
    answer = host.post(f"/p/{pulka.slug}/reserve", data, headers=headers)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert said in page.split(f'id="{place}">')[1].split("</p>")[0]
    assert f'name="name" value="{data["name"]}"' in page
    assert ('<details class="card card--flush fold" open>' in page) == (not headers)


@pytest.mark.django_db
def test_kept_seat_leaves_an_empty_form_behind(host: Client) -> None:
    pulka = opened(host)
    answer = host.post(f"/p/{pulka.slug}/reserve", {"name": "Вера", "seat": "2"}, headers=HTMX)
    assert answer.status_code == 200
    page = answer.content.decode()
    assert 'name="name" value=""' in page
    assert re.search(r'value="2" required disabled><span><b>3</b><span[^>]*><bdi>Вера', page)


@pytest.mark.django_db
def test_open_lobby_follows_who_has_which_seat(host: Client) -> None:
    pulka = opened(host)
    guest = seated("Борис", pulka.table.code, 1)
    asks = f"/p/{pulka.slug}/live?since=1&step=seating"
    shown = host.get(asks, headers=HTMX).content.decode()
    for region in ("seats-to-keep", "seats-to-free", "by-code"):
        assert re.search(f'id="{region}"[^>]*hx-swap-oob="true"', shown)
    assert "hx-swap-oob" not in guest.get(asks, headers=HTMX).content.decode()


@pytest.mark.django_db
def test_seat_that_is_kept_says_so_and_brings_its_name(host: Client) -> None:
    pulka = opened(host, size="3")
    host.post(f"/p/{pulka.slug}/reserve", {"name": "Глеб", "seat": "1"})
    newcomer = Client(headers={"accept-language": "ru"})
    path = f"/t/{pulka.table.code}"
    page = newcomer.get(path).content.decode()
    assert re.search(r'value="2" data-kept="" checked', page)
    assert 'name="name" value=""' in page
    assert "место 2 · оставлено" in page
    page = newcomer.get(path, {"seat": "1"}).content.decode()
    assert re.search(r'value="1" data-kept="Глеб" checked', page)
    assert 'name="name" value="Глеб" data-brought="Глеб"' in page
    seated("Борис", pulka.table.code, 2)
    assert 'name="name" value="Глеб"' in newcomer.get(path).content.decode()
    assert newcomer.post(path, {"name": "", "seat": "1"}).status_code == 302
    assert [seat.name for seat in pulka.seats.all()] == ["Анна", "Глеб", "Борис"]


@pytest.mark.django_db
def test_player_is_led_to_the_seat_kept_under_the_same_name(host: Client) -> None:
    pulka = opened(host)
    host.post(f"/p/{pulka.slug}/reserve", {"name": "глеб", "seat": "3"})
    guest = Client(headers={"accept-language": "ru"})
    opened(guest, name="Глеб")
    page = guest.get(f"/t/{pulka.table.code}").content.decode()
    assert re.search(r'value="3" data-kept="глеб" checked', page)


@pytest.mark.django_db
def test_agreement_can_be_changed_before_the_start(host: Client) -> None:
    pulka = opened(host, stake="0,50", currency="EUR")
    page = host.get(f"/p/{pulka.slug}/agreement").content.decode()
    assert 'value="0.5"' in page
    changed = {"name": "Анна", "convention": "sochi", "size": "3", "target": "other", **SOCHI}
    host.post(f"/p/{pulka.slug}/agreement", {**changed, "target_other": "35", "proxies": "nobody"})
    pulka.refresh_from_db()
    assert (pulka.size, pulka.target, pulka.stake) == (3, 35, Decimal(0))


@pytest.mark.django_db
def test_agreement_for_fewer_names_who_has_to_move_first(host: Client) -> None:
    pulka = opened(host)
    seated("Глеб", pulka.table.code, 3)
    typed = {"name": "Анна", "title": "Среда", "convention": "sochi", "size": "3", **SOCHI}
    data = {**typed, "target": "50", "proxies": "anyone"}
    answer = host.post(f"/p/{pulka.slug}/agreement", data)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Сначала" in (error := page.split('id="id_size_error">')[1].split("</p>")[0])
    assert "Глеб" in error
    assert 'value="Среда"' in page
    assert [seat.name for seat in pulka.seats.all()] == ["Анна", "", "", "Глеб"]


@pytest.mark.django_db
def test_only_the_host_manages_the_table(host: Client) -> None:
    pulka = opened(host)
    guest = seated("Борис", pulka.table.code, 1)
    page = guest.get(f"/p/{pulka.slug}").content.decode()
    for path in ("reserve", "free", "first-dealer", "agreement", "start", "code-shows"):
        assert f"/{path}" not in page
        assert guest.post(f"/p/{pulka.slug}/{path}", {"seat": "0"}).status_code == 403


@pytest.mark.django_db
def test_gathering_page_moves_on_when_the_play_begins(host: Client) -> None:
    pulka = opened(host)
    guest = seated("Борис", pulka.table.code, 1)
    Pulka.objects.update(step=PulkaStep.PLAYING)
    answer = guest.get(f"/p/{pulka.slug}/live?since=1&step=seating", headers=HTMX)
    assert answer.headers["HX-Refresh"] == "true"


@pytest.mark.django_db
def test_seat_moves_to_another_phone_by_its_link(host: Client) -> None:
    pulka = opened(host)
    key = pulka.seats.get(index=0).key
    other = Client(headers={"accept-language": "ru"})
    assert "Перенести место сюда" in other.get(f"/s/{key}").content.decode()
    assert other.post(f"/s/{key}").status_code == 302
    assert other.get(f"/p/{pulka.slug}").status_code == 200


def host_opens_a_table(phone: Phones) -> tuple[Page, str]:
    """From the start page in two taps and a name; gives the page and the address to join."""
    anna = phone()
    anna.goto("/")
    anna.get_by_role("link", name="Открыть свой стол").click()
    anna.get_by_label("Как вас записать").fill("Анна")
    anna.get_by_role("button", name="Открыть стол").click()
    expect(anna.get_by_role("heading", name="Зовите за стол")).to_be_visible()
    return anna, str(anna.locator("a", has_text="/t/").get_attribute("href"))


def test_host_sees_a_guest_sit_down(phone: Phones) -> None:
    anna, address = host_opens_a_table(phone)
    expect(anna.locator(".conn")).to_have_text("На связи")
    boris = phone(width=320, height=560)
    boris.goto(address)
    boris.get_by_label("Как вас записать").fill("Борис")
    boris.get_by_role("button", name="Сесть за стол").click()
    expect(boris.locator("#gathering")).to_contain_text("За столом 2 из 4")
    expect(anna.locator("#gathering")).to_contain_text("Борис", timeout=2000)
    boris.get_by_role("button", name="пересесть").first.click()
    expect(boris.locator(".is-mine")).to_contain_text("Борис")
    expect(anna.locator(".place--me")).to_contain_text("Анна")


def test_typed_name_survives_what_others_do(phone: Phones) -> None:
    anna, address = host_opens_a_table(phone)
    anna.get_by_text("Оставить или освободить место").click()
    anna.get_by_label("Для кого оставить место").fill("Вера")
    boris = phone()
    boris.goto(address)
    boris.get_by_label("Как вас записать").fill("Борис")
    boris.get_by_role("button", name="Сесть за стол").click()
    expect(anna.locator("#gathering")).to_contain_text("Борис", timeout=2000)
    expect(anna.get_by_label("Для кого оставить место")).to_have_value("Вера")


def test_seat_is_kept_while_others_sit_down(phone: Phones) -> None:
    phone.allow("status of 422")
    anna, address = host_opens_a_table(phone)
    anna.get_by_text("Оставить или освободить место").click()
    keep = anna.locator("#keep")
    keep.get_by_label("Для кого оставить место").fill("Вера")
    keep.locator("label", has_text="4").click()
    boris = phone()
    boris.goto(f"{address}?seat=1")
    boris.get_by_label("Как вас записать").fill("Борис")
    boris.get_by_role("button", name="Сесть за стол").click()
    expect(keep.locator("label", has_text="Борис").locator("input")).to_be_disabled()
    expect(keep.locator("label", has_text="4").locator("input")).to_be_checked()
    keep.get_by_label("Для кого оставить место").fill("Борис")
    keep.get_by_role("button").click()
    expect(keep.locator(".error")).to_contain_text("Здесь уже записано такое имя")
    expect(keep.get_by_label("Для кого оставить место")).to_have_value("Борис")
    keep.get_by_label("Для кого оставить место").fill("Вера")
    keep.get_by_role("button").click()
    expect(keep.locator("label", has_text="Вера").locator("input")).to_be_disabled()
    expect(keep.get_by_label("Для кого оставить место")).to_have_value("")
    expect(anna.locator("#gathering")).to_contain_text("Вера")
    expect(anna.locator("#seats-to-free")).to_contain_text("Вера")


def test_seat_brings_the_name_it_is_kept_under(phone: Phones) -> None:
    _anna, address = host_opens_a_table(phone)
    pulka = Pulka.objects.get()
    seating.reserve_seat(pulka.slug, pulka.table.host, 3, "Глеб")
    gleb = phone()
    gleb.goto(address)
    name = gleb.get_by_label("Как вас записать")
    kept, free = (gleb.locator("label", has_text=text) for text in ("оставлено", "место 2"))
    kept.click()
    expect(name).to_have_value("Глеб")
    free.click()
    expect(name).to_have_value("")
    name.fill("Максим")
    kept.click()
    expect(name).to_have_value("Максим")
