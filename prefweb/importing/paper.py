"""A pulka by its final sheet: the calculator's form, with when it was and who its players are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from urllib.parse import urlencode

from django.utils import timezone
from django.utils.translation import gettext as _

import scoring
from prefweb.calculator.columns import name_key
from prefweb.calculator.counting import Calculation
from prefweb.calculator.forms import SETTLING, SheetForm
from prefweb.clubs.directory import Person
from prefweb.clubs.evenings import evening_at
from prefweb.clubs.models import Club
from prefweb.history.duplicates import likely_duplicates
from prefweb.importing.days import day_of
from prefweb.importing.models import Batch
from prefweb.importing.people import Choice, likely
from prefweb.importing.reading import TITLE, digest_of
from prefweb.importing.services import Refused, newcomers
from prefweb.importing.words import sentence
from prefweb.importing.writing import Arriving
from prefweb.players.models import Player
from prefweb.players.services import clean_name, visible
from prefweb.tables.models import Pulka, PulkaStep, Source
from prefweb.tables.parsing import small_number
from scoring import Ending, start
from scoring.conventions import PoolEnd

KEPT = ("players", "convention", "target", "stake", "currency", *SETTLING, "title", "me")
"""What the next sheet of a row has in common with this one, besides its players."""


@dataclass(frozen=True, slots=True)
class WhoRow:
    """One player of the sheet, and who he is."""

    seat: int
    name: str
    chosen: str
    """Nothing: whoever of the directory is called so, else somebody new."""
    error: str

    @property
    def field(self) -> str:
        return f"who-{self.seat}"


class PaperForm:
    """What is typed of one paper pulka; `club` None is one of my own games."""

    def __init__(
        self,
        given: Mapping[str, str],
        club: Club | None,
        people: Sequence[Person],
        me: Player,
        *,
        is_sent: bool = False,
    ) -> None:
        self.given = given
        self.club, self.people, self.me = club, list(people), me
        self.is_sent = is_sent
        self.sheet = SheetForm(given)
        self.calculation = Calculation(self.sheet)
        self.errors: dict[str, str] = {}
        if is_sent:
            self._check()

    def _check(self) -> None:
        self._check_names()
        if self.evening is None and "evening" not in self.errors:
            self.errors["evening"] = sentence("evening_needed")
        for seat in range(self.sheet.size):
            self._choice(seat)
        if self.club is None and self.my_seat is None:
            self.errors["me"] = sentence("me_needed")

    def _check_names(self) -> None:
        seen: set[str] = set()
        for seat in range(self.sheet.size):
            name = self._name(seat).casefold()
            if not name and name_key(seat) not in self.sheet.errors:
                self.sheet.add_error(name_key(seat), _("Say how to write this player down."))
            elif name in seen:
                self.sheet.add_error(name_key(seat), _("Two players have this name. Add a letter."))
            seen.add(name)

    def _name(self, seat: int) -> str:
        return clean_name(str(self.sheet.data.get(name_key(seat)) or ""))

    # -- what it is

    @property
    def is_sound(self) -> bool:
        """Whether there is everything that a pulka needs."""
        return self.calculation.is_whole and not self.errors

    @property
    def title(self) -> str:
        return visible(self.given.get("title", ""))[:TITLE].strip()

    @cached_property
    def evening(self) -> date | None:
        try:
            return day_of(self.given.get("evening", ""))
        except ValueError:
            self.errors["evening"] = sentence("evening_wrong")
            return None

    @property
    def typed_evening(self) -> str:
        return self.given.get("evening", "")

    @property
    def pulka(self) -> scoring.Pulka:
        """The sheet as a pulka that begins with it and ends at once. Only of a sound form."""
        form, game = self.sheet, self.calculation.game
        by_time = game.convention.pool_end is PoolEnd.TIME
        ended = Ending.TIME if by_time else Ending.CONSENT
        return scoring.Pulka(
            preset=form.preset,
            convention=game.convention,
            players=tuple(map(clean_name, form.names)),
            target=game.target,
            stake=form.stake_agreed,
            currency=form.currency_agreed,
            opening=game.opening,
            ended=None if start(game).over else ended.value,
        )

    # -- who its players are

    @property
    def who(self) -> list[WhoRow]:
        rows = []
        for seat in range(5):
            field = f"who-{seat}"
            error = self.errors.get(field, "")
            name = self.sheet.seats[seat].called
            rows.append(WhoRow(seat, name, self.given.get(field, ""), error))
        return rows

    @property
    def has_who(self) -> bool:
        """Whether somebody was chosen by hand."""
        return any(row.chosen or row.error for row in self.who)

    def _choice(self, seat: int) -> Choice:
        """Who a player is: chosen, or by his name."""
        said = self.given.get(f"who-{seat}", "")
        if not said:
            return likely(self.people, self._name(seat))
        try:
            return Choice.parse(said)
        except ValueError:
            self.errors[f"who-{seat}"] = sentence("choice_wrong")
            return Choice()

    @property
    def my_seat(self) -> int | None:
        """Which of the players is me, in a game of my own."""
        seat = small_number(self.given.get("me", ""))
        return seat if seat is not None and seat < self.sheet.size else None

    @property
    def likely_me(self) -> str:
        """The seat proposed for me: whose name is mine."""
        if "me" in self.given:
            return self.given["me"]
        mine = self.me.name.casefold()
        return next(
            (str(n) for n in range(self.sheet.size) if self._name(n).casefold() == mine), ""
        )

    # -- into the history

    def arriving(self, batch: Batch) -> Arriving:
        """The pulka with its people, newcomers written down. Raises Refused."""
        told = self.pulka
        choices = {name: self._choice(seat) for seat, name in enumerate(told.players)}
        people = newcomers(batch, choices)
        if self.club is None and self.my_seat is not None:
            people[told.players[self.my_seat]] = self.me
        persons = [people[name] for name in told.players]
        chosen = [person.pk for person in persons if person is not None]
        if len(set(chosen)) < len(chosen):
            raise Refused("one_person", "", names=", ".join(told.players))
        return Arriving(
            pulka=told,
            club=self.club,
            source=Source.PAPER,
            step=PulkaStep.SETTLED,
            title=self.title or _("Paper pulka"),
            persons=persons,
            content=digest_of(told),
            evening=self.evening,
            me=self.me if self.club is None else None,
        )

    @property
    def alike(self) -> list[Pulka]:
        """Pulkas that may be this one: the same players at the same time, or their same result."""
        told, when = self.pulka, self._when
        if when is None:
            return []
        players = [self._someone(seat) for seat in range(len(told.players))]
        return likely_duplicates(players, self.club, when, self.calculation.steps.settlement.whists)

    def _someone(self, seat: int) -> Player | str:
        """A player as a person, where he is one."""
        name = self._name(seat)
        if self.club is None:
            return self.me if seat == self.my_seat else name
        chosen = self._choice(seat).person
        found = (each.player for each in self.people if each.player.pk == chosen)
        return next(found, None) or name

    @property
    def _when(self) -> datetime | date | None:
        """Of the evening that is on, now."""
        now = timezone.now()
        return now if self.evening == evening_at(self.club, now) else self.evening

    # -- the next one

    @property
    def next_query(self) -> str:
        """What the next sheet of a row begins with: the same players, by the same agreement."""
        pairs = self.sheet.pairs
        kept = {key: pairs[key] for key in KEPT if key in pairs}
        names = {name_key(seat): self._name(seat) for seat in range(self.sheet.size)}
        who = {key: said for key, said in self.given.items() if key.startswith("who-") and said}
        more = {key: self.given[key] for key in ("title", "me") if self.given.get(key)}
        return urlencode({**kept, **names, **who, **more})


def today(club: Club | None) -> str:
    """The evening that is on."""
    return evening_at(club, timezone.now()).isoformat()
