"""What a page of the replay shows: one moment of a pulka, and the way to all others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from prefweb.history.moments import Moment, Place, story_of
from prefweb.sheets.drawing import Drawing, Look, drawing_of
from prefweb.sheets.paper import Paper, new_of, paper_of
from prefweb.tables.models import Hand, Line
from prefweb.tables.pages.changes import Change, changes_of
from prefweb.tables.pages.queries import Balance, PulkaPage
from prefweb.tables.pages.record import Marks, marks_of
from prefweb.tables.pulkas.course import OpenDeal
from scoring import Deal, Number, money_of


@dataclass(frozen=True, slots=True)
class Stop:
    """A moment in the list of all, with the names of then."""

    moment: Moment
    names: tuple[str, ...]
    is_mended: bool
    is_added: bool

    @property
    def place(self) -> Place:
        return self.moment.place

    @property
    def deal(self) -> Deal | None:
        """What was played, or written by hand; None before everything."""
        return self.moment.scored.played.deal if self.moment.scored else None


class ReplayPage:
    """One moment of a pulka as somebody sees it."""

    def __init__(self, page: PulkaPage, place: Place | None, look: Look) -> None:
        self.page = page
        self.look = look
        self.story = story_of(page.course)
        self.asked = self.story.last.place if place is None else place
        self.moment = self.story.at(self.asked)

    @property
    def is_there(self) -> bool:
        """Whether the place that was asked for is on the sheet."""
        return self.moment.place == self.asked

    @property
    def is_last(self) -> bool:
        return self.moment is self.story.last

    @property
    def total(self) -> int:
        """The number of the last deal on the sheet."""
        return self.story.last.place.deal

    @property
    def token(self) -> str:
        """What an open page calls itself when it asks for changes: one at the end follows."""
        return "replay-end" if self.is_last else f"replay-{self.moment.place}"

    # -- the way

    @property
    def first(self) -> Moment | None:
        """None where this is the first; likewise below."""
        return None if self.moment.index == 0 else self.story.moments[0]

    @property
    def previous(self) -> Moment | None:
        return self.story.moments[self.moment.index - 1] if self.moment.index else None

    @property
    def next(self) -> Moment | None:
        return None if self.is_last else self.story.moments[self.moment.index + 1]

    @property
    def last(self) -> Moment | None:
        return None if self.is_last else self.story.last

    @cached_property
    def stops(self) -> list[Stop]:
        """All moments in order."""
        return list(self._stops(marks_of(self.page.pulka)))

    def _stops(self, marks: Marks) -> Iterator[Stop]:
        for moment in self.story.moments:
            number = None if moment.hand or not moment.index else moment.place.deal
            names = self._names_at(moment)
            yield Stop(moment, names, number in marks.mended, number in marks.added)

    @cached_property
    def stop(self) -> Stop:
        """The present one as the list has it."""
        return self.stops[self.moment.index]

    # -- the moment

    @property
    def deal(self) -> OpenDeal | None:
        """The deal that was just written; None before everything and after an entry by hand."""
        source = self.moment.scored.source if self.moment.scored else None
        return source if isinstance(source, OpenDeal) else None

    @property
    def hand(self) -> Hand | None:
        """The entry by hand that was just made."""
        return next((h for h in self.page.course.entries if h.pk == self.moment.hand), None)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Who sat there then."""
        return self._names_at(self.moment)

    def _names_at(self, moment: Moment) -> tuple[str, ...]:
        return self.page.names_in(max(moment.place.deal, 1))

    @cached_property
    def changes(self) -> list[Change]:
        """What was just written, column by column."""
        return changes_of(self.moment.scored) if self.moment.scored else []

    @cached_property
    def paper(self) -> Paper:
        """The sheet of then, with what was just written pointed out."""
        is_new = new_of(self.moment.scored.played.entries if self.moment.scored else ())
        return paper_of(self.story.until(self.moment), self.names, self.page.viewer.seat, is_new)

    @cached_property
    def drawing(self) -> Drawing | None:
        """The same, drawn; None for five players."""
        dealer = self.deal.terms.dealer if self.deal else None
        game = self.page.course.game
        return drawing_of(self.paper, self.look, game=game, dealer=dealer)

    @cached_property
    def whists(self) -> tuple[Number, ...]:
        """What each would have got; at the end what the count says, also of a parting."""
        return self.page.whists if self.is_last else self.story.balances[self.moment.index]

    @cached_property
    def balances(self) -> list[Balance]:
        """Everybody's whists and money if it had been settled then."""
        pulka = self.page.pulka
        money = money_of(self.whists, pulka.stake, pulka.currency)
        rows = zip(self.names, self.whists, money, strict=True)
        return [Balance(seat, *row) for seat, row in enumerate(rows)]

    @cached_property
    def lines(self) -> list[Line]:
        """What the log says of it, the latest first."""
        if self.moment.hand is not None:
            found = self.page.pulka.lines.filter(after__hand=self.moment.hand)
        else:
            found = self.page.pulka.lines.filter(deal=self.moment.place.deal or None)
        return list(found.order_by("-id")) if self.moment.index else []
