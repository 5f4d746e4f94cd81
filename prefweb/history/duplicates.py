"""Pulkas that may be the same game twice: the same players, minutes apart, or the same result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TypeAlias
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone

from prefweb.clubs.evenings import evening_at
from prefweb.clubs.models import Club
from prefweb.players.models import Player
from prefweb.tables.access import Deed, is_held_by, viewer_with
from prefweb.tables.models import Pulka, PulkaStep, Seat
from prefweb.tables.pages.queries import PulkaPage
from prefweb.tables.pulkas.openings import exact
from scoring import Number

MINUTES = timedelta(minutes=30)
"""How far apart the same players do not play two pulkas to their end."""
DAY = timedelta(days=1)
"""Who has not ended a pulka for so long has left it."""
FEW = 5
"""How many are named at most."""
BEGUN = (PulkaStep.PLAYING, PulkaStep.ENDED, PulkaStep.SETTLED)
"""Not those that gather, nor those given up, nor those whose sheet another one goes on with."""

Someone: TypeAlias = Player | str
"""A person, or a name that is nobody's in particular."""


def likely_duplicates(
    players: Sequence[Someone],
    club: Club | None,
    when: datetime | date,
    totals: Sequence[Number] | None = None,
) -> list[Pulka]:
    """Pulkas of the same players that were played, or entered, at the same time; newest first.

    `when` is the beginning, or the evening where only that is known. `totals` are the whists of
    the players in their order: on the same evening, what has another result is another pulka.
    A name that is nobody's stands for its bearer within a club; without a club somebody of the
    players has to be a person.
    """
    asked = _Asked(tuple(players), when, _evening(club, when), totals)
    found = [pulka for pulka in _candidates(asked, club) if asked.is_like(pulka)]
    return found[:FEW]


def _evening(club: Club | None, when: datetime | date) -> date:
    """The evening of a moment; a date is one already."""
    return evening_at(club, when) if isinstance(when, datetime) else when


def begun_elsewhere(page: PulkaPage) -> list[Pulka]:
    """What those who gather have running at another table, or have just ended there.

    For whoever starts the table and may look at it; nothing before every seat is taken.
    """
    if not page.viewer.may(Deed.MANAGE) or not all(seat.is_taken for seat in page.seats):
        return []
    found = likely_duplicates([_sitting(seat) for seat in page.seats], None, timezone.now())
    elsewhere = [pulka for pulka in found if pulka.table_id != page.table.pk]
    return [pulka for pulka in elsewhere if _may_see(pulka, page.viewer.key)]


def _may_see(pulka: Pulka, key: UUID | None) -> bool:
    """Whether he may look at it. Who sits there is not asked what he is in its club."""
    sits = any(is_held_by(seat, key) for seat in pulka.seats.all())
    return sits or viewer_with(pulka, key).may(Deed.SEE)


def _sitting(seat: Seat) -> Someone:
    """Whose game it will be. The player is there already, another person is asked for."""
    if seat.player is not None and seat.person_id in (None, seat.player_id):
        return seat.player
    return seat.person or seat.name


@dataclass(frozen=True, slots=True)
class _Asked:
    """The pulka that others are compared with."""

    players: tuple[Someone, ...]
    when: datetime | date
    evening: date
    totals: Sequence[Number] | None

    @property
    def persons(self) -> list[Player]:
        return [each for each in self.players if isinstance(each, Player)]

    def is_like(self, pulka: Pulka) -> bool:
        """Whether the same people sat there at the same time, or with the same result."""
        seats = self._seats_in(list(pulka.seats.all()))
        if seats is None:
            return False
        if isinstance(self.when, datetime) and pulka.started is not None:
            return _is_near(pulka, self.when) or self._has_same_result(pulka, seats)
        return pulka.evening == self.evening and self._may_have_same_result(seats)

    def _seats_in(self, seats: list[Seat]) -> list[Seat] | None:
        """The seat of each player; None where somebody else sits there."""
        found = []
        for player in sorted(self.players, key=lambda each: isinstance(each, str)):
            seat = next((seat for seat in seats if _sits(player, seat)), None)
            if seat is None:
                return None
            seats.remove(seat)
            found.append((player, seat))
        if seats:
            return None
        by_player = dict(found)
        return [by_player[player] for player in self.players]

    def _has_same_result(self, pulka: Pulka, seats: list[Seat]) -> bool:
        is_same_evening = pulka.evening == self.evening
        return is_same_evening and self.totals is not None and self._may_have_same_result(seats)

    def _may_have_same_result(self, seats: list[Seat]) -> bool:
        """Whether no result says otherwise."""
        if self.totals is None or not all(seat.whists for seat in seats):
            return True
        return [exact(seat.whists) for seat in seats] == list(self.totals)


def _sits(player: Someone, seat: Seat) -> bool:
    """Whether it is his seat: by the person, or by the name where either is nobody's."""
    if isinstance(player, str):
        return seat.name.casefold() == player.casefold()
    if seat.person is not None:
        return seat.person.main_id == player.main_id
    return seat.name.casefold() == player.name.casefold()


def _is_near(pulka: Pulka, when: datetime) -> bool:
    """Whether it was on at that moment, or minutes before or after."""
    began = pulka.started or pulka.created
    ended = pulka.ended or began + DAY
    return began - MINUTES <= when <= ended + MINUTES


def _candidates(asked: _Asked, club: Club | None) -> QuerySet[Pulka]:
    """Pulkas of about that day, of the club or with one of them, each with its seats."""
    days = Q(evening__range=(asked.evening - DAY, asked.evening + DAY))
    found = Pulka.objects.filter(days, size=len(asked.players), step__in=BEGUN)
    if club is not None:
        found = found.filter(club=club)
    elif asked.persons:
        theirs = Seat.objects.filter(person__main=asked.persons[0].main_id)
        found = found.filter(pk__in=theirs.values("pulka"))
    else:
        found = found.none()
    seats = Prefetch("seats", Seat.objects.select_related("player", "person"))
    return found.select_related("table__host", "club").prefetch_related(seats).order_by("-id")
