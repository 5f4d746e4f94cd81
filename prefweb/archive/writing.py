"""A club as one ZIP, written while it is sent: rows, pulka files, tables to read, the manifest.

All of it is one snapshot of the database, and no more than a few rows are in memory at a time.
"""

import hashlib
import json
import logging
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import IO, Any
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from prefweb.archive import tables
from prefweb.archive.registry import PEOPLE, Kept, kept
from prefweb.archive.rows import line_of
from prefweb.clubs.models import Club
from prefweb.history import spreadsheet
from prefweb.history.search import of_club
from prefweb.players.models import Merge, Player
from prefweb.sharing.files import file_of
from prefweb.tables.models import Pulka
from prefweb.tables.pages.queries import PulkaPage
from scoring import write_pulka
from scoring.version import RULES_VERSION

logger = logging.getLogger(__name__)

KIND = "prefweb club"
VERSION = 1
"""Of the archive; a later server reads every earlier one."""
MANIFEST = "manifest.json"
ROWS = 1000
"""Read from the database at a time."""
CHUNK = 64 * 1024


def archive_of(club: Club) -> Iterator[bytes]:
    """The archive of a club, piece by piece."""
    outlet = Outlet()
    with snapshot(), ZipFile(outlet, "w", ZIP_DEFLATED) as zipped:
        writer = Writer(zipped, club)
        for _step in writer.steps():
            if outlet.waiting >= CHUNK:
                yield outlet.taken()
    yield outlet.taken()


@contextmanager
def snapshot() -> Iterator[None]:
    """Everything read inside is of one moment, and nothing is written."""
    is_first = not connection.in_atomic_block
    with transaction.atomic():
        if is_first:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


class Outlet:
    """Takes what a ZIP writes until it is sent on."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self.waiting = 0

    def write(self, data: bytes) -> int:
        self._pieces.append(bytes(data))
        self.waiting += len(data)
        return len(data)

    def flush(self) -> None:
        """Nothing waits on the way."""

    def close(self) -> None:
        """Nothing is held open."""

    def taken(self) -> bytes:
        """Everything written since the last time."""
        data = b"".join(self._pieces)
        self._pieces, self.waiting = [], 0
        return data


class Writer:
    """Writes the files of an archive, and keeps what the manifest says of them."""

    def __init__(self, zipped: ZipFile, club: Club) -> None:
        self.zipped = zipped
        self.club = club
        self.made = timezone.now()
        self.files: dict[str, dict[str, Any]] = {}
        self.without_file: list[str] = []
        """Pulkas that cannot be played through."""

    def steps(self) -> Iterator[None]:
        """All of it; between the steps what has been written can be sent."""
        people = people_of(self.club)
        for each in kept():
            yield from self._add(each.file, _rows(each, self.club, people))
        yield from self._pulkas()
        yield from self._add("members.csv", _encoded(tables.members(self.club)))
        yield from self._add("results.csv", _encoded(spreadsheet.lines(of_club(self.club))))
        yield from self._add("README.txt", [_readme(self.club).encode()])
        self.zipped.writestr(self._info(MANIFEST), json.dumps(self._manifest(), ensure_ascii=False))
        yield

    def _pulkas(self) -> Iterator[None]:
        """Each pulka as a file, and the deals of all of them as one table."""
        with tempfile.TemporaryFile() as deals:
            deals.writelines(_encoded(tables.lines([tables.deals_heading()])))
            for pulka in tables.pulkas_of(self.club):
                yield from self._pulka(pulka, deals)
            deals.seek(0)
            yield from self._add("deals.csv", iter(lambda: deals.read(CHUNK), b""))

    def _pulka(self, pulka: Pulka, deals: IO[bytes]) -> Iterator[None]:
        """One of them. What cannot be played through is in the rows all the same."""
        try:
            page = tables.page_of(pulka)
            file, rows = _file(page), list(tables.lines(tables.deals_of(page), mark=""))
        except Exception:
            logger.exception("Pulka %s is archived without its file", pulka.slug)
            self.without_file.append(pulka.slug)
            return
        yield from self._add(_name(pulka), [file])
        deals.writelines(_encoded(rows))

    def _add(self, name: str, pieces: Iterable[bytes]) -> Iterator[None]:
        digest, size, count = hashlib.sha256(), 0, 0
        with self.zipped.open(self._info(name), "w", force_zip64=True) as file:
            for piece in pieces:
                file.write(piece)
                digest.update(piece)
                size, count = size + len(piece), count + 1
                yield
        self.files[name] = {"bytes": size, "sha256": digest.hexdigest()}
        if name.startswith("data/"):
            self.files[name]["rows"] = count

    def _info(self, name: str) -> ZipInfo:
        info = ZipInfo(name, timezone.localtime(self.made).timetuple()[:6])
        info.compress_type = ZIP_DEFLATED
        return info

    def _manifest(self) -> dict[str, Any]:
        return {
            "kind": KIND,
            "version": VERSION,
            "club": {"slug": self.club.slug, "name": self.club.name},
            "made": self.made.isoformat(),
            "rules_version": RULES_VERSION,
            "files": self.files,
            "without_file": self.without_file,
        }


# -- rows


def _rows(each: Kept, club: Club, people: "People") -> Iterator[bytes]:
    names = [field.attname for field in each.fields]
    found = each.of(club) if each.path else people.rows[each.model]()
    if each.model is Player:
        yield from _players(found.values(*names, "account__username"))
        return
    for row in found.values(*names).iterator(ROWS):
        yield line_of(row)


def _players(found: Any) -> Iterator[bytes]:
    """Players with the sign-in names of their accounts, and nothing else of these."""
    for row in found.iterator(ROWS):
        account = row.pop("account__username")
        yield line_of({**row, "account": account})


class People:
    """The players whom a club's rows name, and the merges that make them who they are."""

    def __init__(self, players: set[UUID], merges: set[int]) -> None:
        self.rows: dict[type, Callable[[], Any]] = {
            Player: lambda: Player.objects.filter(pk__in=players).order_by("created", "pk"),
            Merge: lambda: Merge.objects.filter(pk__in=merges).order_by("pk"),
        }


def people_of(club: Club) -> People:
    """Everybody whom the rows of the club name; whom they were merged into; who did that.

    A merge that was undone is of the club where both are.
    """
    found = {pk for each in kept() for pk in _named(each, club)}
    merges: set[int] = set()
    while True:
        mine = Merge.objects.filter(player__in=found)
        kept_merges = mine.filter(Q(undone=None) | Q(into__in=found))
        more = _values(Player.objects.filter(pk__in=found), "main")
        more |= _values(kept_merges, "into", "by", "undone_by")
        merges = _values(kept_merges, "pk")
        if more <= found:
            return People(found, merges)
        found |= more


def _named(each: Kept, club: Club) -> set[Any]:
    """The players that rows of this model name."""
    if each.model in PEOPLE:
        return set()
    columns = [name for name, model in each.relations.items() if model is Player]
    return _values(each.of(club).order_by(), *columns) if columns else set()


def _values(found: Any, *columns: str) -> set[Any]:
    return {
        value
        for column in columns
        for value in found.order_by().values_list(column, flat=True).distinct()
        if value is not None
    }


# -- to be read without the program


def _name(pulka: Pulka) -> str:
    day = pulka.evening or timezone.localtime(pulka.started).date()
    return f"pulkas/{day.year}/{day} {pulka.slug}.json"


def _file(page: PulkaPage) -> bytes:
    return write_pulka(file_of(page.pulka, page.course, names_accounts=True)).encode()


def _encoded(lines: Iterable[str]) -> Iterator[bytes]:
    return (line.encode() for line in lines)


def _readme(club: Club) -> str:
    text = _(
        "The club “%(club)s”: all it holds.\n\n"
        "results.csv, deals.csv and members.csv open in any spreadsheet.\n"
        "pulkas/ has every pulka as a file that Prefweb reads.\n"
        "data/ has every row of the database, one a line: from these the club is restored on "
        "another server.\n\n"
        "It also holds the links of seats, tables and invitations: keep it to yourselves. "
        "Passwords and mail addresses are not in it.\n"
    )
    return text % {"club": club.name}
