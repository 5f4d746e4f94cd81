"""Who may do what in a club: one table, asked by every view and every service."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import (
    Case,
    CharField,
    OuterRef,
    QuerySet,
    SmallIntegerField,
    Subquery,
    Value,
    When,
)
from django.http import Http404, HttpRequest

from prefweb.clubs.directory import STRENGTH
from prefweb.clubs.models import Club, ClubRole, Member
from prefweb.players.services import player_key


class ClubDeed(StrEnum):
    """What can be done with a club."""

    VISIT = "visit"
    SEE = "see"
    PLAY = "play"
    LEAVE = "leave"
    INVITE = "invite"
    MANAGE = "manage"
    KEEP = "keep"
    SETTLE = "settle"
    OWN = "own"


class NotForYou(PermissionDenied):
    """Somebody is not let in, or may not do this there."""

    def __init__(self, club: Club, viewer: "ClubViewer", deed: ClubDeed) -> None:
        super().__init__(deed)
        self.club = club
        self.viewer = viewer


EVERYBODY = frozenset(ClubRole)
ADMINS = frozenset({ClubRole.OWNER, ClubRole.ADMIN})
OWNER = frozenset({ClubRole.OWNER})
RIGHTS: dict[ClubDeed, frozenset[ClubRole]] = {
    ClubDeed.VISIT: EVERYBODY,
    ClubDeed.SEE: EVERYBODY,
    ClubDeed.PLAY: EVERYBODY,
    ClubDeed.LEAVE: EVERYBODY - OWNER,
    ClubDeed.INVITE: ADMINS,
    ClubDeed.MANAGE: ADMINS,
    ClubDeed.KEEP: ADMINS,
    ClubDeed.SETTLE: ADMINS,
    ClubDeed.OWN: OWNER,
}
"""VISIT: its public page, of a public club everybody's. SEE: tonight, history, members. PLAY: open
a table in its name. MANAGE: settings, members, house rules, places, merging. KEEP: games of paper
and of files into its history. SETTLE: rounds of the ledger of money. OWN: admins, the archive,
handing the club over."""


@dataclass(frozen=True, slots=True)
class ClubViewer:
    """Somebody before a club."""

    key: UUID | None
    """The player's."""
    role: ClubRole | None
    """None: no member."""
    is_public: bool

    def may(self, deed: ClubDeed) -> bool:
        if deed is ClubDeed.VISIT and self.is_public:
            return True
        return self.role in RIGHTS[deed]

    @property
    def manages(self) -> bool:
        return self.may(ClubDeed.MANAGE)

    @property
    def settles(self) -> bool:
        return self.may(ClubDeed.SETTLE)

    @property
    def owns(self) -> bool:
        return self.may(ClubDeed.OWN)


def role_of(club: str, key: UUID | None) -> Subquery:
    """For an annotation: the role of this player in the club of the row, if any; `club` names its
    column."""
    if key is None:
        nobody: Subquery = Value(None, output_field=CharField())  # type: ignore[assignment]
        return nobody
    held = Member.objects.filter(club=OuterRef(club), left=None, player__main=key)
    return Subquery(held.order_by(_by_strength(), "id").values("role")[:1])


def _by_strength() -> Case:
    ranks = (When(role=role, then=Value(rank)) for rank, role in enumerate(STRENGTH))
    return Case(*ranks, output_field=SmallIntegerField())


def get_club(
    request: HttpRequest, slug: str, deed: ClubDeed = ClubDeed.SEE
) -> tuple[Club, ClubViewer]:
    """The club and who asks for it. Raises Http404, or NotForYou where he may not."""
    key = player_key(request)
    club = Club.objects.filter(slug=slug).annotate(role=role_of("pk", key)).first()
    if club is None:
        raise Http404
    role = ClubRole(club.role) if club.role else None
    viewer = ClubViewer(key, role, club.is_public)
    if not viewer.may(deed):
        raise NotForYou(club, viewer, deed)
    return club, viewer


def viewer_of_club(request: HttpRequest, club: Club) -> ClubViewer:
    """Who looks at a club that was found otherwise than by its address."""
    key = player_key(request)
    role = Club.objects.filter(pk=club.pk).annotate(role=role_of("pk", key)).get().role
    return ClubViewer(key, ClubRole(role) if role else None, club.is_public)


def clubs_of(key: UUID | None) -> QuerySet[Club]:
    """The clubs this player belongs to, each with his `role`."""
    if key is None:
        return Club.objects.none()
    mine = Club.objects.annotate(role=role_of("pk", key))
    return mine.exclude(role=None).order_by("name", "id")
