"""What a change of the sheet would change: in every deal, in everybody's balance, in the end.

Pure: `supposed` is the pulka as it would stand, replayed; nothing is written.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import TypeAlias

from prefweb.tables.deals.protocol import Told
from prefweb.tables.deals.steps import Step
from prefweb.tables.deals.whole import Whole
from prefweb.tables.models import Consent, PulkaStep
from prefweb.tables.pulkas.course import Course, HandEntry, OpenDeal, Scored
from scoring import Area, Deal, Ending, Entry, Number, Refused, Seat, money_of

Column: TypeAlias = tuple[Seat, Area, Seat | None]
Key: TypeAlias = tuple[str, int]
"""A deal by its number as it would be, or an entry by hand by its row."""

MEND, ADD, TAKE_OUT = Consent.Kind.MEND, Consent.Kind.ADD, Consent.Kind.TAKE_OUT
MENDING = (MEND, ADD, TAKE_OUT)
"""Changes of the deals on the sheet."""


@dataclass(frozen=True, slots=True)
class Shift:
    """What a deal writes into one column, and what it would write."""

    seat: Seat
    area: Area
    against: Seat | None
    was: Number
    now: Number


@dataclass(frozen=True, slots=True)
class DealShift:
    """A deal, or an entry by hand where it has no number, that would write something else."""

    number: int | None
    """As it would be called."""
    was: Deal | None
    """None where it does not count now."""
    now: Deal | None
    """None where it would not count."""
    columns: tuple[Shift, ...]
    is_asked: bool
    """Whether the question is about this very deal."""


@dataclass(frozen=True, slots=True)
class BalanceShift:
    """A seat's whists and money, settled now, before and after."""

    seat: Seat
    was: Number
    now: Number
    money_was: Decimal
    money_now: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """Everything a change would change."""

    deals: tuple[DealShift, ...]
    balances: tuple[BalanceShift, ...]
    ends: Ending | None
    """What would end a pulka that is played on, or end it after another deal than now."""
    last: int
    """The last deal that would count; 0 where none would."""
    opens: bool
    """Whether a pulka that is over would go on."""
    stands: bool
    """Whether a settled pulka would not be over by itself any more, and stays settled."""
    beyond: tuple[int, ...]
    """Deals that would fall after the end."""
    back: tuple[int, ...]
    """Deals that fell after the end and would count again."""

    @property
    def others(self) -> tuple[DealShift, ...]:
        """What would change besides the deal asked about."""
        return tuple(deal for deal in self.deals if not deal.is_asked)

    @property
    def is_even(self) -> bool:
        """Whether no balance would change."""
        return all(balance.was == balance.now for balance in self.balances)


def supposed(course: Course, consent: Consent) -> Course:
    """The pulka as it would stand with the change. Raises Told where there is no such deal."""
    number = consent.deal or 0
    if consent.kind == ADD:
        return _with_added(course, number, whole_of(consent))
    deal = written_deal(course, number)
    others = [each for each in course.deals if each is not deal]
    if consent.kind == TAKE_OUT:
        return Course(course.pulka, others, course.hands, (*course.taken_out, deal))
    mended = opened(course, number, whole_of(consent))
    return course.supposing(_in_order([*others, mended]))


def whole_of(consent: Consent) -> Whole:
    """The deal a question is about, as it really was. Raises Told where it tells none."""
    try:
        return Whole.from_data(consent.value or {})
    except (KeyError, TypeError, ValueError):
        raise Told("bad_form") from None


def opened(course: Course, number: int, whole: Whole) -> OpenDeal:
    """A whole deal in its place."""
    return OpenDeal(number, whole.terms(course), whole.posts)


def written_deal(course: Course, number: int) -> OpenDeal:
    """A written deal by its number. Raises Told."""
    deal = next((each for each in course.deals if each.number == number), None)
    if deal is None or deal.step is not Step.WRITTEN:
        raise Told("not_written", deal=number)
    return deal


def _with_added(course: Course, after: int, whole: Whole) -> Course:
    """With a deal more; those behind it count on by one."""
    if after not in places(course):
        raise Told("no_such_deal", deal=after)
    deals = [_moved(each, after) for each in course.deals]
    hands = [_moved_hand(each, after) for each in course.hands]
    taken_out = [_moved(each, after) for each in course.taken_out]
    added = opened(course, after + 1, whole)
    return Course(course.pulka, _in_order([*deals, added]), hands, taken_out)


def places(course: Course) -> range:
    """After which deals a forgotten one can have been played; 0 is before the first."""
    last = course.last
    if last is None:
        return range(1)
    return range(last.number + 1 if last.step is Step.WRITTEN else last.number)


def _moved(deal: OpenDeal, after: int) -> OpenDeal:
    return replace(deal, number=moved(deal.number, after))


def _moved_hand(hand: HandEntry, after: int) -> HandEntry:
    return replace(hand, after=moved(hand.after, after))


def moved(number: int, after: int) -> int:
    """A deal's number once one was added after another."""
    return number + 1 if number > after else number


def _in_order(deals: Sequence[OpenDeal]) -> list[OpenDeal]:
    return sorted(deals, key=lambda deal: deal.number)


def must_replay(course: Course) -> None:
    """Raises Told where the rules cannot take what is supposed."""
    try:
        course.replay  # noqa: B018 (cached, and used by whoever goes on)
    except Refused as refused:
        raise Told("refused", faults=refused.faults) from refused


def preview(course: Course, consent: Consent, now: datetime) -> Preview:
    """What a change of the deals would change. Raises Told where it cannot be."""
    after = supposed(course, consent)
    must_replay(after)
    asked = (consent.deal or 0) + (1 if consent.kind == ADD else 0)
    was = _by_key(course, consent.deal if consent.kind == ADD else None)
    will = _by_key(after)
    shifts = (_shift(key, was.get(key), will.get(key), asked) for key in sorted({*was, *will}))
    ends = after.ending(now)
    step = course.pulka.step
    gone = tuple(number for kind, number in was if kind == DEAL and (kind, number) not in will)
    came = tuple(number for kind, number in will if kind == DEAL and (kind, number) not in was)
    last = after.scored_deals[-1] if after.scored_deals else None
    return Preview(
        deals=tuple(shift for shift in shifts if shift is not None),
        balances=_balances(course, after),
        ends=ends if _is_another_end(course, after, now) else None,
        last=last.source.number if last and isinstance(last.source, OpenDeal) else 0,
        opens=step == PulkaStep.ENDED and ends is None,
        stands=step == PulkaStep.SETTLED and ends is None,
        beyond=tuple(number for number in gone if number != asked),
        back=tuple(number for number in came if number != asked),
    )


DEAL, HAND = "deal", "hand"


def _by_key(course: Course, added_after: int | None = None) -> dict[Key, Scored]:
    """What counts, by what it will be called."""
    found: dict[Key, Scored] = {}
    for each in course.scored:
        if isinstance(each.source, HandEntry):
            found[(HAND, each.source.pk)] = each
        else:
            number = each.source.number
            found[(DEAL, number if added_after is None else moved(number, added_after))] = each
    return found


def _is_another_end(course: Course, after: Course, now: datetime) -> bool:
    """Whether the pulka would end where it does not end now."""
    if after.ending(now) is None:
        return False
    is_over = course.pulka.step in (PulkaStep.ENDED, PulkaStep.SETTLED)
    return not is_over or bool(_gone_by_end(course, after))


def _gone_by_end(course: Course, after: Course) -> bool:
    """Whether deals fall after the end that counted before."""
    return len(after.after_end) > len(course.after_end)


def _shift(key: Key, was: Scored | None, now: Scored | None, asked: int) -> DealShift | None:
    kind, number = key
    columns = tuple(_columns(_written(was), _written(now)))
    is_asked = key == (DEAL, asked)
    if not columns and not is_asked and (was is None) == (now is None):
        return None
    return DealShift(
        number=number if kind == DEAL else None,
        was=was.played.deal if was else None,
        now=now.played.deal if now else None,
        columns=columns,
        is_asked=is_asked,
    )


def _written(scored: Scored | None) -> dict[Column, Number]:
    """What was written, column by column."""
    sums: dict[Column, Number] = {}
    entries: tuple[Entry, ...] = scored.played.entries if scored else ()
    for entry in entries:
        column = (entry.seat, entry.area, entry.against)
        sums[column] = sums.get(column, 0) + entry.amount
    return sums


def _columns(was: Mapping[Column, Number], now: Mapping[Column, Number]) -> list[Shift]:
    return [
        Shift(*column, was.get(column, 0), now.get(column, 0))
        for column in dict.fromkeys([*was, *now])
        if was.get(column, 0) != now.get(column, 0)
    ]


def _balances(course: Course, after: Course) -> tuple[BalanceShift, ...]:
    pulka = course.pulka
    was, now = course.settlement.whists, after.settlement.whists
    money_was = money_of(was, pulka.stake, pulka.currency)
    money_now = money_of(now, pulka.stake, pulka.currency)
    rows = zip(was, now, money_was, money_now, strict=True)
    return tuple(BalanceShift(seat, *row) for seat, row in enumerate(rows))
