"""JSON read with suspicion: size, encoding, depth, doubled keys and broken characters."""

import json
import re
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


def load(text: str | bytes) -> object:
    """The data of a JSON text. Raises :class:`Refused`, whatever the text is.

    >>> load('{"pulka": 1}')
    {'pulka': 1}
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
    faults = _hidden_faults(data, "") if doubled or _SUSPICIOUS.search(plain) else ()
    if found := list(faults):
        raise Refused(found)
    return data


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
        reason = f"line {error.lineno}, column {error.colno}"
        raise Refused([Fault("", "file_json", {"reason": reason})]) from None
    except ValueError:
        # Python turns no text of more than some thousand digits into a number.
        raise Refused([Fault("", "number_too_long")]) from None


def _no_constant(name: str) -> NoReturn:
    raise Refused([Fault("", "file_json", {"reason": name})])


def _finite(number: str) -> float:
    value = float(number)
    if isinf(value):
        raise Refused([Fault("", "number_too_long")])
    return value


def _with_doubled(given: list[tuple[str, object]]) -> _Doubled:
    keys = [key for key, _ in given]
    data = _Doubled(given)
    data.keys_given_twice = tuple(key for key in data if keys.count(key) > 1)
    return data


def _hidden_faults(data: object, at: str) -> Iterator[Fault]:
    """Doubled keys and broken characters anywhere in the data."""
    if isinstance(data, str):
        if _BROKEN.search(data):
            yield Fault(at, "text_broken")
    elif isinstance(data, list):
        for index, each in enumerate(data):
            yield from _hidden_faults(each, f"{at}[{index}]")
    elif isinstance(data, dict):
        if isinstance(data, _Doubled):
            yield from (Fault(at, "key_twice", {"key": key}) for key in data.keys_given_twice)
        for key, each in data.items():
            if _BROKEN.search(key):
                yield Fault(at, "text_broken")
            yield from _hidden_faults(each, f"{at}.{printable(key)}".lstrip("."))


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
    """What an object or a list contains; of anything else, nothing."""
    if isinstance(data, dict):
        return list(data.values()) or [None]
    if isinstance(data, list):
        return list(data) or [None]
    return []
