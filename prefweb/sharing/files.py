"""A pulka as a pulka file, and the name that its files are kept under."""

import re
from dataclasses import replace
from typing import Any

from django.utils import timezone

import scoring
from prefweb.sharing.about import about_of, with_what_fits
from prefweb.tables.access import Role
from prefweb.tables.models import Pulka
from prefweb.tables.pages.queries import PulkaPage
from prefweb.tables.pulkas.course import AGREED_ENDS, Course, HandEntry, Source
from prefweb.ui import words
from scoring import Deal

UNFIT = re.compile(r'[\x00-\x1f\x7f\\/:*?"<>|\u200e\u200f\u202a-\u202e\u2066-\u2069]+')
"""What file systems refuse, and signs that turn the reading direction."""
LONGEST = 60


def file_name(page: PulkaPage) -> str:
    """A readable name without its suffix: "Friday 2026-11-30"."""
    at = page.pulka.ended or page.pulka.started or page.pulka.created
    title = kept_name(words.table_title(page.table), "pulka")
    return f"{title} {timezone.localtime(at):%Y-%m-%d}"


def kept_name(text: str, otherwise: str) -> str:
    """A text as part of a file's name; another one where nothing of it can be."""
    return " ".join(UNFIT.sub(" ", text).split())[:LONGEST].strip(" .") or otherwise


def pulka_of(page: PulkaPage) -> scoring.Pulka:
    """The file of the pulka as this viewer gets it: sign-in names are for those who belong here."""
    names_accounts = bool(page.viewer.roles & AT_HOME)
    return file_of(page.pulka, page.course, names_accounts=names_accounts)


AT_HOME = {Role.SEATED, Role.HOST, Role.MEMBER, Role.CLUB_ADMIN}


def file_of(pulka: Pulka, course: Course, *, names_accounts: bool = False) -> scoring.Pulka:
    """Everything that counts as it stands now; `about` tells the rest."""
    reason = course.replay.reason
    return scoring.Pulka(
        preset=pulka.preset,
        convention=course.convention,
        players=tuple(seat.name for seat in pulka.seats.all()),
        target=pulka.target,
        stake=pulka.stake.normalize() if pulka.stake else pulka.stake,
        currency=pulka.currency,
        first_dealer=pulka.first_dealer,
        opening=course.game.opening,
        deals=tuple(_deal(source, deal) for source, deal in course.counted),
        ended=reason.value if reason in AGREED_ENDS else None,
        about=about_of(pulka, course, names_accounts=names_accounts),
    )


def _deal(source: Source, deal: Deal) -> Deal:
    """The facts, with the number the table knows them by and what their file told of them."""
    return replace(deal, about=with_what_fits(source.about or {}, _place(source)))


def _place(source: Source) -> dict[str, Any]:
    """Where it stands, and what the table calls its multiplier."""
    if isinstance(source, HandEntry):
        return {"after": source.after}
    order = source.posts.game[1] if source.posts.game else None
    called = {"called": order.called} if order and order.called else {}
    return {"number": source.number, **called}
