"""Standings of a period, as the API tells them."""

from __future__ import annotations

from django.utils import timezone

from prefweb.api import schemas
from prefweb.api.odd import Odd
from prefweb.clubs.evenings import evening_at
from prefweb.clubs.models import Club
from prefweb.statistics import periods
from prefweb.statistics.asked import Asked
from prefweb.statistics.periods import Period
from prefweb.statistics.standings import Line, Placed, standings_of
from scoring.exact import text


def told(club: Club, asked: schemas.StandingsAsked) -> schemas.Standings:
    """Everybody in his place. Raises Odd."""
    period = period_of(club, asked, season_now(club))
    found = standings_of(scope(club, asked, period), asked.by, asked.least)
    placed = [_line(each.line, each) for each in found.placed]
    return schemas.Standings(
        since=period.since,
        until=period.until,
        by=found.by,
        least=found.least,
        standings=[*placed, *map(_line, (*found.idle, *found.few))],
    )


def season_now(club: Club) -> Period:
    """The season that is on, by the club's clock."""
    return periods.season_of(evening_at(club, timezone.now()), club.season_begins)


def period_of(club: Club, asked: schemas.PeriodAsked, usual: Period) -> Period:
    """The period that is asked for. Raises Odd."""
    if asked.period is None:
        return _days(asked) or usual
    if asked.since or asked.until:
        raise Odd("period", "Either a period, or since and until.")
    found = periods.parse(asked.period, club.season_begins)
    if found is None:
        raise Odd("period", "A period is 2026-11, 2026, season-2026 or all.")
    return found


def _days(asked: schemas.PeriodAsked) -> Period | None:
    if asked.since and asked.until and asked.until < asked.since:
        raise Odd("until", "This is before the first day.")
    return periods.days(asked.since, asked.until) if asked.since or asked.until else None


def scope(club: Club, asked: schemas.PeriodAsked, period: Period) -> Asked:
    """The rows that are asked for."""
    return Asked(
        club=club,
        period=period,
        preset=asked.preset or "",
        house_rules=asked.house_rules or "",
    )


def _line(line: Line, at: Placed | None = None) -> schemas.Line:
    return schemas.Line(
        place=at.first if at else None,
        last_place=at.last if at else None,
        person=line.person,
        name=line.name,
        pulkas=line.games,
        whists=text(line.whists),
        average=None if line.average is None else text(line.average),
        deals=line.deals,
        raspasy=line.raspasy,
        raspasy_won=line.raspasy_won,
        raspasy_tricks=line.raspasy_tricks,
        miseres=line.miseres,
        misere_tricks=line.misere_tricks,
        remizes=line.remizes,
    )
