"""What a settled pulka keeps: each seat's result, with the version of the rules that made it."""

from django.utils import timezone

from prefweb.players.models import Player
from prefweb.tables.models import Pulka
from prefweb.tables.pulkas.course import Course
from prefweb.tables.services.writing import log
from scoring import Ending, money_of
from scoring.version import RULES_VERSION


def keep_results(pulka: Pulka) -> None:
    """Each seat's whists and money, as the deals have them now."""
    result = Course.load(pulka).settlement
    money = money_of(result.whists, pulka.stake, pulka.currency)
    for seat in pulka.seats.all():
        seat.whists, seat.money = str(result.whists[seat.index]), money[seat.index]
        seat.save(update_fields=["whists", "money"])
    pulka.rules_version = RULES_VERSION


def correct_results(pulka: Pulka, player: Player | None) -> None:
    """A settled pulka was mended with everybody's consent: it stays settled, with other results.

    One that would not be over any more counts as ended by that consent.
    """
    ending = Course.load(pulka).ending(timezone.now())
    pulka.reason = ending or Ending.CONSENT
    pulka.corrected = timezone.now()
    keep_results(pulka)
    log(pulka, "corrected", player)
