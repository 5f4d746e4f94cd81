"""The moments of a pulka: its opening, and one after each deal and each entry by hand that counts.

A moment is named by where it stands, so that a link to it keeps its sense: 12 is after deal 12,
12.1 after the first entry by hand that was made behind this deal, 0 before everything. Entries that
were declined or taken back leave their number unused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from prefweb.tables.models import Hand
from prefweb.tables.pulkas.course import SHELF, Course, HandEntry, Scored, Source
from scoring import Number, Replay, Sheet, settle


class Place(NamedTuple):
    """Where a moment stands: after a deal, or after so many entries by hand behind it."""

    deal: int
    entry: int = 0

    @classmethod
    def parse(cls, text: str) -> Place:
        """``12`` or ``12.1``. Raises ValueError for anything else."""
        deal, _dot, entry = text.partition(".")
        return cls(int(deal), int(entry or 0))

    def __str__(self) -> str:
        return f"{self.deal}.{self.entry}" if self.entry else str(self.deal)


OPENING = Place(0)


@dataclass(frozen=True, slots=True)
class Moment:
    """The sheet at one moment, and what has just been written on it."""

    index: int
    """How many deals and entries by hand stand on it."""
    place: Place
    scored: Scored | None
    """What was written last; None before everything."""
    sheet: Sheet

    @property
    def hand(self) -> int | None:
        """The key of the entry by hand that it follows; None after a deal."""
        source = self.scored.source if self.scored else None
        return source.pk if isinstance(source, HandEntry) else None


class Story:
    """A pulka as it stands now, from its opening to its last moment."""

    def __init__(self, course: Course) -> None:
        self.course = course
        opening = Moment(0, OPENING, None, course.replay.opening)
        behind = _numbered(course.entries)
        written = enumerate(course.scored, start=1)
        self.moments = (opening, *(_moment(n, scored, behind) for n, scored in written))

    @property
    def last(self) -> Moment:
        """The sheet as it stands."""
        return self.moments[-1]

    def at(self, place: Place) -> Moment:
        """The moment at a place, or the last one before it where none is there."""
        return [moment for moment in self.moments if moment.place <= max(place, OPENING)][-1]

    def until(self, moment: Moment) -> Replay:
        """The pulka as far as it was played then."""
        found = self.course.replay
        return replace(found, played=found.played[: moment.index], sheet=moment.sheet)

    @cached_property
    def balances(self) -> tuple[tuple[Number, ...], ...]:
        """Everybody's whists at each moment, if it had been settled then."""
        game = self.course.game
        return tuple(settle(moment.sheet, game).whists for moment in self.moments)


def _moment(index: int, scored: Scored, behind: dict[int, int]) -> Moment:
    return Moment(index, _place(scored.source, behind), scored, scored.played.sheet)


def _place(source: Source, behind: dict[int, int]) -> Place:
    if isinstance(source, HandEntry):
        return Place(source.after, behind[source.pk])
    return Place(source.number)


def _numbered(entries: Sequence[Hand]) -> dict[int, int]:
    """Entries by hand counted from 1 behind each deal, by their keys; whatever became of them."""
    found: dict[int, int] = {}
    counts: dict[int, int] = {}
    for hand in sorted(entries, key=lambda hand: hand.pk):
        counts[hand.after] = found[hand.pk] = counts.get(hand.after, 0) + 1
    return found


@lru_cache(maxsize=SHELF)
def story_of(course: Course) -> Story:
    """The story of a course, told once for everybody who looks at this version of it."""
    return Story(course)
