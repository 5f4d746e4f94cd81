"""A pulka that is over, counted: who did what in its deals, who won how much from whom.

Pure: rows are made and not saved.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, TypeAlias
from uuid import UUID

import scoring
from prefweb.statistics.models import Fact, FactKind, Outcome, Pair, Part
from prefweb.tables.models import Pulka, PulkaStep, Sitting
from prefweb.tables.models import Seat as SeatRow
from prefweb.tables.pulkas.course import Course, OpenDeal
from prefweb.tables.pulkas.openings import exact
from scoring import Concession, Contract, Misere, Number, Played, Raspasy, Seat
from scoring.contract import is_made, whisters, whisters_short
from scoring.exact import whole

COUNTED = (PulkaStep.SETTLED, PulkaStep.CONTINUED)
"""Steps of pulkas whose deals count. One that was abandoned counts nowhere."""


class Turn(NamedTuple):
    """What somebody undertook in one deal."""

    seat: Seat
    kind: FactKind
    outcome: Outcome
    level: int | None = None
    trump: str = ""
    tricks: int = 0


@dataclass
class Counts:
    """The rows of a pulka."""

    parts: list[Part] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)


Who: TypeAlias = tuple[Seat, UUID]
"""A seat, and who played there."""


def counted(course: Course) -> Counts:
    """Everything that is counted from a pulka; nothing of one that does not count."""
    pulka = course.pulka
    if pulka.step not in COUNTED or pulka.evening is None:
        return Counts()
    counting = _Counting(course)
    return Counts(list(counting.parts()), list(counting.facts()), list(counting.pairs()))


class _Counting:
    """One pulka while it is being counted."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.pulka: Pulka = course.pulka
        self.seats: list[SeatRow] = list(course.pulka.seats.all())
        self.played = [
            (each.source.number, each.played)
            for each in course.scored_deals
            if isinstance(each.source, OpenDeal)
        ]
        self.spans = {seat.index: _spans(seat, course) for seat in self.seats}
        self.turns: dict[Who, dict[Turn, list[int]]] = defaultdict(lambda: defaultdict(list))
        for number, played in self.played:
            for turn in turns_of(played, course.convention):
                if player := self._who(turn.seat, number):
                    self.turns[turn.seat, player][turn].append(number)

    def _who(self, seat: Seat, number: int) -> UUID | None:
        """Who played a deal on a seat; None where nobody knows him."""
        return [player for since, player in self.spans[seat] if since <= number][-1]

    def _same(self, seat: Seat, player: UUID) -> dict[str, object]:
        pulka = self.pulka
        return {
            "pulka_id": pulka.pk,
            "player_id": player,
            "seat": seat,
            "club_id": pulka.club_id,
            "evening": pulka.evening,
            "preset": pulka.preset,
            "house_rules": pulka.house_rules,
        }

    # -- parts

    def parts(self) -> Iterator[Part]:
        deals = self._deals()
        for row in self.seats:
            owner = row.person_id
            sat = dict.fromkeys(player for seat, player in deals if seat == row.index)
            for player in {**sat, **dict.fromkeys([owner] if owner else [])}:
                part = Part(**self._same(row.index, player), size=self.pulka.size)
                part.deals = deals.get((row.index, player), 0)
                for turn, numbers in self.turns.get((row.index, player), {}).items():
                    _add(part, turn, len(numbers))
                if player == owner:
                    self._result(part, row)
                yield part

    def _deals(self) -> dict[Who, int]:
        """Deals by who sat there when they were played."""
        found: dict[Who, int] = defaultdict(int)
        for seat in self.spans:
            for number, _played in self.played:
                if player := self._who(seat, number):
                    found[seat, player] += 1
        return found

    def _result(self, part: Part, row: SeatRow) -> None:
        part.lasted = len(self.played)
        if not row.whists:
            return
        whists = Fraction(exact(row.whists))
        part.numerator, part.denominator = whists.numerator, whists.denominator
        part.games = self._is_game(row.index)
        if self.pulka.step == PulkaStep.SETTLED:
            part.place = 1 + sum(exact(other.whists) > whists for other in self.seats)
        if self.pulka.stake:
            part.money, part.currency = row.money, self.pulka.currency

    def _is_game(self, seat: Seat) -> int:
        """1 where the pulka was over for this seat with its result."""
        return int(self.pulka.step == PulkaStep.SETTLED or seat == self._leaver)

    @property
    def _leaver(self) -> Seat | None:
        """Who was settled with all the others, who go on."""
        return self.course.leaver if self.pulka.step == PulkaStep.CONTINUED else None

    # -- facts

    def facts(self) -> Iterator[Fact]:
        for (seat, player), turns in self.turns.items():
            alike: dict[Turn, list[tuple[int, int]]] = defaultdict(list)
            for turn, numbers in turns.items():
                alike[turn._replace(tricks=0)] += [(number, turn.tricks) for number in numbers]
            for turn, found in alike.items():
                yield Fact(
                    **self._same(seat, player),
                    kind=turn.kind,
                    level=turn.level,
                    trump=turn.trump,
                    outcome=turn.outcome,
                    count=len(found),
                    tricks=sum(tricks for _number, tricks in found),
                    numbers=sorted(number for number, _tricks in found),
                )

    # -- pairs

    def pairs(self) -> Iterator[Pair]:
        for row, other, whists in self._pairwise():
            if row.person_id and other.person_id:
                won = Fraction(whists)
                yield Pair(
                    **self._same(row.index, row.person_id),
                    opponent_id=other.person_id,
                    games=self._is_game(row.index),
                    numerator=won.numerator,
                    denominator=won.denominator,
                )

    def _pairwise(self) -> Iterator[tuple[SeatRow, SeatRow, Number]]:
        """Each seat against each other one that it was settled with."""
        if not all(row.whists for row in self.seats):
            return
        written, leaver = self.course.settlement.written, self._leaver
        for row in self.seats:
            for other in self.seats:
                if row is other or (leaver is not None and leaver not in (row.index, other.index)):
                    continue
                i, j = row.index, other.index
                yield row, other, whole(written[i][j] - written[j][i])


def _spans(row: SeatRow, course: Course) -> list[tuple[int, UUID | None]]:
    """Who played on a seat from which deal on.

    The last one is whose game it became. Of one before him it is known who he was where he had a
    phone or was of the club's directory.
    """
    rows = course.sittings.get(row.index, [])
    *before, _last = rows or [Sitting(seat=row)]
    spans = [(sat.since, sat.person_id or sat.player_id) for sat in before]
    since = rows[-1].since if before else 0
    return [(0, spans[0][1]), *spans[1:], (since, row.person_id)] if spans else [(0, row.person_id)]


_FIGURES: Mapping[tuple[FactKind, Outcome], tuple[str, ...]] = {
    (FactKind.CONTRACT, Outcome.DONE): ("contracts", "contracts_made"),
    (FactKind.CONTRACT, Outcome.FAILED): ("contracts", "remizes"),
    (FactKind.CONTRACT, Outcome.GIVEN_UP): ("contracts", "remizes"),
    (FactKind.MISERE, Outcome.DONE): ("miseres", "miseres_made"),
    (FactKind.MISERE, Outcome.FAILED): ("miseres", "remizes"),
    (FactKind.WHIST, Outcome.DONE): ("whisted",),
    (FactKind.WHIST, Outcome.FAILED): ("whisted", "whists_short", "remizes"),
    (FactKind.RASPASY, Outcome.DONE): ("raspasy", "raspasy_won"),
    (FactKind.RASPASY, Outcome.FAILED): ("raspasy",),
}
"""Which columns of a part a turn is counted in."""
_TRICKS = {FactKind.MISERE: "misere_tricks", FactKind.RASPASY: "raspasy_tricks"}


def _add(part: Part, turn: Turn, times: int) -> None:
    for name in _FIGURES[turn.kind, turn.outcome]:
        setattr(part, name, getattr(part, name) + times)
    if name := _TRICKS.get(turn.kind, ""):
        setattr(part, name, getattr(part, name) + times * turn.tricks)


# -- deals


def turns_of(played: Played, convention: scoring.Convention) -> Sequence[Turn]:
    """What everybody undertook in a deal."""
    match played.deal:
        case Contract() as deal:
            rests = played.dealer if played.dealer in played.resting else None
            return _contract(deal, convention, rests)
        case Misere() as deal:
            done = _outcome(is_done=deal.tricks == 0)
            return [Turn(deal.declarer, FactKind.MISERE, done, tricks=deal.tricks)]
        case Raspasy() as deal:
            return _raspasy(deal, played.active)
        case Concession() as deal:
            return [Turn(deal.declarer, FactKind.CONTRACT, Outcome.GIVEN_UP, deal.level)]
    return []


def _contract(
    deal: Contract, convention: scoring.Convention, resting_dealer: Seat | None
) -> list[Turn]:
    trump = deal.trump.value if deal.trump else ""
    done = _outcome(is_done=is_made(deal))
    short = whisters_short(deal, convention, resting_dealer)
    return [
        Turn(deal.declarer, FactKind.CONTRACT, done, deal.level, trump),
        *(
            Turn(seat, FactKind.WHIST, _outcome(is_done=seat not in short), deal.level, trump)
            for seat in whisters(deal)
        ),
    ]


def _raspasy(deal: Raspasy, active: Sequence[Seat]) -> list[Turn]:
    fewest = min(deal.tricks[seat] for seat in active)
    return [
        Turn(
            seat,
            FactKind.RASPASY,
            _outcome(is_done=deal.tricks[seat] == fewest),
            tricks=deal.tricks[seat],
        )
        for seat in active
    ]


def _outcome(*, is_done: bool) -> Outcome:
    return Outcome.DONE if is_done else Outcome.FAILED
