"""Who sits behind a request, and how a browser becomes somebody."""

import unicodedata
import uuid
from datetime import date, timedelta

from django.contrib.auth import SESSION_KEY as ACCOUNT_KEY
from django.http import HttpRequest
from django.utils import timezone

from prefweb.players.models import NAME_LENGTH, Player

SESSION_KEY = "player"
RENEWED = "renewed"
MONTH = timedelta(days=30)
JOINER = "\u200d"
"""Holds the parts of an emoji together; by itself it is nothing."""


def player_of(request: HttpRequest) -> Player | None:
    """The player this browser is, if it ever gave a name. Asked of the database once a request."""
    if not hasattr(request, "_player"):
        _remember(request, _find(request))
    player: Player | None = request._player  # type: ignore[attr-defined]
    return player


def named_player(request: HttpRequest, name: str) -> Player:
    """This browser's player under that name, made at the first visit and renamed later.

    Whoever has an account is renamed by himself alone, on his own page.
    """
    name = clean_name(name)
    player = player_of(request)
    if player is None:
        player = Player.objects.create(name=name)
        request.session[SESSION_KEY] = str(player.pk)
        _remember(request, player)
    elif name and player.name != name and player.account_id is None:
        rename(player, name)
    return player


def rename(player: Player, name: str) -> None:
    """Under this name he sits down from now on."""
    player.name = clean_name(name)
    player.save(update_fields=["name"])


def forget_player(request: HttpRequest) -> None:
    """Asks anew who this browser is: somebody has signed in or out."""
    if hasattr(request, "_player"):
        del request._player


def renew_session(request: HttpRequest) -> None:
    """Lets a session that is a month old begin its year anew, so that it ends for nobody who comes.

    An empty one is none.
    """
    session = request.session
    if session.is_empty():
        return
    today = timezone.now().date()
    renewed = session.get(RENEWED)
    if renewed is None or today - date.fromisoformat(renewed) >= MONTH:
        session[RENEWED] = today.isoformat()


def clean_name(name: str) -> str:
    """A name as it is kept: what can be seen of it, and not too long."""
    return visible(name)[:NAME_LENGTH].strip(JOINER)


def visible(name: str) -> str:
    """A name in one line, without spaces around and without what nobody sees in it."""
    seen = "".join(" " if c.isspace() else c for c in name if c.isspace() or not _is_invisible(c))
    return " ".join(seen.split()).strip(JOINER)


def _is_invisible(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Cs") and character != JOINER


def player_key(request: HttpRequest) -> uuid.UUID | None:
    """Whose browser this says it is, without asking the database for him.

    Where he has signed in, his account is asked for: another password, or none any more, signs him
    out everywhere.
    """
    try:
        key = uuid.UUID(request.session.get(SESSION_KEY, ""))
    except ValueError:
        return None
    if ACCOUNT_KEY in request.session and not request.user.is_authenticated:
        return None
    return key


def _find(request: HttpRequest) -> Player | None:
    key = player_key(request)
    return Player.objects.filter(pk=key).first() if key else None


def _remember(request: HttpRequest, player: Player | None) -> None:
    request._player = player  # type: ignore[attr-defined]
