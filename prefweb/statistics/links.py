"""Where a person's figures and the games behind them stand."""

from __future__ import annotations

from functools import cached_property
from urllib.parse import urlencode
from uuid import UUID

from django.urls import reverse

from prefweb.clubs.models import Club
from prefweb.statistics.asked import AskedForm
from prefweb.statistics.figures import Figure
from prefweb.statistics.periods import Period
from prefweb.statistics.spans import OF_PERIODS, query_of


class Links:
    """The addresses of a person's pages; what was asked for goes along."""

    def __init__(self, club: Club | None, person: UUID | None, form: AskedForm) -> None:
        self.club = club
        """None: one's own, over all clubs."""
        self.person = person
        self.form = form
        self._kept = {name: form.data.get(name, "") for name in (*OF_PERIODS, "convention")}
        self._query = _query(self._kept)

    @cached_property
    def page(self) -> str:
        """The person's page, as it was asked for."""
        return _with(self._address("player", "me"), self._query)

    @property
    def all_rivals(self) -> str:
        """The same with every opponent."""
        address = self._address("player", "me")
        return _with(address, self._query, f"{RIVALS}=all") + "#rivals"

    @property
    def wants_all_rivals(self) -> bool:
        """Whether every opponent was asked for."""
        return self.form.data.get(RIVALS) == "all"

    def to(self, figure: Figure) -> str:
        """The games behind a figure."""
        return _with(self._games, figure.query, self._query)

    def to_convention(self, figure: Figure, convention: str) -> str:
        """The same by a convention, as a form names it."""
        asked = {**self._kept, "convention": convention}
        return _with(self._games, figure.query, _query(asked))

    def to_period(self, figure: Figure, period: Period) -> str:
        """The same for a part of the period that the page shows."""
        asked = query_of(period.within(self._period))
        asked["convention"] = self._kept["convention"]
        return _with(self._games, figure.query, _query(asked))

    def to_pulka(self, slug: str, figure: Figure) -> str:
        """A pulka; one's own by the list, which knows whether one may still see it."""
        return reverse("tables:pulka", args=[slug]) if self.club else self.to(figure)

    def to_person(self, key: UUID) -> str:
        """Somebody else's page; nowhere outside of a club."""
        return self._of_anybody.replace(str(NOBODY), str(key))

    @cached_property
    def _of_anybody(self) -> str:
        if self.club is None:
            return ""
        address = reverse("statistics:player", args=[self.club.slug, NOBODY])
        return _with(address, self._query)

    @cached_property
    def _games(self) -> str:
        return self._address("games", "my_games")

    @cached_property
    def _period(self) -> Period:
        return self.form.asked().period

    def _address(self, name: str, mine: str) -> str:
        if self.club is None:
            return reverse(f"statistics:{mine}")
        return reverse(f"statistics:{name}", args=[self.club.slug, self.person])


RIVALS = "opponents"
NOBODY = UUID(int=0)
"""Nobody has this key."""


def _query(asked: dict[str, str]) -> str:
    return urlencode({name: value for name, value in asked.items() if value})


def _with(address: str, *query: str) -> str:
    asked = "&".join(filter(None, query))
    return f"{address}?{asked}" if asked else address
