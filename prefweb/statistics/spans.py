"""The ways from one period to the others, as links of a page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple
from urllib.parse import urlencode

from prefweb.statistics import periods
from prefweb.statistics.asked import AskedForm
from prefweb.statistics.periods import Period
from prefweb.statistics.words import period_words

OF_PERIODS = ("period", "since", "until")
"""The fields of a form that say which evenings are asked for."""


class Way(NamedTuple):
    """A link to another period."""

    period: Period
    words: str
    query: str
    is_here: bool = False


@dataclass(frozen=True, slots=True)
class Spans:
    """The period that a page is about, and what lies beside it. Everything else asked for stays."""

    form: AskedForm
    today: date
    """The evening it is."""

    @property
    def here(self) -> Period:
        return self.form.asked().period

    @property
    def words(self) -> str:
        return period_words(self.here)

    @property
    def before(self) -> Way | None:
        """The period before; None for the first one, and where there is none."""
        return self._to(self.here.before)

    @property
    def after(self) -> Way | None:
        """The period after it, where this has begun."""
        following = self.here.after
        begins = following.since if following else None
        return self._to(following) if begins and begins <= self.today else None

    @property
    def ways(self) -> Iterator[Way]:
        """The month, the season, the year about the same time, and ever."""
        for period in self._around():
            way = self._to(period)
            if way is not None:
                yield way

    @property
    def choices(self) -> Iterator[tuple[str, str]]:
        """The same as choices of a form, the present one among them; nothing is days."""
        around = self._around()
        here = [] if self.here in around or not self.here.text else [self.here]
        for period in (*here, *around):
            yield period.text, period_words(period)

    def _around(self) -> list[Period]:
        day = periods.within_reach(self._day)
        season = periods.season_of(day, self.form.season_begins)
        return [periods.month_of(day), season, periods.year_of(day), periods.EVER]

    @property
    def _day(self) -> date:
        """Today where it is in the period, else the period's end next to it."""
        here = self.here
        if here.until is not None and here.until < self.today:
            return here.until
        if here.since is not None and here.since > self.today:
            return here.since
        return self.today

    def _to(self, period: Period | None) -> Way | None:
        if period is None:
            return None
        is_here = period == self.here
        return Way(period, period_words(period), self._query(period), is_here)

    def _query(self, period: Period) -> str:
        asked = {name: self.form.data.get(name, "") for name in self.form.fields}
        kept = {name: asked[name] for name in asked if asked[name] and name not in OF_PERIODS}
        return urlencode({"period": period.text, **kept})


def query_of(period: Period) -> dict[str, str]:
    """The period as fields of an address."""
    if period.text:
        return {"period": period.text}
    days = {"since": period.since, "until": period.until}
    return {name: day.isoformat() for name, day in days.items() if day}
