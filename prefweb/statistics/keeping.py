"""What is counted is written anew with every change of a pulka that is over."""

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Any

from django.db import connection, transaction
from django.db.models import F, Model, OuterRef, QuerySet, Subquery

from prefweb.clubs.models import Club
from prefweb.statistics.counting import COUNTED, counted
from prefweb.statistics.models import KEPT, Counted, Fact, Pair, Part
from prefweb.tables.models import Pulka
from prefweb.tables.pulkas.course import Course
from prefweb.tables.signals import changed_after_end, dated_anew

WAY = 2
"""The way of counting. One more makes a server count everything anew when it starts."""
AT_A_TIME = 100


def listen() -> None:
    """From now on everything is kept up to date."""
    changed_after_end.connect(_changed, dispatch_uid="statistics")
    dated_anew.connect(_dated_anew, dispatch_uid="statistics")


def _changed(pulka: Pulka, course: Course | None = None, **_: Any) -> None:
    keep(pulka, course)


def _dated_anew(club: Club, **_: Any) -> None:
    """The evenings are the pulkas' once more."""
    evening = Pulka.objects.filter(pk=OuterRef("pulka")).values("evening")
    for model in KEPT:
        rows = model._default_manager.filter(club=club).exclude(evening=F("pulka__evening"))
        rows.update(evening=Subquery(evening))


@transaction.atomic
def keep(pulka: Pulka, course: Course | None = None) -> None:
    """Count a pulka anew as it stands, and keep that instead of what was kept of it."""
    keep_all([course or Course.load(pulka)])


@transaction.atomic
def keep_all(courses: Sequence[Course]) -> None:
    """Count these pulkas anew, and keep that instead of what was kept of them."""
    forget([course.pulka for course in courses])
    counting = [course for course in courses if course.pulka.step in COUNTED]
    found = [counted(course) for course in counting]
    _insert(Part, [part for each in found for part in each.parts])
    _insert(Fact, [fact for each in found for fact in each.facts])
    _insert(Pair, [pair for each in found for pair in each.pairs])
    _insert(Counted, [Counted(pulka=course.pulka, by=WAY) for course in counting])


def _insert(model: type[Model], rows: Sequence[Model]) -> None:
    """Write new rows: by a copy, several times faster than statements, and there are many."""
    if not rows:
        return
    names = [field.attname for field in model._meta.concrete_fields if field.attname != "id"]
    with connection.cursor() as cursor:
        quoted = ", ".join(map(connection.ops.quote_name, names))
        with cursor.copy(f"COPY {model._meta.db_table} ({quoted}) FROM STDIN") as copy:
            for values in map(attrgetter(*names), rows):
                copy.write_row(values)


def forget(pulkas: Sequence[Pulka]) -> None:
    """Nothing is kept of these pulkas."""
    Counted.objects.filter(pulka__in=pulkas).delete()
    for model in KEPT:
        model._default_manager.filter(pulka__in=pulkas).delete()


def uncounted() -> QuerySet[Pulka]:
    """The pulkas that count and have not been counted in today's way."""
    return Pulka.objects.filter(step__in=COUNTED).exclude(counted__by=WAY)


def catch_up(*, anew: bool = False) -> Iterator[int]:
    """Count whatever is not counted yet, or everything: how many are done, now and then."""
    pulkas = Pulka.objects.filter(step__in=COUNTED) if anew else uncounted()
    keys = list(pulkas.order_by("pk").values_list("pk", flat=True))
    for first in range(0, len(keys), AT_A_TIME):
        some = keys[first : first + AT_A_TIME]
        _keep_locked(some, anew=anew)
        yield first + len(some)


@transaction.atomic
def _keep_locked(keys: Sequence[int], *, anew: bool) -> None:
    """Count these; those that another server has counted meanwhile only where all are."""
    locked = Pulka.objects.filter(pk__in=keys).order_by("pk").select_for_update()
    wanted = {pulka.pk for pulka in locked}
    if not anew:
        wanted -= set(Counted.objects.filter(pulka__in=keys, by=WAY).values_list("pk", flat=True))
    keep_those(sorted(wanted))


def keep_those(keys: Sequence[int]) -> None:
    """Count many pulkas, by their keys: they are held, or nobody else writes them."""
    keep_all(list(_loaded(keys)))


def _loaded(keys: Sequence[int]) -> Iterator[Course]:
    """The courses of these pulkas, with all that is counted of them."""
    found = Pulka.objects.filter(pk__in=keys).order_by("pk")
    for pulka in found.prefetch_related("seats__sittings", "deals", "hands"):
        course = Course.load(pulka)
        course.sittings = {seat.index: list(seat.sittings.all()) for seat in pulka.seats.all()}
        yield course
