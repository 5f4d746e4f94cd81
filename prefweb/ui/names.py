"""Names among other words, and beside each other where there is little room."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import takewhile

FROM, TO = "\u2068", "\u2069"
"""First strong isolate, and its end."""
TWO_STOPS = re.compile(rf"(?<!\.)\.({TO}?)\.(?!\.)")
TURNED = frozenset({"R", "AL", "RLE", "RLO", "RLI"})


def isolated(name: str) -> str:
    """The name as text; kept apart from the words around it where it runs from right to left."""
    runs_back = any(unicodedata.bidirectional(letter) in TURNED for letter in name)
    return f"{FROM}{name}{TO}" if runs_back else name


def stopped_once(sentences: str) -> str:
    """With one period where a name such as "Gleb J." stands before another one."""
    return TWO_STOPS.sub(r".\1", sentences)


HEAD_ROOM = {2: 10, 3: 7, 4: 5, 5: 4}
"""Letters that a column of a table takes on the narrowest phone, by the number of players."""
SEAT_ROOM = {2: 12, 3: 8, 4: 6, 5: 4}
"""Letters under a face, likewise."""
ROW_ROOM = 7
"""Letters that the first column of a sheet takes there."""


def heads(names: Sequence[str]) -> tuple[str, ...]:
    """The names as heads of columns beside each other."""
    return short_names(names, HEAD_ROOM[len(names)])


def under_faces(names: Sequence[str]) -> tuple[str, ...]:
    """The names under the faces of a table."""
    return short_names(names, SEAT_ROOM[len(names)])


def short_names(names: Sequence[str], room: int) -> tuple[str, ...]:
    """Names that still differ where only so many letters are seen.

    >>> short_names(("Anna", "Alexander", "Alexandra", "Constantine"), 6)
    ('Anna', 'Ale…er', 'Ale…ra', 'Constantine')
    """
    seen = [name if len(name) <= room else name[: room - 1] for name in names]
    return tuple(
        name if seen.count(start) == 1 else _with_difference(name, names, room)
        for name, start in zip(names, seen, strict=True)
    )


def _with_difference(name: str, names: Sequence[str], room: int) -> str:
    """The beginning, and the letters from where no other name is the same any more."""
    same = max((_same(name, other) for other in names if other != name), default=0)
    start = name[: room // 2]
    end = room - len(start) - 1
    return f"{start}…{name[min(same, len(name) - end) :][:end]}"


def _same(name: str, other: str) -> int:
    """How many letters two names have in common from the start."""
    pairs = zip(name, other, strict=False)
    return sum(1 for _pair in takewhile(lambda pair: pair[0] == pair[1], pairs))
