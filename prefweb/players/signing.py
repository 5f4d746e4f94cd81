"""Who a browser becomes when somebody signs up, in or out."""

from typing import Any

from django.contrib.auth.signals import user_logged_in
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
        _speak_for_yourself(guest)
        guest.name, guest.account = name, account
        guest.save(update_fields=["name", "account"])
    return guest


def _speak_for_yourself(guest: Player) -> None:
    """Who has an account is nobody else, whatever an admin took him for."""
    for found in Merge.objects.filter(player=guest, undone=None):
        unmerge(found, guest)
    guest.refresh_from_db()


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


def sign_out_guest(request: HttpRequest) -> None:
    """The browser forgets its guest; his seats go on without it."""
    request.session.flush()
    forget_player(request)
