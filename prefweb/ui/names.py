"""Names among other words, and beside each other where there is little room."""

from __future__ import annotations

import re
import unicodedata

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
