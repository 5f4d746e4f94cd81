"""Sheets with made-up totals, for tests of how they are drawn."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import TypeAlias

from prefweb.sheets.drawing import Drawing, Look, drawing_of
from prefweb.sheets.paper import written_paper
from scoring import PRESETS, Convention, Game, Number, Runs

Maker: TypeAlias = Callable[[], tuple[Number, ...]]
PLAIN = Look()
SOCHI = PRESETS["sochi"].convention
NAMES = ("Анна", "Борис", "Вера", "Константин")
LONG_NAMES = (
    "Константин Константинопольский-Рудницкий",
    "Константин Константинопольский-Заречный",
    "שלמה בן־דוד הכהן מירושלים הקדושה",
    "ЖЖЖЖЖЖЖЖ👩‍👩‍👧‍👧🎉🎉🎉🎉🎉🎉",
)


def long_runs(size: int, deals: int) -> Runs:
    """Totals as they come to stand after so many deals."""
    made = Random(deals)

    def totals(count: int, most: int) -> tuple[Number, ...]:
        steps = [made.randint(1, most) for _ in range(max(count, 1))]
        return tuple(sum(steps[: end + 1]) for end in range(len(steps)))

    return runs_of(size, lambda: totals(deals // size, 6), lambda: totals(deals // 2, 24))


def runs_of(size: int, own: Maker, on_others: Maker) -> Runs:
    """A sheet whose columns are made one by one."""
    seats = range(size)
    return Runs(
        tuple(own() for _ in seats),
        tuple(own() for _ in seats),
        tuple(tuple(() if i == j else on_others() for j in seats) for i in seats),
    )


def drawn(
    written: Runs,
    names: Sequence[str] = NAMES,
    look: Look = PLAIN,
    target: int = 20,
    convention: Convention = SOCHI,
) -> Drawing:
    """The sheet with these totals; seat 1 deals, some columns are pointed out."""
    size = len(written.pool)
    paper = written_paper(
        written, names[:size], 0, lambda seat, area, on: (seat + len(area)) % 2 == 0, {0: 3, 1: 12}
    )
    game = Game(convention=convention, players=size, target=target)
    drawing = drawing_of(paper, look, game=game, dealer=1)
    assert drawing is not None
    return drawing


def odd_runs(size: int) -> Runs:
    """Totals that are broken, negative, or have many digits."""
    mountain = (Fraction(7, 2), Fraction(-10, 3), Fraction(-4123, 3))
    whists = (Fraction(1, 3), Fraction(-2575, 2), 1287 + Fraction(5, 7))
    seats = range(size)
    return Runs(
        tuple((1000, 20345) for _ in seats),
        tuple(mountain for _ in seats),
        tuple(tuple(() if i == j else whists[: 1 + (i + j) % 3] for j in seats) for i in seats),
    )
