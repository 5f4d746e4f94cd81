"""What somebody has done, as the API tells it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any
from uuid import UUID

from prefweb.api import schemas
from prefweb.api.asking import period_of, scope
from prefweb.api.pulkas import money
from prefweb.clubs.models import Club
from prefweb.statistics import periods
from prefweb.statistics.figures import LEVELS, Figure, Name
from prefweb.statistics.models import Outcome
from prefweb.statistics.people import person_in
from prefweb.statistics.sums import Facts, Parts, Tally, facts_of, opponents_of, parts_of
from scoring import Number, Trump
from scoring.exact import text

TRUMPS = (*(trump.value for trump in Trump), "")
"""With none told last."""


class NoSuchPerson(Exception):
    """Nobody of this key has played in the club or belongs to it."""


def figures(club: Club, key: UUID, asked: schemas.PeriodAsked) -> schemas.Figures:
    """All figures of a person over a period. Raises NoSuchPerson, Odd."""
    period = period_of(club, asked, periods.EVER)
    person = person_in(club, key)
    if person is None:
        raise NoSuchPerson
    rows = scope(club, asked, period, person.players)
    parts, facts = parts_of(rows), facts_of(rows)
    return schemas.Figures(
        id=person.main,
        name=person.name,
        since=period.since,
        until=period.until,
        total=schemas.Tally(**_tally(parts.total)),
        presets=[
            schemas.OfPreset(preset=name, **_tally(tally)) for name, tally in _often(parts.presets)
        ],
        house_rules=[
            schemas.OfHouseRules(house_rules=name, **_tally(tally))
            for name, tally in _often(parts.house_rules)
        ],
        money=_money(parts),
        contracts=list(_contracts(facts)),
        miseres=_miseres(facts),
        whisted=list(_whisted(facts)),
        raspasy=_raspasy(facts),
        remizes=facts.count(Figure(figure=Name.REMIZ)),
        opponents=[
            schemas.Opponent(
                person=each.person,
                name=each.name,
                pulkas=each.games,
                whists=text(each.whists),
            )
            for each in opponents_of(rows)
        ],
    )


def _tally(tally: Tally) -> dict[str, Any]:
    return {
        "pulkas": tally.games,
        "won": tally.won,
        "lost": tally.lost,
        "whists": text(tally.whists),
        "average": _text(tally.average),
        "average_of_deals": _text(tally.average_of_deals),
        "best": _text(tally.best),
        "worst": _text(tally.worst),
        "deals": tally.deals,
        "first_evening": tally.since,
        "last_evening": tally.until,
    }


def _text(number: Number | Fraction | None) -> str | None:
    return None if number is None else text(number)


def _often(tallies: Mapping[str, Tally]) -> list[tuple[str, Tally]]:
    """The most frequent first."""
    return sorted(tallies.items(), key=lambda row: (-row[1].games, row[0]))


def _money(parts: Parts) -> list[schemas.Money]:
    return [
        schemas.Money(currency=currency, amount=money(amount, currency))
        for currency, amount in sorted(parts.money.items())
    ]


def _contracts(facts: Facts) -> Iterator[schemas.Contracts]:
    """Those that were ordered at all."""
    for level in LEVELS:
        for trump in TRUMPS:
            found = _outcomes(facts, Name.CONTRACT, level=level, trump=trump)
            if found[None]:
                yield schemas.Contracts(
                    level=level,
                    trump=Trump(trump) if trump else None,
                    ordered=found[None],
                    made=found[Outcome.DONE],
                    failed=found[Outcome.FAILED],
                    given_up=found[Outcome.GIVEN_UP],
                )


def _miseres(facts: Facts) -> schemas.Miseres:
    found = _outcomes(facts, Name.MISERE)
    return schemas.Miseres(
        played=found[None],
        made=found[Outcome.DONE],
        failed=found[Outcome.FAILED],
        tricks=facts.tricks(Figure(figure=Name.MISERE)),
    )


def _whisted(facts: Facts) -> Iterator[schemas.Whisted]:
    for level in LEVELS:
        found = _outcomes(facts, Name.WHIST, level=level)
        if found[None]:
            yield schemas.Whisted(level=level, times=found[None], remizes=found[Outcome.FAILED])


def _raspasy(facts: Facts) -> schemas.Raspasy:
    found = _outcomes(facts, Name.RASPASY)
    return schemas.Raspasy(
        played=found[None],
        won=found[Outcome.DONE],
        tricks=facts.tricks(Figure(figure=Name.RASPASY)),
    )


def _outcomes(
    facts: Facts, name: Name, level: int | None = None, trump: str | None = None
) -> dict[Outcome | None, int]:
    """How often in all, and with each outcome."""
    return {
        outcome: facts.count(Figure(figure=name, level=level, trump=trump, outcome=outcome))
        for outcome in (None, *Outcome)
    }
