"""What every write shares: the lock, the log, the version."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction

from prefweb.live.notify import announce, club_key
from prefweb.players.models import Player
from prefweb.tables.models import Line, Pulka, PulkaStep
from prefweb.tables.signals import changed_after_end

OVER = (PulkaStep.SETTLED, PulkaStep.CONTINUED, PulkaStep.ABANDONED)


@contextmanager
def locked(slug: str) -> Iterator[Pulka]:
    """The pulka, held against other writers until the block ends. Raises Pulka.DoesNotExist.

    Its table is read behind the lock: joined to it, it would be as it was before the wait.
    """
    with transaction.atomic():
        yield Pulka.objects.select_for_update().get(slug=slug)


def publish(pulka: Pulka) -> None:
    """A new version of the pulka, saved and told to every open page on commit."""
    pulka.version += 1
    pulka.save()
    if pulka.step in OVER:
        changed_after_end.send(Pulka, pulka=pulka)
    announce(pulka.slug, pulka.version)
    tell_club(pulka)


def tell_club(pulka: Pulka) -> None:
    """Says in its club, where it has one, that something has happened to the pulka."""
    if pulka.club_id is not None:
        announce(club_key(pulka.club_id), pulka.version)


def log(pulka: Pulka, action: str, by: Player | None, **details: Any) -> Line:
    """One more line of the append-only log."""
    name = by.name if by else ""
    return Line.objects.create(pulka=pulka, action=action, by=by, by_name=name, **details)


def is_repeated(pulka: Pulka, uid: str) -> bool:
    """Whether a post with this one-time id has been taken already."""
    return bool(uid) and pulka.lines.filter(uid=uid).exists()
