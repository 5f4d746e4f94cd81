"""Ways into a club: made and revoked by its admins, taken by whoever has an account."""

from datetime import timedelta
from enum import StrEnum

from django.db.models import F
from django.utils import timezone

from prefweb.clubs.directory import STRENGTH
from prefweb.clubs.models import Club, ClubRole, Invitation, Member
from prefweb.clubs.refusals import Refused
from prefweb.clubs.services.locking import locked, present
from prefweb.players.merging import CannotMerge, merge
from prefweb.players.models import Player
from prefweb.tables.codes import free_code

SHORTEST_CODE = 9
"""It opens a club's history, so it is longer than that of a table."""


class Arrival(StrEnum):
    """What became of somebody who took an invitation."""

    NEW = "new"
    BACK = "back"
    THERE_ALREADY = "there already"
    RAISED = "raised"


def invite(
    club: Club,
    by: Player,
    *,
    days: int,
    role: ClubRole = ClubRole.MEMBER,
    member: int | None = None,
) -> Invitation:
    """An invitation for so many days, to anybody or to one of the directory without an account."""
    with locked(club) as held:
        guest = present(held, member) if member else None
        if guest is not None and guest.player.main.account_id is not None:
            raise Refused("invitation_taken")
        in_use = Invitation.objects.filter(revoked__isnull=True).values_list("code", flat=True)
        return Invitation.objects.create(
            club=held,
            code=free_code(in_use, SHORTEST_CODE),
            role=role,
            player=guest.player.main if guest else None,
            by=by,
            by_name=by.name,
            expires=timezone.now() + timedelta(days=days),
        )


def revoke(club: Club, pk: int) -> None:
    """The invitation opens nothing from now on; those who came by it stay."""
    with locked(club) as held:
        open_still = held.invitations.filter(pk=pk, revoked__isnull=True)
        open_still.update(revoked=timezone.now())


def accept(key: str, player: Player) -> tuple[Club, Arrival]:
    """The player, who has an account, comes in. Raises Invitation.DoesNotExist, Refused.

    Whom of the directory the invitation was for is the same person from then on.
    """
    found = Invitation.objects.select_related("club").get(key=key)
    with locked(found.club) as club:
        invitation = club.invitations.select_related("player__main").get(key=key)
        if has_taken(invitation, player):
            return club, Arrival.THERE_ALREADY
        must_be_open(invitation)
        arrival = _arrive(club, player, ClubRole(invitation.role))
        if invitation.player is not None:
            _become(invitation.player.main, player, invitation.by)
        if invitation.player is not None or arrival is not Arrival.THERE_ALREADY:
            club.invitations.filter(pk=invitation.pk).update(used=F("used") + 1)
        return club, arrival


def has_taken(invitation: Invitation, player: Player) -> bool:
    """Whether this is whom it was for, and he is in the club: it gives him nothing once more.

    Who has left or was removed asks for another one.
    """
    guest = invitation.player
    is_he = guest is not None and guest.main_id == player.main_id
    return is_he and is_there(invitation.club, player)


def is_there(club: Club, player: Player) -> bool:
    """Whether he belongs to the club today."""
    return club.members.filter(left=None, player__main=player.main_id).exists()


def _become(guest: Player, player: Player, by: Player | None) -> None:
    """The guest's games are this player's. Raises Refused where both sat at one table."""
    try:
        merge(guest, player, by=by)
    except CannotMerge as refused:
        raise Refused("invitation_both", name=guest.name) from refused


def must_be_open(invitation: Invitation) -> None:
    """Raises Refused where it lets nobody in any more."""
    if invitation.revoked is not None:
        raise Refused("invitation_revoked")
    if not invitation.is_open:
        raise Refused("invitation_over")
    if is_taken(invitation):
        raise Refused("invitation_taken")


def is_taken(invitation: Invitation) -> bool:
    """Whether whom it was for has an account by now."""
    guest = invitation.player
    return guest is not None and guest.main.account_id is not None


def _arrive(club: Club, player: Player, role: ClubRole) -> Arrival:
    """A place in the club, with at least this role."""
    member, is_new = Member.objects.get_or_create(club=club, player=player, defaults={"role": role})
    if is_new:
        return Arrival.NEW
    if member.left is not None:
        member.left, member.role = None, role
        member.save(update_fields=["left", "role"])
        return Arrival.BACK
    if STRENGTH.index(role) < STRENGTH.index(ClubRole(member.role)):
        Member.objects.filter(pk=member.pk).update(role=role)
        return Arrival.RAISED
    return Arrival.THERE_ALREADY
