"""The pages of a club and of a player, each asked for in many ways.

They are measured as a server gives them that has been running: of each page some are asked for
before, and what the bench itself holds in memory is not looked through for garbage.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from itertools import chain
from random import Random
from statistics import quantiles
from typing import cast
from urllib.parse import urlencode

import psutil
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bench.club import numbers
from bench.club.filling import NOW, RULES
from prefweb.clubs.models import Club
from prefweb.history.paging import Position
from prefweb.history.search import of_club
from prefweb.players.models import Player
from prefweb.players.services import SESSION_KEY
from prefweb.tables.models import PulkaStep

Address = Callable[[], str]
WARM = 5
"""How often a page is asked for before it is measured."""


@dataclass(frozen=True, slots=True)
class Measured:
    """How a page came: milliseconds, queries, bytes before they are packed.

    `work` is what both processors had to do for it, here and in the database: another measure,
    that does not grow where the machine has other things to do.
    """

    name: str
    median: float
    most: float
    """Of 95 in a hundred."""
    work: float
    queries: int
    size: int


class World:
    """The club, and whoever looks at it, with a choice of everything."""

    def __init__(self, club: Club, chance: Random) -> None:
        self.club = club
        self.chance = chance
        members = club.members.order_by("pk").select_related("player")
        self.players = [member.player for member in members]
        self.pulkas = list(of_club(club).only("slug", "evening", "step"))
        self.settled = [pulka for pulka in self.pulkas if pulka.step == PulkaStep.SETTLED]
        self.token = ""
        """Of the club, for its API."""

    def browser(self, player: Player) -> Client:
        client = Client(SERVER_NAME="127.0.0.1", HTTP_AUTHORIZATION=f"Bearer {self.token}")
        if player.account is not None:
            client.force_login(player.account, "django.contrib.auth.backends.ModelBackend")
        session = client.session
        session[SESSION_KEY] = str(player.pk)
        session.save()
        return client

    def history(self, **asked: object) -> str:
        return f"{reverse('history:club', args=[self.club.slug])}?{urlencode(asked)}"

    def mine(self, **asked: object) -> str:
        return f"{reverse('history:mine')}?{urlencode(asked)}"

    def of_club(self, name: str) -> str:
        return reverse(name, args=[self.club.slug])

    def of_member(self, name: str) -> str:
        return reverse(name, args=[self.club.slug, self.player.memberships.get().pk])

    def of_pulka(self, name: str) -> str:
        return reverse(name, args=[self.chance.choice(self.settled).slug])

    @property
    def position(self) -> Position:
        return Position.of(self.chance.choice(self.pulkas))

    @property
    def player(self) -> Player:
        return self.chance.choice(self.players)

    def days(self) -> dict[str, object]:
        since = NOW.date() - timedelta(days=self.chance.randrange(4000))
        return {"since": since, "until": since + timedelta(days=self.chance.choice((7, 60, 365)))}


def pages(world: World) -> Iterator[tuple[str, Address]]:
    """The name of each page and how to ask for it once more."""
    chance = world.chance
    for name in ("club", "tonight", "members", "places", "house_rules", "settings", "invitations"):
        yield f"club: {name}", partial(world.of_club, f"clubs:{name}")
    yield "history", lambda: world.history()
    yield "history, a page anywhere", lambda: world.history(after=world.position)
    yield "history, back from there", lambda: world.history(before=world.position)
    yield "history of a player", lambda: world.history(player=world.player.pk)
    yield (
        "history by part of a name",
        lambda: world.history(name=chance.choice(("анна", "ким 2", "О’Нил", "нет такого"))),
    )
    yield "history by dates", lambda: world.history(**world.days())
    yield (
        "history by convention",
        lambda: world.history(convention=chance.choice(("sochi", "leningrad", "classic"))),
    )
    yield (
        "history by house rules",
        lambda: world.history(convention="house:" + chance.choice(RULES)),
    )
    yield "history by table", lambda: world.history(table=chance.choice(("окна", "турн", "нет")))
    yield "history by size", lambda: world.history(size=chance.choice((3, 4, 5)))
    yield (
        "history by state",
        lambda: world.history(
            state=chance.choice(
                ("settled", "abandoned", "running", "corrected", "paper", "continued")
            )
        ),
    )
    yield "history by all of it", lambda: world.history(
        player=world.player.pk, name="а", convention="sochi", size=4, state="settled", table="е",
        **world.days(),
    )  # fmt: skip
    yield "my games", lambda: world.mine()
    yield "my games, with a player", lambda: world.mine(player=world.player.pk)
    yield "my games, a page anywhere", lambda: world.mine(after=world.position)
    yield "my games by dates", lambda: world.mine(**world.days())
    yield "home", lambda: reverse("tables:home")
    yield "profile", lambda: reverse("players:me")
    yield "a member", lambda: world.of_member("clubs:member")
    yield "a member: merge", lambda: world.of_member("clubs:merge")
    for name in ("tables:pulka", "tables:sheet", "tables:log", "tables:settlement"):
        yield f"a pulka: {name.partition(':')[2]}", partial(world.of_pulka, name)
    yield (
        "a pulka: replay",
        lambda: reverse(
            "history:moment", args=[chance.choice(world.settled).slug, chance.randrange(8)]
        ),
    )


def measured(world: World, times: int, only: str = "") -> Iterator[Measured]:
    """Every page for the most frequent player, who owns the club."""
    client = world.browser(world.players[0])
    gc.collect()
    gc.freeze()
    for name, address in chain(pages(world), numbers.pages(world)):
        if only in name:
            yield _measured(client, name, address, times)


def _measured(client: Client, name: str, address: Address, times: int) -> Measured:
    took, size = [], 0
    for _ in range(WARM):
        _ask(client, address())
    before = _work()
    for _ in range(times):
        path = address()
        began = time.perf_counter()
        size = max(size, _ask(client, path))
        took.append(1000 * (time.perf_counter() - began))
    work = (_work() - before) / times
    with CaptureQueriesContext(connection) as asked:
        _ask(client, address())
    cuts = quantiles(took, n=20, method="inclusive")
    return Measured(name, cuts[9], cuts[18], work, len(asked), size)


def _work() -> float:
    """Milliseconds of work of this process and, where it runs here, of its server."""
    server = connection.connection.info.backend_pid
    running = [psutil.Process(), *([psutil.Process(server)] if psutil.pid_exists(server) else [])]
    return 1000 * sum(sum(each.cpu_times()[:2]) for each in running)


def _ask(client: Client, path: str) -> int:
    response = client.get(path)
    if response.status_code != 200:
        raise ValueError(f"{path}: {response.status_code}")
    return len(response.content)


def whole_table(world: World) -> tuple[int, float]:
    """The CSV of everything: its bytes, and the seconds it takes."""
    client = world.browser(world.players[0])
    began = time.perf_counter()
    response = client.get(world.of_club("history:club_csv"))
    parts = cast(Iterator[bytes], response.streaming_content)  # type: ignore[attr-defined]
    return sum(map(len, parts)), time.perf_counter() - began
