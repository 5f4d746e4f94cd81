"""Who sits behind a request, and how a browser becomes somebody."""

import uuid

from django.http import HttpRequest

from prefweb.players.models import NAME_LENGTH, Player

SESSION_KEY = "player"


def player_of(request: HttpRequest) -> Player | None:
    """The player this browser is, if it ever gave a name. Asked of the database once a request."""
    if not hasattr(request, "_player"):
        _remember(request, _find(request))
    player: Player | None = request._player  # type: ignore[attr-defined]
    return player


def named_player(request: HttpRequest, name: str) -> Player:
    """This browser's player under that name, made at the first visit and renamed later."""
    name = clean_name(name)
    player = player_of(request)
    if player is None:
        player = Player.objects.create(name=name)
        request.session[SESSION_KEY] = str(player.pk)
        _remember(request, player)
    elif name and player.name != name:
        player.name = name
        player.save(update_fields=["name"])
    return player


def clean_name(name: str) -> str:
    """The name in one line, without spaces around or invisible ones between."""
    return " ".join(name.split())[:NAME_LENGTH]


def _find(request: HttpRequest) -> Player | None:
    try:
        key = uuid.UUID(request.session.get(SESSION_KEY, ""))
    except ValueError:
        return None
    return Player.objects.filter(pk=key).first()


def _remember(request: HttpRequest, player: Player | None) -> None:
    request._player = player  # type: ignore[attr-defined]
