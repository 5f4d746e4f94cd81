"""Every option that changes a score changes one: the same deals, another value, other numbers."""

from collections.abc import Sequence
from typing import Any

import pytest

from scoring import (
    OPTIONS,
    Concession,
    Contract,
    Deal,
    Misere,
    Raspasy,
    Reason,
    Refused,
    Rule,
    Trump,
    settle,
)
from tests.engine.tables import W, agreed, contract, played

SHORT = contract(6, "wp", 8, 2, 0)
DOWN = contract(6, "wp", 4, 6, 0)
TEN = contract(10)
SERIES = [Raspasy(tricks={0: 4, 1: 4, 2: 2})] * 4
ZERO = [Raspasy(tricks={0: 6, 1: 4, 2: 0})]
CLOSED = {"pool": {0: 19, 1: 20, 2: 20}, "mountain": {0: 4}}
OPEN = {"pool": {0: 20, 1: 5, 2: 15}}

# key: options beside it, one value, another, deals, game
ACTS: dict[str, tuple[dict[str, Any], Any, Any, Sequence[Deal], dict[str, Any]]] = {
    "pool_end": ({}, "each", "sum", [TEN], {"target": 6}),
    "mountain_mult": ({}, 1, 2, [DOWN], {}),
    "whist_mult": ({}, 1, 2, [DOWN], {}),
    "pool_settle": ({}, 1, "1/2", [TEN], {}),
    "whists_per_mountain": ({}, 10, 20, [TEN], {}),
    "responsibility": ({}, "full", "none", [SHORT], {}),
    "whist_style": ({}, "greedy", "gentleman", [DOWN], {}),
    "both_whist_rule": ({}, "pair_cap", "pair_personal", [contract(6, "ww", 7, 3, 0)], {}),
    "single_trick_rule": ({}, "second", "each", [contract(9, "ww", 10, 0, 0)], {}),
    "failed_whister_keeps_whists": ({}, True, False, [SHORT], {}),
    "consolation": ({}, "value", "none", [DOWN], {}),
    "consolation_fixed": ({"consolation": "fixed"}, 10, 5, [DOWN], {}),
    "consolation_dealer": (
        {},
        True,
        False,
        [contract(6, "wp", 4, 6, 0, players=4)],
        {"players": 4},
    ),
    "consolation_on_whister_fail": ({}, "none", "declarer", [SHORT], {}),
    "ten": ({}, "whisted", "checked", [contract(10, "", 9)], {}),
    "ten_checked_split": (
        {"ten": "checked"},
        "equal",
        "own_tricks",
        [contract(10, "", 8, 2, 0)],
        {},
    ),
    "half_whist_levels": ({}, [6], [7], [contract(6, "ph")], {}),
    "stalingrad": ({}, False, True, [contract(6, "wp", 6, 4, 0, trump=Trump.SPADES)], {}),
    "dealer_may_whist": (
        {},
        False,
        True,
        [Contract(declarer=0, level=6, roles={3: W}, tricks={0: 6})],
        {"players": 4},
    ),
    "invite_bonus": ({}, False, True, [DOWN], {}),
    "talon_bonus": ({}, "value", "fixed", [contract(6, talon_units=2)], {}),
    "talon_bonus_fixed": ({"talon_bonus": "fixed"}, 10, 8, [contract(6, talon_units=2)], {}),
    "misere_value": ({}, 10, 8, [Misere(declarer=0, tricks=0)], {}),
    "raspasy_mode": ({}, "mountain", "whists", ZERO, {}),
    "raspasy_base": ({}, 1, 2, ZERO, {}),
    "raspasy_progression": ({}, [1, 2, 3], [1, 2], SERIES, {}),
    "raspasy_cycle": ({}, False, True, SERIES, {}),
    "raspasy_exit": ({}, [6, 6], [6, 7], SERIES, {}),
    "raspasy_reset": ({}, "played", "made", [*SERIES, DOWN], {}),
    "misere_exits": ({}, True, False, [*SERIES, Misere(declarer=0, tricks=0)], {}),
    "raspasy_amnesty": ({}, True, False, SERIES, {}),
    "raspasy_zero": ({}, "one", "none", ZERO, {}),
    "raspasy_zero_dealer": ({}, False, True, ZERO, {"players": 4}),
    "raspasy_talon": ({}, "open", "closed", [Raspasy(tricks={0: 4, 1: 4, 2: 2})], {"players": 4}),
    "raspasy_whist_mode": ({"raspasy_mode": "whists"}, "all_tricks", "difference", SERIES, {}),
    "deal_moves_after_raspasy": ({}, True, False, SERIES, {}),
    "help": ({}, "american", "none", [TEN], {"target": 6}),
    "help_target": ({}, "highest", "left", [TEN], {"target": 20, **OPEN}),
    "help_rate": ({}, 10, 20, [TEN], {"target": 20, **OPEN}),
    "help_skips_dealer": (
        {},
        False,
        True,
        [contract(6, players=4)],
        {"players": 4, "target": 20, "pool": {0: 20, 3: 10}},
    ),
    "help_skips_fined": ({}, False, True, [contract(6, "pw", 8, 0, 2)], {"target": 20, **OPEN}),
    "surplus": ({}, "mountain_negative", "lost", [TEN], {"target": 20, **CLOSED}),
    "surplus_rate": ({}, 1, "1/2", [TEN], {"target": 20, **CLOSED}),
    "mountain_first": ({}, False, True, [TEN], {"mountain": {0: 4}}),
    "indivisible_mountain": ({}, False, True, [], {"players": 2, "mountain": {0: 4}}),
    "rounding": ({}, "whole", "codex", [], {"mountain": {0: 8, 1: 19, 2: 14}}),
}
NO_SCORE = {"correction_protocol", "concession"}
"""The first changes no score; the second only what may be dealt: see below."""


def outcome(options: dict[str, Any], deals: Sequence[Deal], game: dict[str, Any]) -> object:
    """All numbers of a game, or that it is refused."""
    try:
        replayed = played(agreed(**options), *deals, **game)
    except Refused:
        return "refused"
    settled = settle(replayed.sheet, replayed.game)
    return replayed.sheet, replayed.over, replayed.upcoming, settled.whists


@pytest.mark.parametrize("key", [*ACTS])
def test_an_option_changes_a_score(key: str) -> None:
    beside, one, other, deals, game = ACTS[key]
    first = outcome(beside | {key: one}, deals, game)
    second = outcome(beside | {key: other}, deals, game)
    assert first != second


def test_no_option_is_forgotten() -> None:
    assert {*ACTS} | NO_SCORE == {*OPTIONS}


@pytest.mark.parametrize("undertricks", [2, 3])
def test_a_concession_costs_what_is_agreed(undertricks: int) -> None:
    deal = Concession(declarer=0, level=8)
    assert outcome({"concession": 0}, [deal], {}) == "refused"
    replayed = played(agreed(concession=undertricks), deal)
    assert replayed.sheet.mountain[0] == 6 * undertricks
    numbers = {"level": 8, "undertricks": undertricks, "price": 6}
    assert replayed.played[0].entries[0].reason == Reason(Rule.CONCESSION, numbers)


def choices() -> list[Any]:
    """Every value of every choice, so that none of them is unheard of by the rules."""
    return [
        pytest.param(option.key, value, id=f"{option.key}-{value}")
        for option in OPTIONS.values()
        if option.kind == "choice"
        for value in option.values
    ]


@pytest.mark.parametrize(("key", "value"), choices())
def test_every_choice_plays_a_whole_evening(key: str, value: object) -> None:
    misere = Misere(declarer=0, tricks=1)
    deals: list[Deal] = [DOWN, SHORT, contract(7, "ph"), *SERIES, *ZERO, misere, TEN]
    replayed = played(agreed(**{key: value}), *deals)
    assert sum(settle(replayed.sheet, replayed.game).exact) == 0
