"""The final count, its steps, rounding, money and payments."""

from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

from scoring import (
    MINOR_DIGITS,
    Convention,
    Correction,
    Game,
    Opening,
    Payment,
    Settlement,
    Sheet,
    minor_digits,
    money_of,
    payments,
    settle,
    start,
)
from tests.engine.tables import LENINGRAD, SOCHI, agreed


def sheet_of(game: Game) -> Sheet:
    return start(game).sheet


def count(
    convention: Convention, players: int = 3, target: int | None = 20, **opening: Any
) -> Settlement:
    """The final count of an opening sheet."""
    game = Game(convention=convention, players=players, target=target, opening=Opening(**opening))
    return settle(sheet_of(game), game)


def test_every_step_of_a_final_count() -> None:
    """Three players to 20: pools to the mountain, amnesty, average, mountains, whists."""
    settled = count(
        SOCHI,
        pool={0: 20, 1: 18, 2: 11},
        mountain={0: 12, 1: 5, 2: 9},
        whists={0: {1: 30}, 1: {0: 8, 2: 12}, 2: {0: 4}},
    )
    assert settled.base == 20
    assert settled.from_pool == (0, 2, 9)
    assert settled.mountains == (12, 7, 18)
    assert settled.amnesty == 7
    assert settled.amnestied == (5, 0, 11)
    assert settled.average == Fraction(16, 3)
    assert settled.mountain_part == (Fraction(10, 3), Fraction(160, 3), Fraction(-170, 3))
    assert settled.pairwise == ((0, 22, -4), (-22, 0, 12), (4, -12, 0))
    assert settled.circles == (
        (Fraction(10, 3), 22, -4),
        (Fraction(160, 3), 12, -22),
        (Fraction(-170, 3), 4, -12),
    )
    assert settled.shared == (Fraction(50, 3), 0, Fraction(110, 3))
    assert settled.written == (
        (0, 30, Fraction(110, 3)),
        (Fraction(74, 3), 0, Fraction(146, 3)),
        (Fraction(62, 3), 0, 0),
    )
    assert settled.exact == (Fraction(64, 3), Fraction(130, 3), Fraction(-194, 3))
    assert settled.whists == settled.exact
    assert settled.correction is None


WORTH = [
    # players, points off the mountain, whists from each opponent
    pytest.param(3, 1, Fraction(10, 3), id="one-point-of-three-players"),
    pytest.param(4, 1, Fraction(5, 2), id="one-point-of-four-players"),
    pytest.param(4, 6, 15, id="six-points-of-four-players-not-twenty"),
    pytest.param(5, 1, 2, id="one-point-of-five-players"),
    pytest.param(2, 1, 5, id="one-point-of-two-players"),
]


@pytest.mark.parametrize(("players", "points", "whists"), WORTH)
def test_what_mountain_points_are_worth(players: int, points: int, whists: Any) -> None:
    settled = count(SOCHI, players, mountain={0: -points})
    assert settled.exact == (whists * (players - 1), *[-whists] * (players - 1))


def test_four_circles_of_an_amnestied_sheet() -> None:
    """Mountains 0, 6, 14, 22: their circles are 105, 45, -35, -115."""
    settled = count(SOCHI, 4, mountain={1: 6, 2: 14, 3: 22}, target=1)
    assert [circle[0] for circle in settled.circles] == [105, 45, -35, -115]
    assert sum(sum(circle) for circle in settled.circles) == 0


def test_the_pool_may_be_worth_more_or_less_in_the_mountain() -> None:
    assert count(LENINGRAD, pool={0: 30}).mountains == (-20, 40, 40)
    assert count(agreed(pool_settle="3/2"), pool={0: 19}).mountains == (Fraction(3, 2), 30, 30)
    assert count(agreed(pool_settle=0), pool={0: 19}).mountains == (0, 0, 0)


def test_without_a_target_pools_are_compared_with_the_largest() -> None:
    settled = count(agreed(pool_end="time"), target=None, pool={0: 7, 1: -3})
    assert settled.base == 7
    assert settled.mountains == (0, 10, 7)


def test_whists_of_a_mountain_point() -> None:
    settled = count(agreed(whists_per_mountain=6), mountain={0: 5})
    assert settled.exact == (-20, 10, 10)


def test_an_indivisible_mountain_is_paid_in_full_by_two_players_only() -> None:
    convention = agreed(indivisible_mountain=True)
    two: dict[str, Any] = {"mountain": {0: 20, 1: 8}, "whists": {0: {1: 30}, 1: {0: 10}}}
    assert count(convention, 2, **two).exact == (-100, 100)
    assert count(SOCHI, 2, **two).exact == (-40, 40)
    assert count(convention, 2, **two).shared == (120, 0)
    assert count(convention, 3, mountain={0: 3}).exact == count(SOCHI, 3, mountain={0: 3}).exact


ROUNDED = [
    # players, mountains, correction, exact plus what
    pytest.param(3, (0, 3, 6), None, (0, 0, 0), id="three-players-without-rest"),
    pytest.param(
        3,
        (0, 3, 7),
        Correction(seat=0, points=-1, whists=3),
        (Fraction(2, 3), Fraction(-1, 3), Fraction(-1, 3)),
        id="three-players-one-point-off",
    ),
    pytest.param(
        3,
        (0, 3, 8),
        Correction(seat=0, points=1, whists=-3),
        (Fraction(-2, 3), Fraction(1, 3), Fraction(1, 3)),
        id="three-players-one-point-added",
    ),
    pytest.param(4, (0, 3, 6, 1), None, (0, 0, 0, 0), id="four-players-without-rest"),
    pytest.param(
        4,
        (0, 3, 6, 2),
        Correction(seat=0, points=-1, whists=2),
        (Fraction(3, 2), *[Fraction(-1, 2)] * 3),
        id="four-players-one-point-off",
    ),
    pytest.param(
        4,
        (0, 3, 6, 0),
        Correction(seat=0, points=-1, whists=2),
        (Fraction(3, 2), *[Fraction(-1, 2)] * 3),
        id="four-players-odd-though-three-divides-it",
    ),
    pytest.param(4, (0, 3, 1, 0), None, (0, 0, 0, 0), id="four-players-even"),
    pytest.param(2, (0, 3), None, (0, 0), id="two-players-never-need-it"),
]


@pytest.mark.parametrize(("players", "mountains", "correction", "change"), ROUNDED)
def test_the_codex_moves_one_point(
    players: int, mountains: tuple[int, ...], correction: Correction | None, change: tuple[Any, ...]
) -> None:
    mountain = dict(enumerate(mountains))
    settled = count(agreed(rounding="codex"), players, mountain=mountain)
    assert settled.correction == correction
    moved = tuple(new - old for old, new in zip(settled.exact, settled.whists, strict=True))
    assert moved == change


@pytest.mark.parametrize("shift", [-5, -4, -3, 0, 1, 2])
def test_a_sheet_below_zero_is_corrected_like_one_above(shift: int) -> None:
    """Adding the same to every mountain changes nothing."""
    convention = agreed(rounding="codex")
    low = count(convention, mountain={0: shift, 1: shift + 3, 2: shift + 7})
    assert low.whists == count(convention, mountain={1: 3, 2: 7}).whists


def test_taking_a_point_off_by_hand_is_what_the_correction_does() -> None:
    """Three players: the others write 3 each on him; four: 2 each."""
    for players, whists in ((3, 3), (4, 2)):
        mountain = {1: 3, 2: 7, 3: 1} if players == 4 else {1: 3, 2: 7}
        by_hand = count(
            SOCHI,
            players,
            mountain={**mountain, 0: -1},
            whists={seat: {0: whists} for seat in range(1, players)},
        )
        corrected = count(agreed(rounding="codex"), players, mountain=mountain)
        assert by_hand.exact == corrected.whists


ADDED = [
    # players, whists he writes on each for a point added, what it changes for him and the others
    pytest.param(3, 3, Fraction(-2, 3), Fraction(1, 3), id="three-and-three"),
    pytest.param(3, 5, Fraction(10, 3), Fraction(-5, 3), id="five-is-too-much"),
    pytest.param(4, 3, Fraction(3, 2), Fraction(-1, 2), id="four-and-three"),
]


@pytest.mark.parametrize(("players", "whists", "own", "others"), ADDED)
def test_adding_a_point_by_hand(players: int, whists: int, own: Fraction, others: Fraction) -> None:
    row = dict.fromkeys(range(1, players), whists)
    settled = count(SOCHI, players, mountain={0: 1}, whists={0: row})
    assert settled.exact == (own, *[others] * (players - 1))


NOT_CODEX = [
    pytest.param({}, 5, {"mountain": {0: Fraction(1, 2)}}, id="five-players-and-a-fraction"),
    pytest.param({}, 3, {"mountain": {0: Fraction(1, 2)}}, id="a-fraction-in-the-mountain"),
    pytest.param(
        {}, 3, {"mountain": {0: 1}, "whists": {0: {1: Fraction(1, 2)}}}, id="a-fraction-of-whists"
    ),
    pytest.param({"pool_settle": "1/2"}, 3, {"pool": {0: 1}}, id="half-a-pool"),
    pytest.param({"whists_per_mountain": 7}, 3, {"mountain": {0: 1}}, id="seven-whists-a-point"),
    pytest.param({"whists_per_mountain": 7}, 4, {"mountain": {0: 1}}, id="seven-among-four"),
]


@pytest.mark.parametrize(("options", "players", "opening"), NOT_CODEX)
def test_where_the_codex_has_no_rule_the_largest_remainder_decides(
    options: dict[str, object], players: int, opening: dict[str, Any]
) -> None:
    settled = count(agreed(rounding="codex", **options), players, **opening)
    assert settled.correction is None
    assert settled.whists == count(agreed(rounding="whole", **options), players, **opening).whists


def test_the_codex_needs_nothing_for_five_players_with_whole_mountains() -> None:
    settled = count(agreed(rounding="codex"), 5, mountain={0: 1, 3: 5})
    assert settled.correction is None
    assert settled.whists == settled.exact


def test_whole_whists_go_to_the_largest_fractions_and_ties_by_seat() -> None:
    assert count(agreed(rounding="whole"), mountain={0: 8, 1: 19, 2: 14}).whists == (57, -53, -4)
    tied = count(agreed(rounding="whole"), mountain={0: 1, 1: 1, 2: 0})
    assert tied.exact == (Fraction(-10, 3), Fraction(-10, 3), Fraction(20, 3))
    assert tied.whists == (-3, -3, 6)


# Money

MONEY = [
    # whists, stake, currency, money
    pytest.param((10, -4, -6), "2.50", "RUB", ("25.00", "-10.00", "-15.00"), id="kopecks"),
    pytest.param((10, -4, -6), "0", "RUB", ("0.00", "0.00", "0.00"), id="for-nothing"),
    pytest.param((1, 1, -2), "0.005", "RUB", ("0.01", "0.00", "-0.01"), id="ties-by-seat"),
    pytest.param(
        (Fraction(40, 3), Fraction(10, 3), Fraction(-50, 3)),
        "10",
        "JPY",
        ("134", "33", "-167"),
        id="yen-have-no-decimals",
    ),
    pytest.param(
        (Fraction(-1, 4), Fraction(-1, 4), Fraction(1, 2)),
        "1",
        "JPY",
        ("0", "0", "0"),
        id="the-larger-rests-go-up",
    ),
    pytest.param(
        (Fraction(1, 3), Fraction(2, 3), -1),
        "1",
        "JPY",
        ("0", "1", "-1"),
        id="the-largest-rest-is-not-the-first",
    ),
    pytest.param((1, -1), "0.001", "KWD", ("0.001", "-0.001"), id="dinars-have-three"),
    pytest.param((1, -1), "1", "CLF", ("1.0000", "-1.0000"), id="unidades-have-four"),
    pytest.param(
        (10**30, -(10**30)), "1", "RUB", (f"{10**30}.00", f"-{10**30}.00"), id="however-much"
    ),
]


@pytest.mark.parametrize(("whists", "stake", "currency", "expected"), MONEY)
def test_whists_in_money(
    whists: tuple[Any, ...], stake: str, currency: str, expected: tuple[str, ...]
) -> None:
    money = money_of(whists, Decimal(stake), currency)
    assert tuple(format(each, "f") for each in money) == expected
    assert sum(money) == 0


def test_currencies_have_their_minor_units() -> None:
    digits = {
        code: minor_digits(code) for code in ("RUB", "EUR", "JPY", "BHD", "UYW", "HUF", "BYN")
    }
    assert digits == {"RUB": 2, "EUR": 2, "JPY": 0, "BHD": 3, "UYW": 4, "HUF": 2, "BYN": 2}
    assert all(len(code) == 3 and code.isupper() for code in MINOR_DIGITS)
    with pytest.raises(KeyError):
        minor_digits("РУБ")


PAID = [
    # money, transfers: debtor, creditor, amount
    pytest.param(("0.00", "0.00"), [], id="nobody-owes"),
    pytest.param(("5", "-5"), [(1, 0, "5")], id="one-transfer"),
    pytest.param(
        ("287.50", "-27.50", "-232.50", "-27.50"),
        [(2, 0, "232.50"), (1, 0, "27.50"), (3, 0, "27.50")],
        id="the-largest-debtor-first",
    ),
    pytest.param(
        ("3.00", "4.00", "-7.00"), [(2, 1, "4.00"), (2, 0, "3.00")], id="the-largest-creditor-first"
    ),
    pytest.param(("5", "3", "-5", "-3"), [(2, 0, "5"), (3, 1, "3")], id="pairs-that-match"),
    pytest.param(
        ("5", "4", "-4", "-3", "-2"),
        [(2, 1, "4"), (3, 0, "3"), (4, 0, "2")],
        id="a-group-that-comes-to-nothing-saves-a-transfer",
    ),
    pytest.param(
        ("0.5", "-0.25", "-0.250"), [(1, 0, "0.250"), (2, 0, "0.250")], id="decimals-of-any-length"
    ),
]


@pytest.mark.parametrize(("money", "expected"), PAID)
def test_who_pays_whom(money: tuple[str, ...], expected: list[tuple[int, int, str]]) -> None:
    paid = payments([Decimal(each) for each in money])
    assert paid == tuple(Payment(debtor, to, Decimal(much)) for debtor, to, much in expected)
    assert [str(each.amount) for each in paid] == [much for _, _, much in expected]


def test_a_whole_club_is_settled_at_once() -> None:
    money = [Decimal(each) for each in range(-100, 101)]
    paid = payments(money)
    assert paid[0] == Payment(0, 200, Decimal(100))
    for payment in paid:
        money[payment.debtor] += payment.amount
        money[payment.creditor] -= payment.amount
    assert not any(money)
    assert len(paid) < 200


def fewest_transfers(owed: list[int]) -> int:
    """One less than there are people, for each of the most groups that come to 0 by themselves."""
    totals, groups = {frozenset[int](): 0}, {frozenset[int](): 0}
    seats = range(len(owed))
    for size in range(1, len(owed) + 1):
        for found in map(frozenset, combinations(seats, size)):
            seat = min(found)
            totals[found] = totals[found - {seat}] + owed[seat]
            groups[found] = max(groups[found - {each}] for each in found) + (not totals[found])
    return len(owed) - groups[frozenset(seats)]


@pytest.mark.parametrize("seed", range(12))
def test_up_to_ten_settle_with_the_fewest_transfers_that_can_be(seed: int) -> None:
    chance = Random(seed)
    owed = []
    for size in chance.choice([(3, 3, 3), (3, 3, 4), (3, 3, 2), (4, 4), (9,)]):
        group = [chance.choice((-1, 1)) * chance.randint(1, 99) for _ in range(size - 1)]
        owed += [*group, -sum(group)]
    chance.shuffle(owed)
    left = [each for each in owed if each]
    assert len(payments([Decimal(each) for each in owed])) == fewest_transfers(left)


def test_three_groups_settle_each_by_itself() -> None:
    owed = [62, 68, -14, -98, -33, -55, 36, -70, -21, 125]
    paid = payments([Decimal(each) for each in owed])
    assert len(paid) == fewest_transfers(owed) == 7


def test_money_that_does_not_come_to_nothing_cannot_be_paid() -> None:
    with pytest.raises(ValueError, match="come to 0"):
        payments([Decimal(1), Decimal(1)])
