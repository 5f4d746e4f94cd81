"""What goes on this evening: in a club, and at its tables of wood."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from prefweb.clubs.evenings import evening_at, evening_began
from prefweb.clubs.models import Club, Place
from prefweb.tables.models import Line, Pulka, PulkaStep, Seat, Source

PAUSE = timedelta(hours=6)
"""A pulka that nobody has touched for so long, nor this evening, is left for another one."""
LONGEST = timedelta(days=7)
"""How long before its last evening a pulka may have begun."""
OPEN = (PulkaStep.SEATING, PulkaStep.PLAYING)
RUNNING = (*OPEN, PulkaStep.ENDED)
OVER = (PulkaStep.SETTLED, PulkaStep.ABANDONED)


def tonight_of(club: Club, now: datetime) -> list[Pulka]:
    """What gathers, is played, or has come to its end this evening in the club.

    What goes on as another pulka is told by that one. Each has `names` and `results`, seat by seat.
    """
    seats = Seat.objects.filter(pulka=OuterRef("pk")).order_by("index")
    found = with_touched(_perhaps_tonight(club, now)).annotate(
        names=ArraySubquery(seats.values("name")), results=ArraySubquery(seats.values("whists"))
    )
    found = found.select_related("table__host", "table__place")
    pulkas = list(found.order_by("table__place_id", "pk"))
    for pulka in pulkas:
        pulka.club = club
    return [pulka for pulka in pulkas if pulka.step in OVER or not is_left(pulka, now)]


def _perhaps_tonight(club: Club, now: datetime) -> QuerySet[Pulka]:
    """With what was left unfinished on other evenings."""
    over = Q(
        step__in=OVER,
        started__isnull=False,
        ended__gte=evening_began(club, now),
        evening__gte=evening_at(club, now) - LONGEST,
    )
    played = Pulka.objects.filter(club=club, source=Source.PLAYED)
    return played.filter(Q(step__in=RUNNING) | over)


def is_left(pulka: Pulka, now: datetime) -> bool:
    """Whether a pulka of a club, asked for with `touched`, waits for another evening."""
    if pulka.club is None:
        return False
    touched: datetime = pulka.touched  # type: ignore[attr-defined]
    return touched < min(evening_began(pulka.club, now), now - PAUSE)


def with_touched(pulkas: QuerySet[Pulka]) -> QuerySet[Pulka]:
    """Each with when somebody last did something to it: `touched`."""
    lines = Line.objects.filter(pulka=OuterRef("pk")).order_by().values("pulka")
    last = Subquery(lines.annotate(last=Max("at")).values("last"))
    return pulkas.annotate(touched=Coalesce(last, "created"))


def pulkas_at(places: Iterable[Place]) -> dict[int, Pulka]:
    """By place: what is played at the newest of its open tables, or was last."""
    found = with_touched(Pulka.objects.filter(table__place__in=places, table__closed=None))
    found = found.order_by("table__place_id", "-table_id", "-pk").distinct("table__place_id")
    seated = found.select_related("table__host", "club").prefetch_related("seats")
    return {pulka.table.place_id: pulka for pulka in seated if pulka.table.place_id}


def takes_place(pulka: Pulka, now: datetime) -> bool:
    """Whether nobody else can sit down where this is played: it gathers or is played now."""
    return pulka.step in OPEN and not is_left(pulka, now)
