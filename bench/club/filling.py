"""Twelve years of a club: its people, its tables, and copies of a few played pulkas among them.

Rows of tables, pulkas and seats are made here; deals, sittings and lines of the log are copied
within the database, a hundred times faster.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from random import Random

from django.db import connection, transaction

from prefweb.clubs.evenings import evening_at
from prefweb.clubs.models import Club, ClubRole, HouseRules, Member, Place
from prefweb.players.models import Account, Player
from prefweb.tables.agreements import Agreement
from prefweb.tables.models import Proxies, Pulka, PulkaStep, Seat, Source, Table

AT_ONCE = 2000
YEARS = 12
NOW = datetime(2026, 11, 30, 21, 0, tzinfo=UTC)
"""When the history ends, so that it is the same whenever it is made."""
MEMBERS, GUESTS = 120, 60
FIRST = ("Анна", "Борис", "Вера", "Глеб", "Дарья", "Егор", "Жанна", "Захар", "Илья", "Ксения")
LAST = ("Зорина", "Латышев", "Штольц", "Вознесенский-Рудницкий", "Ким", "О’Нил", "Мак", "Юсупова")
TITLES = ("", "", "Среда", "Пятница", "Ночная ростовская", "Турнир")
PLACES = ("У окна", "Большой зелёный", "Малый", "У камина", "Терраса", "Угловой")
RULES = ("Клубная сочинка", "Ленинградка по средам", "Ростов с бомбами")


@dataclass(frozen=True, slots=True)
class Copy:
    """A pulka of the history, what it is copied from, and the last deal that was played."""

    pulka: Pulka
    pattern: Pulka
    people: Sequence[Player]
    deals: int


def fill(patterns: Sequence[Pulka], count: int, name: str, chance: Random) -> Club:
    """A club of this name with so many pulkas in its history, swept as servers are at night."""
    club = _filled(patterns, count, name, chance)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return club


@transaction.atomic
def _filled(patterns: Sequence[Pulka], count: int, name: str, chance: Random) -> Club:
    club = Club.objects.create(name=name, time_zone="Europe/Moscow")
    people = _people(club, chance)
    places = Place.objects.bulk_create(Place(club=club, title=title) for title in PLACES)
    _house_rules(club, patterns)
    copies = _copies(club, people, places, patterns, count, chance)
    while some := list(islice(copies, AT_ONCE)):
        _keep(some)
    return club


def _people(club: Club, chance: Random) -> list[Player]:
    """Who plays there, the most frequent first: members with accounts, and their guests."""
    names = [f"{first} {last} {n}" for n in range(1, 4) for last in LAST for first in FIRST]
    accounts = Account.objects.bulk_create(
        Account(username=f"{club.slug}-{n}", password="!") for n in range(MEMBERS)
    )
    players = [Player(name=name[:40]) for name in names[: MEMBERS + GUESTS]]
    for player, account in zip(players, accounts, strict=False):
        player.account = account
    for player in players:
        player.main = player
    Player.objects.bulk_create(players)
    Member.objects.bulk_create(
        Member(club=club, player=player, role=ClubRole.MEMBER if n else ClubRole.OWNER)
        for n, player in enumerate(players[:MEMBERS])
    )
    return players


def _house_rules(club: Club, patterns: Sequence[Pulka]) -> None:
    agreement = {**Agreement.of(patterns[0]).to_data(), "proxies": Proxies.ANYONE}
    HouseRules.objects.bulk_create(
        HouseRules(club=club, name=name, agreement=agreement) for name in RULES
    )


def _copies(
    club: Club,
    people: Sequence[Player],
    places: Sequence[Place],
    patterns: Sequence[Pulka],
    count: int,
    chance: Random,
) -> Iterator[Copy]:
    often = [1 / (rank + 3) for rank in range(len(people))]
    step = timedelta(days=365 * YEARS) / count
    for number in range(count):
        pattern = chance.choice(patterns)
        began = NOW - step * (count - number) - timedelta(minutes=chance.randrange(240))
        sat: dict[Player, None] = {}
        while len(sat) < pattern.size:
            sat.update(dict.fromkeys(chance.choices(people, often)))
        table = Table(
            code=f"{number:09}",
            title=chance.choice(TITLES),
            host=next(iter(sat)),
            club=club,
            place=chance.choice([None, *places]),
            closed=began,
        )
        pulka = _pulka(table, pattern, began, chance)
        is_last = count - number <= 5
        yield _left(Copy(pulka, pattern, [*sat], pattern.deals.count()), chance, is_last=is_last)


def _pulka(table: Table, pattern: Pulka, began: datetime, chance: Random) -> Pulka:
    ended = began + timedelta(minutes=chance.randrange(90, 300))
    kept = ("size", "preset", "convention", "target", "stake", "currency", "first_dealer", "reason")
    return Pulka(
        table=table,
        club=table.club,
        step=PulkaStep.SETTLED,
        started=began,
        clock=began,
        ended=ended,
        settled=ended,
        evening=evening_at(table.club, began),
        house_rules=chance.choice(("", "", *RULES)),
        source=chance.choices((Source.PLAYED, Source.PAPER, Source.FILE), (90, 6, 4))[0],
        corrected=ended + timedelta(hours=1) if chance.random() < 0.02 else None,
        rules_version=pattern.rules_version,
        **{name: getattr(pattern, name) for name in kept},
    )


def _left(copy: Copy, chance: Random, *, is_last: bool) -> Copy:
    """The last ones are running; of the others some were given up half-way."""
    if not is_last and chance.random() > 0.03:
        return copy
    pulka = copy.pulka
    pulka.step = PulkaStep.PLAYING if is_last else PulkaStep.ABANDONED
    pulka.settled = pulka.corrected = None
    pulka.source = Source.PLAYED
    pulka.reason = ""
    if is_last:
        pulka.ended = pulka.table.closed = None
    return Copy(pulka, copy.pattern, copy.people, copy.deals // 2)


def _keep(copies: Sequence[Copy]) -> None:
    Table.objects.bulk_create(copy.pulka.table for copy in copies)
    Pulka.objects.bulk_create(copy.pulka for copy in copies)
    Seat.objects.bulk_create(seat for copy in copies for seat in _seats(copy))
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TEMPORARY TABLE copied (old bigint, new bigint, deals int) ON COMMIT DROP"
        )
        rows = [(copy.pattern.pk, copy.pulka.pk, copy.deals) for copy in copies]
        cursor.executemany("INSERT INTO copied VALUES (%s, %s, %s)", rows)
        for statement in (DEALS, SITTINGS, LINES):
            cursor.execute(statement)
        cursor.execute("DROP TABLE copied")


def _seats(copy: Copy) -> Iterator[Seat]:
    for old, player in zip(copy.pattern.seats.all(), copy.people, strict=True):
        seat = Seat(pulka=copy.pulka, index=old.index, person=player, name=player.name)
        seat.player = player
        if copy.pulka.step == PulkaStep.SETTLED:
            seat.whists, seat.money, seat.confirmed = old.whists, old.money, copy.pulka.settled
        yield seat


DEALS = """
    INSERT INTO tables_deal (pulka_id, number, dealer, resting, posts, inked, taken_out)
    SELECT new, number, dealer, resting, posts, inked, taken_out
    FROM copied JOIN tables_deal ON pulka_id = old AND number <= copied.deals
"""
SITTINGS = """
    INSERT INTO tables_sitting (seat_id, player_id, name, since)
    SELECT id, player_id, name, 1 FROM copied JOIN tables_seat ON pulka_id = new
"""
LINES = """
    INSERT INTO tables_line
        (pulka_id, at, deal, action, by_id, by_name, seat, proxy, before, after, uid)
    SELECT copied.new, fresh.started + (line.at - pattern.started) * 60, line.deal, line.action,
        seat.player_id, coalesce(seat.name, ''), line.seat, line.proxy, line.before,
        CASE line.action WHEN 'sits' THEN to_jsonb(seat.name) ELSE line.after END, line.uid
    FROM copied
    JOIN tables_line line ON line.pulka_id = copied.old
    JOIN tables_pulka pattern ON pattern.id = copied.old
    JOIN tables_pulka fresh ON fresh.id = copied.new
    LEFT JOIN tables_seat was ON was.pulka_id = copied.old AND was.player_id = line.by_id
    LEFT JOIN tables_seat seat ON seat.pulka_id = copied.new AND seat.index = was.index
    WHERE line.deal <= copied.deals
        OR line.deal IS NULL AND (line.action IN ('sits', 'started') OR fresh.settled IS NOT NULL)
"""
