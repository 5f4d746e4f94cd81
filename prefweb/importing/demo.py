"""A club to look at in an empty installation: evenings of some months, and what was paid.

Its pulkas come in as files do. Whoever is invited into it sees standings, rating and ledger.
"""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from random import Random

from django.utils import timezone

import scoring
from prefweb.clubs.models import Club, ClubRole, Invitation, Member
from prefweb.clubs.services.inviting import invite
from prefweb.importing.made_up import deals_of
from prefweb.importing.writing import Arriving, write
from prefweb.ledger import services as ledger
from prefweb.ledger.balances import Standing
from prefweb.players.models import Account, Player
from prefweb.tables.models import PulkaStep, Source
from scoring import PRESETS, Game

NAME = "Пример: клуб «Румбы»"
ABOUT = "Выдуманный клуб: на нём видно, что умеют места, рейтинг, страницы игроков и касса."
NAMES = ("Север", "Восток", "Юг", "Запад", "Норд-Ост", "Зюйд-Вест")
KINDS = (("sochi", 4), ("sochi", 3), ("leningrad", 4))
WEEKS, AT_NIGHT = 14, time(19)
SEED = 3
OPEN = timedelta(weeks=4)
"""Of the last evenings the money is still to be settled."""


def fill_club() -> Invitation:
    """The club, and a way into it for whoever has an account."""
    chance = Random(SEED)  # noqa: S311  nothing here is secret
    owner = _somebody("demo")
    club = Club.objects.create(name=NAME, about=ABOUT, is_public=True, has_ledger=True)
    Member.objects.create(club=club, player=owner, role=ClubRole.OWNER)
    others = [Player.objects.create(name=name) for name in NAMES[1:]]
    Member.objects.bulk_create(Member(club=club, player=other) for other in others)
    for arriving in _evenings(club, [owner, *others], chance):
        write(arriving, owner)
    _settle(club, owner)
    return invite(club, owner, days=365)


def _somebody(name: str) -> Player:
    """Who owns the club; nobody signs in as him."""
    account = Account(username=name)
    account.set_unusable_password()
    account.save()
    return Player.objects.create(name=NAMES[0], account=account)


def _evenings(club: Club, people: Sequence[Player], chance: Random) -> Iterator[Arriving]:
    """A table or two a week, up to yesterday."""
    yesterday = timezone.localdate(timezone=club.zone) - timedelta(days=1)
    for week in range(WEEKS, 0, -1):
        day = yesterday - timedelta(weeks=week - 1)
        for table in range(1 + week % 2):
            preset, size = chance.choice(KINDS)
            began = datetime.combine(day, AT_NIGHT, club.zone) + timedelta(minutes=20 * table)
            told = _made_up(preset, chance.sample(range(len(people)), size), began, chance)
            yield _arriving(club, told, [people[NAMES.index(name)] for name in told.players], day)


def _made_up(preset: str, seated: Sequence[int], began: datetime, chance: Random) -> scoring.Pulka:
    convention = PRESETS[preset].convention
    game = Game(convention=convention, players=len(seated), target=10)
    ended = began + timedelta(minutes=chance.randrange(90, 240))
    return scoring.Pulka(
        preset=preset,
        convention=convention,
        players=tuple(NAMES[number] for number in seated),
        target=game.target,
        stake=Decimal(chance.choice((0, 2, 2, 5))),
        currency="RUB",
        deals=tuple(deals_of(game, chance)),
        about={"started": began.isoformat(), "ended": ended.isoformat()},
    )


def _arriving(club: Club, told: scoring.Pulka, people: Sequence[Player], day: date) -> Arriving:
    return Arriving(
        pulka=told,
        club=club,
        source=Source.FILE,
        step=PulkaStep.SETTLED,
        title=f"Пример {day:%d.%m}",
        persons=people,
        content=f"demo {told.about}"[:64],
        evening=day,
        file="demo.json",
    )


def _settle(club: Club, owner: Player) -> None:
    """A round of all but the last evenings; one of its payments has been made."""
    until = timezone.localdate(timezone=club.zone) - OPEN
    standing = Standing(club, until)
    for found in standing.by_currency:
        asked = ledger.Asked(found.currency, until, standing.mark(found))
        made = ledger.settle(club, asked, owner)
        first = made.payments.first()
        if first is not None:
            ledger.mark_paid(club, first.pk, owner, settles=True)
