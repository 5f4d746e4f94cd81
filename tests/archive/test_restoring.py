"""An archive comes in whole or not at all, and gets no hold of anybody who is here."""

import hashlib
import io
import json
from collections.abc import Callable
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from prefweb.archive import waiting
from prefweb.archive.faults import Refused
from prefweb.archive.reading import Archive
from prefweb.archive.services import Owner, Report, restore
from prefweb.archive.writing import MANIFEST
from prefweb.clubs.access import clubs_of
from prefweb.clubs.models import Club, ClubRole, Invitation
from prefweb.players.merging import unmerge
from prefweb.players.models import Account, Merge, Player
from prefweb.tables.models import Pulka, Seat, Table
from tests.archive.everything import LIMIT, bytes_of, opened, wipe
from tests.clubs.people import club, member, owner_of, player
from tests.tables.evenings import Evening
from tests.tables.test_playing import ended

pytestmark = pytest.mark.django_db

Change = Callable[[dict[str, bytes]], None]


def small() -> Club:
    """A club with one settled pulka, one open table and one invitation."""
    home = club(player("Ольга"))
    guest = member(home, "Гость", account=False)
    evening = ended()
    for seat in range(3):
        evening.confirm(seat)
    Seat.objects.filter(pulka=evening.pulka, index=0).update(person=guest)
    Evening.gather()
    Table.objects.update(club=home)
    Pulka.objects.update(club=home)
    Invitation.objects.create(club=home, code="111111111", expires=timezone.now())
    return home


def files_of(data: bytes) -> dict[str, bytes]:
    with ZipFile(io.BytesIO(data)) as zipped:
        return {name: zipped.read(name) for name in zipped.namelist()}


def zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def forged(data: bytes, change: Change) -> bytes:
    """The archive with something else in it, and a manifest that says it was always so."""
    files = files_of(data)
    change(files)
    manifest = json.loads(files[MANIFEST])
    for name in [name for name in manifest["files"] if name.startswith("data/")]:
        if name in files:
            content = files[name]
            told = {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
            manifest["files"][name] = told | {"rows": content.count(b"\n")}
    files[MANIFEST] = json.dumps(manifest).encode()
    return zipped(files)


def with_row(label: str, **values: Any) -> Change:
    """Other values in the first row of a model."""

    def change(files: dict[str, bytes]) -> None:
        name = f"data/{label}.jsonl"
        first, *others = files[name].splitlines(keepends=True)
        row = {**json.loads(first), **values}
        files[name] = b"".join([json.dumps(row).encode() + b"\n", *others])

    return change


def without(label: str, column: str) -> Change:
    """The first row of a model without a value."""

    def change(files: dict[str, bytes]) -> None:
        name = f"data/{label}.jsonl"
        first, *others = files[name].splitlines(keepends=True)
        row = json.loads(first)
        del row[column]
        files[name] = b"".join([json.dumps(row).encode() + b"\n", *others])

    return change


def nested(depth: int) -> list[Any]:
    found: list[Any] = []
    for _ in range(depth):
        found = [found]
    return found


def with_line(label: str, line: bytes) -> Change:
    def change(files: dict[str, bytes]) -> None:
        files[f"data/{label}.jsonl"] += line + b"\n"

    return change


def twice(files: dict[str, bytes]) -> None:
    files["data/clubs.invitation.jsonl"] *= 2


def faults_of(data: bytes) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as refused:
        restore(Archive(io.BytesIO(data), LIMIT), None)
    return [(fault.code, fault.at) for fault in refused.value.faults]


PLAYERS = "data/players.player.jsonl"


FAULTS: dict[str, tuple[Change, str, str]] = {
    "another's table": (
        with_row("tables.pulka", table_id=999_999),
        "names_nobody",
        "tables.pulka.jsonl:1",
    ),
    "a text for a number": (
        with_row("tables.pulka", size="3"),
        "value_wrong",
        "tables.pulka.jsonl:1",
    ),
    "nine players": (with_row("tables.pulka", size=9), "value_wrong", "tables.pulka.jsonl:1"),
    "yes for a number": (
        with_row("tables.pulka", size=True),
        "value_wrong",
        "tables.pulka.jsonl:1",
    ),
    "no such step": (with_row("tables.pulka", step="lost"), "value_wrong", "tables.pulka.jsonl:1"),
    "no slug": (with_row("tables.pulka", slug="../x"), "value_wrong", "tables.pulka.jsonl:1"),
    "no convention": (
        with_row("tables.pulka", convention={"a": 1}),
        "value_wrong",
        "tables.pulka.jsonl:1",
    ),
    "no moment": (
        with_row("tables.pulka", started="yesterday"),
        "value_wrong",
        "tables.pulka.jsonl:1",
    ),
    "no zone": (
        with_row("tables.pulka", started="2026-11-30T10:00:00"),
        "value_wrong",
        "tables.pulka.jsonl:1",
    ),
    "a later column": (
        with_row("tables.pulka", is_admin=True),
        "column_unknown",
        "tables.pulka.jsonl:1",
    ),
    "no posts": (with_row("tables.deal", posts={"game": 1}), "value_wrong", "tables.deal.jsonl:1"),
    "a log of something else": (
        with_row("tables.line", action="hacked"),
        "pulka_broken",
        "tables.pulka.jsonl",
    ),
    "a NUL": (with_row("tables.line", by_name="\0"), "value_wrong", "tables.line.jsonl:1"),
    "no key": (with_row("tables.seat", key="<script>"), "value_wrong", "tables.seat.jsonl:1"),
    "no clock": (with_row("clubs.club", time_zone="Mars"), "value_wrong", "clubs.club.jsonl:1"),
    "on the first page": (
        with_row("tables.table", is_demo=True),
        "value_wrong",
        "tables.table.jsonl:1",
    ),
    "half a row": (with_line("tables.seat", b"{"), "row_broken", "tables.seat.jsonl:7"),
    "no number": (with_line("tables.seat", b'{"id": NaN}'), "row_broken", "tables.seat.jsonl:7"),
    "a list": (with_line("tables.seat", b"[1]"), "row_broken", "tables.seat.jsonl:7"),
    "deep": (with_line("tables.seat", b"[" * 100_000), "row_broken", "tables.seat.jsonl:7"),
    "no key at all": (with_line("clubs.club", b"{}"), "value_wrong", "clubs.club.jsonl:2"),
    "the same twice": (twice, "twice", "clubs.invitation.jsonl"),
    "a number too large": (
        with_row("tables.pulka", version=1 << 40),
        "value_wrong",
        "tables.pulka.jsonl:1",
    ),
    "a NUL in a slug": (
        with_row("tables.pulka", slug="a\0"),
        "value_wrong",
        "tables.pulka.jsonl:1",
    ),
    "half a pair in a key": (
        with_row("tables.seat", key="a\ud800"),
        "value_wrong",
        "tables.seat.jsonl:1",
    ),
    "no text for a slug": (with_row("clubs.club", slug=5), "value_wrong", "clubs.club.jsonl:1"),
    "before all clocks": (
        with_row("clubs.club", founded="0001-01-01T00:00:00+14:00"),
        "value_wrong",
        "clubs.club.jsonl:1",
    ),
    "after all clocks": (
        with_row("tables.pulka", ended="9999-12-31T23:59:59-12:00"),
        "value_wrong",
        "tables.pulka.jsonl:1",
    ),
    "a day before all days": (
        with_row("tables.pulka", evening="0001-01-01"),
        "value_wrong",
        "tables.pulka.jsonl:1",
    ),
    "no such hour": (with_row("clubs.club", day_begins=24), "value_wrong", "clubs.club.jsonl:1"),
    "another owner invited": (
        with_row("clubs.invitation", role="owner"),
        "value_wrong",
        "clubs.invitation.jsonl:1",
    ),
    "no number of whists": (
        with_row("tables.seat", whists="many"),
        "value_wrong",
        "tables.seat.jsonl:1",
    ),
    "no such end": (with_row("tables.pulka", reason="lost"), "value_wrong", "tables.pulka.jsonl:1"),
    "a table of nobody's": (
        with_row("tables.table", club_id=None),
        "names_nobody",
        "tables.table.jsonl:1",
    ),
    "a pulka of nobody's": (
        without("tables.pulka", "club_id"),
        "names_nobody",
        "tables.pulka.jsonl:1",
    ),
    "deeper than a file may be": (
        with_row("tables.pulka", about={"a": nested(40)}),
        "value_wrong",
        "tables.pulka.jsonl:1",
    ),
    "two on one seat": (with_row("tables.seat", index=1), "database", "tables.seat.jsonl"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_is_told_with_its_place_and_nothing_is_kept(
    name: str,
) -> None:
    change, code, at = FAULTS[name]
    data = forged(bytes_of(small()), change)
    wipe()
    found = faults_of(data)
    assert (code, f"data/{at}") in found
    assert not Club.objects.exists()
    assert not Player.objects.exists()


def test_all_faults_are_told_together() -> None:
    def two(files: dict[str, bytes]) -> None:
        with_row("tables.pulka", step="lost", size=9)(files)
        with_row("tables.seat", name=5)(files)

    data = forged(bytes_of(small()), two)
    wipe()
    assert len(faults_of(data)) == 3


DAMAGES: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "no ZIP": (lambda data: b"hello", "not_zip"),
    "cut": (lambda data: data[:-500], "not_zip"),
    "another ZIP": (lambda data: zipped({"a.txt": b"1"}), "not_archive"),
    "a changed row": (
        lambda data: zipped(
            {
                name: content.replace("Ольга".encode(), "Жанна".encode())
                for name, content in files_of(data).items()
            }
        ),
        "file_damaged",
    ),
    "a file is missing": (
        lambda data: zipped(
            {name: one for name, one in files_of(data).items() if name != "data/tables.line.jsonl"}
        ),
        "file_damaged",
    ),
    "a later version": (
        lambda data: zipped(
            files_of(data)
            | {MANIFEST: files_of(data)[MANIFEST].replace(b'"version": 1', b'"version": 2')}
        ),
        "newer",
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_is_damaged_or_later_is_refused(damage: str) -> None:
    data = bytes_of(small())
    wipe()
    change, code = DAMAGES[damage]
    assert faults_of(change(data))[0][0] == code
    assert not Player.objects.exists()


def test_a_zip_that_unpacks_too_large_is_refused() -> None:
    data = forged(bytes_of(small()), lambda files: files.update({"more": b"0" * 5_000_000}))
    with pytest.raises(Refused, match="too_large"):
        Archive(io.BytesIO(data), 1_000_000)


def test_a_club_that_is_here_is_not_taken_in_again() -> None:
    data = bytes_of(small())
    assert faults_of(data) == [("club_here", "")]
    assert Club.objects.count() == 1


def away(home: Club) -> None:
    """The club is deleted, its people stay: the same server, later."""
    Pulka.objects.all().delete()
    Table.objects.all().delete()
    home.delete()


def test_people_who_are_here_are_not_those_of_the_archive() -> None:
    home = small()
    owner, guest = owner_of(home), Player.objects.get(name="Гость")
    data = bytes_of(home)
    away(home)
    before = set(Player.objects.values_list("pk", "main", "account", "name"))
    report = restore(opened(data), None)
    assert report.new_people == len(before)
    assert before <= set(Player.objects.values_list("pk", "main", "account", "name"))
    assert not clubs_of(owner.pk).exists()
    found = Seat.objects.get(pulka__slug=Pulka.objects.earliest("pk").slug, index=0).person
    assert found is not None
    assert found.pk != guest.pk
    assert found.name == "Гость"


def test_links_are_kept_where_they_are_free_and_new_where_somebody_has_them() -> None:
    home = small()
    data = bytes_of(home)
    key = Table.objects.earliest("pk").watch_key
    slug = Pulka.objects.earliest("pk").slug
    code = Table.objects.latest("pk").code
    wipe()
    report = restore(opened(data), None)
    assert report.new_keys == 0
    assert Table.objects.earliest("pk").watch_key == key
    wipe()
    other = Evening.gather()
    Table.objects.update(watch_key=key, code=code)
    Pulka.objects.update(slug=slug)
    report = restore(opened(data), None)
    assert report.new_keys == 3
    assert Table.objects.get(watch_key=key).club is None
    assert Pulka.objects.get(slug=slug).pk == other.pulka.pk
    assert Table.objects.filter(code=code, closed=None).count() == 1


def role_of(me: Player) -> str:
    """In his one club."""
    club: Any = clubs_of(me.pk).get()
    return str(club.role)


def restored(data: bytes, was: str | None) -> tuple[Report, Player]:
    """On another server, by somebody with an account there."""
    wipe()
    me = player("Хозяйка")
    return restore(opened(data), Owner(me, was)), me


def test_who_restores_a_club_owns_it_and_has_the_games_of_whom_he_was() -> None:
    home = small()
    was = owner_of(home)
    report, me = restored(bytes_of(home), str(was.pk))
    assert (report.owner, report.new_people) == (str(was.pk), 0)
    assert role_of(me) == ClubRole.OWNER
    found = Club.objects.get()
    assert found.members.filter(role=ClubRole.OWNER).count() == 1
    assert Player.objects.get(pk=was.pk).main == me
    assert Account.objects.count() == 1


def test_who_turns_out_to_be_somebody_else_there_still_owns_what_he_restored() -> None:
    home = small()
    _report, me = restored(bytes_of(home), str(owner_of(home).pk))
    unmerge(Merge.objects.get(undone=None, into=me), me)
    assert role_of(me) == ClubRole.OWNER
    others = Club.objects.get().members.exclude(player=me)
    assert not others.exclude(role=ClubRole.MEMBER).exists()


def test_another_of_its_people_can_restore_it_too() -> None:
    home = small()
    was = Player.objects.get(name="Гость")
    _report, me = restored(bytes_of(home), str(was.pk))
    assert role_of(me) == ClubRole.OWNER
    assert home.members.model.objects.get(player__name="Ольга").role == ClubRole.ADMIN
    assert Seat.objects.filter(person__main=me).count() == 1


def test_somebody_else_restores_it_and_nobodys_games_are_his() -> None:
    report, me = restored(bytes_of(small()), None)
    assert role_of(me) == ClubRole.OWNER
    assert not Merge.objects.exists()
    assert ["Гость", "player0"] not in report.accounts
    assert [name for name, _account in report.accounts] == ["Ольга"]


def test_he_can_be_nobody_who_is_not_in_it() -> None:
    home = small()
    stranger = Player.objects.create(name="Чужой")
    with pytest.raises(Refused, match="nobody_there"):
        restored(bytes_of(home), str(stranger.pk))
    assert not Club.objects.exists()


def test_merges_of_the_archive_must_agree_with_who_is_who() -> None:
    def circle(files: dict[str, bytes]) -> None:
        first, second = (json.loads(line)["id"] for line in files[PLAYERS].splitlines()[:2])
        rows = [
            {"id": 1, "player_id": first, "into_id": second},
            {"id": 2, "player_id": second, "into_id": first},
        ]
        more = {"by_id": None, "by_name": "", "at": "2026-11-30T10:00:00+00:00", "undone": None}
        files["data/players.merge.jsonl"] = b"".join(
            json.dumps(row | more).encode() + b"\n" for row in rows
        )

    data = forged(bytes_of(small()), circle)
    wipe()
    assert faults_of(data)[0] == ("person_wrong", PLAYERS)


def test_looking_keeps_nothing() -> None:
    data = bytes_of(small())
    wipe()
    report = restore(opened(data), None, keep=False)
    assert report.counts["tables.pulka"] == 2
    assert not Player.objects.exists()


# ---------- the command ----------


def test_the_command_brings_a_club_in(tmp_path: Any, capsys: Any) -> None:
    home = small()
    was = owner_of(home)
    file = tmp_path / "club.zip"
    file.write_bytes(bytes_of(home))
    wipe()
    me = player("Хозяйка")
    assert me.account is not None
    with pytest.raises(CommandError, match="Nobody"):
        call_command("import_club", str(file), owner="nobody")
    call_command("import_club", str(file), check=True)
    assert not Club.objects.exists()
    call_command("import_club", str(file), owner=me.account.username, was=str(was.pk))
    assert "Клуб на Покровке" in capsys.readouterr().out
    assert clubs_of(me.pk).exists()
    with pytest.raises(CommandError):
        call_command("import_club", str(file))
    with pytest.raises(CommandError, match="No such file"):
        call_command("import_club", str(tmp_path / "no.zip"))


def test_a_large_archive_is_for_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "LARGEST", 10)
    account = player().account
    assert account is not None
    with pytest.raises(Refused, match="too_large"):
        waiting.hand_in(account, io.BytesIO(b"0" * 11), "x.zip", 11)
