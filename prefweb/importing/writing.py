"""A pulka that was played elsewhere, written as rows: what its file says, who its players are."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Any

from django.utils import timezone

import scoring
from prefweb.clubs.directory import member_named
from prefweb.clubs.models import Club
from prefweb.importing.posts import is_taken_back, posts_of
from prefweb.importing.reading import About
from prefweb.players.models import NAME_LENGTH, Player
from prefweb.players.services import clean_name
from prefweb.tables.deals.steps import Terms
from prefweb.tables.models import (
    WORDS,
    Deal,
    Hand,
    Pulka,
    PulkaStep,
    Seat,
    Sitting,
    Source,
    Table,
)
from prefweb.tables.pulkas.openings import opening_data
from prefweb.tables.services.results import keep_results
from prefweb.tables.services.writing import log
from prefweb.tables.signals import changed_after_end
from scoring import CardDeal, Contract, Ending, Game, Manual, ManualEntry, Played, Replay, replay
from scoring.deals import seating

HIGHEST = 1_000_000
"""The highest number of a deal that is taken from a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arriving:
    """A pulka on its way in: the game, and what somebody said of it."""

    pulka: scoring.Pulka
    club: Club | None
    source: Source
    step: PulkaStep
    title: str
    persons: Sequence[Player | None]
    """Whose game it is, by seat; None: a name that is nobody's."""
    content: str
    """The digest of what it says."""
    evening: date | None = None
    """Where the file knows none."""
    file: str = ""
    me: Player | None = None
    """Who holds his own seat."""


def write(arriving: Arriving, by: Player) -> Pulka:
    """The pulka with its table, seats and deals; a settled one with its results."""
    told = arriving.pulka
    about = About.of(told, arriving.club)
    found = replay(told.game, told.deals, told.ended)
    pulka = _pulka(arriving, about, found, by)
    _sit_down(pulka, arriving, about)
    _write_deals(pulka, found)
    if pulka.step == PulkaStep.SETTLED:
        keep_results(pulka)
        pulka.save(update_fields=["rules_version"])
    action = "imported" if arriving.source is Source.FILE else "entered"
    log(pulka, action, by, after=arriving.file or None)
    changed_after_end.send(Pulka, pulka=pulka)
    return pulka


def _pulka(arriving: Arriving, about: About, found: Replay, by: Player) -> Pulka:
    told, club, now = arriving.pulka, arriving.club, timezone.now()
    table = Table.objects.create(title=arriving.title, host=by, closed=now, club=club)
    is_settled = arriving.step is PulkaStep.SETTLED
    return Pulka.objects.create(
        table=table,
        club=club,
        source=arriving.source,
        content=arriving.content,
        about=dict(told.about) if told.about is not None else None,
        preset=told.preset,
        convention=told.convention.to_data(),
        size=len(told.players),
        target=told.target,
        stake=told.stake,
        currency=told.currency,
        first_dealer=told.first_dealer,
        opening=opening_data(found.opening, told.opening.raspasy) if _opens(found) else None,
        step=arriving.step,
        reason=found.reason or (Ending.CONSENT if is_settled else ""),
        started=about.started,
        ended=about.ended,
        settled=(about.settled or now) if is_settled else None,
        corrected=about.corrected,
        evening=about.evening or arriving.evening,
        house_rules=about.house_rules,
        minutes=about.minutes,
        laps=about.laps,
        multipliers=about.multipliers,
    )


def _opens(found: Replay) -> bool:
    """Whether the sheet it begins with holds anything."""
    sheet = found.opening
    numbers = [*sheet.pool, *sheet.mountain, *(number for row in sheet.whists for number in row)]
    return any(numbers) or found.game.opening.raspasy > 0


# -- who sat there


def _sit_down(pulka: Pulka, arriving: Arriving, about: About) -> None:
    names = seat_names(arriving.pulka.players)
    seats = Seat.objects.bulk_create(
        Seat(
            pulka=pulka,
            index=index,
            name=name,
            person=person,
            player=person if person is not None and person == arriving.me else None,
        )
        for index, (name, person) in enumerate(zip(names, arriving.persons, strict=True))
    )
    told = about.seats or {}
    Sitting.objects.bulk_create(
        sitting
        for seat, player in zip(seats, arriving.pulka.players, strict=True)
        for sitting in _sat(seat, told.get(player))
    )


def seat_names(players: Sequence[str]) -> list[str]:
    """The names as seats have them: what can be seen of each, and no two alike."""
    names: list[str] = []
    for index, player in enumerate(players, start=1):
        name = plain = clean_name(player) or f"№ {index}"
        number = 2
        while name.casefold() in {other.casefold() for other in names}:
            name = f"{plain[: NAME_LENGTH - 3]} {number}"
            number += 1
        names.append(name)
    return names


def _sat(seat: Seat, told: object) -> Iterator[Sitting]:
    """Who played there one after the other, as the file says; else whose name the seat has."""
    rows = [row for row in told if _is_sitting(row)] if isinstance(told, list) else []
    since = [row["since"] for row in rows]
    if not rows or any(first >= second for first, second in pairwise(since)):
        yield Sitting(seat=seat, player=seat.player, person=seat.person, name=seat.name)
        return
    for row in rows:
        name = clean_name(row["name"])
        person = member_named(seat.pulka.club, name)
        yield Sitting(seat=seat, person=person, name=name, since=row["since"])


def _is_sitting(row: Any) -> bool:
    if not isinstance(row, Mapping) or not isinstance(row.get("name"), str):
        return False
    return bool(clean_name(row["name"])) and _is_number(row.get("since"))


def _is_number(value: object) -> bool:
    return type(value) is int and 1 <= value <= HIGHEST


# -- what was played


def _write_deals(pulka: Pulka, found: Replay) -> None:
    deals = []
    for played, number in zip(found.played, _numbers(found.played), strict=True):
        if isinstance(played.deal, Manual):
            _enter(pulka, played.deal, number)
        else:
            deals.append(_deal(pulka, found.game, played, played.deal, number))
    Deal.objects.bulk_create(deals)


def _deal(pulka: Pulka, game: Game, played: Played, deal: CardDeal, number: int) -> Deal:
    pair = played.resting if len(played.resting) > 1 else None
    seats = seating(game.players, played.dealer, pair)
    terms = Terms(game.convention, seats, pulka.multipliers)
    return Deal(
        pulka=pulka,
        number=number,
        dealer=played.dealer,
        resting=list(pair) if pair else None,
        posts=posts_of(deal, terms).to_data(),
        about=_remarks(deal),
    )


def _remarks(deal: CardDeal) -> dict[str, Any] | None:
    """What the file tells of a deal besides its facts, and a memory that no post can hold."""
    about = {key: value for key, value in (deal.about or {}).items() if key not in PLACES}
    if isinstance(deal, Contract) and deal.taken_back and not is_taken_back(deal):
        about["taken_back"] = True
    return about or None


PLACES = ("number", "after", "called")
"""What our own files say of a deal, and every export says anew."""


def _enter(pulka: Pulka, manual: Manual, after: int) -> None:
    """An entry by hand: of several columns the first row holds the others together."""
    first: Hand | None = None
    for entry in manual.entries:
        hand = _hand(pulka, manual, entry, after, first)
        hand.save()
        first = first or hand


def _hand(pulka: Pulka, manual: Manual, entry: ManualEntry, after: int, first: Hand | None) -> Hand:
    note = manual.note or ""
    about = {key: value for key, value in (manual.about or {}).items() if key not in PLACES}
    if len(note) > WORDS:
        about["note"] = note
    return Hand(
        pulka=pulka,
        after=after,
        state=Hand.State.COUNTED,
        seat=entry.seat,
        area=entry.area,
        against=entry.against,
        amount=str(entry.amount),
        note=note[:WORDS],
        author=entry.seat,
        beside=first,
        about=(about or None) if first is None else None,
    )


def _numbers(played: Sequence[Played]) -> list[int]:
    """For each deal its number, and for each entry by hand the number of the deal it follows.

    A file of ours knows them; where they make no order, deals are counted from 1.
    """
    said = [_said(each) for each in played]
    if _is_order(played, said):
        return [number or 0 for number in said]
    count, numbers = 0, []
    for each in played:
        count += not isinstance(each.deal, Manual)
        numbers.append(count)
    return numbers


def _said(played: Played) -> int | None:
    """The number that the file has for it."""
    is_hand = isinstance(played.deal, Manual)
    number = (played.deal.about or {}).get("after" if is_hand else "number")
    if type(number) is not int or not 0 <= number <= HIGHEST:
        return None
    return number


def _is_order(played: Sequence[Played], said: Sequence[int | None]) -> bool:
    """Whether every deal comes after all before it, and each entry behind the deal it follows."""
    last = 0
    for each, number in zip(played, said, strict=True):
        least = last if isinstance(each.deal, Manual) else last + 1
        if number is None or number < least:
            return False
        last = number
    return True
