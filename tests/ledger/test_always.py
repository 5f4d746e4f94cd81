"""What always holds, whatever happens: what was played for is either open or in payments."""

from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from random import Random

import pytest

from prefweb.ledger import keeping, services
from prefweb.ledger.models import Due
from prefweb.ledger.refusals import Refused
from prefweb.players.deleting import delete_account
from prefweb.players.merging import CannotMerge, merge, unmerge
from prefweb.players.models import Merge, Player
from prefweb.tables.models import Pulka, PulkaStep
from tests.clubs.people import club, member, owner_of
from tests.ledger.books import (
    Somebody,
    mend,
    open_books,
    paid_books,
    played,
    pulka,
    settle,
    shares_of,
    together,
)

pytestmark = pytest.mark.django_db

CURRENCIES = {"RUB": 0, "EUR": 2, "KWD": 3}
BEGAN = date(2026, 9, 1)


class Years:
    """A club to which things happen by chance."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.club = club()
        self.owner = owner_of(self.club)
        self.people: list[Player] = [
            member(self.club, f"Игрок {number}", account=number % 3 == 0) for number in range(9)
        ]

    def happens(self) -> str:
        acts: list[Callable[[], None]] = [
            self.play, self.play, self.play, self.mend, self.mend, self.settle, self.merge,
            self.unmerge, self.take_back, self.pay, self.abandon, self.forget, self.redate,
            self.take_out,
        ]  # fmt: skip
        act = self.chance.choice(acts)
        act()
        return act.__name__

    def _money(self, size: int, currency: str) -> list[Decimal]:
        unit = Decimal(1).scaleb(-CURRENCIES[currency])
        units = [self.chance.randint(-999, 999) for _seat in range(size - 1)]
        return [each * unit for each in [*units, -sum(units)]]

    def play(self) -> None:
        mains: dict[object, Somebody] = {each.main_id: each for each in self._people()}
        sit: list[Somebody] = self.chance.sample(sorted(mains.values(), key=str), 3)
        if self.chance.random() < 0.3:
            sit.append("Прохожий")
        currency = self.chance.choice([*CURRENCIES])
        evening = BEGAN + timedelta(days=self.chance.randrange(60))
        pulka(
            self.club,
            dict(zip(sit, map(str, self._money(len(sit), currency)), strict=True)),
            evening,
            currency,
        )

    def _people(self) -> list[Player]:
        return list(Player.objects.filter(pk__in=[each.pk for each in self.people]))

    def _pulka(self) -> Pulka | None:
        found = self.club.pulkas.filter(step=PulkaStep.SETTLED).order_by("pk")
        return self.chance.choice(found) if found else None

    def mend(self) -> None:
        if found := self._pulka():
            mend(found, self._money(found.size, found.currency))

    def abandon(self) -> None:
        """It never was: a step no page makes, which counts nowhere all the same."""
        if (found := self._pulka()) and self.chance.random() < 0.2:
            Pulka.objects.filter(pk=found.pk).update(step=PulkaStep.ABANDONED)
            keeping.keep([found.pk])

    def take_out(self) -> None:
        """What came from elsewhere and is in no round goes again."""
        found = self._pulka()
        if found and not found.shares.filter(round__undone=None).exists():
            found.table.delete()

    def redate(self) -> None:
        if found := self._pulka():
            found.evening = BEGAN + timedelta(days=self.chance.randrange(60))
            found.save()
            keeping.keep([found.pk])

    def settle(self) -> None:
        until = BEGAN + timedelta(days=self.chance.choice((20, 40, 90)))
        try:
            made = settle(self.club, self.owner, self.chance.choice([*CURRENCIES]), until)
        except Refused as refused:
            if refused.code != "nothing_open":
                raise
            return
        assert sum(shares_of(made).values()) == 0
        assert not any(each.money <= 0 for each in made.payments.all())

    def take_back(self) -> None:
        if found := list(self.club.rounds.filter(undone=None)):
            made = self.chance.choice(found)
            try:
                services.take_back(self.club, made.number, self.owner)
            except Refused as refused:
                if refused.code != "is_paid":
                    raise

    def pay(self) -> None:
        for made in self.club.rounds.filter(undone=None)[:1]:
            services.mark_all_paid(self.club, made.number, self.owner)

    def merge(self) -> None:
        one, other = self.chance.sample(self._people(), 2)
        try:
            merge(one, other, self.owner)
        except CannotMerge:
            return

    def unmerge(self) -> None:
        if found := Merge.objects.filter(undone=None).order_by("pk").first():
            unmerge(found, self.owner)

    def forget(self) -> None:
        """An account goes, and the name with it."""
        accounts = [each for each in self._people() if each.account is not None]
        if accounts and self.chance.random() < 0.3:
            gone = self.chance.choice(accounts)
            assert gone.account is not None
            delete_account(gone.account)


@pytest.mark.parametrize("seed", range(6))
def test_what_is_open_and_what_is_settled_are_all_that_was_played_for(seed: int) -> None:
    years = Years(seed)
    for _time in range(45):
        done = years.happens()
        now = played(years.club)
        assert together(open_books(years.club), paid_books(years.club)) == now, done
        for found in Due.objects.values_list("pulka", flat=True).distinct():
            assert sum(due.money for due in Due.objects.filter(pulka=found)) == 0


def test_found_anew_it_is_the_same() -> None:
    years = Years(77)
    for _time in range(40):
        years.happens()
    asked = ("pulka", "seat", "player", "name", "money", "is_first", "evening", "currency")
    before = list(Due.objects.order_by(*asked[:4]).values_list(*asked))
    Due.objects.all().delete()
    keeping.keep_club(years.club)
    assert list(Due.objects.order_by(*asked[:4]).values_list(*asked)) == before
