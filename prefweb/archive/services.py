"""An archive back in: a club with all it holds, in one transaction, or nothing of it.

It touches no row that is here. Keys of rows are new ones; what is unique in the world, such as the
link of a seat, stays as it was where nobody has it here. Players come without accounts. One whose
key is taken here comes in under another: an archive cannot say that somebody here is somebody of
its own. Who restores it says himself which of its players he is.
"""

import secrets
import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from django.db import DataError, IntegrityError, connection, transaction
from django.db.models import Sum

import scoring
from prefweb.archive.faults import Fault, Faults, Refused
from prefweb.archive.reading import Archive
from prefweb.archive.references import CHECKS, HAND, JUDGED, LINE, SLUGS, moved
from prefweb.archive.registry import Field, Kept, kept
from prefweb.archive.rows import Row, Unfit, stored, value_of
from prefweb.archive.tables import page_of, with_all_of_it
from prefweb.clubs.models import Club, ClubRole, Member
from prefweb.ledger.models import Due
from prefweb.players.merging import merge
from prefweb.players.models import Merge, Player
from prefweb.tables.codes import free_code
from prefweb.tables.models import Pulka
from prefweb.tables.signals import changed_after_end
from prefweb.ui.log import log_words

AT_A_TIME = 1000
CODES = {"tables.table": "closed", "clubs.invitation": "revoked"}
"""Models whose `code` is unique as long as this column is empty."""
PLAYER = "players.player"
UNREADABLE = (
    Unfit,
    scoring.Refused,
    ArithmeticError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
"""What reading a value raises that cannot be."""


@dataclass(frozen=True, slots=True)
class Owner:
    """Who restores a club, and which of its players he is, by the archive's key; None: nobody."""

    player: Player
    was: str | None = None


@dataclass
class Report:
    """What an archive holds, and what of it is called otherwise here."""

    club: str
    slug: str
    counts: dict[str, int] = field(default_factory=dict)
    """Rows by model."""
    new_people: int = 0
    """Players whose key somebody has here."""
    new_keys: int = 0
    """Links and codes that somebody has here."""
    owner: str = ""
    """The owner's key in the archive."""
    people: list[list[str]] = field(default_factory=list)
    """Its members, key and name: one of them may be who restores it."""
    accounts: list[list[str]] = field(default_factory=list)
    """Members who had an account, name and sign-in name: they have to be invited anew."""


def restore(archive: Archive, owner: Owner | None, *, keep: bool = True) -> Report:
    """Bring a club in. Raises Refused. Without `keep` everything is tried, and nothing is left.

    Without an owner the club belongs to the player who owned it, who has no account here.
    """
    with transaction.atomic():
        restoring = Restoring(archive)
        report = restoring.run(owner)
        if not keep:
            transaction.set_rollback(True)
    return report


class Restoring:
    """One restoring: the faults so far, and what the archive's keys are called here."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.faults = Faults()
        self.ids: dict[str, dict[Any, Any]] = defaultdict(dict)
        self.renamed: dict[str, dict[str, str]] = defaultdict(dict)
        """By column, unique values that are taken here, with those they become."""
        self.report = Report(archive.club["name"], archive.club["slug"])

    def run(self, owner: Owner | None) -> Report:
        """All of it. Raises Refused."""
        for each in kept():
            if _is_named(each):
                self._allot(each)
        self.faults.refuse_any()
        try:
            for each in kept():
                self.report.counts[each.label] = self._load(each)
            self.faults.refuse_any()
            with connection.cursor() as cursor:
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        except (IntegrityError, DataError) as error:
            raise Refused([*self.faults.found, _by_database(error)]) from error
        self._check_people()
        club = self._check_club()
        self._check_pulkas(club)
        self._check_money(club)
        self.faults.refuse_any()
        self._tell_people(club)
        if owner is not None:
            self._hand_over(club, owner)
        return self.report

    # -- what rows are called here

    def _allot(self, each: Kept) -> None:
        """New keys for its rows, and other values where its unique ones are taken."""
        old: list[Any] = []
        unique = {column.attname: list[str]() for column in each.fields if _is_key(column)}
        for place, row in self.archive.rows(each, self.faults):
            old.append(self._key(each, row, place))
            for name, values in unique.items():
                values += [row[name]] if _is_safe(row.get(name)) else []
        known = [key for key in old if key is not None]
        if len(set(known)) < len(known):
            self.faults.add("twice", each.file)
        self.ids[each.label] = self._new_keys(each, known)
        for name, values in unique.items():
            self._rename(each, name, values)

    def _key(self, each: Kept, row: Row, place: str) -> Any:
        column = each.model._meta.pk
        try:
            return value_of(column, row.get(column.attname))
        except Unfit:
            self.faults.add("value_wrong", place, column=column.attname)
            return None

    def _new_keys(self, each: Kept, old: list[Any]) -> dict[Any, Any]:
        if each.model is not Player:
            return dict(zip(old, _sequence(each, len(old)), strict=True))
        taken = set(_taken(each, "id", old))
        self.report.new_people = len(taken)
        return {key: uuid.uuid4() if key in taken else key for key in old}

    def _rename(self, each: Kept, name: str, values: list[str]) -> None:
        column: Any = each.model._meta.get_field(name)
        taken = list(_taken(each, name, values))
        if each.model is Club and taken:
            raise Refused([Fault("club_here", details={"name": self.archive.club["name"]})])
        new = column.default if callable(column.default) else lambda: secrets.token_urlsafe(16)
        names = {value: new() for value in taken}
        self.renamed[f"{each.label}.{name}"] = names
        self.report.new_keys += len(names)
        if name == "slug":
            self.ids[SLUGS] |= names

    # -- rows

    def _load(self, each: Kept) -> int:
        """Its rows into the database, where nothing is wrong; how many there are."""
        columns = ", ".join(f'"{column.column}"' for column in each.fields)
        statement = f'COPY "{each.model._meta.db_table}" ({columns}) FROM STDIN'
        count = 0
        codes = _codes_in_use(each)
        rows = self.archive.rows(each, self.faults)
        while batch := list(islice(rows, AT_A_TIME)):
            found = [
                self._row(each, *one, codes)
                for one in zip(self._ids(each, batch), batch, strict=True)
            ]
            good = [row for row in found if row is not None]
            count += len(batch)
            if not self.faults.found:
                self._copy(statement, each.fields, good)
        return count

    def _copy(self, statement: str, columns: list[Field], rows: Iterable[Row]) -> None:
        with (
            connection.wrap_database_errors,
            connection.cursor() as cursor,
            cursor.copy(statement) as copy,
        ):
            for row in rows:
                copy.write_row([stored(c, row[c.attname], connection) for c in columns])

    def _ids(self, each: Kept, batch: list[tuple[str, Row]]) -> Iterator[Any]:
        """The keys of some rows: those that were allotted, or the next ones."""
        if not _is_named(each):
            return iter(_sequence(each, len(batch)))
        column = each.model._meta.pk
        known = self.ids[each.label]
        return (known[value_of(column, row.get(column.attname))] for _place, row in batch)

    def _row(self, each: Kept, key: Any, placed: tuple[str, Row], codes: set[str]) -> Row | None:
        """A row as it is stored here; None where something is wrong with it."""
        place, raw = placed
        before = len(self.faults.found)
        row = {column.attname: self._value(each, column, raw, place) for column in each.fields}
        if len(self.faults.found) > before:
            return None
        if each.label == LINE and row["action"] in JUDGED:
            self.ids[LINE][raw.get("id")] = key
        row[each.model._meta.pk.attname] = key
        try:
            row = moved(each.label, row, self.ids)
        except Unfit:
            self.faults.add("names_nobody", place, column="after")
        return self._with_code(each, row, codes)

    def _value(self, each: Kept, column: Field, raw: Row, place: str) -> Any:
        name, label = column.attname, f"{each.label}.{column.name}"
        if name not in raw:
            if column.has_default() or column.null or column.blank:
                return self._here(each, column, column.get_default(), place)
            self.faults.add("column_missing", place, column=name)
            return None
        try:
            value = value_of(column, raw[name])
            if value is not None and label in CHECKS:
                CHECKS[label](value)
        except UNREADABLE:
            self.faults.add("value_wrong", place, column=name)
            return None
        return self._here(each, column, value, place)

    def _here(self, each: Kept, column: Any, value: Any, place: str) -> Any:
        """What a value that names something is called here."""
        if value is None:
            if column.related_model is Club:
                self.faults.add("names_nobody", place, column=column.attname)
            return None
        if _is_key(column):
            if not _is_safe(value):
                self.faults.add("value_wrong", place, column=column.attname)
            return self.renamed[f"{each.label}.{column.attname}"].get(value, value)
        if not column.is_relation:
            return value
        known = self.ids[column.related_model._meta.label_lower]
        if value not in known:
            self.faults.add("names_nobody", place, column=column.attname)
        return known.get(value)

    def _with_code(self, each: Kept, row: Row, codes: set[str]) -> Row:
        """With a code that nobody has here, where it opens something."""
        if each.label not in CODES or row[CODES[each.label]] is not None:
            return row
        if not str(row["code"]).isdecimal() or row["code"] in codes:
            row["code"] = free_code(codes)
            self.report.new_keys += 1
        codes.add(row["code"])
        return row

    # -- what the database does not know

    def _check_people(self) -> None:
        """Whether everybody is who the merges say."""
        mine = self.ids[PLAYER].values()
        into = dict(
            Merge.objects.filter(player__in=mine, undone=None).values_list("player", "into")
        )
        for key, main in Player.objects.filter(pk__in=mine).values_list("pk", "main"):
            if _root(key, into) != main:
                self.faults.add("person_wrong", f"data/{PLAYER}.jsonl", player=str(key))

    def _check_club(self) -> Club:
        """The one club there is."""
        found = list(Club.objects.filter(pk__in=self.ids["clubs.club"].values()))
        if len(found) != 1:
            raise Refused([Fault("one_club", "data/clubs.club.jsonl")])
        self.report.slug, self.report.club = found[0].slug, found[0].name
        try:
            _ = found[0].zone
        except (ValueError, LookupError, OSError):
            fault = Fault("value_wrong", "data/clubs.club.jsonl:1", {"column": "time_zone"})
            raise Refused([fault]) from None
        return found[0]

    def _check_pulkas(self, club: Club) -> None:
        """Whether each can be played through, counted, and its log be read."""
        for pulka in with_all_of_it(club.pulkas.all()):
            try:
                page = page_of(pulka)
                _ = page.course.settlement, page.course.sittings, page.balances
                for line in pulka.lines.all():
                    log_words(line, page.names_of(line))
                changed_after_end.send(Pulka, pulka=pulka, course=page.course)
            except Exception:
                self.faults.add("pulka_broken", "data/tables.pulka.jsonl", pulka=pulka.slug)

    def _check_money(self, club: Club) -> None:
        """Whether what is open of each pulka comes to nothing: results and shares of rounds do."""
        open_money = Due.objects.filter(club=club).order_by().values_list("pulka__slug")
        for slug, _sum in open_money.annotate(sum=Sum("money")).exclude(sum=0):
            self.faults.add("money_uneven", "data/ledger.share.jsonl", pulka=slug)

    # -- whose it is

    def _tell_people(self, club: Club) -> None:
        old = {str(new): str(key) for key, new in self.ids[PLAYER].items()}
        names, doubles = {}, set()
        own = set(club.members.values_list("player", flat=True))
        for member in club.members.select_related("player").order_by("id"):
            key = old[str(member.player_id)]
            names[key] = member.player.name
            if member.player.main_id != member.player_id and member.player.main_id in own:
                doubles.add(key)
            if member.role == ClubRole.OWNER and member.left is None:
                self.report.owner = key
        self.report.people = [[key, name] for key, name in names.items() if key not in doubles]
        accounts = self.archive.accounts()
        self.report.accounts = [
            [names[key], account] for key, account in accounts.items() if key in names
        ]

    def _hand_over(self, club: Club, owner: Owner) -> None:
        """Who restores the club owns it; the games of whom he was there count for him.

        He owns it himself: should he turn out to be somebody else there, it goes on being his.
        """
        if owner.was is not None:
            key = next(
                (new for old, new in self.ids[PLAYER].items() if str(old) == owner.was), None
            )
            if key is None or owner.was not in [one for one, _name in self.report.people]:
                raise Refused([Fault("nobody_there")])
            was = Player.objects.select_related("main").get(pk=key).main
            merge(was, owner.player, owner.player)
        club.members.filter(role=ClubRole.OWNER, left=None).update(role=ClubRole.ADMIN)
        club.members.filter(player__main=owner.player).update(role=ClubRole.MEMBER)
        own = {"role": ClubRole.OWNER, "left": None}
        Member.objects.update_or_create(club=club, player=owner.player, defaults=own)


def _is_named(each: Kept) -> bool:
    """Whether other rows name its rows, or it has values that nobody else may have."""
    targets = {model for one in kept() for model in one.relations.values()}
    return each.model in targets or each.label == HAND or any(map(_is_key, each.fields))


def _is_key(column: Any) -> bool:
    """Whether it is a link, a slug: a text that nobody else in the world has."""
    return column.unique and not column.is_relation and not column.primary_key


def _is_safe(value: Any) -> bool:
    """Whether it is a text that can stand in an address."""
    if not isinstance(value, str):
        return False
    return value.isascii() and value.replace("-", "").replace("_", "").isalnum()


def _taken(each: Kept, name: str, values: list[Any]) -> Iterator[Any]:
    """Which of these values a row has here."""
    for first in range(0, len(values), AT_A_TIME):
        part = {f"{name}__in": values[first : first + AT_A_TIME]}
        yield from each.model._default_manager.filter(**part).values_list(name, flat=True)


def _sequence(each: Kept, count: int) -> list[int]:
    """So many new keys, one greater than the other."""
    meta = each.model._meta
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)",
            [f'"{meta.db_table}"', meta.pk.column, count],
        )
        return [key for (key,) in cursor.fetchall()]


def _codes_in_use(each: Kept) -> set[str]:
    if each.label not in CODES:
        return set()
    is_open = {f"{CODES[each.label]}__isnull": True}
    return set(each.model._default_manager.filter(**is_open).values_list("code", flat=True))


def _root(key: Any, into: dict[Any, Any]) -> Any:
    """Who somebody is in the end; None where the merges go round in a circle."""
    seen = set()
    while key in into:
        if key in seen:
            return None
        seen.add(key)
        key = into[key]
    return key


def _by_database(error: Exception) -> Fault:
    """What the database refuses: something twice, a number that is too large."""
    told = getattr(error.__cause__, "diag", None)
    name = told.table_name if told else None
    known = {each.model._meta.db_table: each.file for each in kept()}
    constraint = (told.constraint_name if told else None) or ""
    return Fault("database", known.get(name or "", ""), {"constraint": constraint})
