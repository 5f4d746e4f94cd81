"""Clubs with money for tests of the ledger: pulkas with results, without their deals."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from django.db.models import F, Sum
from django.utils import timezone

from prefweb.clubs.models import Club
from prefweb.ledger import services
from prefweb.ledger.balances import Standing
from prefweb.ledger.models import Round, Share
from prefweb.ledger.services import Asked
from prefweb.players.models import Player
from prefweb.tables.models import Pulka, PulkaStep, Seat, Table
from prefweb.tables.services.writing import locked, publish
from scoring import PRESETS

DAY = date(2026, 11, 20)
FAR = date(2099, 1, 1)
Somebody = Player | str
"""Whose seat it is: a player, or a name that is nobody's."""
Books = dict[tuple[str, str], Decimal]
"""Amounts by person (a key or a name) and currency; nothing that is 0."""


def pulka(
    club: Club,
    money: dict[Somebody, int | str],
    evening: date = DAY,
    currency: str = "RUB",
    step: PulkaStep = PulkaStep.SETTLED,
) -> Pulka:
    """One that is settled with this money."""
    players = [each for each in money if isinstance(each, Player)]
    host = players[0] if players else Player.objects.create(name="Хозяин")
    made = Pulka.objects.create(
        table=Table.objects.create(code="1", title="Вечер", host=host, club=club, closed=_now()),
        club=club,
        evening=evening,
        started=_now(),
        step=step,
        size=len(money),
        preset="sochi",
        convention=PRESETS["sochi"].convention.to_data(),
        target=10,
        stake=1,
        currency=currency,
    )
    for index, (who, amount) in enumerate(money.items()):
        person = who if isinstance(who, Player) else None
        name = who.name if isinstance(who, Player) else who
        whists = str(Decimal(amount).to_integral_value())
        Seat.objects.create(
            pulka=made, index=index, person=person, name=name, whists=whists, money=Decimal(amount)
        )
    publish(made)
    return made


def mend(found: Pulka, amounts: Sequence[int | str | Decimal]) -> None:
    """Its seats have other money from now on."""
    with locked(found.slug) as held:
        for seat, amount in zip(held.seats.all(), amounts, strict=True):
            seat.money = Decimal(amount)
            seat.save(update_fields=["money"])
        publish(held)


def asked(club: Club, currency: str = "RUB", until: date = FAR) -> Asked:
    """A form as the page shows it now."""
    standing = Standing(club, until)
    for found in standing.by_currency:
        if found.currency == currency:
            return Asked(currency, until, standing.mark(found))
    return Asked(currency, until, "nothing")


def settle(club: Club, by: Player, currency: str = "RUB", until: date = FAR) -> Round:
    return services.settle(club, asked(club, currency, until), by)


def open_money(club: Club, currency: str = "RUB") -> dict[str, Decimal]:
    """What everybody has open, by name."""
    found = {each.currency: each for each in Standing(club).by_currency}
    return {who.name: money for who, money in found[currency].of_all} if currency in found else {}


def paying(made: Round) -> list[tuple[str, str, Decimal | int]]:
    """The payments of a round by name."""
    return [
        (
            each.debtor.name if each.debtor else each.debtor_name,
            each.creditor.name if each.creditor else each.creditor_name,
            each.money,
        )
        for each in made.payments.select_related("debtor", "creditor")
    ]


# -- the same counted slowly, from the seats and the rounds themselves


def played(club: Club) -> Books:
    """All money of all pulkas, by person."""
    seats = Seat.objects.filter(pulka__club=club, pulka__step=PulkaStep.SETTLED)
    rows = seats.order_by().values_list("person__main", "name", "pulka__currency", "money")
    return _books((who or name, currency, money) for who, name, currency, money in rows)


def open_books(club: Club) -> Books:
    """What the pages show as open."""
    return _books(
        (who.key or who.name, found.currency, money)
        for found in Standing(club).by_currency
        for who, money in found.of_all
    )


def paid_books(club: Club) -> Books:
    """What the payments of all rounds settle: who pays had lost, who is paid had won."""
    rows = []
    for made in club.rounds.filter(undone=None).prefetch_related(
        "payments__debtor", "payments__creditor"
    ):
        for each in made.payments.all():
            debtor = each.debtor.main_id if each.debtor else each.debtor_name
            creditor = each.creditor.main_id if each.creditor else each.creditor_name
            rows += [(debtor, made.currency, -each.money), (creditor, made.currency, each.money)]
    return _books(rows)


def together(*books: Books) -> Books:
    return _books(
        (who, currency, money) for each in books for (who, currency), money in each.items()
    )


def _books(rows) -> Books:
    found: Books = defaultdict(Decimal)
    for who, currency, money in rows:
        found[str(who), currency] += money
    return {key: money for key, money in found.items() if money}


def shares_of(made: Round) -> dict[str, Decimal]:
    """What a round holds, by who answered for it."""
    rows = Share.objects.filter(round=made).order_by().values_list(F("person__main"), "name")
    return {str(who or name): money for who, name, money in rows.annotate(Sum("money")) if money}


def _now():
    return timezone.now()
