"""Whatever happens in a club, what is kept equals what its pulka files say."""

from __future__ import annotations

import os
from collections import Counter
from datetime import date
from fractions import Fraction
from uuid import UUID

import pytest

from prefweb.archive.services import restore
from prefweb.clubs.models import Club
from prefweb.players.models import Player
from prefweb.statistics import periods
from prefweb.statistics.asked import Asked, same_person
from prefweb.statistics.figures import SOURCES, Figure, Name
from prefweb.statistics.models import KEPT, Fact, Pair, Part
from prefweb.statistics.notable import notables_of
from prefweb.statistics.standings import By, standings_of
from prefweb.statistics.sums import opponents_of, parts_of
from prefweb.tables.models import Pulka
from prefweb.tables.pulkas.course import Course
from tests.archive.everything import bytes_of, opened, wipe
from tests.statistics import slow
from tests.statistics.clubs import RULES, RandomClub

pytestmark = pytest.mark.django_db

SEEDS = range(int(os.environ.get("RANDOM_CLUBS", "3")))
"""More of them by the environment: RANDOM_CLUBS=200."""
PULKAS, ACTS = 12, 5


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_club_counts_what_its_files_say(seed: int) -> None:
    home = RandomClub(seed)
    home.play(PULKAS)
    every_pulka_equals(home)
    for _ in range(ACTS):
        home.something_happens()
        every_pulka_equals(home)
    home.deletes_an_account()
    everything_equals(home)


def test_a_restored_club_counts_what_its_files_say() -> None:
    home = RandomClub(100)
    home.play(PULKAS)
    home.tried(home.merges)
    data = bytes_of(home.club)
    wipe()
    restore(opened(data), None)
    home.club = Club.objects.get()
    everything_equals(home)


# -- the kept rows as the slow count has them


def every_pulka_equals(home: RandomClub) -> None:
    """Every row that is kept, pulka by pulka."""
    files = {file.slug: file for file in map(slow.File, home.files())}
    mains = {key: str(main) for key, main in Player.objects.values_list("pk", "main")}
    for pulka in home.pulkas:
        found, wanted = kept(pulka, mains), files[pulka.slug].figures
        assert found == wanted, (home.happened, pulka.step, differences(found, wanted))
        of_today(pulka)


def of_today(pulka: Pulka) -> None:
    """What rows are asked by is the pulka's."""
    for model in KEPT:
        rows = model._default_manager.filter(pulka=pulka)
        told = set(rows.values_list("club", "evening", "preset", "house_rules"))
        assert told <= {(pulka.club_id, pulka.evening, pulka.preset, pulka.house_rules)}


def differences(found: slow.Figures, wanted: slow.Figures) -> dict[object, object]:
    return {
        key: (found[key], wanted[key]) for key in {**found, **wanted} if found[key] != wanted[key]
    }


def kept(pulka: Pulka, mains: dict[UUID, str]) -> slow.Figures:
    """What is kept of a pulka."""
    found: slow.Figures = Counter()
    for part in Part.objects.filter(pulka=pulka):
        _add_part(found, mains[part.player_id], part)
    numbers = {deal.number for deal in Course.load(pulka).written}
    for fact in Fact.objects.filter(pulka=pulka):
        assert len(fact.numbers) == len(set(fact.numbers)) == fact.count
        assert set(fact.numbers) <= numbers
        _add_fact(found, mains[fact.player_id], fact)
    for pair in Pair.objects.filter(pulka=pulka):
        key = mains[pair.player_id], "against", mains[pair.opponent_id]
        found[*key, "games"] += pair.games
        found[*key, "whists"] += pair.whists  # type: ignore[assignment]
    return Counter({key: value for key, value in found.items() if value})


COLUMNS = {
    "games": "games",
    "deals": "deals",
    "contracts": "contracts",
    "contracts_made": "contracts made",
    "miseres": "miseres",
    "miseres_made": "miseres made",
    "misere_tricks": "misere tricks",
    "whisted": "whisted",
    "whists_short": "whists short",
    "raspasy": "raspasy played",
    "raspasy_won": "raspasy won",
    "raspasy_tricks": "raspasy tricks",
    "remizes": "remizes",
}


def _add_part(found: slow.Figures, who: str, part: Part) -> None:
    for column, name in COLUMNS.items():
        found[who, name] += getattr(part, column)
    found[who, "lasted"] += part.lasted
    if part.whists is None:
        return
    found[who, "whists"] += part.whists  # type: ignore[assignment]
    if part.games:
        found[who, "won"] += part.whists > 0
        found[who, "lost"] += part.whists < 0
    if part.place:
        found[who, "place", part.place] += 1
    if part.money is not None:
        found[who, "money", part.currency] += part.money  # type: ignore[assignment]


def _add_fact(found: slow.Figures, who: str, fact: Fact) -> None:
    is_contract = fact.kind in ("contract", "whist")
    of = (fact.level, fact.trump) if is_contract else ()
    found[who, fact.kind, *of, fact.outcome] += fact.count


# -- what pages ask for


def everything_equals(home: RandomClub) -> None:
    """Every row, and every sum over periods and conventions that a page asks for."""
    every_pulka_equals(home)
    files = [slow.File(text) for text in home.files()]
    for asked, chosen in questions(home, files):
        _standings_equal(asked, chosen)
        for person in {key[0] for key in slow.totals(files)}:
            _person_equals(asked, chosen, person)


def questions(home: RandomClub, files: list[slow.File]) -> list[tuple[Asked, list[slow.File]]]:
    """What is asked for, and the files that answer it."""
    month = periods.month_of(date(2025, 12, 1))
    preset = home.chance.choice(files).preset
    rules = RULES[-1]
    of_club = home.club
    return [
        (Asked(club=of_club), files),
        (Asked(club=of_club, period=month), slow.asked(files, "2025-12-01", "2025-12-31")),
        (Asked(club=of_club, preset=preset), slow.asked(files, preset=preset)),
        (Asked(club=of_club, house_rules=rules), slow.asked(files, rules=rules)),
    ]


def _standings_equal(asked: Asked, files: list[slow.File]) -> None:
    for by in By:
        for least in (1, 3):
            found = standings_of(asked, by, least)
            places = {str(each.line.person): (each.first, each.last) for each in found.placed}
            assert places == slow.standings(files, by.value, least), by


def _person_equals(asked: Asked, files: list[slow.File], person: str) -> None:
    mine = Asked(
        club=asked.club,
        people=same_person(UUID(person)),
        period=asked.period,
        preset=asked.preset,
        house_rules=asked.house_rules,
    )
    told = slow.totals(files)
    _figures_equal(mine, told, person)
    found = parts_of(mine)
    assert found.total.whists == told[person, "whists"]
    assert found.money == {currency: told[person, "money", currency] for currency in found.money}
    results = slow.results(files, person)
    assert found.total.best == max(results, default=None)
    assert found.total.worst == min(results, default=None)
    for opponent in opponents_of(mine):
        against = person, "against", str(opponent.person)
        assert opponent.games == told[*against, "games"]
        assert Fraction(opponent.whists) == told[*against, "whists"]
    runs = notables_of(mine, found.total).runs
    longest = tuple(runs[name].length if name in runs else 0 for name in ("won", "lost"))
    assert longest == slow.streaks(files, person)


def _figures_equal(mine: Asked, told: slow.Figures, person: str) -> None:
    """The number of each figure, and whether there are pulkas behind it."""
    numbers = {
        Name.GAMES: told[person, "games"],
        Name.WON: told[person, "won"],
        Name.LOST: told[person, "lost"],
        Name.LASTED: told[person, "lasted"],
        Name.DEALS: told[person, "deals"],
        Name.CONTRACT: told[person, "contracts"],
        Name.MISERE: told[person, "miseres"],
        Name.WHIST: told[person, "whisted"],
        Name.RASPASY: told[person, "raspasy played"],
        Name.REMIZ: told[person, "remizes"],
    }
    for name, number in numbers.items():
        figure = Figure(figure=name)
        assert figure.total(mine) == number, name
        assert bool(number) == figure.pulkas(mine).exists(), name
    assert set(numbers) < set(SOURCES)
