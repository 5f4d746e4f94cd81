"""The end of a pulka: confirming, settling, a rematch, closing the table."""

from django.utils import timezone

from prefweb.players.models import Player
from prefweb.tables.access import seat_of
from prefweb.tables.agreements import Agreement
from prefweb.tables.deals.protocol import Told
from prefweb.tables.models import Consent, Pulka, PulkaStep
from prefweb.tables.pulkas.continuations import same_players
from prefweb.tables.pulkas.course import Course, result_mark
from prefweb.tables.services.byhand import lapse, must_be_decided
from prefweb.tables.services.changes import UNTIL_SETTLED, close_questions
from prefweb.tables.services.consenting import speaks_for
from prefweb.tables.services.continuing import seat_again
from prefweb.tables.services.results import keep_results
from prefweb.tables.services.seating import begin, new_pulka
from prefweb.tables.services.writing import locked, log, publish


def confirm(slug: str, player: Player, seen: str, index: int | None = None) -> None:
    """A seat agrees to the settlement it has seen; the last one settles the pulka.

    Any seated player may answer for a seat without a phone, where the table lets others post.
    """
    with locked(slug) as pulka:
        _must_be_over(pulka)
        mine = seat_of(pulka, player)
        if mine is None:
            raise Told("not_seated")
        seat = speaks_for(pulka, mine, index)
        if seen != result_mark(_course(pulka).settlement):
            raise Told("other_result")
        must_be_decided(pulka)
        if seat.confirmed:
            return
        seat.confirmed = timezone.now()
        seat.save(update_fields=["confirmed"])
        log(pulka, "confirms", player, seat=seat.index, proxy=seat.pk != mine.pk)
        if not pulka.seats.filter(confirmed=None).exists():
            _settle(pulka, player)
        publish(pulka)


def settle_after_a_day(slug: str, host: Player) -> None:
    """The host settles what somebody has left unconfirmed for a day."""
    with locked(slug) as pulka:
        _must_be_over(pulka)
        if not pulka.is_left_alone:
            raise Told("too_early")
        lapse(pulka, host)
        _settle(pulka, host)
        publish(pulka)


def rematch(slug: str, host: Player, *, with_changes: bool = False) -> Pulka:
    """A new pulka at the same table, same seats and agreement; the old one is settled by it.

    It begins at once, or gathers first where something is to change.
    """
    with locked(slug) as pulka:
        if not _is_over(pulka):
            raise Told("not_over")
        if (following := _following(pulka)) is not None:
            return following
        if pulka.table.closed:
            raise Told("table_closed")
        if pulka.step == PulkaStep.ENDED:
            must_be_decided(pulka)
            _settle(pulka, host)
        close_questions(pulka, host, Consent.Kind.HOST)
        fresh = _follow(pulka)
        if not with_changes:
            begin(fresh, host)
            fresh.save()
        log(pulka, "rematch", host, after=fresh.slug)
        publish(pulka)
        return fresh


def close_table(slug: str, host: Player) -> None:
    """The table's code opens nothing any more; what was played stays readable."""
    with locked(slug) as pulka:
        if pulka.step in (PulkaStep.PLAYING, PulkaStep.ENDED) or _following(pulka):
            raise Told("not_over")
        if pulka.step == PulkaStep.SEATING:
            pulka.step = PulkaStep.ABANDONED
        pulka.table.closed = timezone.now()
        pulka.table.save(update_fields=["closed"])
        log(pulka, "closed", host)
        publish(pulka)


def _following(pulka: Pulka) -> Pulka | None:
    """The pulka this one was followed by at its table."""
    return Pulka.objects.filter(follows=pulka).first()


def _is_over(pulka: Pulka) -> bool:
    """Whether another pulka can follow: it has ended, or was given up while it was played."""
    is_given_up = pulka.step == PulkaStep.ABANDONED and pulka.started is not None
    return is_given_up or pulka.step in (PulkaStep.ENDED, PulkaStep.SETTLED)


def _course(pulka: Pulka) -> Course:
    return Course.load(pulka)


def _must_be_over(pulka: Pulka) -> None:
    if pulka.step != PulkaStep.ENDED:
        raise Told("settled_already" if pulka.step == PulkaStep.SETTLED else "not_over")


def _settle(pulka: Pulka, player: Player) -> None:
    """From now on the result stands."""
    keep_results(pulka)
    pulka.step, pulka.settled = PulkaStep.SETTLED, timezone.now()
    log(pulka, "settled", player)
    close_questions(pulka, player, *UNTIL_SETTLED)


def _follow(pulka: Pulka) -> Pulka:
    """The next pulka of the table, its seats taken by the same players; the deal goes on."""
    ahead = same_players(_course(pulka))
    fresh = new_pulka(
        pulka.table,
        Agreement.of(pulka),
        first_dealer=ahead.dealer,
        follows=pulka,
        scribe=pulka.scribe,
    )
    seat_again(pulka, fresh, ahead.places)
    return fresh
