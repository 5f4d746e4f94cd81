"""Who may ask: whoever shows the token of a club, and not too often."""

from __future__ import annotations

from time import time

from django.core.cache import caches
from django.http import HttpRequest
from ninja.security import HttpBearer

from prefweb.api.models import Token
from prefweb.api.tokens import note_use, token_of
from prefweb.tables.codes import home_of

MINUTE = 60
MOST = 300
"""Questions a minute by one token, to each process of the server."""
TRIES = 30
TRIES_WITHIN = 10 * MINUTE
"""Wrong tokens from one address, before it has to wait."""


class Unknown(Exception):
    """No token, a wrong one, or one that was revoked."""

    def __init__(self, *, is_wrong: bool) -> None:
        super().__init__(is_wrong)
        self.is_wrong = is_wrong


class TooOften(Exception):
    """It has to wait for so many seconds."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Bearer(HttpBearer):
    """`Authorization: Bearer` and a club's token; nothing else lets anybody in."""

    def __call__(self, request: HttpRequest) -> Token:
        kind, _space, secret = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() != self.openapi_scheme or not secret.strip():
            raise Unknown(is_wrong=False)
        return self.authenticate(request, secret.strip())

    def authenticate(self, request: HttpRequest, token: str) -> Token:
        found = token_of(token)
        if found is None:
            _note_wrong(home_of(str(request.META.get("REMOTE_ADDR", ""))))
            raise Unknown(is_wrong=True)
        _count(found)
        note_use(found)
        return found


def club_token(request: HttpRequest) -> Token:
    """The token that opened the request."""
    token: Token = request.auth  # type: ignore[attr-defined]
    return token


def _count(token: Token) -> None:
    """One question more. Raises TooOften."""
    minute, second = divmod(int(time()), MINUTE)
    memory, key = caches["memory"], f"api:{token.pk}:{minute}"
    memory.add(key, 0, 2 * MINUTE)
    if memory.incr(key) > MOST:
        raise TooOften(MINUTE - second)


def _note_wrong(address: str) -> None:
    """One wrong token more, told to all processes. Raises TooOften."""
    tries, key = caches["default"], f"api-wrong:{address}"
    count = int(tries.get(key, 0))
    if count >= TRIES:
        raise TooOften(TRIES_WITHIN)
    tries.set(key, count + 1, TRIES_WITHIN)
