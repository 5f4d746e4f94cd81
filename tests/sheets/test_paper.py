"""The sheet in numbers: keys, totals and running totals as on paper."""

from fractions import Fraction

import pytest

from prefweb.sheets.paper import Cell
from scoring import Area


@pytest.mark.parametrize(
    ("cell", "key"),
    [
        (Cell(Area.POOL, 0, None, (), False), "pool-0"),
        (Cell(Area.MOUNTAIN, 2, None, (), False), "mountain-2"),
        (Cell(Area.WHISTS, 0, 1, (), False), "whists-0-1"),
    ],
)
def test_cell_is_found_by_its_key(cell: Cell, key: str) -> None:
    assert cell.key == key


@pytest.mark.parametrize(
    ("totals", "value", "run"),
    [
        ((), 0, ""),
        ((4, 8, 14), 14, "4.8.14."),
        ((3, -1), -1, "3.−1."),
        ((1208,), 1208, "1208."),
        ((Fraction(7, 2), 5), 5, "3½.5."),
    ],
)
def test_running_totals_stand_as_on_paper(
    totals: tuple[int | Fraction, ...], value: int, run: str
) -> None:
    cell = Cell(Area.POOL, 0, None, totals, False)
    assert (cell.value, cell.run) == (value, run)
