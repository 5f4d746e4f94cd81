"""What a person's page shows: every figure with the way to the games behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from prefweb.charts.bars import Bar, BarChart
from prefweb.history import choices
from prefweb.statistics import figure_words as words
from prefweb.statistics.asked import Asked, AskedForm
from prefweb.statistics.figures import LEVELS, Figure, Name
from prefweb.statistics.growth import Step, Unit, unit_of
from prefweb.statistics.links import Links
from prefweb.statistics.models import Outcome
from prefweb.statistics.notable import RUNS, Notable, Notables, Record, Run
from prefweb.statistics.remembered import Remembered
from prefweb.statistics.spans import Spans
from prefweb.statistics.sums import Facts, Opponent, Parts, Tally, opponents_of, parts_of
from prefweb.ui.numbers import money, number, signed
from prefweb.ui.options import preset_name
from scoring import Number, Trump
from scoring.exact import whole

WHISTS = Figure(figure=Name.WHISTS)
RIVALS = 15
"""How many opponents a page names where it is not asked for all of them."""
DONE, FAILED, GIVEN_UP = Outcome.DONE, Outcome.FAILED, Outcome.GIVEN_UP


class Shown(NamedTuple):
    """A figure as the page has it."""

    label: str
    text: str
    url: str = ""
    """Empty where no game is behind it."""
    value: Number = 0
    """Whose sign colours it."""


NO_CONTRACT = Shown("", "")
"""Where none was ordered."""


class Row(NamedTuple):
    """A row of contracts or whists."""

    label: str
    all: Shown
    done: Shown
    failed: Shown
    given_up: Shown
    percent: int
    share: str
    trump: str = ""
    """A trump's letter, where the row is of one."""


class Rival(NamedTuple):
    """An opponent, the way to his page, if there is one, and to the games of both."""

    opponent: Opponent
    page: str
    games: str


class ByConvention(NamedTuple):
    """What was played by one convention."""

    label: str
    tally: Tally
    average: str
    url: str


class PlayerPage:
    """Everything about one person, as it was asked for."""

    def __init__(self, form: AskedForm, asked: Asked, links: Links, today: date) -> None:
        self.form = form
        self.asked = asked
        self.links = links
        self.spans = Spans(form, today)

    # -- results

    @cached_property
    def parts(self) -> Parts:
        return parts_of(self.asked)

    @cached_property
    def remembered(self) -> Remembered:
        return Remembered.of(self.asked, self.parts)

    @property
    def total(self) -> Tally:
        return self.parts.total

    @property
    def is_empty(self) -> bool:
        """Whether nothing was played that was asked for."""
        return not (self.total.results or self.total.deals)

    @property
    def results(self) -> list[Shown]:
        """Pulkas, whists, averages."""
        total, to = self.total, self.links.to
        whists = whole(total.whists)
        won = f"{number(total.won)} · {words.share(total.won, total.games)}"
        return [
            self._counted(words.NAMES[Name.GAMES], total.games, Figure())._replace(value=0),
            Shown(
                str(words.NAMES[Name.WON]),
                won if total.won else "0",
                to(Figure(figure=Name.WON)) if total.won else "",
            ),
            Shown(
                str(words.NAMES[Name.WHISTS]),
                signed(whists),
                to(WHISTS) if total.results else "",
                whists,
            ),
        ]

    @property
    def averages(self) -> list[Shown]:
        """A pulka, a deal."""
        total, to = self.total, self.links.to
        a_pulka, a_deal = total.average, total.average_of_deals
        return [
            Shown(
                "pulka",
                words.average_words(a_pulka),
                to(WHISTS) if total.games else "",
                a_pulka or 0,
            ),
            Shown(
                "deal",
                words.average_words(a_deal),
                to(Figure(figure=Name.LASTED)) if total.dealt else "",
                a_deal or 0,
            ),
        ]

    @property
    def money(self) -> list[Shown]:
        """A sum for each currency."""
        return [
            Shown(
                currency,
                money(amount, currency, signed=True),
                self.links.to(Figure(figure=Name.MONEY, currency=currency)),
                Fraction(amount),
            )
            for currency, amount in sorted(self.parts.money.items())
        ]

    @property
    def presets(self) -> list[ByConvention]:
        """What was played by which preset, the most frequent one first."""
        found = _by_games(self.parts.presets)
        return [
            _convention(str(preset_name(key)), self._to_preset(key), tally) for key, tally in found
        ]

    def _to_preset(self, key: str) -> str:
        """Its games; of house rules that are asked for those that began with it."""
        if self.asked.house_rules:
            return self.links.to(replace(WHISTS, preset=key))
        return self.links.to_convention(WHISTS, key)

    @property
    def house_rules(self) -> list[ByConvention]:
        """The same by house rules."""
        found = _by_games(self.parts.house_rules)
        asked = replace(WHISTS, preset=self.asked.preset)
        return [
            _convention(name, self.links.to_convention(asked, choices.HOUSE + name), tally)
            for name, tally in found
        ]

    # -- over time

    @cached_property
    def unit(self) -> Unit:
        return unit_of(self.total)

    @cached_property
    def steps(self) -> list[Step]:
        return self.remembered.steps(self.unit)

    @cached_property
    def charts(self) -> list[tuple[str, BarChart]]:
        """Whists, then money in each currency, each chart with its name on the page."""
        title, of_money, _head, _unit = words.UNITS[self.unit]
        if not self.steps:
            return []
        whists = BarChart(str(title), [self._bar(step, step.whists) for step in self.steps])
        return [("whists", whists), *self._money_charts(str(of_money))]

    def _money_charts(self, title: str) -> Iterator[tuple[str, BarChart]]:
        for currency in sorted(self.parts.money):
            steps = [step for step in self.steps if currency in step.money]
            figure = Figure(figure=Name.MONEY, currency=currency)
            bars = [self._bar(each, Fraction(each.money[currency]), figure) for each in steps]
            name = f"money-{currency.lower()}"
            yield name, BarChart(title % {"currency": currency}, bars, _shows_money(currency))

    def _bar(self, step: Step, value: Fraction, figure: Figure = WHISTS) -> Bar:
        name, short = words.step_name(step, self.unit), words.step_short(step, self.unit)
        return Bar(name, whole(value), short, self._step_url(step, figure))

    def _step_url(self, step: Step, figure: Figure) -> str:
        if step.pulka is None:
            return self.links.to_period(figure, step.period(self.unit))
        alone = Figure(figure=figure.figure, first=step.pulka, last=step.pulka)
        return self.links.to_pulka(step.slug, alone)

    @property
    def bars_are(self) -> tuple[str, str]:
        """What the bars are called, and the number of one."""
        _title, _money, head, unit = words.UNITS[self.unit]
        return str(head), str(unit)

    # -- deals

    @cached_property
    def facts(self) -> Facts:
        return self.remembered.facts

    @cached_property
    def levels(self) -> list[Row]:
        """Contracts by level."""
        return [
            self._row(str(level), Figure(figure=Name.CONTRACT, level=level)) for level in LEVELS
        ]

    @cached_property
    def trumps(self) -> list[Row]:
        """Contracts by trump, at last those of which none was told."""
        return [
            self._row(words.trump_words(trump), Figure(figure=Name.CONTRACT, trump=trump), trump)
            for trump in (*(each.value for each in Trump), "")
        ]

    @property
    def crossed(self) -> list[tuple[Row, list[Shown]]]:
        """Each trump that was ordered, with its contracts by level: made / ordered."""
        return [
            (row, [self._crossing(level, row.trump) for level in LEVELS])
            for row in self.trumps
            if row.all.value
        ]

    def _crossing(self, level: int, trump: str) -> Shown:
        ordered = Figure(figure=Name.CONTRACT, level=level, trump=trump)
        count, made = self._shown(ordered), self.facts.count(replace(ordered, outcome=DONE))
        return count._replace(text=f"{number(made)}/{count.text}") if count.value else NO_CONTRACT

    @property
    def contracts(self) -> Row:
        """All contracts."""
        return self._row("", Figure(figure=Name.CONTRACT))

    @property
    def miseres(self) -> Row:
        return self._row("", Figure(figure=Name.MISERE))

    @cached_property
    def whisted(self) -> list[Row]:
        """Contracts he whisted, by level."""
        return [self._row(str(level), Figure(figure=Name.WHIST, level=level)) for level in LEVELS]

    @property
    def all_whisted(self) -> Row:
        return self._row("", Figure(figure=Name.WHIST))

    @property
    def raspasy(self) -> Row:
        return self._row("", Figure(figure=Name.RASPASY))

    @property
    def misere_tricks(self) -> int:
        """Taken on his own miseres."""
        return self.facts.tricks(Figure(figure=Name.MISERE))

    @property
    def raspasy_tricks(self) -> int:
        return self.facts.tricks(Figure(figure=Name.RASPASY))

    @property
    def raspasy_average(self) -> str:
        """Tricks a raspasy."""
        played = self.facts.count(Figure(figure=Name.RASPASY))
        average = Fraction(self.raspasy_tricks, played) if played else None
        return words.average_words(average).replace("+", "")

    @property
    def remizes(self) -> Shown:
        return self._shown(Figure(figure=Name.REMIZ))

    @property
    def deals(self) -> Shown:
        """Deals he sat there for."""
        return self._counted(words.NAMES[Name.DEALS], self.total.deals, Figure(figure=Name.DEALS))

    def _row(self, label: str, figure: Figure, trump: str = "") -> Row:
        done, failed, given_up = (
            replace(figure, outcome=each) for each in (DONE, FAILED, GIVEN_UP)
        )
        made, of = self.facts.count(done), self.facts.count(figure)
        return Row(
            label,
            self._shown(figure),
            self._shown(done),
            self._shown(failed),
            self._shown(given_up),
            words.percent(made, of),
            words.share(made, of),
            trump,
        )

    def _shown(self, figure: Figure) -> Shown:
        return self._counted(words.figure_words(figure), self.facts.count(figure), figure)

    def _counted(self, label: object, count: int, figure: Figure) -> Shown:
        return Shown(str(label), number(count), self.links.to(figure) if count else "", count)

    # -- opponents

    @cached_property
    def opponents(self) -> list[Opponent]:
        return opponents_of(self.asked)

    @property
    def shown_rivals(self) -> list[Rival]:
        """Those most often at his tables, or all, with the ways to them and to their games."""
        to, to_person = self.links.to, self.links.to_person
        return [
            Rival(
                each, to_person(each.person), to(Figure(figure=Name.AGAINST, opponent=each.person))
            )
            for each in self.opponents[: len(self.opponents) - self.hidden_rivals]
        ]

    @property
    def hidden_rivals(self) -> int:
        """How many more there are."""
        return 0 if self.links.wants_all_rivals else max(len(self.opponents) - RIVALS, 0)

    @cached_property
    def paired(self) -> Number:
        """What he won from all of them together."""
        return whole(sum((Fraction(each.whists) for each in self.opponents), Fraction(0)))

    @property
    def is_paired_off(self) -> bool:
        """Whether that is his result: not where it was rounded, or somebody is not known."""
        return self.paired == self.total.whists

    # -- what stands out

    @cached_property
    def notables(self) -> Notables:
        return self.remembered.notables

    @property
    def records(self) -> list[tuple[Notable, Shown]]:
        """The pulkas he is remembered for."""
        found = self.notables.records
        return [
            (
                found[record],
                Shown(
                    words.record_name(record),
                    self._record_text(record, found[record]),
                    self._pulka_url(found[record]),
                    self._record_value(record) or 0,
                ),
            )
            for record in Record
            if record in found
        ]

    def _record_value(self, record: Record) -> Fraction | None:
        return {Record.BEST: self.total.best, Record.WORST: self.total.worst}.get(record)

    def _record_text(self, record: Record, notable: Notable) -> str:
        whists = self._record_value(record)
        if whists is not None:
            return signed(whists)
        return (
            words.deals_words(notable.value) if record is Record.LONGEST else number(notable.value)
        )

    def _pulka_url(self, notable: Notable) -> str:
        alone = Figure(figure=Name.DEALS, first=notable.pulka, last=notable.pulka)
        if self.total.results:
            alone = Figure(figure=Name.WHISTS, first=notable.pulka, last=notable.pulka)
        return self.links.to_pulka(notable.slug, alone)

    @property
    def runs(self) -> Mapping[str, Shown]:
        """The longest ones and the present one; a dash where there is none."""
        return {name: self._run(name, self.notables.runs.get(name)) for name in RUNS}

    def _run(self, name: str, run: Run | None) -> Shown:
        if run is None:
            return Shown(name, "—")
        text = words.run_words(run) if name == "now" else number(run.length)
        return Shown(name, text, self.links.to(run.figure), run.sign)

    @property
    def replaced(self) -> list[tuple[Notable, str]]:
        """The newest pulkas in which a seat was his and another one's, each with its address."""
        return [(each, self._replaced_url(each)) for each in self.notables.replaced]

    def _replaced_url(self, notable: Notable) -> str:
        alone = Figure(figure=Name.REPLACED, first=notable.pulka, last=notable.pulka)
        return self.links.to_pulka(notable.slug, alone)

    @property
    def all_replaced(self) -> str:
        """The list of all of them."""
        return self.links.to(Figure(figure=Name.REPLACED))


def _convention(label: str, url: str, tally: Tally) -> ByConvention:
    return ByConvention(label, tally, words.average_words(tally.average), url)


def _by_games(tallies: Mapping[str, Tally]) -> list[tuple[str, Tally]]:
    found = [(key, tally) for key, tally in tallies.items() if tally.results]
    return sorted(found, key=lambda item: (-item[1].games, item[0]))


def _shows_money(currency: str) -> Callable[[Number], str]:
    def show(value: Number) -> str:
        exact = Fraction(value)
        return money(Decimal(exact.numerator) / exact.denominator, currency, signed=True)

    return show
