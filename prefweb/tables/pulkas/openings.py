"""A sheet that a pulka begins with, as its row keeps it: exact numbers as text."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from scoring import Number, Opening, Sheet
from scoring.exact import text, whole


def exact(number: str) -> Number:
    """A stored number. Raises ValueError for anything else."""
    return whole(Fraction(number))


def opening_data(sheet: Sheet, raspasy: int = 0) -> dict[str, Any]:
    """A sheet to go on from, and the raspasy in a row before the next deal."""
    return {
        "pool": [text(points) for points in sheet.pool],
        "mountain": [text(points) for points in sheet.mountain],
        "whists": [[text(whists) for whists in row] for row in sheet.whists],
        "raspasy": raspasy,
    }


def opening_of(data: Mapping[str, Any] | None) -> Opening:
    """The opening sheet a pulka was stored with; an empty one where it began with nothing."""
    if not data:
        return Opening()
    return Opening(
        pool=_row(data["pool"]),
        mountain=_row(data["mountain"]),
        whists={seat: _row(row, without=seat) for seat, row in enumerate(data["whists"])},
        raspasy=data["raspasy"],
    )


def _row(numbers: list[str], without: int | None = None) -> dict[int, Number]:
    return {seat: exact(n) for seat, n in enumerate(numbers) if seat != without}
