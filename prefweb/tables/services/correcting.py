"""Mistakes of written deals by the Codex: a warning, later a fine as large as the mistake.

Only with `correction_protocol: codex`, and only until the deal is sealed. Who posted what was wrong
answers for it, where the deal had written too much in his own columns in his favour.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from prefweb.players.models import Player
from prefweb.tables.deals.offences import Column, mended_by, too_much
from prefweb.tables.deals.posts import Posts
from prefweb.tables.deals.steps import Step
from prefweb.tables.models import Deal, Hand, Line, Pulka
from prefweb.tables.pulkas.course import Course, OpenDeal
from prefweb.tables.pulkas.openings import exact
from prefweb.tables.services.writing import log
from scoring import Area, Number, Seat

Cells: TypeAlias = Mapping[Column, Number]


def correct(course: Course, before: OpenDeal, after: OpenDeal, player: Player) -> None:
    """Keep what a deal had on the sheet while it is off it; judge it once it is written again."""
    if not course.is_codex:
        return
    row = Deal.objects.get(pulka=course.pulka, number=before.number)
    stood = row.inked
    if stood is None and before.step is Step.WRITTEN:
        stood = {"posts": before.posts.to_data(), "cells": _as_data(_cells(course, before.number))}
    if stood is not None and after.step is Step.WRITTEN:
        _judge(course.pulka, stood, after, player)
        stood = None
    row.inked = stood
    row.save(update_fields=["inked"])


def _cells(course: Course, number: int) -> dict[Column, Number]:
    """What a deal has on the sheet, by columns."""
    scored = course.scored_as(number)
    cells: dict[Column, Number] = {}
    for entry in scored.played.entries if scored else ():
        column = Column(entry.seat, entry.area, entry.against)
        cells[column] = cells.get(column, 0) + entry.amount
    return cells


@dataclass(frozen=True, slots=True)
class Case:
    """A deal written again: what stood in ink, and what stands now."""

    deal: int
    was: Cells
    now: Cells


def _judge(pulka: Pulka, stood: dict[str, Any], after: OpenDeal, player: Player) -> None:
    now = _cells(Course.load(pulka), after.number)
    case = Case(after.number, _from_data(stood["cells"]), now)
    _lift(pulka, case, player)
    for offender in mended_by(Posts.from_data(stood["posts"]), after.posts):
        found = too_much(offender, case.was, case.now)
        if found:
            _punish(pulka, case, offender, found, player)


def _punish(pulka: Pulka, case: Case, offender: Seat, found: Cells, player: Player) -> None:
    """A warning for the first offence in the pulka, fines for every later one."""
    is_first = not list(_verdicts(pulka, offender))
    log(
        pulka,
        "warned" if is_first else "fined",
        player,
        deal=case.deal,
        seat=offender,
        before=_as_data({column: case.was.get(column, 0) for column in found}),
        after=_as_data(found),
    )
    if not is_first:
        after = Course.load(pulka).by_hand_after
        for column, amount in found.items():
            _fine(pulka, after, column, amount)


def _fine(pulka: Pulka, after: int, column: Column, amount: Number) -> None:
    """As much as was written too much: to the mountain, or as whists that the other may take."""
    fine = Hand(
        pulka=pulka,
        after=after,
        kind=Hand.Kind.FINE,
        state=Hand.State.COUNTED,
        seat=column.seat,
        area=Area.MOUNTAIN,
        amount=str(amount),
        note=column.area,
        author=column.seat,
    )
    if column.against is not None:
        fine.area, fine.seat, fine.against = Area.WHISTS, column.against, column.seat
        fine.state, fine.asked = Hand.State.PENDING, column.against
    fine.save()


def _verdicts(pulka: Pulka, offender: Seat) -> Iterator[Line]:
    """Warnings and fines of a seat that still stand."""
    lines = pulka.lines.filter(action__in=("warned", "fined", "lifted"), seat=offender)
    lifted = {line.after for line in lines if line.action == "lifted"}
    return (line for line in lines if line.action != "lifted" and line.pk not in lifted)


def _lift(pulka: Pulka, case: Case, player: Player) -> None:
    """A mend that is taken back was none: what it brought goes with it."""
    for seat in range(pulka.size):
        for line in _verdicts(pulka, seat):
            if line.deal == case.deal and not _still_holds(line, case.now):
                log(pulka, "lifted", player, deal=case.deal, seat=seat, after=line.pk)
                _take_back_fines(pulka, line)


def _still_holds(line: Line, now: Cells) -> bool:
    """Whether a column still shows less in its owner's favour than it did at first."""
    was = _from_data(line.before or [])
    shown = {column: now.get(column, 0) for column in was}
    return bool(too_much(line.seat or 0, was, shown))


def _take_back_fines(pulka: Pulka, line: Line) -> None:
    standing = (Hand.State.PENDING, Hand.State.COUNTED)
    fines = pulka.hands.filter(kind=Hand.Kind.FINE, author=line.seat or 0, at__gte=line.at)
    fines.filter(state__in=standing).update(state=Hand.State.WITHDRAWN)


def _as_data(cells: Cells) -> list[Any]:
    """Columns with their amounts, as rows keep them."""
    return [[*column, str(amount)] for column, amount in cells.items()]


def _from_data(data: list[Any]) -> dict[Column, Number]:
    return {
        Column(seat, Area(area), against): exact(amount) for seat, area, against, amount in data
    }
