"""Options as JSON values, read into a :class:`Convention`; every fault is found."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from scoring.conventions import OPTIONS, Convention, Option
from scoring.exact import Number, whole
from scoring.faults import Fault, Refused

RATIO = re.compile(r"(-?[0-9]{1,15})(?:/([0-9]{1,15}))?")


def read_options(data: Mapping[str, object], base: Convention) -> Convention:
    """``base`` with these options. Raises :class:`Refused`, places being option keys."""
    faults = list(option_faults(data))
    if faults:
        raise Refused(faults)
    return apply_options(data, base)


def apply_options(data: Mapping[str, object], base: Convention) -> Convention:
    """``base`` with those of the options that are in order; the others are passed over."""
    good: dict[str, Any] = {
        key: _VALUES[OPTIONS[key].kind](OPTIONS[key], value)
        for key, value in data.items()
        if key in OPTIONS and not list(_faults_of(OPTIONS[key], value))
    }
    return replace(base, **good) if good else base


def option_faults(data: Mapping[str, object]) -> Iterator[Fault]:
    """Everything wrong with options given as JSON values."""
    for key, value in data.items():
        option = OPTIONS.get(key)
        if option is None:
            yield Fault(key, "option_unknown", {"option": key})
        else:
            yield from _faults_of(option, value)


def _faults_of(option: Option, value: object) -> Iterator[Fault]:
    return _CHECKS[option.kind](option, value)


def ratio(value: object) -> Number | None:
    """The number of a whole JSON number or a text like "3/2"; None if it is neither.

    >>> ratio("6/4"), ratio(2), ratio("1.5"), ratio(True), ratio("1/0")
    (Fraction(3, 2), 2, None, None, None)
    """
    if type(value) is int:
        return value
    match = RATIO.fullmatch(value) if isinstance(value, str) else None
    if match is None or (match[2] and int(match[2]) == 0):
        return None
    return whole(Fraction(int(match[1]), int(match[2] or 1)))


def _bad_value(option: Option, value: object) -> Fault:
    return Fault(option.key, "option_value", {"option": option.key, "value": _shown(value)})


def _shown(value: object) -> str:
    """A JSON value short enough for a sentence."""
    words = {True: "true", False: "false"}.get(value) if isinstance(value, bool) else None
    plain = words or ("null" if value is None else str(value))
    return plain if len(plain) <= 40 else plain[:39] + "…"


def _check_choice(option: Option, value: object) -> Iterator[Fault]:
    # True is 1 to Python, and no choice.
    if isinstance(value, bool) or not isinstance(value, int | str) or value not in option.values:
        yield _bad_value(option, value)


def _check_flag(option: Option, value: object) -> Iterator[Fault]:
    if not isinstance(value, bool):
        yield _bad_value(option, value)


def _check_int(option: Option, value: object) -> Iterator[Fault]:
    if type(value) is int:
        yield from _check_range(option, value)
    else:
        yield _bad_value(option, value)


def _check_ratio(option: Option, value: object) -> Iterator[Fault]:
    number = ratio(value)
    if number is None:
        yield _bad_value(option, value)
    else:
        yield from _check_range(option, number)


def _check_range(option: Option, value: Number) -> Iterator[Fault]:
    low, high = option.minimum, option.maximum
    if low is not None and high is not None and not low <= value <= high:
        params = {"option": option.key, "value": value, "minimum": low, "maximum": high}
        yield Fault(option.key, "option_range", params)


def _check_list(option: Option, value: object) -> Iterator[Fault]:
    if not isinstance(value, list | tuple):
        yield _bad_value(option, value)
        return
    wrong_length = [*_check_length(option, len(value))]
    yield from wrong_length
    # A list of the wrong length may be of any length: its numbers are not looked at.
    for index, each in enumerate([] if wrong_length else value):
        if option.values:
            yield from _check_choice(option, each)
            if each in value[:index]:
                yield Fault(option.key, "option_repeated", {"option": option.key, "value": each})
        else:
            yield from _check_int(option, each)


def _check_length(option: Option, count: int) -> Iterator[Fault]:
    longest = option.max_length or len(option.values)
    if not option.min_length <= count <= longest:
        params = {"option": option.key, "count": count}
        yield Fault(
            option.key, "option_length", params | {"minimum": option.min_length, "maximum": longest}
        )


_CHECKS: Mapping[str, Callable[[Option, object], Iterator[Fault]]] = {
    "choice": _check_choice,
    "bool": _check_flag,
    "int": _check_int,
    "list": _check_list,
    "ratio": _check_ratio,
}


def _choice(option: Option, value: object) -> object:
    return option.values[option.values.index(value)]


def _as_given(option: Option, value: object) -> object:
    return value


def _ratio(option: Option, value: object) -> object:
    return ratio(value)


def _list(option: Option, value: object) -> object:
    return tuple(value) if isinstance(value, list | tuple) else ()


_VALUES: Mapping[str, Callable[[Option, object], object]] = {
    "choice": _choice,
    "bool": _as_given,
    "int": _as_given,
    "list": _list,
    "ratio": _ratio,
}
