"""The scribe's page: what is still to be said about a deal, question by question.

Pure. It asks what the posts so far ask, as phones would be asked; the last question posts the deal.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

from prefweb.tables.deals.posts import Game, Order, Posts
from prefweb.tables.deals.protocol import half_is_open, may_mend
from prefweb.tables.deals.steps import (
    Count,
    Step,
    Terms,
    asks_answers,
    asks_dealer,
    count,
    ordered,
    pays_talon,
    single,
    step,
    subjects,
    talon_units,
)
from prefweb.tables.deals.whole import Entered, Offer, Telling, Unfit, offered
from prefweb.tables.pages.panels import LEVELS, Level
from prefweb.tables.pulkas.course import Course, OpenDeal
from scoring import Role, Seat

NOBODY_WHISTS = "nobody_whists"


@dataclass(frozen=True, slots=True)
class Answerer:
    """A defender, or the dealer who may whist, with the answers open to him."""

    seat: Seat
    roles: tuple[Role, ...]
    said: Role | None
    by: Seat | None
    """Whose phone said it, where that stands."""


@dataclass(frozen=True, slots=True)
class Pad:
    """A seat's tricks: each number and whether it fits, the one said, whose phone's it is."""

    seat: Seat
    choices: tuple[tuple[int, bool], ...]
    said: int | None
    by: Seat | None
    is_last: bool = False


class ScribeSheet:
    """A deal that one seat writes for all."""

    def __init__(self, course: Course, deal: OpenDeal, me: Seat, data: Mapping[str, str]) -> None:
        self.course = course
        self.deal = deal
        self.terms: Terms = deal.terms
        self.me = me
        self.entered = self._with_played(self._with_order(Entered.parse(data), data))
        self.posts = self._told()

    @property
    def offer(self) -> Offer:
        """What the agreement lets it ask for."""
        return offered(self.course, self.course.pulka.size)

    @property
    def levels(self) -> tuple[Level, ...]:
        """The contracts there are."""
        lowest = self.course.lowest_bid(self.deal.number) or 0
        return tuple(replace(level, is_low=level.number < lowest) for level in LEVELS)

    @property
    def is_clash(self) -> bool:
        """Whether the phones' own posts disagree: that is mended on the deal's page."""
        return self.deal.step is Step.CONFLICT

    # -- what stands, and what the form says

    @cached_property
    def order_by(self) -> tuple[Seat, Order, Seat] | None:
        """An order that only its own phone may change: whose, what, and posted by which seat."""
        found = ordered(self.deal.posts)
        if found is None:
            return None
        said = self.deal.posts.orders[found[0]]
        is_mine = self._is_mine(found[0], said.by) and found[1].game is not Game.RASPASY
        return None if is_mine else (*found, said.by)

    def _with_order(self, entered: Entered, data: Mapping[str, str]) -> Entered:
        """What phones have said fills the form in; what they alone may change, also against it."""
        before = Entered.of(self.terms, self.deal.posts)
        entered = replace(entered, dealer=self.terms.dealer, resting=before.resting)
        if self.order_by is not None or not data:
            about = ("game", "level", "trump", "factor", "called", "declarer")
            entered = replace(entered, **{name: getattr(before, name) for name in about})
        if not data:
            return replace(entered, taken_back=before.taken_back, talon=before.talon)
        if NOBODY_WHISTS in data and entered.declarer is not None:
            passes = dict.fromkeys(self.terms.defenders(entered.declarer), Role.PASS)
            entered = replace(entered, answers=passes)
        return entered

    def _told(self) -> Posts:
        """The form in posts, as far as it says anything that can be."""
        try:
            telling = Telling(self.course, self.course.pulka.size, self.entered, self.me)
        except Unfit:
            return Posts()
        with suppress(Unfit):  # it says where the form ends
            telling.whole()
        return telling.posts

    def _with_played(self, entered: Entered) -> Entered:
        """With the answers and tricks that phones have said of the same game."""
        if not self._is_same_game(entered):
            return entered
        answers = {seat: said.value for seat, said in self.deal.posts.answers.items()}
        tricks = {claim.about: claim.number for claim in self.deal.posts.claims}
        fixed = {
            s: a for s, a in answers.items() if not self._is_mine(s, self.deal.posts.answers[s].by)
        }
        told = {
            c.about: c.number for c in self.deal.posts.claims if not self._is_mine(c.seat, c.by)
        }
        units = talon_units(self.deal.posts)
        return replace(
            entered,
            answers={**answers, **entered.answers, **fixed},
            tricks={**tricks, **entered.tricks, **told},
            talon=entered.talon if units is None else units,
        )

    def _is_mine(self, seat: Seat, by: Seat) -> bool:
        """Whether the scribe may change what was said so."""
        return may_mend(seat, by, self.me)

    def _is_same_game(self, entered: Entered | None = None) -> bool:
        found, entered = ordered(self.deal.posts), entered or self.entered
        if found is None:
            return False
        seat, order = found
        is_same = (entered.game, entered.level) == (order.game, order.level)
        return is_same and (order.game is Game.RASPASY or entered.declarer == seat)

    # -- the questions

    @property
    def found(self) -> tuple[Seat, Order] | None:
        """The game, once it is said."""
        return ordered(self.posts)

    @cached_property
    def answerers(self) -> tuple[Answerer, ...]:
        """Who is asked for whist or pass, in the order of speech."""
        if self.found is None or not asks_answers(self.terms, self.found[1]):
            return ()
        seats = list(self.terms.defenders(self.found[0]))
        if asks_dealer(self.terms, self.posts):
            seats.append(self.terms.dealer)
        return tuple(self._answerer(seat) for seat in seats)

    def _answerer(self, seat: Seat) -> Answerer:
        half = (Role.HALF,) if half_is_open(self.terms, self.posts, seat) else ()
        roles = (Role.WHIST, *half, Role.PASS)
        said = self.entered.answers.get(seat)
        stands = self.deal.posts.answers.get(seat) if self._is_same_game() else None
        is_fixed = stands is not None and not self._is_mine(seat, stands.by)
        by = stands.by if stands is not None and is_fixed else None
        return Answerer(seat, roles, said if said in roles else None, by)

    @property
    def may_all_pass(self) -> bool:
        """Whether one tap says that nobody whists: no phone has answered, no dealer is asked."""
        asks_all = self.answerers and all(each.by is None for each in self.answerers)
        is_plain = not self.offer.dealer_may_whist and not self.asks_talon
        return bool(asks_all) and is_plain and not self.entered.answers

    @property
    def asks_reply(self) -> bool:
        """Whether a half-whist stands or is taken back is still a question."""
        return Role.HALF in [said.value for said in self.posts.answers.values()]

    @property
    def asks_talon(self) -> bool:
        """Whether the talon's units are to be said."""
        return self.found is not None and pays_talon(self.terms, self.found[1])

    @property
    def talon_by(self) -> Seat | None:
        """Whose phone has told the talon."""
        told = self.deal.posts.talon
        is_told = self._is_same_game() and talon_units(self.deal.posts) is not None
        return next(iter(told)) if is_told else None

    @cached_property
    def pads(self) -> tuple[Pad, ...]:
        """Numbers of tricks to be said: as many as settle the deal, the last one posts it."""
        limits = subjects(self.terms, self.posts)
        if not limits or self._waits_for_answers:
            return ()
        one = single(self.terms, self.posts)
        seats = [one] if one is not None else self._counted(limits)
        open_seats = [seat for seat in seats if self._told_by(seat) is None]
        last = open_seats[-1] if open_seats else None
        told = count(self.terms, self._without_last(last))
        return tuple(self._pad(seat, limits, told, is_last=seat == last) for seat in seats)

    @property
    def _waits_for_answers(self) -> bool:
        found = self.found
        asks = found is not None and asks_answers(self.terms, found[1])
        return asks and any(each.said is None for each in self.answerers)

    def _counted(self, limits: Mapping[Seat, int]) -> list[Seat]:
        """All but the one who has the rest; with a dummy, which has it, all."""
        first = self.found[0] if self.found and self.found[1].game is Game.CONTRACT else None
        seats = sorted(limits, key=lambda seat: (seat != first, seat not in self.terms.active))
        told = [seat for seat in seats if self._told_by(seat) is not None]
        others = [seat for seat in seats if seat not in told]
        has_dummy = len(self.terms.active) == len(limits) == 2 and first is None
        return [*told, *(others if has_dummy else others[:-1])]

    def _told_by(self, seat: Seat) -> Seat | None:
        """Whose phone has told these tricks, where the scribe may not change that."""
        if not self._is_same_game():
            return None
        claims = [claim for claim in self.deal.posts.claims if claim.about == seat]
        fixed = [claim.by for claim in claims if not self._is_mine(claim.seat, claim.by)]
        return fixed[0] if fixed else None

    def _without_last(self, last: Seat | None) -> Posts:
        return replace(
            self.posts, claims=tuple(claim for claim in self.posts.claims if claim.about != last)
        )

    def _pad(self, seat: Seat, limits: Mapping[Seat, int], told: Count, *, is_last: bool) -> Pad:
        fits = told.choices(seat) if is_last and not told.clashing else range(limits[seat] + 1)
        numbers = tuple((number, number in fits) for number in range(limits[seat] + 1))
        said = self.entered.tricks.get(seat)
        return Pad(seat, numbers, said, self._told_by(seat), is_last)

    @property
    def rest_of(self) -> Seat | None:
        """Who has the rest of the tricks."""
        limits = subjects(self.terms, self.posts)
        asked = {pad.seat for pad in self.pads}
        left = [seat for seat in limits if seat not in asked]
        return (
            left[0] if asked and len(left) == 1 and single(self.terms, self.posts) is None else None
        )

    @property
    def is_whole(self) -> bool:
        """Whether nothing is missing: a button posts the deal."""
        return step(self.terms, self.posts) is Step.WRITTEN
