"""Deals on the sheet that only everybody together may change: mended, added, taken out."""

from typing import Any

from django.db.models import F

from prefweb.players.models import Player
from prefweb.tables.deals.protocol import Told
from prefweb.tables.deals.whole import Whole
from prefweb.tables.models import Consent, Deal, Pulka, PulkaStep, Sitting
from prefweb.tables.pulkas.course import Course
from prefweb.tables.pulkas.previews import (
    ADD,
    MEND,
    TAKE_OUT,
    must_replay,
    supposed,
    whole_of,
    written_deal,
)
from prefweb.tables.services.changes import Change, end_or_go_on
from prefweb.tables.services.results import correct_results
from prefweb.tables.services.writing import log

BEGUN = (PulkaStep.PLAYING, PulkaStep.ENDED, PulkaStep.SETTLED)
AWAY = 1_000_000
"""Beyond every number of a deal: where numbers wait while those before them move."""


def _must_have_begun(course: Course) -> None:
    if course.pulka.step not in BEGUN:
        raise Told("not_playing")


def check_mend(course: Course, consent: Consent) -> None:
    """A written deal with other facts, which everything after it can follow."""
    _must_have_begun(course)
    number = consent.deal or 0
    before = written_deal(course, number)
    if consent.pk is None and course.find(number) is not None:
        raise Told("not_sealed", deal=number)
    after = whole_of(consent)
    if after.deal(course) is None:
        raise Told("bad_form")
    if after.deal(course) == Whole.of(before.terms, before.posts).deal(course):
        raise Told("nothing_changes")
    must_replay(supposed(course, consent))


def check_add(course: Course, consent: Consent) -> None:
    """A deal more, which counts, and which everything after it can follow."""
    _must_have_begun(course)
    if whole_of(consent).deal(course) is None:
        raise Told("bad_form")
    after = supposed(course, consent)
    must_replay(after)
    if after.scored_as((consent.deal or 0) + 1) is None:
        raise Told("added_after_end")


def check_take_out(course: Course, consent: Consent) -> None:
    """A written deal less."""
    _must_have_begun(course)
    must_replay(supposed(course, consent))


def mend(pulka: Pulka, consent: Consent, player: Player) -> None:
    """Other facts in the place of those that were written."""
    after = whole_of(consent)
    row = pulka.deals.get(number=consent.deal or 0)
    before = Whole.of(Course.load(pulka).opened(row).terms, Course(pulka, ()).opened(row).posts)
    _write(row, after)
    log(pulka, "mended", player, deal=row.number, before=before.to_data(), after=after.to_data())
    follow(pulka, player)


def add(pulka: Pulka, consent: Consent, player: Player) -> None:
    """A forgotten deal; the deals behind it, and all that names them, count on by one."""
    after = consent.deal or 0
    number_on(pulka, after)
    whole = whole_of(consent)
    _write(Deal(pulka=pulka, number=after + 1), whole)
    log(pulka, "added", player, deal=after + 1, after=whole.to_data())
    follow(pulka, player)


def take_out(pulka: Pulka, consent: Consent, player: Player) -> None:
    """A deal that never was; its row stays, with its number."""
    row = pulka.deals.get(number=consent.deal or 0)
    row.taken_out, row.inked = True, None
    row.save(update_fields=["taken_out", "inked"])
    log(pulka, "taken_out", player, deal=row.number, before=_as_data(row))
    follow(pulka, player)


def follow(pulka: Pulka, player: Player) -> None:
    """What the sheet as it is now means for the pulka: it ends, goes on, or has other results."""
    if pulka.step == PulkaStep.SETTLED:
        correct_results(pulka, player)
    else:
        end_or_go_on(pulka, player)


def _as_data(row: Deal) -> dict[str, Any]:
    deal = Course(row.pulka, ()).opened(row)
    return Whole.of(deal.terms, deal.posts).to_data()


def _write(row: Deal, whole: Whole) -> None:
    row.dealer, row.posts, row.inked = whole.dealer, whole.posts.to_data(), None
    row.resting = list(whole.resting) if whole.resting else None
    row.save()


def number_on(pulka: Pulka, after: int) -> None:
    """Make room after a deal: whatever names a later one names it by the next number."""
    for rows, name in (
        (pulka.deals, "number"),
        (pulka.hands, "after"),
        (pulka.lines, "deal"),
        (pulka.consents, "deal"),
        (Sitting.objects.filter(seat__pulka=pulka), "since"),
    ):
        later = rows.filter(**{f"{name}__gt": after})
        later.update(**{name: F(name) + AWAY})
        rows.filter(**{f"{name}__gt": AWAY}).update(**{name: F(name) + 1 - AWAY})


CHANGES = {
    MEND: Change(check_mend, mend),
    ADD: Change(check_add, add),
    TAKE_OUT: Change(check_take_out, take_out),
}
