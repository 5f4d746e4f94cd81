"""One open table at a table of wood: a new one takes the place of what is over."""

from django.utils import timezone

from prefweb.clubs.models import Place
from prefweb.players.models import Player
from prefweb.tables.models import Pulka, PulkaStep, Table
from prefweb.tables.pulkas.going import OPEN, pulkas_at, takes_place
from prefweb.tables.services.writing import locked, log, publish


class Occupied(Exception):
    """Something gathers or is played at the place: `pulka`."""

    def __init__(self, pulka: Pulka) -> None:
        super().__init__(pulka.slug)
        self.pulka = pulka


def make_room(place: Place, player: Player) -> None:
    """Closes what is over at the place, so that a new table can be opened there.

    What is played out and not settled, or was left in the middle on another evening, stays open
    under its code, to be brought to its end elsewhere. Raises Occupied.
    """
    Place.objects.select_for_update().get(pk=place.pk)
    pulka = pulkas_at([place]).get(place.pk)
    if pulka is not None and takes_place(pulka, timezone.now()):
        raise Occupied(pulka)
    for table in place.tables.filter(closed=None):
        _close(table, player)


def _close(table: Table, player: Player) -> None:
    last = table.pulkas.order_by("-id")[0]
    with locked(last.slug) as pulka:
        if pulka.step in (PulkaStep.PLAYING, PulkaStep.ENDED):
            return
        if pulka.step in OPEN:
            pulka.step = PulkaStep.ABANDONED
        pulka.table.closed = timezone.now()
        pulka.table.save(update_fields=["closed"])
        log(pulka, "closed", player)
        publish(pulka)
