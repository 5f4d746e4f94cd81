"""A page of the pulkas that were asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from urllib.parse import urlencode
from uuid import UUID

from django.db.models import QuerySet

from prefweb.clubs.access import role_of
from prefweb.history.forms import SearchForm
from prefweb.history.paging import Page, Position, page_of
from prefweb.history.records import Evening, evenings, with_all_a_record_shows
from prefweb.history.search import narrowed
from prefweb.tables.models import Pulka


class Listing:
    """What a search finds among pulkas, a page of it, and the ways to the others.

    `me` is whose results stand out; `is_open` says of a pulka whether he may look at it.
    """

    def __init__(
        self,
        form: SearchForm,
        pulkas: QuerySet[Pulka],
        me: UUID | None,
        is_open: Callable[[Pulka], bool] = lambda pulka: True,
    ) -> None:
        self.form = form
        self.filters = form.filters
        self.pulkas = narrowed(pulkas, self.filters)
        self.me = me
        self._is_open = is_open

    @cached_property
    def count(self) -> int:
        """How many there are on all pages."""
        return self.pulkas.order_by().count() if self.filters else self.form.cast.total

    @cached_property
    def page(self) -> Page:
        asked = self.form.data
        after, before = asked.get("after", ""), asked.get("before", "")
        return page_of(self.pulkas, with_roles_of(self.me), after, before)

    @cached_property
    def evenings(self) -> list[Evening]:
        """The page, evening by evening."""
        return list(evenings(self.page.pulkas, self.me, self._is_open))

    @property
    def older(self) -> str:
        """The next page as the rest of an address; empty where there is none. Likewise below."""
        return self._link("after", self.page.older)

    @property
    def newer(self) -> str:
        return self._link("before", self.page.newer)

    @property
    def newest(self) -> str:
        """The first page, from another one."""
        return f"?{self.form.query}" if self.page.newer else ""

    def _link(self, name: str, position: Position | None) -> str:
        if position is None:
            return ""
        rest = urlencode({name: position})
        return f"?{self.form.query}&{rest}" if self.form.query else f"?{rest}"


def with_roles_of(key: UUID | None) -> QuerySet[Pulka]:
    """All that records show, and what the player is in the club of each: his rights ask for it."""
    return with_all_a_record_shows(Pulka.objects.annotate(club_role=role_of("club", key)))
