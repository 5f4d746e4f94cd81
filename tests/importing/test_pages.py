"""The pages of imports: what they say, what they ask of the database, who is let in where."""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from prefweb.clubs.models import Club, ClubRole
from prefweb.importing.models import Batch, Upload
from prefweb.players.merging import merge
from prefweb.tables.models import Pulka
from tests.clubs.people import browser, club, member, owner_of, player
from tests.importing.uploads import brought, piece, pulkas_of, sample, text_of, uploaded
from tests.tables.evenings import Evening

pytestmark = pytest.mark.django_db

SHEET = {
    "players": "3", "convention": "sochi", "target": "10", "stake": "2",
    "n1": "Анна", "n2": "Борис", "n3": "Вера", "p1": "10", "p2": "10", "p3": "10",
    "m1": "0", "m2": "4", "m3": "6", "w12": "10", "w13": "0", "w21": "4", "w23": "8",
    "w31": "0", "w32": "0", "evening": "2018-03-02", "uid": "a" * 12,
}  # fmt: skip
DATED = {"started": "2019-11-29T20:00:00+03:00"}


@pytest.fixture
def home() -> Club:
    return club(player("Ольга"))


@pytest.fixture
def olga(home: Club) -> Client:
    return browser(owner_of(home))


def sent(name: str, data: Any) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data if isinstance(data, bytes) else text_of(data))


def text(response: Any) -> str:
    return str(response.content.decode())


def said(response: Any) -> str:
    """The words of the page's main part."""
    main = re.sub(r"(?s).*<main[^>]*>|</main>.*", "", text(response))
    return " ".join(re.sub(r"<[^>]+>", " ", main).split())


# -- files


def test_an_upload_leads_to_its_report_and_this_into_the_history(home: Club, olga: Client) -> None:
    files = [sent("a.json", sample(about=DATED)), sent("b.json", b"[]")]
    led = olga.post(f"/c/{home.slug}/import", {"files": files})
    report = olga.get(led["Location"])
    assert "Можно внести: 1 пулька; 1 файл с ошибками." in said(report)
    chosen = {"take-0": "yes", "who-0": "new", "who-1": "new", "who-2": "none"}
    done = olga.post(led["Location"], chosen, follow=True)
    assert "Внесена 1 пулька." in text(done)
    again = olga.post(led["Location"], chosen)
    assert again["Location"] == done.redirect_chain[-1][0]
    assert Pulka.objects.count() == 1


def test_nothing_chosen_and_too_much_are_said_in_words(home: Club, olga: Client) -> None:
    address = f"/c/{home.slug}/import"
    none = olga.post(address)
    assert (none.status_code, "Сначала выберите файлы." in text(none)) == (422, True)
    many = olga.post(address, {"files": [sent(f"{n}.json", b"{}") for n in range(201)]})
    assert (many.status_code, "не больше 200 пулек" in text(many)) == (422, True)
    big = olga.post(address, {"files": [sent("a.jsonl", b"{}\n" + b" " * (17 << 20))]})
    assert (big.status_code, "не больше 16 МиБ" in text(big)) == (422, True)
    assert not Upload.objects.exists()


def test_what_is_wrong_is_said_beside_it_and_what_was_chosen_stays(
    home: Club, olga: Client
) -> None:
    upload = uploaded(home, owner_of(home), piece(sample(ended=None)))
    address = f"/c/{home.slug}/import/{upload.key}"
    form = {"take-0": "yes", "evening": "32.13.2019", "step-0": "abandoned", "who-0": "none"}
    answer = olga.post(address, form)
    assert answer.status_code == 422
    assert "Пока ничего не внесено." in text(answer)
    assert "Нужна дата, например 30.11.2019" in text(answer)
    assert 'value="abandoned" selected' in text(answer)
    assert re.search(r'name="who-0".*?value="none" selected', text(answer), re.DOTALL)
    assert not Pulka.objects.exists()
    assert olga.post(address, {**form, "evening": "30.11.2019"}).status_code == 302
    assert str(Pulka.objects.get().evening) == "2019-11-30"


@pytest.mark.parametrize("form", [
    {"take-0": "yes", "evening": "2019-11-30", "who-0": "nobody"},
    {"take-0": "yes", "evening": "2019-11-30", "step-0": "playing"},
    {"take-7": "yes", "evening": "2019-11-30"},
    {"evening": "2019-11-30"},
    {"take-0": "yes", "evening": "2999-11-30"},
])  # fmt: skip
def test_odd_forms_bring_nothing_in(home: Club, olga: Client, form: dict[str, str]) -> None:
    upload = uploaded(home, owner_of(home), piece(sample()))
    assert olga.post(f"/c/{home.slug}/import/{upload.key}", form).status_code == 422
    assert not Pulka.objects.exists()


def test_a_likely_duplicate_is_named_and_not_chosen_by_itself(home: Club, olga: Client) -> None:
    brought(home, owner_of(home), piece(sample(about=DATED)))
    upload = uploaded(home, owner_of(home), piece(sample(about=DATED, stake="7")))
    page = text(olga.get(f"/c/{home.slug}/import/{upload.key}"))
    assert f"/p/{Pulka.objects.get().slug}" in page
    assert 'name="take-0" value="yes">' in page


def test_an_upload_that_is_gone_says_so(home: Club, olga: Client) -> None:
    answer = olga.get(f"/c/{home.slug}/import/nothing", follow=True)
    assert "Эти файлы ждали слишком долго." in text(answer)


@pytest.mark.parametrize("count", [1, 20, 200])
def test_a_report_asks_as_little_whatever_it_is_about(
    home: Club, olga: Client, count: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    brought(home, owner_of(home), piece(sample(about=DATED)))
    names = [(f"Анна {n}", f"Борис {n}", f"Вера {n}") for n in range(count)]
    lines = [piece(sample(each, about=DATED)) for each in names]
    upload = uploaded(home, owner_of(home), *lines)
    with django_assert_max_num_queries(12):
        assert olga.get(f"/c/{home.slug}/import/{upload.key}").status_code == 200


@pytest.mark.parametrize("count", [1, 25])
def test_lists_of_imports_ask_as_little(
    home: Club, olga: Client, count: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    batches = [
        brought(home, owner_of(home), *(piece(sample(stake=f"{n}.{m}")) for m in range(2)))
        for n in range(count)
    ]
    with django_assert_max_num_queries(12):
        assert olga.get(f"/c/{home.slug}/import").status_code == 200
    with django_assert_max_num_queries(12):
        assert olga.get(f"/c/{home.slug}/imports/{batches[0].pk}").status_code == 200


def test_200_files_come_in_at_once(home: Club, olga: Client) -> None:
    lines = b"\n".join(text_of(sample(stake=f"{n}")) for n in range(200))
    led = olga.post(f"/c/{home.slug}/import", {"files": [sent("all.jsonl", lines)]})
    form = {f"take-{n}": "yes" for n in range(200)}
    who = {f"who-{n}": "new" for n in range(3)}
    done = olga.post(led["Location"], {**form, **who, "evening": "1999-01-01"}, follow=True)
    assert "Внесено 200 пулек." in text(done)


# -- what was brought in


def test_who_did_it_takes_it_back_admin_or_no_longer(home: Club) -> None:
    anton = member(home, "Антон", ClubRole.ADMIN)
    batch = brought(home, anton, piece(sample()))
    home.members.filter(player=anton).update(role=ClubRole.MEMBER)
    other = browser(member(home, "Мария"))
    address = f"/c/{home.slug}/imports/{batch.pk}"
    assert other.get(address).status_code == other.post(address).status_code == 403
    mine = browser(anton)
    assert "Отменить этот импорт" in text(mine.get(address))
    mine.post(address)
    assert not Pulka.objects.exists()
    assert "Отменено" in text(mine.get(address))


def test_an_import_of_another_club_is_not_there(home: Club, olga: Client) -> None:
    elsewhere = club(player("Чужой"))
    batch = brought(elsewhere, owner_of(elsewhere), piece(sample()))
    assert olga.post(f"/c/{home.slug}/imports/{batch.pk}").status_code == 404
    assert Pulka.objects.count() == 1


def test_every_page_of_an_imported_pulka_is_there(home: Club, olga: Client) -> None:
    anna, boris, vera = names = ("Анна", "Борис", "Вера")
    given_up = {"type": "concede", "declarer": anna, "level": 7, "undertricks": 2}
    data = sample(names, options={"concession": 3})
    data["deals"].insert(1, given_up)
    data["deals"].insert(2, {
        "type": "contract", "declarer": vera, "level": 6, "multiplier": 2, "note": "бомба",
        "roles": {anna: "whist", boris: "whist"}, "tricks": {vera: 5, anna: 2, boris: 3},
    })  # fmt: skip
    (pulka,) = pulkas_of(brought(home, owner_of(home), piece(data)))
    pages = ("", "/sheet", "/score", "/log", "/settlement", "/replay/3", "/replay/5.1", "/share",
             "/deals/2", "/deals/3", "/why/pool-1", "/print", "/sheet/large", "/agreed",
             "/pulka.json", "/deals.csv", "/sheet.svg")  # fmt: skip
    for page in pages:
        answer = olga.get(f"/p/{pulka.slug}{page}", follow=True)
        assert answer.status_code == 200, page
    given_up_page, bomb = (said(olga.get(f"/p/{pulka.slug}/deals/{n}")) for n in (2, 3))
    assert "2 × 4" in given_up_page
    assert "×2 бомба" in bomb
    assert "с перехватом" in said(olga.get(f"/p/{pulka.slug}/deals/4"))


def test_what_was_brought_in_is_no_game_of_who_brought_it(home: Club, olga: Client) -> None:
    (pulka,) = pulkas_of(brought(home, owner_of(home), piece(sample(about=DATED))))
    assert pulka.slug not in text(olga.get("/"))
    assert pulka.slug not in text(olga.get("/me/games"))
    assert pulka.slug in text(olga.get(f"/c/{home.slug}/history"))


# -- paper


def paper(client: Client, home: Club, **more: str) -> Any:
    return client.post(f"/c/{home.slug}/paper", {**SHEET, **more})


def test_a_sheet_becomes_a_finished_pulka_with_the_calculators_result(
    home: Club, olga: Client
) -> None:
    led = paper(olga, home, title="Дача")
    pulka = Pulka.objects.get()
    assert (pulka.source, pulka.step, str(pulka.evening)) == ("paper", "settled", "2018-03-02")
    assert (pulka.table.title, pulka.table.closed is not None) == ("Дача", True)
    counted = text(olga.get("/calculator", SHEET, follow=True))
    results = re.findall(r'data-balance="\d" data-value="([^"]+)"', counted)
    assert [seat.whists for seat in pulka.seats.all()] == results
    assert pulka.lines.get().action == "entered"
    page = text(olga.get(led["Location"]))
    assert f"/p/{pulka.slug}" in page
    for field in ('name="n2" maxlength="40"', 'value="Борис"', 'value="Дача"'):
        assert field in page
    assert not re.search(r'name="p1"[^>]*value="10"', page)


def test_the_same_form_twice_keeps_one(home: Club, olga: Client) -> None:
    assert paper(olga, home)["Location"] == paper(olga, home)["Location"]
    assert Pulka.objects.count() == Batch.objects.count() == 1


def test_the_same_sheet_again_is_refused_and_the_same_evening_asked_about(
    home: Club, olga: Client
) -> None:
    paper(olga, home)
    same = paper(olga, home, uid="b" * 12, evening="2018-03-05")
    assert (same.status_code, "Эта пулька здесь уже есть." in text(same)) == (422, True)
    like = paper(olga, home, uid="c" * 12, stake="3")
    assert (like.status_code, "Возможно, эта пулька уже здесь." in text(like)) == (422, True)
    assert Pulka.objects.count() == 1
    assert paper(olga, home, uid="c" * 12, stake="3", sure="yes").status_code == 302
    assert Pulka.objects.count() == 2


@pytest.mark.parametrize(("more", "words"), [
    ({"evening": ""}, "Укажите вечер"),
    ({"evening": "вчера"}, "Нужна дата"),
    ({"n2": ""}, "Напишите имя игрока."),
    ({"n2": "анна"}, "Два игрока с таким именем."),
    ({"who-0": "кто-то"}, "Выберите"),
    ({"p1": "сто"}, "Пулька пока не сохранена."),
    ({"p1": ""}, "data-missing"),
    ({"uid": ""}, "Попробуйте"),
])  # fmt: skip
def test_what_is_missing_keeps_nothing_and_what_was_typed(
    home: Club, olga: Client, more: dict[str, str], words: str
) -> None:
    answer = paper(olga, home, **more)
    assert answer.status_code == 422
    assert words in text(answer)
    assert 'value="Вера"' in text(answer)
    assert not Pulka.objects.exists()


def test_zeros_are_filled_in_and_nothing_is_kept_yet(home: Club, olga: Client) -> None:
    answer = paper(olga, home, m1="", zeros="yes")
    assert answer.status_code == 200
    assert "data-balance" in text(answer)
    assert not Pulka.objects.exists()


def test_a_page_of_paper_asks_as_little_whatever_the_club(
    home: Club, olga: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for n in range(30):
        member(home, f"Член {n}", account=False)
    with django_assert_max_num_queries(12):
        olga.get(f"/c/{home.slug}/paper", SHEET)
    with django_assert_max_num_queries(6):
        olga.get(f"/c/{home.slug}/paper", SHEET, headers={"hx-request": "true"})


def test_a_sheet_in_a_game_of_my_own_is_mine_and_nobody_elses() -> None:
    anna, other = player("Анна"), player("Борис")
    mine = browser(anna)
    assert mine.post("/me/paper", {**SHEET, "me": ""}).status_code == 422
    led = mine.post("/me/paper", {**SHEET, "me": "0"})
    pulka = Pulka.objects.get()
    assert [seat.person for seat in pulka.seats.all()] == [anna, None, None]
    assert mine.get(led["Location"]).status_code == 200
    assert "data-pulka" in text(mine.get("/me/games"))
    assert browser(other).get(f"/p/{pulka.slug}").status_code == 403
    batch = Batch.objects.get()
    assert browser(other).post(f"/me/imports/{batch.pk}").status_code == 403
    assert mine.get(f"/me/imports/{batch.pk}").status_code == 200
    mine.post(f"/me/imports/{batch.pk}")
    assert not Pulka.objects.exists()


@pytest.mark.parametrize("account", [True, False])
def test_games_of_my_own_need_an_account(account: bool) -> None:
    client = browser(player("Анна", account=account))
    answer = client.get("/me/paper")
    assert answer.status_code == (200 if account else 302)
    assert browser().get("/me/paper").status_code == 302


# -- the calculator


def links(client: Client) -> list[str]:
    page = text(client.get("/calculator", SHEET, follow=True))
    return re.findall(r'href="(/(?:c/\w+|me)/paper)\?', page)


def test_a_result_can_be_kept_where_one_may(home: Club, olga: Client) -> None:
    assert links(olga) == [f"/c/{home.slug}/paper", "/me/paper"]
    assert links(browser(member(home, "Мария"))) == ["/me/paper"]
    assert links(browser(player("Гость", account=False))) == links(browser()) == []


def test_a_result_of_minutes_ago_is_likely_the_game_that_was_played_here(
    home: Club, olga: Client
) -> None:
    evening = Evening.begin(3)
    Pulka.objects.filter(pk=evening.pulka.pk).update(club=home)
    page = text(olga.get("/calculator", {**SHEET, "n2": "Борис"}, follow=True))
    address = re.search(rf'href="(/c/{home.slug}/paper\?[^"]+)"', page)
    assert address is not None
    form = olga.get(address[1].replace("&amp;", "&"))
    today = re.search(r'name="evening"[^>]*value="([\d-]+)"', text(form))
    assert today is not None
    answer = paper(olga, home, evening=today[1])
    assert "Те же игроки примерно в то же время:" in text(answer)
    assert f"/p/{evening.pulka.slug}" in text(answer)


def test_a_guest_who_was_taken_for_somebody_takes_back_nothing_of_his() -> None:
    anna, guest = player("Анна"), player("Гость", account=False)
    assert browser(anna).post("/me/paper", {**SHEET, "me": "0"}).status_code == 302
    merge(guest, anna, None)
    path = f"/me/imports/{Batch.objects.get().pk}"
    assert browser(guest).get(path).status_code == 403
    assert browser(guest).post(path).status_code == 403
    assert Pulka.objects.exists()
    assert browser(anna).get(path).status_code == 200
