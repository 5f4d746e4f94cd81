"""Moments in words, in the page's language."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from prefweb.history.moments import OPENING, Place
from prefweb.tables.models import Pulka, PulkaStep, Source
from prefweb.ui import deals
from prefweb.ui.hands import FINED
from prefweb.ui.log import LogGroup, log_groups
from prefweb.ui.names import isolated
from prefweb.ui.options import preset_name
from scoring import Manual

if TYPE_CHECKING:
    from prefweb.history.pages import ReplayPage, Stop
    from prefweb.history.records import Record


def place_words(place: Place) -> str:
    """``12`` is "Deal 12", ``12.1`` "After deal 12, by hand"."""
    if place == OPENING:
        return _("Beginning")
    if not place.entry:
        return _("Deal %(number)s") % {"number": place.deal}
    if not place.deal:
        return _("Before the first deal, by hand")
    return _("After deal %(number)s, by hand") % {"number": place.deal}


def where_words(place: Place, total: int) -> str:
    """The same in short, with how many deals there are: "12 of 27"."""
    if place.entry:
        return _("%(number)s + by hand") % {"number": place.deal}
    return _("%(number)s of %(total)s") % {"number": place.deal, "total": total}


def played_words(stop: Stop) -> str:
    """What was played and by whom: "Anna 7 ♦", "Anna: written by hand"; at first nothing."""
    if stop.deal is None:
        return ""
    words = deals.declared(stop.deal, stop.names)
    return f"{_owner(stop.deal, stop.names)}: {words}" if isinstance(stop.deal, Manual) else words


def _owner(entered: Manual, names: tuple[str, ...]) -> str:
    return isolated(names[entered.entries[0].seat])


def outcome_words(stop: Stop) -> str:
    """How it went: "made"; nothing for entries by hand."""
    return deals.outcome(stop.deal) if stop.deal else ""


def stop_words(stop: Stop) -> str:
    """A whole moment in a line: "Deal 12: Anna 7 ♦, made"."""
    place = place_words(stop.place)
    if stop.deal is None:
        return place
    if isinstance(stop.deal, Manual):
        return f"{place}: {_owner(stop.deal, stop.names)}"
    return f"{place}: {deals.line(stop.deal, stop.names)}"


def moment_log(replay: ReplayPage) -> list[LogGroup]:
    """What was said about the present moment, the latest first."""
    return log_groups(replay.lines, lambda line: replay.names)


def why_by_hand(replay: ReplayPage) -> str:
    """The reason that was given for an entry by hand."""
    hand = replay.hand
    if hand is None:
        return ""
    return str(FINED[hand.note]) if hand.kind == hand.Kind.FINE else hand.note


def evening_words(evening: date) -> str:
    """ "Wednesday, 18 November 2026"."""
    return date_format(evening, "l, j E Y")


def convention_words(pulka: Pulka) -> str:
    """What it was played by: the club's own name for it, or the preset's."""
    return pulka.house_rules or str(preset_name(pulka.preset))


def hours_words(record: Record) -> str:
    """From when to when it was played, by the clock there: "19:40–23:05"; nothing of paper."""
    if record.began is None:
        return ""
    began = f"{record.began:%H:%M}"
    return f"{began}–{record.ended:%H:%M}" if record.ended else began


STATES = {
    PulkaStep.PLAYING: gettext_lazy("running"),
    PulkaStep.ENDED: gettext_lazy("waits for agreement"),
    PulkaStep.ABANDONED: gettext_lazy("not played out"),
    PulkaStep.CONTINUED: gettext_lazy("gone on in another one"),
    PulkaStep.SETTLED: gettext_lazy("settled"),
}
SOURCES = {Source.PAPER: gettext_lazy("from paper"), Source.FILE: gettext_lazy("from a file")}


def state_words(record: Record) -> list[str]:
    """What became of it, and where it comes from where it was not played here."""
    pulka = record.pulka
    found = [STATES.get(PulkaStep(pulka.step)), SOURCES.get(Source(pulka.source))]
    return [str(word) for word in found if word]
