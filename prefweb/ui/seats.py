"""Where seats stand around the drawn table: clockwise from the one at the bottom."""

from __future__ import annotations

CLOCKWISE = {
    2: ("me", "top"),
    3: ("me", "left", "right"),
    4: ("me", "left", "top", "right"),
    5: ("me", "left", "top", "more", "right"),
}


def place(seat: int, bottom: int, size: int) -> str:
    """The place of a seat when another one is at the bottom.

    >>> [place(seat, 1, 4) for seat in range(4)]
    ['right', 'me', 'left', 'top']
    """
    return CLOCKWISE[size][(seat - bottom) % size]
