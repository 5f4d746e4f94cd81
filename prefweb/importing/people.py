"""Who the names of a file are: somebody of the directory, somebody new in it, or just a name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from prefweb.clubs.directory import Person
from prefweb.players.models import Player
from prefweb.players.services import clean_name

NEW, NOBODY = "new", "none"


@dataclass(frozen=True, slots=True)
class Choice:
    """Somebody of the directory by his key, somebody new, or nobody (neither)."""

    person: UUID | None = None
    is_new: bool = False

    @classmethod
    def parse(cls, text: str) -> Choice:
        """As a form sends it. Raises ValueError for anything else."""
        if text in (NEW, NOBODY):
            return cls(is_new=text == NEW)
        return cls(UUID(text))

    def __str__(self) -> str:
        return str(self.person) if self.person else NEW if self.is_new else NOBODY


def person_of(people: Iterable[Person], name: str) -> Player | None:
    """The one in the directory who is called so."""
    called = clean_name(name).casefold()
    found = [person.player for person in people if person.name.casefold() == called]
    return found[0] if len(found) == 1 else None


def likely(people: Iterable[Person], name: str) -> Choice:
    """Who a name is until somebody says otherwise."""
    person = person_of(people, name)
    return Choice(person.pk) if person else Choice(is_new=bool(clean_name(name)))


def names_of(lists: Iterable[Sequence[str]]) -> dict[str, int]:
    """Every name, by the alphabet, with how many pulkas it is in."""
    counts: dict[str, int] = {}
    for names in lists:
        for name in names:
            counts[name] = counts.get(name, 0) + 1
    return dict(sorted(counts.items(), key=lambda each: each[0].casefold()))
