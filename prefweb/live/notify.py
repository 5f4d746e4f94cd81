"""Telling every open page that something has a new version."""

from django.db import connection

CHANNEL = "prefweb_live"


def club_key(pk: int) -> str:
    """What is announced of a club: that something has happened at one of its tables."""
    return f"club-{pk}"


def announce(key: str, version: int) -> None:
    """Says that `key` is at `version` now; heard when the transaction around it commits."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{key} {version}"])
