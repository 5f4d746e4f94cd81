"""What is wrong with an archive: what, and where."""

from dataclasses import dataclass, field
from typing import Any

MOST = 100
"""Faults that are told; where there are more, they are of one kind anyway."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A code that `words` says, the place in the archive, and what the sentence needs."""

    code: str
    at: str = ""
    details: dict[str, Any] = field(default_factory=dict)


class Refused(Exception):
    """The archive changes nothing; `faults` say why."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__(", ".join(f"{fault.at}: {fault.code}" for fault in faults))
        self.faults = faults


class Faults:
    """Gathers faults until there are too many."""

    def __init__(self) -> None:
        self.found: list[Fault] = []

    def add(self, code: str, at: str = "", **details: Any) -> None:
        """One more. Raises Refused where there are enough of them."""
        self.found.append(Fault(code, at, details))
        if len(self.found) >= MOST:
            raise Refused(self.found)

    def refuse_any(self) -> None:
        """Raises Refused if anything is wrong."""
        if self.found:
            raise Refused(self.found)
