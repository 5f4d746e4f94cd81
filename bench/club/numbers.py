"""The pages of a club's numbers, and the club's API: a ledger of years, periods of any length."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from datetime import timedelta
from functools import partial
from statistics import median
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.db import transaction
from django.urls import reverse

from bench.club.filling import NOW, RULES
from prefweb.api import access, tokens
from prefweb.ledger import keeping as ledger
from prefweb.ledger import services
from prefweb.ledger.balances import Standing
from prefweb.ledger.services import Asked
from prefweb.players.models import Player
from prefweb.statistics import keeping
from prefweb.statistics.standings import By
from prefweb.tables.models import Pulka

if TYPE_CHECKING:
    from bench.club.pages import Address, World

FIGURES = (
    "figure=games",
    "figure=won",
    "figure=contract&level=6",
    "figure=contract&level=8&trump=S&outcome=failed",
    "figure=whist&outcome=failed",
    "figure=raspasy&outcome=done",
    "figure=remiz",
)


def prepare(world: World) -> None:
    """Everything counted, with a ledger, and a token that may ask as often as it likes."""
    for _count in keeping.catch_up():
        pass
    access.MOST = 10**9
    club = world.club
    world.token = tokens.make(club, world.players[0], "bench", "bench")[1]
    if not club.has_ledger:
        club.has_ledger = True
        club.save(update_fields=["has_ledger"])
        ledger.keep_club(club)
    if not club.rounds.exists():
        _settle_years(world)


def _settle_years(world: World) -> None:
    """All but the last year is settled, in rounds of a year."""
    for years in range(11, 0, -1):
        until = NOW.date() - timedelta(days=365 * years)
        standing = Standing(world.club, until)
        for found in standing.by_currency:
            asked = Asked(found.currency, until, standing.mark(found))
            services.settle(world.club, asked, world.players[0])


def pages(world: World) -> Iterator[tuple[str, Address]]:
    """The name of each page and how to ask for it once more."""
    yield from _standings(world)
    yield from _ratings(world)
    yield from _people(world)
    yield from _ledger(world)
    yield from _api(world)


def _period(world: World, **more: object) -> dict[str, object]:
    """A month, a season or a year of the club, each as often."""
    year, month = NOW.year - world.chance.randrange(12), 1 + world.chance.randrange(12)
    return {"period": world.chance.choice((f"{year}-{month:02}", f"season-{year}", year)), **more}


def _standings(world: World) -> Iterator[tuple[str, Address]]:
    path = world.of_club("statistics:standings")
    yield "standings of this season", lambda: path
    yield "standings of any period", lambda: _of(path, **_period(world))
    yield "standings of all times", lambda: _of(path, period="all")
    for by in By:
        yield f"standings by {by}", partial(_of, path, period="all", by=by.value)
    yield (
        "standings by house rules",
        lambda: _of(path, period="all", convention="house:" + world.chance.choice(RULES)),
    )


def _ratings(world: World) -> Iterator[tuple[str, Address]]:
    club = world.club.slug
    yield "rating", lambda: world.of_club("statistics:rating")
    for name, player in _often_and_seldom(world):
        yield f"rating of {name}", partial(reverse, "statistics:rated", args=[club, player.pk])


def _often_and_seldom(world: World) -> tuple[tuple[str, Player], tuple[str, Player]]:
    return ("who is often there", world.players[0]), ("who is seldom there", world.players[-1])


def _people(world: World) -> Iterator[tuple[str, Address]]:
    for name, player in _often_and_seldom(world):
        of = [world.club.slug, player.pk]
        page, games = reverse("statistics:player", args=of), reverse("statistics:games", args=of)
        yield f"player, {name}", partial(str, page)
        yield f"player, {name}, any period", partial(_any_period, world, page)
        yield f"player, {name}, by convention", partial(_of, page, convention="sochi")
        yield f"games, {name}", partial(_any_figure, world, games)
        yield f"games, {name}, any period", partial(_any_period_figure, world, games)
    yield "my numbers", lambda: reverse("statistics:me")
    yield "my numbers, any period", lambda: _any_period(world, reverse("statistics:me"))
    yield "my games of a figure", lambda: _any_figure(world, reverse("statistics:my_games"))


def _any_period(world: World, path: str) -> str:
    return _of(path, **_period(world))


def _any_figure(world: World, path: str) -> str:
    return f"{path}?{world.chance.choice(FIGURES)}"


def _any_period_figure(world: World, path: str) -> str:
    return f"{_any_figure(world, path)}&{urlencode(_period(world))}"


def _ledger(world: World) -> Iterator[tuple[str, Address]]:
    club, rounds = world.club.slug, world.club.rounds.count()
    yield "ledger", lambda: world.of_club("ledger:ledger")
    yield (
        "ledger: a round",
        lambda: reverse("ledger:round", args=[club, 1 + world.chance.randrange(rounds)]),
    )
    for name, player in _often_and_seldom(world):
        yield f"ledger: {name}", partial(reverse, "ledger:person", args=[club, player.pk])


def _api(world: World) -> Iterator[tuple[str, Address]]:
    for name in ("club", "pulkas", "people", "standings", "rating"):
        yield f"API: {name}", partial(str, f"/api/v1/{name}")
    path = "/api/v1/pulkas"
    yield "API: pulkas anywhere", lambda: _of(path, after=world.position, limit=100)
    yield "API: pulkas of a person", lambda: _of(path, person=world.player.pk)
    yield (
        "API: pulkas by all of it",
        lambda: _of(path, person=world.player.pk, preset="sochi", size=4, **world.days()),
    )
    yield "API: a pulka", lambda: f"{path}/{world.chance.choice(world.settled).slug}"
    yield "API: a pulka file", lambda: f"{path}/{world.chance.choice(world.settled).slug}/file"
    yield "API: standings of all times", lambda: "/api/v1/standings?period=all"
    for name, player in _often_and_seldom(world):
        yield f"API: {name}", partial(str, f"/api/v1/people/{player.pk}")
        yield f"API: rating of {name}", partial(str, f"/api/v1/rating/{player.pk}")


def _of(path: str, **asked: object) -> str:
    return f"{path}?{urlencode(asked)}"


# -- what a settlement costs


def settling(world: World, times: int) -> tuple[float, float]:
    """Milliseconds in which a pulka's figures are counted and kept, the median; and of many."""
    chosen = [pulka.pk for pulka in world.chance.sample(world.settled, times)]
    took = []
    for key in chosen:
        began = time.perf_counter()
        _count([key])
        took.append(1000 * (time.perf_counter() - began))
    began = time.perf_counter()
    _count(chosen)
    return median(took), 1000 * (time.perf_counter() - began) / times


@transaction.atomic
def _count(keys: Sequence[int]) -> None:
    """As services do, who hold what they change."""
    list(Pulka.objects.filter(pk__in=keys).order_by("pk").select_for_update())
    keeping.keep_those(keys)
