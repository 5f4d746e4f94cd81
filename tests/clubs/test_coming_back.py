"""Who has left, was removed or is no admin any more stays so until somebody says otherwise."""

import pytest
from django.urls import reverse

from prefweb.clubs.access import clubs_of
from prefweb.clubs.models import Club, ClubRole, Invitation
from prefweb.clubs.refusals import Refused
from prefweb.clubs.services import inviting, membership
from prefweb.players.merging import merge, unmerge
from prefweb.players.models import Merge, Player
from tests.clubs.people import browser, club, member, owner_of, player

pytestmark = pytest.mark.django_db


class Invited:
    """Somebody of the directory who has taken an invitation made for him alone."""

    def __init__(self, role: ClubRole = ClubRole.MEMBER) -> None:
        self.club: Club = club(player("Ольга"))
        self.name: Player = membership.add_by_name(self.club, "Дина").player
        self.invitation: Invitation = inviting.invite(
            self.club, owner_of(self.club), days=7, member=self.place(self.name), role=role
        )
        self.player = player("Дина Ивановна")
        self.takes_it()

    def place(self, who: Player) -> int:
        return int(self.club.members.get(player=who).pk)

    def takes_it(self) -> str:
        try:
            return inviting.accept(self.invitation.key, self.player)[1]
        except Refused as refused:
            return refused.code

    @property
    def role(self) -> str:
        return "".join(found.role for found in clubs_of(self.player.pk))  # type: ignore[attr-defined]


@pytest.mark.parametrize("goes", ["is removed", "leaves"])
def test_who_has_gone_does_not_come_back_by_the_invitation_he_came_by(goes: str) -> None:
    dina = Invited(ClubRole.ADMIN)
    assert dina.role == "admin"
    if goes == "leaves":
        membership.leave(dina.club, dina.player)
    else:
        membership.remove(dina.club, dina.place(dina.player), by=ClubRole.OWNER)
    assert dina.takes_it() == "invitation_revoked"
    assert dina.role == ""
    page = browser(dina.player).get(reverse("clubs:invitation", args=[dina.invitation.key]))
    assert dina.club.name not in page.content.decode()


def test_who_was_made_a_member_again_does_not_make_himself_an_admin() -> None:
    dina = Invited(ClubRole.ADMIN)
    membership.set_role(dina.club, dina.place(dina.player), ClubRole.MEMBER)
    assert dina.takes_it() == "there already"
    assert dina.role == "member"


def test_a_name_written_down_anew_brings_nobody_back_who_had_it() -> None:
    dina = Invited()
    membership.remove(dina.club, dina.place(dina.player), by=ClubRole.OWNER)
    added = membership.add_by_name(dina.club, "Дина")
    assert added.player != dina.name
    assert dina.role == ""


@pytest.mark.parametrize("through", ["his own place", "the place of his name"])
@pytest.mark.parametrize("role", ["admin", "owner"])
def test_a_role_stays_with_the_account_when_a_name_turns_out_another(
    role: str, through: str
) -> None:
    dina = Invited()
    place = dina.place(dina.player if through == "his own place" else dina.name)
    if role == "owner":
        membership.hand_over(dina.club, place)
    else:
        membership.set_role(dina.club, place, ClubRole.ADMIN)
    unmerge(Merge.objects.get(), dina.player)
    assert dina.role == role
    assert dina.club.members.get(player=dina.name).role == "member"


def test_an_invitation_for_a_name_is_for_whoever_that_name_turned_out_to_be() -> None:
    home = club()
    dina, double = (membership.add_by_name(home, name).player for name in ("Дина", "Диночка"))
    pk = home.members.get(player=dina).pk
    made = inviting.invite(home, owner_of(home), days=7, member=pk)
    merge(dina, double, owner_of(home))
    newcomer = player("Дина Ивановна")
    page = browser(newcomer).get(reverse("clubs:invitation", args=[made.key])).content.decode()
    assert "Диночка" in page
    inviting.accept(made.key, newcomer)
    assert set(Player.objects.filter(main=newcomer)) == {newcomer, dina, double}


def test_who_takes_an_invitation_twice_stays_what_he_is() -> None:
    home = club()
    boris = member(home, "Борис", ClubRole.ADMIN)
    made = inviting.invite(home, owner_of(home), days=7)
    assert inviting.accept(made.key, boris)[1] == "there already"
    assert home.members.get(player=boris).role == "admin"
