"""Who may do what at a table: one table, asked by every view and every service."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from prefweb.clubs.access import ADMINS, role_of
from prefweb.clubs.models import ClubRole
from prefweb.players.models import Player
from prefweb.players.services import player_key
from prefweb.tables.models import Proxies, Pulka, PulkaStep, Seat, Table

WATCHES = "watches"


class Role(StrEnum):
    """What somebody is to a pulka. A host who sits is both."""

    STRANGER = "stranger"
    WATCHER = "watcher"
    SEATED = "seated"
    HOST = "host"
    MEMBER = "member"
    CLUB_ADMIN = "club admin"
    VISITOR = "visitor"


class Deed(StrEnum):
    """What can be done with a pulka."""

    SEE = "see"
    POST = "post"
    POST_FOR_ANOTHER = "post for another"
    DISPUTE = "dispute"
    ENTER = "enter"
    ASK = "ask"
    CONFIRM = "confirm"
    LINK = "pass the watch link on"
    INVITE = "invite"
    MANAGE = "manage"


ANYBODY_INSIDE = frozenset(Role) - {Role.STRANGER}
RIGHTS: dict[Deed, frozenset[Role]] = {
    Deed.SEE: ANYBODY_INSIDE,
    Deed.POST: frozenset({Role.SEATED}),
    Deed.POST_FOR_ANOTHER: frozenset({Role.SEATED}),
    Deed.DISPUTE: frozenset({Role.SEATED}),
    Deed.ENTER: frozenset({Role.SEATED, Role.HOST, Role.MEMBER, Role.CLUB_ADMIN}),
    Deed.ASK: frozenset({Role.SEATED}),
    Deed.CONFIRM: frozenset({Role.SEATED}),
    Deed.LINK: ANYBODY_INSIDE - {Role.VISITOR},
    Deed.INVITE: frozenset({Role.SEATED, Role.HOST, Role.CLUB_ADMIN}),
    Deed.MANAGE: frozenset({Role.HOST, Role.CLUB_ADMIN}),
}
"""A MEMBER and a CLUB_ADMIN are of the table's club. A VISITOR is anybody, before a settled pulka
of a club that everybody may see.
ENTER: take a free seat without the table's code. LINK: the watch link, which opens every pulka
of the table.
MANAGE: the agreement before the start, starting, freeing a seat, closing, a rematch.
ASK: everybody's consent, and an answer to a question."""


NOBODY = frozenset({Role.STRANGER})


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
    club_role: ClubRole | None = None
    is_open_to_all: bool = False

    @property
    def roles(self) -> frozenset[Role]:
        held = {
            Role.SEATED: self.seat is not None,
            Role.HOST: self.is_host,
            Role.WATCHER: self.watches,
            Role.MEMBER: self.club_role is not None,
            Role.CLUB_ADMIN: self.club_role in ADMINS,
            Role.VISITOR: self.is_open_to_all,
        }
        return frozenset(role for role, holds in held.items() if holds) or NOBODY

    def may(self, deed: Deed) -> bool:
        if deed is Deed.POST_FOR_ANOTHER and not self.writes_for_others:
            return False
        return bool(self.roles & RIGHTS[deed])

    @property
    def manages(self) -> bool:
        return self.may(Deed.MANAGE)


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
        is_host=_is_host(pulka.table, key),
        club_role=_club_role(pulka, key),
        is_open_to_all=_is_open_to_all(pulka),
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
    return next((seat for seat in pulka.seats.all() if is_held_by(seat, key)), None)


def is_held_by(seat: Seat, key: UUID | None) -> bool:
    """Whether the seat is this player's: taken by him, or as the guest he was before."""
    if key is None or seat.player is None:
        return False
    return key in (seat.player_id, seat.player.main_id)


def _is_host(table: Table, key: UUID | None) -> bool:
    """Whether this player opened the table or was made its host, himself or as a guest."""
    if key is None:
        return False
    return table.host_id == key or table.host.main_id == key


def _club_role(pulka: Pulka, key: UUID | None) -> ClubRole | None:
    """What the player is in the pulka's club; `get_pulka` has asked already."""
    if pulka.club_id is None or key is None:
        return None
    if not hasattr(pulka, "club_role"):
        found = Pulka.objects.filter(pk=pulka.pk).annotate(club_role=role_of("club", key))
        pulka.club_role = found.get().club_role  # type: ignore[attr-defined]
    role: str | None = pulka.club_role  # type: ignore[attr-defined]
    return ClubRole(role) if role else None


def _is_open_to_all(pulka: Pulka) -> bool:
    return pulka.club is not None and pulka.club.is_public and pulka.step == PulkaStep.SETTLED


def get_pulka(request: HttpRequest, slug: str, deed: Deed = Deed.SEE) -> tuple[Pulka, Viewer]:
    """The pulka and who asks for it. Raises Http404, or PermissionDenied where he may not."""
    pulka = (
        Pulka.objects.select_related("table__host", "club")
        .prefetch_related("seats")
        .filter(slug=slug)
        .annotate(club_role=role_of("club", player_key(request)))
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
    found = Pulka.objects.select_related("table__host", "club").filter(slug=slug)
    pulka = found.annotate(club_role=role_of("club", player_key(request))).first()
    return pulka is not None and viewer_of(request, pulka).may(Deed.SEE)


def let_watch(request: HttpRequest, table: Table) -> None:
    """This browser may see every pulka of the table from now on."""
    watches = request.session.get(WATCHES, [])
    if table.pk not in watches:
        request.session[WATCHES] = [*watches, table.pk]
