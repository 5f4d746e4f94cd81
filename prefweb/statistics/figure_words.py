"""Figures of a person in words and numbers, in the page's language."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from django.utils.formats import date_format, number_format
from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from prefweb.statistics.figures import Figure, Name
from prefweb.statistics.growth import Step, Unit
from prefweb.statistics.models import Outcome
from prefweb.statistics.notable import Record, Run
from prefweb.ui.deals import suit_name, trump_sign
from prefweb.ui.names import isolated
from prefweb.ui.numbers import GLYPHS, MINUS, number, signed
from prefweb.ui.options import preset_name
from scoring import Number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.utils.functional import _StrPromise

NAMES: Mapping[Name, _StrPromise] = {
    Name.GAMES: gettext_lazy("Pulkas"),
    Name.WON: gettext_lazy("Pulkas won"),
    Name.LOST: gettext_lazy("Pulkas lost"),
    Name.WHISTS: gettext_lazy("Whists"),
    Name.LASTED: gettext_lazy("Results that came from deals"),
    Name.MONEY: gettext_lazy("Money"),
    Name.DEALS: gettext_lazy("Deals at the table"),
    Name.REPLACED: gettext_lazy("One seat, two players"),
    Name.CONTRACT: gettext_lazy("Contracts"),
    Name.MISERE: gettext_lazy("Miseres"),
    Name.WHIST: gettext_lazy("Whists taken on"),
    Name.RASPASY: gettext_lazy("Raspasy"),
    Name.REMIZ: gettext_lazy("Remizes"),
    Name.AGAINST: gettext_lazy("At one table"),
}
OUTCOMES: Mapping[tuple[Name, Outcome], _StrPromise] = {
    (Name.WHIST, Outcome.DONE): pgettext_lazy("figures", "without a remiz"),
    (Name.WHIST, Outcome.FAILED): pgettext_lazy("figures", "remiz on whist"),
    (Name.RASPASY, Outcome.DONE): gettext_lazy("won, with the fewest tricks"),
    (Name.RASPASY, Outcome.FAILED): gettext_lazy("not won"),
}
USUAL_OUTCOMES: Mapping[Outcome, _StrPromise] = {
    Outcome.DONE: pgettext_lazy("contracts", "made"),
    Outcome.FAILED: pgettext_lazy("contracts", "not made"),
    Outcome.GIVEN_UP: pgettext_lazy("contracts", "given up before play"),
}
RECORDS: Mapping[Record, _StrPromise] = {
    Record.BEST: gettext_lazy("Best pulka"),
    Record.WORST: gettext_lazy("Worst pulka"),
    Record.CONTRACTS: gettext_lazy("Most contracts made"),
    Record.RASPASY: gettext_lazy("Most raspasy won"),
    Record.LONGEST: gettext_lazy("Longest pulka"),
}
RUNS: Mapping[int, _StrPromise] = {
    1: pgettext_lazy("run of pulkas", "won: %(number)s"),
    -1: pgettext_lazy("run of pulkas", "lost: %(number)s"),
    0: pgettext_lazy("run of pulkas", "at nought: %(number)s"),
}
UNITS: Mapping[Unit, tuple[_StrPromise, _StrPromise, _StrPromise, _StrPromise]] = {
    Unit.PULKA: (
        gettext_lazy("Whists by pulkas"),
        gettext_lazy("Money by pulkas, %(currency)s"),
        pgettext_lazy("chart", "evening"),
        pgettext_lazy("chart", "pulka"),
    ),
    Unit.EVENING: (
        gettext_lazy("Whists by evenings"),
        gettext_lazy("Money by evenings, %(currency)s"),
        pgettext_lazy("chart", "evening"),
        pgettext_lazy("chart", "of the evening"),
    ),
    Unit.MONTH: (
        gettext_lazy("Whists by months"),
        gettext_lazy("Money by months, %(currency)s"),
        pgettext_lazy("chart", "month"),
        pgettext_lazy("chart", "of the month"),
    ),
    Unit.YEAR: (
        gettext_lazy("Whists by years"),
        gettext_lazy("Money by years, %(currency)s"),
        pgettext_lazy("chart", "year"),
        pgettext_lazy("chart", "of the year"),
    ),
}
"""Titles of the charts, what their bars are called, and the number of one."""


def trump_words(trump: str) -> str:
    """``♥``, "no trump", or that none was told."""
    if not trump:
        return pgettext("trump", "not told")
    return suit_name(trump) if trump == "N" else trump_sign(trump)


def figure_words(figure: Figure, opponent: str = "") -> str:
    """What is counted: "Contracts 8 ♠: not made"."""
    return _figure_words(figure, opponent, get_language())


@lru_cache(1024)
def _figure_words(figure: Figure, opponent: str, _language: str | None) -> str:
    """A page has a hundred of them."""
    words = str(NAMES[figure.figure])
    if figure.figure is Name.AGAINST and opponent:
        words = _("At one table with: %(name)s") % {"name": isolated(opponent)}
    of = [str(figure.level) if figure.level else "", figure.currency]
    if figure.preset:
        of.append(f"· {preset_name(figure.preset)}")
    if figure.trump is not None:
        of.append(trump_words(figure.trump) if figure.trump else _("trump not told"))
    words = " ".join(filter(None, (words, *of)))
    return f"{words}: {outcome_words(figure)}" if figure.outcome else words


def outcome_words(figure: Figure) -> str:
    """What came of it: "made", "remiz on whist"; nothing where any outcome is meant."""
    if figure.outcome is None:
        return ""
    usual = USUAL_OUTCOMES[figure.outcome]
    return str(OUTCOMES.get((figure.figure, figure.outcome), usual))


def average_words(value: Number | None) -> str:
    """An average: exact where it is short, ``≈ +7.36`` where not; a dash of nothing."""
    if value is None:
        return "—"
    size = abs(Fraction(value))
    if size.denominator == 1 or size % 1 in GLYPHS:
        return signed(value)
    hundredths = (size * 200 + 1) // 2
    whole, rest = divmod(hundredths, 100)
    point = number_format(1.5, 1)[1]
    sign = (MINUS if value < 0 else "+") if hundredths else ""
    return f"≈ {sign}{number(whole)}{point}{rest:02}"


def share(part: int, whole: int) -> str:
    """``87 %``; nothing of nothing."""
    if not whole:
        return ""
    return _("%(percent)s %%") % {"percent": percent(part, whole)}


def percent(part: int, whole: int) -> int:
    """Of a hundred, to the nearest whole."""
    return (200 * part + whole) // (2 * whole) if whole else 0


def step_name(step: Step, unit: Unit) -> str:
    """When that was: "18 November 2026", "November 2026", "2026"."""
    return date_format(step.at, {Unit.MONTH: "F Y", Unit.YEAR: "Y"}.get(unit, "j E Y"))


def step_short(step: Step, unit: Unit) -> str:
    """The same under a bar: "18.11", "11.26", "2026"."""
    return date_format(step.at, {Unit.MONTH: "m.y", Unit.YEAR: "Y"}.get(unit, "d.m"))


def run_words(run: Run) -> str:
    """ "won: 5", "lost: 3", "at nought: 1"."""
    return str(RUNS[run.sign]) % {"number": number(run.length)}


def record_name(record: Record) -> str:
    """What it is the first in: "Most raspasy won"."""
    return str(RECORDS[record])


def deals_words(count: int) -> str:
    """ "27 deals"."""
    return ngettext("%(number)s deal", "%(number)s deals", count) % {"number": number(count)}
