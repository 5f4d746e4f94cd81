"""An empty sheet to be written on by hand, with the very lines of the drawn one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy

from prefweb.sheets.drawing import Drawing, Look, drawing_of
from prefweb.sheets.paper import written_paper
from scoring import Runs

SIZES: dict[int, Any] = {
    2: gettext_lazy("for two"),
    3: gettext_lazy("for three"),
    4: gettext_lazy("for four"),
}
"""By how many play; for five no sheet is drawn."""
LINES = range(1, 41)
"""The deals that the column of contracts has room for."""
LONGEST = 40
"""Letters of a name."""


@dataclass(frozen=True, slots=True)
class Blank:
    """A sheet without numbers; with names where those who play are known already."""

    names: tuple[str, ...]
    """The first at the bottom, then clockwise; empty where the hand shall write."""
    drawing: Drawing

    @property
    def size(self) -> int:
        return len(self.names)

    @property
    def words(self) -> str:
        """For how many it is."""
        return str(SIZES[self.size])

    @property
    def has_names(self) -> bool:
        return any(self.names)


def blank_of(size: int, names: Sequence[str] = ()) -> Blank:
    """The empty sheet for so many. Raises KeyError where none is drawn for them."""
    given = [" ".join(name.split())[:LONGEST] for name in names[:size]]
    filled = (*given, *[""] * (size - len(given)))
    return Blank(filled, _drawn(filled))


def _drawn(names: Sequence[str]) -> Drawing:
    """Who has no name yet is told by his number: names shortened side by side have to differ."""
    told = [name or str(place) for place, name in enumerate(names, start=1)]
    drawing = drawing_of(written_paper(_nothing(len(names)), told, None), Look(), game=None)
    if drawing is None:
        raise KeyError(len(names))
    return drawing


def _nothing(size: int) -> Runs:
    empty: tuple[tuple[int, ...], ...] = ((),) * size
    return Runs(pool=empty, mountain=empty, whists=(empty,) * size)
