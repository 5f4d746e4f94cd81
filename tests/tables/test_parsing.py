"""What people type where a number is wanted, and what it means."""

import re
from fractions import Fraction

import pytest

from prefweb.tables.parsing import signed_number

NUMBERS = [
    pytest.param("4", 4, id="whole"),
    pytest.param("0", 0, id="zero is a number"),
    pytest.param("-0", 0, id="zero with a minus"),
    pytest.param("007", 7, id="zeros before"),
    pytest.param("-4", -4, id="hyphen"),
    pytest.param("−4", -4, id="minus as the pages write it"),
    pytest.param("–4", -4, id="en dash of a smart keyboard"),
    pytest.param("—4", -4, id="em dash of a smart keyboard"),
    pytest.param("‑4", -4, id="hyphen that does not break"),
    pytest.param("+4", 4, id="plus"),
    pytest.param(" − 4 ", -4, id="spaces around"),
    pytest.param("1 204", 1204, id="thousands with a space"),
    pytest.param("1\u00a0204", 1204, id="thousands with a space that does not break"),
    pytest.param("1/3", Fraction(1, 3), id="part"),
    pytest.param("-58/3", Fraction(-58, 3), id="part below zero"),
    pytest.param("4/2", 2, id="part that is whole"),
    pytest.param("2,5", Fraction(5, 2), id="comma"),
    pytest.param("-2.5", Fraction(-5, 2), id="point"),
    pytest.param("999999", 999_999, id="six digits"),
]

NONE = ["", " ", "\u00a0", "\t\n"]

REFUSED = [
    "-", "−", "+", "--4", "+-4", "4-", "1/0", "1/00", "1/-2", "/2", "1/", "1/2/3", "1,", ",5",
    "1.2.3", "1,5/2", "1e3", "1000000", "four", "٤", "½", "4; 5", "NaN", "1_000",
]  # fmt: skip


@pytest.mark.parametrize(("text", "number"), NUMBERS)
def test_number_is_read_however_its_minus_is_typed(text: str, number: int | Fraction) -> None:
    assert signed_number(text) == number


@pytest.mark.parametrize("text", NONE)
def test_nothing_typed_is_no_number(text: str) -> None:
    assert signed_number(text) is None


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text)):
        signed_number(text)
