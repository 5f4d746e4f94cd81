"""Raspasy: to the mountain, in whists, bonuses, the dealer's talon, and the series of them."""

from fractions import Fraction
from typing import Any

import pytest

from scoring import Concession, Contract, Deal, Manual, Misere, Raspasy, Rule
from tests.engine.tables import ROSTOV, W, agreed, contract, played, writes


def raspasy(*tricks: int, **more: Any) -> Raspasy:
    """A raspasy by everybody's tricks, from seat 0 on."""
    return Raspasy(tricks=dict(enumerate(tricks)), **more)


THREE = [
    pytest.param({}, raspasy(5, 3, 2), {"mountain": {0: 3, 1: 1}}, id="the-smallest-is-taken-off"),
    pytest.param(
        {"raspasy_amnesty": False},
        raspasy(5, 3, 2),
        {"mountain": {0: 5, 1: 3, 2: 2}},
        id="without-amnesty",
    ),
    pytest.param(
        {"raspasy_base": 2},
        raspasy(6, 4, 0),
        {"pool": {2: 2}, "mountain": {0: 12, 1: 8}},
        id="the-bonus-is-the-price-of-a-trick",
    ),
    pytest.param(
        {"raspasy_base": 2, "raspasy_progression": [3]},
        raspasy(6, 4, 0),
        {"pool": {2: 6}, "mountain": {0: 36, 1: 24}},
        id="base-times-factor",
    ),
    pytest.param(
        {"raspasy_base": 2, "raspasy_progression": [3], "raspasy_zero": "step"},
        raspasy(6, 4, 0),
        {"pool": {2: 3}, "mountain": {0: 36, 1: 24}},
        id="the-bonus-is-the-factor",
    ),
    pytest.param(
        {"raspasy_base": 2, "raspasy_zero": "one"},
        raspasy(10, 0, 0, multiplier=4),
        {"pool": {1: 4, 2: 4}, "mountain": {0: 80}},
        id="one-point-is-multiplied-too",
    ),
    pytest.param({"raspasy_zero": "none"}, raspasy(10, 0, 0), {"mountain": {0: 10}}, id="no-bonus"),
    pytest.param(
        {"raspasy_zero_dealer": True, "raspasy_talon": "closed"},
        raspasy(10, 0, 0),
        {"pool": {1: 1, 2: 1}, "mountain": {0: 10}},
        id="with-three-players-nobody-rests",
    ),
]


@pytest.mark.parametrize(("options", "deal", "expected"), THREE)
def test_three_players_write_to_the_mountain(
    options: dict[str, object], deal: Raspasy, expected: dict[str, Any]
) -> None:
    assert writes(agreed(**options), deal) == expected


FOUR = [
    pytest.param({}, (5, 2, 1, 2), {"mountain": {0: 4, 1: 1, 3: 1}}, id="both-cards-of-the-talon"),
    pytest.param({}, (4, 3, 2, 1), {"mountain": {0: 3, 1: 2, 2: 1}}, id="the-dealer-takes-part"),
    pytest.param(
        {}, (4, 3, 3, 0), {"mountain": {0: 4, 1: 3, 2: 3}}, id="his-zero-ends-the-amnesty"
    ),
    pytest.param({}, (4, 3, 3), {"mountain": {0: 4, 1: 3, 2: 3}}, id="left-out-he-took-none"),
    pytest.param(
        {}, (6, 3, 0, 1), {"pool": {2: 1}, "mountain": {0: 6, 1: 3, 3: 1}}, id="a-players-zero"
    ),
    pytest.param(
        {"raspasy_zero_dealer": True},
        (4, 3, 3, 0),
        {"pool": {3: 1}, "mountain": {0: 4, 1: 3, 2: 3}},
        id="the-dealers-zero-counts",
    ),
    pytest.param(
        {"raspasy_zero_dealer": True},
        (4, 2, 3, 1),
        {"mountain": {0: 3, 1: 1, 2: 2}},
        id="the-dealer-with-a-trick-has-no-zero",
    ),
    pytest.param(
        {"raspasy_talon": "closed"},
        (4, 4, 2),
        {"mountain": {0: 2, 1: 2}},
        id="with-a-closed-talon-he-takes-no-part",
    ),
    pytest.param(
        {"raspasy_talon": "closed", "raspasy_zero_dealer": True},
        (4, 4, 2),
        {"pool": {3: 1}, "mountain": {0: 2, 1: 2}},
        id="and-cannot-but-have-a-zero",
    ),
    pytest.param(
        {"raspasy_mode": "whists", "raspasy_base": 5, "raspasy_zero": "step"},
        (6, 4, 0),
        {"pool": {2: 1}, "whists": {(2, 0): 30, (2, 1): 20}},
        id="in-whists-every-bonus-is-one-point",
    ),
    pytest.param(
        {"raspasy_mode": "whists", "raspasy_base": 5, "raspasy_zero": "none"},
        (10, 0, 0),
        {"whists": {(1, 0): 25, (2, 0): 25}},
        id="in-whists-without-bonus",
    ),
    pytest.param(
        {"raspasy_mode": "whists", "raspasy_base": 5, "raspasy_zero_dealer": True},
        (5, 3, 2),
        {"pool": {3: 1}, "whists": {(2, 0): 25, (2, 1): 15}},
        id="in-whists-the-dealers-zero",
    ),
    pytest.param(
        {"raspasy_mode": "whists", "raspasy_base": 5, "raspasy_whist_mode": "difference"},
        (6, 3, 1),
        {"whists": {(2, 0): 25, (2, 1): 10}},
        id="in-whists-by-difference",
    ),
    pytest.param(
        {"raspasy_mode": "whists", "raspasy_base": 5, "raspasy_whist_mode": "difference"},
        (4, 3, 3),
        {"whists": {(1, 0): Fraction(5, 2), (2, 0): Fraction(5, 2)}},
        id="in-whists-by-difference-shared",
    ),
    pytest.param(
        {"raspasy_mode": "whists", "raspasy_base": 5, "raspasy_progression": [2]},
        (4, 3, 3),
        {"whists": {(1, 0): 20, (2, 0): 20}},
        id="in-whists-with-a-progression-and-no-amnesty",
    ),
]


@pytest.mark.parametrize(("options", "tricks", "expected"), FOUR)
def test_four_players(
    options: dict[str, object], tricks: tuple[int, ...], expected: dict[str, Any]
) -> None:
    assert writes(agreed(**options), raspasy(*tricks), players=4) == expected


def test_of_two_resting_players_only_the_dealer_owns_the_talon_and_a_zero() -> None:
    convention = agreed(raspasy_zero_dealer=True)
    deal = Raspasy(tricks={0: 5, 1: 3, 2: 2})
    expected = {"pool": {4: 1}, "mountain": {0: 5, 1: 3, 2: 2}}
    assert writes(convention, deal, players=5) == expected


TWO = [
    pytest.param("mountain", (4, 3), {"mountain": {0: 1}}, id="the-dummys-tricks-are-nobodys"),
    pytest.param("mountain", (0, 0), {"pool": {0: 1, 1: 1}}, id="the-dummy-took-all"),
    pytest.param("whists", (4, 3), {"whists": {(1, 0): 4}}, id="the-lower-one-writes"),
    pytest.param("whists", (5, 5), {}, id="equal-tricks-write-nothing"),
]


@pytest.mark.parametrize(("mode", "tricks", "expected"), TWO)
def test_two_players(mode: str, tricks: tuple[int, int], expected: dict[str, Any]) -> None:
    assert writes(agreed("hussar", raspasy_mode=mode), raspasy(*tricks), players=2) == expected


def test_bonuses_are_written_last_and_in_seat_order() -> None:
    """Seat 0 is helped by the others' zeros only after his own pool had its turn."""
    deal = Raspasy(tricks={1: 0, 2: 10, 0: 0})
    entries = played(agreed(), deal, dealer=0).played[0].entries
    assert [(entry.seat, entry.area) for entry in entries] == [
        (2, "mountain"),
        (0, "pool"),
        (1, "pool"),
    ]


def test_the_numbers_behind_a_raspasy() -> None:
    deals = (raspasy(4, 3, 3), raspasy(5, 4, 1), raspasy(10, 0, 0))
    replayed = played(agreed(), *deals)
    last = {entry.reason.rule: dict(entry.reason.numbers) for entry in replayed.played[2].entries}
    assert last == {
        Rule.RASPASY_TRICKS: {"tricks": 10, "amnesty": 0, "price": 3, "number": 3},
        Rule.RASPASY_ZERO: {"points": 3, "dealer": 0, "number": 3},
    }
    second = next(entry for entry in replayed.played[1].entries if entry.seat == 0)
    assert (second.amount, second.reason.numbers["amnesty"]) == (8, 1)


def test_the_numbers_behind_a_raspasy_in_whists() -> None:
    entries = played(ROSTOV, raspasy(6, 2, 2, multiplier=2), players=4).played[0].entries
    numbers = {"tricks": 6, "taken_off": 0, "price": 5, "shares": 2, "number": 1, "multiplier": 2}
    assert entries[0].reason.rule is Rule.RASPASY_WHISTS
    assert dict(entries[0].reason.numbers) == numbers
    assert dict(entries[-1].reason.numbers) == {
        "points": 1,
        "dealer": 1,
        "number": 1,
        "multiplier": 2,
    }


# The series

MADE, DOWN = contract(6, "wp", 6, 4, 0), contract(6, "wp", 5, 5, 0)
UNWHISTED, HALF = contract(6), contract(6, "ph")
MISERE, FAILED_MISERE = Misere(declarer=0, tricks=0), Misere(declarer=0, tricks=1)
CONCEDED, BY_HAND = Concession(declarer=0, level=6), Manual(entries=())

ENDS = [
    # deal, whether it ends a series under played, made, made_whisted
    pytest.param(MADE, (True, True, True), id="made"),
    pytest.param(DOWN, (True, False, False), id="failed"),
    pytest.param(UNWHISTED, (True, True, False), id="unwhisted"),
    pytest.param(HALF, (True, True, False), id="half-whist"),
    pytest.param(MISERE, (True, True, True), id="misere"),
    pytest.param(FAILED_MISERE, (True, False, False), id="failed-misere"),
    pytest.param(CONCEDED, (False, False, False), id="conceded"),
    pytest.param(BY_HAND, (False, False, False), id="by-hand"),
]


@pytest.mark.parametrize(("deal", "ends"), ENDS)
def test_what_ends_a_series(deal: Deal, ends: tuple[bool, bool, bool]) -> None:
    for reset, end in zip(("played", "made", "made_whisted"), ends, strict=True):
        convention = agreed(raspasy_reset=reset, concession=3)
        replayed = played(convention, deal, raspasy=2)
        assert replayed.upcoming is not None
        assert replayed.upcoming.raspasy == (0 if end else 2)


@pytest.mark.parametrize("reset", ["played", "made", "made_whisted"])
@pytest.mark.parametrize("deal", [MISERE, FAILED_MISERE], ids=["made", "failed"])
def test_a_misere_may_be_agreed_to_end_no_series(deal: Misere, reset: str) -> None:
    replayed = played(agreed(raspasy_reset=reset, misere_exits=False), deal, raspasy=2)
    assert replayed.upcoming is not None
    assert replayed.upcoming.raspasy == 2


def test_a_checked_ten_counts_as_made_and_not_as_whisted() -> None:
    ten = Contract(declarer=0, level=10, roles={})
    for reset, after in (("made", 0), ("made_whisted", 1)):
        replayed = played(agreed(ten="checked", raspasy_reset=reset), ten, raspasy=1)
        assert replayed.upcoming is not None
        assert replayed.upcoming.raspasy == after


def test_a_dealer_who_whists_counts_as_a_whister() -> None:
    deal = Contract(declarer=0, level=6, roles={3: W}, tricks={0: 6})
    convention = agreed(dealer_may_whist=True, raspasy_reset="made_whisted")
    replayed = played(convention, deal, players=4, raspasy=1)
    assert replayed.upcoming is not None
    assert replayed.upcoming.raspasy == 0


STEPS = [
    pytest.param(False, [1, 2, 4, 4, 4, 4], [6, 7, 7, 7, 7, 7], id="the-last-stays"),
    pytest.param(True, [1, 2, 4, 1, 2, 4], [6, 7, 6, 7, 6, 7], id="around-again"),
]


@pytest.mark.parametrize(("cycle", "prices", "bids"), STEPS)
def test_price_and_lowest_bid_along_a_series(
    *, cycle: bool, prices: list[int], bids: list[int]
) -> None:
    convention = agreed(raspasy_progression=[1, 2, 4], raspasy_exit=[6, 7], raspasy_cycle=cycle)
    deal = raspasy(10, 0, 0)
    for before, (price, bid) in enumerate(zip(prices, bids, strict=True)):
        replayed = played(convention, *[deal] * before)
        assert replayed.upcoming is not None
        assert replayed.upcoming.lowest_bid == bid
        step = played(convention, deal, raspasy=before).played[0]
        assert step.raspasy == before
        assert step.sheet.mountain[0] == 10 * price


def test_the_deal_moves_on_after_a_raspasy_or_stays() -> None:
    for moves, dealer in ((True, 0), (False, 2)):
        replayed = played(agreed(deal_moves_after_raspasy=moves), raspasy(4, 3, 3))
        assert replayed.upcoming is not None
        assert replayed.upcoming.dealer == dealer
