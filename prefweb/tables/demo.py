"""Tables to look at in an empty installation: played out, in the middle of a deal, gathering.

Everything is posted through the services, seat by seat, as phones would.
"""

import uuid
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from prefweb.players.models import Player
from prefweb.tables.agreements import Agreement
from prefweb.tables.deals.posts import Game, Order, Reply
from prefweb.tables.deals.protocol import Kind
from prefweb.tables.models import Proxies, Pulka
from prefweb.tables.pulkas.course import Course, result_mark
from prefweb.tables.services import ending, playing, seating
from prefweb.tables.services.playing import Tap
from scoring import PRESETS, Contract, Deal, Misere, Raspasy, Role, Seat, Trump

NAMES = ("Север", "Восток", "Юг", "Запад")
WHIST, PASS, HALF = Role.WHIST, Role.PASS, Role.HALF
S, C, D, H, N = Trump.SPADES, Trump.CLUBS, Trump.DIAMONDS, Trump.HEARTS, Trump.NONE


def contract(
    declarer: Seat, level: int, trump: Trump, roles: dict[Seat, Role], *tricks: int, **more: Any
) -> Contract:
    """A contract; `tricks` are those of the seats from 0, or the declarer's alone, or none."""
    told = {declarer: tricks[0]} if len(tricks) == 1 else dict(enumerate(tricks))
    return Contract(
        declarer=declarer, level=level, trump=trump, roles=roles, tricks=told or None, **more
    )


FINISHED: Sequence[Deal] = (
    contract(1, 6, D, {2: WHIST, 0: PASS}, 6),
    contract(2, 8, S, {0: WHIST, 1: WHIST}, 1, 1, 8),
    Raspasy(tricks={0: 5, 1: 2, 2: 3}),
    contract(0, 7, H, {1: WHIST, 2: PASS}, 6),
    Misere(declarer=1, tricks=0),
    contract(0, 6, C, {1: PASS, 2: HALF}),
    contract(2, 9, N, {0: PASS, 1: PASS}),
    contract(0, 8, H, {1: WHIST, 2: WHIST}, 8, 2, 0),
)
RUNNING: Sequence[Deal] = (
    contract(1, 7, H, {2: WHIST, 3: PASS}, 7),
    Raspasy(tricks={2: 4, 3: 3, 0: 2, 1: 1}),
    contract(3, 6, S, {0: WHIST, 1: WHIST}, 3, 2, 0, 5),
    contract(0, 8, D, {1: PASS, 2: PASS}),
    Misere(declarer=2, tricks=1),
    contract(3, 9, C, {0: PASS, 2: WHIST}, 9),
)


def fill() -> list[Pulka]:
    """The demo tables, each with its pulka as it was left."""
    return [_finished(), _running(), _gathering()]


def _finished() -> Pulka:
    pulka, players = _open("Пример: сыграно втроём", 3, 10, stake=Decimal(5))
    play(pulka, players, FINISHED)
    for player in players:
        ending.confirm(pulka.slug, player, result_mark(_course(pulka).settlement))
    return pulka


def _running() -> Pulka:
    """In the middle of a deal: a contract that one defender has answered."""
    pulka, players = _open("Пример: играют вчетвером", 4, 20, stake=Decimal("2.50"))
    play(pulka, players, RUNNING)
    order = Order(Game.CONTRACT, 7, S)
    _tap(pulka, players, Kind.ORDER, 0, order)
    _tap(pulka, players, Kind.ANSWER, 1, WHIST)
    return pulka


def _gathering() -> Pulka:
    """Two of four sit already."""
    pulka, _players = _open("Пример: стол собирается", 4, 20, people=2)
    return pulka


def _open(
    title: str, size: int, target: int, people: int | None = None, **money: Decimal
) -> tuple[Pulka, list[Player]]:
    convention = PRESETS["sochi"].convention
    stake = money.get("stake", Decimal(0))
    agreement = Agreement(
        preset="sochi",
        convention=convention,
        size=size,
        target=target,
        stake=stake,
        currency="RUB",
    )
    players = [Player.objects.create(name=name) for name in NAMES[:size]]
    pulka = seating.open_table(players[0], agreement, title=title, proxies=Proxies.ANYONE)
    pulka.table.is_demo = True
    pulka.table.save(update_fields=["is_demo"])
    for seat in range(1, people or size):
        seating.take_seat(pulka.slug, players[seat], seat, NAMES[seat])
    if people is None:
        seating.start(pulka.slug, players[0])
    return pulka, players


def play(pulka: Pulka, players: Sequence[Player], deals: Sequence[Deal]) -> None:
    """Deals posted seat by seat, each from its player's phone. Raises Told, ValueError."""
    for deal in deals:
        if isinstance(deal, Raspasy):
            _tap(pulka, players, Kind.ORDER, next(iter(deal.tricks)), Order(Game.RASPASY))
            _tell(pulka, players, deal.tricks)
        elif isinstance(deal, Misere):
            _tap(pulka, players, Kind.ORDER, deal.declarer, Order(Game.MISERE))
            _tell(pulka, players, {deal.declarer: deal.tricks})
        elif isinstance(deal, Contract):
            _play_contract(pulka, players, deal)


def _play_contract(pulka: Pulka, players: Sequence[Player], deal: Contract) -> None:
    order = Order(Game.CONTRACT, deal.level, deal.trump)
    _tap(pulka, players, Kind.ORDER, deal.declarer, order)
    for seat, role in deal.roles.items():
        _tap(pulka, players, Kind.ANSWER, seat, role)
    if HALF in deal.roles.values():
        first = next(seat for seat, role in deal.roles.items() if role is PASS)
        _tap(pulka, players, Kind.REPLY, first, Reply.STANDS)
    _tell(pulka, players, deal.tricks or {})


def _tell(pulka: Pulka, players: Sequence[Player], tricks: Any) -> None:
    """Everybody's own number, as long as one is asked for."""
    number = _course(pulka).current
    for seat, taken in tricks.items():
        now = _course(pulka).current
        if now is None or number is None or now.number != number.number:
            return
        if seat in now.terms.active:
            _tap(pulka, players, Kind.TRICKS, seat, taken, about=seat)


def _tap(
    pulka: Pulka, players: Sequence[Player], kind: Kind, seat: Seat, value: Any, **more: Any
) -> None:
    now = _course(pulka).current
    if now is None:
        raise ValueError("the demo goes on after its end")
    tap = Tap(
        uid=uuid.uuid4().hex,
        deal=now.number,
        kind=kind,
        seat=seat,
        value=value,
        changes=now.posts.changes,
        **more,
    )
    playing.post(pulka.slug, players[seat], tap)


def _course(pulka: Pulka) -> Course:
    pulka.refresh_from_db()
    return Course.load(pulka)
