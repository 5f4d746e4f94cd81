"""What a deal has to know beyond its own facts to be written."""

from dataclasses import dataclass

from scoring.conventions import Convention
from scoring.deals import Seating


@dataclass(slots=True)
class Situation:
    """The agreement, who sits where, and how many raspasy went before in a row."""

    convention: Convention
    seats: Seating
    raspasy: int = 0
