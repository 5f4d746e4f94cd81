"""Whether an answer is what the description of the API promises; JSON Schema as far as it goes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from functools import cache
from typing import Any
from uuid import UUID

from prefweb.api.v1 import api

TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
}
FORMATS: dict[str, Callable[[str], object]] = {
    "date": date.fromisoformat,
    "date-time": datetime.fromisoformat,
    "uuid": UUID,
}
KNOWN = {
    "$ref", "anyOf", "type", "properties", "required", "items", "enum", "const", "pattern",
    "format", "title", "description", "examples", "default", "minimum", "maximum", "maxLength",
    "additionalProperties",
}  # fmt: skip


@cache
def description() -> Mapping[str, Any]:
    """The document that whoever writes a client reads."""
    found: Mapping[str, Any] = json.loads(json.dumps(api.get_openapi_schema()))
    return found


def check(path: str, status: int, answer: Any) -> None:
    """Raises AssertionError where an answer of this resource has another form."""
    responses = description()["paths"][path]["get"]["responses"]
    schema = responses[str(status)]["content"]["application/json"]["schema"]
    _check(answer, schema, "answer")


def _check(value: Any, schema: Mapping[str, Any], at: str) -> None:
    assert set(schema) <= KNOWN, f"{at}: nobody checks {set(schema) - KNOWN}"
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return _check(value, description()["components"]["schemas"][name], at)
    if "anyOf" in schema:
        return _check_any(value, schema["anyOf"], at)
    if "type" in schema:
        assert type(value) in TYPES[schema["type"]], f"{at}: {value!r}"
    assert "enum" not in schema or value in schema["enum"], f"{at}: {value!r}"
    assert "const" not in schema or value == schema["const"], f"{at}: {value!r}"
    assert "pattern" not in schema or re.search(schema["pattern"], value), f"{at}: {value!r}"
    if "format" in schema:
        FORMATS[schema["format"]](value)
    if isinstance(value, list):
        for number, each in enumerate(value):
            _check(each, schema["items"], f"{at}[{number}]")
    if isinstance(value, dict) and not schema.get("additionalProperties"):
        _check_object(value, schema, at)
    return None


def _check_any(value: Any, schemas: list[Mapping[str, Any]], at: str) -> None:
    wrong = []
    for schema in schemas:
        try:
            return _check(value, schema, at)
        except (AssertionError, ValueError, TypeError) as told:
            wrong.append(str(told))
    raise AssertionError(f"{at}: {wrong}")


def _check_object(value: Mapping[str, Any], schema: Mapping[str, Any], at: str) -> None:
    """Every property that is promised, and none that is not."""
    properties = schema["properties"]
    assert set(schema.get("required", ())) <= set(value), f"{at}: {set(value)}"
    assert set(value) <= set(properties), f"{at}: {set(value) - set(properties)}"
    for name, each in value.items():
        _check(each, properties[name], f"{at}.{name}")
