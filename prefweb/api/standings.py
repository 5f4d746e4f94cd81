"""Standings of a period, as the API tells them."""

from __future__ import annotations

from django.utils import timezone

from prefweb.api import schemas
from prefweb.api.asking import period_of, scope
from prefweb.clubs.evenings import evening_at
from prefweb.clubs.models import Club
from prefweb.statistics import periods
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
