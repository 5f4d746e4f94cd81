"""Who has how much open, and who would pay whom.

Open is what no round holds: the dues, and what a round took from somebody for another one who
was thought to be the same person, and is not.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Max, Min, Q, QuerySet, Sum

import scoring
from prefweb.clubs.models import Club
from prefweb.ledger.models import Due, Round, Share
from prefweb.ledger.people import People, Who
from scoring import minor_digits

NOTHING = Decimal(0)


@dataclass(frozen=True, slots=True)
class Transfer:
    """Who pays whom how much."""

    debtor: Who
    creditor: Who
    money: Decimal


@dataclass(slots=True)
class Open:
    """What is open in one currency."""

    currency: str
    balances: dict[Who, Decimal] = field(default_factory=lambda: defaultdict(Decimal))
    games: int = 0
    """Pulkas it comes from."""
    since: date | None = None
    until: date | None = None

    @property
    def of_all(self) -> list[tuple[Who, Decimal]]:
        """Everybody who has something open, the winners first."""
        found = [(who, money) for who, money in self.balances.items() if money]
        return sorted(found, key=lambda each: (-each[1], each[0].order))

    @property
    def transfers(self) -> list[Transfer]:
        """Who pays whom, were it settled now."""
        return transfers_of(self.balances, self.currency)

    @property
    def is_anything(self) -> bool:
        return any(self.balances.values())


def transfers_of(balances: Mapping[Who, Decimal], currency: str) -> list[Transfer]:
    """Balances settled by the rule of a pulka, equal ones by name."""
    people = sorted(balances, key=lambda who: who.order)
    unit = Decimal(1).scaleb(-minor_digits(currency))
    money = [balances[who] for who in people]
    return [
        Transfer(people[each.debtor], people[each.creditor], _in_units(each.amount, unit))
        for each in scoring.payments(money)
    ]


def _in_units(money: Decimal, unit: Decimal) -> Decimal:
    """The amount with the decimals of its currency."""
    rounded = money.quantize(unit)
    return rounded if rounded == money else money


class Standing:
    """All that is open in a club up to an evening, by currency."""

    def __init__(self, club: Club, until: date | None = None, me: UUID | None = None) -> None:
        self.club = club
        self.until = until
        self._dues = list(_dues(club, until))
        self._moves = list(moves(club, until))
        named = [row["player"] for row in self._dues]
        named += [player for _currency, *two, _sum in self._moves for player in two]
        self.people = People([*named, me])
        self.me = self.people.main(me)

    @cached_property
    def by_currency(self) -> list[Open]:
        """Each currency that has anything open."""
        found: dict[str, Open] = {}
        for row in self._dues:
            _add(found.setdefault(row["currency"], Open(row["currency"])), row, self.people)
        for currency, owner, holder, money in self._moves:
            balances = found.setdefault(currency, Open(currency)).balances
            balances[self.people.who(owner)] += money
            balances[self.people.who(holder)] -= money
        return [found[currency] for currency in sorted(found) if found[currency].is_anything]

    @cached_property
    def last(self) -> int:
        """The number of the club's latest round, 0 before the first."""
        return Round.objects.filter(club=self.club).aggregate(last=Max("number"))["last"] or 0

    def mark(self, found: Open) -> str:
        """What a form that settles this has seen."""
        return mark_of(found, self.last)


def mark_of(found: Open, last: int) -> str:
    """A digest of what is open, after the round of this number."""
    rows = sorted(f"{who.mark} {money.normalize():f}" for who, money in found.of_all)
    said = "\n".join([found.currency, str(last), str(found.games), *rows])
    return hashlib.sha256(said.encode()).hexdigest()


def _add(found: Open, row: Mapping[str, Any], people: People) -> None:
    found.balances[people.who(row["player"], row["name"])] += row["sum"]
    found.games += row["games"]
    found.since = min(filter(None, (found.since, row["since"])))
    found.until = max(filter(None, (found.until, row["last"])))


def _dues(club: Club, until: date | None) -> Iterable[Mapping[str, Any]]:
    rows = Due.objects.filter(club=club)
    if until is not None:
        rows = rows.filter(evening__lte=until)
    return rows.values("currency", "player", "name").annotate(
        sum=Sum("money"),
        games=Count("pk", filter=Q(is_first=True)),
        since=Min("evening"),
        last=Max("evening"),
    )


def moves(club: Club, until: date | None = None) -> Iterable[tuple[str, UUID, UUID, Decimal]]:
    """What rounds took from one for another one's game: currency, whose game, from whom, how much.

    Of both only who is a person by himself today.
    """
    rows = parted(club, until).values_list("round__currency", "player__main", "person__main")
    return rows.annotate(sum=Sum("money")).exclude(sum=0)


def parted(club: Club, until: date | None = None) -> QuerySet[Share]:
    """Shares of standing rounds whose player and who answered for him are two people today."""
    rows = Share.objects.filter(round__club=club, round__undone=None).order_by()
    if until is not None:
        rows = rows.filter(pulka__evening__lte=until)
    known = rows.filter(player__isnull=False, person__isnull=False)
    return known.exclude(player=F("person")).exclude(player__main=F("person__main"))
