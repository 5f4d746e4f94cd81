"""What was brought in, as pages show it."""

from django.db.models import Count, F, Q, QuerySet

from prefweb.clubs.models import Club
from prefweb.importing.models import Batch, Imported

RECENT = 30
"""How many imports a list shows."""


def with_state(batches: QuerySet[Batch]) -> QuerySet[Batch]:
    """Each with how many of its pulkas are still as they came in."""
    as_it_came = Q(pulkas__version=F("pulkas__pulka__version"))
    return batches.select_related("by").annotate(untouched=Count("pulkas", filter=as_it_came))


def batches_of(club: Club) -> list[Batch]:
    """The last imports of a club."""
    return list(with_state(Batch.objects.filter(club=club)).order_by("-id")[:RECENT])


def pulkas_of(batch: Batch) -> list[Imported]:
    """The pulkas of a batch that are still there, each with its seats."""
    found = batch.pulkas.select_related("pulka__table__host").prefetch_related("pulka__seats")
    return list(found.order_by("id"))
