"""The only writers of the ledger: settling, marking as paid, taking back, each with its line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import connection
from django.db.models import Count, Max, Min, QuerySet, Sum
from django.utils import timezone

from prefweb.clubs.models import Club
from prefweb.clubs.services.locking import locked
from prefweb.ledger.balances import Open, mark_of, parted, transfers_of
from prefweb.ledger.keeping import keep
from prefweb.ledger.models import Due, Payment, Round, Share, Trace
from prefweb.ledger.people import People
from prefweb.ledger.refusals import Refused
from prefweb.players.models import Player
from prefweb.tables.models import Pulka

Action = Trace.Action


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody wants settled."""

    currency: str
    until: date
    mark: str
    """What he has seen of it: `balances.mark_of`."""


def settle(club: Club, asked: Asked, by: Player) -> Round:
    """All open money of a currency up to an evening becomes a round, with who pays whom.

    Sent twice it is one. Raises Refused where something else is open than was seen.
    """
    with _kept(club) as held:
        if done := held.rounds.filter(mark=asked.mark, undone=None).first():
            return done
        last = held.rounds.aggregate(last=Max("number"))["last"] or 0
        made = _begun(held, asked, last + 1, by)
        pulkas = _take_dues(made)
        _take_moves(made)
        taken = _taken(made, pulkas)
        if not taken.is_anything:
            raise Refused("nothing_open")
        if mark_of(taken, last) != asked.mark:
            raise Refused("other_money")
        _date(made)
        _name_payments(made, taken)
        keep(pulkas)
        _say(made, Action.SETTLED, by)
        return made


def take_back(club: Club, number: int, by: Player) -> None:
    """What a round holds is open again; it stays there to be seen. Raises Refused."""
    with _kept(club) as held:
        found = held.rounds.get(number=number)
        if found.undone is not None:
            return
        if found.payments.exclude(paid=None).exists():
            raise Refused("is_paid")
        pulkas = _hold(found.shares.values_list("pulka", flat=True).distinct())
        found.undone = timezone.now()
        found.save(update_fields=["undone"])
        keep(pulkas)
        _say(found, Action.TAKEN_BACK, by)


def mark_paid(club: Club, pk: int, by: Player, *, settles: bool) -> Round:
    """A payment is made, say its creditor, its debtor, or who settles for the club."""
    with _kept(club) as held:
        payment = _payment(held, pk)
        if not settles and not _is_of(payment, by):
            raise PermissionDenied
        if payment.paid is None:
            _pay([payment], by)
        return payment.round


def mark_unpaid(club: Club, pk: int, by: Player, *, settles: bool) -> Round:
    """It is not made after all. Who owes takes back only what he has said himself."""
    with _kept(club) as held:
        payment = _payment(held, pk)
        if not settles and not _is_of(payment, by):
            raise PermissionDenied
        if payment.paid is None:
            return payment.round
        is_own = payment.paid_by is not None and payment.paid_by.main_id == by.main_id
        is_due = payment.creditor is not None and payment.creditor.main_id == by.main_id
        if not (settles or is_own or is_due):
            raise Refused("not_yours")
        payment.paid, payment.paid_by, payment.paid_by_name = None, None, ""
        payment.save(update_fields=["paid", "paid_by", "paid_by_name"])
        _say(payment.round, Action.UNPAID, by, payment)
        return payment.round


def mark_all_paid(club: Club, number: int, by: Player) -> None:
    """Every payment of a round is made."""
    with _kept(club) as held:
        found = held.rounds.get(number=number)
        if found.undone is not None:
            raise Refused("is_taken_back")
        _pay(list(found.payments.filter(paid=None)), by)


@contextmanager
def _kept(club: Club) -> Iterator[Club]:
    """The club, held, where it keeps a ledger."""
    with locked(club) as held:
        if not held.has_ledger:
            raise Refused("no_ledger")
        yield held


# -- settling


def _begun(club: Club, asked: Asked, number: int, by: Player) -> Round:
    return Round.objects.create(
        club=club,
        number=number,
        currency=asked.currency,
        since=asked.until,
        until=asked.until,
        games=0,
        mark=asked.mark,
        by=by,
        by_name=by.name,
    )


def _take_dues(made: Round) -> list[int]:
    """The open money becomes the round's: the pulkas it is of, held until the end.

    They are held before anything else of them is: so does whoever mends one.
    """
    dues = Due.objects.filter(
        club=made.club, currency=made.currency, evening__lte=made.until
    ).order_by()
    pulkas = _hold(dues.values_list("pulka", flat=True).distinct())
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO ledger_share"
            " (round_id, pulka_id, seat, player_id, name, person_id, money)"
            " SELECT %s, due.pulka_id, due.seat, due.player_id, due.name, player.main_id, due.money"
            " FROM ledger_due due LEFT JOIN players_player player ON player.id = due.player_id"
            " WHERE due.pulka_id = ANY(%s) ORDER BY due.evening, due.pulka_id, due.seat",
            [made.pk, pulkas],
        )
    return pulkas


def _hold(pulkas: QuerySet[Any, int]) -> list[int]:
    held = Pulka.objects.filter(pk__in=pulkas).order_by("pk").select_for_update()
    return list(held.values_list("pk", flat=True))


def _take_moves(made: Round) -> None:
    """What a round took from another one than whose it is, is given back and taken from him."""
    rows = parted(made.club, made.until).filter(round__currency=made.currency)
    asked = ("pulka", "seat", "player", "player__main", "person__main")
    found = rows.exclude(round=made).values_list(*asked)
    for pulka, seat, player, owner, holder, held in found.annotate(held=Sum("money")):
        if held:
            place = {"round": made, "pulka_id": pulka, "seat": seat, "player_id": player}
            Share.objects.create(**place, person_id=owner, money=held)
            Share.objects.create(**place, person_id=holder, money=-held)


def _taken(made: Round, pulkas: Sequence[int]) -> Open:
    """What the round has taken, by person."""
    rows = list(made.shares.order_by().values_list("person", "name").annotate(sum=Sum("money")))
    people = People(person for person, _name, _sum in rows)
    taken = Open(made.currency, games=len(pulkas))
    for person, name, money in rows:
        taken.balances[people.who(person, name)] += money
    return taken


def _date(made: Round) -> None:
    """From its first evening to its last."""
    evening = "pulka__evening"
    found = made.shares.aggregate(
        since=Min(evening), until=Max(evening), games=Count("pulka", distinct=True)
    )
    made.since, made.until, made.games = found["since"], found["until"], found["games"]
    made.save(update_fields=["since", "until", "games"])


def _name_payments(made: Round, taken: Open) -> None:
    Payment.objects.bulk_create(
        Payment(
            round=made,
            debtor_id=each.debtor.key,
            debtor_name="" if each.debtor.key else each.debtor.name,
            creditor_id=each.creditor.key,
            creditor_name="" if each.creditor.key else each.creditor.name,
            money=each.money,
        )
        for each in transfers_of(taken.balances, made.currency)
    )


# -- paying


def _payment(club: Club, pk: int) -> Payment:
    """One of a round that stands. Raises Payment.DoesNotExist."""
    related = Payment.objects.select_related("round", "debtor", "creditor", "paid_by")
    found = related.get(pk=pk, round__club=club)
    if found.round.undone is not None:
        raise Refused("is_taken_back")
    return found


def _is_of(payment: Payment, player: Player) -> bool:
    sides = (payment.debtor, payment.creditor)
    return player.main_id in [side.main_id for side in sides if side is not None]


def _pay(payments: Sequence[Payment], by: Player) -> None:
    for payment in payments:
        payment.paid, payment.paid_by, payment.paid_by_name = timezone.now(), by, by.name
        payment.save(update_fields=["paid", "paid_by", "paid_by_name"])
        _say(payment.round, Action.PAID, by, payment)


def _say(found: Round, action: Action, by: Player, payment: Payment | None = None) -> None:
    Trace.objects.create(round=found, payment=payment, action=action, by=by, by_name=by.name)
