"""Paper sheets for the calculator's tests, and what its page says of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.test import Client

ANNA_WINS = {
    "players": "4",
    "convention": "sochi",
    "target": "20",
    "stake": "10",
    "currency": "RUB",
    "n1": "Анна",
    "n2": "Борис",
    "n3": "Вера",
    "n4": "Константин",
    "p1": "20",
    "m1": "10",
    "w12": "8",
    "w13": "30",
    "w14": "32",
    "p2": "20",
    "m2": "12",
    "w21": "18",
    "w23": "16",
    "w24": "36",
    "p3": "20",
    "m3": "14",
    "w31": "2",
    "w32": "32",
    "w34": "16",
    "p4": "17",
    "m4": "38",
    "w41": "28",
    "w42": "16",
    "w43": "0",
}
"""A whole evening on paper: +114½, +86½, +56½, −257½."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The numbers of a page, as exact ones."""

    whists: list[Fraction]
    money: list[str]
    payments: list[tuple[int, int, str]]


def counted(page: str) -> Counted:
    """What a page or a part of it says the result is; lists are empty where there is none."""
    balances = re.findall(r'data-balance="\d" data-value="([^"]+)" data-money="([^"]+)"', page)
    payments = re.findall(r'data-from="(\d)" data-to="(\d)" data-amount="([^"]+)"', page)
    return Counted(
        whists=[Fraction(whists) for whists, _money in balances],
        money=[money for _whists, money in balances],
        payments=[(int(debtor), int(to), amount) for debtor, to, amount in payments],
    )


def page_of(typed: Mapping[str, Any], language: str = "ru") -> str:
    """The page of what is typed, its address brought in order on the way."""
    client = Client(headers={"accept-language": language})
    answer = client.get("/calculator", typed, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def answer_to(typed: Mapping[str, Any]) -> Counted:
    """The numbers that the open page is told while somebody types."""
    answer = Client().get("/calculator", typed, headers={"hx-request": "true"})
    return counted(answer.content.decode())
