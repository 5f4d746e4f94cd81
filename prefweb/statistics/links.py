"""Where a person's figures and the games behind them stand."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode
from uuid import UUID

from django.urls import reverse

from prefweb.clubs.models import Club
from prefweb.statistics import periods
from prefweb.statistics.asked import AskedForm
from prefweb.statistics.figures import Figure
from prefweb.statistics.periods import Period
from prefweb.statistics.spans import OF_PERIODS, query_of


@dataclass(frozen=True, slots=True)
class Links:
    """The addresses of a person's pages; what was asked for goes along."""

    club: Club | None
    """None: one's own, over all clubs."""
    person: UUID | None
    form: AskedForm

    @property
    def page(self) -> str:
        """The person's page, as it was asked for."""
        return _with(self._address("player", "me"), self.form.query)

    def to(self, figure: Figure, **other: str) -> str:
        """The games behind a figure; `other` is asked for instead of what the page shows."""
        kept = self._kept if "period" not in other and "since" not in other else {}
        asked = {**kept, **self._convention, **other}
        return _with(self._games, figure.query, urlencode({k: v for k, v in asked.items() if v}))

    def to_period(self, figure: Figure, period: Period) -> str:
        """The same for a part of the period that the page shows."""
        return self.to(figure, **query_of(_within(period, self.form.asked().period)))

    def to_pulka(self, slug: str, figure: Figure) -> str:
        """A pulka; one's own by the list, which knows whether one may still see it."""
        return reverse("tables:pulka", args=[slug]) if self.club else self.to(figure)

    def to_person(self, key: UUID) -> str:
        """Somebody else's page; nowhere outside of a club."""
        if self.club is None:
            return ""
        address = reverse("statistics:player", args=[self.club.slug, key])
        return _with(address, self.form.query)

    @property
    def _games(self) -> str:
        return self._address("games", "my_games")

    def _address(self, name: str, mine: str) -> str:
        if self.club is None:
            return reverse(f"statistics:{mine}")
        return reverse(f"statistics:{name}", args=[self.club.slug, self.person])

    @property
    def _kept(self) -> dict[str, str]:
        return {name: self.form.data.get(name, "") for name in OF_PERIODS}

    @property
    def _convention(self) -> dict[str, str]:
        return {"convention": self.form.data.get("convention", "")}


def _with(address: str, *query: str) -> str:
    asked = "&".join(filter(None, query))
    return f"{address}?{asked}" if asked else address


def _within(period: Period, limits: Period) -> Period:
    """The part of a period inside of another one."""
    if period.since is None or period.until is None:
        return limits
    since = max(filter(None, (period.since, limits.since)))
    until = min(filter(None, (period.until, limits.until)))
    return period if (since, until) == (period.since, period.until) else periods.days(since, until)
