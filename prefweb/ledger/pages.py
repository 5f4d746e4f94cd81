"""What the pages of the ledger show."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple
from urllib.parse import urlencode
from uuid import UUID

from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
    When,
)
from django.utils import timezone

from prefweb.clubs.access import ClubViewer
from prefweb.clubs.models import Club
from prefweb.history.search import NEWEST
from prefweb.ledger.balances import NOTHING, Open, Standing, parted
from prefweb.ledger.models import Due, Payment, Round, Share, Trace
from prefweb.ledger.people import People, Who
from prefweb.tables.models import Pulka

ROUNDS, GAMES, PAYMENTS, TO_PAY, LINES = 12, 15, 20, 12, 100
"""How many of them a page shows."""


def _of_two(of: str) -> Q:
    """Payments of one person to another: not of one who turned out to be whom he owes."""
    apart = ~Q(**{f"{of}debtor__main": F(f"{of}creditor__main")})
    return Q(**{f"{of}debtor": None}) | Q(**{f"{of}creditor": None}) | apart


class Balance(NamedTuple):
    """Somebody and an amount."""

    who: Who
    money: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Paying:
    """A payment as it is shown to somebody."""

    payment: Payment
    debtor: Who
    creditor: Who
    is_debtor: bool
    is_creditor: bool
    settles: bool
    told_by: Who | None
    """Who says that it is paid."""

    @property
    def is_mine(self) -> bool:
        return self.is_debtor or self.is_creditor

    @property
    def is_due(self) -> bool:
        """Whether it is still to be made: not by who turned out to be whom he owes."""
        is_his_own = self.debtor.key is not None and self.debtor.key == self.creditor.key
        return self.payment.round.stands and self.payment.paid is None and not is_his_own

    @property
    def may_mark(self) -> bool:
        """Whether it can be said to be paid."""
        return self.is_due and (self.settles or self.is_mine)

    @property
    def may_unmark(self) -> bool:
        """Whether that can be taken back: by who owes only where it was his own word."""
        stands = self.payment.round.stands and self.payment.paid is not None
        is_own = self.is_debtor and self.told_by == self.debtor
        return stands and (self.settles or self.is_creditor or is_own)


def _payings(payments: Sequence[Payment], viewer: ClubViewer) -> list[Paying]:
    """Payments, each with who is who in it."""
    people = People([*(player for each in payments for player in _named(each)), viewer.key])
    return [_paying(each, people, viewer) for each in payments]


def _named(payment: Payment) -> tuple[UUID | None, ...]:
    return payment.debtor_id, payment.creditor_id, payment.paid_by_id


def _paying(payment: Payment, people: People, viewer: ClubViewer) -> Paying:
    me = people.main(viewer.key)
    debtor = people.who(payment.debtor_id, payment.debtor_name)
    creditor = people.who(payment.creditor_id, payment.creditor_name)
    return Paying(
        payment=payment,
        debtor=debtor,
        creditor=creditor,
        is_debtor=me is not None and debtor.key == me,
        is_creditor=me is not None and creditor.key == me,
        settles=viewer.settles,
        told_by=people.who(payment.paid_by_id) if payment.paid_by_id else None,
    )


# -- the whole ledger


class LedgerPage:
    """Who owes whom in a club now, what is still to be paid, and the rounds so far."""

    def __init__(
        self, club: Club, viewer: ClubViewer, until: date | None, before: int | None
    ) -> None:
        self.club = club
        self.viewer = viewer
        self.until = until
        self.before = before
        self.standing = Standing(club, until, viewer.key)

    @property
    def open(self) -> list[Open]:
        return self.standing.by_currency

    @property
    def day(self) -> date:
        """Up to when it is settled, where no day is asked for: all that is open."""
        last = max((each.until for each in self.open if each.until), default=None)
        today = timezone.localdate(timezone=self.club.zone)
        return self.until or max(today, last or today)

    @property
    def sections(self) -> list[tuple[Open, str]]:
        """What is open by currency, each with the mark of the form that settles it."""
        return [(each, self.standing.mark(each)) for each in self.open]

    @cached_property
    def mine(self) -> list[tuple[str, Decimal]]:
        """What this viewer has open, by currency."""
        me = self.standing.me
        return [
            (each.currency, money)
            for each in self.open
            for who, money in each.of_all
            if me is not None and who.key == me
        ]

    @cached_property
    def unpaid(self) -> list[Paying]:
        """Payments of rounds that are not made, this viewer's own first."""
        me = self.standing.me
        is_mine = Q(debtor__main=me) | Q(creditor__main=me)
        rank = Case(When(is_mine, then=Value(0)), default=Value(1)) if me else Value(1)
        found = Payment.objects.filter(round__club=self.club, round__undone=None, paid=None)
        due = found.filter(_of_two(""))
        rows = due.select_related("round").annotate(rank=rank).order_by("rank", "round", "pk")
        return _payings(list(rows[: TO_PAY + 1]), self.viewer)

    @property
    def to_pay(self) -> list[Paying]:
        return self.unpaid[:TO_PAY]

    @property
    def mine_to_pay(self) -> list[tuple[str, Decimal]]:
        """What rounds have left this viewer to get, or below 0 to pay, by currency.

        Nothing where he has more payments than are read.
        """
        own = [each for each in self.unpaid if each.is_mine]
        sums: dict[str, Decimal] = defaultdict(Decimal)
        for each in own if len(own) <= TO_PAY else ():
            money = each.payment.money
            sums[each.payment.round.currency] += money if each.is_creditor else -money
        return sorted(sums.items())

    @property
    def is_more_to_pay(self) -> bool:
        """Whether there are more, which their rounds show."""
        return len(self.unpaid) > TO_PAY

    @cached_property
    def rounds(self) -> list[Round]:
        """Rounds, the newest first, one more than are shown."""
        found = self.club.rounds.annotate(
            unpaid=Count("payments", filter=Q(payments__paid=None) & _of_two("payments__")),
            moved=Sum("payments__money"),
        )
        if self.before:
            found = found.filter(number__lt=self.before)
        return list(found[: ROUNDS + 1])

    @property
    def rounds_shown(self) -> list[Round]:
        return self.rounds[:ROUNDS]

    @property
    def older(self) -> int | None:
        """From which number on there are older ones."""
        return self.rounds[ROUNDS - 1].number if len(self.rounds) > ROUNDS else None


# -- pulkas behind a sum


@dataclass(frozen=True, slots=True)
class Game:
    """A pulka with what it brings to a sum."""

    pulka: Pulka
    balances: list[Balance]
    corrects: int | None
    """The round it was in before: what stands here is the difference."""


def _with_titles(pulkas: QuerySet[Pulka]) -> QuerySet[Pulka]:
    """Pulkas with what is shown of them, and nothing else."""
    shown = ("slug", "club", "evening", "currency", "table__title", "table__host__name")
    return pulkas.select_related("table__host").only(*shown)


def _games(
    pulkas: Iterable[Pulka],
    rows: Mapping[int, list[Balance]],
    before: QuerySet[Round, Round],
) -> list[Game]:
    shown = list(pulkas)
    held = Share.objects.filter(pulka__in=shown, round__in=before).order_by()
    latest = dict(held.values_list("pulka").annotate(Max("round__number")))
    return [Game(pulka, rows.get(pulka.pk, []), latest.get(pulka.pk)) for pulka in shown]


def _by_pulka(rows: Sequence[Share], people: People) -> dict[int, list[Balance]]:
    found: dict[int, list[Balance]] = {}
    for row in rows:
        balance = Balance(people.who(row.player_id, row.name), row.money)
        found.setdefault(row.pulka_id, []).append(balance)
    return found


# -- one round


class RoundPage:
    """A round: what it settled, who pays whom, what was done with it. Raises Round.DoesNotExist."""

    def __init__(
        self, club: Club, viewer: ClubViewer, number: int, *, page: int, shows_all: bool
    ) -> None:
        self.club = club
        self.viewer = viewer
        self.page = page
        self.shows_all = shows_all
        """Whether every payment is shown, however many there are."""
        self.round = club.rounds.get(number=number)

    @cached_property
    def _people(self) -> People:
        """Everybody on the page, by one question."""
        players = [player for each in self._payments for player in _named(each)]
        return People([*players, *(row.player_id for row in self._shares), self.viewer.key])

    @cached_property
    def _payments(self) -> list[Payment]:
        return list(self.round.payments.all())

    @cached_property
    def payments(self) -> list[Paying]:
        """All of them: this viewer's own first, then those not made."""
        found = [_paying(each, self._people, self.viewer) for each in self._payments]
        return sorted(found, key=lambda each: (not each.is_mine, each.payment.paid is not None))

    @property
    def payments_shown(self) -> list[Paying]:
        return self.payments if self.shows_all else self.payments[:PAYMENTS]

    @property
    def is_cut(self) -> bool:
        """Whether some are not shown."""
        return len(self.payments_shown) < len(self.payments)

    @property
    def unpaid(self) -> int:
        """How many payments are still to be made."""
        return sum(each.is_due for each in self.payments)

    @property
    def may_take_back(self) -> bool:
        is_clean = all(each.payment.paid is None for each in self.payments)
        return self.viewer.settles and self.round.stands and is_clean

    @property
    def may_mark_all(self) -> bool:
        return self.viewer.settles and self.round.stands and self.unpaid > 1

    @property
    def balances(self) -> list[Balance]:
        """What everybody had in it, the winners first: its payments come to just that."""
        won = [(each.creditor, each.payment.money) for each in self.payments]
        lost = [(each.debtor, -each.payment.money) for each in self.payments]
        return in_order([*won, *lost])

    @cached_property
    def _pulkas(self) -> list[Pulka]:
        start = (self.page - 1) * GAMES
        held = Share.objects.filter(round=self.round, pulka=OuterRef("pk"))
        found = self.club.pulkas.filter(
            Exists(held), evening__gte=self.round.since, evening__lte=self.round.until
        ).order_by(*NEWEST)
        keys = found.values("pk")[start : start + GAMES]
        return list(_with_titles(Pulka.objects.filter(pk__in=keys)).order_by(*NEWEST))

    @cached_property
    def _shares(self) -> list[Share]:
        found = self.round.shares.filter(pulka__in=self._pulkas)
        return list(found.order_by("pulka", "seat", "pk"))

    @cached_property
    def games(self) -> list[Game]:
        """A page of its pulkas, the latest evening first."""
        earlier = self.club.rounds.filter(number__lt=self.round.number, undone=None)
        return _games(self._pulkas, _by_pulka(self._shares, self._people), earlier)

    @property
    def older(self) -> int | None:
        """The next page of pulkas, where there is one."""
        return self.page + 1 if self.page * GAMES < self.round.games else None

    @property
    def newer(self) -> int | None:
        return self.page - 1 if self.page > 1 else None

    @cached_property
    def lines(self) -> list[tuple[Trace, Paying | None]]:
        """What was done with it, the latest first."""
        payings = {each.payment.pk: each for each in self.payments}
        found = self.round.lines.order_by("-pk")[:LINES]
        return [(line, payings.get(line.payment_id or 0)) for line in found]


def in_order(rows: Iterable[tuple[Who, Decimal]]) -> list[Balance]:
    """Everybody once, the winners first; who comes to nothing is left out."""
    found: dict[Who, Decimal] = {}
    for who, money in rows:
        found[who] = found.get(who, NOTHING) + money
    left = [Balance(who, money) for who, money in found.items() if money]
    return sorted(left, key=lambda each: (-each.money, each.who.order))


# -- one person


class InRound(NamedTuple):
    """What a round had for somebody."""

    number: int
    currency: str
    at: datetime
    money: Decimal


class AccountPage:
    """What somebody has open, from which pulkas, and what rounds had for him."""

    def __init__(
        self, club: Club, viewer: ClubViewer, who: Who, people: Sequence[UUID], page: int
    ) -> None:
        self.club = club
        self.viewer = viewer
        self.who = who
        self.people = people
        """All players who are this person; of a written name nobody."""
        self.page = page

    @property
    def is_known(self) -> bool:
        """Whether he belongs to the club, or its ledger has something of him."""
        if self.open or self.rounds or self.payments:
            return True
        return self.club.members.filter(player__in=self.people).exists()

    @property
    def query(self) -> str:
        """What a page of the pulkas is asked for with, before its number."""
        return "" if self.people else f"{urlencode({'name': self.who.name})}&"

    @property
    def _his(self) -> Q:
        return Q(player__in=self.people) if self.people else Q(player=None, name=self.who.name)

    @property
    def _answers(self) -> Q:
        return Q(person__in=self.people) if self.people else Q(person=None, name=self.who.name)

    @cached_property
    def _dues(self) -> QuerySet[Due]:
        return Due.objects.filter(self._his, club=self.club)

    @cached_property
    def open(self) -> list[tuple[str, Decimal, int]]:
        """What is open by currency, and of how many pulkas."""
        rows = self._dues.order_by("currency").values_list("currency")
        found = {
            currency: (money, games)
            for currency, money, games in rows.annotate(Sum("money"), Count("pulka", distinct=True))
        }
        for currency, money in self.moved:
            known, games = found.get(currency, (NOTHING, 0))
            found[currency] = (known + money, games)
        return [(currency, *found[currency]) for currency in sorted(found)]

    @cached_property
    def moved(self) -> list[tuple[str, Decimal]]:
        """What rounds took for or from another one who was thought to be the same person."""
        if not self.people:
            return []
        sums: dict[str, Decimal] = {}
        rows = parted(self.club).filter(self._his | self._answers)
        for currency, owner, holder, money in rows.values_list(
            "round__currency", "player__main", "person__main"
        ).annotate(Sum("money")):
            sign = (owner == self.who.key) - (holder == self.who.key)
            sums[currency] = sums.get(currency, NOTHING) + sign * money
        return [(currency, money) for currency, money in sorted(sums.items()) if money]

    @cached_property
    def _found(self) -> list[Game]:
        start = (self.page - 1) * GAMES
        of_it = self._dues.filter(pulka=OuterRef("pk")).order_by().values("pulka")
        due = Subquery(of_it.annotate(sum=Sum("money")).values("sum"))
        found = _with_titles(self.club.pulkas.filter(pk__in=self._dues.values("pulka")))
        pulkas = found.annotate(due=due).order_by(*NEWEST)
        shown = pulkas[start : start + GAMES + 1]
        rows = {pulka.pk: [Balance(self.who, pulka.due)] for pulka in shown}
        return _games(shown, rows, self.club.rounds.filter(undone=None))

    @property
    def games(self) -> list[Game]:
        """A page of the pulkas of which something is open, the latest evening first."""
        return self._found[:GAMES]

    @property
    def older(self) -> int | None:
        return self.page + 1 if len(self._found) > GAMES else None

    @property
    def newer(self) -> int | None:
        return self.page - 1 if self.page > 1 else None

    @cached_property
    def rounds(self) -> list[InRound]:
        """The latest rounds that had something for him."""
        rows = Share.objects.filter(self._answers, round__club=self.club, round__undone=None)
        sums = rows.order_by("-round__number").values_list(
            "round__number", "round__currency", "round__at"
        )
        return [InRound(*row) for row in sums.annotate(Sum("money")).exclude(money__sum=0)[:LINES]]

    @cached_property
    def payments(self) -> list[Paying]:
        """His latest payments, those not made first."""
        if self.people:
            his = Q(debtor__in=self.people) | Q(creditor__in=self.people)
        else:
            name = self.who.name
            his = Q(debtor=None, debtor_name=name) | Q(creditor=None, creditor_name=name)
        rows = Payment.objects.filter(his, round__club=self.club, round__undone=None)
        unpaid = Case(When(paid=None, then=Value(0)), default=Value(1))
        rows = rows.select_related("round").order_by(unpaid, "-round__number", "pk")
        return _payings(list(rows[:PAYMENTS]), self.viewer)
