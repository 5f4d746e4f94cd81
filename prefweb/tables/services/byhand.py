"""Entries by hand: a player writes in his own columns between deals, with a reason.

One in its owner's favour counts once another seat has confirmed it, any other at once.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils import timezone

from prefweb.players.models import Player
from prefweb.tables.deals.protocol import Told
from prefweb.tables.models import Hand, Pulka, PulkaStep
from prefweb.tables.models import Seat as SeatRow
from prefweb.tables.pulkas.course import Course
from prefweb.tables.pulkas.hands import deciders, is_sealed, needs_confirmation
from prefweb.tables.services.changes import end_or_go_on, renew
from prefweb.tables.services.consenting import seat_held, speaks_for
from prefweb.tables.services.writing import is_repeated, locked, log, publish
from scoring import Area, Seat

State = Hand.State
AGREED: dict[str, str] = {Hand.Kind.MANUAL: "hand_agreed", Hand.Kind.FINE: "fine_agreed"}
DECLINED: dict[str, str] = {Hand.Kind.MANUAL: "hand_declined", Hand.Kind.FINE: "fine_declined"}
"""What the log calls an answer, by the kind of entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What somebody wants written: the column, how much more or less, and why."""

    uid: str
    area: Area
    amount: Fraction
    note: str
    against: Seat | None = None
    seat: Seat | None = None
    """Another seat's column, that has no phone."""


def write(slug: str, player: Player, wish: Wish) -> Hand | None:
    """An entry by hand; None where this very form has been taken before. Raises Told."""
    with locked(slug) as pulka:
        if is_repeated(pulka, wish.uid):
            return None
        mine = seat_held(pulka, player)
        owner = speaks_for(pulka, mine, wish.seat)
        course = Course.load(pulka)
        _must_be_between_deals(course)
        _must_be_an_entry(pulka, owner.index, wish)
        hand = _entered(course, owner.index, mine.index, wish)
        is_pending = needs_confirmation(hand, pulka.size)
        proxy = owner.pk != mine.pk
        _log(pulka, "hand", player, hand, seat=owner.index, proxy=proxy, uid=wish.uid)
        if not is_pending:
            _count(course, hand, player)
        publish(pulka)
        return hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What a phone says to an entry: for its own seat, or for one without a phone."""

    uid: str
    hand: int
    seat: Seat | None = None


def agree(slug: str, player: Player, decision: Decision) -> None:
    """Another seat confirms an entry, or takes a fine: it counts from now on. Raises Told."""
    with locked(slug) as pulka:
        if is_repeated(pulka, decision.uid):
            return
        hand, mine, seat = _pending_for(pulka, player, decision)
        hand.answered = seat.index
        _log_answer(pulka, AGREED[hand.kind], player, hand, mine, seat, decision.uid)
        _count(Course.load(pulka), hand, player)
        publish(pulka)


def decline(slug: str, player: Player, decision: Decision) -> None:
    """It is not to be written; a declined fine is a courtesy. Raises Told."""
    with locked(slug) as pulka:
        if is_repeated(pulka, decision.uid):
            return
        hand, mine, seat = _pending_for(pulka, player, decision)
        hand.answered, hand.state = seat.index, State.DECLINED
        hand.save()
        _log_answer(pulka, DECLINED[hand.kind], player, hand, mine, seat, decision.uid)
        publish(pulka)


def withdraw(slug: str, player: Player, decision: Decision) -> None:
    """Who wrote an entry takes it back, until it is sealed by the next order. Raises Told."""
    with locked(slug) as pulka:
        if is_repeated(pulka, decision.uid):
            return
        mine = seat_held(pulka, player)
        hand = _standing(pulka, decision.hand)
        if hand.kind != Hand.Kind.MANUAL or mine.index not in (hand.author, hand.seat):
            raise Told("hand_not_yours")
        counted = hand.state == State.COUNTED
        if counted and is_sealed(Course.load(pulka), hand):
            raise Told("hand_sealed")
        hand.state = State.WITHDRAWN
        hand.save()
        _log(pulka, "hand_withdrawn", player, hand, seat=mine.index, uid=decision.uid)
        if counted:
            renew(pulka)
            end_or_go_on(pulka, player)
        publish(pulka)


def must_be_decided(pulka: Pulka) -> None:
    """Nothing is settled over an entry that waits for its answer. Raises Told."""
    hand = pulka.hands.filter(state=State.PENDING).first()
    if hand is None:
        return
    if hand.asked is not None:
        raise Told("fine_waits", seat=hand.asked)
    raise Told("hand_waits", seat=hand.seat)


def lapse(pulka: Pulka, player: Player | None) -> None:
    """Nobody has answered for a day: what waits is not written."""
    for hand in pulka.hands.filter(state=State.PENDING):
        hand.state = State.DECLINED
        hand.save()
        _log(pulka, "hand_lapsed", player, hand, seat=hand.seat)


def as_data(hand: Hand) -> dict[str, Any]:
    """An entry as the log keeps it."""
    return {
        "hand": hand.pk,
        "seat": hand.seat,
        "area": hand.area,
        "against": hand.against,
        "amount": hand.amount,
        "note": hand.note,
    }


def _must_be_between_deals(course: Course) -> None:
    if course.pulka.step not in (PulkaStep.PLAYING, PulkaStep.ENDED):
        raise Told("not_playing")
    if course.is_open:
        raise Told("deal_open")


def _must_be_an_entry(pulka: Pulka, owner: Seat, wish: Wish) -> None:
    if not wish.amount:
        raise Told("hand_zero")
    if not wish.note:
        raise Told("hand_why")
    others = [seat for seat in range(pulka.size) if seat != owner]
    if wish.against not in (others if wish.area is Area.WHISTS else [None]):
        raise Told("no_such_column")


def _entered(course: Course, owner: Seat, author: Seat, wish: Wish) -> Hand:
    return Hand.objects.create(
        pulka=course.pulka,
        after=course.by_hand_after,
        state=State.PENDING,
        seat=owner,
        area=wish.area,
        against=wish.against,
        amount=str(wish.amount),
        note=wish.note,
        author=author,
    )


def _count(course: Course, hand: Hand, player: Player) -> None:
    """On the sheet, where it stands now. Told `hand_past_end` where a deal would fall off it."""
    pulka, stood = course.pulka, len(course.scored)
    hand.state, hand.after, hand.at = State.COUNTED, course.by_hand_after, timezone.now()
    hand.save()
    if len(Course.load(pulka).scored) != stood + 1:
        raise Told("hand_past_end")
    renew(pulka)
    end_or_go_on(pulka, player)


def _standing(pulka: Pulka, pk: int) -> Hand:
    """An entry that can still change. Raises Told."""
    if pulka.step not in (PulkaStep.PLAYING, PulkaStep.ENDED):
        raise Told("not_playing")
    hand = pulka.hands.filter(pk=pk, state__in=(State.PENDING, State.COUNTED)).first()
    if hand is None:
        raise Told("hand_decided")
    return hand


def _pending_for(pulka: Pulka, player: Player, decision: Decision) -> tuple[Hand, SeatRow, SeatRow]:
    """The entry, the seat of the phone, and the seat it decides for. Raises Told."""
    mine = seat_held(pulka, player)
    hand = _standing(pulka, decision.hand)
    if hand.state != State.PENDING:
        raise Told("hand_decided")
    seat = speaks_for(pulka, mine, decision.seat)
    if seat.index not in deciders(hand, pulka.size):
        raise Told("hand_not_for_you")
    return hand, mine, seat


def _log_answer(
    pulka: Pulka, action: str, player: Player, hand: Hand, mine: SeatRow, seat: SeatRow, uid: str
) -> None:
    _log(pulka, action, player, hand, seat=seat.index, proxy=seat.pk != mine.pk, uid=uid)


def _log(pulka: Pulka, action: str, player: Player | None, hand: Hand, **details: Any) -> None:
    details["uid"] = details.get("uid") or None
    log(pulka, action, player, after=as_data(hand), **details)
