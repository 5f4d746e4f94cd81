"""How much room a text takes, in em, by a wide hand: no system font is wider than this by much."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

DIGIT, BOLD = 0.64, 1.1
"""A digit, and how much wider everything is in bold."""
KNOWN = {".": 0.32, "/": 0.34, "\u202f": 0.2, "−": 0.84, "…": 1.0, "Ø": 0.79}
BROAD = frozenset("ЖМШЩЮЫФДжмшщюыфдMWmw@%—")
JOINER = "\u200d"
SKIN = range(0x1F3FB, 0x1F400)


def breadth(text: str, *, bold: bool = False) -> float:
    """The width of a text of size 1."""
    wide = sum(
        _letter(each) for before, each in zip(f" {text}", text, strict=False) if before != JOINER
    )
    return wide * (BOLD if bold else 1)


@lru_cache(1024)
def _letter(letter: str) -> float:
    if letter in KNOWN:
        return KNOWN[letter]
    if letter.isdecimal():
        return DIGIT
    if _is_added(letter) or unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return _symbol(letter)


def _symbol(letter: str) -> float:
    kind = unicodedata.category(letter)
    if unicodedata.east_asian_width(letter) in "WF" or kind == "So":
        return 1.4
    if kind == "No":  # ½
        return 0.97
    if letter in BROAD:
        return 1.1 if letter.isupper() else 0.98
    return 0.78 if letter.isupper() else 0.32 if letter == " " else 0.66


def _is_added(letter: str) -> bool:
    """Whether it only changes the letter before it."""
    return ord(letter) in SKIN or letter == JOINER


def cut(name: str, room: float, *, bold: bool = False) -> str:
    """The name as far as there is room, never within a letter and its marks.

    >>> cut("Konstantin", 4.5)
    'Konst…'
    """
    if breadth(name, bold=bold) <= room:
        return name
    shown = name
    while shown and breadth(f"{shown}…", bold=bold) > room:
        shown = _without_last(shown)
    return f"{shown.rstrip()}…"


def cut_to(name: str, letters: int) -> str:
    """The name in so many letters at most, an ellipsis among them."""
    shown = name
    while len(shown) >= letters:
        shown = _without_last(shown)
    return f"{shown.rstrip()}…"


def _without_last(name: str) -> str:
    """One letter less, with everything that belongs to it."""
    shown = name[:-1]
    while shown and (_belongs(name[len(shown)]) or shown[-1] == JOINER):
        name, shown = shown, shown[:-1]
    return shown


def _belongs(letter: str) -> bool:
    return _is_added(letter) or unicodedata.category(letter) in ("Mn", "Mc", "Me", "Cf")
