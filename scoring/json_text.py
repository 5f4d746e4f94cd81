"""JSON read with suspicion: size, encoding, depth, doubled keys and broken characters."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from math import isinf
from typing import NoReturn

from scoring.faults import Fault, Refused

FILE_LIMIT = 1 << 20
"""Bytes of a pulka file."""
DEPTH_LIMIT = 32
"""Lists and objects inside each other; a pulka needs five, the rest is for ``about``."""

# An escape that may leave half a surrogate pair or a NUL behind.
_SUSPICIOUS = re.compile(r"\\u(?:[dD][89a-fA-F]|0000)")
_BROKEN = re.compile("[\x00\ud800-\udfff]")


class _Doubled(dict[str, object]):
    """An object in which a key was given twice."""

    keys_given_twice: tuple[str, ...] = ()


def load(text: str | bytes) -> tuple[object, list[Fault]]:
    """The data of a JSON text, and the keys given twice in it (of which the last one counts).

    Raises :class:`Refused` where there is nothing to go on with, whatever the text is.

    >>> load('{"pulka": 1}')
    ({'pulka': 1}, [])
    """
    plain = _decoded(text)
    doubled: list[_Doubled] = []

    def pairs(given: list[tuple[str, object]]) -> dict[str, object]:
        data = dict(given)
        if len(data) == len(given):
            return data
        doubled.append(_with_doubled(given))
        return doubled[-1]

    data = _parsed(plain, pairs)
    if is_deeper(data):
        raise Refused([Fault("", "file_depth")])
    if _SUSPICIOUS.search(plain) and (broken := [*_broken_texts(data, "")]):
        raise Refused(broken)
    return data, [*_doubled_keys(data, "")] if doubled else []


def _decoded(text: str | bytes) -> str:
    """The text, if it is one and not too long."""
    try:
        raw = text.encode() if isinstance(text, str) else text
        if len(raw) > FILE_LIMIT:
            raise Refused([Fault("", "file_size", {"limit": FILE_LIMIT})])
        return raw.decode("utf-8-sig")
    except UnicodeError:
        raise Refused([Fault("", "file_encoding")]) from None


def _parsed(text: str, pairs: Callable[[list[tuple[str, object]]], object]) -> object:
    try:
        return json.loads(
            text, object_pairs_hook=pairs, parse_constant=_no_constant, parse_float=_finite
        )
    except RecursionError:
        raise Refused([Fault("", "file_depth")]) from None
    except json.JSONDecodeError as error:
        place = {"line": error.lineno, "column": error.colno}
        raise Refused([Fault("", "file_json", place)]) from None
    except ValueError:
        # Python turns no text of more than some thousand digits into a number.
        raise Refused([Fault("", "number_too_long")]) from None


def _no_constant(name: str) -> NoReturn:
    raise Refused([Fault("", "file_constant", {"name": name})])


def _finite(number: str) -> float:
    value = float(number)
    if isinf(value):
        raise Refused([Fault("", "number_too_long")])
    return value


def _with_doubled(given: list[tuple[str, object]]) -> _Doubled:
    data = _Doubled(given)
    counts = Counter(key for key, _ in given)
    data.keys_given_twice = tuple(key for key, count in counts.items() if count > 1)
    return data


def _broken_texts(data: object, at: str) -> Iterator[Fault]:
    """Characters that cannot be written, in keys or values anywhere in the data."""
    if isinstance(data, str) and _BROKEN.search(data):
        yield Fault(at, "text_broken")
    if isinstance(data, dict):
        yield from (Fault(at, "text_broken") for key in data if _BROKEN.search(key))
    for place, inner in _places(data, at):
        yield from _broken_texts(inner, place)


def _doubled_keys(data: object, at: str) -> Iterator[Fault]:
    if isinstance(data, _Doubled):
        for key in data.keys_given_twice:
            yield Fault(at, "key_twice", {"key": printable(key)})
    for place, inner in _places(data, at):
        yield from _doubled_keys(inner, place)


def _places(data: object, at: str) -> Iterator[tuple[str, object]]:
    """What an object or a list contains, with its place."""
    if isinstance(data, list):
        yield from ((f"{at}[{index}]", each) for index, each in enumerate(data))
    elif isinstance(data, dict):
        yield from ((f"{at}.{printable(key)}".lstrip("."), each) for key, each in data.items())


def printable(text: str) -> str:
    """A text for a message: short, and with nothing that cannot be written.

    >>> printable("a" * 50)[-3:]
    'aa…'
    """
    clean = _BROKEN.sub("\ufffd", text)
    return clean if len(clean) <= 40 else clean[:39] + "…"


def is_deeper(data: object, limit: int = DEPTH_LIMIT) -> bool:
    """Whether lists and objects are nested more than ``limit`` times.

    >>> is_deeper([[1]], 2), is_deeper([[1]], 1)
    (False, True)
    """
    level = [data]
    for _ in range(limit + 1):
        level = [inner for each in level for inner in _inside(each)]
        if not level:
            return False
    return True


def _inside(data: object) -> list[object]:
    """What an object or a list contains; an empty one still is one level."""
    if isinstance(data, dict):
        return list(data.values()) or [None]
    if isinstance(data, list):
        return list(data) or [None]
    return []
