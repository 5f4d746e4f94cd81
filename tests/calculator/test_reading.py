"""Numbers off a paper sheet, in any spelling that people have for them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefweb.calculator.reading import written_number
from prefweb.ui.numbers import number, unspaced
from scoring import Number
from scoring.exact import text

SPELLED = [
    pytest.param("12", 12, id="whole"),
    pytest.param("0", 0, id="zero-is-a-number"),
    pytest.param("−12", -12, id="minus-of-the-pages"),
    pytest.param("- 12", -12, id="minus-of-a-keyboard-and-a-space"),
    pytest.param("+5", 5, id="plus"),
    pytest.param("3,5", Fraction(7, 2), id="comma"),
    pytest.param("3.5", Fraction(7, 2), id="point"),
    pytest.param("3,", 3, id="comma-with-nothing-after-it-yet"),
    pytest.param("3½", Fraction(7, 2), id="half-as-one-sign"),
    pytest.param("½", Fraction(1, 2), id="half-alone"),
    pytest.param("-⅔", Fraction(-2, 3), id="two-thirds-below-zero"),
    pytest.param("7/2", Fraction(7, 2), id="part"),
    pytest.param("3 1/2", Fraction(7, 2), id="whole-and-part"),
    pytest.param("10⁄3", Fraction(10, 3), id="slash-of-a-font"),
    pytest.param("1 287½", Fraction(2575, 2), id="spaced-thousands"),
    pytest.param("6/3", 2, id="part-that-is-whole"),
]


@pytest.mark.parametrize(("typed", "meant"), SPELLED)
def test_number_is_read_exactly(typed: str, meant: Number) -> None:
    found = written_number(typed)
    assert found == meant
    assert isinstance(found, int) == (Fraction(meant).denominator == 1)


@pytest.mark.parametrize("typed", ["", "   ", "-", " − "])
def test_nothing_yet_is_no_zero(typed: str) -> None:
    assert written_number(typed) is None


WRONG = [
    "abc",
    "12 rub",
    "1/0",
    "5/000",
    "--5",
    "+-5",
    "1 2",
    "1e3",
    "½½",
    "1234567",
    "1999999/1",
    "١٢",
    "1/",
    ".",
]


@pytest.mark.parametrize("typed", WRONG)
def test_what_is_no_number_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        written_number(typed)


@given(st.fractions(-999_999, 999_999, max_denominator=999))
def test_number_comes_back_however_it_is_written(value: Fraction) -> None:
    """As an address has it, as a field shows it, as the pages print it."""
    for written in (text(value), unspaced(value), number(value)):
        assert written_number(written) == value


@given(st.from_regex(r"-?[0-9]{1,6}[.,][0-9]{0,3}", fullmatch=True))
def test_decimal_comes_back_from_its_address(typed: str) -> None:
    found = written_number(typed)
    assert found is not None
    assert written_number(text(found)) == written_number(unspaced(found)) == found
