"""Numbers as they stand on paper: whole, with a comma, with a part in any of its spellings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from prefweb.tables.parsing import MINUS
from prefweb.ui.numbers import GLYPHS
from scoring import Number
from scoring.exact import whole

PARTS = {glyph: part for part, glyph in GLYPHS.items()}
LIMIT = 1_000_000
"""No sheet comes near it."""
WHOLE = r"[0-9]{1,6}|[0-9]{1,3}\s[0-9]{3}"
"""Also as our pages space it."""
PART = r"[0-9]{1,10}/[0-9]{1,4}"
"""Long enough for three digits after a comma."""
SPELLINGS = tuple(
    re.compile(spelling)
    for spelling in (
        rf"(?P<whole>{WHOLE})",
        r"(?P<decimal>[0-9]{1,6}[.,][0-9]{0,3})",
        rf"(?P<part>{PART})",
        rf"(?P<whole>{WHOLE})\s(?P<part>{PART})",
        rf"(?P<whole>{WHOLE})?\s?(?P<glyph>[{''.join(PARTS)}])",
    )
)


def written_number(text: str) -> Number | None:
    """A number as people write it; None where there is none yet, a minus by itself included.

    Raises ValueError where it is no number, or one that no sheet needs.

    >>> written_number("3½"), written_number("−7/2"), written_number("103 5/7")
    (Fraction(7, 2), Fraction(-7, 2), Fraction(726, 7))
    """
    squeezed = " ".join(text.replace("\u2044", "/").split())
    sign, size = (squeezed[:1], squeezed[1:].strip()) if squeezed[:1] in MINUS else ("", squeezed)
    if not size:
        return None
    number = sum(_parts(size.removeprefix("+") if not sign else size), Fraction(0))
    if number >= LIMIT:
        raise ValueError(text)
    return whole(-number if sign else number)


def _parts(size: str) -> Iterator[Fraction]:
    """What the number is the sum of."""
    found = next((match for each in SPELLINGS if (match := each.fullmatch(size))), None)
    if found is None or re.search(r"/0+$", size):
        raise ValueError(size)
    for kind, part in found.groupdict().items():
        if part:
            yield PARTS[part] if kind == "glyph" else Fraction(_plain(part))


def _plain(part: str) -> str:
    return part.replace(",", ".").replace(" ", "")
