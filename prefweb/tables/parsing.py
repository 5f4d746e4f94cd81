"""Words of addresses and forms that may be anything."""

import re


def small_number(text: str) -> int | None:
    """A number as our pages send it: plain digits, and not too many."""
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None


def needed_number(text: str) -> int:
    """The same where there has to be one. Raises ValueError."""
    number = small_number(text)
    if number is None:
        raise ValueError(text)
    return number


def one_time_id(text: str) -> str:
    """The id a page gave this very form. Raises ValueError where it is none of ours."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{8,40}", text):
        raise ValueError(text)
    return text
