"""Going on: the pulka closes, and a linked one begins at once with its sheet."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from django.utils import timezone

from prefweb.players.models import Player
from prefweb.players.services import clean_name
from prefweb.tables.agreements import Agreement
from prefweb.tables.deals.protocol import Told
from prefweb.tables.models import Consent, Hand, Pulka, PulkaStep, Seat
from prefweb.tables.pulkas.continuations import (
    FEWEST,
    MOST,
    Continuation,
    parting,
    same_players,
    with_newcomer,
    without,
)
from prefweb.tables.pulkas.course import Course
from prefweb.tables.pulkas.openings import opening_data, opening_of
from prefweb.tables.services.changes import Change, end_or_go_on
from prefweb.tables.services.seating import begin, member_called, new_pulka
from prefweb.tables.services.writing import log
from scoring import PRESETS, Game, Settlement, money_of, start
from scoring.version import RULES_VERSION

LONGEST = {"target": 1000, "minutes": 1440, "laps": 100}
"""How far a pulka can be extended, by what it ends with."""


# -- another target


def _may_extend(course: Course, consent: Consent) -> None:
    """Raises Told where it cannot go on to this target, or not now."""
    _must_be_between_deals(course, PulkaStep.PLAYING, PulkaStep.ENDED)
    _must_not_be_over(_extended(course, consent))


def _extend(pulka: Pulka, consent: Consent, player: Player) -> None:
    _go_on(pulka, _extended(Course.load(pulka), consent), player)


def _extended(course: Course, consent: Consent) -> "Next":
    """The same table to the new target; on time, the clock starts once more."""
    agreed = Agreement.of(course.pulka)
    target, minutes, laps = (_length(consent.value, name) for name in LONGEST)
    if agreed.target is None:
        longer = replace(agreed, minutes=minutes, laps=laps)
    else:
        longer = replace(agreed, target=target)
    if target is not None and target == agreed.target:
        raise Told("same_target")
    if not (longer.target or longer.minutes or longer.laps):
        raise Told("bad_form")
    return Next(same_players(course), longer, restarts_clock=True)


def _length(value: Any, name: str) -> int | None:
    """How long, as somebody asked for it. Raises Told."""
    found = value.get(name) if isinstance(value, Mapping) else None
    if found is None:
        return None
    if not isinstance(found, int) or not 1 <= found <= LONGEST[name]:
        raise Told("no_such_length", limit=LONGEST[name])
    return found


# -- one more player


def _may_join(course: Course, consent: Consent) -> None:
    """Raises Told where nobody can join, or not now."""
    _must_be_between_deals(course, PulkaStep.PLAYING)
    _must_fit(course, course.pulka.size + 1)
    _newcomer(course.pulka, consent)
    _must_not_be_over(_joined(course, consent))


def _join(pulka: Pulka, consent: Consent, player: Player) -> None:
    _go_on(pulka, _joined(Course.load(pulka), consent), player, _newcomer(pulka, consent))


def _joined(course: Course, consent: Consent) -> "Next":
    going_on = with_newcomer(course, _seat_in(course.pulka, consent.value, "after"))
    return Next(going_on, _resized(course, going_on))


def _newcomer(pulka: Pulka, consent: Consent) -> str:
    """His name, which nobody at the table has. Raises Told."""
    name = clean_name(str((consent.value or {}).get("name", "")))
    if not name:
        raise Told("name_missing")
    if any(name.casefold() == seat.name.casefold() for seat in pulka.seats.all()):
        raise Told("name_taken", name=name)
    return name


# -- a player leaves for good


def _may_part(course: Course, consent: Consent) -> None:
    """Raises Told where nobody can leave, or not now."""
    _must_be_between_deals(course, PulkaStep.PLAYING)
    _must_fit(course, course.pulka.size - 1)
    _seat_in(course.pulka, consent.value, "seat")


def _part(pulka: Pulka, consent: Consent, player: Player) -> None:
    """The leaver is settled with each of the others; they go on."""
    leaver = _seat_in(pulka, consent.value, "seat")
    course = Course.load(pulka)
    _keep_parting(pulka, course.settlement, leaver)
    going_on = without(course, leaver)
    _go_on(pulka, Next(going_on, _resized(course, going_on)), player)


def _keep_parting(pulka: Pulka, settlement: Settlement, leaver: int) -> None:
    convention = Agreement.of(pulka).convention
    whists = parting(settlement, leaver, convention.rounding)
    money = money_of(whists, pulka.stake, pulka.currency)
    for seat in pulka.seats.all():
        seat.whists, seat.money = str(whists[seat.index]), money[seat.index]
        seat.save(update_fields=["whists", "money"])
    pulka.rules_version = RULES_VERSION


EXTEND = Change(_may_extend, _extend)
JOIN = Change(_may_join, _join)
PART = Change(_may_part, _part)


# -- what they share


@dataclass(frozen=True, slots=True)
class Next:
    """The next pulka: its sheet and seats, and its agreement."""

    going_on: Continuation
    agreement: Agreement
    restarts_clock: bool = False

    def game(self) -> Game:
        """It as the engine takes it, before its first deal."""
        return Game(
            convention=self.agreement.convention,
            players=self.agreement.size,
            target=self.agreement.target,
            first_dealer=self.going_on.dealer,
            opening=opening_of(self.opening()),
        )

    def opening(self) -> dict[str, Any]:
        return opening_data(self.going_on.sheet, self.going_on.raspasy)


def _resized(course: Course, going_on: Continuation) -> Agreement:
    """The same agreement for other players; of the laps of a game on time the rest."""
    pulka = course.pulka
    laps = pulka.laps and max(1, ceil(pulka.laps - course.laps))
    return replace(Agreement.of(pulka), size=len(going_on.places), laps=laps)


def _must_be_between_deals(course: Course, *steps: PulkaStep) -> None:
    pulka = course.pulka
    if pulka.table.closed:
        raise Told("table_closed")
    if pulka.step not in steps:
        raise Told("not_playing")
    if course.is_open:
        raise Told("between_deals")
    hand = pulka.hands.filter(state=Hand.State.PENDING).first()
    if hand is not None:
        raise Told("hand_waits", seat=hand.seat)


def _must_fit(course: Course, size: int) -> None:
    allowed = PRESETS[course.pulka.preset].players
    if size > MOST or size < FEWEST or size not in allowed:
        raise Told("not_so_many", count=size)


def _must_not_be_over(following: Next) -> None:
    if start(following.game()).over is not None:
        raise Told("over_at_once")


def _seat_in(pulka: Pulka, value: Any, name: str) -> int:
    found = value.get(name) if isinstance(value, Mapping) else None
    if not isinstance(found, int) or not 0 <= found < pulka.size:
        raise Told("no_such_seat")
    return found


def _go_on(pulka: Pulka, following: Next, player: Player, newcomer: str = "") -> None:
    """Close this pulka and begin the next one; whoever calls saves and publishes this one."""
    going_on = following.going_on
    pulka.step, pulka.ended = PulkaStep.CONTINUED, pulka.ended or timezone.now()
    fresh = new_pulka(
        pulka.table,
        following.agreement,
        first_dealer=going_on.dealer,
        follows=pulka,
        opening=following.opening(),
        scribe=_moved(going_on, pulka.scribe),
        clock=None if following.restarts_clock else pulka.clock,
    )
    seat_again(pulka, fresh, going_on.places, newcomer)
    log(pulka, "continued", player, after=fresh.slug)
    begin(fresh, player, "goes_on")
    end_or_go_on(fresh, player)
    fresh.save()


def _moved(going_on: Continuation, seat: int | None) -> int | None:
    return going_on.places.index(seat) if seat in going_on.places and seat is not None else None


def _kept_for(pulka: Pulka, name: str) -> Seat:
    return Seat(name=name, person=member_called(pulka, name))


def seat_again(
    pulka: Pulka, fresh: Pulka, places: tuple[int | None, ...], newcomer: str = ""
) -> None:
    """The same people sit down at the next pulka."""
    before = {seat.index: seat for seat in pulka.seats.all()}
    for place, seat in zip(places, fresh.seats.all(), strict=True):
        old = before[place] if place is not None else _kept_for(pulka, newcomer)
        seat.player, seat.person, seat.name = old.player, old.person, old.name
        seat.save(update_fields=["player", "person", "name"])
