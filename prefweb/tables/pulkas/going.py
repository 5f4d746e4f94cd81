"""What goes on this evening: in a club, and at one of its tables of wood."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from prefweb.clubs.evenings import evening_at, evening_began
from prefweb.clubs.models import Club, Place
from prefweb.tables.models import Line, Pulka, PulkaStep, Source

LEFT = timedelta(hours=6)
"""How long after the end of an evening something of it goes on without anybody's touching it."""
LONGEST = timedelta(days=7)
"""How many days before it ends a pulka may have begun that still counts among tonight's."""
OPEN = (PulkaStep.SEATING, PulkaStep.PLAYING)
"""Steps in which a table of wood is taken."""


def goes_on_since(club: Club, now: datetime) -> datetime:
    """What nobody has touched since then was left for another evening."""
    return min(evening_began(club, now), now - LEFT)


def is_left(pulka: Pulka, now: datetime) -> bool:
    """Whether it waits for another evening, or for nothing any more."""
    touched: datetime = pulka.touched  # type: ignore[attr-defined]
    return pulka.club is not None and touched < goes_on_since(pulka.club, now)


def going_on(club: Club, now: datetime) -> QuerySet[Pulka]:
    """What gathers, is played or waits for agreement in the club, and is not left alone."""
    running = (*OPEN, PulkaStep.ENDED)
    found = with_touched(Pulka.objects.filter(club=club, step__in=running, source=Source.PLAYED))
    return found.filter(touched__gte=goes_on_since(club, now))


def over_tonight(club: Club, now: datetime) -> QuerySet[Pulka]:
    """What has come to its end this evening; what goes on as another pulka is none of it."""
    evening, since = evening_at(club, now), evening_began(club, now)
    over = Pulka.objects.filter(club=club, source=Source.PLAYED, started__isnull=False)
    over = over.filter(step__in=(PulkaStep.SETTLED, PulkaStep.ABANDONED))
    return with_touched(over.filter(evening__gte=evening - LONGEST, ended__gte=since))


def with_touched(pulkas: QuerySet[Pulka]) -> QuerySet[Pulka]:
    """Each with when somebody last did something to it: `touched`."""
    lines = Line.objects.filter(pulka=OuterRef("pk")).order_by().values("pulka")
    last = Subquery(lines.annotate(last=Max("at")).values("last"))
    return pulkas.annotate(touched=Coalesce(last, "created"))


def pulkas_at(places: Iterable[Place]) -> dict[int, Pulka]:
    """By place: what is played at its open tables, or was last."""
    found = with_touched(Pulka.objects.filter(table__place__in=places, table__closed=None))
    found = found.order_by("table__place", "-id").distinct("table__place")
    seated = found.select_related("table__host", "club").prefetch_related("seats")
    return {pulka.table.place_id: pulka for pulka in seated if pulka.table.place_id}


def takes_place(pulka: Pulka, now: datetime) -> bool:
    """Whether nobody else can sit down where this is played: it gathers or is played now."""
    return pulka.step in OPEN and not is_left(pulka, now)
