"""What a club's own page shows of its games: to members all of tonight, to everybody a little."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from prefweb.clubs.models import Club
from prefweb.history.records import Record, with_all_a_record_shows
from prefweb.tables.models import Pulka, PulkaStep
from prefweb.tables.pulkas.going import OVER, tonight_of

LATELY = 8
"""How many games the page tells of."""


def lately(club: Club, me: UUID | None = None) -> list[Record]:
    """The last games that were settled, the newest first; everybody who sees the page sees them."""
    settled = club.pulkas.filter(step=PulkaStep.SETTLED).order_by("-evening", "-id")
    return [Record(pulka, me) for pulka in with_all_a_record_shows(settled)[:LATELY]]


def who_plays(club: Club, now: datetime) -> list[tuple[Pulka, list[str]]]:
    """What gathers or is played tonight, each with the names of its players."""
    return [
        (pulka, [name for name in pulka.names if name])  # type: ignore[attr-defined]
        for pulka in tonight_of(club, now)
        if pulka.step not in OVER
    ]
