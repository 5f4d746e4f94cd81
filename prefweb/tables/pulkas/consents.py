"""Questions to every seat, as pages and services both see them."""

from datetime import timedelta

from django.utils import timezone

from prefweb.tables.models import Consent, Pulka
from prefweb.tables.pulkas.course import Course, result_mark


def asked(pulka: Pulka, consent: Consent) -> tuple[int, ...]:
    """The seats that have to agree: all, but the present host where he is to be replaced."""
    is_host = consent.kind == Consent.Kind.HOST
    return tuple(
        seat.index
        for seat in pulka.seats.all()
        if not (is_host and seat.player_id == pulka.table.host_id)
    )


def consent_mark(course: Course, consent: Consent) -> str:
    """The question with the sheet it was seen with, as a form carries it."""
    return f"{consent.pk}:{len(course.written)}:{result_mark(course.settlement)}"


FORSAKEN = timedelta(days=7)
"""How long nobody has to play before the host alone can give a pulka up."""


def is_left_for_a_week(pulka: Pulka) -> bool:
    """Whether nobody has done anything at the table for so long."""
    last = pulka.lines.last()
    return last is not None and timezone.now() - last.at >= FORSAKEN
