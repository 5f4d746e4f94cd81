"""What phones have said about one deal: values, and their JSON in the database."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, TypeVar

from scoring import Role, Seat, Trump

Value = TypeVar("Value")


class Game(StrEnum):
    """What can be ordered."""

    CONTRACT = "contract"
    MISERE = "misere"
    RASPASY = "raspasy"
    CONCESSION = "concession"


class Reply(StrEnum):
    """What the first defender says to a half-whist."""

    STANDS = "stands"
    BACK = "back"


class Fact(StrEnum):
    """A part of a deal that can be disputed and mended."""

    ORDER = "order"
    ANSWER = "answer"
    REPLY = "reply"
    TRICKS = "tricks"
    TALON = "talon"


class Units(int):
    """What the high cards of a talon come to: 0 to 3 units."""


@dataclass(frozen=True, slots=True)
class Order:
    """A contract with its level (and trump, if told), a misere, raspasy, or a concession.

    A concession's level is the bid that bought the talon, its `undertricks` are told where they
    differ from those agreed. `multiplier` is everything's in this deal, `called` its name at the
    table, or a remark of a file.
    """

    game: Game
    level: int | None = None
    trump: Trump | None = None
    multiplier: int = 1
    called: str = ""
    undertricks: int | None = None

    def is_same_game(self, other: "Order") -> bool:
        """Whether nothing differs on which answers or tricks depend, such as the trump."""
        return (self.game, self.level) == (other.game, other.level)

    @property
    def mark(self) -> str:
        """The order as a form sends it back: "contract-7-H", "misere--", "raspasy---2-bomb"."""
        times = f"-{self.multiplier}-{self.called}" if self.multiplier != 1 else ""
        return f"{self.game}-{self.level or ''}-{self.trump or ''}{times}"

    def to_data(self) -> dict[str, Any]:
        data: dict[str, Any] = {"game": self.game, "level": self.level, "trump": self.trump}
        if self.multiplier != 1 or self.called:
            data |= {"multiplier": self.multiplier, "called": self.called}
        if self.undertricks is not None:
            data["undertricks"] = self.undertricks
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Order":
        trump = data["trump"]
        return cls(
            Game(data["game"]),
            data["level"],
            Trump(trump) if trump else None,
            data.get("multiplier", 1),
            data.get("called", ""),
            data.get("undertricks"),
        )


@dataclass(frozen=True, slots=True)
class Said(Generic[Value]):
    """A fact of a seat, and the seat whose phone posted it."""

    value: Value
    by: Seat


@dataclass(frozen=True, slots=True)
class Claim:
    """Tricks `about` a seat, said by a `seat`: itself, or where one number will do, anybody."""

    about: Seat
    seat: Seat
    number: int
    by: Seat


@dataclass(frozen=True, slots=True)
class Dispute:
    """Somebody says that a fact of a seat was otherwise."""

    fact: Fact
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Posts:
    """All that stands about a deal.

    `game` is the seat and order that answers and tricks belong to; `changes` counts how often the
    question itself changed.
    """

    game: tuple[Seat, Order] | None = None
    orders: Mapping[Seat, Said[Order]] = field(default_factory=dict)
    answers: Mapping[Seat, Said[Role]] = field(default_factory=dict)
    reply: Said[Reply] | None = None
    claims: tuple[Claim, ...] = ()
    talon: Mapping[Seat, Said[Units]] = field(default_factory=dict)
    """The talon's units where they are paid for, by who told them."""
    disputes: Mapping[Seat, Dispute] = field(default_factory=dict)
    changes: int = 0

    def claim(self, about: Seat, seat: Seat) -> Claim | None:
        """What a seat says about another's tricks, or about its own."""
        return next((c for c in self.claims if (c.about, c.seat) == (about, seat)), None)

    def to_data(self) -> dict[str, Any]:
        return {
            "game": [self.game[0], self.game[1].to_data()] if self.game else None,
            "orders": {str(s): [o.value.to_data(), o.by] for s, o in self.orders.items()},
            "answers": {str(s): [a.value, a.by] for s, a in self.answers.items()},
            "reply": [self.reply.value, self.reply.by] if self.reply else None,
            "claims": [[c.about, c.seat, c.number, c.by] for c in self.claims],
            "talon": {str(s): [said.value, said.by] for s, said in self.talon.items()},
            "disputes": {str(s): [d.fact, d.seat] for s, d in self.disputes.items()},
            "changes": self.changes,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Posts":
        if not data:
            return cls()
        game, reply = data["game"], data["reply"]
        return cls(
            game=(game[0], Order.from_data(game[1])) if game else None,
            orders={int(s): Said(Order.from_data(o), by) for s, (o, by) in data["orders"].items()},
            answers={int(s): Said(Role(a), by) for s, (a, by) in data["answers"].items()},
            reply=Said(Reply(reply[0]), reply[1]) if reply else None,
            claims=tuple(Claim(*claim) for claim in data["claims"]),
            talon={int(s): Said(Units(n), by) for s, (n, by) in data.get("talon", {}).items()},
            disputes={int(s): Dispute(Fact(f), of) for s, (f, of) in data["disputes"].items()},
            changes=data["changes"],
        )
