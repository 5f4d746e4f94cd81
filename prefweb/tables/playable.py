"""What a table can play today: the agreements whose deals have their posts.

An agreement outside of this is scored by `scoring` all the same; it only cannot be played here yet,
so no page offers it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from scoring import OPTIONS, PRESETS, Convention

SIZES = (3, 4)
"""Players at a table."""

ONLY: dict[str, Collection[Any]] = {
    "pool_end": ("each", "sum"),
    "concession": (0,),
    "ten": ("whisted",),
    "talon_bonus": ("off",),
    "dealer_may_whist": (False,),
    "stalingrad": (False,),
    "correction_protocol": ("free",),
}
"""Options of which only these values can be played; the rest is free."""

IDLE = {"ten_checked_split", "talon_bonus_fixed", "indivisible_mountain"}
"""Options that change nothing within these bounds."""


def is_playable(convention: Convention) -> bool:
    """Whether every deal under this agreement can be posted at a table."""
    data = convention.to_data()
    return all(data[key] in values for key, values in ONLY.items())


def playable_presets() -> list[str]:
    """Keys of the presets to choose from."""
    return [
        key
        for key, preset in PRESETS.items()
        if is_playable(preset.convention) and set(preset.players) & set(SIZES)
    ]


def offered_options() -> list[str]:
    """Keys of the options to choose from: those with more than one value left."""
    return [key for key in OPTIONS if key not in IDLE and len(ONLY.get(key, (1, 2))) > 1]


def offered_values(key: str) -> list[Any]:
    """The values of a choice that can be played."""
    return [value for value in OPTIONS[key].values if value in ONLY.get(key, (value,))]
