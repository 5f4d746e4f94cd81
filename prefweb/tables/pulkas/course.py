"""How a pulka stands: its deals replayed, the one being posted, the one still to be mended."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from threading import Lock
from typing import NamedTuple, TypeAlias

from django.db.models import prefetch_related_objects

import scoring
from prefweb.tables.deals.posts import Posts, Reply, Said
from prefweb.tables.deals.steps import Step, Terms, facts, step
from prefweb.tables.models import Consent, Deal, Hand, Pulka, PulkaStep, Sitting
from prefweb.tables.pulkas.openings import exact, opening_of
from scoring import (
    Area,
    Convention,
    Ending,
    Game,
    Manual,
    ManualEntry,
    Played,
    Raspasy,
    Replay,
    Seat,
    Settlement,
    Sheet,
    Upcoming,
    replay,
    settle,
)
from scoring.conventions import CorrectionProtocol
from scoring.deals import seating
from scoring.series import lowest_bid


@dataclass(frozen=True, slots=True)
class OpenDeal:
    """A deal with its terms and what has been posted about it."""

    number: int
    terms: Terms
    posts: Posts
    about: Mapping[str, object] | None = None
    """What its file told of it besides the facts."""

    @property
    def step(self) -> Step:
        return step(self.terms, self.posts)

    @property
    def is_blank(self) -> bool:
        """Whether nobody has ordered yet: the deal before is not sealed."""
        return not self.posts.orders


@dataclass(frozen=True, slots=True)
class HandEntry:
    """A counted entry by hand, and the number of the deal it follows."""

    pk: int
    after: int
    entry: Manual
    about: Mapping[str, object] | None = None
    """What its file told of it besides."""


Source: TypeAlias = OpenDeal | HandEntry


class Scored(NamedTuple):
    """A deal or an entry by hand on the sheet: what stood before it, and what it wrote."""

    source: Source
    before: Sheet
    played: Played


class Course:
    """A pulka with its deals as they stand now."""

    def __init__(
        self,
        pulka: Pulka,
        deals: Sequence[OpenDeal],
        hands: Sequence[HandEntry] = (),
        taken_out: Sequence[OpenDeal] = (),
        entries: Sequence[Hand] = (),
    ) -> None:
        self.pulka = pulka
        self.convention = Convention.from_data(pulka.convention)
        self.deals = tuple(deals)
        self.hands = tuple(hands)
        self.taken_out = tuple(taken_out)
        self.entries = tuple(entries)
        """Everything by hand in whatever state; `hands` are those that count."""

    @classmethod
    def load(cls, pulka: Pulka) -> "Course":
        """The course as the database has it now."""
        bare = cls(pulka, ())
        rows, entries = list(pulka.deals.all()), list(pulka.hands.all())
        return cls(
            pulka,
            [bare.opened(row) for row in rows if not row.taken_out],
            _by_hand([hand for hand in entries if hand.state == Hand.State.COUNTED]),
            [bare.opened(row) for row in rows if row.taken_out],
            entries,
        )

    def supposing(self, deals: Sequence[OpenDeal]) -> "Course":
        """The same pulka with other deals, to see what they would change."""
        return Course(self.pulka, deals, self.hands, self.taken_out, self.entries)

    def opened(self, row: Deal) -> OpenDeal:
        """A stored deal."""
        resting = tuple(row.resting) if row.resting else None
        terms = self.terms(row.dealer, resting)
        return OpenDeal(row.number, terms, Posts.from_data(row.posts), row.about)

    def terms(self, dealer: Seat, resting: tuple[Seat, ...] | None = None) -> Terms:
        """What holds for a deal of this dealer, and with five of these two who rest."""
        seats = seating(self.pulka.size, dealer, resting)
        return Terms(self.convention, seats, self.pulka.multipliers)

    @property
    def is_codex(self) -> bool:
        """Whether mistakes of written deals are warned of and fined."""
        return self.convention.correction_protocol is CorrectionProtocol.CODEX

    @cached_property
    def game(self) -> Game:
        """The pulka as the engine takes it."""
        pulka = self.pulka
        return Game(
            convention=self.convention,
            players=pulka.size,
            target=pulka.target,
            first_dealer=pulka.first_dealer,
            opening=opening_of(pulka.opening),
        )

    @cached_property
    def written(self) -> tuple[OpenDeal, ...]:
        """The deals whose posts agree, in order."""
        return tuple(deal for deal in self.deals if deal.step is Step.WRITTEN)

    @cached_property
    def replay(self) -> Replay:
        """The sheet and the entries of everything that counts."""
        agreed = self.pulka.step != PulkaStep.PLAYING and self.pulka.reason in AGREED_ENDS
        deals = [_facts(source) for source in self._sources]
        ended = self.pulka.reason if agreed else None
        return replay(self.game, deals, ended, to_its_end=True)

    @cached_property
    def _sources(self) -> list[Source]:
        """Written deals and entries by hand, in order."""
        return sorted([*self.written, *self.hands], key=_place)

    @cached_property
    def scored(self) -> tuple[Scored, ...]:
        """Everything on the sheet, in order."""
        sheets = (self.replay.opening, *(played.sheet for played in self.replay.played))
        return tuple(map(Scored, self._counted, sheets, self.replay.played))

    @cached_property
    def scored_deals(self) -> tuple[Scored, ...]:
        """The deals on the sheet, in order."""
        return tuple(each for each in self.scored if isinstance(each.source, OpenDeal))

    def scored_as(self, number: int) -> Scored | None:
        """A deal on the sheet by its number."""
        for each in self.scored:
            if isinstance(each.source, OpenDeal) and each.source.number == number:
                return each
        return None

    @cached_property
    def after_end(self) -> tuple[OpenDeal, ...]:
        """Written deals that do not count: a mended one ended the pulka before them."""
        counted = {each.source.number for each in self.scored if isinstance(each.source, OpenDeal)}
        return tuple(deal for deal in self.written if deal.number not in counted)

    @property
    def _counted(self) -> list[Source]:
        """Deals and entries by hand in order, as far as the pulka goes."""
        return self._sources[: len(self.replay.played)]

    @property
    def counted(self) -> list[tuple[Source, scoring.Deal]]:
        """Everything that counts, in order, with its facts as they were said."""
        return [(source, _facts(source)) for source in self._counted]

    @property
    def by_hand_after(self) -> int:
        """The number of the deal that something written by hand now follows.

        Nothing can follow the deal that ended the pulka by the rules: then it stands before it.
        """
        last = max((deal.number for deal in self._scored_sources), default=0)
        return last - 1 if last and self._ended_by_rules else last

    @property
    def _scored_sources(self) -> tuple[OpenDeal, ...]:
        return tuple(each for each in self._counted if isinstance(each, OpenDeal))

    @property
    def is_open(self) -> bool:
        """Whether a deal is being played: ordered, not written yet, and the pulka not over."""
        is_on = self.last is not None and self.last.step is not Step.WRITTEN
        return is_on and self._ended_by_rules is None

    @cached_property
    def laps(self) -> Fraction:
        """How often everybody has dealt; a deal that stays with its dealer counts once."""
        moves = sum(self._moves_on(each.played) for each in self.scored_deals)
        return Fraction(moves, self.pulka.size)

    def _moves_on(self, played: Played) -> bool:
        return self.convention.deal_moves_after_raspasy or not isinstance(played.deal, Raspasy)

    def ending(self, now: datetime) -> Ending | None:
        """What ends the pulka at this moment, if anything does: the rules, time, or consent."""
        by_rules = self._ended_by_rules
        if by_rules is not None or self.is_open:
            return by_rules
        if self.pulka.reason == Ending.CONSENT:
            return Ending.CONSENT
        return Ending.TIME if self.time_is_over(now) else None

    @property
    def _ended_by_rules(self) -> Ending | None:
        return None if self.replay.reason in AGREED_ENDS else self.replay.reason

    def time_is_over(self, now: datetime) -> bool:
        """Whether a game on time has had its laps or its minutes."""
        pulka = self.pulka
        is_late = pulka.deadline is not None and now >= pulka.deadline
        return is_late or (pulka.laps is not None and self.laps >= pulka.laps)

    @cached_property
    def sittings(self) -> dict[Seat, list[Sitting]]:
        """Who sat on each seat, one after the other."""
        rows = Sitting.objects.filter(seat__pulka=self.pulka).select_related("seat")
        by_seat: dict[Seat, list[Sitting]] = {}
        for row in rows:
            by_seat.setdefault(row.seat.index, []).append(row)
        return by_seat

    @cached_property
    def leaver(self) -> Seat | None:
        """Who has left for good, where that closed the pulka: settled with each of the others."""
        pulka = self.pulka
        if pulka.step != PulkaStep.CONTINUED or not pulka.seats.all()[0].whists:
            return None
        asked = pulka.consents.filter(kind=Consent.Kind.PART, outcome=Consent.Outcome.AGREED).last()
        return asked.value["seat"] if asked and asked.value else None

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
        if self.pulka.step not in (PulkaStep.PLAYING, PulkaStep.ENDED) or self.after_end:
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
        number += 1
        while number in {deal.number for deal in self.taken_out}:
            number += 1
        dealt = next((deal for deal in self.deals if deal.number == number), None)
        if dealt is not None or upcoming is None:
            return dealt
        return OpenDeal(number, self.terms(upcoming.dealer), Posts())

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
        said = replace(now.posts, reply=Said(Reply.STANDS, now.terms.dealer))
        stood = replace(now, posts=said)
        if stood.step is not Step.WRITTEN:
            return None
        return self.supposing([*self.written, stood]).replay.upcoming

    def lowest_bid(self, number: int) -> int | None:
        """The lowest contract that leads out of the raspasy before a deal that can be ordered."""
        scored = self.scored_as(number)
        if scored is not None:
            return lowest_bid(self.convention, scored.played.raspasy)
        is_ahead = self.after_half is not None and self.after_half.number == number
        upcoming = self._upcoming_after_half if is_ahead else self.replay.upcoming
        return upcoming.lowest_bid if upcoming else None

    def find(self, number: int) -> OpenDeal | None:
        """A deal by its number, if it can take a post now."""
        open_deals = (self.current, self.mendable)
        return next((deal for deal in open_deals if deal and deal.number == number), None)


AGREED_ENDS = (Ending.CONSENT, Ending.TIME)
"""Ends that the rules do not know by themselves."""


def _by_hand(hands: Sequence[Hand]) -> list[HandEntry]:
    """The entries that count, in order; those of a file that belong together as one."""
    together: dict[int, list[Hand]] = {}
    for hand in hands:
        together.setdefault(hand.beside_id or hand.pk, []).append(hand)
    return [_entry(first, [first, *others]) for first, *others in together.values()]


def _entry(first: Hand, hands: Sequence[Hand]) -> HandEntry:
    entries = tuple(
        ManualEntry(
            seat=hand.seat, area=Area(hand.area), amount=exact(hand.amount), against=hand.against
        )
        for hand in hands
    )
    entered = Manual(entries=entries, note=first.note or None)
    return HandEntry(first.pk, first.after, entered, first.about)


def _place(source: Source) -> tuple[int, int]:
    """Where something stands in the order of play: by hand after the deal it follows."""
    return (source.after, source.pk) if isinstance(source, HandEntry) else (source.number, 0)


def _facts(source: Source) -> scoring.Deal:
    if isinstance(source, HandEntry):
        return source.entry
    found = facts(source.terms, source.posts)
    if found is None:
        raise ValueError(source.number)
    return found


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
    course = Course.load(pulka)
    with _shelf_lock:
        _shelf[key] = course
        while len(_shelf) > SHELF:
            _shelf.popitem(last=False)
    return course


def courses_of(pulkas: Sequence[Pulka]) -> list[Course]:
    """The courses of all of these; the deals of those not replayed yet are read at once."""
    with _shelf_lock:
        new = [pulka for pulka in pulkas if (pulka.slug, pulka.version) not in _shelf]
    prefetch_related_objects(new, "deals", "hands")
    return [course_of(pulka) for pulka in pulkas]
