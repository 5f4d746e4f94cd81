"""What is counted is written anew with every change of a pulka that is over."""

from collections.abc import Iterator
from typing import Any

from django.db import transaction
from django.db.models import F, OuterRef, QuerySet, Subquery

from prefweb.clubs.models import Club
from prefweb.statistics.counting import COUNTED, counted
from prefweb.statistics.models import KEPT, Counted, Fact, Pair, Part
from prefweb.tables.models import Pulka
from prefweb.tables.pulkas.course import Course
from prefweb.tables.signals import changed_after_end, dated_anew

WAY = 1
"""The way of counting. One more makes a server count everything anew when it starts."""
AT_A_TIME = 200


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
    forget(pulka)
    if pulka.step not in COUNTED:
        return
    found = counted(course or Course.load(pulka))
    Part.objects.bulk_create(found.parts)
    Fact.objects.bulk_create(found.facts)
    Pair.objects.bulk_create(found.pairs)
    Counted.objects.create(pulka=pulka, by=WAY)


def forget(pulka: Pulka) -> None:
    """Nothing is kept of this pulka."""
    for model in KEPT:
        model._default_manager.filter(pulka=pulka).delete()
    Counted.objects.filter(pulka=pulka).delete()


def uncounted() -> QuerySet[Pulka]:
    """The pulkas that count and have not been counted in today's way."""
    return Pulka.objects.filter(step__in=COUNTED).exclude(counted__by=WAY)


def catch_up(*, anew: bool = False) -> Iterator[int]:
    """Count whatever is not counted yet, or everything: how many are done, now and then."""
    pulkas = Pulka.objects.filter(step__in=COUNTED) if anew else uncounted()
    keys = list(pulkas.order_by("pk").values_list("pk", flat=True))
    for first in range(0, len(keys), AT_A_TIME):
        some = keys[first : first + AT_A_TIME]
        for key in some:
            _keep_locked(key)
        yield first + len(some)


@transaction.atomic
def _keep_locked(key: int) -> None:
    pulka = Pulka.objects.select_for_update().filter(pk=key).first()
    if pulka is not None:
        keep(pulka)
