"""Who belongs to a club, and as what."""

from django.db.models import F, QuerySet
from django.utils import timezone

from prefweb.clubs.directory import people_of
from prefweb.clubs.models import Club, ClubRole, Invitation, Member
from prefweb.clubs.refusals import Refused
from prefweb.clubs.services.locking import locked, present
from prefweb.players.models import Player
from prefweb.players.services import clean_name


def add_by_name(club: Club, name: str) -> Member:
    """Somebody of the directory without an account; who was in it before under that name is back.

    Raises Refused where the directory has the name already, or there is none.
    """
    with locked(club) as held:
        name = _new_name(held, name)
        gone = held.members.filter(left__isnull=False, player__name__iexact=name)
        nobody_else = gone.filter(player__account=None, player__main=F("player"))
        member = nobody_else.order_by("-left").first() or Member(club=held)
        if member.pk is None:
            member.player = Player.objects.create(name=name)
        member.role, member.left = ClubRole.MEMBER, None
        member.save()
        return member


def rename(club: Club, pk: int, name: str) -> None:
    """Another name for somebody without an account; games played keep the name they have."""
    with locked(club) as held:
        member = present(held, pk)
        if member.player.main.account_id is not None:
            raise Refused("own_name")
        member.player.name = _new_name(held, name, besides=member)
        member.player.save(update_fields=["name"])


def set_role(club: Club, pk: int, role: ClubRole) -> None:
    """The owner makes somebody an admin, or a member again."""
    with locked(club) as held:
        member = present(held, pk)
        _must_not_own(held, member)
        if role == ClubRole.ADMIN:
            _must_have_account(member)
            _give(held, member, role)
        else:
            _of_person(held, member).update(role=role)


def hand_over(club: Club, pk: int) -> None:
    """Somebody else owns the club from now on; who owned it goes on as an admin.

    The invitations to be an admin end: only the owner makes admins.
    """
    with locked(club) as held:
        heir = present(held, pk)
        _must_have_account(heir)
        if _of_person(held, heir).filter(role=ClubRole.OWNER).exists():
            return
        held.members.filter(role=ClubRole.OWNER, left=None).update(role=ClubRole.ADMIN)
        _give(held, heir, ClubRole.OWNER)
        _revoke(held.invitations.filter(role=ClubRole.ADMIN))


def remove(club: Club, pk: int, by: ClubRole) -> None:
    """Somebody leaves by an admin's hand. His games stay; an admin only goes by the owner's.

    What he has invited others with ends, so that he does not come back by it.
    """
    with locked(club) as held:
        member = present(held, pk)
        is_admin = _of_person(held, member).filter(role=ClubRole.ADMIN).exists()
        if is_admin and by != ClubRole.OWNER:
            raise Refused("admins_by_owner")
        _go(held, member)
        _revoke(held.invitations.filter(by__main=member.player.main_id))


def leave(club: Club, player: Player) -> None:
    """Somebody leaves by himself. His games stay."""
    with locked(club) as held:
        mine = held.members.filter(left=None, player__main=player.main_id)
        for member in mine.order_by("pk")[:1]:
            _go(held, member)


def _give(club: Club, member: Member, role: ClubRole) -> None:
    """A role that needs an account is the person's own: whom he parts from takes none along."""
    given = {"role": role, "left": None}
    Member.objects.update_or_create(club=club, player=member.player.main, defaults=given)


def _go(club: Club, member: Member) -> None:
    _must_not_own(club, member)
    _of_person(club, member).update(left=timezone.now(), role=ClubRole.MEMBER)
    _revoke(club.invitations.filter(player__main=member.player.main_id))


def _revoke(invitations: QuerySet[Invitation]) -> None:
    invitations.filter(revoked=None).update(revoked=timezone.now())


def _must_not_own(club: Club, member: Member) -> None:
    if _of_person(club, member).filter(role=ClubRole.OWNER).exists():
        raise Refused("owner_stays")


def _of_person(club: Club, member: Member) -> QuerySet[Member]:
    """Every row of this person: who was merged has more than one."""
    return club.members.filter(left=None, player__main=member.player.main_id)


def _must_have_account(member: Member) -> None:
    if member.player.main.account_id is None:
        raise Refused("account_needed")


def _new_name(club: Club, name: str, besides: Member | None = None) -> str:
    """The name as it is kept; nobody else in the directory has it. Raises Refused."""
    name = clean_name(name)
    if not name:
        raise Refused("name_missing")
    own = besides.player.main_id if besides else None
    for person in people_of(club):
        if person.player.pk != own and person.name.casefold() == name.casefold():
            raise Refused("name_known", name=person.name)
    return name
