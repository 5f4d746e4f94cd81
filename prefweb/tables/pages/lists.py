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
    running = _pulkas_of(player).filter(step__in=RUNNING)
    return [
        PulkaPage(pulka, viewer_with(pulka, player.pk if player else None))
        for pulka in _shown(running).prefetch_related("deals").order_by("-id")[:RECENT]
    ]


def recent_pulkas(player: Player | None) -> list[tuple[Pulka, Seat | None]]:
    """The last pulkas of this player that are over, or that somebody's leaving settled in part.

    Each with his seat in it; `is_asked` of each: whether everybody is asked for something there.
    """
    asked = Consent.objects.filter(pulka=OuterRef("pk"), outcome="open")
    parted = Seat.objects.filter(pulka=OuterRef("pk"), whists__gt="")
    is_over = Q(step=PulkaStep.SETTLED) | (Q(step=PulkaStep.ABANDONED) & BEGUN)
    is_parting = Q(step=PulkaStep.CONTINUED) & Q(Exists(parted))
    newest = (F("evening").desc(nulls_last=True), "-id")
    over = _pulkas_of(player).filter(is_over | is_parting).order_by(*newest)
    # which ones is found out before their rows are read: there may be thousands
    found = _shown(Pulka.objects.filter(pk__in=over.values("pk")[:RECENT]).order_by(*newest))
    return [(pulka, seat_of(pulka, player)) for pulka in found.annotate(is_asked=Exists(asked))]


def _pulkas_of(player: Player | None) -> QuerySet[Pulka]:
    if player is None:
        return Pulka.objects.none()
    same = Player.objects.filter(Q(pk=player.pk) | Q(main=player)).values("pk")
    sits = Seat.objects.filter(player__in=same).order_by().values("pulka")
    # who brings old pulkas in hosts their tables, and has played only where he sits
    hosts = Pulka.objects.filter(table__host__in=same, source=Source.PLAYED).values("pk")
    # each finds its own by an index; together no index answers them
    return Pulka.objects.filter(pk__in=sits.union(hosts))


def _shown(pulkas: QuerySet[Pulka]) -> QuerySet[Pulka]:
    """With what lists show of them."""
    return pulkas.select_related("table__host").prefetch_related("seats")


def demo_pulkas() -> list[Pulka]:
    """What an installation shows of itself to a newcomer, where it was filled with a demo."""
    return list(_shown(Pulka.objects.filter(table__is_demo=True)).order_by("id"))
