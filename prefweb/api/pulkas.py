"""Pulkas that are over, as the API tells them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db.models import F, OuterRef, Prefetch, Q, QuerySet, Subquery

from prefweb.api import schemas
from prefweb.api.asking import start_of
from prefweb.clubs.models import Club
from prefweb.history.paging import Position
from prefweb.history.records import Record
from prefweb.history.search import NEWEST, Filters, State, narrowed, of_club
from prefweb.players.models import Player
from prefweb.sharing.files import file_of
from prefweb.statistics.asked import same_person
from prefweb.tables.models import Pulka, PulkaStep, Seat, Sitting
from prefweb.tables.pulkas.continuations import parting_payments
from prefweb.tables.pulkas.course import Course, course_of
from scoring import minor_digits, payments, write_pulka
from scoring.exact import text

OVER = (PulkaStep.SETTLED, PulkaStep.CONTINUED, PulkaStep.ABANDONED)
"""Results are told; what is still played is for those who are there."""


TOLD = (
    *("slug", "step", "evening", "started", "ended", "corrected", "preset", "house_rules", "size"),
    *("target", "stake", "currency", "source", "club", "table__title", "table__place__title"),
)
OF_SEATS = ("pulka", "index", "name", "whists", "money", "person")
"""What is read of pulkas and of seats; a long page has hundreds of them."""


def over_in(club: Club) -> QuerySet[Pulka]:
    """All pulkas of a club that are over, the newest first."""
    return of_club(club).filter(step__in=OVER)


def page_of(club: Club, asked: schemas.PulkasAsked) -> tuple[list[schemas.Pulka], Position | None]:
    """Those that were asked for, and the position after which there are more. Raises Odd."""
    found = _asked(club, asked)
    start = start_of(asked)
    if start is not None:
        found = found.filter(Q(evening__lte=start.evening), start.older)
    keys = found.order_by(*NEWEST).values("pk")[: asked.limit + 1]
    rows = list(_whole(Pulka.objects.filter(pk__in=keys)).order_by(*NEWEST))
    page = rows[: asked.limit]
    more = Position.of(page[-1]) if len(rows) > len(page) else None
    return [schemas.Pulka(**told(pulka, club)) for pulka in page], more


def _asked(club: Club, asked: schemas.PulkasAsked) -> QuerySet[Pulka]:
    pulkas = over_in(club)
    if asked.person:
        same = same_person(asked.person)
        if not same:
            return pulkas.none()
        pulkas = narrowed(pulkas, Filters(players=same))
    filters = Filters(
        since=asked.since,
        until=asked.until,
        preset=asked.preset or "",
        house_rules=asked.house_rules or "",
        size=asked.size,
        state=State(asked.state) if asked.state else None,
    )
    return narrowed(pulkas, filters)


def _whole(pulkas: QuerySet[Pulka]) -> QuerySet[Pulka]:
    """With everything that is told of them, in two queries for all."""
    follower = Pulka.objects.filter(follows=OuterRef("pk")).values("slug")
    people = Seat.objects.select_related(None).annotate(main=F("person__main")).only(*OF_SEATS)
    found = pulkas.select_related("table__place").only(*TOLD)
    return found.annotate(follower=Subquery(follower)).prefetch_related(Prefetch("seats", people))


def told(pulka: Pulka, club: Club) -> dict[str, Any]:
    """A pulka of the club by the names of the schema."""
    pulka.club = club
    record = Record(pulka)
    has_stake = bool(pulka.stake)
    return {
        "slug": pulka.slug,
        "evening": pulka.evening,
        "started": _second(record.began),
        "ended": _second(record.ended),
        "corrected": _second(record.corrected),
        "table": pulka.table.title or None,
        "place": pulka.table.place.title if pulka.table.place else None,
        "preset": pulka.preset,
        "house_rules": pulka.house_rules or None,
        "size": pulka.size,
        "target": pulka.target,
        "stake": money(pulka.stake, pulka.currency) if has_stake else None,
        "currency": pulka.currency if has_stake else None,
        "state": pulka.step,
        "source": pulka.source,
        "continued_in": record.follower or None,
        "results": _results(record),
    }


def _second(at: datetime | None) -> datetime | None:
    return at.replace(microsecond=0) if at else None


def _results(record: Record) -> list[schemas.Result]:
    """As the history has them; its results stand in the order of its seats."""
    pulka = record.pulka
    return [
        schemas.Result(
            seat=seat.index,
            place=result.place,
            person=seat.main,  # type: ignore[attr-defined]
            name=result.name,
            whists=None if result.whists is None else text(result.whists),
            money=_won(result.money, pulka),
        )
        for seat, result in zip(record.seats, record.results, strict=True)
    ]


def _won(amount: Decimal | None, pulka: Pulka) -> str | None:
    return None if amount is None or not pulka.stake else money(amount, pulka.currency)


def money(amount: Decimal, currency: str) -> str:
    """An amount with the decimals of its currency."""
    return schemas.amount(amount, minor_digits(currency))


# -- one pulka


def whole(club: Club, slug: str) -> schemas.WholePulka:
    """A pulka with its settlement. Raises Pulka.DoesNotExist."""
    pulka = _whole(over_in(club)).select_related("follows").defer(None).get(slug=slug)
    course = course_of(pulka)
    is_settled = pulka.step == PulkaStep.SETTLED
    return schemas.WholePulka(
        **told(pulka, club),
        follows=pulka.follows.slug if pulka.follows else None,
        deals=len(course.scored_deals),
        settlement=_counted(course) if is_settled else None,
        payments=_payments(course),
        sittings=_sittings(course, list(pulka.seats.all())),
    )


def file_text(club: Club, slug: str) -> str:
    """A pulka as its file, without the sign-in names of accounts. Raises Pulka.DoesNotExist."""
    pulka = over_in(club).select_related("table__place", "club", "follows").get(slug=slug)
    return write_pulka(file_of(pulka, course_of(pulka)))


def _counted(course: Course) -> list[schemas.Counted]:
    """The steps of the settlement, seat by seat."""
    settled = course.settlement
    seats = range(course.pulka.size)
    return [
        schemas.Counted(
            seat=seat,
            mountain=text(settled.mountains[seat]),
            mountain_part=text(settled.mountain_part[seat]),
            against=[
                schemas.Against(seat=other, whists=text(settled.pairwise[seat][other]))
                for other in seats
                if other != seat
            ],
            exact=text(settled.exact[seat]),
            whists=text(settled.whists[seat]),
        )
        for seat in seats
    ]


def _payments(course: Course) -> list[schemas.Payment]:
    """Who pays whom; nobody where nothing was played for."""
    pulka, leaver = course.pulka, course.leaver
    won = [seat.money for seat in pulka.seats.all() if seat.money is not None]
    if not pulka.stake or not won:
        return []
    return [
        schemas.Payment(
            from_seat=each.debtor,
            to_seat=each.creditor,
            amount=money(each.amount, pulka.currency),
        )
        for each in (payments(won) if leaver is None else parting_payments(won, leaver))
    ]


def _sittings(course: Course, seats: Sequence[Seat]) -> list[schemas.Sitting]:
    """Who sat there one after the other. Who sat there last is whose game it became."""
    rows = {seat: course.sittings.get(seat.index) or [_alone(seat)] for seat in seats}
    played = [
        (seat, row, seat.person_id if row is sat[-1] else row.person_id or row.player_id)
        for seat, sat in rows.items()
        for row in sat
    ]
    keys = [key for _seat, _row, key in played if key]
    mains = dict(Player.objects.filter(pk__in=keys).values_list("pk", "main"))
    ends = [row.since - 1 for sat in rows.values() for row in sat[1:]]
    return [
        schemas.Sitting(
            seat=seat.index,
            person=mains[key] if key else None,
            name=row.name,
            since=row.since,
            until=None if row is rows[seat][-1] else ends.pop(0),
        )
        for seat, row, key in played
    ]


def _alone(seat: Seat) -> Sitting:
    """Of an old pulka it is known whose game it was, and nothing else."""
    return Sitting(seat=seat, person_id=seat.person_id, name=seat.name)
