"""What a deal writes: numbers in columns, each with the rule it follows and its operands."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from scoring.exact import Number

# What a deal writes is made by the hundred: a NamedTuple takes a third of the time of a frozen
# dataclass and is as unchangeable.

_NO_NUMBERS: Mapping[str, Number] = MappingProxyType({})


class Area(StrEnum):
    """A column of the sheet."""

    POOL = "pool"
    MOUNTAIN = "mountain"
    WHISTS = "whists"


class Rule(StrEnum):
    """Why a number was written. Each member lists its :attr:`Reason.numbers`.

    Wherever a deal had a multiplier the numbers also hold ``multiplier``, and the amount
    holds it too. ``price`` is always that of one trick (or unit), ``level`` that of the contract.
    """

    CONTRACT_MADE = "contract_made"
    """Pool: ``level``, ``points`` the contract is worth (with help the pool may get fewer)."""
    UNDERTRICKS = "undertricks"
    """Mountain of the declarer: ``level``, ``undertricks`` x ``price``."""
    TRICK_WHISTS = "trick_whists"
    """Whists on the declarer: ``level``, ``tricks`` x ``price`` / ``shares`` (2: shared
    with the passer)."""
    CONSOLATION = "consolation"
    """Whists on the declarer: ``level``, ``undertricks`` x ``price``."""
    INVITATION = "invitation"
    """The passer's consolation, written by the whister: ``level``, ``undertricks`` x ``price``."""
    WHISTER_SHORT = "whister_short"
    """Mountain of a whister: ``level``, ``undertricks`` he answers for x ``price``."""
    WHISTER_CONSOLATION = "whister_consolation"
    """Whists on a whister that failed: ``level``, ``undertricks`` x ``price``."""
    HALF_WHIST = "half_whist"
    """Whists on the declarer without play: ``level``, ``tricks`` x ``price``."""
    TALON_BONUS = "talon_bonus"
    """Whists on the declarer: ``level``, ``units`` x ``price`` / ``shares`` (2: both opponents)."""
    MISERE_MADE = "misere_made"
    """Pool: ``points``."""
    MISERE_FAILED = "misere_failed"
    """Mountain: ``tricks`` x ``price``."""
    RASPASY_TRICKS = "raspasy_tricks"
    """Mountain: (``tricks`` - ``amnesty``) x ``price``; ``number`` of the raspasy in a row."""
    RASPASY_WHISTS = "raspasy_whists"
    """Whists of a player with the fewest tricks: (``tricks`` of the other - ``taken_off``)
    x ``price`` / ``shares`` (players with the fewest); ``number`` of the raspasy in a row."""
    RASPASY_ZERO = "raspasy_zero"
    """Pool, for no trick: ``points``; ``dealer`` 1 if it is the resting dealer's;
    ``number`` of the raspasy in a row."""
    CONCESSION = "concession"
    """Mountain: ``level``, ``undertricks`` x ``price``."""
    HELP_RECEIVED = "help_received"
    """Pool: ``points`` given by ``helper`` (a seat)."""
    HELP_WHISTS = "help_whists"
    """Whists of the helper: ``points`` x ``rate``."""
    MOUNTAIN_CLEARED = "mountain_cleared"
    """Mountain, before the pool: minus ``points``."""
    SURPLUS = "surplus"
    """Mountain: minus ``points`` that fitted nowhere x ``rate``; ``lost`` points that could
    not be taken off (all of them: the amount is 0)."""
    MANUAL = "manual"
    """Written by hand; no numbers."""


class Reason(NamedTuple):
    """The rule behind an entry and the operands its amount comes from."""

    rule: Rule
    numbers: Mapping[str, Number] = _NO_NUMBERS


class Entry(NamedTuple):
    """A number ``seat`` writes in one of his columns; whists are written on ``against``.

    A deal writes one entry for each column and reason, so a column may get two.
    """

    seat: int
    area: Area
    amount: Number
    against: int | None
    reason: Reason


def pool(seat: int, amount: Number, reason: Reason) -> Entry:
    """An entry in the pool."""
    return Entry(seat, Area.POOL, amount, None, reason)


def mountain(seat: int, amount: Number, reason: Reason) -> Entry:
    """An entry in the mountain."""
    return Entry(seat, Area.MOUNTAIN, amount, None, reason)


def whists(seat: int, against: int, amount: Number, reason: Reason) -> Entry:
    """Whists of ``seat`` on ``against``."""
    return Entry(seat, Area.WHISTS, amount, against, reason)
