"""Figures: each is a number and the pulkas behind it, found by the same condition on kept rows.

A figure is named by an address (`query`, `parse`), narrowed by what it is of: a level, a trump, an
outcome, a currency, an opponent, a run of pulkas. What is asked for beside it, whose and when, is
an `Asked`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import urlencode
from uuid import UUID

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Sum

from prefweb.history.paging import Position
from prefweb.statistics.asked import Asked
from prefweb.statistics.models import Fact, FactKind, OfPulka, Outcome, Pair, Part
from prefweb.tables.models import Pulka
from scoring import PRESETS, Trump


class Name(StrEnum):
    """What a figure counts."""

    GAMES = "games"
    """Pulkas that were over for him with a result."""
    WON = "won"
    """Those with whists above 0; one with none is neither won nor lost."""
    LOST = "lost"
    WHISTS = "whists"
    """Results, also those settled with one who left."""
    LASTED = "lasted"
    """Results that came from deals, not from a final sheet alone: counted are the deals.

    Those of a pulka that went on without a result count for the result it came to later."""
    MONEY = "money"
    """Results in a currency."""
    DEALS = "deals"
    """Deals he sat there for."""
    REPLACED = "replaced"
    """Pulkas in which he and somebody else had one seat, one after the other."""
    CONTRACT = "contract"
    """Orders of 6 to 10, those given up among them."""
    MISERE = "misere"
    WHIST = "whist"
    """Contracts he whisted; failed is a remiz on whist."""
    RASPASY = "raspasy"
    """Done is the fewest tricks, alone or with others."""
    REMIZ = "remiz"
    """Deals he was short in: contracts, miseres, whists."""
    AGAINST = "against"
    """Pulkas with an opponent."""


class Source(NamedTuple):
    """The rows a figure is found in, and what of them is added up."""

    model: type[OfPulka]
    where: Q
    times: str


RESULT = Q(numerator__isnull=False)
SHORT = (Outcome.FAILED, Outcome.GIVEN_UP)
OUTCOMES: dict[Outcome, Collection[Outcome]] = {
    Outcome.DONE: (Outcome.DONE,),
    Outcome.FAILED: SHORT,
    Outcome.GIVEN_UP: (Outcome.GIVEN_UP,),
}
"""What is meant by an outcome that is asked for: what was given up has failed, too."""
KINDS: dict[Name, Collection[FactKind]] = {
    Name.CONTRACT: (FactKind.CONTRACT,),
    Name.MISERE: (FactKind.MISERE,),
    Name.WHIST: (FactKind.WHIST,),
    Name.RASPASY: (FactKind.RASPASY,),
    Name.REMIZ: (FactKind.CONTRACT, FactKind.MISERE, FactKind.WHIST),
}
"""The facts of figures that name the deals behind them."""
SOURCES: dict[Name, Source] = {
    Name.GAMES: Source(Part, Q(games__gt=0), "games"),
    Name.WON: Source(Part, Q(games__gt=0, numerator__gt=0), "games"),
    Name.LOST: Source(Part, Q(games__gt=0, numerator__lt=0), "games"),
    Name.WHISTS: Source(Part, RESULT, "games"),
    Name.LASTED: Source(Part, Q(lasted__gt=0), "lasted"),
    Name.MONEY: Source(Part, Q(money__isnull=False), "games"),
    Name.DEALS: Source(Part, Q(deals__gt=0), "deals"),
    Name.REPLACED: Source(Part, Q(), "deals"),
    Name.AGAINST: Source(Pair, Q(), "games"),
    **dict.fromkeys(KINDS, Source(Fact, Q(), "count")),
}
LEVELS = range(6, 11)
UNTOLD = "untold"
"""In an address: no trump was told. A game without trump is ``N``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One figure."""

    figure: Name = Name.GAMES
    level: int | None = None
    """6 to 10, of contracts and whists."""
    trump: str | None = None
    """A trump's letter, or empty where none was told; None asks for no trump."""
    outcome: Outcome | None = None
    currency: str = ""
    preset: str = ""
    """Of what was asked for, also by house rules, what began with this one."""
    opponent: UUID | None = None
    """Any of the players who are this person."""
    first: Position | None = None
    """The first pulka of a run."""
    last: Position | None = None

    # -- the rows behind it

    @property
    def source(self) -> Source:
        return SOURCES[self.figure]

    def rows(self, asked: Asked) -> QuerySet[Any]:
        """The kept rows it is the sum of."""
        found = asked.of(self.source.model).filter(self.source.where, self._narrowed())
        if self.figure is Name.REPLACED:
            found = found.filter(pulka__in=replaced(asked).values("pulka"))
        return found

    def pulkas(self, asked: Asked) -> QuerySet[Pulka]:
        """The pulkas with such rows."""
        return Pulka.objects.filter(pk__in=self.rows(asked).values("pulka"))

    def total(self, asked: Asked) -> int:
        """The number itself: pulkas or deals."""
        added: int = self.rows(asked).aggregate(total=Sum(self.source.times, default=0))["total"]
        return added

    def _narrowed(self) -> Q:
        wanted = Q()
        if self.source.model is Fact:
            wanted &= self._of_facts()
        if self.preset:
            wanted &= Q(preset=self.preset)
        if self.figure is Name.MONEY and self.currency:
            wanted &= Q(currency=self.currency)
        if self.figure is Name.AGAINST and self.opponent:
            wanted &= Q(opponent__main__merged=self.opponent)
        if self.first:
            day, pk = self.first
            wanted &= Q(evening__gt=day) | Q(evening=day, pulka__gte=pk)
        if self.last:
            day, pk = self.last
            wanted &= Q(evening__lt=day) | Q(evening=day, pulka__lte=pk)
        return wanted

    @property
    def kinds(self) -> Collection[FactKind]:
        """Of the facts it counts."""
        return KINDS[self.figure]

    @property
    def outcomes(self) -> Collection[Outcome]:
        """Of the facts it counts."""
        found = OUTCOMES[self.outcome] if self.outcome else tuple(Outcome)
        return [each for each in found if each in SHORT] if self.figure is Name.REMIZ else found

    def _of_facts(self) -> Q:
        wanted = Q(kind__in=self.kinds, outcome__in=self.outcomes)
        if self.level is not None:
            wanted &= Q(level=self.level)
        if self.trump is not None:
            wanted &= Q(trump=self.trump)
        return wanted

    # -- its address

    @property
    def query(self) -> str:
        """As the rest of an address: ``figure=contract&level=8&trump=S&outcome=failed``."""
        return _query(self)


@lru_cache(4096)
def _query(figure: Figure) -> str:
    """A page has a hundred of them."""
    typed = {each.name: getattr(figure, each.name) for each in fields(figure)}
    if figure.trump == "":
        typed["trump"] = UNTOLD
    return urlencode({name: value for name, value in typed.items() if value})


class NoSuchFigure(ValueError):
    """An address asks for a figure that is none."""


def parse(asked: Mapping[str, str]) -> Figure:
    """The figure of an address; nothing asked for is all pulkas. Raises NoSuchFigure."""
    told = {name: asked[name] for name in READERS if asked.get(name)}
    try:
        return Figure(**{name: READERS[name](value) for name, value in told.items()})
    except (ValueError, KeyError) as odd:
        raise NoSuchFigure(str(odd)) from odd


def _level(text: str) -> int:
    return {str(level): level for level in LEVELS}[text]


def _trump(text: str) -> str:
    return "" if text == UNTOLD else Trump(text).value


def _currency(text: str) -> str:
    if not (len(text) == 3 and text.isascii() and text.isalpha() and text.isupper()):
        raise ValueError(text)
    return text


def _position(text: str) -> Position:
    found = Position.parse(text)
    if found is None:
        raise ValueError(text)
    return found


READERS: dict[str, Any] = {
    "figure": Name,
    "level": _level,
    "trump": _trump,
    "outcome": Outcome,
    "currency": _currency,
    "preset": {key: key for key in PRESETS}.__getitem__,
    "opponent": UUID,
    "first": _position,
    "last": _position,
}


def replaced(asked: Asked) -> QuerySet[Any]:
    """Pulka and seat where somebody else played a part of the deals, with whose game it became.

    `results` is 0 where it is another one's. Where nobody has a result it is nobody's yet.
    """
    parts = asked.of(Part).filter(Q(numerator=None) | Q(deals__lt=F("lasted")))
    seats = parts.order_by().values("pulka", "seat")
    counted = seats.annotate(his=Sum("deals"), all=Max("lasted"), results=Count("numerator"))
    others = Part.objects.filter(RESULT, pulka=OuterRef("pulka"), seat=OuterRef("seat"))
    return counted.filter(Q(Q(results=0), Exists(others)) | Q(results__gt=0, his__lt=F("all")))
