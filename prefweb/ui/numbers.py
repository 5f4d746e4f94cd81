"""Numbers as people write them: a real minus, ½ for a half, thin spaces in thousands.

Exact throughout: whole numbers, fractions and decimals come in, never a float.
"""

from __future__ import annotations

import re
from copy import copy
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from babel import Locale
from django.utils.translation import get_language, ngettext, pgettext

from scoring import minor_digits

MINUS = "−"
THIN = "\u202f"
"""A thin space that keeps the number on one line."""

GLYPHS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 5): "⅕",
    Fraction(2, 5): "⅖",
    Fraction(3, 5): "⅗",
    Fraction(4, 5): "⅘",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
    Fraction(1, 8): "⅛",
    Fraction(3, 8): "⅜",
    Fraction(5, 8): "⅝",
    Fraction(7, 8): "⅞",
}


MANY = 4096
"""Numbers and amounts that are kept as they were written last: a page has hundreds of them."""


@lru_cache(MANY)
def number(value: int | Fraction) -> str:
    """``−2575/2`` is ``−1 287½``; a rarer fraction is spelled out: ``103 5/7``."""
    return (MINUS if value < 0 else "") + _unsigned(abs(Fraction(value)))


def unspaced(value: int | Fraction) -> str:
    """The number without spaces in its thousands, as it is typed and drawn: ``−1287½``."""
    size = abs(Fraction(value))
    thousands = _grouped(int(size))
    return number(value).replace(thousands, thousands.replace(THIN, ""), 1)


def signed(value: int | Fraction) -> str:
    """The number with its sign, as a change or a balance is read; zero has none."""
    return ("+" if value > 0 else "") + number(value)


def whists(value: int | Fraction) -> str:
    """``−97⅓`` is "−97⅓ виста", 12 is "12 вистов"."""
    return _whists(value, number(value))


def signed_whists(value: int | Fraction) -> str:
    """A balance in whists: "+13 вистов"."""
    return _whists(value, signed(value))


def money(amount: Decimal, currency: str, *, signed: bool = False) -> str:
    """The amount in the page's language, with its minor units only where there are any."""
    return _money_sign(amount, signed) + _money(abs(amount), currency, _language())


@lru_cache(MANY)
def _money(amount: Decimal, currency: str, language: str) -> str:
    locale, digits = Locale.parse(language, sep="-"), _digits(amount, currency)
    pattern = copy(locale.currency_formats["standard"])
    pattern.frac_prec = (digits, digits)
    shown = pattern.apply(
        amount, locale, currency=currency, currency_digits=False, decimal_quantization=False
    )
    return _spaced_out(shown)


def spaced(code: str) -> str:
    """A table's code in threes, as it is read aloud: ``482 915``."""
    return THIN.join(code[start : start + 3] for start in range(0, len(code), 3))


def symbol(currency: str) -> str:
    """The sign of a currency, or its code where it has none: ₽, €, KZT."""
    locale = Locale.parse(_language(), sep="-")
    return str(locale.currency_symbols.get(currency, currency))


def _unsigned(value: Fraction) -> str:
    whole, rest = divmod(value, 1)
    if not rest:
        return _grouped(int(whole))
    if rest in GLYPHS:
        return (_grouped(int(whole)) if whole else "") + GLYPHS[rest]
    spelled = f"{rest.numerator}/{rest.denominator}"
    return f"{_grouped(int(whole))}{THIN}{spelled}" if whole else spelled


def _grouped(whole: int) -> str:
    return f"{whole:,}".replace(",", THIN)


def _whists(value: int | Fraction, shown: str) -> str:
    if Fraction(value).denominator != 1:
        return pgettext("a fraction", "%(number)s whists") % {"number": shown}
    count = abs(int(value))
    return ngettext("%(number)s whist", "%(number)s whists", count) % {"number": shown}


def _digits(amount: Decimal, currency: str) -> int:
    """None for a whole amount, else the currency's minor digits, or more where there are more."""
    if amount == amount.to_integral_value():
        return 0
    return max(-int(amount.normalize().as_tuple().exponent), minor_digits(currency))


def _spaced_out(shown: str) -> str:
    """Thin spaces, one also between a currency's letters and the number."""
    return re.sub(r"(?<=[A-Za-z])(?=\d)", THIN, shown.replace("\u00a0", THIN))


def _money_sign(amount: Decimal, signed: bool) -> str:
    if amount < 0:
        return MINUS
    return "+" if signed and amount > 0 else ""


def _language() -> str:
    return get_language() or "ru"
