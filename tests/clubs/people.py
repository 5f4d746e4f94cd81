"""Clubs for tests, founded without a page."""

from typing import Any

from django.test import Client

from prefweb.clubs.models import Club, ClubRole, Member
from prefweb.players.models import Account, Player
from prefweb.players.services import SESSION_KEY


def player(name: str = "Анна", *, account: bool = True) -> Player:
    """Somebody, with an account of a name that nobody has."""
    count = Account.objects.count()
    held = Account.objects.create_user(f"player{count}", password="secret") if account else None
    return Player.objects.create(name=name, account=held)


def club(owner: Player | None = None, **fields: Any) -> Club:
    """A club; whoever founded it owns it."""
    found = Club.objects.create(**{"name": "Клуб на Покровке", **fields})
    Member.objects.create(club=found, player=owner or player(), role=ClubRole.OWNER)
    return found


def member(
    of: Club, name: str = "Борис", role: ClubRole = ClubRole.MEMBER, *, account: bool = True
) -> Player:
    """One more member."""
    newcomer = player(name, account=account)
    Member.objects.create(club=of, player=newcomer, role=role)
    return newcomer


def owner_of(of: Club) -> Player:
    return of.members.get(role=ClubRole.OWNER).player


def browser(of: Player | None = None) -> Client:
    """A browser in which this player is signed in."""
    client = Client()
    if of is None:
        return client
    if of.account:
        client.force_login(of.account, "django.contrib.auth.backends.ModelBackend")
    session = client.session
    session[SESSION_KEY] = str(of.pk)
    session.save()
    return client
