"""What is asked for, as the numbers are asked for it."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from prefweb.api.schemas import PageAsked, PeriodAsked
from prefweb.clubs.models import Club
from prefweb.history.paging import Position
from prefweb.statistics import periods
from prefweb.statistics.asked import Asked
from prefweb.statistics.periods import Period


class Odd(Exception):
    """A parameter that cannot be, and why."""

    def __init__(self, name: str, message: str, code: str = "odd_parameter") -> None:
        super().__init__(name, message)
        self.name = name
        self.message = message
        self.code = code


def period_of(club: Club, asked: PeriodAsked, usual: Period) -> Period:
    """The period that is asked for. Raises Odd."""
    if asked.period is None:
        return _days(asked) or usual
    if asked.since or asked.until:
        raise Odd("period", "Either a period, or since and until.")
    found = periods.parse(asked.period, club.season_begins)
    if found is None:
        raise Odd("period", "A period is 2026-11, 2026, season-2026 or all.")
    return found


def _days(asked: PeriodAsked) -> Period | None:
    if asked.since and asked.until and asked.until < asked.since:
        raise Odd("until", "This is before the first day.")
    return periods.days(asked.since, asked.until) if asked.since or asked.until else None


def scope(club: Club, asked: PeriodAsked, period: Period, people: Sequence[UUID] = ()) -> Asked:
    """The rows that are asked for: of these players, or of everybody."""
    return Asked(
        club=club,
        people=people,
        period=period,
        preset=asked.preset or "",
        house_rules=asked.house_rules or "",
    )


def start_of(asked: PageAsked) -> Position | None:
    """The position after which a page begins; None: with the newest. Raises Odd."""
    if asked.after is None:
        return None
    start = Position.parse(asked.after)
    if start is None:
        raise Odd("after", "Take it from `next`.")
    return start
