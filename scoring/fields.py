"""Values of a pulka file, read one by one: a value, or a fault with its place."""

import json
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import TypeAlias, TypeVar

from scoring.deals import Seat
from scoring.exact import Number
from scoring.faults import Fault
from scoring.json_text import printable
from scoring.options import ratio

ABOUT_LIMIT = 64 << 10
"""Bytes of an ``about``."""
NUMBER_LIMIT = 10**15
"""Numbers of a sheet are smaller, whatever the sign."""

T = TypeVar("T")
U = TypeVar("U")
E = TypeVar("E", bound=StrEnum)


class Unreadable(Exception):
    """A value that cannot be read; its fault is already noted."""


class Notes:
    """The faults found so far, and the players' names to read seats by."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.seats: dict[str, Seat] = {}
        self.knows_names = True
        """False where the list of players itself could not be read."""

    def refuse(self, at: str, code: str, **params: object) -> Unreadable:
        """Notes a fault; to be raised where there is no value to go on with."""
        self.faults.append(Fault(at, code, params))
        return Unreadable(code)

    # One value

    def text(self, value: object, at: str) -> str:
        if not isinstance(value, str):
            raise self.refuse(at, "not_text")
        return value

    def flag(self, value: object, at: str) -> bool:
        if not isinstance(value, bool):
            raise self.refuse(at, "not_flag")
        return value

    def count(self, value: object, at: str) -> int:
        """A whole number; a text will not do."""
        if type(value) is not int:
            raise self.refuse(at, "not_count")
        self._check_length(value, at)
        return value

    def number(self, value: object, at: str) -> Number:
        """A whole number, or a text like "3/2"."""
        number = ratio(value)
        if number is None:
            raise self.refuse(at, "not_number")
        self._check_length(number, at)
        return number

    def _check_length(self, number: Number, at: str) -> None:
        if not -NUMBER_LIMIT < number < NUMBER_LIMIT:
            raise self.refuse(at, "number_too_long")

    def mapping(self, value: object, at: str) -> Mapping[str, object]:
        if not isinstance(value, dict):
            raise self.refuse(at, "not_object")
        return value

    def items(self, value: object, at: str) -> Sequence[object]:
        if not isinstance(value, list):
            raise self.refuse(at, "not_list")
        return value

    def seat(self, value: object, at: str) -> Seat:
        """The seat of a player's name."""
        name = self.text(value, at)
        if name not in self.seats:
            if not self.knows_names:
                raise Unreadable
            raise self.refuse(at, "name_unknown", name=printable(name))
        return self.seats[name]

    def member(self, kind: type[E], value: object, at: str) -> E:
        """The member of an enumeration with this value."""
        name = self.text(value, at)
        if name not in kind._value2member_map_:
            allowed = ", ".join(kind)
            raise self.refuse(at, "value_unknown", value=printable(name), allowed=allowed)
        return kind(name)

    def about(self, value: object, at: str) -> Mapping[str, object]:
        """Anything, as long as it is an object and not too much."""
        data = self.mapping(value, at)
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        if len(text.encode()) > ABOUT_LIMIT:
            raise self.refuse(at, "about_size", limit=ABOUT_LIMIT)
        return data

    # Several values

    def by_seat(self, value: object, at: str, read: "Reader[T]") -> dict[Seat, T]:
        """An object with players for keys. All faults of it are found, each at ``at``."""
        data = self.mapping(value, at)
        found: dict[Seat, T] = {}
        for name, each in data.items():
            try:
                found[self.seat(name, at)] = read(self, each, at)
            except Unreadable:
                continue
        if len(found) < len(data):
            raise Unreadable
        return found

    def counts(self, value: object, at: str) -> dict[Seat, int]:
        return self.by_seat(value, at, Notes.count)

    def numbers(self, value: object, at: str) -> dict[Seat, Number]:
        return self.by_seat(value, at, Notes.number)


Reader: TypeAlias = Callable[[Notes, object, str], T]
"""Reads a value at a place; raises :class:`Unreadable` with the fault noted."""


class Fields:
    """The keys of one object. Those that cannot be read count as ``broken``."""

    def __init__(self, notes: Notes, data: Mapping[str, object], at: str) -> None:
        self.notes = notes
        self.data = data
        self.at = at
        self.broken: set[str] = set()

    def place(self, key: str) -> str:
        """The place of a key, as a fault names it."""
        return f"{self.at}.{key}" if self.at else key

    def only(self, keys: frozenset[str]) -> None:
        """Notes every key that does not belong here."""
        if not self.data.keys() <= keys:
            for key in self.data:
                if key not in keys:
                    self.notes.refuse(self.at or printable(key), "key_unknown", key=printable(key))

    def take(self, key: str, read: Reader[T], otherwise: U) -> T | U:
        """The value of a key; ``otherwise`` where it is left out or cannot be read."""
        if key not in self.data:
            return otherwise
        try:
            return read(self.notes, self.data[key], self.place(key))
        except Unreadable:
            self.broken.add(key)
            return otherwise

    def need(self, key: str, read: Reader[T], otherwise: U) -> T | U:
        """The value of a key that cannot be left out; ``otherwise`` to go on with."""
        if key not in self.data:
            self.notes.refuse(self.place(key), "key_needed", key=key)
            self.broken.add(key)
        return self.take(key, read, otherwise)
