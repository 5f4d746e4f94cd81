"""Who may do what at a table: one table, asked by every view and every service."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from prefweb.players.models import Player
from prefweb.players.services import player_key
from prefweb.tables.models import Proxies, Pulka, Seat, Table

WATCHES = "watches"


class Role(StrEnum):
    """What somebody is to a pulka. A host who sits is both."""

    STRANGER = "stranger"
    WATCHER = "watcher"
    SEATED = "seated"
    HOST = "host"


class Deed(StrEnum):
    """What can be done with a pulka."""

    SEE = "see"
    POST = "post"
    POST_FOR_ANOTHER = "post for another"
    DISPUTE = "dispute"
    ASK = "ask"
    CONFIRM = "confirm"
    INVITE = "invite"
    MANAGE = "manage"


ANYBODY_INSIDE = frozenset({Role.WATCHER, Role.SEATED, Role.HOST})
RIGHTS: dict[Deed, frozenset[Role]] = {
    Deed.SEE: ANYBODY_INSIDE,
    Deed.POST: frozenset({Role.SEATED}),
    Deed.POST_FOR_ANOTHER: frozenset({Role.SEATED}),
    Deed.DISPUTE: frozenset({Role.SEATED}),
    Deed.ASK: frozenset({Role.SEATED}),
    Deed.CONFIRM: frozenset({Role.SEATED}),
    Deed.INVITE: frozenset({Role.SEATED, Role.HOST}),
    Deed.MANAGE: frozenset({Role.HOST}),
}
"""MANAGE: the agreement before the start, starting, freeing a seat, closing, a rematch.
ASK: everybody's consent, and an answer to a question."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody before a pulka: his seat, if any, and what else lets him in."""

    key: UUID | None
    """The player's, also where he only watches."""
    seat: int | None
    is_host: bool
    watches: bool
    writes_for_others: bool
    """Whether the table lets this seat post for another one."""

    @property
    def roles(self) -> frozenset[Role]:
        held = {Role.SEATED: self.seat is not None, Role.HOST: self.is_host}
        roles = frozenset(role for role, holds in held.items() if holds)
        return roles or frozenset({Role.WATCHER if self.watches else Role.STRANGER})

    def may(self, deed: Deed) -> bool:
        if deed is Deed.POST_FOR_ANOTHER and not self.writes_for_others:
            return False
        return bool(self.roles & RIGHTS[deed])


def viewer_of(request: HttpRequest, pulka: Pulka) -> Viewer:
    """What this browser is to the pulka."""
    watches = pulka.table_id in request.session.get(WATCHES, [])
    return viewer_with(pulka, player_key(request), watches=watches)


def viewer_with(pulka: Pulka, key: UUID | None, *, watches: bool = False) -> Viewer:
    """What the player with this key is to the pulka."""
    seat = _seat_with(pulka, key)
    return Viewer(
        key=key,
        seat=seat.index if seat else None,
        is_host=key is not None and pulka.table.host_id == key,
        watches=watches,
        writes_for_others=seat is not None and writes_for_others(pulka, seat.index),
    )


def writes_for_others(pulka: Pulka, seat: int) -> bool:
    """Whether this seat may post for others: anybody's, the scribe's alone, or nobody's right."""
    if pulka.table.proxies == Proxies.SCRIBE:
        return pulka.scribe == seat
    return pulka.table.proxies == Proxies.ANYONE


def seat_of(pulka: Pulka, player: Player | None) -> Seat | None:
    """The seat this player holds in the pulka."""
    return _seat_with(pulka, player.pk if player else None)


def _seat_with(pulka: Pulka, key: UUID | None) -> Seat | None:
    return next((s for s in pulka.seats.all() if key and s.player_id == key), None)


def get_pulka(request: HttpRequest, slug: str, deed: Deed = Deed.SEE) -> tuple[Pulka, Viewer]:
    """The pulka and who asks for it. Raises Http404, or PermissionDenied where he may not."""
    pulka = (
        Pulka.objects.select_related("table__host")
        .prefetch_related("seats")
        .filter(slug=slug)
        .first()
    )
    if pulka is None:
        raise Http404
    viewer = viewer_of(request, pulka)
    if not viewer.may(deed):
        raise PermissionDenied(deed)
    return pulka, viewer


def may_watch(request: HttpRequest, slug: str) -> bool:
    """Whether this browser may hold the pulka's stream."""
    pulka = Pulka.objects.select_related("table").filter(slug=slug).first()
    return pulka is not None and viewer_of(request, pulka).may(Deed.SEE)


def let_watch(request: HttpRequest, table: Table) -> None:
    """This browser may see every pulka of the table from now on."""
    watches = request.session.get(WATCHES, [])
    if table.pk not in watches:
        request.session[WATCHES] = [*watches, table.pk]
