"""What is sent, and what can be asked for. docs/api.md shows each of these with an example.

Within v1 fields and resources may be added; none is renamed, taken away or given another meaning.
Names are those of the pulka file and the glossary. Scores are exact: whole numbers and fractions in
lowest terms, as text.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, Field, StringConstraints

from prefweb.clubs.models import TITLE
from prefweb.statistics.standings import By
from scoring import Trump

Exact = Annotated[
    str,
    Field(
        pattern=r"^-?[0-9]+(/[0-9]+)?$",
        examples=["16/3"],
        description="A whole number or a fraction in lowest terms.",
    ),
]
Amount = Annotated[
    str,
    Field(
        pattern=r"^-?[0-9]+(\.[0-9]+)?$",
        examples=["-12.50"],
        description="An amount of money, with the decimals of its currency.",
    ),
]
Currency = Annotated[str, Field(pattern=r"^[A-Z]{3}$", examples=["RUB"])]
Key = Annotated[UUID, Field(description="A person, the same in every answer.")]


class State(StrEnum):
    """What became of a pulka: settled; its sheet went on in another one; not played out."""

    SETTLED = "settled"
    CONTINUED = "continued"
    ABANDONED = "abandoned"


# -- the club


class Convention(BaseModel):
    """What is played by, and in how many pulkas it was."""

    preset: str = Field(examples=["sochi"])
    house_rules: str | None = Field(description="The club's own name for what it agreed on.")
    pulkas: int


class Club(BaseModel):
    """The club itself, and what there is of it."""

    slug: str
    name: str
    about: str
    time_zone: str = Field(examples=["Europe/Moscow"])
    day_begins: int = Field(
        description="The hour up to which a game belongs to the evening before."
    )
    season_begins: int = Field(description="The month a season begins with, from 1.")
    founded: date
    members: int
    pulkas: int = Field(description="How many are over.")
    first_evening: date | None
    last_evening: date | None
    conventions: list[Convention] = Field(description="The most frequent first.")


# -- pulkas


class Result(BaseModel):
    """Somebody's result in a pulka. Without a settlement there is neither place nor whists."""

    seat: int = Field(description="Clockwise from 0.")
    place: int | None = Field(description="From 1; equal whists share one.")
    person: Key | None = Field(description="Null where nobody knows whose game it was.")
    name: str = Field(description="As it stands in this pulka.")
    whists: Exact | None
    money: Amount | None = Field(description="Null where nothing was played for.")


class Pulka(BaseModel):
    """A pulka that is over."""

    slug: str
    evening: date
    started: datetime | None
    ended: datetime | None
    corrected: datetime | None = Field(description="When a deal was mended after the settlement.")
    table: str | None = Field(description="The name of the table.")
    place: str | None = Field(description="The table of wood.")
    preset: str
    house_rules: str | None
    size: int = Field(description="Players, 2 to 5.")
    target: int | None = Field(description="Pool points per player; null in a game on time.")
    stake: Amount | None = Field(description="Money per whist; null where nothing is played for.")
    currency: Currency | None = Field(description="Of the stake and of the results.")
    state: State
    source: Literal["played", "paper", "file"]
    continued_in: str | None = Field(description="The slug of the pulka its sheet went on in.")
    results: list[Result] = Field(description="The best first; without results as they sit.")


class Pulkas(BaseModel):
    """A page of pulkas, the newest first."""

    pulkas: list[Pulka]
    next: str | None = Field(description="The address of the next page; null on the last one.")


class Against(BaseModel):
    """Whists on another player less his on this one, before rounding."""

    seat: int
    whists: Exact


class Counted(BaseModel):
    """How a seat's result came about."""

    seat: int
    mountain: Exact = Field(description="Points, with what the pool lacks.")
    mountain_part: Exact = Field(description="What the mountains bring, in whists.")
    against: list[Against]
    exact: Exact = Field(description="The result before rounding.")
    whists: Exact = Field(description="The result.")


class Payment(BaseModel):
    """Who pays whom."""

    from_seat: int
    to_seat: int
    amount: Amount


class Sitting(BaseModel):
    """Somebody's time on a seat: deals count for who played them, the result for the seat."""

    seat: int
    person: Key | None
    name: str
    since: int = Field(description="The first deal played there.")
    until: int | None = Field(description="The last one; null: up to the end.")


class WholePulka(Pulka):
    """A pulka with its settlement."""

    follows: str | None = Field(description="The slug of the pulka it goes on from.")
    deals: int = Field(description="On the sheet; 0 of a pulka from its final sheet.")
    settlement: list[Counted] | None = Field(description="By seat; of a settled pulka.")
    payments: list[Payment]
    sittings: list[Sitting]


# -- people


class Person(BaseModel):
    """Somebody who has played in the club or belongs to it, with all who were merged into him."""

    id: Key
    name: str = Field(description="As the club writes it today.")
    member: bool = Field(description="Whether he belongs to the club today.")
    pulkas: int = Field(description="Over, with a result of his.")
    deals: int = Field(description="Played, also where the result is another one's.")
    whists: Exact = Field(description="All results together.")


class People(BaseModel):
    """Everybody, by name."""

    people: list[Person]


class Tally(BaseModel):
    """What somebody's results come to."""

    pulkas: int = Field(description="Over, with a result of his.")
    won: int = Field(description="Of these, with whists above 0.")
    lost: int = Field(description="Of these, with whists below 0.")
    whists: Exact = Field(
        description="All results, also those settled with one who left while the pulka went on."
    )
    average: Exact | None = Field(description="Whists a pulka; null without any.")
    average_of_deals: Exact | None = Field(
        description="Whists a deal, of results that came from deals and not from a final sheet."
    )
    best: Exact | None = Field(description="Of a pulka.")
    worst: Exact | None
    deals: int = Field(description="Played, also where the result is another one's.")
    first_evening: date | None
    last_evening: date | None


class OfPreset(Tally):
    """The same by one convention, also by house rules that began with it."""

    preset: str


class OfHouseRules(Tally):
    """The same by one of the club's own agreements, whatever it began with."""

    house_rules: str


class Money(BaseModel):
    """Money won; currencies are never added together."""

    currency: Currency
    amount: Amount


class Contracts(BaseModel):
    """Orders of one level and trump."""

    level: int = Field(description="6 to 10.")
    trump: Trump | None = Field(description="N: without; null: not told.")
    ordered: int
    made: int
    failed: int = Field(description="Ordered and not made.")
    given_up: int = Field(description="Of the failed, before play.")


class Miseres(BaseModel):
    """His own."""

    played: int
    made: int
    failed: int
    tricks: int = Field(description="Taken on them.")


class Whisted(BaseModel):
    """Contracts of one level that he whisted."""

    level: int
    times: int
    remizes: int = Field(description="Those where he answered for missing tricks.")


class Raspasy(BaseModel):
    """Those that he played."""

    played: int
    won: int = Field(description="With the fewest tricks, alone or with others.")
    tricks: int


class Opponent(BaseModel):
    """Whists won from a person, by the pairwise count of the settlement.

    Those of a pulka add up to its result before rounding.
    """

    person: Key
    name: str
    pulkas: int
    whists: Exact


class Figures(BaseModel):
    """What somebody has done over a period."""

    id: Key
    name: str
    since: date | None = Field(description="The first evening asked for; null: any.")
    until: date | None = Field(description="The last evening asked for; null: any.")
    total: Tally
    presets: list[OfPreset] = Field(description="The most frequent first.")
    house_rules: list[OfHouseRules] = Field(description="The most frequent first.")
    money: list[Money]
    contracts: list[Contracts]
    miseres: Miseres
    whisted: list[Whisted]
    raspasy: Raspasy
    remizes: int = Field(description="Deals he was short in: contracts, miseres, whists.")
    opponents: list[Opponent] = Field(description="Who was there most often first.")


# -- standings


class Line(BaseModel):
    """What somebody has done over the period."""

    place: int | None = Field(
        description="From 1; null for who has too few pulkas, or nothing that is compared."
    )
    last_place: int | None = Field(description="The last one of those that equals share.")
    person: Key
    name: str
    pulkas: int
    whists: Exact
    average: Exact | None = Field(description="Whists a pulka.")
    deals: int
    raspasy: int = Field(description="Played.")
    raspasy_won: int = Field(description="With the fewest tricks, alone or with others.")
    raspasy_tricks: int
    miseres: int = Field(description="Of his own.")
    misere_tricks: int = Field(description="His on them.")
    remizes: int


class Standings(BaseModel):
    """Everybody who has played over the period, the best first, those without a place last."""

    since: date | None = Field(description="The first evening; null: from the beginning.")
    until: date | None = Field(description="The last evening; null: up to today.")
    by: By
    least: int = Field(description="Pulkas that it takes to have a place.")
    standings: list[Line]


# -- the rating


class Strength(BaseModel):
    """How strong somebody is, estimated by places. It is no score: it is rounded."""

    rating: int = Field(description="Strength less margin; players are ordered by it.")
    strength: int = Field(description="The estimate itself.")
    margin: int = Field(description="How far off it may be.")


class Rating(Strength):
    """Somebody's rating after all that is settled."""

    person: Key
    name: str
    pulkas: int = Field(description="Rated.")
    last_evening: date = Field(description="Of the last rated pulka.")
    provisional: bool = Field(description="Too few pulkas were rated for a place.")


class Placed(Rating):
    """The same with its place."""

    place: int | None = Field(description="From 1; null while it is provisional.")
    last_place: int | None = Field(description="The last one of those that equals share.")


class Ratings(BaseModel):
    """Everybody who was rated, the strongest first, provisional ones last."""

    needed: int = Field(description="Rated pulkas that it takes to have a place.")
    ratings: list[Placed]


class Rated(Strength):
    """Somebody's rating after a pulka."""

    pulka: str = Field(description="Its slug.")
    evening: date
    number: int = Field(description="Of this pulka among his rated ones, from 1.")
    place: int = Field(description="In the pulka.")
    size: int = Field(description="Players.")
    change: int = Field(description="By how much the rating has risen.")


class RatingHistory(BaseModel):
    """How somebody's rating came about."""

    rating: Rating | None = Field(description="As it is now; null of who was not rated.")
    history: list[Rated] = Field(description="The newest pulka first.")
    next: str | None = Field(description="The address of the next page; null on the last one.")


# -- what can be asked for

DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _iso(value: Any) -> Any:
    """Days are written as days, not as seconds since some moment."""
    if isinstance(value, str) and not DAY.fullmatch(value):
        raise ValueError("A day is written like 2026-11-30")
    return value


Day = Annotated[date, BeforeValidator(_iso)]
Words = Annotated[str, StringConstraints(pattern=r"^[^\x00]*$", max_length=TITLE)]
MOST = 100


class PageAsked(BaseModel):
    """A page of a long list."""

    limit: int = Field(50, ge=1, le=MOST, description="How many on a page.")
    after: Annotated[str, StringConstraints(max_length=30)] | None = Field(
        None, description="Where a page begins: as `next` has it."
    )


class PulkasAsked(PageAsked):
    """Filters act together."""

    since: Day | None = Field(None, description="The first evening.")
    until: Day | None = Field(None, description="The last evening.")
    person: UUID | None = Field(None, description="Who had a part in it.")
    preset: Words | None = Field(None, description="The convention.")
    house_rules: Words | None = Field(None, description="The club's own name for it.")
    size: int | None = Field(None, ge=2, le=5, description="Players.")
    state: State | None = Field(None, description="Without it all three.")


class PeriodAsked(BaseModel):
    """Evenings and a convention."""

    period: Annotated[str, StringConstraints(max_length=20)] | None = Field(
        None,
        examples=["season-2026"],
        description="A month `2026-11`, a year `2026`, a season `season-2026`, or `all`.",
    )
    since: Day | None = Field(None, description="The first evening, instead of a period.")
    until: Day | None = Field(None, description="The last evening, instead of a period.")
    preset: Words | None = Field(None, description="The convention.")
    house_rules: Words | None = Field(None, description="The club's own name for it.")


class StandingsAsked(PeriodAsked):
    """Without a period it is the present season."""

    by: By = Field(By.WHISTS, description="What the places go by.")
    least: int | None = Field(
        None,
        ge=1,
        le=1000,
        description="Pulkas that it takes to have a place; without it 1 in a month, usually 3.",
    )


class Error(BaseModel):
    """Why something was refused."""

    code: str = Field(examples=["not_found"], description="Stays the same; the sentence may not.")
    message: str = Field(description="For whoever writes the program, in English.")
    at: str | None = Field(None, description="The parameter that is odd.")


class Refused(BaseModel):
    """Every refusal."""

    error: Error


def amount(money: Decimal, digits: int) -> str:
    """Money with so many decimals, or more where there are more."""
    exponent = max(digits, -int(money.normalize().as_tuple().exponent))
    return f"{money:.{exponent}f}"
