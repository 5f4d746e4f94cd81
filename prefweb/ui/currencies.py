"""Currencies to choose a stake in: the likely ones first, then all that people pay with."""

from __future__ import annotations

from babel.numbers import get_currency_name
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.currencies import MINOR_DIGITS, UNITS_OF_ACCOUNT, WITHDRAWN

DEFAULT = "RUB"
"""What a pulka without money says, for a file needs one."""

LIKELY = ("RUB", "EUR", "USD", "BYN", "KZT", "UAH", "GEL", "AMD", "ILS")


def choices() -> list[tuple[str, str] | tuple[str, list[tuple[str, str]]]]:
    """For a select: without money, the likely ones, and the rest in a group, by name."""
    unlikely = MINOR_DIGITS.keys() - {*LIKELY, *WITHDRAWN, *UNITS_OF_ACCOUNT}
    rest = sorted((name(code), code) for code in unlikely)
    return [
        ("", _("without money")),
        *((code, name(code)) for code in LIKELY),
        (_("others"), [(code, shown) for shown, code in rest]),
    ]


def name(code: str) -> str:
    """The currency's name in the page's language."""
    return str(get_currency_name(code, locale=(get_language() or "ru").replace("-", "_")))
