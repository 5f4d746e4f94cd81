"""What was uploaded, cut into the texts of single pulkas: files, lines of a file, files of a ZIP.

Nobody is trusted about sizes: every file is read no further than it may be.
"""

import io
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Protocol

from scoring.json_text import FILE_LIMIT

MOST = 200
"""Pulkas of one upload."""
TOTAL = 16 << 20
"""Bytes of one upload, unpacked."""
LINES = (".jsonl", ".ndjson")
ONE = (".json",)
BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    NotImplementedError,
    RuntimeError,
    EOFError,
    OSError,
    ValueError,
)
"""What the library raises over an archive that is damaged, locked or packed in a rare way."""


class Readable(Protocol):
    """What bytes are read from."""

    def read(self, size: int, /) -> bytes: ...


class Sent(Readable, Protocol):
    """A file as it was sent, which can be read from its beginning once more."""

    def seek(self, place: int, /) -> object: ...


class TooMuch(Exception):
    """More than is taken at once; nothing is kept of it."""

    def __init__(self, code: str, **params: int) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class Piece:
    """The text that may be one pulka, or why there is none."""

    name: str
    text: bytes = b""
    fault: str = ""


def pieces_of(files: Iterable[tuple[str, Sent]]) -> list[Piece]:
    """Every pulka of an upload. Raises TooMuch."""
    room = _Room()
    pieces: list[Piece] = []
    for name, stream in files:
        for piece in _pieces(name, stream, room):
            pieces.append(piece)
            if len(pieces) > MOST:
                raise TooMuch("too_many", limit=MOST)
    return pieces


class _Room:
    """How much of an upload may still be read."""

    def __init__(self) -> None:
        self.left = TOTAL

    def read(self, stream: Readable, limit: int) -> bytes | None:
        """A stream to its end; None where it is longer than the limit. Raises TooMuch."""
        raw = stream.read(min(limit, self.left) + 1)
        self.left -= len(raw)
        if self.left < 0:
            raise TooMuch("too_big", limit=TOTAL >> 20)
        return raw if len(raw) <= limit else None


def _pieces(name: str, stream: Sent, room: _Room) -> Iterator[Piece]:
    head = stream.read(4)
    stream.seek(0)
    if head == b"PK\x03\x04":
        raw = room.read(stream, TOTAL)
        yield from _unpacked(name, raw or b"", room)
        return
    yield from _cut(name, room.read(stream, _limit(name)))


def _limit(name: str) -> int:
    return TOTAL if _suffix(name) in LINES else FILE_LIMIT


def _suffix(name: str) -> str:
    return PurePosixPath(name.lower()).suffix


def _cut(name: str, raw: bytes | None) -> Iterator[Piece]:
    """One pulka, or of JSON Lines one a line."""
    if raw is None:
        yield Piece(name, fault="file_long")
    elif _suffix(name) in LINES or _is_lines(raw):
        lines = enumerate(raw.splitlines(), start=1)
        yield from (_line(f"{name}:{number}", line) for number, line in lines if line.strip())
    else:
        yield Piece(name, raw)


def _line(name: str, line: bytes) -> Piece:
    return Piece(name, line) if len(line) <= FILE_LIMIT else Piece(name, fault="file_long")


def _is_lines(raw: bytes) -> bool:
    """Whether a file of another name holds a whole object on each of several lines."""
    lines = [line.strip() for line in raw.splitlines() if line.strip()]
    return len(lines) > 1 and all(line[:1] == b"{" and line[-1:] == b"}" for line in lines)


def _unpacked(name: str, raw: bytes, room: _Room) -> Iterator[Piece]:
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            found = [each for each in archive.infolist() if not _is_aside(each)]
            if len(found) > MOST:
                raise TooMuch("too_many", limit=MOST)
            for each in found:
                yield from _of_archive(archive, each, name, room)
    except BROKEN:
        yield Piece(name, fault="zip_broken")


def _is_aside(info: zipfile.ZipInfo) -> bool:
    """Folders, and what computers put beside the files of people."""
    parts = PurePosixPath(info.filename).parts
    return info.is_dir() or any(part.startswith((".", "__MACOSX")) for part in parts)


def _of_archive(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, outer: str, room: _Room
) -> Iterator[Piece]:
    name = f"{outer}/{info.filename}"
    if _suffix(info.filename) not in (*ONE, *LINES):
        yield Piece(name, fault="not_ours")
        return
    if info.flag_bits & 1:
        yield Piece(name, fault="zip_locked")
        return
    try:
        with archive.open(info) as stream:
            raw = room.read(stream, _limit(info.filename))
    except BROKEN:
        yield Piece(name, fault="zip_broken")
        return
    yield from _cut(name, raw)
