"""Pulkas really played through the services, which the history is copied from."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from random import Random

from prefweb.importing.made_up import deals_of
from prefweb.players.models import Player
from prefweb.tables import demo
from prefweb.tables.agreements import Agreement
from prefweb.tables.models import Proxies, Pulka
from prefweb.tables.pulkas.course import Course, result_mark
from prefweb.tables.services import ending, seating
from scoring import PRESETS, Game

KINDS = (("sochi", 4), ("sochi", 3), ("leningrad", 4), ("leningrad", 3), ("rostov", 3))
TARGETS = (10, 20, 20)


def patterns(count: int, chance: Random) -> Iterator[Pulka]:
    """Settled pulkas outside of any club, each with its posts, its log and its results."""
    for number in range(count):
        preset, size = KINDS[number % len(KINDS)]
        yield _played(_agreement(preset, size, chance), chance)


def _agreement(preset: str, size: int, chance: Random) -> Agreement:
    return Agreement(
        preset=preset,
        convention=PRESETS[preset].convention,
        size=size,
        target=chance.choice(TARGETS),
        stake=Decimal(chance.choice((0, 5, 10))),
        currency="RUB",
    )


def _played(agreed: Agreement, chance: Random) -> Pulka:
    game = Game(convention=agreed.convention, players=agreed.size, target=agreed.target)
    players = [Player.objects.create(name=f"Игрок {seat + 1}") for seat in range(agreed.size)]
    pulka = seating.open_table(players[0], agreed, title="", proxies=Proxies.ANYONE)
    for seat in range(1, agreed.size):
        seating.take_seat(pulka.slug, players[seat], seat, players[seat].name)
    seating.start(pulka.slug, players[0])
    demo.play(pulka, players, deals_of(game, chance))
    pulka.refresh_from_db()
    mark = result_mark(Course.load(pulka).settlement)
    for player in players:
        ending.confirm(pulka.slug, player, mark)
    pulka.refresh_from_db()
    return pulka
