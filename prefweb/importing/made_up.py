"""Random pulkas as people play them: deals that can be, until the pulka is over."""

from __future__ import annotations

from random import Random

from scoring import (
    CardDeal,
    Contract,
    Game,
    Misere,
    Raspasy,
    Refused,
    Role,
    Seating,
    Trump,
    advance,
    defenders,
    seating,
    start,
)

LEVELS, OFTEN = (6, 7, 8, 9, 10), (45, 26, 18, 9, 2)
MADE = (-2, -1, -1, 0, 0, 0, 0, 1, 1, 2)
"""Tricks above the contract; a few are down."""
ANSWERS = ((Role.PASS, Role.PASS), (Role.WHIST, Role.PASS), (Role.WHIST, Role.WHIST))
TRICKS = 10
LONGEST = 60
"""Deals after which a pulka is drawn anew: some conventions wait long for a full pool."""


def deals_of(game: Game, chance: Random) -> list[CardDeal]:
    """The deals of a whole pulka."""
    while True:
        deals: list[CardDeal] = []
        state = start(game)
        while state.over is None and len(deals) < LONGEST:
            deal = _deal(seating(game.players, state.dealer), chance)
            try:
                state = advance(state, deal)
            except Refused:
                continue
            deals.append(deal)
        if state.over is not None:
            return deals


def _deal(seats: Seating, chance: Random) -> CardDeal:
    kind = chance.random()
    if kind < 0.07:
        return Misere(declarer=chance.choice(seats.active), tricks=chance.choice((0, 0, 0, 1, 2)))
    if kind < 0.2:
        return Raspasy(tricks=dict(zip(seats.active, _split(TRICKS, 3, chance), strict=True)))
    return _contract(seats, chance)


def _contract(seats: Seating, chance: Random) -> Contract:
    declarer = chance.choice(seats.active)
    (level,) = chance.choices(LEVELS, OFTEN)
    order = defenders(seats, declarer)
    said = list(chance.choice(ANSWERS))
    chance.shuffle(said)
    taken = max(0, min(TRICKS, level + chance.choice(MADE)))
    split = dict(zip(order, _split(TRICKS - taken, len(order), chance), strict=True))
    return Contract(
        declarer=declarer,
        level=level,
        trump=chance.choice(list(Trump)),
        roles=dict(zip(order, said, strict=True)),
        tricks={declarer: taken, **split} if Role.WHIST in said else None,
    )


def _split(tricks: int, people: int, chance: Random) -> list[int]:
    """Tricks dealt out one by one."""
    taken = [0] * people
    for _ in range(tricks):
        taken[chance.randrange(people)] += 1
    return taken
