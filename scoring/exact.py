"""Exact numbers of a sheet: whole numbers as ``int``, everything else as ``Fraction``."""

from fractions import Fraction
from typing import TypeAlias

Number: TypeAlias = int | Fraction
"""Points, whists or a share of either; a ``Fraction`` only where it is not whole."""


def whole(number: Number) -> Number:
    """The same number, as an ``int`` if it is whole.

    >>> whole(Fraction(6, 2)), whole(Fraction(3, 2))
    (3, Fraction(3, 2))
    """
    return number.numerator if number.denominator == 1 else number


def divide(number: Number, by: int) -> Number:
    """An exact quotient.

    >>> divide(6, 2), divide(3, 2)
    (3, Fraction(3, 2))
    """
    if type(number) is int:
        quotient, rest = divmod(number, by)
        return Fraction(number, by) if rest else quotient
    return whole(Fraction(number, by))


def text(number: Number) -> str:
    """The number in lowest terms, as a pulka file writes it.

    >>> text(4), text(Fraction(-3, 2))
    ('4', '-3/2')
    """
    return str(whole(number))
