"""Pulkas of many deals, stored without a tap for each post."""

from datetime import UTC, datetime
from typing import Any

from prefweb.tables import models
from prefweb.tables.models import Pulka, PulkaStep
from scoring import Role, Seat
from tests.tables.deals import Deal
from tests.tables.evenings import Evening

LEVELS = (6, 7, 6, 8, 6, 7, 9, 6)
TRUMPS = ("S", "C", "D", "H", "N")
SHORT = (0, 0, 1, 0, 0, 2, 0)
"""Tricks that the declarer is short of, deal by deal."""
HIGH = 10_000
"""A target that nobody reaches."""


def long_evening(size: int, deals: int, *, over: bool = True, **more: Any) -> Evening:
    """A pulka of so many deals with changing declarers; over by consent, or going on."""
    evening = Evening.begin(size, **{"target": HIGH, **more})
    pulka = evening.pulka
    models.Deal.objects.filter(pulka=pulka).delete()
    models.Deal.objects.bulk_create(
        _stored(pulka, number, played(size, number)) for number in range(1, deals + 1)
    )
    if over:
        pulka.step, pulka.reason, pulka.ended = PulkaStep.ENDED, "consent", datetime.now(UTC)
    pulka.version += deals
    pulka.save()
    return evening.again()


def _stored(pulka: Pulka, number: int, deal: Deal) -> models.Deal:
    dealer = (number - 1) % pulka.size
    return models.Deal(pulka=pulka, number=number, dealer=dealer, posts=deal.posts.to_data())


def played(size: int, number: int) -> Deal:
    """The deal with this number: raspasy, a misere, or a contract with one whister."""
    deal = Deal(size, dealer=(number - 1) % size)
    seats = deal.terms.active
    declarer = seats[number // 2 % len(seats)]
    if number % 11 == 0:
        return _told(deal.misere(declarer), {declarer: number % 3})
    level, missing = LEVELS[number % len(LEVELS)], SHORT[number % len(SHORT)]
    others = [seat for seat in (*seats, *seats) if seat != declarer]
    first = seats[(seats.index(declarer) + 1) % len(seats)]
    defenders = others[others.index(first) :][: len(seats) - 1]
    deal.order(declarer, level, TRUMPS[number % len(TRUMPS)])
    for turn, seat in enumerate(defenders):
        deal.answer(seat, Role.PASS if turn == number % 2 and len(defenders) > 1 else Role.WHIST)
    return _told(deal, {declarer: level - missing})


def _told(deal: Deal, tricks: dict[Seat, int]) -> Deal:
    for seat, number in tricks.items():
        deal.tricks(seat, number)
    return deal
