"""Numbers are shown as people write them, in both languages."""

from decimal import Decimal
from fractions import Fraction

import pytest
from django.utils.translation import override

from prefweb.ui import numbers

THIN = numbers.THIN


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        pytest.param(0, "0", id="zero"),
        pytest.param(-17, "−17", id="a real minus"),
        pytest.param(1290, f"1{THIN}290", id="a thin space in thousands"),
        pytest.param(-1234567, f"−1{THIN}234{THIN}567", id="twice in millions"),
        pytest.param(Fraction(229, 2), "114½", id="a half"),
        pytest.param(Fraction(-292, 3), "−97⅓", id="a third, negative"),
        pytest.param(Fraction(37, 4), "9¼", id="a quarter"),
        pytest.param(Fraction(1, 2), "½", id="no nought before a part"),
        pytest.param(Fraction(726, 7), f"103{THIN}5/7", id="a rare part is spelled out"),
        pytest.param(Fraction(-5, 7), "−5/7", id="a rare part alone"),
        pytest.param(Fraction(8, 2), "4", id="a whole fraction"),
    ],
)
def test_number(value: int | Fraction, shown: str) -> None:
    assert numbers.number(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        pytest.param(-1234567, "−1234567", id="no spaces in thousands"),
        pytest.param(Fraction(2575, 2), "1287½", id="nor before a half"),
        pytest.param(Fraction(-700005, 7), f"−100000{THIN}5/7", id="a rare part stays apart"),
        pytest.param(Fraction(5, 7), "5/7", id="a rare part alone"),
    ],
)
def test_number_as_it_is_typed_and_drawn(value: int | Fraction, shown: str) -> None:
    assert numbers.unspaced(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [(13, "+13"), (-13, "−13"), (0, "0"), (Fraction(1, 3), "+⅓")],
)
def test_signed_number_has_a_sign_but_for_zero(value: int | Fraction, shown: str) -> None:
    assert numbers.signed(value) == shown


@pytest.mark.parametrize(
    ("language", "value", "shown"),
    [
        ("ru", 1, "1 вист"),
        ("ru", 2, "2 виста"),
        ("ru", 5, "5 вистов"),
        ("ru", 11, "11 вистов"),
        ("ru", 21, "21 вист"),
        ("ru", -22, "−22 виста"),
        ("ru", 0, "0 вистов"),
        ("ru", Fraction(229, 2), "114½ виста"),
        ("en", 1, "1 whist"),
        ("en", 2, "2 whists"),
        ("en", Fraction(1, 2), "½ whists"),
    ],
)
def test_whists_follow_their_number(language: str, value: int | Fraction, shown: str) -> None:
    with override(language):
        assert numbers.whists(value) == shown


@pytest.mark.parametrize(
    ("language", "amount", "currency", "shown"),
    [
        pytest.param("ru", "1145.00", "RUB", f"1{THIN}145{THIN}₽", id="whole without kopecks"),
        pytest.param("ru", "-9.73", "RUB", f"−9,73{THIN}₽", id="kopecks where there are any"),
        pytest.param("ru", "0.5000", "RUB", f"0,50{THIN}₽", id="as many digits as the minor unit"),
        pytest.param("ru", "0.005", "RUB", f"0,005{THIN}₽", id="a stake under the minor unit"),
        pytest.param("en", "1145.5", "EUR", "€1,145.50", id="in English"),
        pytest.param("en", "-20", "USD", "−$20", id="the minus stands first"),
        pytest.param("en", "0.125", "KWD", f"KWD{THIN}0.125", id="three minor digits"),
    ],
)
def test_money(language: str, amount: str, currency: str, shown: str) -> None:
    with override(language):
        assert numbers.money(Decimal(amount), currency) == shown


@pytest.mark.parametrize(("amount", "sign"), [("5", "+"), ("-5", "−"), ("0", "")])
def test_signed_money_has_a_sign_but_for_zero(amount: str, sign: str) -> None:
    with override("ru"):
        shown = numbers.money(Decimal(amount), "RUB", signed=True)
    assert shown == f"{sign}{abs(int(amount))}{THIN}₽"


def test_code_is_spaced_in_threes() -> None:
    assert numbers.spaced("482915") == f"482{THIN}915"
