"""A pulka as a pulka file, and the name that its files are kept under."""

import re
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.utils import timezone

from prefweb.tables.models import PulkaStep
from prefweb.tables.pages.queries import PulkaPage
from prefweb.tables.pulkas.course import AGREED_ENDS, HandEntry, Source
from prefweb.ui import words
from scoring import Deal, Pulka

UNFIT = re.compile(r'[\x00-\x1f\x7f\\/:*?"<>|\u200e\u200f\u202a-\u202e\u2066-\u2069]+')
"""What file systems refuse, and signs that turn the reading direction."""
LONGEST = 60


def file_name(page: PulkaPage) -> str:
    """A readable name without its suffix: "Friday 2026-11-30"."""
    at = page.pulka.ended or page.pulka.started or page.pulka.created
    title = " ".join(UNFIT.sub(" ", words.table_title(page.table)).split())
    return f"{title[:LONGEST].strip(' .') or 'pulka'} {timezone.localtime(at):%Y-%m-%d}"


def pulka_of(page: PulkaPage) -> Pulka:
    """Everything that counts as it stands now; `about` says when it was and who sat there."""
    pulka, course = page.pulka, page.course
    reason = course.replay.reason
    return Pulka(
        preset=pulka.preset,
        convention=course.convention,
        players=page.names,
        target=pulka.target,
        stake=pulka.stake.normalize() if pulka.stake else pulka.stake,
        currency=pulka.currency,
        first_dealer=pulka.first_dealer,
        opening=course.game.opening,
        deals=tuple(_deal(source, deal) for source, deal in course.counted),
        ended=reason.value if reason in AGREED_ENDS else None,
        about=_about(page),
    )


def _deal(source: Source, deal: Deal) -> Deal:
    """The facts, with the number the table knows them by."""
    if isinstance(source, HandEntry):
        return replace(deal, about={"after": source.after})
    return replace(deal, about={"number": source.number})


def _about(page: PulkaPage) -> dict[str, Any]:
    pulka = page.pulka
    about = {
        "title": page.table.title,
        "step": PulkaStep(pulka.step).value,
        "started": _moment(pulka.started),
        "ended": _moment(pulka.ended),
        "settled": _moment(pulka.settled),
        "corrected": _moment(pulka.corrected),
        "minutes": pulka.minutes,
        "laps": pulka.laps,
        "multipliers": pulka.multipliers,
        "seats": {name: _sat(page, seat) for seat, name in enumerate(page.names)},
    }
    return {key: value for key, value in about.items() if value}


def _sat(page: PulkaPage, seat: int) -> list[dict[str, Any]]:
    """Who played on a seat, each from which deal on."""
    return [{"name": row.name, "since": row.since} for row in page.sittings.get(seat, ())]


def _moment(at: datetime | None) -> str | None:
    return timezone.localtime(at).isoformat(timespec="seconds") if at else None
