"""The pulkas of a table, of a player, and of the demo."""

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from prefweb.players.models import Player
from prefweb.tables.access import seat_of, viewer_with
from prefweb.tables.models import BEGUN, Consent, Pulka, PulkaStep, Seat, Source, Table
from prefweb.tables.pages.queries import RUNNING, PulkaPage

RECENT = 20
"""How many a list shows."""


def current_pulka(table: Table) -> Pulka:
    """What is being played at a table now, or was last."""
    pulkas = table.pulkas.select_related("table", "table__host").prefetch_related("seats")
    return pulkas.order_by("-id")[0]


def running_pulkas(player: Player | None) -> list[PulkaPage]:
    """The pulkas this player sits in or hosts that are not over."""
    return [
        PulkaPage(pulka, viewer_with(pulka, player.pk if player else None))
        for pulka in _pulkas_of(player).filter(step__in=RUNNING).prefetch_related("deals")[:RECENT]
    ]


def recent_pulkas(player: Player | None) -> list[tuple[Pulka, Seat | None]]:
    """The last pulkas of this player that are over, or that somebody's leaving settled in part.

    Each with his seat in it; `is_asked` of each: whether everybody is asked for something there.
    """
    asked = Consent.objects.filter(pulka=OuterRef("pk"), outcome="open")
    is_over = Q(step=PulkaStep.SETTLED) | (Q(step=PulkaStep.ABANDONED) & BEGUN)
    is_parting = Q(step=PulkaStep.CONTINUED, seats__whists__gt="")
    over = _pulkas_of(player).filter(is_over | is_parting).annotate(is_asked=Exists(asked))
    found = over.order_by(F("evening").desc(nulls_last=True), "-id")[:RECENT]
    return [(pulka, seat_of(pulka, player)) for pulka in found]


def _pulkas_of(player: Player | None) -> QuerySet[Pulka]:
    if player is None:
        return Pulka.objects.none()
    sits = Q(seats__player__main=player) | Q(seats__player=player)
    hosts = Q(table__host__main=player) | Q(table__host=player)
    # who brings old pulkas in hosts their tables, and has played only where he sits
    found = (
        Pulka.objects.filter(sits | (hosts & Q(source=Source.PLAYED)))
        .distinct()
        .select_related("table__host")
    )
    return found.prefetch_related("seats").order_by("-id")


def demo_pulkas() -> list[Pulka]:
    """What an installation shows of itself to a newcomer, where it was filled with a demo."""
    found = Pulka.objects.filter(table__is_demo=True).select_related("table__host")
    return list(found.prefetch_related("seats").order_by("id"))
