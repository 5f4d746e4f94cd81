"""Uploads are cut into pulkas, and whatever is too much or no pulka at all is said."""

import io
import json
import zipfile

import pytest

from prefweb.importing.unpacking import MOST, Piece, TooMuch, pieces_of

MIB = 1 << 20


def packed(**files: bytes) -> bytes:
    """A ZIP; of `a_json` the file is called a.json."""
    return packed_as({name.replace("_", "."): content for name, content in files.items()})


def packed_as(files: dict[str, bytes]) -> bytes:
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return found.getvalue()


def cut(name: str, raw: bytes) -> list[Piece]:
    return pieces_of([(name, io.BytesIO(raw))])


def test_a_file_is_one_pulka() -> None:
    assert cut("a.json", b'{\n"pulka": 1}') == [Piece("a.json", b'{\n"pulka": 1}')]


@pytest.mark.parametrize("name", ["a.jsonl", "a.NDJSON", "a.txt"])
def test_json_lines_are_a_pulka_a_line(name: str) -> None:
    assert cut(name, b'{"n": 1}\n\n{"n": 2}\n') == [
        Piece(f"{name}:1", b'{"n": 1}'),
        Piece(f"{name}:3", b'{"n": 2}'),
    ]


def test_a_zip_is_the_files_in_it_without_what_computers_add() -> None:
    raw = packed_as({"old/a.json": b"{}", "__MACOSX/old/a.json": b"x", ".DS_Store": b"x"})
    found = cut("old.zip", raw)
    assert [piece.name for piece in found if not piece.fault] == ["old.zip/old/a.json"]


def test_other_files_of_a_zip_are_named() -> None:
    (piece,) = cut("old.zip", packed(photo_jpg=b"x"))
    assert piece.fault == "not_ours"


def test_a_zip_in_a_zip_is_not_opened() -> None:
    (piece,) = cut("old.zip", packed(more_zip=packed(a_json=b"{}")))
    assert piece.fault == "not_ours"


@pytest.mark.parametrize("raw", [b"PK\x03\x04", b"PK\x03\x04" + b"x" * 100])
def test_a_damaged_zip_is_said(raw: bytes) -> None:
    assert [piece.fault for piece in cut("old.zip", raw)] == ["zip_broken"]


def test_a_damaged_file_of_a_zip_is_said() -> None:
    raw = packed(a_json=json.dumps(["x"] * 500).encode())
    spoiled = raw.replace(raw[60:80], b"\xff" * 20)
    assert [piece.fault for piece in cut("old.zip", spoiled)] == ["zip_broken"]


def test_a_locked_file_of_a_zip_is_said() -> None:
    raw = bytearray(packed(a_json=b"{}"))
    entry = raw.index(b"PK\x01\x02")
    raw[entry + 8] |= 1
    assert [piece.fault for piece in cut("old.zip", bytes(raw))] == ["zip_locked"]


def test_a_file_is_at_most_a_mebibyte_and_the_next_one_is_read_all_the_same() -> None:
    big, small = b" " * (MIB + 1), b"{}"
    found = pieces_of([("a.json", io.BytesIO(big)), ("b.json", io.BytesIO(small))])
    assert [piece.fault for piece in found] == ["file_long", ""]


def test_a_file_of_a_zip_that_swells_is_read_no_further_than_it_may_be() -> None:
    raw = packed(a_json=b" " * (8 * MIB))
    assert len(raw) < MIB // 10
    assert [piece.fault for piece in cut("bomb.zip", raw)] == ["file_long"]


def test_what_swells_beyond_all_limits_is_refused_as_a_whole() -> None:
    files = {f"f{n}_json": b" " * (2 * MIB) for n in range(20)}
    with pytest.raises(TooMuch) as told:
        cut("bomb.zip", packed(**files))
    assert told.value.code == "too_big"


def test_a_zip_that_says_a_wrong_size_is_read_no_further() -> None:
    """Of a file that calls itself small, no more is unpacked than any file may have."""
    raw = bytearray(packed(a_json=b" " * (8 * MIB)))
    entry = raw.index(b"PK\x01\x02")
    raw[entry + 24 : entry + 28] = (10).to_bytes(4, "little")
    found = cut("bomb.zip", bytes(raw))
    assert len(found[0].text) <= MIB


def test_more_pulkas_than_can_come_at_once_are_refused() -> None:
    lines = b'{"n": 1}\n' * (MOST + 1)
    with pytest.raises(TooMuch) as told:
        cut("a.jsonl", lines)
    assert (told.value.code, told.value.params) == ("too_many", {"limit": MOST})
    assert len(cut("a.jsonl", b'{"n": 1}\n' * MOST)) == MOST


def test_a_zip_of_too_many_files_is_refused_before_any_is_read() -> None:
    raw = packed(**{f"f{n}_json": b"{}" for n in range(MOST + 1)})
    with pytest.raises(TooMuch):
        cut("old.zip", raw)
