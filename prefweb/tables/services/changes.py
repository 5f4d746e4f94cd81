"""What follows from a sheet that has changed, and what all seats together may change."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils import timezone

from prefweb.players.models import Player
from prefweb.tables.deals.protocol import Told
from prefweb.tables.models import Consent, Pulka, PulkaStep
from prefweb.tables.pulkas.course import Course
from prefweb.tables.services.writing import log
from scoring import Ending, Refused


@dataclass(frozen=True, slots=True)
class Change:
    """One kind of change by consent: whether it can be, and how it is carried out.

    `check` raises Told where it cannot be (any more); both run under the pulka's lock.
    """

    check: Callable[[Course, Consent], None]
    carry_out: Callable[[Pulka, Consent, Player], None]


def renew(pulka: Pulka) -> None:
    """The sheet has changed: who agreed to a change has agreed to another result."""
    for consent in pulka.consents.filter(outcome=Consent.Outcome.OPEN):
        if consent.kind in UNMOVED:
            continue
        asker = str(consent.seat)
        kept = {seat: by for seat, by in consent.answers.items() if seat == asker}
        if kept == consent.answers:
            continue
        consent.answers = kept
        consent.save(update_fields=["answers"])
        log(pulka, "renewed", None, deal=consent.deal, before=consent.kind)


UNMOVED = (Consent.Kind.HOST, Consent.Kind.ABANDON)
"""Kinds for which the sheet does not matter."""


WHILE_PLAYED = (Consent.Kind.STOP, Consent.Kind.JOIN, Consent.Kind.PART)
"""Kinds that are asked only before the end."""
UNTIL_SETTLED = (*WHILE_PLAYED, Consent.Kind.EXTEND, Consent.Kind.ABANDON)
"""Kinds that are asked only before the result stands."""


def end_or_go_on(pulka: Pulka, player: Player | None) -> None:
    """The pulka ends with its last pool, by time or by consent; mended, it may go on again.

    What was agreed to is one result: another one has to be agreed to anew. Raises Told where the
    rules cannot take a deal.
    """
    reason = _ending_now(pulka)
    if reason is not None:
        pulka.ended = timezone.now()
        pulka.seats.update(confirmed=None)
    if reason is not None and pulka.step == PulkaStep.PLAYING:
        pulka.step, pulka.reason = PulkaStep.ENDED, reason
        log(pulka, "ended", player, after=pulka.reason)
        close_questions(pulka, player, *WHILE_PLAYED)
    elif reason is not None and pulka.reason != Ending.CONSENT:
        pulka.reason = reason
    elif reason is None and pulka.step == PulkaStep.ENDED:
        pulka.step, pulka.ended = PulkaStep.PLAYING, None
        if pulka.reason != Ending.CONSENT:
            pulka.reason = ""
        log(pulka, "reopened", player)


def close_questions(pulka: Pulka, player: Player | None, *kinds: Consent.Kind) -> None:
    """Questions of these kinds (of any) that are settled without an answer."""
    still_open = pulka.consents.filter(outcome=Consent.Outcome.OPEN)
    for consent in still_open.filter(kind__in=kinds) if kinds else still_open:
        consent.outcome, consent.closed = Consent.Outcome.WITHDRAWN, timezone.now()
        consent.save(update_fields=["outcome", "closed"])
        log(pulka, "moot", player, deal=consent.deal, before=consent.kind)


def _ending_now(pulka: Pulka) -> Ending | None:
    """What ends the pulka with the new post. Raises Told where the rules cannot take it."""
    try:
        return Course.load(pulka).ending(timezone.now())
    except Refused as refused:
        raise Told("refused", faults=refused.faults) from refused
