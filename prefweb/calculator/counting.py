"""A paper sheet as far as it is typed: what it is worth, what is still missing, what is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from prefweb.calculator.columns import column_words, others
from prefweb.calculator.forms import SETTLING, SheetForm
from prefweb.sheets.drawing import Drawing, Look, drawing_of
from prefweb.sheets.paper import written_paper
from prefweb.ui.names import isolated
from prefweb.ui.steps import Steps
from scoring import Area, Convention, Game, Number, Opening, Runs, Seat, start
from scoring.conventions import PoolEnd


@dataclass(frozen=True, slots=True)
class Missing:
    """What is still to be typed of one player, in words."""

    name: str
    columns: str


@dataclass(frozen=True, slots=True)
class Known:
    """What can be said of one player before the sheet is whole."""

    name: str
    mountain_part: Number | None
    """What the mountains bring, in whists; None until all pools and mountains are there."""
    differences: list[tuple[str, Number]]
    """Whists with each other player, where both have theirs."""

    @property
    def is_something(self) -> bool:
        return self.mountain_part is not None or bool(self.differences)


class Calculation:
    """What a form comes to."""

    def __init__(self, form: SheetForm) -> None:
        self.form = form
        self.names = tuple(form.names)
        self._seats = range(form.size)

    # -- what is there

    @property
    def is_empty(self) -> bool:
        """Whether nothing of the sheet is typed."""
        return not any(str(self.form.data.get(key) or "").strip() for key in self.form.sheet_fields)

    @property
    def is_whole(self) -> bool:
        """Whether there is a result."""
        return not self.form.wrong and not self.missing

    @cached_property
    def missing(self) -> list[Missing]:
        """Player by player, what nothing is typed in; what is wrong is said elsewhere."""
        found = [(seat, list(self._missing_of(seat))) for seat in self._seats]
        return [
            Missing(isolated(self.names[seat]), ", ".join(words)) for seat, words in found if words
        ]

    def _missing_of(self, seat: Seat) -> Iterator[str]:
        for area in (Area.POOL, Area.MOUNTAIN):
            if self._lacks(area, seat):
                yield column_words(area)
        lacking = [on for on in self._others(seat) if self._lacks(Area.WHISTS, seat, on)]
        if lacking:
            yield column_words(Area.WHISTS, *(self.names[on] for on in lacking))

    def _lacks(self, area: Area, seat: Seat, on: Seat | None = None) -> bool:
        return self.form.number_of(area, seat, on) is None and not self.form.is_wrong(
            area, seat, on
        )

    def _others(self, seat: Seat) -> Sequence[Seat]:
        return others(seat, self.form.size)

    # -- what it is worth

    @property
    def convention(self) -> Convention:
        """Without a target pools are compared as in a game by the clock."""
        agreed = self.form.convention_agreed
        return agreed if self.form.target_agreed else replace(agreed, pool_end=PoolEnd.TIME)

    @cached_property
    def steps(self) -> Steps:
        """The final count, with zeros for what is not there."""
        form, game = self.form, self.game
        return Steps(self.names, game, start(game).sheet, form.stake_agreed, form.currency_agreed)

    @cached_property
    def game(self) -> Game:
        """The sheet as a pulka that begins with it."""
        return Game(
            convention=self.convention,
            players=self.form.size,
            target=self.form.target_agreed,
            opening=Opening(
                pool={seat: self._number(Area.POOL, seat) for seat in self._seats},
                mountain={seat: self._number(Area.MOUNTAIN, seat) for seat in self._seats},
                whists={
                    seat: {on: self._number(Area.WHISTS, seat, on) for on in self._others(seat)}
                    for seat in self._seats
                },
            ),
        )

    def _number(self, area: Area, seat: Seat, on: Seat | None = None) -> Number:
        return self.form.number_of(area, seat, on) or 0

    @property
    def known(self) -> list[Known]:
        """What is certain before the sheet is whole, of whom anything is."""
        found = [self._known_of(seat) for seat in self._seats]
        return [each for each in found if each.is_something]

    def _known_of(self, seat: Seat) -> Known:
        settled = self.steps.settlement
        return Known(
            name=self.names[seat],
            mountain_part=settled.mountain_part[seat] if self._knows_mountains else None,
            differences=[
                (self.names[on], settled.pairwise[seat][on])
                for on in self._others(seat)
                if self._has(Area.WHISTS, seat, on) and self._has(Area.WHISTS, on, seat)
            ],
        )

    @cached_property
    def _knows_mountains(self) -> bool:
        """Whether all that decides on the mountains is there and in order."""
        areas = (Area.POOL, Area.MOUNTAIN)
        is_there = all(self._has(area, seat) for area in areas for seat in self._seats)
        return is_there and not {"players", "convention", *SETTLING} & self.form.errors.keys()

    def _has(self, area: Area, seat: Seat, on: Seat | None = None) -> bool:
        return self.form.number_of(area, seat, on) is not None

    # -- how it looks

    @property
    def drawing(self) -> Drawing | None:
        """The sheet as it stands on paper; none for five players."""
        paper = written_paper(self._runs, self.names, me=None)
        return drawing_of(paper, Look(), game=self.game)

    @property
    def _runs(self) -> Runs:
        def run(area: Area, seat: Seat, on: Seat | None = None) -> tuple[Number, ...]:
            total = self._number(area, seat, on)
            return (total,) if total else ()

        return Runs(
            pool=tuple(run(Area.POOL, seat) for seat in self._seats),
            mountain=tuple(run(Area.MOUNTAIN, seat) for seat in self._seats),
            whists=tuple(
                tuple(() if seat == on else run(Area.WHISTS, seat, on) for on in self._seats)
                for seat in self._seats
            ),
        )
