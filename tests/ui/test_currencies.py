"""Currencies to choose from: those people pay with, each by its name."""

import pytest
from django.utils.translation import override

from prefweb.ui import currencies
from scoring.currencies import UNITS_OF_ACCOUNT, WITHDRAWN


def offered(language: str) -> dict[str, str]:
    with override(language):
        (_none, *likely, (_others, rest)) = currencies.choices()
        return dict([*likely, *rest])


@pytest.mark.parametrize("language", ["ru", "en"])
def test_each_currency_has_a_name(language: str) -> None:
    assert [code for code, name in offered(language).items() if name == code] == []


@pytest.mark.parametrize("language", ["ru", "en"])
def test_nothing_is_offered_that_nobody_pays_with(language: str) -> None:
    assert not offered(language).keys() & (WITHDRAWN | UNITS_OF_ACCOUNT)


def test_likely_currencies_come_first_and_once() -> None:
    codes = list(offered("ru"))
    assert tuple(codes[: len(currencies.LIKELY)]) == currencies.LIKELY
    assert len(codes) == len(set(codes)) > 140
