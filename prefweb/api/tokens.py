"""Tokens of a club: made, found again by their secret, revoked."""

from __future__ import annotations

import base64
import hashlib
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from prefweb.api.models import Token
from prefweb.clubs.models import Club
from prefweb.clubs.services.locking import locked
from prefweb.players.models import Player

PREFIX = "prefweb_"
"""Tells what it is, to people and to programs that look for secrets where none should be."""
SHOWN = len(PREFIX) + 4
MOST = 20
"""Tokens a club has at once."""
MINUTE = timedelta(minutes=1)


class TooMany(Exception):
    """The club has as many tokens as it may have."""


def make(club: Club, by: Player, title: str, uid: str) -> tuple[Token, str]:
    """A token and its secret, which nobody can tell again. Raises TooMany.

    The same form sent twice makes one token: the secret follows from the form's one-time id and
    from the site's key.
    """
    secret = _secret(club, by, uid)
    with locked(club) as held:
        found = held.tokens.filter(digest=digest_of(secret)).first()
        if found is None:
            if held.tokens.filter(revoked=None).count() >= MOST:
                raise TooMany
            found = Token.objects.create(
                club=held,
                title=title,
                digest=digest_of(secret),
                begins=secret[:SHOWN],
                by=by,
                by_name=by.name,
            )
    return found, secret


def revoke(club: Club, pk: int) -> None:
    """The token opens nothing from now on."""
    with locked(club) as held:
        held.tokens.filter(pk=pk, revoked=None).update(revoked=timezone.now())


def token_of(secret: str) -> Token | None:
    """The token with this secret, with its club; None where it is none, or none any more."""
    found = Token.objects.select_related("club").filter(digest=digest_of(secret), revoked=None)
    return found.first()


def note_use(token: Token) -> None:
    """Remember when it was used last, to the minute."""
    now = timezone.now()
    if token.used is None or now - token.used >= MINUTE:
        stale = Q(used=None) | Q(used__lte=now - MINUTE)
        Token.objects.filter(stale, pk=token.pk).update(used=now)


def digest_of(secret: str) -> str:
    """What is kept of a secret. It is long and random, so that one round is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _secret(club: Club, by: Player, uid: str) -> str:
    mixed = salted_hmac("prefweb.api.tokens", f"{club.pk}:{by.pk}:{uid}", algorithm="sha256")
    return PREFIX + base64.urlsafe_b64encode(mixed.digest()).decode().rstrip("=")
