"""Words of addresses and forms that may be anything."""

import re
from fractions import Fraction

MINUS = "-‐‑‒–—−"
"""Whatever keyboards and our own pages give for a minus."""
SIGNED = re.compile(rf"([{MINUS}+]?)([0-9]{{1,6}}(?:[.,][0-9]{{1,3}}|/[0-9]{{1,3}})?)")


def small_number(text: str) -> int | None:
    """A number as our pages send it: plain digits, and not too many."""
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None


def needed_number(text: str) -> int:
    """The same where there has to be one. Raises ValueError."""
    number = small_number(text)
    if number is None:
        raise ValueError(text)
    return number


def one_time_id(text: str) -> str:
    """The id a page gave this very form. Raises ValueError where it is none of ours."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{8,40}", text):
        raise ValueError(text)
    return text


def signed_number(text: str) -> Fraction | None:
    """A number that may be below zero, as people type it; None where nothing is typed.

    Whole, with a comma, or a part; a zero is a number. Raises ValueError where it is none.

    >>> signed_number("−1/2"), signed_number("0"), signed_number(" ")
    (Fraction(-1, 2), Fraction(0, 1), None)
    """
    squeezed = "".join(text.split())
    if not squeezed:
        return None
    found = SIGNED.fullmatch(squeezed)
    if found is None or re.search(r"/0+$", squeezed):
        raise ValueError(text)
    sign, number = found.groups()
    size = Fraction(number.replace(",", "."))
    return -size if sign and sign in MINUS else size
