"""Names among other words."""

from __future__ import annotations

import unicodedata

FROM, TO = "\u2068", "\u2069"
"""First strong isolate, and its end."""
TURNED = frozenset({"R", "AL", "RLE", "RLO", "RLI"})


def isolated(name: str) -> str:
    """The name as text; kept apart from the words around it where it runs from right to left."""
    runs_back = any(unicodedata.bidirectional(letter) in TURNED for letter in name)
    return f"{FROM}{name}{TO}" if runs_back else name
