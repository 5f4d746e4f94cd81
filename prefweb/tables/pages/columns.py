"""One column of the sheet, and everything that wrote in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from prefweb.tables.models import Hand, Line
from prefweb.tables.pages.changes import Change, changes_of
from prefweb.tables.pages.queries import PulkaPage
from prefweb.tables.pages.record import Marks, marks_of
from prefweb.tables.pulkas.course import Course, HandEntry, OpenDeal, Scored
from scoring import Area, Deal, Game, Number, Seat, Sheet
from scoring.exact import divide, whole

KEY = re.compile(r"(pool|mountain)-([0-4])|(whists)-([0-4])-([0-4])", re.ASCII)
OPENING = "opening"
"""The place of what a column began with."""


@dataclass(frozen=True, slots=True)
class ColumnKey:
    """A column of the sheet."""

    area: Area
    seat: Seat
    against: Seat | None = None

    @classmethod
    def parse(cls, text: str, size: int) -> ColumnKey | None:
        """As an address has it, `pool-0` or `whists-0-1`; None where there is no such column."""
        match = KEY.fullmatch(text)
        if match is None:
            return None
        area, seat, *against = (part for part in match.groups() if part is not None)
        key = cls(Area(area), int(seat), int(against[0]) if against else None)
        return key if max(key.seat, key.against or 0) < size and key.seat != key.against else None

    def __str__(self) -> str:
        parts = (self.area, self.seat, self.against)
        return "-".join(str(part) for part in parts if part is not None)

    @property
    def opposite(self) -> ColumnKey | None:
        """The whists of the other on this one."""
        if self.against is None:
            return None
        return ColumnKey(self.area, self.against, self.seat)

    def on(self, sheet: Sheet) -> Number:
        """What stands in the column."""
        if self.against is not None:
            return sheet.whists[self.seat][self.against]
        return sheet.pool[self.seat] if self.area is Area.POOL else sheet.mountain[self.seat]


@dataclass(frozen=True, slots=True)
class Writing:
    """A deal or an entry by hand that wrote in the column."""

    place: str
    """Where it stands on the page: `deal-7`, `hand-31`."""
    number: int
    """The deal; for an entry by hand the one it follows."""
    deal: Deal
    change: Change
    names: tuple[str, ...]
    """Who sat there then."""
    hand: Hand | None
    marks: tuple[str, ...]
    """`mended`, `added`: what was done to the deal after it had been written."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What one more point of a column is worth in the end, in whists."""

    each: Number
    """What each of the others gets for it; below 0: loses."""
    own: Number
    """What it brings its owner."""


@dataclass(frozen=True, slots=True)
class ColumnView:
    """One column as its page explains it."""

    key: ColumnKey
    total: Number
    base: Number
    """The pool that all are compared with."""
    worth: Worth
    balance: Number
    """The total less what the other has on the owner, for whists; else the total."""
    opening: Number
    writings: list[Writing]
    """The latest first."""


def column_view(page: PulkaPage, text: str) -> ColumnView | None:
    """The column of this key with all that wrote in it; None where there is none."""
    key = ColumnKey.parse(text, page.pulka.size)
    if key is None:
        return None
    course = page.course
    sheet, total = course.replay.sheet, key.on(course.replay.sheet)
    return ColumnView(
        key=key,
        total=total,
        base=course.settlement.base,
        worth=worth_of(key, course.game),
        balance=whole(total - key.opposite.on(sheet)) if key.opposite else total,
        opening=key.on(course.replay.opening),
        writings=_writings(page, key),
    )


def worth_of(key: ColumnKey, game: Game) -> Worth:
    """What one more point of the column changes in everybody's result.

    >>> from scoring import PRESETS
    >>> sochi = Game(convention=PRESETS["sochi"].convention, players=4, target=20)
    >>> worth_of(ColumnKey(Area.MOUNTAIN, 0), sochi)
    Worth(each=Fraction(5, 2), own=Fraction(-15, 2))

    Source: docs/rules.md 3.
    """
    if key.area is Area.WHISTS:
        return Worth(-1, 1)
    convention, players = game.convention, game.players
    among = 1 if convention.indivisible_mountain and players == 2 else players
    each: Number = divide(convention.whists_per_mountain, among)
    if key.area is Area.POOL:
        each = -each * convention.pool_settle
    return Worth(whole(Fraction(each)), whole(Fraction(-each * (players - 1))))


def places_of(course: Course, key: ColumnKey) -> list[str]:
    """For each running total of a column, the place on its page of what wrote it."""
    opening = [OPENING] if key.on(course.replay.opening) else []
    return opening + [
        _place(each) for each in course.scored if key.on(each.before) != key.on(each.played.sheet)
    ]


def _place(each: Scored) -> str:
    source = each.source
    return f"hand-{source.pk}" if isinstance(source, HandEntry) else f"deal-{source.number}"


def _writings(page: PulkaPage, key: ColumnKey) -> list[Writing]:
    found = [
        (each, change)
        for each in reversed(page.course.scored)
        for change in changes_of(each)
        if (change.area, change.seat, change.against) == (key.area, key.seat, key.against)
    ]
    if not found:
        return []
    marks = marks_of(page.pulka)
    lines = _hand_lines(page, [each for each, _change in found])
    return [_writing(page, each, change, marks, lines) for each, change in found]


def _writing(
    page: PulkaPage, each: Scored, change: Change, marks: Marks, lines: dict[int, Line]
) -> Writing:
    source = each.source
    if isinstance(source, OpenDeal):
        number, hand, names = source.number, None, page.names_in(source.number)
    else:
        number, hand = source.after, _hand(page, source.pk)
        names = page.names_of(lines[source.pk]) if source.pk in lines else page.names
    kinds = {"mended": marks.mended, "added": marks.added} if hand is None else {}
    return Writing(
        place=_place(each),
        number=number,
        deal=each.played.deal,
        change=change,
        names=names,
        hand=hand,
        marks=tuple(kind for kind, deals in kinds.items() if number in deals),
    )


def _hand(page: PulkaPage, pk: int) -> Hand:
    return next(hand for hand in page.course.entries if hand.pk == pk)


def _hand_lines(page: PulkaPage, found: Sequence[Scored]) -> dict[int, Line]:
    """The lines of the log by which these entries by hand came; asked for only where some did."""
    if not any(isinstance(each.source, HandEntry) for each in found):
        return {}
    lines = page.pulka.lines.filter(action="hand").order_by("id")
    return {line.after["hand"]: line for line in lines if isinstance(line.after, dict)}
