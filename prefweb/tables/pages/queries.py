"""What the pages of a table read: a pulka as somebody sees it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q
from django.utils import timezone

from prefweb.clubs.directory import names_left
from prefweb.tables import models
from prefweb.tables.access import Deed, Viewer, viewer_with
from prefweb.tables.deals.posts import Game, Order
from prefweb.tables.deals.steps import Step, concerned, waited_for
from prefweb.tables.deals.steps import facts as said_facts
from prefweb.tables.models import Consent, Hand, Line, Proxies, Pulka, PulkaStep, Sitting
from prefweb.tables.pages.changes import Change, changes_of
from prefweb.tables.pages.panels import FactView, Mend, Panel, facts_of, panel_of, said_by
from prefweb.tables.pages.questions import ASKABLE, Question, closed_question, question_of
from prefweb.tables.pages.record import NEWEST, Reading, names_then
from prefweb.tables.pulkas.clock import Clock, clock_of
from prefweb.tables.pulkas.consents import is_left_for_a_week
from prefweb.tables.pulkas.continuations import FEWEST, newcomers_start, parting_payments
from prefweb.tables.pulkas.course import Course, OpenDeal, Scored, course_of, result_mark
from prefweb.tables.pulkas.hands import HAND_NEWS, is_about
from prefweb.tables.pulkas.openings import exact
from scoring import (
    PRESETS,
    Area,
    Deal,
    Number,
    Payment,
    Played,
    Seat,
    Settlement,
    money_of,
    payments,
    settle,
)

RUNNING = (PulkaStep.SEATING, PulkaStep.PLAYING, PulkaStep.ENDED)
"""Steps in which people still come and go."""
SAYS = ("order", "pick", "answer", "reply", "tricks", "talon", "start_over", "cleared")
DEALT = ("dealer", "redeal")
"""Lines of the log that end what was said before: by a seat, and by everybody."""


class Place(StrEnum):
    """How a seat stands in the deal that is being posted."""

    WAITED = "wait"
    SAID = "said"
    BAD = "bad"
    DEALS = "deals"
    RESTS = "rests"
    IDLE = "idle"


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat in the row of faces."""

    index: Seat
    name: str
    is_me: bool
    has_phone: bool
    place: Place
    said: Any
    is_dealer: bool


@dataclass(frozen=True, slots=True)
class Balance:
    """What a seat would get, or has got: whists, and money at the stake."""

    seat: Seat
    name: str
    whists: Number
    money: Decimal


@dataclass(frozen=True, slots=True)
class DealView:
    """One deal: what was said about it, and where its posts agree, what it wrote."""

    deal: OpenDeal
    written: Deal | None
    """The deal itself, once its posts agree."""
    is_scored: bool
    """Whether it stands on the sheet."""
    is_taken_out: bool
    facts: list[FactView]
    changes: list[Change]
    is_open: bool
    """Whether it still takes posts."""
    names: tuple[str, ...]
    """Who sat there then."""

    @property
    def may_dispute(self) -> bool:
        """Whether it is written, or off the sheet by somebody's objection alone."""
        return self.deal.step is Step.WRITTEN or bool(self.deal.posts.disputes)


class PulkaPage:
    """A pulka as one viewer sees it now. Nothing here is stored: it follows from the posts."""

    def __init__(
        self,
        pulka: Pulka,
        viewer: Viewer,
        mend: Mend | None = None,
        seat: Seat | None = None,
        reading: Reading = NEWEST,
        course: Course | None = None,
    ) -> None:
        self.pulka = pulka
        self.table = pulka.table
        self.viewer = viewer
        self.seats = list(pulka.seats.all())
        self.names = tuple(seat.name for seat in self.seats)
        self._names_in: dict[int, tuple[str, ...]] = {}
        self.course = course or course_of(pulka)
        self._mend = mend
        self.reading = reading
        self.for_seat = viewer.seat if seat is None else seat

    @cached_property
    def panel(self) -> Panel:
        """What the viewer, or the seat he posts for, is asked."""
        return panel_of(self.course, self.for_seat, self._mend)

    @property
    def is_proxy(self) -> bool:
        """Whether the posting area speaks for somebody else's seat."""
        return self.for_seat != self.viewer.seat

    @property
    def token(self) -> str:
        """Differs whenever the posting area has to be drawn anew."""
        cleared = self.cleared.pk if self.cleared else ""
        return f"{self.panel.token}.{cleared}.{self.scribe_name}"

    @property
    def query(self) -> str:
        """What an open page says of itself when it asks for changes."""
        shown = {"step": self.pulka.step, "panel": self.token, **self.reading.query}
        more = {"mend": self.panel.mend, "for": self.for_seat if self.is_proxy else None}
        return urlencode(shown | {key: value for key, value in more.items() if value is not None})

    @property
    def may_invite(self) -> bool:
        """Whether the viewer is shown the table's code, and it still opens something."""
        return self.viewer.may(Deed.INVITE) and self.table.closed is None

    @property
    def may_enter(self) -> bool:
        """Whether the viewer can take a free seat without the table's code."""
        return (
            self.viewer.seat is None
            and self.viewer.may(Deed.ENTER)
            and self.table.closed is None
            and self.pulka.step in RUNNING
        )

    @cached_property
    def directory(self) -> list[str]:
        """The club's names to offer for a seat, shown to who sits at the table or manages it."""
        if self.pulka.club is None or not self.viewer.may(Deed.INVITE):
            return []
        people = self.pulka.seats.exclude(person=None).values_list("person__main", flat=True)
        return names_left(self.pulka.club, self.names, set(people))

    @property
    def may_pass_on(self) -> bool:
        """Whether the viewer is shown the link by which anybody watches the table."""
        return self.viewer.may(Deed.LINK)

    @property
    def agreement_news(self) -> Line | None:
        """The last change of the agreement, while the table gathers."""
        if self.pulka.step != PulkaStep.SEATING:
            return None
        return self.pulka.lines.filter(action="agreement").last()

    @property
    def clock(self) -> Clock | None:
        """How long a game on time goes on."""
        return clock_of(self.course, timezone.now())

    @cached_property
    def question(self) -> Question | None:
        """What everybody is asked."""
        return question_of(self.course, self.pulka, self.viewer, self._last_asked)

    @cached_property
    def closed_question(self) -> models.Consent | None:
        """What everybody was asked just now, and what became of it."""
        return closed_question(self.pulka, self._last_asked)

    @cached_property
    def _last_asked(self) -> Consent | None:
        """The last question: the open one, where one is open."""
        return self.pulka.consents.last()

    @property
    def may_ask(self) -> bool:
        """Whether the viewer can ask everybody for something."""
        return self.viewer.may(Deed.ASK) and self.pulka.step in ASKABLE

    @property
    def may_abandon(self) -> bool:
        """Whether the host can give up what nobody has played on for a week."""
        is_played = self.viewer.may(Deed.MANAGE) and self.pulka.step == PulkaStep.PLAYING
        return is_played and is_left_for_a_week(self.pulka)

    @property
    def is_my_turn(self) -> bool:
        """Whether the table waits for the viewer."""
        current, mine = self.course.current, self.viewer.seat
        return current is not None and mine in waited_for(current.terms, current.posts)

    @property
    def others_waited_for(self) -> tuple[Seat, ...]:
        """The seats besides the viewer's own that the table waits for."""
        now = self.course.current
        asked = waited_for(now.terms, now.posts) if now else ()
        return tuple(seat for seat in asked if seat != self.viewer.seat)

    @cached_property
    def places(self) -> list[SeatView]:
        """The seats clockwise, the viewer's own first."""
        mine = self.viewer.seat or 0
        size = self.pulka.size
        return [self._place((mine + turn) % size) for turn in range(size)]

    def _place(self, index: Seat) -> SeatView:
        deal = self.course.current
        return SeatView(
            index=index,
            name=self.names[index],
            is_me=index == self.viewer.seat,
            has_phone=self.seats[index].player_id is not None,
            place=_place_in(deal, index) if deal else Place.IDLE,
            said=_told_by(deal, index) if deal else None,
            is_dealer=deal is not None and deal.terms.dealer == index,
        )

    @property
    def settlement(self) -> Settlement:
        """The final count, as if settled now."""
        return self.course.settlement

    @property
    def result_mark(self) -> str:
        """The result as a form sends it back to agree to it."""
        return result_mark(self.settlement)

    @cached_property
    def leaver(self) -> Seat | None:
        """Who has left for good, where that closed the pulka: settled with each of the others."""
        return self.course.leaver

    @cached_property
    def whists(self) -> tuple[Number, ...]:
        """What each would get if it were settled now, or has got where one player has left."""
        if self.leaver is None:
            return self.settlement.whists
        return tuple(exact(seat.whists) for seat in self.seats)

    @property
    def parts(self) -> list[tuple[Seat, Number, Number, Number]]:
        """What each of the others settles with who has left: whists, mountains, together."""
        left, found = self.leaver, self.settlement
        if left is None:
            return []
        return [
            (seat, row[left], found.shared[left] - found.shared[seat], self.whists[seat])
            for seat, row in enumerate(found.pairwise)
            if seat != left
        ]

    @property
    def is_parting_rounded(self) -> bool:
        """Whether some of these sums were not whole."""
        return any(whists + mountains != sum_ for _seat, whists, mountains, sum_ in self.parts)

    @cached_property
    def money(self) -> tuple[Decimal, ...]:
        return money_of(self.whists, self.pulka.stake, self.pulka.currency)

    @cached_property
    def payments(self) -> tuple[Payment, ...]:
        """Who pays whom; where one player has left, he and each of the others."""
        if self.leaver is None:
            return payments(self.money)
        return parting_payments(self.money, self.leaver)

    @property
    def has_dues(self) -> bool:
        """Whether it is played for money, and its result stands, or would if settled now."""
        goes_on = self.pulka.step == PulkaStep.CONTINUED and self.leaver is None
        return bool(self.pulka.stake) and self.pulka.step != PulkaStep.ABANDONED and not goes_on

    @cached_property
    def balances(self) -> list[Balance]:
        """Everybody's whists and money if it were settled now."""
        rows = zip(self.names, self.whists, self.money, strict=True)
        return [Balance(seat, *row) for seat, row in enumerate(rows)]

    @property
    def podium(self) -> list[Balance]:
        """The same, the winner first."""
        return sorted(self.balances, key=lambda balance: (-balance.whists, balance.seat))

    @cached_property
    def written(self) -> OpenDeal | None:
        """The last deal on the sheet."""
        last = self._last_scored
        return last.source if last and isinstance(last.source, OpenDeal) else None

    @property
    def _last_scored(self) -> Scored | None:
        return self.course.scored_deals[-1] if self.course.scored_deals else None

    @property
    def last_played(self) -> Played | None:
        """The last deal on the sheet as the engine took it."""
        return self._last_scored.played if self._last_scored else None

    @property
    def written_names(self) -> tuple[str, ...]:
        """Who played the last deal on the sheet."""
        return self.names_in(self.written.number) if self.written else self.names

    @property
    def is_fresh(self) -> bool:
        """Whether the last deal is the news: nobody has ordered since, nor mends it here."""
        return self.course.mendable is not None and self.panel.mend is None

    @cached_property
    def facts(self) -> list[FactView]:
        """What was said about the deal that the question is about."""
        deal = self.panel.deal
        return facts_of(deal, self.viewer.seat, self.mute) if deal else []

    @cached_property
    def mute(self) -> frozenset[Seat]:
        """The seats without a phone that the viewer speaks for."""
        seats = self.seats if self.may_proxy else []
        return frozenset(seat.index for seat in seats if seat.player_id is None)

    @property
    def mute_objectors(self) -> list[Seat]:
        """Those of them, the posting area's own aside, that have objected to something."""
        objected = self.panel.deal.posts.disputes if self.panel.deal else {}
        return [seat for seat in sorted(objected) if seat in self.mute and seat != self.for_seat]

    @property
    def my_facts(self) -> list[FactView]:
        """The same, for the seats this phone speaks for, or by this phone."""
        mine = {self.viewer.seat, self.for_seat}
        return [fact for fact in self.facts if fact.seat in mine or fact.by == self.viewer.seat]

    @property
    def posted_for_me(self) -> list[FactView]:
        """The facts of the viewer's seat that another phone posted."""
        me = self.viewer.seat
        return [fact for fact in self.facts if fact.seat == me and fact.by != me]

    @cached_property
    def cleared(self) -> Line | None:
        """What took back the last that the seat had said in this deal, while it says nothing new.

        None also for who did it himself.
        """
        deal = self.panel.deal
        if self.for_seat is None or deal is None or not deal.posts.changes or self.panel.mend:
            return None
        mine = Q(seat=self.for_seat, action__in=SAYS)
        last = self.pulka.lines.filter(mine | Q(action__in=DEALT), deal=deal.number).last()
        is_told = last is not None and last.action == "cleared" and not self._is_mine(last)
        return last if is_told else None

    def _is_mine(self, line: Line) -> bool:
        """Whether the viewer did what the line says, for the own seat."""
        me = self.viewer.seat
        is_by_me = me is not None and line.by_id == self.seats[me].player_id
        return is_by_me and line.seat == me

    @cached_property
    def dealt_anew(self) -> Line | None:
        """Who deals now, or the cards once more: the news until somebody orders."""
        now = self.course.current
        if now is None or not now.is_blank or not now.posts.changes:
            return None
        last = self.pulka.lines.filter(deal=now.number).last()
        return last if last is not None and last.action in DEALT else None

    @property
    def stops(self) -> bool:
        """Whether everybody has agreed that the pulka ends with the deal that is on."""
        return self.pulka.step == PulkaStep.PLAYING and self.pulka.reason == "consent"

    @property
    def may_proxy(self) -> bool:
        """Whether this phone may post for other seats."""
        return self.viewer.may(Deed.POST_FOR_ANOTHER)

    @property
    def writes_for_all(self) -> bool:
        """Whether the viewer is the scribe of a pulka that is being played."""
        is_scribe = self.pulka.scribe is not None and self.pulka.scribe == self.viewer.seat
        return is_scribe and self.may_proxy and self.pulka.step == PulkaStep.PLAYING

    @property
    def scribe_name(self) -> str:
        """Who writes for everybody now."""
        seat = self.pulka.scribe
        is_on = seat is not None and seat < len(self.names) and self.pulka.step in RUNNING
        return self.names[seat] if is_on and seat is not None else ""

    @property
    def is_running(self) -> bool:
        """Whether people still come and go here."""
        return self.pulka.step in RUNNING and self.table.closed is None

    @property
    def is_current(self) -> bool:
        """Whether no later pulka is played at the table."""
        return self.following is None

    @cached_property
    def following(self) -> Pulka | None:
        """What the table has played after this pulka; nothing while it is played itself."""
        if self.pulka.step in (PulkaStep.SEATING, PulkaStep.PLAYING):
            return None
        return Pulka.objects.filter(follows=self.pulka).select_related("table").first()

    @property
    def next_pulka(self) -> Pulka | None:
        """The same where the viewer is let in."""
        if self.following is None:
            return None
        viewer = viewer_with(self.following, self.viewer.key, watches=self.viewer.watches)
        return self.following if viewer.may(Deed.SEE) else None

    @property
    def has_free_seat(self) -> bool:
        """Whether somebody's phone is missing."""
        return any(seat.player_id is None for seat in self.seats)

    @property
    def next_target(self) -> int:
        """A target to go on to."""
        return (self.pulka.target or 0) + 10

    @property
    def may_grow(self) -> bool:
        """Whether one more can play by this convention."""
        return self.pulka.size + 1 in PRESETS[self.pulka.preset].players

    @property
    def may_shrink(self) -> bool:
        """Whether the table can go on with one player fewer."""
        fewer = self.pulka.size - 1
        return fewer >= FEWEST and fewer in PRESETS[self.pulka.preset].players

    @property
    def newcomers_sheet(self) -> tuple[Number, Number]:
        """The pool and the mountain that one more player would begin with."""
        return newcomers_start(self.course.replay.sheet)

    @property
    def may_write_for_all(self) -> bool:
        """Whether the viewer can make himself the scribe."""
        is_host = self.viewer.is_host and self.table.proxies == Proxies.SCRIBE
        may = is_host or self.table.proxies == Proxies.ANYONE
        return may and self.viewer.seat is not None and self.pulka.scribe != self.viewer.seat

    @property
    def sittings(self) -> Mapping[Seat, Sequence[Sitting]]:
        """Who sat on each seat, one after the other."""
        return self.course.sittings

    def names_in(self, number: int) -> tuple[str, ...]:
        """The names at the table when this deal was played."""
        if number not in self._names_in:
            seats = range(len(self.names))
            self._names_in[number] = tuple(self._name_in(seat, number) for seat in seats)
        return self._names_in[number]

    def _name_in(self, seat: Seat, number: int) -> str:
        sat = [row.name for row in self.sittings.get(seat, ()) if row.since <= number]
        is_last = len(sat) == len(self.sittings.get(seat, ()))
        return self.names[seat] if is_last or not sat else sat[-1]

    def names_of(self, line: Line) -> tuple[str, ...]:
        """The names a line of the log speaks of: of its deal's players, else of that time."""
        if line.deal:
            return self.names_in(line.deal)
        return names_then(self.names, self._newcomers, line)

    @cached_property
    def _newcomers(self) -> list[Line]:
        """Who took a seat over from another name, the latest first."""
        return list(self.pulka.lines.filter(action="sits", before__isnull=False).order_by("-id"))

    def sat(self, seat: Seat) -> list[tuple[str, int, int | None]]:
        """Who played here: name, first and last deal (None: still); nothing where it was one."""
        last = self.course.last.number if self.course.last else 0
        is_open = self.pulka.step == PulkaStep.PLAYING
        rows = [row for row in self.sittings.get(seat, []) if is_open or row.since <= last]
        ends = [*(row.since - 1 for row in rows[1:]), None if is_open else last]
        sat = [(row.name, row.since, end) for row, end in zip(rows, ends, strict=False)]
        return sat if [name for name, *_deals in sat] not in ([], [self.names[seat]]) else []

    @cached_property
    def hand_line(self) -> Line | None:
        """What happened last by hand, until somebody orders: the news of it."""
        if not self.course.entries and not self.course.is_codex:
            return None
        ordered = self.pulka.lines.filter(action="order").last()
        waits = {hand.pk for hand in self.course.entries if hand.state == Hand.State.PENDING}
        found = self.pulka.lines.filter(action__in=HAND_NEWS, pk__gt=ordered.pk if ordered else 0)
        return next((line for line in found.order_by("-id") if not is_about(line, waits)), None)

    @property
    def may_write_by_hand(self) -> bool:
        """Whether the viewer has columns to write in."""
        return self.viewer.seat is not None and self.pulka.step in RUNNING[1:]

    @property
    def may_deal_again(self) -> bool:
        """Whether the viewer can still say that another deals, or that it is dealt again."""
        now = self.course.current
        return self.viewer.seat is not None and now is not None and now.is_blank

    @property
    def may_start_over(self) -> bool:
        """Whether the viewer can take back all that was said about the present deal."""
        now = self.course.current
        if self.is_proxy or now is None or now.is_blank or now.posts.disputes:
            return False
        return self.viewer.seat in now.terms.active

    @cached_property
    def changes(self) -> list[Change]:
        """What the last deal wrote, column by column."""
        return changes_of(self._last_scored) if self._last_scored else []

    def deal_view(self, number: int) -> DealView | None:
        """A deal of this pulka with everything a page says about it."""
        known = (*self.course.deals, *self.course.taken_out)
        deal = next((deal for deal in known if deal.number == number), None)
        if deal is None:
            return None
        scored = self.course.scored_as(number)
        return DealView(
            deal=deal,
            written=scored.played.deal if scored else said_facts(deal.terms, deal.posts),
            is_scored=scored is not None,
            is_taken_out=deal in self.course.taken_out,
            facts=facts_of(deal, self.viewer.seat, self.mute),
            changes=changes_of(scored) if scored else [],
            is_open=self.course.find(number) is not None,
            names=self.names_in(number),
        )

    @cached_property
    def last_view(self) -> DealView | None:
        """The same of the last deal on the sheet."""
        return self.deal_view(self.written.number) if self.written else None

    def is_new(self, seat: Seat, area: Area, against: Seat | None = None) -> bool:
        """Whether the last deal or a hand since wrote here, until the next is ordered."""
        if self.course.mendable is None:
            return False
        return any((c.seat, c.area, c.against) == (seat, area, against) for c in self._fresh)

    @cached_property
    def _fresh(self) -> list[Change]:
        """What the last deal wrote, and by hand what has been written after it."""
        scored = self.course.scored
        deals = [n for n, each in enumerate(scored) if isinstance(each.source, OpenDeal)]
        since = scored[deals[-1] if deals else 0 :]
        return [change for each in since for change in changes_of(each)]

    @property
    def my_change(self) -> tuple[Number, Number] | None:
        """The viewer's balance before the last deal and after it."""
        if self.viewer.seat is None or self._last_scored is None:
            return None
        sheets = (self._last_scored.before, self._last_scored.played.sheet)
        before, after = (settle(sheet, self.course.game).whists for sheet in sheets)
        return before[self.viewer.seat], after[self.viewer.seat]

    @property
    def is_finished(self) -> bool:
        """Whether nothing moves any more, so that no stream is needed."""
        is_over = self.pulka.step in (PulkaStep.SETTLED, PulkaStep.ABANDONED)
        return is_over and self.table.closed is not None and self.question is None


def _place_in(deal: OpenDeal, index: Seat) -> Place:
    terms, posts = deal.terms, deal.posts
    if deal.step is Step.CONFLICT and index in concerned(terms, posts):
        return Place.BAD
    if index in waited_for(terms, posts):
        return Place.WAITED
    if said_by(deal, index) is not None:
        return Place.SAID
    if index == terms.dealer and index in terms.resting:
        return Place.DEALS
    return Place.RESTS if index in terms.resting else Place.IDLE


def _told_by(deal: OpenDeal, index: Seat) -> Any:
    """The last thing a seat has said; raspasy is everybody's, and his number still awaited."""
    said = said_by(deal, index)
    is_raspasy = isinstance(said, Order) and said.game is Game.RASPASY
    return None if is_raspasy and deal.step is Step.TRICKS else said
