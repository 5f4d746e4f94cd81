"""Random clubs: pulkas of any convention with anybody in them, and what happens to them later."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from random import Random
from typing import Any

from django.db.models import F, Q

from prefweb.clubs.models import Club, ClubRole
from prefweb.clubs.services import founding
from prefweb.importing.writing import Arriving, write
from prefweb.players.deleting import delete_account
from prefweb.players.merging import CannotMerge, merge, unmerge
from prefweb.players.models import Merge, Player
from prefweb.sharing.files import file_of
from prefweb.tables.codes import new_code
from prefweb.tables.deals.protocol import Told
from prefweb.tables.deals.steps import Step, Terms, facts, step
from prefweb.tables.deals.whole import Whole
from prefweb.tables.models import Consent, Proxies, Pulka, PulkaStep, Source, Table
from prefweb.tables.pulkas.consents import asked, consent_mark
from prefweb.tables.pulkas.course import Course, result_mark
from prefweb.tables.services import consenting, ending, seating
from prefweb.tables.services.writing import locked, publish
from scoring import (
    OPTIONS,
    PRESETS,
    Convention,
    Deal,
    Game,
    Opening,
    Refused,
    advance,
    game_faults,
    read_pulka,
    start,
    write_pulka,
)
from scoring import Pulka as PulkaFile
from scoring import seating as seats_of
from tests.clubs.people import club, member, player
from tests.tables.test_random_tables import any_deal

FIRST = date(2025, 11, 1)
ZONES = ("Europe/Moscow", "Asia/Vladivostok", "America/Anchorage", "UTC")
RULES = ("", "", "Клубная", "По пятницам")
MOST = 12
"""Deals of a pulka."""
WHOLE = (PulkaStep.SETTLED, PulkaStep.CONTINUED)


class RandomClub:
    """A club with whoever plays there. Everything about it follows from the seed."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.count = 0
        self.club: Club = club(player("Ольга"), time_zone="Europe/Moscow")
        members = [member(self.club, name) for name in ("Анна", "Борис", "Вера")]
        named = [member(self.club, name, account=False) for name in ("Глеб", "Дарья")]
        guests = [player(name, account=False) for name in ("Гость", "Ещё гость", "Третий гость")]
        self.owner = self.club.members.get(role=ClubRole.OWNER).player
        self.people = [self.owner, *members, *named, *guests]
        self.happened: list[str] = []

    @property
    def pulkas(self) -> list[Pulka]:
        """All of it, in the order of evenings."""
        return list(self.club.pulkas.order_by("evening", "pk"))

    def files(self) -> list[str]:
        """What the product exports of it."""
        return [write_pulka(file_of(pulka, Course.load(pulka))) for pulka in self.pulkas]

    # -- pulkas

    def play(self, times: int) -> None:
        """More pulkas."""
        kinds = (self.filed, self.filed, self.paper, self.replaced, self.continued, self.left)
        for number in range(times):
            kinds[number % len(kinds)]()

    def filed(self) -> Pulka:
        """A whole pulka; now and then one that was given up, or went on elsewhere."""
        steps = (*[PulkaStep.SETTLED] * 5, PulkaStep.ABANDONED, PulkaStep.CONTINUED)
        return self.written(self.file(), self.chance.choice(steps))

    def paper(self) -> Pulka:
        """A final sheet."""
        size = self.chance.randrange(2, 6)
        told = self.file(size=size, deals=0, opening=self.sheet(size))
        return self.written(told, PulkaStep.SETTLED, Source.PAPER)

    def replaced(self) -> Pulka:
        """Somebody comes for another one in the middle of it."""
        pulka = self.running()
        seat = self.chance.randrange(pulka.size)
        before = pulka.seats.get(index=seat).player
        assert before is not None
        others = set(pulka.seats.exclude(index=seat).values_list("person__main", flat=True))
        seating.leave_seat(pulka.slug, before)
        came = self.chance.choice([each for each in self.people if each.main_id not in others])
        newcomer = self.chance.choice([came, player("Пришедший", account=False)])
        self.people += [newcomer] if newcomer not in self.people else []
        self.tried(lambda: seating.take_seat(pulka.slug, newcomer, seat, f"{newcomer.name} 2"))
        self.add_deals(pulka, 3)
        self.finish(pulka)
        return pulka

    def continued(self) -> Pulka:
        """It goes on to another target, or with one more."""
        pulka = self.running()
        if self.chance.randrange(2):
            after = self.chance.randrange(pulka.size)
            self.consented(pulka, Consent.Kind.JOIN, value={"name": "Дарья", "after": after})
        else:
            self.consented(pulka, Consent.Kind.EXTEND, value={"target": 60})
        return self.finished_next(pulka)

    def left(self) -> Pulka:
        """It goes on without one, who is settled with all the others."""
        pulka = self.running(sizes=(4, 5))
        leaver = self.chance.randrange(pulka.size)
        self.consented(pulka, Consent.Kind.PART, value={"seat": leaver})
        return self.finished_next(pulka)

    def finished_next(self, pulka: Pulka) -> Pulka:
        following = Pulka.objects.filter(follows=pulka).first() or pulka
        self.add_deals(following, 3)
        self.finish(following)
        return following

    def running(self, sizes: Sequence[int] = (2, 3, 4)) -> Pulka:
        """A pulka in the middle of it, with a phone on every seat."""
        told = self.file(size=self.chance.choice(sizes), target=50, preset="sochi", deals=4)
        pulka = self.written(told, PulkaStep.ABANDONED, people=False)
        Table.objects.filter(pk=pulka.table_id).update(closed=None, code=new_code())
        Pulka.objects.filter(pk=pulka.pk).update(step=PulkaStep.PLAYING, reason="", ended=None)
        return Pulka.objects.get(pk=pulka.pk)

    def finish(self, pulka: Pulka) -> None:
        """Everybody stops here and agrees, or gives it up."""
        gives_up = self.chance.randrange(5) == 0
        self.consented(pulka, Consent.Kind.ABANDON if gives_up else Consent.Kind.STOP)
        for seat in pulka.seats.all():
            now = Pulka.objects.get(pk=pulka.pk)
            by = seat.player or self.held(pulka)[0]
            if now.step == PulkaStep.ENDED:
                mark = result_mark(Course.load(now).settlement)
                ending.confirm(pulka.slug, by, mark, seat.index)

    def add_deals(self, pulka: Pulka, count: int) -> None:
        """Deals as they would have been posted; one that cannot follow ends the playing."""
        for _ in range(count):
            course = Course.load(Pulka.objects.get(pk=pulka.pk))
            following = course.next
            if course.pulka.step != PulkaStep.PLAYING or following is None:
                return
            posts = any_deal(self.chance, following.terms)
            if step(following.terms, posts) is Step.WRITTEN and not course.replay.over:
                pulka.deals.create(
                    number=following.number,
                    dealer=following.terms.seats.dealer,
                    posts=posts.to_data(),
                )

    # -- files

    def file(self, *, size: int = 0, deals: int = MOST, **given: Any) -> PulkaFile:
        """A random game, whole or stopped."""
        while True:
            game = self.game(size, **given)
            if not game_faults(game[1]) and start(game[1]).over is None:
                break
        preset, agreed = game
        played, is_over = self.deals(agreed, deals)
        return PulkaFile(
            preset=preset,
            convention=agreed.convention,
            players=tuple(f"Игрок {seat + 1}" for seat in range(agreed.players)),
            target=agreed.target,
            stake=Decimal(self.chance.choice(("0", "5", "2.50", "0.3333"))),
            currency=self.chance.choice(("RUB", "EUR")),
            first_dealer=agreed.first_dealer,
            opening=agreed.opening,
            deals=tuple(played),
            ended=None if is_over else "consent",
        )

    def game(
        self, size: int, preset: str = "", target: int = 0, opening: Opening | None = None
    ) -> tuple[str, Game]:
        chance = self.chance
        found = preset or chance.choice([*PRESETS])
        sizes = PRESETS[found].players
        size = size or chance.choice(sizes)
        found = found if size in sizes else "sochi"
        options = {
            option.key: chance.choice(option.values)
            for option in chance.sample([*OPTIONS.values()], 6)
            if option.kind == "choice" and option.key != "pool_end" and not preset
        }
        agreed = Convention.from_data(options, PRESETS[found].convention)
        return found, Game(
            convention=agreed,
            players=size,
            target=target or chance.choice((4, 10, 20)),
            first_dealer=chance.randrange(size),
            opening=opening or Opening(),
        )

    def deals(self, game: Game, most: int) -> tuple[list[Deal], bool]:
        found: list[Deal] = []
        state = start(game)
        for _ in range(most):
            terms = Terms(game.convention, seats_of(game.players, state.dealer), multipliers=False)
            deal = facts(terms, any_deal(self.chance, terms))
            if deal is None:
                continue
            try:
                state = advance(state, deal)
            except Refused:
                continue
            found.append(deal)
            if state.over is not None:
                return found, True
        return found, False

    def sheet(self, size: int) -> Opening:
        def some() -> int:
            return self.chance.randrange(20)

        return Opening(
            pool={seat: self.chance.randrange(4) for seat in range(size)},
            mountain={seat: some() for seat in range(size)},
            whists={
                seat: {other: some() for other in range(size) if other != seat}
                for seat in range(size)
            },
        )

    def written(
        self,
        told: PulkaFile,
        step: PulkaStep,
        source: Source = Source.FILE,
        *,
        people: bool = True,
        club: Club | None = None,
    ) -> Pulka:
        """The file as a pulka of the club; without `people` everybody is known."""
        self.count += 1
        persons = self.persons(len(told.players), all_known=not people)
        arriving = Arriving(
            pulka=told,
            club=club or self.club,
            source=source,
            step=step,
            title=f"Пулька {self.count}",
            persons=persons,
            content=f"{self.count}",
            file=f"{self.count}.json",
            evening=FIRST + timedelta(days=self.chance.randrange(90)),
        )
        pulka = write(arriving, self.owner)
        if source is Source.FILE and club is None:
            self.as_if_played_here(pulka)
        return pulka

    def as_if_played_here(self, pulka: Pulka) -> None:
        """With phones on the seats and the moment it began, near to the end of an evening."""
        pulka.seats.update(player=F("person"))
        Table.objects.filter(pk=pulka.table_id).update(proxies=Proxies.ANYONE)
        hours = timedelta(hours=self.chance.randrange(24))
        began = datetime.combine(pulka.evening or FIRST, datetime.min.time(), UTC) + hours
        rules = pulka.house_rules or self.chance.choice(RULES)
        Pulka.objects.filter(pk=pulka.pk).update(
            source=Source.PLAYED, started=began, house_rules=rules
        )
        with_version(pulka)

    def persons(self, size: int, *, all_known: bool) -> list[Player | None]:
        """Different people; sometimes a name that is nobody's."""
        found: dict[uuid.UUID, Player | None] = {}
        for each in self.chance.sample(self.people, len(self.people)):
            again = Player.objects.get(pk=each.pk)
            found.setdefault(again.main_id, again)
        seated = list(found.values())[:size]
        while len(seated) < size:
            self.people.append(player("Новый гость", account=False))
            seated.append(self.people[-1])
        if not all_known and self.chance.randrange(4) == 0:
            seated[self.chance.randrange(size)] = None
        return seated

    # -- what happens later

    def something_happens(self) -> None:
        """One act of those that change what counts; one that is refused gives way to another."""
        acts = (self.mends, self.mends, self.merges, self.unmerges, self.redates, self.imports)
        while not self.tried(act := self.chance.choice(acts)):
            pass
        self.happened.append(act.__name__)

    def tried(self, act: Callable[[], object]) -> bool:
        try:
            act()
        except (Told, CannotMerge):
            return False
        return True

    def mends(self) -> None:
        """A deal is changed, added or taken out, after the settlement too, and all agree."""
        kinds = (Consent.Kind.MEND, Consent.Kind.ADD, Consent.Kind.TAKE_OUT)
        pulka = self.chance.choice([each for each in self.pulkas if self.can_be_mended(each)])
        course = Course.load(pulka)
        kind = self.chance.choice(kinds)
        number = self.chance.choice([deal.number for deal in course.written])
        terms = course.terms(self.chance.randrange(pulka.size))
        value = Whole.of(terms, any_deal(self.chance, terms)).to_data()
        self.consented(
            pulka, kind, deal=number, value=None if kind is Consent.Kind.TAKE_OUT else value
        )

    def can_be_mended(self, pulka: Pulka) -> bool:
        held = len(self.held(pulka)) > 1
        return held and pulka.step == PulkaStep.SETTLED and pulka.deals.count() > 0

    def held(self, pulka: Pulka) -> list[Player]:
        return [seat.player for seat in pulka.seats.all() if seat.player]

    def consented(self, pulka: Pulka, kind: Consent.Kind, **more: Any) -> None:
        """A question, and yes from everybody. Raises Told."""
        asker = self.held(pulka)[0]
        wish = consenting.Wish(uid=uuid.uuid4().hex, kind=kind, why="поздно", **more)
        consenting.ask(pulka.slug, asker, wish)
        consent = pulka.consents.latest("pk")
        for seat in asked(Pulka.objects.get(pk=pulka.pk), consent):
            mark = consent_mark(Course.load(Pulka.objects.get(pk=pulka.pk)), consent)
            said = consenting.Answer(uid=uuid.uuid4().hex, consent=consent.pk, seen=mark, seat=seat)
            consenting.agree(pulka.slug, pulka.seats.get(index=seat).player or asker, said)

    def merges(self) -> None:
        first, second = self.chance.sample(self.people, 2)
        found = Player.objects.in_bulk([first.pk, second.pk])
        merge(found[first.pk], found[second.pk].main, self.owner)

    def unmerges(self) -> None:
        stand = list(Merge.objects.filter(undone=None))
        if not stand:
            raise CannotMerge("none")
        unmerge(self.chance.choice(stand), self.owner)

    def deletes_an_account(self) -> None:
        """Of a member, whatever was merged into him."""
        held = Player.objects.filter(~Q(account=None), ~Q(pk=self.owner.pk), pk__in=self._keys)
        found = held.order_by("pk").first()
        assert found is not None
        assert found.account is not None
        delete_account(found.account)

    @property
    def _keys(self) -> list[uuid.UUID]:
        return [each.pk for each in self.people]

    def redates(self) -> None:
        """Another clock: evenings are others."""
        self.club.refresh_from_db()
        founding.change(
            self.club,
            founding.About(
                name=self.club.name,
                about="",
                time_zone=self.chance.choice([z for z in ZONES if z != self.club.time_zone]),
                is_public=False,
                day_begins=self.chance.randrange(12),
            ),
        )
        self.club.refresh_from_db()

    def imports(self) -> None:
        """One of its files comes in once more, as another pulka."""
        pulka = self.chance.choice(self.pulkas)
        told = read_pulka(write_pulka(file_of(pulka, Course.load(pulka))))
        is_over = pulka.step in WHOLE
        self.written(told, PulkaStep(pulka.step) if is_over else PulkaStep.ABANDONED)


def with_version(pulka: Pulka) -> None:
    """What was changed without a service is published."""
    with locked(pulka.slug) as held:
        publish(held)
