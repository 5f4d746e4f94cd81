"""A game on time: what is left of its minutes, and in which lap it is."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from prefweb.tables.models import PulkaStep
from prefweb.tables.pulkas.course import Course


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a game on time goes on; None where minutes or laps are not agreed."""

    minutes: int | None
    """All of its minutes."""
    deadline: datetime | None
    """When they are over; None before the first order."""
    left: timedelta | None
    """Until then, not below zero."""
    lap: int | None
    laps: int | None
    is_over: bool
    """Whether only the deal under way is still played."""

    @property
    def seconds(self) -> int | None:
        """Whole seconds left, the last one begun."""
        return None if self.left is None else -int(-self.left.total_seconds() // 1)

    @property
    def minutes_left(self) -> int | None:
        """Minutes left, the last one begun."""
        return None if self.seconds is None else -(-self.seconds // 60)


def clock_of(course: Course, now: datetime) -> Clock | None:
    """The clock of a game on time that is being played."""
    pulka = course.pulka
    if pulka.step != PulkaStep.PLAYING or not (pulka.minutes or pulka.laps):
        return None
    deadline = pulka.deadline
    return Clock(
        minutes=pulka.minutes,
        deadline=deadline,
        left=None if deadline is None else max(deadline - now, timedelta()),
        lap=min(int(course.laps) + 1, pulka.laps) if pulka.laps else None,
        laps=pulka.laps,
        is_over=course.time_is_over(now),
    )
