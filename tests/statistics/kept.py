"""Pulkas whose results are given, counted without being played."""

from collections.abc import Sequence
from typing import Any

from prefweb.clubs.models import Club
from prefweb.players.models import Player
from prefweb.statistics import keeping
from prefweb.statistics.models import Fact, FactKind, Outcome, Part
from prefweb.tables.models import Pulka
from tests.history.clubs import AN_EVENING, DAY, kept

__all__ = ["AN_EVENING", "DAY", "counted", "did"]


def counted(
    club: Club | None,
    people: Sequence[Player | str],
    results: Sequence[str],
    *,
    lasted: int = 0,
    **fields: Any,
) -> Pulka:
    """A settled pulka; `lasted` deals are said to be on its sheet."""
    pulka = kept(club, people, results=results, **fields)
    keeping.keep(pulka)
    Part.objects.filter(pulka=pulka).update(lasted=lasted, deals=lasted)
    return pulka


def did(
    pulka: Pulka,
    who: Player,
    kind: FactKind,
    outcome: Outcome,
    numbers: list[int],
    *,
    level: int | None = None,
    trump: str = "",
) -> Fact:
    """Says of somebody that he did it in these deals."""
    part = Part.objects.get(pulka=pulka, player=who)
    return Fact.objects.create(
        pulka=pulka,
        player=who,
        seat=part.seat,
        club=part.club,
        evening=part.evening,
        preset=part.preset,
        house_rules=part.house_rules,
        kind=kind,
        outcome=outcome,
        level=level,
        trump=trump,
        count=len(numbers),
        numbers=numbers,
    )
