"""Questions to every seat: asked, agreed to by all, refused by one, withdrawn by the asker.

One is open at a time; play goes on meanwhile. Silence is never consent.
"""

from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from prefweb.players.models import Player
from prefweb.tables.access import seat_of, writes_for_others
from prefweb.tables.deals.protocol import Told
from prefweb.tables.models import Consent, Pulka, Seat
from prefweb.tables.pulkas.consents import asked, consent_mark
from prefweb.tables.pulkas.course import Course
from prefweb.tables.services import continuing, hosting, mending, stopping
from prefweb.tables.services.changes import Change
from prefweb.tables.services.writing import is_repeated, locked, log, publish

Kind, Outcome = Consent.Kind, Consent.Outcome

CHANGES: dict[Consent.Kind, Change] = {
    Kind.EXTEND: continuing.EXTEND,
    Kind.JOIN: continuing.JOIN,
    Kind.PART: continuing.PART,
    Kind.HOST: hosting.TAKE_OVER,
    **mending.CHANGES,
    **stopping.CHANGES,
}
"""What each kind of question leads to; the modules of the changes enter theirs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What somebody asks everybody: its kind, about which deal, the new value, his reason."""

    uid: str
    kind: str
    deal: int | None = None
    value: Any = None
    why: str = ""


def ask(slug: str, player: Player, wish: Wish) -> None:
    """Put a question to everybody. Raises Told where there is one already, or it cannot be."""
    with locked(slug) as pulka:
        if is_repeated(pulka, wish.uid):
            return
        mine = seat_held(pulka, player)
        if pulka.consents.filter(outcome=Outcome.OPEN).exists():
            raise Told("asked_already")
        consent = Consent(
            pulka=pulka,
            kind=wish.kind,
            seat=mine.index,
            deal=wish.deal,
            value=wish.value,
            why=wish.why,
            answers={str(mine.index): mine.index},
        )
        may_be_asked(Course.load(pulka), consent)
        consent.save()
        _log(pulka, "asks", player, consent, seat=mine.index, after=wish.value, uid=wish.uid)
        _carry_out_if_agreed(pulka, consent, player)
        publish(pulka)


def may_be_asked(course: Course, consent: Consent) -> None:
    """Raises Told where everybody together could not change this."""
    CHANGES[Kind(consent.kind)].check(course, consent)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a phone says to a question it has seen: `seen` is `consent_mark` as it was drawn."""

    uid: str
    consent: int
    seen: str = ""
    seat: int | None = None
    """Another seat, that has no phone."""


def agree(slug: str, player: Player, answer: Answer) -> None:
    """One seat agrees; the last one carries the change out. Raises Told."""
    with locked(slug) as pulka:
        if is_repeated(pulka, answer.uid):
            return
        consent, mine, seat = _open_for(pulka, player, answer)
        course = Course.load(pulka)
        if answer.seen != consent_mark(course, consent):
            raise Told("other_preview")
        if str(seat.index) in consent.answers:
            return
        consent.answers[str(seat.index)] = mine.index
        consent.save(update_fields=["answers"])
        proxy = seat.pk != mine.pk
        _log(pulka, "agrees", player, consent, seat=seat.index, proxy=proxy, uid=answer.uid)
        _carry_out_if_agreed(pulka, consent, player)
        publish(pulka)


def refuse(slug: str, player: Player, answer: Answer) -> None:
    """One refusal ends the question."""
    with locked(slug) as pulka:
        if is_repeated(pulka, answer.uid):
            return
        consent, mine, seat = _open_for(pulka, player, answer)
        proxy = seat.pk != mine.pk
        _close(consent, Outcome.REFUSED)
        _log(pulka, "refuses", player, consent, seat=seat.index, proxy=proxy, uid=answer.uid)
        publish(pulka)


def withdraw(slug: str, player: Player, answer: Answer) -> None:
    """The asker takes his question back."""
    with locked(slug) as pulka:
        if is_repeated(pulka, answer.uid):
            return
        consent, mine, _seat = _open_for(pulka, player, answer)
        if consent.seat != mine.index:
            raise Told("not_your_question")
        _close(consent, Outcome.WITHDRAWN)
        _log(pulka, "takes_back", player, consent, seat=mine.index, uid=answer.uid)
        publish(pulka)


def _open_for(pulka: Pulka, player: Player, answer: Answer) -> tuple[Consent, Seat, Seat]:
    """The open question, the seat of the phone, and the seat it answers for. Raises Told."""
    mine = seat_held(pulka, player)
    consent = pulka.consents.filter(pk=answer.consent, outcome=Outcome.OPEN).first()
    if consent is None:
        raise Told("question_closed")
    return consent, mine, speaks_for(pulka, mine, answer.seat)


def speaks_for(pulka: Pulka, mine: Seat, index: int | None) -> Seat:
    """The seat that this one answers for: itself, or one without a phone. Raises Told."""
    if index is None or index == mine.index:
        return mine
    seat = pulka.seats.filter(index=index).first()
    if seat is None:
        raise Told("no_such_seat")
    if seat.player_id is not None or not writes_for_others(pulka, mine.index):
        raise Told("not_your_seat", seat=index)
    return seat


def seat_held(pulka: Pulka, player: Player) -> Seat:
    """The seat of this phone. Raises Told where it has none."""
    mine = seat_of(pulka, player)
    if mine is None:
        raise Told("not_seated")
    return mine


def _carry_out_if_agreed(pulka: Pulka, consent: Consent, player: Player) -> None:
    if any(str(seat) not in consent.answers for seat in asked(pulka, consent)):
        return
    change = CHANGES[Kind(consent.kind)]
    change.check(Course.load(pulka), consent)
    _close(consent, Outcome.AGREED)
    change.carry_out(pulka, consent, player)


def _close(consent: Consent, outcome: Consent.Outcome) -> None:
    consent.outcome, consent.closed = outcome, timezone.now()
    consent.save()


def _log(pulka: Pulka, action: str, player: Player, consent: Consent, **details: Any) -> None:
    details["uid"] = details.get("uid") or None
    log(pulka, action, player, deal=consent.deal, before=consent.kind, **details)
