"""What the engine's tests share: short ways to say what was dealt and what it wrote."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scoring import (
    PRESETS,
    Area,
    Contract,
    Convention,
    Deal,
    Entry,
    Game,
    Opening,
    Replay,
    Role,
    replay,
)

CASES = Path(__file__).parent.parent / "cases"

SOCHI = PRESETS["sochi"].convention
LENINGRAD = PRESETS["leningrad"].convention
ROSTOV = PRESETS["rostov"].convention
W, P, H = Role.WHIST, Role.PASS, Role.HALF


def cases(name: str) -> list[dict[str, Any]]:
    """The examples of one file under tests/cases."""
    data = json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))
    return list(data["cases"])


def agreed(preset: str = "sochi", /, **options: Any) -> Convention:
    """A preset with these options changed, given as a file would."""
    return Convention.from_data(options, PRESETS[preset].convention)


def contract(
    level: int, roles: str = "", *tricks: int, declarer: int = 0, players: int = 3, **more: Any
) -> Contract:
    """A contract by the answers of the defenders ("wp") and the tricks from the declarer on."""
    answers = {"w": W, "p": P, "h": H}
    seats = [(declarer + step) % players for step in range(players)]
    if players > 3:
        seats = [declarer, *[seat for seat in seats[1:] if seat != more.get("dealer", players - 1)]]
    return Contract(
        declarer=declarer,
        level=level,
        roles={seat: answers[role] for seat, role in zip(seats[1:], roles, strict=False)},
        tricks=dict(zip(seats, tricks, strict=False)) if tricks else None,
        **more,
    )


def played(
    convention: Convention,
    *deals: Deal,
    players: int = 3,
    target: int | None = 1000,
    ended: str | None = None,
    dealer: int | None = None,
    **opening: Any,
) -> Replay:
    """A replay of deals; the last player deals first unless somebody else is named."""
    game = Game(
        convention=convention,
        players=players,
        target=target,
        first_dealer=players - 1 if dealer is None else dealer,
        opening=Opening(**opening),
    )
    return replay(game, deals, ended)


def written(entries: tuple[Entry, ...]) -> dict[str, dict[Any, Any]]:
    """Entries added up by column, columns without a change left out.

    ``{"pool": {0: 2}, "whists": {(1, 0): 6}}`` is 2 to seat 0's pool, 6 whists of 1 on 0.
    """
    sums: dict[str, dict[Any, Any]] = {}
    for entry in entries:
        key = (entry.seat, entry.against) if entry.area is Area.WHISTS else entry.seat
        column = sums.setdefault(entry.area.value, {})
        column[key] = column.get(key, 0) + entry.amount
    return {area: kept for area, column in sums.items() if (kept := _without_zeros(column))}


def _without_zeros(column: Mapping[Any, Any]) -> dict[Any, Any]:
    return {key: amount for key, amount in column.items() if amount}


def writes(convention: Convention, deal: Deal, **game: Any) -> dict[str, dict[Any, Any]]:
    """What a single deal writes."""
    return written(played(convention, deal, **game).played[0].entries)
