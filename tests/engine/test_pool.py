"""The pool: own mountain first, the target, help, surplus."""

from fractions import Fraction
from typing import Any

import pytest

from scoring import Area, Contract, Manual, ManualEntry, Misere, Raspasy, Rule
from tests.engine.tables import agreed, contract, played, writes

TEN = contract(10)
"""Ten points earned, nobody whisted."""

POOLS = [
    # options, opening, what a ten unwhisted of seat 0 writes (three players, target 20)
    pytest.param({}, {"pool": {0: 10}}, {"pool": {0: 10}}, id="it-fits"),
    pytest.param(
        {},
        {"pool": {0: 16, 1: 5, 2: 7}},
        {"pool": {0: 4, 2: 6}, "whists": {(0, 2): 60}},
        id="the-highest-open-pool-is-helped",
    ),
    pytest.param(
        {},
        {"pool": {0: 20, 1: 12, 2: 12}},
        {"pool": {1: 8, 2: 2}, "whists": {(0, 1): 80, (0, 2): 20}},
        id="equal-pools-from-the-left",
    ),
    pytest.param(
        {"help_target": "lowest"},
        {"pool": {0: 20, 1: 18, 2: 5}},
        {"pool": {2: 10}, "whists": {(0, 2): 100}},
        id="the-lowest-open-pool",
    ),
    pytest.param(
        {"help_target": "left"},
        {"pool": {0: 20, 1: 5, 2: 18}},
        {"pool": {1: 10}, "whists": {(0, 1): 100}},
        id="the-left-neighbour",
    ),
    pytest.param(
        {"help_rate": 7},
        {"pool": {0: 19, 1: 15, 2: 16}},
        {"pool": {0: 1, 1: 5, 2: 4}, "whists": {(0, 1): 35, (0, 2): 28}},
        id="a-rate-of-its-own",
    ),
    pytest.param(
        {},
        {"pool": {0: 19, 1: 20, 2: 20}, "mountain": {0: 4}},
        {"pool": {0: 1}, "mountain": {0: -9}},
        id="the-surplus-goes-below-zero",
    ),
    pytest.param(
        {"surplus_rate": "1/3"},
        {"pool": {0: 19, 1: 20, 2: 20}},
        {"pool": {0: 1}, "mountain": {0: -3}},
        id="the-surplus-at-a-rate",
    ),
    pytest.param(
        {"surplus": "mountain_to_zero"},
        {"pool": {0: 19, 1: 20, 2: 20}, "mountain": {0: 4}},
        {"pool": {0: 1}, "mountain": {0: -4}},
        id="the-surplus-down-to-zero",
    ),
    pytest.param(
        {"surplus": "mountain_to_zero"},
        {"pool": {0: 19, 1: 20, 2: 20}, "mountain": {0: -4}},
        {"pool": {0: 1}},
        id="a-mountain-below-zero-stays",
    ),
    pytest.param(
        {"surplus": "mountain_to_zero"},
        {"pool": {0: 19, 1: 20, 2: 20}, "mountain": {0: 40}},
        {"pool": {0: 1}, "mountain": {0: -9}},
        id="a-high-mountain-takes-all-of-it",
    ),
    pytest.param(
        {"surplus": "lost"},
        {"pool": {0: 19, 1: 20, 2: 20}, "mountain": {0: 4}},
        {"pool": {0: 1}},
        id="the-surplus-is-lost",
    ),
    pytest.param(
        {"help": "none"},
        {"pool": {0: 19, 1: 5, 2: 5}},
        {"pool": {0: 10}},
        id="without-help-no-limit",
    ),
    pytest.param(
        {"pool_end": "sum"},
        {"pool": {0: 19, 1: 5, 2: 5}},
        {"pool": {0: 10}},
        id="by-sum-no-limit",
    ),
    pytest.param(
        {"pool_end": "time"},
        {"pool": {0: 190}},
        {"pool": {0: 10}},
        id="on-time-no-limit",
    ),
    pytest.param(
        {"mountain_first": True},
        {"pool": {0: 16, 1: 5, 2: 7}, "mountain": {0: 3}},
        {"pool": {0: 4, 2: 3}, "mountain": {0: -3}, "whists": {(0, 2): 30}},
        id="the-own-mountain-first",
    ),
    pytest.param(
        {"mountain_first": True},
        {"mountain": {0: 30}},
        {"mountain": {0: -10}},
        id="the-own-mountain-takes-all-of-it",
    ),
    pytest.param(
        {"mountain_first": True},
        {"mountain": {0: -3}},
        {"pool": {0: 10}},
        id="nothing-to-clear",
    ),
    pytest.param(
        {"mountain_first": True, "pool_end": "sum", "mountain_mult": 2},
        {"mountain": {0: 4}},
        {"pool": {0: 6}, "mountain": {0: -4}},
        id="one-for-one-under-every-end",
    ),
    pytest.param(
        {},
        {"pool": {0: 25, 1: 5}},
        {"pool": {1: 10}, "whists": {(0, 1): 100}},
        id="a-pool-above-the-target-is-closed",
    ),
    pytest.param(
        {},
        {"pool": {0: Fraction(39, 2), 1: Fraction(35, 2), 2: 20}},
        {
            "pool": {0: Fraction(1, 2), 1: Fraction(5, 2)},
            "mountain": {0: -7},
            "whists": {(0, 1): 25},
        },
        id="fractions-of-points",
    ),
]


@pytest.mark.parametrize(("options", "opening", "expected"), POOLS)
def test_what_becomes_of_ten_points(
    options: dict[str, object], opening: dict[str, Any], expected: dict[str, Any]
) -> None:
    assert writes(agreed(**options), TEN, target=20, **opening) == expected


def test_help_may_skip_the_resting_dealer() -> None:
    pool = {0: 20, 1: 5, 2: 4, 3: 15}
    for skips, helped in ((False, 3), (True, 1)):
        convention = agreed(help_skips_dealer=skips)
        written = writes(convention, contract(7), players=4, target=20, pool=pool)
        assert written["pool"] == {helped: 4}


def test_where_every_open_pool_is_skipped_the_rest_is_surplus() -> None:
    pool = {0: 20, 1: 20, 2: 20, 3: 15}
    convention = agreed(help_skips_dealer=True)
    assert writes(convention, contract(7), players=4, target=20, pool=pool) == {"mountain": {0: -4}}


def test_help_skips_no_dealer_who_plays() -> None:
    pool = {0: 20, 1: 5, 2: 15}
    convention = agreed(help_skips_dealer=True)
    assert writes(convention, contract(7), target=20, pool=pool)["pool"] == {2: 4}


def test_help_may_skip_a_whister_fined_in_the_deal() -> None:
    pool = {0: 20, 1: 5, 2: 15}
    deal = contract(7, "pw", 10, 0, 0)
    for skips, helped in ((False, 2), (True, 1)):
        written = writes(agreed(help_skips_fined=skips), deal, target=20, pool=pool)
        assert written["pool"] == {helped: 4}


def test_help_may_skip_the_dealer_and_a_fined_whister_at_once() -> None:
    deal = contract(7, "pw", 10, 0, 0, players=4)
    convention = agreed(help_skips_dealer=True, help_skips_fined=True)
    pool = {0: 20, 1: 5, 2: 15, 3: 18}
    assert writes(convention, deal, players=4, target=20, pool=pool)["pool"] == {1: 4}


def test_without_responsibility_nobody_is_fined_and_so_nobody_skipped() -> None:
    deal = contract(7, "pw", 10, 0, 0)
    convention = agreed(help_skips_fined=True, responsibility="none")
    assert writes(convention, deal, target=20, pool={0: 20, 1: 5, 2: 15})["pool"] == {2: 4}


def test_the_points_of_a_misere_and_of_a_raspasy_are_help_too() -> None:
    opening: dict[str, Any] = {"pool": {0: 20, 1: 5, 2: 5}}
    misere = writes(agreed(misere_value=6), Misere(declarer=0, tricks=0), target=20, **opening)
    assert misere == {"pool": {1: 6}, "whists": {(0, 1): 60}}
    deal = Raspasy(tricks={0: 0, 1: 4, 2: 6})
    expected = {"pool": {1: 1}, "mountain": {1: 4, 2: 6}, "whists": {(0, 1): 10}}
    assert writes(agreed(), deal, target=20, **opening) == expected


def test_a_raspasy_bonus_clears_the_mountain_first() -> None:
    deal = Raspasy(tricks={0: 0, 1: 4, 2: 6})
    convention = agreed(mountain_first=True, raspasy_progression=[3])
    written = writes(convention, deal, mountain={0: 2})
    assert (written["pool"], written["mountain"]) == ({0: 1}, {0: -2, 1: 12, 2: 18})


def test_a_misere_failed_costs_every_trick() -> None:
    convention = agreed(misere_value=7, mountain_mult=2)
    deal = Misere(declarer=0, tricks=3, multiplier=2)
    entry = played(convention, deal).played[0].entries[0]
    assert (entry.seat, entry.area, entry.amount) == (0, "mountain", 84)
    assert dict(entry.reason.numbers) == {"tricks": 3, "price": 14, "multiplier": 2}


def test_a_misere_may_cost_all_ten_tricks_and_says_so() -> None:
    entry = played(agreed(), Misere(declarer=0, tricks=10)).played[0].entries[0]
    assert (entry.amount, entry.reason.rule) == (100, Rule.MISERE_FAILED)
    made = played(agreed(), Misere(declarer=0, tricks=0)).played[0].entries[0]
    assert (made.amount, made.reason.rule, made.reason.numbers) == (
        10,
        Rule.MISERE_MADE,
        {"points": 10},
    )


def test_the_numbers_behind_help_and_surplus() -> None:
    opening: dict[str, Any] = {"pool": {0: 16, 1: 17, 2: 20}, "mountain": {0: 1}}
    convention = agreed(surplus="mountain_to_zero")
    entries = played(convention, TEN, target=20, **opening).played[0].entries
    said = [(entry.seat, entry.reason.rule, dict(entry.reason.numbers)) for entry in entries]
    assert said == [
        (0, Rule.CONTRACT_MADE, {"level": 10, "points": 10}),
        (1, Rule.HELP_RECEIVED, {"points": 3, "helper": 0}),
        (0, Rule.HELP_WHISTS, {"points": 3, "rate": 10}),
        (0, Rule.SURPLUS, {"points": 3, "rate": 1, "lost": 2}),
    ]
    assert [entry.amount for entry in entries] == [4, 3, 30, -1]


def test_a_lost_surplus_leaves_an_entry_of_nothing_that_says_so() -> None:
    convention = agreed(surplus="lost", mountain_first=True)
    opening: dict[str, Any] = {"pool": {0: 20, 1: 20, 2: 19}, "mountain": {0: 3}}
    deal = Contract(declarer=0, level=8, roles={})
    entries = played(convention, deal, target=20, **opening).played[0].entries
    assert [(entry.reason.rule, entry.amount) for entry in entries] == [
        (Rule.MOUNTAIN_CLEARED, -3),
        (Rule.HELP_RECEIVED, 1),
        (Rule.HELP_WHISTS, 10),
        (Rule.SURPLUS, 0),
    ]
    assert entries[-1].reason.numbers["lost"] == 2


def test_points_that_clear_the_mountain_say_how_many() -> None:
    sheet = played(agreed(mountain_first=True), TEN, mountain={0: 4})
    entries = sheet.played[0].entries
    reasons = [entry.reason for entry in entries if entry.reason.rule is Rule.MOUNTAIN_CLEARED]
    assert [dict(reason.numbers) for reason in reasons] == [{"points": 4}]


def test_entries_by_hand_say_so() -> None:
    entry = ManualEntry(seat=0, area=Area.MOUNTAIN, amount=3)
    written = played(agreed(), Manual(entries=(entry,))).played[0].entries
    assert [each.reason.rule for each in written] == [Rule.MANUAL]
