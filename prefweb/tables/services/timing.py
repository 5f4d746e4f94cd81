"""A game on time ends when its time has come, whoever notices first."""

from prefweb.tables.models import Pulka
from prefweb.tables.pulkas.course import Course, course_of
from prefweb.tables.services.playing import ends_late, is_late
from prefweb.tables.services.writing import locked


def has_run_out(pulka: Pulka) -> bool:
    """Whether a game on time should have ended by now, as far as can be seen without a lock."""
    return bool(pulka.minutes or pulka.laps) and is_late(course_of(pulka))


def end_if_late(slug: str) -> None:
    """Nobody has to post for it: the time is over and no deal is under way."""
    with locked(slug) as pulka:
        ends_late(Course.load(pulka), None)
