"""The archive as a browser gets it and hands it in."""

import csv
import hashlib
import io
import json
from typing import Any
from zipfile import ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client

from prefweb.archive.models import WaitingArchive
from prefweb.archive.writing import archive_of
from prefweb.clubs.models import Club, ClubRole, Member
from prefweb.clubs.services import membership
from prefweb.players.merging import merge
from prefweb.players.models import Account, Player
from prefweb.tables.models import BEGUN, Deal, Pulka, Table
from scoring import read_pulka, score_text
from tests.archive.everything import bytes_of, everything, wipe
from tests.archive.test_restoring import role_of, small
from tests.clubs.people import browser, club, member, owner_of, player
from tests.importing.uploads import brought, piece, sample
from tests.sharing.people import by_hand
from tests.sheets.long import long_evening

pytestmark = pytest.mark.django_db


def sent(client: Client, path: str) -> Any:
    """What was streamed, put together."""
    answer = client.get(path)
    assert answer.status_code == 200, answer
    answer.whole = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    return answer


def archive_from(home: Club) -> Any:
    return sent(browser(owner_of(home)), f"/c/{home.slug}/archive.zip")


# ---------- out ----------


def test_the_page_leads_to_the_file_and_the_tables() -> None:
    home = small()
    page = browser(owner_of(home)).get(f"/c/{home.slug}/archive").content.decode()
    for path in ("archive.zip", "members.csv", "deals.csv", "history.csv"):
        assert f'href="/c/{home.slug}/{path}"' in page
    assert "1 пулька" in page


def test_the_file_has_a_name_and_is_packed_once() -> None:
    answer = archive_from(small())
    assert answer["content-type"] == "application/zip"
    assert answer["content-disposition"].startswith("attachment; filename*=utf-8''")
    assert answer["content-disposition"].endswith(".zip")
    assert answer["content-encoding"] == "identity"


def test_the_manifest_says_of_every_file_what_it_is() -> None:
    whole = archive_from(everything()).whole
    with ZipFile(io.BytesIO(whole)) as zipped:
        assert zipped.testzip() is None
        manifest = json.loads(zipped.read("manifest.json"))
        assert set(manifest["files"]) == set(zipped.namelist()) - {"manifest.json"}
        for name, told in manifest["files"].items():
            content = zipped.read(name)
            assert told["bytes"] == len(content)
            assert told["sha256"] == hashlib.sha256(content).hexdigest()
            if name.startswith("data/"):
                assert told["rows"] == content.count(b"\n")
        assert (manifest["kind"], manifest["version"]) == ("prefweb club", 1)
        pulkas = [name for name in zipped.namelist() if name.startswith("pulkas/")]
        assert len(pulkas) == Pulka.objects.filter(BEGUN).count()
        for name in pulkas:
            assert read_pulka(zipped.read(name)).players
            score_text(zipped.read(name))
        for name in ("members.csv", "results.csv", "deals.csv"):
            assert table(zipped.read(name))
        assert "Клуб на Покровке" in zipped.read("README.txt").decode()


def test_no_password_no_address_no_session_is_in_it() -> None:
    home = small()
    account = owner_of(home).account
    assert account is not None
    account.email = "olga@example.com"
    account.save()
    client = browser(owner_of(home))
    with ZipFile(io.BytesIO(bytes_of(home))) as zipped:
        everything = b"".join(zipped.read(name) for name in zipped.namelist())
    for secret in ("olga@example.com", account.password, client.session.session_key or "?"):
        assert secret.encode() not in everything
    assert account.username.encode() in everything


def test_only_the_people_of_the_club_are_in_it() -> None:
    home = small()
    club(player("Посторонний"), name="Другой")
    with ZipFile(io.BytesIO(bytes_of(home))) as zipped:
        names = {json.loads(line)["name"] for line in zipped.open("data/players.player.jsonl")}
        assert "Посторонний" not in names
        assert zipped.read("data/clubs.club.jsonl").count(b"\n") == 1


@pytest.mark.django_db(transaction=True)
def test_it_is_of_one_moment_though_play_goes_on() -> None:
    home = small()
    pieces = archive_of(home)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("prefweb.archive.writing.CHUNK", 1)
        data = next(pieces)
        _elsewhere(f"INSERT INTO clubs_place (club_id, title, key) VALUES ({home.pk}, 'new', 'k')")
        data += b"".join(pieces)
    with ZipFile(io.BytesIO(data)) as zipped:
        assert zipped.read("data/clubs.place.jsonl") == b""
    assert connection.get_autocommit()
    assert not connection.in_atomic_block


def _elsewhere(statement: str) -> None:
    """Said over another connection."""
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute(statement)
    finally:
        other.close()


@pytest.mark.django_db(transaction=True)
def test_who_stops_reading_leaves_nothing_open() -> None:
    pieces = archive_of(small())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("prefweb.archive.writing.CHUNK", 1)
        next(pieces)
    pieces.close()  # type: ignore[attr-defined]
    assert not connection.in_atomic_block


# ---------- the tables ----------


def table(data: bytes, language: str = "ru") -> list[list[str]]:
    text = data.decode("utf-8")
    assert text.startswith("\ufeff")
    separator = ";" if language == "ru" else ","
    return list(csv.reader(io.StringIO(text[1:]), delimiter=separator))


def test_deals_are_a_row_each_with_what_everybody_did() -> None:
    home = small()
    evening = by_hand()
    Table.objects.filter(pk=evening.pulka.table_id).update(club=home)
    Pulka.objects.filter(pk=evening.pulka.pk).update(club=home, evening="2026-11-28")
    rows = table(sent(browser(owner_of(home)), f"/c/{home.slug}/deals.csv").whole)
    heading, *deals = rows
    assert {len(row) for row in deals} <= set(range(len(heading)))
    mine = [row for row in deals if row[2] == evening.pulka.slug]
    assert len(mine) == len(evening.course.scored)
    assert mine[0][0] == "2026-11-28"
    assert mine[-1][heading.index("раздача") if "раздача" in heading else 9] == "'=премия"


def test_members_are_listed_with_those_who_left() -> None:
    home = small()
    gone = member(home, "=Ушедший")
    Member.objects.filter(player=gone).update(left=home.founded)
    rows = table(sent(browser(owner_of(home)), f"/c/{home.slug}/members.csv").whole)
    found = {row[0]: row for row in rows}
    assert found["Ольга"][1] == "владелец"
    assert found["'=Ушедший"][3]
    assert found["Гость"][5] == "1"


def test_somebody_written_down_twice_is_one_row() -> None:
    home = small()
    anna = member(home, "Анна Зорина")
    merge(membership.add_by_name(home, "Аня").player, anna, anna)
    rows = table(sent(browser(owner_of(home)), f"/c/{home.slug}/members.csv").whole)
    names = [row[0] for row in rows]
    assert (names.count("Анна Зорина"), names.count("Аня")) == (1, 0)


def test_tables_speak_the_language_of_whoever_asks() -> None:
    home = small()
    client = browser(owner_of(home))
    client.cookies["django_language"] = "en"
    rows = table(sent(client, f"/c/{home.slug}/deals.csv").whole, "en")
    assert rows[0][0] == "evening"
    assert "contract" in {row[5] for row in rows} | {row[4] for row in rows}


def test_writing_asks_the_database_a_bounded_number_of_times(
    django_assert_max_num_queries: Any,
) -> None:
    def questions(pulkas: int) -> None:
        home = club(player())
        for _evening in range(pulkas):
            evening = long_evening(3, 3)
            Table.objects.filter(pk=evening.pulka.table_id).update(club=home)
            Pulka.objects.filter(pk=evening.pulka.pk).update(club=home)
        # of each pulka who sat there is asked for by itself
        with django_assert_max_num_queries(70 + pulkas):
            bytes_of(home)

    questions(1)
    questions(12)


# ---------- in ----------


def handed_in(client: Client, data: bytes, name: str = "club.zip") -> Any:
    file = SimpleUploadedFile(name, data, "application/zip")
    return client.post("/clubs/restore", {"file": file})


def test_an_archive_is_looked_at_and_then_taken_in() -> None:
    home = small()
    was = owner_of(home)
    data = archive_from(home).whole
    wipe()
    me = player("Хозяйка")
    client = browser(me)
    answer = handed_in(client, data)
    assert (answer.status_code, answer["location"]) == (302, "/clubs/restore")
    page = client.get("/clubs/restore").content.decode()
    assert "Клуб на Покровке" in page
    assert f'value="{was.pk}" selected' in page
    assert not Club.objects.exists()
    answer = client.post("/clubs/restore", {"do": "restore", "was": str(was.pk)})
    assert answer["location"] == f"/c/{home.slug}"
    assert role_of(me) == ClubRole.OWNER
    assert client.get(answer["location"]).status_code == 200
    again = client.post("/clubs/restore", {"do": "restore", "was": str(was.pk)})
    assert again.status_code == 302
    assert Club.objects.count() == 1
    assert not WaitingArchive.objects.exists()


def test_what_waits_can_be_forgotten() -> None:
    data = bytes_of(small())
    wipe()
    client = browser(player())
    handed_in(client, data)
    client.post("/clubs/restore", {"do": "forget"})
    assert not WaitingArchive.objects.exists()
    assert 'type="file"' in client.get("/clubs/restore").content.decode()


def test_what_waits_is_nobody_elses() -> None:
    data = bytes_of(small())
    wipe()
    handed_in(browser(player()), data)
    other = browser(player("Другая"))
    assert "Клуб на Покровке" not in other.get("/clubs/restore").content.decode()
    other.post("/clubs/restore", {"do": "restore"})
    other.post("/clubs/restore", {"do": "forget"})
    assert not Club.objects.exists()
    assert WaitingArchive.objects.count() == 1


def test_a_day_later_nothing_waits() -> None:
    data = bytes_of(small())
    wipe()
    client = browser(player())
    handed_in(client, data)
    WaitingArchive.objects.update(at="2020-01-01T00:00Z")
    assert 'type="file"' in client.get("/clubs/restore").content.decode()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        pytest.param(b"hello", "не ZIP", id="no ZIP"),
        pytest.param(b"", "Выберите файл", id="nothing"),
    ],
)
def test_what_cannot_be_is_said(data: bytes, words: str) -> None:
    answer = handed_in(browser(player()), data) if data else _nothing()
    assert answer.status_code == 422
    assert words in answer.content.decode()


def _nothing() -> Any:
    return browser(player()).post("/clubs/restore")


def test_a_club_that_is_here_is_said_to_be() -> None:
    home = small()
    answer = handed_in(browser(owner_of(home)), bytes_of(home))
    assert answer.status_code == 422
    assert "Клуб на Покровке" in answer.content.decode()


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("who", ["stranger", "guest"])
def test_who_has_no_account_is_led_to_one(method: str, who: str) -> None:
    client = browser(player(account=False) if who == "guest" else None)
    answer = getattr(client, method)("/clubs/restore")
    assert answer.status_code == 302
    assert answer["location"].startswith("/account/login/?next=")


def test_the_page_asks_little(django_assert_max_num_queries: Any) -> None:
    data = bytes_of(small())
    wipe()
    client = browser(player())
    handed_in(client, data)
    with django_assert_max_num_queries(12):
        client.get("/clubs/restore")


def test_deals_that_cannot_be_played_through_are_told() -> None:
    home = small()
    Deal.objects.update(dealer=7)
    data = bytes_of(home)
    with ZipFile(io.BytesIO(data)) as zipped:
        slug = Pulka.objects.get(started__isnull=False).slug
        assert json.loads(zipped.read("manifest.json"))["without_file"] == [slug]
    wipe()
    answer = handed_in(browser(player()), data)
    assert answer.status_code == 422
    assert not Account.objects.exclude(username__startswith="player").exists()
    assert Player.objects.count() == 1


def test_an_old_pulka_whose_hour_nobody_knows_is_in_everything() -> None:
    keeper = player("Ольга")
    home = club(keeper)
    brought(home, keeper, piece(sample(about={"evening": "2019-03-01"})))
    slug = Pulka.objects.get().slug
    data = bytes_of(home)
    with ZipFile(io.BytesIO(data)) as zipped:
        assert f"pulkas/2019/2019-03-01 {slug}.json" in zipped.namelist()
        assert slug in zipped.read("deals.csv").decode()
    client = browser(keeper)
    assert "1 пулька" in client.get(f"/c/{home.slug}/archive").content.decode()
    Deal.objects.update(dealer=7)
    broken = bytes_of(home)
    wipe()
    assert handed_in(browser(player()), broken).status_code == 422


def test_in_the_table_of_deals_numbers_are_numbers_and_texts_are_harmless() -> None:
    keeper = player("=Ольга")
    home = club(keeper)
    less = {"player": "+Анна", "area": "mountain", "amount": "-7/2"}
    told = sample(("+Анна", "Борис", "Вера"), about={"title": "@стол", "evening": "2019-03-01"})
    brought(home, keeper, piece({**told, "deals": [{"type": "manual", "entries": [less]}]}))
    client = browser(keeper)
    row = table(sent(client, f"/c/{home.slug}/deals.csv").whole)[1]
    assert "-3 1/2" in row
    assert {"'@стол", "'+Анна"} <= set(row)
    people = table(sent(client, f"/c/{home.slug}/members.csv").whole)[1:]
    assert {row[0] for row in people} == {"'=Ольга", "'+Анна", "Борис", "Вера"}
