"""A club in which everything has happened that can, and all its rows in a form to compare."""

import io
import json
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zipfile import ZipFile

from django.db import connection
from django.utils import timezone

from prefweb.archive.reading import Archive
from prefweb.archive.registry import kept
from prefweb.archive.writing import archive_of
from prefweb.clubs.models import Club, ClubRole, HouseRules, Invitation, Member, Place
from prefweb.importing.models import Batch, Imported, Newcomer
from prefweb.ledger import services as ledger
from prefweb.ledger.keeping import keep_club
from prefweb.players.merging import merge, unmerge
from prefweb.players.models import Player
from prefweb.tables.models import Consent, Pulka, PulkaStep, Sitting, Source, Table
from prefweb.tables.services import ending, seating
from prefweb.tables.services.results import keep_results
from scoring import Area
from tests.clubs.people import club, member, player
from tests.ledger.books import settle
from tests.sharing.people import by_hand, of_five_with_another_pair
from tests.tables import consenting
from tests.tables.evenings import Evening, agreement, house
from tests.tables.hands import write
from tests.tables.test_continuing import goes_on
from tests.tables.test_correcting import codex, mend_tricks, offend
from tests.tables.test_mending import settled
from tests.tables.test_playing import ended

LIMIT = 1 << 30
Kind = Consent.Kind


def everything() -> Club:
    """A club of years: every model has rows of it, in every state that they can have."""
    owner = player("Ольга")
    home = club(owner, about="Играем\nпо пятницам", time_zone="Asia/Vladivostok", is_public=True)
    anton, maria = member(home, "Антон", ClubRole.ADMIN), member(home, "Мария")
    _members(home, maria)
    _invitations(home, anton)
    place = _places(home)
    _evenings()
    Table.objects.update(club=home)
    Table.objects.filter(pk=Table.objects.earliest("pk").pk).update(place=place)
    Pulka.objects.update(club=home, house_rules="Наши")
    Pulka.objects.filter(started__isnull=False).update(evening=date(2026, 11, 28))
    _people(home, anton, maria)
    _imported(home, anton)
    _settled(home, anton)
    return home


def _members(home: Club, maria: Player) -> None:
    gone = member(home, "Ушедший")
    Member.objects.filter(player=gone).update(left=timezone.now())
    guest = member(home, "Гость", account=False)
    merge(guest, maria, maria)


def _invitations(home: Club, by: Player) -> None:
    soon = timezone.now() + timedelta(days=7)
    fields: dict[str, Any] = {"club": home, "by": by, "by_name": by.name, "expires": soon}
    Invitation.objects.create(code="11111111", **fields)
    Invitation.objects.create(code="22222222", revoked=timezone.now(), used=3, **fields)
    waits = member(home, "Ждёт", account=False)
    Invitation.objects.create(code="33333333", player=waits, role=ClubRole.ADMIN, **fields)


def _places(home: Club) -> Place:
    rules = {**agreement().to_data(), "proxies": "scribe"}
    HouseRules.objects.create(club=home, name="Наши", agreement=rules, is_default=True)
    HouseRules.objects.create(club=home, name="Сочинка", agreement=rules)
    Place.objects.create(club=home, title="Старый стол", removed=timezone.now())
    return Place.objects.create(club=home, title="У окна")


def _evenings() -> None:
    """Pulkas of every step, with all that can happen to one."""
    Evening.gather(people=2)
    gone = Evening.begin(3, target=50)
    gone.seven_made()
    asked = consenting.ask(gone, 0, Kind.ABANDON, why="Поздно")
    assert asked.outcome == Consent.Outcome.OPEN
    abandoned = Evening.begin(4)
    consenting.ask(abandoned, 0, Kind.ABANDON, why="Свет погас")
    consenting.all_agree(abandoned)
    of_five_with_another_pair()
    by_hand()
    _mended()
    _fined()
    _continued()
    _replaced()
    rematched = ended()
    ending.rematch(rematched.pulka.slug, rematched.players[0])


def _mended() -> None:
    """Settled and mended; one that refused; a deal taken out, one under way, one off the sheet."""
    evening = settled()
    consenting.mend(evening, 1, 1, "Было иначе", tricks_0=6)
    consenting.all_agree(evening)
    assert evening.again().pulka.corrected
    running = Evening.begin(3, target=50)
    for _deal in range(3):
        consenting.seven(running, 1)
    consenting.ask(running, 0, Kind.TAKE_OUT, 1)
    consenting.all_agree(running)
    consenting.ask(running, 0, Kind.STOP, why="Хватит")
    consenting.refuse(running, 1)
    consenting.ask(running, 0, Kind.STOP)
    consenting.withdraw(running, 0)
    running.order(2, 6, "H")


def _fined() -> None:
    """By the Codex: warned, fined, lifted, and one deal that is off the sheet just now."""
    evening = codex()
    offend(evening)
    evening.raspasy(2)
    evening.tricks(2, 4)
    evening.tricks(0, 3)
    offend(evening)
    mend_tricks(evening, 7)
    deal = evening.mendable
    evening.order(1, 8, deal=deal.number, seen=deal.posts.orders[1].value.mark)
    assert evening.pulka.lines.filter(action="lifted").exists()
    assert evening.pulka.deals.exclude(inked=None).exists()


def _continued() -> None:
    evening = Evening.begin(3, target=20)
    consenting.seven(evening, 1)
    goes_on(evening, Kind.EXTEND, {"target": 40})
    parting = Evening.begin(4, target=20)
    consenting.seven(parting, 1)
    goes_on(parting, Kind.PART, {"seat": 3})


def _replaced() -> None:
    """Somebody else on a seat, a waiting entry by hand, a game on time."""
    evening = Evening.begin(3, convention=house(pool_end="time"), target=None, minutes=90, laps=3)
    consenting.seven(evening, 1)
    zoya = Player.objects.create(name="Зоя")
    seating.leave_seat(evening.pulka.slug, evening.players[2])
    seating.take_seat(evening.pulka.slug, zoya, 2, "Зоя")
    write(evening, 0, Area.WHISTS, "7/2", against=1)
    assert Sitting.objects.filter(seat__pulka=evening.pulka).count() == 4


def _people(home: Club, anton: Player, maria: Player) -> None:
    """A chain of merges, one that was undone, and somebody of another club who merged."""
    first, second = Pulka.objects.filter(step=PulkaStep.SETTLED)[:2]
    one, two = first.seats.get(index=1).player, second.seats.get(index=1).player
    assert one is not None
    assert two is not None
    merge(one, two, anton)
    merge(two, anton, player("Чужой"))
    third = Pulka.objects.get(step=PulkaStep.ABANDONED).seats.get(index=2).player
    assert third is not None
    unmerge(merge(third, maria, None), anton)


def _imported(home: Club, by: Player) -> None:
    evening = ended()
    pulka = evening.pulka
    Table.objects.filter(pk=pulka.table_id).update(club=home, closed=timezone.now())
    Pulka.objects.filter(pk=pulka.pk).update(
        club=home, source=Source.FILE, about={"табло": [1, 2.5, None]}, content="f" * 64
    )
    pulka.deals.update(about={"note": "из файла"})
    batch = Batch.objects.create(
        club=home, by=by, by_name=by.name, source=Source.FILE, count=1, uid="u" * 32
    )
    Imported.objects.create(batch=batch, pulka=pulka, version=3, file="старое.json")
    Newcomer.objects.create(batch=batch, player=evening.players[0])
    paper = Evening.begin(3)
    sheet = {"pool": ["5", "0", "7/2"], "mountain": ["0", "-3", "0"], "raspasy": 0}
    sheet |= {"whists": [["0", "16/3", "0"], ["0", "0", "9"], ["0", "0", "0"]]}
    Table.objects.filter(pk=paper.pulka.table_id).update(club=home)
    found = paper.pulka
    found.club, found.source, found.opening = home, Source.PAPER, sheet
    found.step, found.settled = PulkaStep.SETTLED, datetime(2019, 3, 1, tzinfo=UTC)
    found.started, found.ended, found.reason = None, found.settled, "consent"
    keep_results(found)
    found.save()


def _settled(home: Club, by: Player) -> None:
    """A round that was taken back, one of which something is paid, a correction after it."""
    keep_club(home)
    ledger.take_back(home, settle(home, by).number, by)
    made = settle(home, by)
    payment = made.payments.earliest("pk")
    ledger.mark_paid(home, payment.pk, by, settles=True)
    played = made.shares.earliest("pk").pulka
    seats = [played.seats.get(index=index) for index in range(2)]
    for seat, change in zip(seats, (5, -5), strict=True):
        seat.money = (seat.money or 0) + change
        seat.save()
    keep_club(home)


# -- out, away, and in again


def bytes_of(home: Club) -> bytes:
    return b"".join(archive_of(home))


def opened(data: bytes) -> Archive:
    return Archive(io.BytesIO(data), LIMIT)


def wipe() -> None:
    """Another server: nothing of it is here, and keys of rows come anew."""
    tables = ", ".join(f'"{each.model._meta.db_table}"' for each in kept())
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(f"TRUNCATE {tables}, players_account CASCADE")


Rows = dict[str, list[dict[str, Any]]]


def rows_of(data: bytes) -> Rows:
    """Every row of an archive, with keys of rows counted from 1 by model: so they compare."""
    with ZipFile(io.BytesIO(data)) as zipped:
        found = {each.label: _lines(zipped.read(each.file)) for each in kept()}
    ranks = {
        label: {row["id"]: rank for rank, row in enumerate(rows, 1)}
        for label, rows in found.items()
    }
    ranks["players.player"] = {row["id"]: row["id"] for row in found["players.player"]}
    for each in kept():
        for row in found[each.label]:
            row["id"] = ranks[each.label][row["id"]]
            row.pop("account", None)
            for column, model in each.relations.items():
                if row[column] is not None:
                    row[column] = ranks[model._meta.label_lower][row[column]]
    _inside(found["tables.line"], ranks)
    found["players.player"].sort(key=lambda row: row["id"])
    return found


def _lines(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()]


def _inside(lines: Iterable[dict[str, Any]], ranks: dict[str, dict[Any, int]]) -> None:
    """Keys that stand inside the log."""
    for line in lines:
        if isinstance(line["after"], dict) and "hand" in line["after"]:
            line["after"]["hand"] = ranks["tables.hand"][line["after"]["hand"]]
        if line["action"] == "lifted":
            line["after"] = ranks["tables.line"][line["after"]]
