"""The columns of a paper sheet, and the fields they are typed in: ``p1``, ``m1``, ``w12``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from prefweb.ui.names import isolated
from prefweb.ui.words import column
from scoring import Area, Seat

KINDS = {Area.POOL: "p", Area.MOUNTAIN: "m", Area.WHISTS: "w"}


def columns_of(seat: Seat, size: int) -> Iterator[tuple[Area, Seat | None]]:
    """Everything one player writes: pool, mountain, whists on each other."""
    yield Area.POOL, None
    yield Area.MOUNTAIN, None
    for other in others(seat, size):
        yield Area.WHISTS, other


def column_words(area: Area, *on: str) -> str:
    """``pool``, ``mountain``, ``whists on: Boris, Vera``."""
    if area is Area.WHISTS:
        return _("whists on: %(name)s") % {"name": ", ".join(map(isolated, on))}
    return str(column(area))


def key_of(area: Area, seat: Seat, other: Seat | None = None) -> str:
    """The field of a column."""
    return _key(KINDS[area], seat) if other is None else _key(KINDS[area], seat, other)


def name_key(seat: Seat) -> str:
    """The field of a name."""
    return _key("n", seat)


def column_keys(size: int) -> list[str]:
    """The fields of everybody's columns."""
    return [key_of(area, seat, on) for seat in range(size) for area, on in columns_of(seat, size)]


def others(seat: Seat, size: int) -> Sequence[Seat]:
    """Everybody else, in the order of the table."""
    return [other for other in range(size) if other != seat]


def _key(kind: str, *seats: Seat) -> str:
    return kind + "".join(str(seat + 1) for seat in seats)
