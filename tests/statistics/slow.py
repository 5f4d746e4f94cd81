"""Every figure counted once more, from the pulka files of a club alone.

Plain Python on the engine and the text that the product exports, as naive as can be: nothing of
`prefweb` is used, so that what is kept there has something to be held against.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

from scoring import (
    Concession,
    Contract,
    Convention,
    Game,
    Manual,
    Misere,
    Played,
    Pulka,
    Raspasy,
    Replay,
    Role,
    Rule,
    Settlement,
    money_of,
    read_pulka,
    replay,
    settle,
)
from scoring.conventions import Responsibility

Person: TypeAlias = str
"""The key of somebody's main player, as the file has it."""
Figures: TypeAlias = Counter[tuple[Any, ...]]
"""Exact numbers, by whose they are and what they are."""


@dataclass(frozen=True)
class File:
    """One pulka file."""

    text: str

    # -- what it says of itself

    @cached_property
    def about(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self.text).get("about", {})
        return told

    @cached_property
    def pulka(self) -> Pulka:
        return read_pulka(self.text)

    @property
    def slug(self) -> str:
        return str(self.about["id"])

    @property
    def day(self) -> str:
        """The evening, as ``2026-11-30``."""
        return str(self.about.get("evening", ""))

    @property
    def preset(self) -> str:
        return self.pulka.preset

    @property
    def rules(self) -> str:
        """The house rules it was played by."""
        return str(self.about.get("house_rules", ""))

    @property
    def counts(self) -> bool:
        return self.about["step"] in ("settled", "continued") and bool(self.day)

    @property
    def is_settled(self) -> bool:
        return bool(self.about["step"] == "settled")

    # -- who

    @cached_property
    def owners(self) -> list[Person | None]:
        """Whose game each seat is."""
        people = self.about["people"]
        return [people[name].get("person") for name in self.pulka.players]

    def player(self, seat: int, number: int) -> Person | None:
        """Who played a deal on a seat."""
        sat = self.about["people"][self.pulka.players[seat]].get("played")
        if not sat:
            return self.owners[seat]
        found = sat[0]
        for each in sat[1:]:
            if each["since"] <= number:
                found = each
        who: Person | None = found.get("person")
        return who

    # -- what was played

    @cached_property
    def played(self) -> list[tuple[int, Played]]:
        """The deals with their numbers at the table."""
        return [
            (int(str((each.deal.about or {})["number"])), each)
            for each in self.replay.played
            if not isinstance(each.deal, Manual)
        ]

    @cached_property
    def replay(self) -> Replay:
        return replay(self.pulka.game, self.pulka.deals, self.pulka.ended)

    @cached_property
    def settlement(self) -> Settlement:
        return settle(self.replay.sheet, self.pulka.game)

    # -- the result

    @cached_property
    def leaver(self) -> int | None:
        """Who of a pulka that goes on was settled with all the others."""
        if self.is_settled or not self.about.get("results"):
            return None
        parted = [
            each
            for each in self.about.get("consents", [])
            if each["kind"] == "part" and each["outcome"] == "agreed"
        ]
        return int(parted[-1]["value"]["seat"])

    @cached_property
    def results(self) -> list[Fraction] | None:
        """Whists by seat, as settled. Those that are in the file are what the deals lead to."""
        told = self.about.get("results")
        if not told:
            return None
        found = [Fraction(told[name]["whists"]) for name in self.pulka.players]
        if self.is_settled:
            assert found == [Fraction(each) for each in self.settlement.whists]
        assert sum(found) == 0
        return found

    @cached_property
    def money(self) -> list[Decimal]:
        pulka = self.pulka
        numbers = [each.numerator if each.denominator == 1 else each for each in self.results or []]
        return list(money_of(numbers, pulka.stake, pulka.currency))

    @cached_property
    def figures(self) -> Figures:
        """Everything that it counts for."""
        return figures_of(self)

    def won_from(self, seat: int, other: int) -> Fraction:
        """Whists from another seat: the difference of whists, and of mountains a part of all.

        Source: docs/rules.md 3.2.
        """
        pulka = self.pulka
        convention: Convention = pulka.convention
        size = len(pulka.players)
        sheet = self.replay.sheet
        base = max(sheet.pool) if pulka.target is None else pulka.target

        def mountain(of: int) -> Fraction:
            return sheet.mountain[of] + Fraction(base - sheet.pool[of]) * convention.pool_settle

        among = 1 if convention.indivisible_mountain and size == 2 else size
        price = Fraction(convention.whists_per_mountain) / among
        whists = Fraction(sheet.whists[seat][other]) - Fraction(sheet.whists[other][seat])
        return whists + (mountain(other) - mountain(seat)) * price


# -- what is counted


def figures_of(file: File) -> Figures:
    """Everything that a pulka counts for, by person."""
    found: Figures = Counter()
    if file.counts:
        for number, played in file.played:
            for seat in range(len(file.pulka.players)):
                person = file.player(seat, number)
                if person is not None:
                    found[person, "deals"] += 1
                    found += _of_deal(person, seat, played, file.pulka.convention)
        _count_results(file, found)
    return Counter({key: value for key, value in found.items() if value})


def _of_deal(person: Person, seat: int, played: Played, convention: Convention) -> Figures:
    return Counter(
        {(person, *key): value for key, value in _told(seat, played, convention) if value},
    )


def _told(
    seat: int, played: Played, convention: Convention
) -> Iterator[tuple[tuple[Any, ...], int]]:
    """What a deal counts for whom sat there."""
    deal = played.deal
    if isinstance(deal, Contract):
        trump = deal.trump.value if deal.trump else ""
        if deal.declarer == seat:
            taken = deal.tricks[seat] if deal.tricks else None
            is_made = taken is None or taken >= deal.level
            yield ("contract", deal.level, trump, "done" if is_made else "failed"), 1
            yield ("contracts",), 1
            yield ("contracts made",), is_made
            yield ("remizes",), not is_made
        elif deal.roles.get(seat) is Role.WHIST:
            is_short = _is_short(seat, played, convention)
            yield ("whist", deal.level, trump, "failed" if is_short else "done"), 1
            yield ("whisted",), 1
            yield ("whists short",), is_short
            yield ("remizes",), is_short
    if isinstance(deal, Concession) and deal.declarer == seat:
        yield ("contract", deal.level, "", "given_up"), 1
        yield ("contracts",), 1
        yield ("remizes",), 1
    if isinstance(deal, Misere) and deal.declarer == seat:
        yield ("misere", "done" if deal.tricks == 0 else "failed"), 1
        yield ("miseres",), 1
        yield ("miseres made",), deal.tricks == 0
        yield ("misere tricks",), deal.tricks
        yield ("remizes",), deal.tricks > 0
    if isinstance(deal, Raspasy) and seat in played.active:
        is_fewest = all(deal.tricks[seat] <= deal.tricks[other] for other in played.active)
        yield ("raspasy", "done" if is_fewest else "failed"), 1
        yield ("raspasy played",), 1
        yield ("raspasy won",), is_fewest
        yield ("raspasy tricks",), deal.tricks[seat]


def _is_short(seat: int, played: Played, convention: Convention) -> bool:
    """Whether a whister is short: whether he would pay, did whisters of this table pay at all.

    Source: docs/rules.md 2.4.
    """
    pays = replace(convention, responsibility=Responsibility.FULL)
    size = len(played.active) + len(played.resting)
    game = Game(convention=pays, players=size, target=1000, first_dealer=played.dealer)
    alone = replay(game, [played.deal]).played[0]
    return any(
        entry.reason.rule is Rule.WHISTER_SHORT and entry.seat == seat for entry in alone.entries
    )


def _count_results(file: File, found: Figures) -> None:
    for owner in filter(None, file.owners):
        found[owner, "lasted"] += len(file.played)
    results = file.results
    if results is None:
        return
    for seat, person in enumerate(file.owners):
        if person is None:
            continue
        games = int(file.is_settled or seat == file.leaver)
        found[person, "games"] += games
        found[person, "whists"] += results[seat]  # type: ignore[assignment]
        if games:
            found[person, "won"] += results[seat] > 0
            found[person, "lost"] += results[seat] < 0
        if file.is_settled:
            found[person, "place", 1 + sum(each > results[seat] for each in results)] += 1
        if file.pulka.stake:
            found[person, "money", file.pulka.currency] += file.money[seat]  # type: ignore[assignment]
        for other, opponent in enumerate(file.owners):
            is_settled_with = file.leaver is None or file.leaver in (seat, other)
            if other != seat and opponent is not None and is_settled_with:
                found[person, "against", opponent, "games"] += games
                found[person, "against", opponent, "whists"] += file.won_from(seat, other)  # type: ignore[assignment]


# -- over many files


def totals(files: Iterable[File]) -> Figures:
    """The figures of all of these together."""
    found: Figures = Counter()
    for file in files:
        for key, value in file.figures.items():
            found[key] += value
    return Counter({key: value for key, value in found.items() if value})


def asked(files: Iterable[File], since: str = "", until: str = "~", **told: str) -> list[File]:
    """The files of these evenings, and of this convention."""
    return [
        file
        for file in files
        if since <= file.day <= until
        and file.preset == told.get("preset", file.preset)
        and file.rules == told.get("rules", file.rules)
    ]


def standings(files: Iterable[File], by: str, least: int) -> dict[Person, tuple[int, int]]:
    """The places of everybody who has one, from the first to the last he shares."""
    found = totals(files)
    people = {key[0] for key in found}
    better = {
        "whists": ("whists", 1, "games"),
        "raspasy_won": ("raspasy won", 1, "raspasy played"),
        "raspasy_tricks": ("raspasy tricks", -1, "raspasy played"),
        "misere_tricks": ("misere tricks", -1, "miseres"),
        "remizes": ("remizes", -1, "deals"),
    }
    name, sign, needed = better[by]
    values = {
        person: found[person, name] * sign
        for person in people
        if found[person, "games"] >= least and found[person, needed]
    }
    return {
        person: (
            1 + sum(other > value for other in values.values()),
            sum(other >= value for other in values.values()),
        )
        for person, value in values.items()
    }


def streaks(files: Iterable[File], person: Person) -> tuple[int, int]:
    """The most pulkas won in a row, and lost in a row; `files` in the order of play."""
    longest = {"won": 0, "lost": 0}
    now = {"won": 0, "lost": 0}
    for file in files:
        found = file.figures
        if not found[person, "games"]:
            continue
        for name in now:
            now[name] = now[name] + 1 if found[person, name] else 0
            longest[name] = max(longest[name], now[name])
    return longest["won"], longest["lost"]


def results(files: Iterable[File], person: Person) -> list[Fraction]:
    """What his pulkas brought him, each by itself."""
    of_him = [file.figures for file in files if file.figures[person, "games"]]
    return [Fraction(figures[person, "whists"]) for figures in of_him]
