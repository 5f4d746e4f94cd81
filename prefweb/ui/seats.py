"""Where seats stand around the drawn table: clockwise from the one at the bottom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from prefweb.ui.names import isolated

if TYPE_CHECKING:
    from prefweb.tables.pages.queries import PulkaPage

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


def sat(page: PulkaPage, seat: int) -> str:
    """Who played on a seat, each with the deals: "Anna (1–12), Boris (from 13)"."""
    return ", ".join(_sat(*each) for each in page.sat(seat))


def _sat(name: str, first: int, last: int | None) -> str:
    words = {"name": isolated(name), "first": first, "last": last}
    if last is None:
        return _("%(name)s (from deal %(first)s)") % words
    if first == last:
        return _("%(name)s (deal %(first)s)") % words
    return _("%(name)s (deals %(first)s–%(last)s)") % words
