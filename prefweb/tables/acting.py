"""Which options of an agreement can change a score, beside the others and so many players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

Options: TypeAlias = Mapping[str, Any]
"""A convention as JSON values."""
Condition: TypeAlias = Callable[[Options, int], bool]


def _where(key: str, *values: Any) -> Condition:
    return lambda options, size: options[key] in values


def _somebody_rests(options: Options, size: int) -> bool:
    return size >= 4


def _two_defend(options: Options, size: int) -> bool:
    return size >= 3


def _helps(options: Options, size: int) -> bool:
    return (options["help"], options["pool_end"]) == ("american", "each")


def _both(*conditions: Condition) -> Condition:
    return lambda options, size: all(each(options, size) for each in conditions)


CONDITIONS: dict[str, Condition] = {
    "both_whist_rule": _two_defend,
    "single_trick_rule": _two_defend,
    "whist_style": _two_defend,
    "half_whist_levels": _two_defend,
    "invite_bonus": _two_defend,
    "consolation_fixed": _where("consolation", "fixed"),
    "consolation_dealer": _somebody_rests,
    "ten_checked_split": _both(_where("ten", "checked"), _two_defend),
    "dealer_may_whist": lambda options, size: size == 4,
    "talon_bonus_fixed": _where("talon_bonus", "fixed"),
    "raspasy_zero_dealer": _somebody_rests,
    "raspasy_whist_mode": _where("raspasy_mode", "whists"),
    "help_target": _helps,
    "help_rate": _helps,
    "help_skips_dealer": _both(_helps, _somebody_rests),
    "help_skips_fined": _helps,
    "indivisible_mountain": lambda options, size: size == 2,
}
"""When an option acts; one that is not here always does."""


def acts(key: str, options: Options, size: int) -> bool:
    """Whether another value of this option could write another number.

    >>> acts("dealer_may_whist", {}, 3)
    False
    """
    condition = CONDITIONS.get(key)
    return condition is None or condition(options, size)
