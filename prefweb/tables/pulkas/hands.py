"""Entries by hand, as pages and services both see them: who decides, and when they are sealed."""

from collections.abc import Collection
from typing import Any

from prefweb.tables.models import Hand, Line
from prefweb.tables.pulkas.course import Course
from prefweb.tables.pulkas.openings import exact
from scoring import Area, Seat

HAND_NEWS = (
    "hand",
    "hand_agreed",
    "hand_declined",
    "hand_withdrawn",
    "warned",
    "fined",
    "lifted",
    "fine_agreed",
    "fine_declined",
)
"""Lines of the log that everybody is shown until the next order."""


def is_about(line: Line, hands: Collection[int]) -> bool:
    """Whether a line of the log enters one of these."""
    entered: Any = line.after
    return line.action == "hand" and entered["hand"] in hands


def is_in_favour(hand: Hand) -> bool:
    """Whether the entry does its own column's owner good."""
    amount = exact(hand.amount)
    return amount < 0 if hand.area == Area.MOUNTAIN else amount > 0


def deciders(hand: Hand, size: int) -> tuple[Seat, ...]:
    """The seats that can confirm an entry: the one asked, or any but its owner and its writer."""
    if hand.asked is not None:
        return (hand.asked,)
    return tuple(seat for seat in range(size) if seat not in (hand.seat, hand.author))


def needs_confirmation(hand: Hand, size: int) -> bool:
    """Whether it counts only once another seat agrees; written for another of two, one has."""
    return is_in_favour(hand) and bool(deciders(hand, size))


def is_sealed(course: Course, hand: Hand) -> bool:
    """Whether a deal that is being played, or was, has been ordered since the entry was counted."""
    later = {deal.number for deal in course.deals if not deal.is_blank and deal.number > hand.after}
    orders = course.pulka.lines.filter(action="order", before__isnull=True, after__isnull=False)
    return orders.filter(deal__in=later, at__gt=hand.at).exists()
