"""Contracts: who writes what, by the sections of docs/rules.md."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from scoring import Contract, Convention, Role, Rule, Trump
from tests.engine.tables import LENINGRAD, ROSTOV, SOCHI, H, P, W, agreed, contract, played, writes

HALF = Fraction(1, 2)

PRICES = [
    # level, convention, pool, mountain of the declarer, whist, fine, consolation
    *[
        pytest.param(level, SOCHI, value, value, value, value, value, id=f"sochi-{level}")
        for level, value in zip(range(6, 11), (2, 4, 6, 8, 10), strict=True)
    ],
    *[
        pytest.param(
            level, LENINGRAD, value, 2 * value, 2 * value, value, 2 * value, id=f"leningrad-{level}"
        )
        for level, value in zip(range(6, 11), (2, 4, 6, 8, 10), strict=True)
    ],
    *[
        pytest.param(level, ROSTOV, value, value, value, value // 2, 10, id=f"rostov-{level}")
        for level, value in zip(range(6, 11), (2, 4, 6, 8, 10), strict=True)
    ],
]


@pytest.mark.parametrize(
    ("level", "convention", "pool", "fall", "whist", "fine", "comfort"), PRICES
)
def test_the_price_of_a_contract(
    level: int, convention: Convention, pool: int, fall: int, whist: int, fine: int, comfort: int
) -> None:
    duty = {6: 4, 7: 2}.get(level, 1)
    made = writes(convention, contract(level, "wp", 10, 0, 0))
    assert made == {"pool": {0: pool}, "mountain": {1: duty * fine}}
    down = writes(convention, contract(level, "ww", level - 1, 11 - level, 0))
    expected = {(1, 0): (11 - level) * whist + comfort, (2, 0): comfort}
    assert down == {"mountain": {0: fall}, "whists": expected}


DEALS = [
    pytest.param({}, contract(8), {"pool": {0: 6}}, id="nobody-whists-only-the-pool"),
    pytest.param(
        {},
        contract(6, "pw", 6, 1, 3),
        {"pool": {0: 2}, "whists": {(2, 0): 8}},
        id="a-lone-whister-writes-the-passers-tricks",
    ),
    pytest.param(
        {},
        contract(6, "ww", 6, 1, 3),
        {"pool": {0: 2}, "whists": {(1, 0): 2, (2, 0): 6}},
        id="two-whisters-write-their-own",
    ),
    pytest.param(
        {"whist_style": "gentleman"},
        contract(7, "wp", 6, 3, 1),
        {"mountain": {0: 4}, "whists": {(1, 0): 12, (2, 0): 12}},
        id="gentlemen-share-when-the-declarer-fails",
    ),
    pytest.param(
        {"whist_style": "gentleman"},
        contract(7, "wp", 7, 2, 1),
        {"pool": {0: 4}, "whists": {(1, 0): 12}},
        id="gentlemen-do-not-share-when-he-makes-it",
    ),
    pytest.param(
        {"whist_style": "gentleman_all"},
        contract(7, "wp", 7, 2, 1),
        {"pool": {0: 4}, "whists": {(1, 0): 6, (2, 0): 6}},
        id="gentlemen-always-share-both-when-made",
    ),
    pytest.param(
        {"whist_style": "gentleman_all"},
        contract(7, "wp", 6, 3, 1),
        {"mountain": {0: 4}, "whists": {(1, 0): 12, (2, 0): 12}},
        id="gentlemen-always-share-and-when-failed",
    ),
    pytest.param(
        {"whist_style": "gentleman_all", "failed_whister_keeps_whists": False},
        contract(6, "wp", 8, 2, 0),
        {"pool": {0: 2}, "mountain": {1: 4}, "whists": {(2, 0): 2}},
        id="the-failed-gentleman-loses-his-half-only",
    ),
    pytest.param(
        {"consolation": "none"},
        contract(6, "wp", 4, 6, 0),
        {"mountain": {0: 4}, "whists": {(1, 0): 12}},
        id="no-consolation",
    ),
    pytest.param(
        {"consolation": "fixed", "consolation_fixed": 7, "whist_mult": 3},
        contract(6, "wp", 4, 6, 0),
        {"mountain": {0: 4}, "whists": {(1, 0): 50, (2, 0): 14}},
        id="a-flat-consolation-is-not-multiplied-by-the-whist-multiplier",
    ),
    pytest.param(
        {"consolation": "fixed", "consolation_fixed": 0},
        contract(6, "wp", 4, 6, 0),
        {"mountain": {0: 4}, "whists": {(1, 0): 12}},
        id="a-flat-consolation-of-nothing",
    ),
    pytest.param(
        {"invite_bonus": True},
        contract(9, "wp", 7, 3, 0),
        {"mountain": {0: 16}, "whists": {(1, 0): 56}},
        id="who-invited-writes-the-passers-consolation",
    ),
    pytest.param(
        {"invite_bonus": True, "whist_style": "gentleman_all"},
        contract(9, "pw", 9, 1, 0),
        {"pool": {0: 8}, "whists": {(2, 0): 8}},
        id="who-invited-shares-nothing",
    ),
    pytest.param(
        {"invite_bonus": True},
        contract(9, "ww", 8, 1, 1),
        {"mountain": {0: 8}, "whists": {(1, 0): 16, (2, 0): 16}},
        id="two-whisters-invite-nobody",
    ),
    pytest.param(
        {},
        contract(6, "ph"),
        {"pool": {0: 2}, "whists": {(2, 0): 4}},
        id="half-whist-on-a-six",
    ),
    pytest.param(
        {},
        contract(7, "hp"),
        {"pool": {0: 4}, "whists": {(1, 0): 4}},
        id="half-whist-on-a-seven-taken-from-the-first",
    ),
    pytest.param(
        {"whist_mult": 2},
        contract(7, "ph"),
        {"pool": {0: 4}, "whists": {(2, 0): 8}},
        id="half-whist-at-the-price-of-a-whist",
    ),
    pytest.param(
        {"responsibility": "none"},
        contract(6, "wp", 8, 2, 0),
        {"pool": {0: 2}, "whists": {(1, 0): 4}},
        id="no-responsibility-no-fine",
    ),
    pytest.param(
        {"responsibility": "none", "failed_whister_keeps_whists": False},
        contract(6, "wp", 8, 2, 0),
        {"pool": {0: 2}},
        id="without-responsibility-he-failed-all-the-same",
    ),
    pytest.param(
        {"consolation_on_whister_fail": "declarer", "responsibility": "none"},
        contract(7, "wp", 9, 1, 0),
        {"pool": {0: 4}, "whists": {(1, 0): 4, (0, 1): 4}},
        id="a-whisters-fall-consoles-the-declarer",
    ),
    pytest.param(
        {"consolation_on_whister_fail": "declarer", "single_trick_rule": "split"},
        contract(9, "ww", 10, 0, 0),
        {"pool": {0: 8}, "mountain": {1: 4, 2: 4}, "whists": {(0, 1): 4, (0, 2): 4}},
        id="half-a-consolation-where-the-fine-is-split",
    ),
    pytest.param(
        {"consolation_on_whister_fail": "declarer_and_dealer"},
        contract(7, "wp", 9, 1, 0),
        {"pool": {0: 4}, "mountain": {1: 4}, "whists": {(1, 0): 4, (0, 1): 4}},
        id="three-players-have-no-resting-dealer",
    ),
    pytest.param(
        {"both_whist_rule": "personal"},
        contract(6, "ww", 5, 5, 0),
        {"mountain": {0: 2}, "whists": {(1, 0): 12, (2, 0): 2}},
        id="nobody-is-fined-when-the-declarer-fails",
    ),
    pytest.param(
        {},
        contract(10, "pw", 10, 0, 0),
        {"pool": {0: 10}, "mountain": {2: 10}},
        id="a-whisted-ten-has-a-duty-of-one",
    ),
    pytest.param(
        {"mountain_mult": 3, "responsibility": "half"},
        contract(8, "pw", 10, 0, 0),
        {"pool": {0: 6}, "mountain": {2: 9}},
        id="half-responsibility-of-a-multiplied-mountain",
    ),
    pytest.param(
        {},
        contract(7, "wp", 6, 3, 1, multiplier=4),
        {"mountain": {0: 16}, "whists": {(1, 0): 80, (2, 0): 16}},
        id="a-multiplier-multiplies-all-of-it",
    ),
]


@pytest.mark.parametrize(("options", "deal", "expected"), DEALS)
def test_a_contract_of_three_players(
    options: dict[str, object], deal: Contract, expected: dict[str, Any]
) -> None:
    assert writes(agreed(**options), deal) == expected


SHORT = [
    # level, tricks of both whisters, undertricks by pair_cap, pair_personal, personal
    (6, (4, 0), (0, 0), (0, 0), (0, 2)),
    (6, (3, 1), (0, 0), (0, 0), (0, 1)),
    (6, (2, 2), (0, 0), (0, 0), (0, 0)),
    (6, (3, 0), (0, 1), (0, 2), (0, 2)),
    (6, (2, 1), (0, 1), (0, 1), (0, 1)),
    (6, (2, 0), (0, 2), (0, 2), (0, 2)),
    (6, (1, 1), (1, 1), (1, 1), (1, 1)),
    (6, (1, 0), (1, 2), (1, 2), (1, 2)),
    (6, (0, 0), (2, 2), (2, 2), (2, 2)),
    (7, (3, 0), (0, 0), (0, 0), (0, 1)),
    (7, (2, 1), (0, 0), (0, 0), (0, 0)),
    (7, (2, 0), (0, 0), (0, 0), (0, 1)),
    (7, (1, 1), (0, 0), (0, 0), (0, 0)),
    (7, (1, 0), (0, 1), (0, 1), (0, 1)),
    (7, (0, 0), (1, 1), (1, 1), (1, 1)),
]
PAIR_RULES = ("pair_cap", "pair_personal", "personal")
PAIRS = [
    pytest.param(level, tricks, rule, short, id=f"{level}-{tricks[0]}-{tricks[1]}-{rule}")
    for level, tricks, *shorts in SHORT
    for rule, short in zip(PAIR_RULES, shorts, strict=True)
]


@pytest.mark.parametrize("turned", [False, True], ids=["as-said", "the-other-way-round"])
@pytest.mark.parametrize(("level", "tricks", "rule", "short"), PAIRS)
def test_two_whisters_short_on_a_six_or_seven(
    level: int, tricks: tuple[int, int], rule: str, short: tuple[int, int], *, turned: bool
) -> None:
    if turned:
        tricks, short = tricks[::-1], short[::-1]
    deal = contract(level, "ww", 10 - sum(tricks), *tricks)
    price = 2 * (level - 5)
    fines = {seat + 1: price * count for seat, count in enumerate(short) if count}
    assert writes(agreed(both_whist_rule=rule), deal).get("mountain", {}) == fines


SINGLE = [
    # tricks of both whisters, undertricks by each rule
    ((0, 0), "second", (0, 1)),
    ((0, 0), "split", (HALF, HALF)),
    ((0, 0), "each", (1, 1)),
    ((0, 0), "second_always", (0, 1)),
    ((0, 0), "personal", (1, 1)),
    ((1, 0), "second", (0, 0)),
    ((1, 0), "split", (0, 0)),
    ((1, 0), "each", (0, 0)),
    ((1, 0), "second_always", (0, 1)),
    ((1, 0), "personal", (0, 1)),
    ((0, 1), "second", (0, 0)),
    ((0, 1), "split", (0, 0)),
    ((0, 1), "each", (0, 0)),
    ((0, 1), "second_always", (0, 0)),
    ((0, 1), "personal", (1, 0)),
    ((1, 1), "second_always", (0, 0)),
    ((1, 1), "personal", (0, 0)),
]


@pytest.mark.parametrize("level", [8, 9, 10])
@pytest.mark.parametrize(
    ("tricks", "rule", "short"), SINGLE, ids=lambda value: str(value).replace(" ", "")
)
def test_two_whisters_short_on_an_eight_or_more(
    level: int, tricks: tuple[int, int], rule: str, short: tuple[Any, Any]
) -> None:
    made = 10 - sum(tricks) >= level
    deal = contract(level, "ww", 10 - sum(tricks), *tricks)
    price = 2 * (level - 5)
    fines = {seat + 1: price * count for seat, count in enumerate(short) if count and made}
    mountain = writes(agreed(single_trick_rule=rule), deal).get("mountain", {})
    assert {seat: amount for seat, amount in mountain.items() if seat} == fines


def test_a_split_fine_at_half_price_is_the_only_fraction_of_a_deal() -> None:
    deal = contract(8, "ww", 10, 0, 0)
    rostov = agreed("rostov", single_trick_rule="split")
    assert writes(rostov, deal)["mountain"] == {1: Fraction(3, 2), 2: Fraction(3, 2)}


def test_the_second_whister_is_the_second_clockwise_from_the_declarer() -> None:
    """Seat 2 plays, so 0 speaks first and 1 second, whoever dealt."""
    for dealer in range(3):
        deal = contract(9, "ww", 10, 0, 0, declarer=2, dealer=dealer)
        assert writes(SOCHI, deal)["mountain"] == {1: 8}


FOUR = [
    pytest.param(
        {},
        contract(6, "wp", 5, 3, 2, players=4),
        {"mountain": {0: 2}, "whists": {(1, 0): 12, (2, 0): 2, (3, 0): 2}},
        id="the-resting-dealer-is-consoled",
    ),
    pytest.param(
        {"consolation_dealer": False},
        contract(6, "wp", 5, 3, 2, players=4),
        {"mountain": {0: 2}, "whists": {(1, 0): 12, (2, 0): 2}},
        id="or-not",
    ),
    pytest.param(
        {"consolation_on_whister_fail": "declarer_and_dealer"},
        contract(7, "wp", 10, 0, 0, players=4),
        {"pool": {0: 4}, "mountain": {1: 8}, "whists": {(0, 1): 8, (3, 1): 8}},
        id="the-dealer-is-consoled-for-a-whisters-fall",
    ),
    pytest.param(
        {"talon_bonus": "value"},
        contract(7, "", players=4, talon_units=2),
        {"pool": {0: 4}, "whists": {(3, 0): 8}},
        id="the-talon-pays-the-dealer-without-play-too",
    ),
    pytest.param(
        {"talon_bonus": "fixed", "talon_bonus_fixed": 5},
        contract(7, "ph", players=4, talon_units=3),
        {"pool": {0: 4}, "whists": {(2, 0): 4, (3, 0): 15}},
        id="a-flat-unit-beside-a-half-whist",
    ),
    pytest.param(
        {"talon_bonus": "fixed", "talon_bonus_fixed": 0},
        contract(7, "", players=4, talon_units=3),
        {"pool": {0: 4}},
        id="a-unit-of-nothing-writes-nothing",
    ),
    pytest.param(
        {"talon_bonus": "value"},
        contract(7, "", players=4, talon_units=0),
        {"pool": {0: 4}},
        id="a-talon-of-nothing-writes-nothing",
    ),
]


@pytest.mark.parametrize(("options", "deal", "expected"), FOUR)
def test_a_contract_of_four_players(
    options: dict[str, object], deal: Contract, expected: dict[str, Any]
) -> None:
    assert writes(agreed(**options), deal, players=4) == expected


def test_three_players_share_the_talon_whoever_dealt() -> None:
    convention = agreed(talon_bonus="fixed", talon_bonus_fixed=15)
    for dealer in range(3):
        deal = contract(7, talon_units=1, dealer=dealer)
        half = Fraction(15, 2)
        assert writes(convention, deal)["whists"] == {(1, 0): half, (2, 0): half}


def test_a_failed_contract_pays_for_the_talon_too() -> None:
    deal = contract(6, "wp", 5, 5, 0, players=4, talon_units=1)
    whists = writes(agreed(talon_bonus="value"), deal, players=4)["whists"]
    assert whists == {(1, 0): 12, (2, 0): 2, (3, 0): 4}


def test_five_players_console_both_who_rest_but_the_talon_pays_the_dealer() -> None:
    deal = Contract(declarer=0, level=6, roles={1: W}, tricks={0: 5}, talon_units=1)
    whists = writes(agreed(talon_bonus="value"), deal, players=5, dealer=4)["whists"]
    assert whists == {(1, 0): 12, (2, 0): 2, (3, 0): 2, (4, 0): 4}


DEALER = [
    pytest.param({}, 8, 8, {"pool": {0: 6}, "whists": {(3, 0): 12}}, id="he-writes-all-tricks"),
    pytest.param({}, 6, 10, {"pool": {0: 2}}, id="he-is-never-fined"),
    pytest.param(
        {"failed_whister_keeps_whists": False, "consolation_on_whister_fail": "declarer"},
        6,
        8,
        {"pool": {0: 2}, "whists": {(3, 0): 4}},
        id="he-never-failed",
    ),
    pytest.param(
        {"whist_style": "gentleman_all", "invite_bonus": True},
        6,
        5,
        {"mountain": {0: 2}, "whists": {(1, 0): 2, (2, 0): 2, (3, 0): 12}},
        id="he-shares-nothing-and-the-passers-keep-their-consolation",
    ),
    pytest.param(
        {"consolation_dealer": False},
        6,
        5,
        {"mountain": {0: 2}, "whists": {(1, 0): 2, (2, 0): 2, (3, 0): 12}},
        id="a-whister-is-consoled-even-where-a-resting-dealer-is-not",
    ),
]


@pytest.mark.parametrize(("options", "level", "taken", "expected"), DEALER)
def test_a_dealer_who_whists(
    options: dict[str, object], level: int, taken: int, expected: dict[str, Any]
) -> None:
    deal = Contract(declarer=0, level=level, roles={1: P, 2: P, 3: W}, tricks={0: taken})
    convention = agreed(dealer_may_whist=True, **options)
    assert writes(convention, deal, players=4) == expected


CHECKED = [
    pytest.param({}, None, {"pool": {0: 10}}, id="made-without-tricks"),
    pytest.param({}, {0: 10}, {"pool": {0: 10}}, id="made"),
    pytest.param(
        {},
        {0: 9},
        {"mountain": {0: 10}, "whists": {(1, 0): 15, (2, 0): 15, (3, 0): 10}},
        id="failed-and-shared",
    ),
    pytest.param(
        {"ten_checked_split": "own_tricks"},
        {0: 8, 1: 2, 2: 0},
        {"mountain": {0: 20}, "whists": {(1, 0): 40, (2, 0): 20, (3, 0): 20}},
        id="failed-own-tricks",
    ),
]


@pytest.mark.parametrize(("options", "tricks", "expected"), CHECKED)
def test_a_checked_ten(
    options: dict[str, object], tricks: dict[int, int] | None, expected: dict[str, Any]
) -> None:
    deal = Contract(declarer=0, level=10, roles={}, tricks=tricks)
    assert writes(agreed(ten="checked", **options), deal, players=4) == expected


def test_only_a_ten_is_checked() -> None:
    convention = agreed(ten="checked")
    assert writes(convention, contract(9, "wp", 10, 0, 0))["mountain"] == {1: 8}


def test_stalingrad_is_scored_like_two_whisters() -> None:
    deal = contract(6, "ww", 7, 3, 0, trump=Trump.SPADES)
    assert writes(agreed(stalingrad=True), deal) == writes(SOCHI, deal)


HUSSAR = [
    pytest.param({1: W}, {0: 5}, {"mountain": {0: 2}, "whists": {(1, 0): 12}}, id="failed"),
    pytest.param(
        {1: W}, {0: 9}, {"pool": {0: 2}, "mountain": {1: 6}, "whists": {(1, 0): 2}}, id="short"
    ),
    pytest.param({}, None, {"pool": {0: 2}}, id="passed"),
]


@pytest.mark.parametrize(("roles", "tricks", "expected"), HUSSAR)
def test_two_players(
    roles: dict[int, Role], tricks: dict[int, int] | None, expected: dict[str, Any]
) -> None:
    deal = Contract(declarer=0, level=6, roles=roles, tricks=tricks)
    assert writes(agreed("hussar"), deal, players=2) == expected


def test_two_players_by_any_preset() -> None:
    """Nobody to share with, nobody to invite, the talon to the opponent."""
    deal = Contract(declarer=0, level=6, roles={1: W}, tricks={0: 5}, talon_units=2)
    convention = agreed(whist_style="gentleman_all", invite_bonus=True, talon_bonus="value")
    assert writes(convention, deal, players=2)["whists"] == {(1, 0): 16}
    for style in ("gentleman", "gentleman_all"):
        assert writes(agreed(whist_style=style), replace(deal, talon_units=None), players=2) == {
            "mountain": {0: 2},
            "whists": {(1, 0): 12},
        }
    half = Contract(declarer=0, level=6, roles={1: H})
    assert writes(convention, half, players=2)["whists"] == {(1, 0): 4}
    failed_ten = Contract(declarer=0, level=10, roles={}, tricks={0: 9})
    checked = agreed(ten="checked")
    assert writes(checked, failed_ten, players=2)["whists"] == {(1, 0): 20}


def test_a_consolation_of_nothing_is_not_written() -> None:
    convention = agreed(consolation="fixed", consolation_fixed=0)
    entries = played(convention, contract(6, "wp", 5, 5, 0)).played[0].entries
    assert [entry.reason.rule for entry in entries] == [Rule.UNDERTRICKS, Rule.TRICK_WHISTS]


def test_an_entry_says_which_rule_and_which_numbers() -> None:
    deal = contract(7, "wp", 5, 3, 2, players=4, multiplier=3)
    entries = played(LENINGRAD, deal, players=4).played[0].entries
    said = [
        (entry.seat, entry.amount, entry.reason.rule, dict(entry.reason.numbers))
        for entry in entries
    ]
    fall = {"level": 7, "undertricks": 2, "price": 8, "multiplier": 3}
    tricks = {"level": 7, "tricks": 5, "price": 8, "shares": 2, "multiplier": 3}
    assert said == [
        (0, 48, Rule.UNDERTRICKS, fall),
        (1, 60, Rule.TRICK_WHISTS, tricks),
        (2, 60, Rule.TRICK_WHISTS, tricks),
        (1, 48, Rule.CONSOLATION, fall),
        (2, 48, Rule.CONSOLATION, fall),
        (3, 48, Rule.CONSOLATION, fall),
    ]


SAID = [
    pytest.param(
        {},
        contract(6, "wp", 8, 2, 0),
        Rule.WHISTER_SHORT,
        {"level": 6, "undertricks": 2, "price": 2},
        id="whister-short",
    ),
    pytest.param(
        {}, contract(6, "wp", 8, 2, 0), Rule.CONTRACT_MADE, {"level": 6, "points": 2}, id="made"
    ),
    pytest.param(
        {},
        contract(7, "ph"),
        Rule.HALF_WHIST,
        {"level": 7, "tricks": 1, "price": 4},
        id="half-whist",
    ),
    pytest.param(
        {"invite_bonus": True},
        contract(6, "wp", 5, 5, 0),
        Rule.INVITATION,
        {"level": 6, "undertricks": 1, "price": 2},
        id="invitation",
    ),
    pytest.param(
        {"consolation_on_whister_fail": "declarer"},
        contract(7, "wp", 9, 1, 0),
        Rule.WHISTER_CONSOLATION,
        {"level": 7, "undertricks": 1, "price": 4},
        id="whister-consolation",
    ),
    pytest.param(
        {"talon_bonus": "value"},
        contract(7, talon_units=3),
        Rule.TALON_BONUS,
        {"level": 7, "units": 3, "price": 4, "shares": 2},
        id="talon",
    ),
]


@pytest.mark.parametrize(("options", "deal", "rule", "numbers"), SAID)
def test_the_numbers_behind_an_entry(
    options: dict[str, object], deal: Contract, rule: Rule, numbers: dict[str, int]
) -> None:
    entries = played(agreed(**options), deal).played[0].entries
    assert dict(next(e.reason.numbers for e in entries if e.reason.rule is rule)) == numbers
