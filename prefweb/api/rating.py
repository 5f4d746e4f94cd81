"""The rating of a club, as the API tells it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from prefweb.api import schemas
from prefweb.api.asking import start_of
from prefweb.api.people import NoSuchPerson
from prefweb.clubs.models import Club
from prefweb.history.paging import Position
from prefweb.statistics.ladder import Rung, ladder_of, rung_of
from prefweb.statistics.models import Rated
from prefweb.statistics.people import person_in
from prefweb.statistics.rating import Strength
from prefweb.statistics.rerating import At


def told(club: Club) -> schemas.Ratings:
    """Everybody's, with the places of those who have one."""
    ladder = ladder_of(club)
    placed = [
        schemas.Placed(**_rung(each.rung), place=each.first, last_place=each.last)
        for each in ladder.placed
    ]
    provisional = [
        schemas.Placed(**_rung(rung), place=None, last_place=None) for rung in ladder.provisional
    ]
    return schemas.Ratings(needed=ladder.needed, ratings=[*placed, *provisional])


def history(
    club: Club, key: UUID, asked: schemas.PageAsked
) -> tuple[schemas.Rating | None, list[schemas.Rated], Position | None]:
    """Somebody's rating now, a page of how it came about, and where the next one begins.

    Raises NoSuchPerson, Odd.
    """
    start, person = start_of(asked), person_in(club, key)
    if person is None:
        raise NoSuchPerson
    rung = rung_of(club, person.main)
    found = Rated.objects.filter(club=club, person=person.main)
    if start is not None:
        found = found.filter(At(*start).before)
    rows = list(found.order_by("-evening", "-pulka").select_related("pulka")[: asked.limit + 1])
    page = rows[: asked.limit]
    more = Position(page[-1].evening, page[-1].pulka_id) if len(rows) > len(page) else None
    return schemas.Rating(**_rung(rung)) if rung else None, list(_rated(page)), more


def _rung(rung: Rung) -> dict[str, Any]:
    return {
        "person": rung.person,
        "name": rung.name,
        "pulkas": rung.games,
        "last_evening": rung.last,
        "provisional": rung.is_provisional,
        **_strength(rung.strength),
    }


def _strength(strength: Strength) -> dict[str, int]:
    return {
        "rating": strength.rating,
        "strength": strength.points,
        "margin": strength.margin,
    }


def _rated(rows: list[Rated]) -> Iterator[schemas.Rated]:
    for row in rows:
        before, after = Strength(row.mu_before, row.sigma_before), Strength(row.mu, row.sigma)
        yield schemas.Rated(
            pulka=row.pulka.slug,
            evening=row.evening,
            number=row.number,
            place=row.place,
            size=row.players,
            change=after.rating - before.rating,
            **_strength(after),
        )
