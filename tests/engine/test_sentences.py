"""What a player is told: the whole sentence for every kind of fault, with its numbers and names."""

import json
from typing import Any

import pytest

from scoring import MESSAGES, Refused, read_pulka

PLAYERS = ["Анна", "Борис", "Вера", "Глеб"]
GAME: dict[str, Any] = {"pulka": 1, "convention": "sochi", "players": PLAYERS, "target": 20}
SIX = {"type": "contract", "declarer": "Борис", "level": 6}
WHISTED = SIX | {"roles": {"Вера": "whist"}}
CHECKED = {"options": {"ten": "checked", "ten_checked_split": "own_tricks"}}
TEN = {"type": "contract", "declarer": "Борис", "level": 10}
DEALER = {"options": {"dealer_may_whist": True}}
GIVEN_UP = {"type": "concede", "declarer": "Борис", "level": 7}
ENTRY = {"player": "Анна", "area": "whists", "amount": 1}


def by_hand(**entry: Any) -> dict[str, Any]:
    return {"deals": [{"type": "manual", "entries": [ENTRY | entry]}]}


def deal(*deals: Any, **more: Any) -> dict[str, Any]:
    return {"deals": list(deals), **more}


SENTENCES: dict[str, tuple[Any, str]] = {
    "player_count": ({"players": ["Анна"]}, "A pulka has two to five players, here 1"),
    "preset_players": ({"convention": "hussar"}, "“hussar” is for 2 players, here 4"),
    "target_needed": ({"target": None}, "A target is needed, unless the game is played on time"),
    "target_positive": ({"target": 0}, "The target is a whole number of points from 1"),
    "option_unknown": ({"options": {"bombs": 1}}, "There is no option “bombs”"),
    "option_value": ({"options": {"stalingrad": None}}, "“stalingrad” cannot be null"),
    "option_range": (
        {"options": {"misere_value": 101}},
        "“misere_value” is from 1 to 100, here 101",
    ),
    "option_length": (
        {"options": {"raspasy_exit": []}},
        "“raspasy_exit” takes 1 to 10 numbers, here 0",
    ),
    "option_repeated": (
        {"options": {"half_whist_levels": [7, 7]}},
        "“half_whist_levels” names 7 twice",
    ),
    "after_end": (
        deal(SIX, start={"pool": dict.fromkeys(PLAYERS, 20)}),
        "The game was already over",
    ),
    "level_range": (deal(SIX | {"level": 5}), "A contract is from 6 to 10 tricks, here 5"),
    "multiplier_range": (
        deal(SIX | {"multiplier": 0}),
        "A multiplier is a whole number from 1, here 0",
    ),
    "declarer_rests": (
        deal(SIX | {"declarer": "Анна"}),
        "Анна sits this deal out and cannot be the declarer",
    ),
    "resting_players": (
        deal(SIX | {"resting": ["Анна"]}),
        "Who sits out is named only with five players",
    ),
    "resting_pair": (
        deal(SIX | {"resting": ["Анна"]}, players=[*PLAYERS, "Дарья"]),
        "Two players sit out: the dealer and one more",
    ),
    "role_declarer": (
        deal(SIX | {"roles": {"Борис": "pass"}}),
        "Борис is the declarer and has no answer to give",
    ),
    "role_rests": (
        deal(SIX | {"roles": {"Анна": "pass"}}),
        "Анна sits this deal out and has no answer to give",
    ),
    "role_dealer_whists": (
        deal(SIX | {"roles": {"Анна": "pass"}}, **DEALER),
        "The dealer can only whist, and only after both defenders passed",
    ),
    "roles_checked_ten": (
        deal(TEN | {"roles": {"Вера": "pass"}}, **CHECKED),
        "A ten is checked here: nobody whists or passes",
    ),
    "roles_stalingrad": (
        deal(SIX | {"trump": "S"}, options={"stalingrad": True}),
        "On six spades both defenders must whist",
    ),
    "half_twice": (
        deal(SIX | {"roles": {"Вера": "half", "Глеб": "half"}}),
        "Only one defender may take half the whists",
    ),
    "half_beside_whist": (
        deal(SIX | {"roles": {"Вера": "half", "Глеб": "whist"}}),
        "Half the whists cannot be taken where the other one whists",
    ),
    "half_level": (
        deal(SIX | {"level": 9, "roles": {"Вера": "half"}}),
        "Half the whists cannot be taken on a 9",
    ),
    "tricks_range": (
        deal(WHISTED | {"tricks": {"Вера": 11}}),
        "Вера has 11 tricks; a player takes 0 to 10",
    ),
    "tricks_dealer": (
        deal({"type": "raspasy", "tricks": {"Анна": 3, "Борис": 4, "Вера": 3}}),
        "The talon brings the dealer 0 to 2 tricks, here 3",
    ),
    "tricks_rests": (
        deal(WHISTED | {"tricks": {"Борис": 6, "Анна": 0}}),
        "Анна takes no part in this deal and has no tricks",
    ),
    "tricks_passer": (
        deal(SIX | {"roles": {"Анна": "whist"}, "tricks": {"Борис": 6, "Вера": 1}}, **DEALER),
        "Вера passed while the dealer whisted and has no tricks",
    ),
    "tricks_missing": (
        deal(WHISTED | {"tricks": {"Борис": 6, "Вера": 2, "Глеб": 0}}),
        "Two tricks are missing: ten tricks are played",
    ),
    "tricks_over": (
        deal(WHISTED | {"tricks": {"Борис": 6, "Вера": 5}}),
        "One trick is too many: ten tricks are played",
    ),
    "tricks_left_out": (
        deal(WHISTED | {"tricks": {"Вера": 5}}),
        "The tricks of only one player may be left out",
    ),
    "tricks_own_needed": (
        deal(TEN | {"tricks": {"Борис": 8}}, **CHECKED),
        "Everyone's own tricks are needed here",
    ),
    "tricks_needed": (deal(WHISTED), "This deal was played: its tricks are missing"),
    "tricks_unplayed": (
        deal(SIX | {"tricks": {"Борис": 6}}),
        "Nothing was played here, so there are no tricks",
    ),
    "misere_tricks_range": (
        deal({"type": "misere", "declarer": "Борис", "tricks": -1}),
        "A declarer takes 0 to 10 tricks, here -1",
    ),
    "concession_off": (deal(GIVEN_UP), "Giving a game up before play is not agreed here"),
    "undertricks_range": (
        deal(GIVEN_UP | {"undertricks": 8}, options={"concession": 3}),
        "A 7 is given up for 1 to 7 tricks, here 8",
    ),
    "talon_off": (deal(SIX | {"talon_units": 1}), "A talon bonus is not agreed here"),
    "talon_range": (
        deal(SIX | {"talon_units": 4}, options={"talon_bonus": "value"}),
        "A talon is worth 0 to 3 units, here 4",
    ),
    "against_needed": (by_hand(), "Whists are written on somebody"),
    "against_self": (by_hand(against="Анна"), "Nobody writes whists on himself"),
    "against_not_whists": (
        by_hand(area="pool", against="Борис"),
        "Only whists are written on somebody",
    ),
    "opening_raspasy": (
        {"start": {"raspasy": -1}},
        "The number of raspasy in a row is a whole number from 0",
    ),
    "file_size": (b" " * (1 << 21), "The file is over 1048576 bytes"),
    "file_encoding": (b"\xff", "The file is not text in UTF-8"),
    "file_json": (b"[\n1 2]", "This is not JSON: line 2, column 3"),
    "file_constant": (b'{"pulka": NaN}', "This is not JSON: NaN"),
    "file_depth": (b"[" * 50 + b"]" * 50, "The file is nested deeper than a pulka needs"),
    "file_version": ({"pulka": 2}, "This is not version 1 of the pulka format"),
    "deal_count": (deal(*[SIX] * 1001), "A pulka has at most 1000 deals, here 1001"),
    "key_unknown": ({"colour": 1}, "There is no key “colour” here"),
    "key_twice": (b'{"pulka": 1, "pulka": 1}', "The key “pulka” is given twice"),
    "key_needed": (b'{"pulka": 1}', "The key “players” is missing"),
    "text_broken": (
        b'{"pulka": "\\ud800"}',
        "This text holds characters that cannot be written",
    ),
    "not_object": (b"[]", "An object is needed here"),
    "not_list": ({"deals": {}}, "A list is needed here"),
    "not_text": ({"dealer": 1}, "A text is needed here"),
    "not_flag": (deal(SIX | {"taken_back": "yes"}), "true or false is needed here"),
    "not_count": (deal(SIX | {"level": "6"}), "A whole number is needed here"),
    "not_number": (
        {"start": {"pool": {"Анна": 0.5}}},
        'A whole number or a fraction like "3/2" is needed here',
    ),
    "number_too_long": ({"target": 10**15}, "This number is too long"),
    "about_size": ({"about": {"x": "y" * 65536}}, "“about” is over 65536 bytes"),
    "preset_unknown": ({"convention": "odessa"}, "There is no convention “odessa”"),
    "name_empty": ({"players": ["Анна", " "]}, "A player needs a name"),
    "name_twice": ({"players": ["Анна", "Анна"]}, "Two players are called “Анна”"),
    "name_unknown": ({"dealer": "Яна"}, "There is no player “Яна”"),
    "type_unknown": (deal({"type": "bomb"}), "There is no such kind of deal"),
    "value_unknown": (
        deal(SIX | {"roles": {"Вера": "double"}}),
        "“double” is not one of: whist, pass, half",
    ),
    "stake_text": (
        {"stake": 2.5},
        'A stake is a decimal number in quotes, not negative, like "2.50"',
    ),
    "currency_unknown": ({"currency": "руб"}, "There is no currency “руб”"),
    "ended_value": ({"ended": "midnight"}, "A game is stopped by “consent” or “time”"),
}
NO_FILE = {"dealer_unknown", "seat_unknown"}
"""Faults of seats: a file has names."""


@pytest.mark.parametrize("code", [*SENTENCES])
def test_a_player_is_told_what_is_wrong(code: str) -> None:
    change, sentence = SENTENCES[code]
    text = change if isinstance(change, bytes) else json.dumps(GAME | change)
    with pytest.raises(Refused) as refused:
        read_pulka(text)
    assert sentence in [fault.message for fault in refused.value.faults if fault.code == code]


def test_every_fault_a_file_can_have_is_told_here() -> None:
    assert {*SENTENCES} | NO_FILE == {*MESSAGES}


VALUES = [
    pytest.param(None, "null", id="null"),
    pytest.param(True, "true", id="true"),
    pytest.param(False, "false", id="false"),
    pytest.param("x", "x", id="a-text"),
    pytest.param("x" * 40, "x" * 40, id="forty-letters"),
    pytest.param("x" * 41, "x" * 39 + "…", id="forty-one-letters"),
]


@pytest.mark.parametrize(("value", "shown"), VALUES)
def test_a_bad_value_is_shown_as_the_file_has_it(value: object, shown: str) -> None:
    with pytest.raises(Refused) as refused:
        read_pulka(json.dumps(GAME | {"options": {"mountain_mult": value}}))
    assert refused.value.faults[0].message == f"“mountain_mult” cannot be {shown}"


@pytest.mark.parametrize(
    ("name", "shown"), [("x" * 40, "x" * 40), ("x" * 41, "x" * 39 + "…"), ("\0", None)]
)
def test_a_bad_name_is_shown_shortened(name: str, shown: str | None) -> None:
    with pytest.raises(Refused) as refused:
        read_pulka(json.dumps(GAME | {"dealer": name}))
    expected = f"There is no player “{shown}”" if shown else MESSAGES["text_broken"]
    assert refused.value.faults[0].message == expected


BAD_VALUES = [
    ("help", "english", "english"),
    ("stalingrad", "yes", "yes"),
    ("pool_settle", "x", "x"),
    ("raspasy_exit", 6, "6"),
    ("mountain_mult", "two", "two"),
]


@pytest.mark.parametrize(("option", "value", "shown"), BAD_VALUES)
def test_a_bad_value_of_every_kind_of_option_is_told(
    option: str, value: object, shown: str
) -> None:
    with pytest.raises(Refused) as refused:
        read_pulka(json.dumps(GAME | {"options": {option: value}}))
    (fault,) = refused.value.faults
    assert (fault.params["option"], fault.params["value"]) == (option, shown)


def test_answers_on_a_checked_ten_name_the_option_that_forbids_them() -> None:
    ten = TEN | {"roles": {"Вера": "whist"}}
    with pytest.raises(Refused) as refused:
        read_pulka(json.dumps(GAME | {"options": {"ten": "checked"}, "deals": [ten]}))
    assert [fault.params.get("option") for fault in refused.value.faults] == ["ten"]
