"""Settings from the environment. A missing or odd value stops the start and names itself.

An empty value counts as absent, so that a compose file may pass on what is not set.
"""

import os
from collections.abc import Callable
from typing import TypeVar
from zoneinfo import available_timezones

from django.core.exceptions import ImproperlyConfigured

T = TypeVar("T")

FLAGS = {"1": True, "true": True, "yes": True, "on": True}
FLAGS |= {"0": False, "false": False, "no": False, "off": False}

asked: list[str] = []
"""Every name read so far, in order: the README's table is compared with it."""


def text(name: str, default: str = "") -> str:
    """The value as it stands."""
    return _read(name, default, str)


def needed(name: str, why: str) -> str:
    """The value, or a refusal that says why there is no going on without it."""
    value = text(name)
    if not value:
        raise ImproperlyConfigured(f"{name} is not set: {why}")
    return value


def flag(name: str, default: bool) -> bool:
    """1, true, yes, on, or their opposites."""
    return _read(name, default, _flag)


def number(name: str, default: int, least: int, most: int) -> int:
    """A whole number from `least` to `most`."""

    def parse(value: str) -> int:
        number = int(value)
        if not least <= number <= most:
            raise ValueError
        return number

    return _read(name, default, parse, f"a whole number from {least} to {most}")


def one_of(name: str, default: str, choices: tuple[str, ...]) -> str:
    """One of the choices, in any case."""

    def parse(value: str) -> str:
        return choices[[choice.lower() for choice in choices].index(value.lower())]

    return _read(name, default, parse, "one of " + ", ".join(choices))


def time_zone(name: str, default: str) -> str:
    """The name of a time zone, such as Asia/Tbilisi."""

    def parse(value: str) -> str:
        if value not in available_timezones():
            raise ValueError
        return value

    return _read(name, default, parse, "a time zone such as Asia/Tbilisi")


def words(name: str) -> list[str]:
    """Words with commas between them; none if it is not set."""

    def parse(value: str) -> list[str]:
        return [word.strip() for word in value.split(",") if word.strip()]

    return _read(name, [], parse)


def _flag(value: str) -> bool:
    try:
        return FLAGS[value.lower()]
    except KeyError:
        raise ValueError from None


def _read(name: str, default: T, parse: Callable[[str], T], wanted: str = "1 or 0") -> T:
    if name not in asked:
        asked.append(name)
    value = os.environ.get(name, "").strip()
    if not value:
        return default
    try:
        return parse(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be {wanted}, not {value!r}") from None
