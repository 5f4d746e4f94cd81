"""Ways into a club: who makes them, whom they let in, when they end."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from prefweb.clubs.models import Club, ClubRole, Invitation
from prefweb.clubs.refusals import Refused
from prefweb.clubs.services import inviting, membership
from prefweb.clubs.services.inviting import Arrival
from prefweb.players.models import Merge, Player
from prefweb.tables.services import seating
from prefweb.tables.services.seating import Home
from tests.clubs.people import browser, club, member, owner_of, player
from tests.tables.evenings import agreement

pytestmark = pytest.mark.django_db


def invitation(of: Club, **more: Any) -> Invitation:
    return inviting.invite(of, owner_of(of), **{"days": 7, **more})


def guest_in(of: Club, name: str = "Дина") -> Player:
    return membership.add_by_name(of, name).player


def place(of: Club, who: Player) -> int:
    return of.members.get(player=who).pk


def address(of: Invitation) -> str:
    return reverse("clubs:invitation", args=[of.key])


def accepted(of: Invitation, by: Player) -> Arrival | str:
    try:
        return inviting.accept(of.key, by)[1]
    except Refused as refused:
        return refused.code


def test_an_invitation_lets_in_as_a_member_and_counts() -> None:
    home, boris = club(), player("Борис")
    made = invitation(home)
    assert (made.expires - timezone.now()).days in (6, 7)
    assert accepted(made, boris) == Arrival.NEW
    assert accepted(made, boris) == Arrival.THERE_ALREADY
    made.refresh_from_db()
    assert made.used == 1
    assert home.members.get(player=boris).role == "member"


def test_who_has_left_comes_back_as_a_member() -> None:
    home = club()
    boris = member(home, role=ClubRole.ADMIN)
    membership.leave(home, boris)
    assert accepted(invitation(home), boris) == Arrival.BACK
    found = home.members.get(player=boris)
    assert (found.left, found.role) == (None, "member")


def test_only_the_owners_invitation_makes_an_admin() -> None:
    home = club()
    as_admin = invitation(home, role=ClubRole.ADMIN)
    boris = member(home)
    assert accepted(as_admin, boris) == Arrival.RAISED
    assert accepted(invitation(home), boris) == Arrival.THERE_ALREADY
    assert home.members.get(player=boris).role == "admin"
    asked = {"days": "7", "role": "admin"}
    for who, status in ((owner_of(home), 302), (boris, 422)):
        path = reverse("clubs:invitations", args=[home.slug])
        assert browser(who).post(path, asked).status_code == status


@pytest.mark.parametrize("end", ["over", "revoked"])
def test_what_has_ended_lets_nobody_in_and_says_so(end: str) -> None:
    home, boris = club(), player("Борис")
    made = invitation(home)
    if end == "over":
        Invitation.objects.update(expires=timezone.now() - timedelta(minutes=1))
    else:
        inviting.revoke(home, made.pk)
    assert accepted(made, boris) == f"invitation_{end}"
    assert 'role="alert"' in browser(boris).get(address(made)).content.decode()
    answer = browser(boris).post(address(made))
    assert answer.status_code == 409
    assert home.name not in answer.content.decode()
    assert not home.members.filter(player=boris).exists()


def test_somebody_of_the_directory_comes_in_with_his_games() -> None:
    home = club()
    dina = guest_in(home)
    made = invitation(home, member=place(home, dina))
    newcomer = player("Дина Ивановна")
    text = browser(newcomer).get(address(made)).content.decode()
    assert "Дина" in text
    assert accepted(made, newcomer) == Arrival.NEW
    dina.refresh_from_db()
    assert dina.main == newcomer
    assert Merge.objects.get().by == owner_of(home)
    assert accepted(made, newcomer) == Arrival.THERE_ALREADY
    assert accepted(made, player("Чужой")) == "invitation_taken"
    made.refresh_from_db()
    assert made.used == 1


def test_who_sat_with_somebody_is_not_he() -> None:
    home = club()
    dina, boris = guest_in(home), member(home)
    pulka = seating.open_table(boris, agreement(), title="", proxies="anyone", home=Home(club=home))
    seating.reserve_seat(pulka.slug, boris, 1, "Дина")
    made = invitation(home, member=place(home, dina))
    assert accepted(made, boris) == "invitation_both"
    dina.refresh_from_db()
    assert dina.main == dina


def test_nobody_with_an_account_is_invited_as_a_name() -> None:
    home = club()
    with pytest.raises(Refused, match="invitation_taken"):
        invitation(home, member=place(home, member(home)))


@pytest.mark.parametrize("name", [None, "Гость"])
def test_a_guest_is_led_to_an_account_and_back(name: str | None) -> None:
    home = club()
    made = invitation(home)
    client = browser(player(name, account=False)) if name else Client()
    text = client.get(address(made)).content.decode()
    assert home.name in text
    sign_up = f"{reverse('account_signup')}?next=%2Fi%2F{made.key}"
    assert sign_up in text
    assert client.post(address(made)).headers["location"] == sign_up
    password = {"password1": "dlinnyj-parol-1", "password2": "dlinnyj-parol-1"}
    signed = client.post(sign_up, {"username": "Вера", **password})
    assert signed.headers["location"] == address(made)
    assert client.post(address(made)).status_code == 302
    assert home.members.count() == 2


def test_invitations_end_with_whom_they_hang_on() -> None:
    home = club()
    admin, dina = member(home, "Антон", ClubRole.ADMIN), guest_in(home)
    by_admin = inviting.invite(home, admin, days=7)
    for_dina = invitation(home, member=place(home, dina))
    as_admin = invitation(home, role=ClubRole.ADMIN)
    usual = invitation(home)
    membership.remove(home, place(home, dina), by=ClubRole.OWNER)
    membership.hand_over(home, place(home, member(home, "Вера")))
    membership.remove(home, place(home, admin), by=ClubRole.OWNER)
    ends = {made.pk: made.revoked is not None for made in Invitation.objects.all()}
    assert ends == {by_admin.pk: True, for_dina.pk: True, as_admin.pk: True, usual.pk: False}


def typed(client: Client, code: str) -> Any:
    return client.post(reverse("clubs:code"), {"code": code})


def test_a_code_leads_to_the_invitation_however_it_is_typed() -> None:
    made = invitation(club())
    spaced = f" {made.code[:3]} {made.code[3:6]}-{made.code[6:]}"
    for code in (made.code, spaced):
        assert typed(Client(), code).headers["location"] == address(made)


@pytest.mark.parametrize("code", ["", "000000000", "кот", "9" * 21, "\x00"])
def test_a_wrong_code_is_said_beside_its_field(code: str) -> None:
    answer = typed(Client(), code)
    assert answer.status_code == 422
    assert 'id="id_code_error"' in answer.content.decode()


def test_codes_cannot_be_guessed_at_speed() -> None:
    made = invitation(club())
    client = Client()
    for _ in range(20):
        assert typed(client, "000000000").status_code == 422
    assert typed(client, made.code).status_code == 429


def test_the_code_of_a_revoked_invitation_is_wrong() -> None:
    home = club()
    made = invitation(home)
    inviting.revoke(home, made.pk)
    assert typed(Client(), made.code).status_code == 422


def test_an_invitation_is_shown_with_its_link_and_code_while_it_is_open() -> None:
    home = club()
    made = invitation(home)
    client, path = browser(owner_of(home)), reverse("clubs:passed", args=[home.slug, made.pk])
    text = client.get(path).content.decode()
    assert made.key in text
    client.post(reverse("clubs:revoke", args=[home.slug, made.pk]))
    assert made.key not in client.get(path).content.decode()


def test_no_admin_reaches_the_invitations_of_another_club() -> None:
    home, other = club(), club()
    made = invitation(home)
    client = browser(owner_of(other))
    assert client.get(reverse("clubs:passed", args=[other.slug, made.pk])).status_code == 404
    client.post(reverse("clubs:revoke", args=[other.slug, made.pk]))
    made.refresh_from_db()
    assert made.revoked is None


@pytest.mark.parametrize("kind", ["nobody", "member", "refused"])
def test_an_invitation_takes_few_questions(kind: str, django_assert_max_num_queries: Any) -> None:
    home = club()
    made = invitation(home)
    if kind == "refused":
        inviting.revoke(home, made.pk)
    client = browser(member(home)) if kind == "member" else browser(player())
    with django_assert_max_num_queries(12):
        assert client.get(address(made)).status_code == 200


def test_an_invitations_code_typed_where_a_tables_code_goes_leads_to_it_too(client: Client) -> None:
    made = invitation(club())
    answer = client.post(reverse("tables:code"), {"code": made.code})
    assert (answer.status_code, answer.headers["Location"]) == (302, address(made))


def test_a_revoked_code_leads_nowhere_from_the_start_page(client: Client) -> None:
    made = invitation(club())
    inviting.revoke(made.club, made.pk)
    assert client.post(reverse("tables:code"), {"code": made.code}).status_code == 422
