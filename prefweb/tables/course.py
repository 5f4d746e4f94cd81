"""How a pulka stands: its deals replayed, the one being posted, the one still to be mended."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from threading import Lock

from prefweb.tables.models import Deal, Pulka, PulkaStep
from prefweb.tables.posts import Posts, Reply, Said
from prefweb.tables.steps import Step, Terms, facts, step
from scoring import Convention, Game, Replay, Seat, Settlement, Upcoming, replay, settle
from scoring.deals import seating
from scoring.series import lowest_bid


@dataclass(frozen=True, slots=True)
class OpenDeal:
    """A deal with its terms and what has been posted about it."""

    number: int
    terms: Terms
    posts: Posts

    @property
    def step(self) -> Step:
        return step(self.terms, self.posts)

    @property
    def is_blank(self) -> bool:
        """Whether nobody has ordered yet: the deal before is not sealed."""
        return not self.posts.orders


class Course:
    """A pulka with its deals as they stand now."""

    def __init__(self, pulka: Pulka, rows: Sequence[Deal]) -> None:
        self.pulka = pulka
        self.convention = Convention.from_data(pulka.convention)
        self.deals = tuple(self._open(row) for row in rows)

    def _open(self, row: Deal) -> OpenDeal:
        return OpenDeal(row.number, self.terms(row.dealer), Posts.from_data(row.posts))

    def terms(self, dealer: Seat) -> Terms:
        """What holds for a deal of this dealer."""
        return Terms(self.convention, seating(self.pulka.size, dealer))

    @property
    def game(self) -> Game:
        """The pulka as the engine takes it."""
        pulka = self.pulka
        return Game(
            convention=self.convention,
            players=pulka.size,
            target=pulka.target,
            first_dealer=pulka.first_dealer,
        )

    @cached_property
    def written(self) -> tuple[OpenDeal, ...]:
        """The deals whose posts agree, in order."""
        return tuple(deal for deal in self.deals if deal.step is Step.WRITTEN)

    @cached_property
    def replay(self) -> Replay:
        """The sheet and every deal's entries."""
        return self._replayed(self.written)

    def _replayed(self, deals: Sequence[OpenDeal]) -> Replay:
        found = [facts(deal.terms, deal.posts) for deal in deals]
        return replay(self.game, [deal for deal in found if deal is not None])

    @cached_property
    def settlement(self) -> Settlement:
        """The final count, as if settled now."""
        return settle(self.replay.sheet, self.game)

    @cached_property
    def last(self) -> OpenDeal | None:
        """The last deal somebody ordered."""
        return next((deal for deal in reversed(self.deals) if not deal.is_blank), None)

    @cached_property
    def mendable(self) -> OpenDeal | None:
        """The written deal that no later order has sealed."""
        if self.pulka.step not in (PulkaStep.PLAYING, PulkaStep.ENDED):
            return None
        return self.last if self.last and self.last.step is Step.WRITTEN else None

    @cached_property
    def current(self) -> OpenDeal | None:
        """The deal that is being posted; None before the start and after the end."""
        if self.pulka.step != PulkaStep.PLAYING:
            return None
        if self.last and self.last.step is not Step.WRITTEN:
            return self.last
        return self.next

    @property
    def next(self) -> OpenDeal | None:
        """The deal after the last one ordered."""
        return self._after(self.last.number if self.last else 0, self.replay.upcoming)

    def _after(self, number: int, upcoming: Upcoming | None) -> OpenDeal | None:
        """The deal after this one: as it was dealt again, or as the rotation proposes it."""
        dealt = next((deal for deal in self.deals if deal.number == number + 1), None)
        if dealt is not None or upcoming is None:
            return dealt
        return OpenDeal(number + 1, self.terms(upcoming.dealer), Posts())

    @cached_property
    def after_half(self) -> OpenDeal | None:
        """The deal whose order would let an unanswered half-whist stand."""
        now, upcoming = self.current, self._upcoming_after_half
        return self._after(now.number, upcoming) if now and upcoming else None

    @cached_property
    def _upcoming_after_half(self) -> Upcoming | None:
        now = self.current
        if now is None or now.step is not Step.HALF:
            return None
        stood = replace(now.posts, reply=Said(Reply.STANDS, now.terms.dealer))
        return self._replayed((*self.written, replace(now, posts=stood))).upcoming

    def lowest_bid(self, number: int) -> int | None:
        """The lowest contract that leads out of the raspasy before a deal that can be ordered."""
        for deal, played in zip(self.written, self.replay.played, strict=True):
            if deal.number == number:
                return lowest_bid(self.convention, played.raspasy)
        is_ahead = self.after_half is not None and self.after_half.number == number
        upcoming = self._upcoming_after_half if is_ahead else self.replay.upcoming
        return upcoming.lowest_bid if upcoming else None

    def find(self, number: int) -> OpenDeal | None:
        """A deal by its number, if it can take a post now."""
        open_deals = (self.current, self.mendable)
        return next((deal for deal in open_deals if deal and deal.number == number), None)


def result_mark(settlement: Settlement) -> str:
    """A result as a form carries it, so that nobody agrees to another than he has seen."""
    return ",".join(map(str, settlement.whists))


SHELF = 64
"""Courses kept for the phones of a table, which all ask for the same version at once."""

_shelf: "OrderedDict[tuple[str, int], Course]" = OrderedDict()
_shelf_lock = Lock()


def course_of(pulka: Pulka) -> Course:
    """The course at this version of the pulka, replayed once for everybody who looks at it."""
    key = (pulka.slug, pulka.version)
    with _shelf_lock:
        if (known := _shelf.get(key)) is not None:
            return known
    course = Course(pulka, list(pulka.deals.all()))
    with _shelf_lock:
        _shelf[key] = course
        while len(_shelf) > SHELF:
            _shelf.popitem(last=False)
    return course
