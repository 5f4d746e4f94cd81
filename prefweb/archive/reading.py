"""An archive as somebody hands it in: nothing of it is believed before it has been looked at."""

import hashlib
import json
import zlib
from collections.abc import Iterator
from typing import IO, Any
from zipfile import BadZipFile, ZipFile

from prefweb.archive.faults import Fault, Faults, Refused
from prefweb.archive.registry import Kept, kept
from prefweb.archive.rows import Row
from prefweb.archive.writing import KIND, MANIFEST, VERSION

CHUNK = 64 * 1024
LONGEST_LINE = 4 * 1024 * 1024
"""Bytes of one row."""
LONGEST_MANIFEST = 64 * 1024 * 1024
BROKEN = (BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError, ValueError)
"""What reading a damaged ZIP raises."""


class Archive:
    """An opened archive. Raises Refused where it is none, damaged, too large or of a later kind.

    `limit`: bytes that all of it may come to, unpacked.
    """

    def __init__(self, file: IO[bytes], limit: int) -> None:
        self.zipped = _opened(file, limit)
        self.manifest = _manifest(self.zipped)
        self._verify()

    @property
    def club(self) -> dict[str, str]:
        """The name and slug of the club, as the manifest has them."""
        club = self.manifest["club"]
        return {key: str(club.get(key, "")) for key in ("slug", "name")}

    def rows(self, each: Kept, faults: Faults) -> Iterator[tuple[str, Row]]:
        """Its rows, each with its place; faults are added and their rows left out."""
        if each.file not in self._files:
            return
        known = {field.attname for field in each.fields}
        with self.zipped.open(each.file) as file:
            for number, line in enumerate(_lines(file), 1):
                place = f"{each.file}:{number}"
                row = _row(line)
                if row is None:
                    faults.add("row_broken", place)
                    continue
                row.pop("account", None)
                for name in sorted(row.keys() - known):
                    faults.add("column_unknown", place, column=name[:60])
                yield place, row

    def accounts(self) -> dict[str, str]:
        """The sign-in names of players who had an account, by the player."""
        found = {}
        each = next(each for each in kept() if each.label == "players.player")
        with self.zipped.open(each.file) as file:
            for line in _lines(file):
                row = _row(line) or {}
                if isinstance(row.get("account"), str):
                    found[str(row.get("id"))] = row["account"]
        return found

    @property
    def _files(self) -> dict[str, Any]:
        files: dict[str, Any] = self.manifest["files"]
        return files

    def _verify(self) -> None:
        """Whether the rows are all there, and what the manifest says they are."""
        faults = Faults()
        known = {each.file for each in kept()}
        for name, told in self._files.items():
            if not name.startswith("data/"):
                continue
            if name not in known:
                faults.add("file_unknown", name)
            elif not _is_whole(self.zipped, name, told):
                faults.add("file_damaged", name)
        for name in ("data/clubs.club.jsonl", "data/players.player.jsonl"):
            if name not in self._files:
                faults.add("file_missing", name)
        faults.refuse_any()


def _opened(file: IO[bytes], limit: int) -> ZipFile:
    try:
        zipped = ZipFile(file)
    except BROKEN:
        raise Refused([Fault("not_zip")]) from None
    if sum(info.file_size for info in zipped.infolist()) > limit:
        raise Refused([Fault("too_large", details={"limit": limit // (1024 * 1024)})])
    return zipped


def _manifest(zipped: ZipFile) -> dict[str, Any]:
    """What the archive says of itself."""
    try:
        with zipped.open(MANIFEST) as file:
            manifest = json.loads(file.read(LONGEST_MANIFEST))
    except (KeyError, RecursionError, *BROKEN):
        raise Refused([Fault("not_archive")]) from None
    if not isinstance(manifest, dict) or manifest.get("kind") != KIND:
        raise Refused([Fault("not_archive")])
    version = manifest.get("version")
    if type(version) is not int or version < 1:
        raise Refused([Fault("not_archive")])
    if version > VERSION:
        raise Refused([Fault("newer")])
    if not all(isinstance(manifest.get(key), dict) for key in ("club", "files")):
        raise Refused([Fault("not_archive")])
    return manifest


def _is_whole(zipped: ZipFile, name: str, told: Any) -> bool:
    """Whether a file is there with the number of rows, the bytes and the checksum it had."""
    digest, size, rows = hashlib.sha256(), 0, 0
    try:
        with zipped.open(name) as file:
            while piece := file.read(CHUNK):
                digest.update(piece)
                size, rows = size + len(piece), rows + piece.count(b"\n")
    except (KeyError, *BROKEN):
        return False
    return bool(told == {"bytes": size, "sha256": digest.hexdigest(), "rows": rows})


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """Line by line, and no line without an end."""
    while line := file.readline(LONGEST_LINE):
        yield line


def _row(line: bytes) -> Row | None:
    """A row of the archive; None where it is none."""
    try:
        row = json.loads(line, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) else None


def _refuse(name: str) -> None:
    """NaN and the infinities are no numbers of JSON."""
    raise ValueError(name)
