"""Who a browser becomes when somebody signs up, in or out."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.contrib.auth import SESSION_KEY as ACCOUNT_KEY
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.models import Session
from django.dispatch import receiver
from django.http import HttpRequest

from prefweb.players.claims import GUEST_KEY
from prefweb.players.merging import alone, unmerge
from prefweb.players.models import Account, Merge, Player
from prefweb.players.services import (
    SESSION_KEY,
    clean_name,
    forget_player,
    player_of,
)


def sign_up(request: HttpRequest, account: Account, name: str) -> Player:
    """The guest of this browser gets the account, with all he has played; or somebody new does."""
    guest = player_of(request)
    if guest is None or guest.account_id is not None:
        return Player.objects.create(name=name, account=account)
    with alone():
        speak_for_himself(guest)
        guest.name, guest.account = name, account
        guest.save(update_fields=["name", "account"])
    return guest


def speak_for_himself(guest: Player) -> None:
    """Who has an account is nobody else, whatever an admin took him for."""
    for found in Merge.objects.filter(player=guest, undone=None):
        unmerge(found, guest)
    guest.refresh_from_db(fields=["main"])


@receiver(user_logged_in, dispatch_uid="a browser becomes the account's player")
def become(request: HttpRequest, user: Account, **kwargs: Any) -> None:
    """The browser is the account's player; the guest it was is kept in mind."""
    before = request.session.get(SESSION_KEY)
    player = player_with(user)
    if before not in (None, str(player.pk)):
        request.session[GUEST_KEY] = before
    request.session[SESSION_KEY] = str(player.pk)
    forget_player(request)


def player_with(account: Account) -> Player:
    """The account's player, made for an account that was made without one."""
    name = clean_name(account.username) or "?"
    return Player.objects.get_or_create(account=account, defaults={"name": name})[0]


def end_sessions(people: Iterable[UUID], account: Account | None = None) -> None:
    """Ends every session in which somebody is one of them; what he signed in with goes too."""
    known = {str(person) for person in people}
    for session in Session.objects.iterator():
        held = session.get_decoded()
        has_signed_in = account is not None and held.get(ACCOUNT_KEY) == str(account.pk)
        if has_signed_in or held.get(SESSION_KEY) in known:
            session.delete()


def sign_out_guest(request: HttpRequest) -> None:
    """The browser forgets its guest; his seats go on without it."""
    request.session.flush()
    forget_player(request)
