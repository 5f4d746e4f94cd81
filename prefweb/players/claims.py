"""The games a browser has seen as a guest, and whose they are once somebody signs in there."""

import uuid

from django.http import HttpRequest

from prefweb.players.merging import games_of, merge, people_of
from prefweb.players.models import Merge, Player
from prefweb.players.services import player_of

GUEST_KEY = "guest"
"""Who the browser was before somebody with games of his own signed in."""


def offered_guest(request: HttpRequest) -> Player | None:
    """The guest of this browser whose games the person at it may call his own."""
    try:
        key = uuid.UUID(request.session.get(GUEST_KEY, ""))
    except ValueError:
        return None
    guest = Player.objects.filter(pk=key, account=None).first()
    if guest is None or guest.main_id != guest.pk or not games_of(people_of(guest)).exists():
        forget_guest(request)
        return None
    return guest


def claim(request: HttpRequest, guest: Player) -> Merge | None:
    """The guest's games count for who has signed in. Raises merging.CannotMerge."""
    player = player_of(request)
    if player is None or player.account_id is None:
        return None
    made = merge(guest, player, player)
    forget_guest(request)
    return made


def offer_again(request: HttpRequest, guest: Player) -> None:
    """A claim that was taken back by mistake can be made once more."""
    request.session[GUEST_KEY] = str(guest.pk)


def forget_guest(request: HttpRequest) -> None:
    """The games are somebody else's, or nobody's; they are not offered again."""
    request.session.pop(GUEST_KEY, None)
