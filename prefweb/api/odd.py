"""What cannot be asked for."""

from __future__ import annotations


class Odd(Exception):
    """A parameter that cannot be, and why."""

    def __init__(self, name: str, message: str, code: str = "odd_parameter") -> None:
        super().__init__(name, message)
        self.name = name
        self.message = message
        self.code = code
