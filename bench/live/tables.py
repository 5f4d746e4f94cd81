"""Tables with four players each, and the cookies of their phones."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore

from prefweb.players.models import Player
from prefweb.players.services import SESSION_KEY
from prefweb.tables.agreements import Agreement
from prefweb.tables.models import Proxies
from prefweb.tables.services import seating
from scoring import PRESETS

SIZE = 4


@dataclass(frozen=True, slots=True)
class Table:
    """A pulka that is being played; seat 0 deals, so seats 1 to 3 may order."""

    slug: str
    cookies: tuple[str, ...]


def tables(count: int) -> Iterator[Table]:
    """New tables, everybody seated, the play begun."""
    agreement = Agreement(
        preset="sochi",
        convention=PRESETS["sochi"].convention,
        size=SIZE,
        target=20,
        stake=Decimal(1),
        currency="RUB",
    )
    for _ in range(count):
        players = [Player.objects.create(name=f"Игрок {seat + 1}") for seat in range(SIZE)]
        pulka = seating.open_table(players[0], agreement, title="", proxies=Proxies.ANYONE)
        for seat in range(1, SIZE):
            seating.take_seat(pulka.slug, players[seat], seat, players[seat].name)
        seating.start(pulka.slug, players[0])
        yield Table(pulka.slug, tuple(map(cookie_of, players)))


def cookie_of(player: Player) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(player.pk)
    session.save()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"
