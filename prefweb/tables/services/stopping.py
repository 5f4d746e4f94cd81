"""A pulka that ends before its end: stopped and settled by consent, or abandoned."""

from django.utils import timezone

from prefweb.players.models import Player
from prefweb.tables.deals.protocol import Told
from prefweb.tables.models import Consent, Pulka, PulkaStep
from prefweb.tables.pulkas.consents import is_left_for_a_week
from prefweb.tables.pulkas.course import Course
from prefweb.tables.services.changes import Change, close_questions, end_or_go_on
from prefweb.tables.services.writing import locked, log, publish
from scoring import Ending


def check_stop(course: Course, _consent: Consent) -> None:
    """A pulka that is played and does not stop already."""
    _must_be_played(course.pulka)
    if course.pulka.reason == Ending.CONSENT:
        raise Told("stops_already")


def check_abandon(course: Course, _consent: Consent) -> None:
    """A pulka without a result that stands."""
    if course.pulka.step not in (PulkaStep.PLAYING, PulkaStep.ENDED):
        raise Told("not_playing")


def stop(pulka: Pulka, consent: Consent, player: Player) -> None:
    """It ends now, or with the deal that is open: written or withdrawn."""
    pulka.reason, pulka.why = Ending.CONSENT, consent.why
    if Course.load(pulka).is_open:
        log(pulka, "stops", player, after=consent.why)
    end_or_go_on(pulka, player)


def abandon_by_consent(pulka: Pulka, consent: Consent, player: Player) -> None:
    """It has no result; what was played stays readable."""
    pulka.why = consent.why
    _abandon(pulka, player)


def abandon(slug: str, host: Player) -> None:
    """The host gives up what nobody has played on for a week. Raises Told."""
    with locked(slug) as pulka:
        _must_be_played(pulka)
        if not is_left_for_a_week(pulka):
            raise Told("left_too_short")
        _abandon(pulka, host)
        publish(pulka)


def _must_be_played(pulka: Pulka) -> None:
    if pulka.step != PulkaStep.PLAYING:
        raise Told("not_playing")


def _abandon(pulka: Pulka, player: Player) -> None:
    pulka.step, pulka.reason = PulkaStep.ABANDONED, ""
    pulka.ended = timezone.now()
    log(pulka, "abandoned", player, after=pulka.why)
    close_questions(pulka, player)


CHANGES = {
    Consent.Kind.STOP: Change(check_stop, stop),
    Consent.Kind.ABANDON: Change(check_abandon, abandon_by_consent),
}
