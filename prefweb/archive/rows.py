"""A row of the database as a line of JSON, and back, with whatever is wrong with it."""

import json
import uuid
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from decimal import Decimal, InvalidOperation
from typing import Any, TypeAlias

from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime

from prefweb.archive.registry import Field
from scoring.json_text import is_deeper

Row: TypeAlias = dict[str, Any]


def line_of(row: Mapping[str, Any]) -> bytes:
    """A row as one line; every value exactly as it is stored."""
    text = json.dumps(row, ensure_ascii=False, separators=(",", ":"), default=_as_text)
    return text.encode() + b"\n"


def _as_text(value: Any) -> str:
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, uuid.UUID):
        return str(value)
    raise TypeError(type(value))


class Unfit(Exception):
    """A value that this column cannot have."""


def value_of(field: Field, raw: Any) -> Any:
    """What a column stores for what the archive says. Raises Unfit."""
    if raw is None:
        if not field.null:
            raise Unfit
        return None
    column = _column(field)
    value = _READERS[column.get_internal_type()](raw)
    try:
        column.run_validators(value)
    except ValidationError:
        raise Unfit from None
    if column.choices and value not in dict(column.flatchoices):
        raise Unfit
    return value


def _column(field: Any) -> Any:
    """The column itself: a relation's is that of the key it holds."""
    return _column(field.target_field) if field.is_relation else field


def _typed(kind: type) -> Callable[[Any], Any]:
    def read(raw: Any) -> Any:
        if type(raw) is not kind:
            raise Unfit
        return raw

    return read


def _text(parse: Callable[[str], Any]) -> Callable[[Any], Any]:
    """A reader of what JSON has as text."""

    def read(raw: Any) -> Any:
        if not isinstance(raw, str):
            raise Unfit
        try:
            found = parse(raw)
        except (ValueError, InvalidOperation, OverflowError):
            raise Unfit from None
        if found is None:
            raise Unfit
        return found

    return read


YEARS = range(2, 9999)
"""Those whose moments every clock of the world can tell."""


def _moment(text: str) -> datetime | None:
    found = parse_datetime(text)
    if found is None or not timezone.is_aware(found):
        return None
    return found if found.astimezone(UTC).year in YEARS else None


def _day(text: str) -> date | None:
    found = parse_date(text)
    return found if found is not None and found.year in YEARS else None


def _plain(text: str) -> str | None:
    """PostgreSQL keeps no NUL, and UTF-8 no half of a pair."""
    text.encode()
    return None if "\0" in text else text


def _json(raw: Any) -> Any:
    """Anything, as long as its texts can be kept and it is no deeper than what is kept here."""
    if is_deeper(raw):
        raise Unfit
    _plain_json(raw)
    return raw


def _plain_json(raw: Any) -> None:
    if isinstance(raw, str):
        _text(_plain)(raw)
    elif isinstance(raw, dict):
        for key, value in raw.items():
            _plain_json(key)
            _plain_json(value)
    elif isinstance(raw, list):
        for value in raw:
            _plain_json(value)


_READERS: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(
        [
            "AutoField",
            "BigAutoField",
            "BigIntegerField",
            "IntegerField",
            "PositiveBigIntegerField",
            "PositiveIntegerField",
            "PositiveSmallIntegerField",
            "SmallIntegerField",
        ],
        _typed(int),
    ),
    "BooleanField": _typed(bool),
    **dict.fromkeys(["CharField", "SlugField", "TextField"], _text(_plain)),
    "DateField": _text(_day),
    "DateTimeField": _text(_moment),
    "DecimalField": _text(Decimal),
    "JSONField": _json,
    "UUIDField": _text(uuid.UUID),
}
"""By the kind of column. A kind that is not here cannot be archived: a test says so."""


def stored(field: Field, value: Any, connection: Any) -> Any:
    """A value as the database takes it."""
    if isinstance(field, models.ForeignKey):
        return _column(field).get_db_prep_save(value, connection)
    return field.get_db_prep_save(value, connection)
