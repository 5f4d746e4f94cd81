"""Whose money it is: a person, or somebody the club knows by a written name alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from prefweb.players.models import Player


@dataclass(frozen=True, slots=True)
class Who:
    """A person by his key, or where there is none a name as it was written."""

    key: UUID | None
    name: str

    @property
    def mark(self) -> str:
        """The same whatever he is called today."""
        return str(self.key) if self.key else f"={self.name}"

    @property
    def order(self) -> tuple[str, str]:
        """By name."""
        return (self.name.casefold(), self.mark)


class People:
    """Who is who today, found by one question for all of them."""

    def __init__(self, players: Iterable[UUID | None]) -> None:
        wanted = {player for player in players if player is not None}
        found = Player.objects.filter(pk__in=wanted).values_list("pk", "main", "main__name")
        self._known: Mapping[UUID, Who] = {pk: Who(main, name) for pk, main, name in found}

    def who(self, player: UUID | None, name: str = "") -> Who:
        """The person this player is; without a player whoever is written so."""
        return self._known[player] if player is not None else Who(None, name)

    def main(self, player: UUID | None) -> UUID | None:
        """The person's key, or None where nobody is known by this one."""
        found = self._known.get(player) if player else None
        return found.key if found else None
