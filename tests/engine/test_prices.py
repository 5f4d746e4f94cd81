"""What contracts are worth in whists."""

from fractions import Fraction
from typing import Any

import pytest

from scoring import (
    PRESETS,
    Case,
    Contract,
    Convention,
    Game,
    Opening,
    Price,
    Refused,
    play,
    price_list,
    settle,
    start,
)
from tests.engine.tables import LENINGRAD, SOCHI, W, agreed


def find(convention: Convention, players: int, **wanted: Any) -> Price:
    """The one line of a price list with these values."""
    lines = [
        price
        for price in price_list(convention, players)
        if all(getattr(price, key) == value for key, value in wanted.items())
    ]
    assert len(lines) == 1
    return lines[0]


THEORY = [
    # convention, players, what, worth to the declarer
    pytest.param(SOCHI, 3, {"level": 6, "split": (2, 2)}, Fraction(16, 3), id="six-sochi"),
    pytest.param(LENINGRAD, 3, {"level": 6, "split": (2, 2)}, Fraction(32, 3), id="six-leningrad"),
    pytest.param(
        SOCHI, 4, {"case": Case.LONE_WHISTER, "level": 9, "tricks": 9}, 52, id="nine-sochi"
    ),
    pytest.param(
        LENINGRAD, 4, {"case": Case.LONE_WHISTER, "level": 9, "tricks": 9}, 104, id="nine-leningrad"
    ),
    pytest.param(
        SOCHI, 4, {"case": Case.TWO_WHISTERS, "level": 6, "tricks": 5}, -31, id="six-down-sochi"
    ),
    pytest.param(
        LENINGRAD,
        4,
        {"case": Case.LONE_WHISTER, "level": 6, "tricks": 5},
        -62,
        id="six-down-leningrad",
    ),
    pytest.param(SOCHI, 3, {"case": Case.UNWHISTED, "level": 8}, 40, id="eight-unwhisted"),
    pytest.param(SOCHI, 3, {"case": Case.HALF_WHIST, "level": 7}, Fraction(68, 3), id="half-whist"),
    pytest.param(SOCHI, 3, {"case": Case.MISERE, "tricks": 0}, Fraction(200, 3), id="misere"),
    pytest.param(SOCHI, 3, {"case": Case.MISERE, "tricks": 2}, Fraction(-400, 3), id="misere-two"),
    pytest.param(
        agreed(concession=3), 3, {"case": Case.CONCEDED, "level": 6}, -40, id="six-given-up"
    ),
    pytest.param(
        agreed(ten="checked"),
        3,
        {"case": Case.CHECKED, "tricks": 9},
        Fraction(-290, 3),
        id="ten-checked",
    ),
    pytest.param(
        agreed(dealer_may_whist=True),
        4,
        {"case": Case.DEALER_WHISTS, "level": 6, "tricks": 6},
        7,
        id="the-dealer-whists",
    ),
    pytest.param(
        PRESETS["hussar"].convention,
        2,
        {"case": Case.LONE_WHISTER, "level": 6, "tricks": 6},
        2,
        id="hussar",
    ),
    pytest.param(
        SOCHI, 5, {"case": Case.LONE_WHISTER, "level": 6, "tricks": 5}, -34, id="five-players"
    ),
]


@pytest.mark.parametrize(("convention", "players", "wanted", "worth"), THEORY)
def test_what_the_theory_says_a_contract_is_worth(
    convention: Convention, players: int, wanted: dict[str, Any], worth: Any
) -> None:
    price = find(convention, players, **wanted)
    assert price.whists[0] == worth
    assert price.lowest == price.highest == worth
    assert price.constant


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("preset", [*PRESETS])
def test_every_price_comes_to_nothing_in_all(preset: str, players: int) -> None:
    prices = price_list(PRESETS[preset].convention, players)
    assert all(sum(price.whists) == 0 for price in prices)
    assert all(price.lowest <= price.whists[0] <= price.highest for price in prices)


def test_a_list_has_every_outcome() -> None:
    prices = price_list(SOCHI, 3)
    for level in range(6, 11):
        lone = [p for p in prices if (p.case, p.level) == (Case.LONE_WHISTER, level)]
        assert [price.tricks for price in lone] == [*range(10, -1, -1)]
        assert [price.undertricks for price in lone] == [
            max(0, level - t) for t in range(10, -1, -1)
        ]
        pairs = [p.split for p in prices if (p.case, p.level) == (Case.TWO_WHISTERS, level)]
        made = [(one, rest - one) for rest in range(11 - level) for one in range(rest, -1, -1)]
        down = [(rest - rest // 2, rest // 2) for rest in range(11 - level, 11)]
        assert pairs == made + down
    assert [price.tricks for price in prices if price.case is Case.MISERE] == [*range(11)]
    assert not [price for price in prices if price.case in (Case.CONCEDED, Case.DEALER_WHISTS)]
    assert [p.level for p in prices if p.case is Case.HALF_WHIST] == [6, 7]


def test_two_players_have_no_second_whister() -> None:
    cases = {price.case for price in price_list(SOCHI, 2)}
    assert cases == {Case.UNWHISTED, Case.HALF_WHIST, Case.LONE_WHISTER, Case.MISERE}


CHANGING = [
    pytest.param({"surplus": "lost"}, 3, id="lost-surplus"),
    pytest.param({"surplus": "mountain_to_zero"}, 3, id="surplus-to-zero"),
    pytest.param({"help_rate": 11}, 3, id="help-at-another-rate"),
    pytest.param({"surplus_rate": "1/2"}, 3, id="surplus-at-another-rate"),
    pytest.param({"pool_settle": 2}, 3, id="help-where-a-point-is-worth-two"),
    pytest.param(
        {"mountain_first": True, "pool_settle": 2, "help_rate": 20, "surplus_rate": 2},
        3,
        id="mountain-first",
    ),
    pytest.param({"indivisible_mountain": True}, 2, id="an-indivisible-mountain"),
]


@pytest.mark.parametrize(("options", "players"), CHANGING)
def test_a_price_that_changes_says_so(options: dict[str, object], players: int) -> None:
    price = find(agreed(**options), players, case=Case.UNWHISTED, level=10)
    assert not price.constant
    assert price.lowest < price.highest
    failed = find(agreed(**options), players, case=Case.LONE_WHISTER, level=6, tricks=5)
    assert failed.constant


STEADY = [
    pytest.param({}, id="sochi"),
    pytest.param({"mountain_first": True}, id="mountain-first"),
    pytest.param({"pool_settle": 2, "help_rate": 20, "surplus_rate": 2}, id="all-rates-doubled"),
    pytest.param({"help": "none", "pool_settle": 3}, id="no-help"),
    pytest.param({"surplus": "lost", "pool_end": "sum"}, id="no-pool-closes"),
]


@pytest.mark.parametrize("options", STEADY)
def test_a_price_that_never_changes(options: dict[str, object]) -> None:
    assert all(price.constant for price in price_list(agreed(**options), 3))


def test_the_last_nine_of_a_game_is_worth_what_any_nine_is() -> None:
    """Two points short of the end, everybody else closed: the surplus makes up for it."""
    pool = {0: 18, 1: 20, 2: 20, 3: 20}
    game = Game(convention=SOCHI, players=4, target=20, first_dealer=3, opening=Opening(pool=pool))
    before = start(game)
    deal = Contract(declarer=0, level=9, roles={1: W}, tricks={0: 9})
    after = play(before, deal)[1]
    won = settle(after.sheet, game).exact[0] - settle(before.sheet, game).exact[0]
    assert won == 52


def test_nobody_plays_alone() -> None:
    with pytest.raises(Refused):
        price_list(SOCHI, 1)


def test_a_checked_ten_is_priced_down_to_the_last_trick() -> None:
    lines = price_list(agreed(ten="checked"), 3)
    checked = [line.undertricks for line in lines if line.case is Case.CHECKED]
    assert checked == list(range(11))


@pytest.mark.parametrize("undertricks", [2, 3])
def test_a_concession_is_as_many_down_as_agreed(undertricks: int) -> None:
    lines = price_list(agreed(concession=undertricks), 3)
    conceded = {line.undertricks for line in lines if line.case is Case.CONCEDED}
    assert conceded == {undertricks}


def test_every_level_can_be_conceded() -> None:
    lines = price_list(agreed(concession=3), 3)
    assert [line.level for line in lines if line.case is Case.CONCEDED] == [6, 7, 8, 9, 10]


def test_a_line_says_how_many_tricks_are_missing() -> None:
    lines = price_list(SOCHI, 3)
    unplayed = {Case.UNWHISTED: 0, Case.HALF_WHIST: 0}
    for line in lines:
        if line.case is Case.MISERE:
            assert line.undertricks == line.tricks
        else:
            short = max(0, (line.level or 0) - (line.tricks or 0))
            assert line.undertricks == unplayed.get(line.case, short)


def test_the_dealer_who_whists_is_the_one_who_rests() -> None:
    nine = {"case": Case.DEALER_WHISTS, "level": 9, "tricks": 8}
    price = find(agreed(dealer_may_whist=True), 4, **nine)
    # two tricks and consolation of one: to the dealer 3 x 8, to each of the passers 8
    mountain = Fraction(8 * 10, 4)
    assert price.whists == (-40 - 3 * mountain, 8 + mountain, 8 + mountain, 24 + mountain)


def test_a_price_that_changes_is_told_for_open_pools_and_empty_mountains() -> None:
    unwhisted = {"case": Case.UNWHISTED, "level": 6}
    price = find(agreed(pool_settle=2, mountain_first=True), 3, **unwhisted)
    assert (price.whists[0], price.lowest) == (Fraction(80, 3), Fraction(40, 3))


def test_the_last_point_of_a_pool_is_tried_too() -> None:
    """Of two points one finds no place any more."""
    price = find(agreed(surplus="lost"), 3, case=Case.UNWHISTED, level=6)
    assert (price.lowest, price.highest) == (Fraction(20, 3), Fraction(40, 3))
