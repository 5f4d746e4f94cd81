"""What was added up of a person's years, remembered for as long as his parts are the same ones.

Whatever changes a pulka writes its parts anew, under other keys; so the sums that are always asked
for tell whether the others can have changed.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from prefweb.statistics.asked import Asked
from prefweb.statistics.growth import Step, Unit, steps_of
from prefweb.statistics.notable import Notables, notables_of
from prefweb.statistics.sums import Facts, Parts, facts_of

SECONDS = 600
"""For how long: a table may have been given another title."""
PEOPLE = 500
"""How many of them, with what was asked for."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """What sums are remembered by."""

    key: tuple[Any, ...]
    asked: Asked = field(compare=False)
    parts: Parts = field(compare=False)

    @classmethod
    def of(cls, asked: Asked, parts: Parts) -> Remembered:
        """By what was asked for, and the parts that were found."""
        club = asked.club.pk if asked.club else None
        wanted = (club, *asked.people, asked.period, asked.preset, asked.house_rules)
        return cls((*wanted, parts.mark, int(time.monotonic() // SECONDS)), asked, parts)

    def steps(self, unit: Unit) -> list[Step]:
        """As `steps_of` finds them."""
        return _steps(self, unit)

    @property
    def facts(self) -> Facts:
        """As `facts_of` finds them."""
        return _facts(self)

    @property
    def notables(self) -> Notables:
        """As `notables_of` finds them."""
        return _notables(self)


@lru_cache(PEOPLE)
def _steps(same: Remembered, unit: Unit) -> list[Step]:
    return steps_of(same.asked, unit)


@lru_cache(PEOPLE)
def _facts(same: Remembered) -> Facts:
    return facts_of(same.asked)


@lru_cache(PEOPLE)
def _notables(same: Remembered) -> Notables:
    return notables_of(same.asked, same.parts.total)
