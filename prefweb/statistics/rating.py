"""How strong players are by their places at tables of three to five: openskill's Plackett-Luce.

Pure: pulkas come in, in the order they are rated, and changes of strength come out.

A strength is not a score. It is an estimate, so it is the one thing here that floats touch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple
from uuid import UUID

from openskill.models import PlackettLuce

from scoring import Number

MODEL = PlackettLuce()
SIZES = (3, 4, 5)
"""Players at the tables that are rated."""
SCALE, BASE = 40, 1000
"""What is shown of a strength: so many points for each of its units, more than that of nought."""
SURE = 3
"""So many sigmas make the margin: the strength lies within it as good as certainly."""
KNOWN = 10
"""Rated pulkas from which on a rating has a place; with fewer it is provisional."""


class Strength(NamedTuple):
    """An estimate and how uncertain it is."""

    mu: float
    sigma: float

    @property
    def points(self) -> int:
        """The estimate as it is shown: ``2 000`` of who has not played."""
        return round(BASE + SCALE * self.mu)

    @property
    def margin(self) -> int:
        """How far off it may be as it is shown: ``1 000`` of who has not played."""
        return round(SCALE * SURE * self.sigma)

    @property
    def rating(self) -> int:
        """The strength that he has at least, which players are ordered by."""
        return self.points - self.margin


NEWCOMER = Strength(float(MODEL.mu), float(MODEL.sigma))


class Rank(NamedTuple):
    """Where somebody stands after a rated pulka."""

    strength: Strength
    games: int
    """Rated pulkas so far."""
    last: date


class Game(NamedTuple):
    """A settled pulka: who sat there, and with which result."""

    evening: date
    key: int
    people: tuple[UUID | None, ...]
    """None: nobody knows who."""
    whists: tuple[Number, ...]

    @property
    def is_rated(self) -> bool:
        """Whether it says how strong its players are.

        Not of two alone, nor where one person turned out to have had two seats.
        """
        known = [person for person in self.people if person is not None]
        return len(self.people) in SIZES and len(known) == len(set(known))

    @property
    def places(self) -> list[int]:
        """By whists, from 1; equal whists share the better place."""
        return [1 + sum(other > own for other in self.whists) for own in self.whists]


class Change(NamedTuple):
    """What a pulka made of somebody's strength."""

    game: Game
    person: UUID
    place: int
    before: Strength
    after: Rank


@dataclass
class Ratings:
    """Where everybody stands while pulkas are rated one after the other."""

    ranks: dict[UUID, Rank] = field(default_factory=dict)

    @classmethod
    def known(cls, ranks: Mapping[UUID, Rank]) -> Ratings:
        return cls(dict(ranks))

    def play(self, games: Iterable[Game]) -> Iterator[Change]:
        """What each of the pulkas changes. Who is unknown plays as a newcomer, once."""
        for game in games:
            if game.is_rated:
                yield from self._play(game)

    def _play(self, game: Game) -> Iterator[Change]:
        before = [self._strength(person) for person in game.people]
        after = rate(before, game.places)
        for person, place, old, new in zip(game.people, game.places, before, after, strict=True):
            if person is not None:
                rank = Rank(new, self._games(person) + 1, game.evening)
                self.ranks[person] = rank
                yield Change(game, person, place, old, rank)

    def _strength(self, person: UUID | None) -> Strength:
        known = self.ranks.get(person) if person else None
        return known.strength if known else NEWCOMER

    def _games(self, person: UUID) -> int:
        return self.ranks[person].games if person in self.ranks else 0


def rate(strengths: Sequence[Strength], places: Sequence[int]) -> list[Strength]:
    """The strengths after a pulka with these places, the best of which is the lowest."""
    alone = [[MODEL.create_rating([each.mu, each.sigma])] for each in strengths]
    rated = MODEL.rate(alone, ranks=list(map(float, places)))
    return [Strength(one.mu, one.sigma) for (one,) in rated]
