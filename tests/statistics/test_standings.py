"""The standings of a club: places, ties, who has none."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import Any
from uuid import UUID

import pytest

from prefweb.clubs.models import Club
from prefweb.players.merging import merge
from prefweb.players.models import Player
from prefweb.statistics import keeping, periods
from prefweb.statistics.asked import Asked
from prefweb.statistics.standings import By, Line, Standings, ranked, standings_of, usual_least
from scoring import Number
from tests.clubs.people import club as found_club
from tests.clubs.people import member
from tests.history.clubs import kept
from tests.statistics.test_counting import settled
from tests.tables.evenings import Evening


def line(name: str, whists: Number = 0, games: int = 3, **figures: Any) -> Line:
    """Somebody who has played some pulkas of ten deals each."""
    nothing = dict.fromkeys(
        ("raspasy", "raspasy_won", "raspasy_tricks", "miseres", "misere_tricks", "remizes"), 0
    )
    person = UUID(int=sum(map(ord, name)))
    known = Line(person=person, name=name, whists=whists, games=games, deals=10 * games, **nothing)
    return replace(known, **figures)


def places(found: Standings) -> list[str]:
    return [f"{each.first}-{each.last} {each.line.name}" for each in found.placed]


CASES = [
    pytest.param(
        By.WHISTS,
        [line("A", -4), line("B", Fraction(9, 2)), line("C", 4)],
        ["1-1 B", "2-2 C", "3-3 A"],
        id="most-whists-lead",
    ),
    pytest.param(
        By.WHISTS,
        [line("B", 5), line("A", 5), line("C", -10)],
        ["1-2 A", "1-2 B", "3-3 C"],
        id="equal-whists-share-their-places",
    ),
    pytest.param(
        By.RASPASY_WON,
        [
            line("A", 100, raspasy=9, raspasy_won=2),
            line("B", -9, raspasy=3, raspasy_won=2),
            line("C", 0, raspasy=3, raspasy_won=3),
        ],
        ["1-1 C", "2-3 A", "2-3 B"],
        id="whists-break-no-tie-of-another-criterion",
    ),
    pytest.param(
        By.RASPASY_TRICKS,
        [
            line("A", raspasy=3, raspasy_tricks=7),
            line("B", raspasy=9, raspasy_tricks=4),
            line("C", raspasy=1, raspasy_tricks=0),
        ],
        ["1-1 C", "2-2 B", "3-3 A"],
        id="fewest-tricks-of-all-raspasy-together",
    ),
    pytest.param(
        By.MISERE_TRICKS,
        [line("A", miseres=1, misere_tricks=1), line("B", miseres=2)],
        ["1-1 B", "2-2 A"],
        id="a-clean-misere-is-the-best",
    ),
    pytest.param(
        By.REMIZES,
        [line("A", remizes=2), line("B", remizes=0), line("C", remizes=2)],
        ["1-1 B", "2-3 A", "2-3 C"],
        id="fewest-remizes",
    ),
]


@pytest.mark.parametrize(("by", "lines", "expected"), CASES)
def test_places_go_by_the_criterion_alone(
    by: By, lines: Sequence[Line], expected: list[str]
) -> None:
    assert places(ranked(lines, by, 3)) == expected


def test_who_has_too_few_pulkas_has_no_place() -> None:
    found = ranked([line("A", 50, games=2), line("B", 1), line("C", 9, games=4)], By.WHISTS, 3)
    assert places(found) == ["1-1 C", "2-2 B"]
    assert [each.name for each in found.few] == ["A"]
    assert found.whists == 60


NEVER = [
    pytest.param(By.RASPASY_WON, "raspasy", id="most-raspasy-won"),
    pytest.param(By.RASPASY_TRICKS, "raspasy", id="fewest-tricks-in-raspasy"),
    pytest.param(By.MISERE_TRICKS, "miseres", id="fewest-tricks-on-miseres"),
    pytest.param(By.REMIZES, "deals", id="fewest-remizes"),
]


@pytest.mark.parametrize(("by", "played"), NEVER)
def test_who_never_could_has_nothing_to_compare(by: By, played: str) -> None:
    never, once = line("A", 7, **{played: 0}), line("B", **{played: 1})
    found = ranked([never, once], by, 3)
    assert places(found) == ["1-1 B"]
    assert found.idle == [never]


LEASTS = [
    pytest.param(periods.month_of(date(2026, 11, 3)), 1, id="a-month"),
    pytest.param(periods.season_of(date(2026, 11, 3), 9), 3, id="a-season"),
    pytest.param(periods.EVER, 3, id="ever"),
    pytest.param(periods.days(date(2026, 11, 3), date(2026, 11, 9)), 1, id="a-week"),
    pytest.param(periods.days(date(2026, 1, 3), date(2026, 11, 9)), 3, id="most-of-a-year"),
    pytest.param(periods.days(date(2026, 1, 3), None), 3, id="from-a-day-on"),
]


@pytest.mark.parametrize(("period", "least"), LEASTS)
def test_a_short_period_asks_for_one_pulka(period: periods.Period, least: int) -> None:
    assert usual_least(period) == least


# -- of a club


@pytest.fixture
def club(db: None) -> Club:
    return found_club()


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [member(club, name) for name in ("Анна", "Борис", "Вера")]


def play(club: Club, people: Sequence[Player | str], *results: str, day: int = 18) -> None:
    """A pulka that ended so, on a day of November 2026."""
    started = datetime(2026, 11, day, 17, 0, tzinfo=UTC)
    keeping.keep(kept(club, people, results=results, started=started))


def whists(found: Standings) -> dict[str, Number]:
    return {each.name: each.whists for each in found.lines}


def test_thirds_and_quarters_are_added_up_exactly(club: Club, people: list[Player]) -> None:
    play(club, people, "1/3", "-1/3", "0")
    play(club, people, "1/4", "3", "-13/4")
    play(club, people, "5/3", "-5/3", "0")
    found = standings_of(Asked(club=club), least=3)
    assert whists(found) == {"Анна": Fraction(9, 4), "Борис": 1, "Вера": Fraction(-13, 4)}
    assert places(found) == ["1-1 Анна", "2-2 Борис", "3-3 Вера"]
    assert found.lines[0].average == Fraction(3, 4)


def test_whoever_was_merged_counts_as_the_person_he_is(club: Club, people: list[Player]) -> None:
    guest = Player.objects.create(name="Аня")
    play(club, people, "10", "-4", "-6")
    play(club, [guest, *people[1:]], "7", "-1", "-6")
    merge(guest, people[0], None)
    found = standings_of(Asked(club=club))
    assert whists(found) == {"Анна": 17, "Борис": -5, "Вера": -12}


def test_only_the_period_counts(club: Club, people: list[Player]) -> None:
    play(club, people, "10", "-4", "-6", day=1)
    play(club, people, "7", "-1", "-6", day=2)
    asked = Asked(club=club, period=periods.days(date(2026, 11, 2), None))
    assert whists(standings_of(asked)) == {"Анна": 7, "Борис": -1, "Вера": -6}


def test_other_clubs_and_tables_without_one_do_not_count(club: Club, people: list[Player]) -> None:
    play(found_club(name="Другой"), people, "10", "-4", "-6")
    play(None, people, "10", "-4", "-6")  # type: ignore[arg-type]
    assert standings_of(Asked(club=club)).lines == []


def test_who_is_not_known_leaves_the_others_whists(club: Club, people: list[Player]) -> None:
    play(club, [*people[:2], "Прохожий"], "10", "-4", "-6")
    assert standings_of(Asked(club=club)).whists == 6


@pytest.mark.django_db
def test_figures_of_deals_come_from_who_played_them() -> None:
    evening = Evening.begin(3)
    evening.seven_made()
    evening.raspasy(0)
    evening.tricks(0, 1)
    evening.tricks(1, 1)
    evening.misere(0)
    evening.tricks(0, 2)
    settled(evening)
    names = [player.name for player in evening.players]
    found = {each.name: each for each in standings_of(Asked(), least=1).lines}
    first, second, third = (found[name] for name in names)
    assert (first.misere_tricks, first.miseres, first.remizes) == (2, 1, 1)
    assert [each.raspasy_won for each in (first, second, third)] == [1, 1, 0]
    assert [each.raspasy_tricks for each in (first, second, third)] == [1, 1, 8]
    assert places(standings_of(Asked(), By.RASPASY_TRICKS, 1))[2] == f"3-3 {names[2]}"
    assert [each.line.name for each in standings_of(Asked(), By.MISERE_TRICKS, 1).placed] == [
        names[0]
    ]
