"""The pulka file: what it may say, what is refused and where, and that it comes back the same."""

import json
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from scoring import (
    Concession,
    Convention,
    Pulka,
    Refused,
    pulka_from_data,
    pulka_to_data,
    read_pulka,
    score_text,
    write_pulka,
)
from scoring.fields import ABOUT_LIMIT
from scoring.json_text import DEPTH_LIMIT, FILE_LIMIT
from scoring.reading import DEAL_LIMIT

SIX: dict[str, Any] = {"type": "contract", "declarer": "B", "level": 6, "roles": {}}
GAME: dict[str, Any] = {
    "pulka": 1,
    "convention": "sochi",
    "players": ["A", "B", "C"],
    "target": 20,
}
FOUR = {"players": ["A", "B", "C", "D"]}
FIVE = {"players": ["A", "B", "C", "D", "E"]}


def faults(data: Any) -> list[tuple[str, str]]:
    """Places and codes of a refused file, or of one given as text."""
    text = data if isinstance(data, str | bytes) else json.dumps(data)
    with pytest.raises(Refused) as refused:
        read_pulka(text)
    assert all(fault.message for fault in refused.value.faults)
    return [(fault.at, fault.code) for fault in refused.value.faults]


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in GAME.items() if name != key}


HEADERS = [
    ({"colour": 1}, "colour", "key_unknown"),
    ({"pulka": 2}, "pulka", "file_version"),
    ({"pulka": True}, "pulka", "file_version"),
    ({"pulka": "1"}, "pulka", "file_version"),
    ({"convention": "odessa"}, "convention", "preset_unknown"),
    ({"convention": None}, "convention", "not_text"),
    ({"convention": ["sochi"]}, "convention", "not_text"),
    ({"convention": "hussar"}, "players", "preset_players"),
    ({"options": None}, "options", "not_object"),
    ({"options": []}, "options", "not_object"),
    ({"options": {"bombs": 1}}, "options.bombs", "option_unknown"),
    ({"options": {"help": "english"}}, "options.help", "option_value"),
    ({"players": "ABC"}, "players", "not_list"),
    ({"players": None}, "players", "not_list"),
    ({"players": ["A"]}, "players", "player_count"),
    ({"players": [*"ABCDEF"]}, "players", "player_count"),
    ({"players": ["A", "B", "A"]}, "players", "name_twice"),
    ({"players": ["A", "B", ""]}, "players", "name_empty"),
    ({"players": ["A", "B", " "]}, "players", "name_empty"),
    ({"players": ["A", "B", 3]}, "players", "not_text"),
    ({"target": None}, "target", "target_needed"),
    ({"target": 0}, "target", "target_positive"),
    ({"target": -5}, "target", "target_positive"),
    ({"target": "20"}, "target", "not_count"),
    ({"target": 20.0}, "target", "not_count"),
    ({"target": True}, "target", "not_count"),
    ({"target": 10**15}, "target", "number_too_long"),
    ({"stake": 10}, "stake", "stake_text"),
    ({"stake": "-1"}, "stake", "stake_text"),
    ({"stake": "1e3"}, "stake", "stake_text"),
    ({"stake": "1."}, "stake", "stake_text"),
    ({"stake": "1/2"}, "stake", "stake_text"),
    ({"stake": "١"}, "stake", "stake_text"),
    ({"stake": None}, "stake", "stake_text"),
    ({"currency": "XYZ"}, "currency", "currency_unknown"),
    ({"currency": "rub"}, "currency", "currency_unknown"),
    ({"currency": 643}, "currency", "not_text"),
    ({"dealer": "D"}, "dealer", "name_unknown"),
    ({"dealer": 0}, "dealer", "not_text"),
    ({"dealer": None}, "dealer", "not_text"),
    ({"start": None}, "start", "not_object"),
    ({"start": {"pot": {}}}, "start", "key_unknown"),
    ({"start": {"pool": []}}, "start.pool", "not_object"),
    ({"start": {"pool": {"D": 1}}}, "start.pool", "name_unknown"),
    ({"start": {"pool": {"A": 1.5}}}, "start.pool", "not_number"),
    ({"start": {"pool": {"A": "1.5"}}}, "start.pool", "not_number"),
    ({"start": {"pool": {"A": "1/0"}}}, "start.pool", "not_number"),
    ({"start": {"pool": {"A": "1/-2"}}}, "start.pool", "not_number"),
    ({"start": {"pool": {"A": " 1"}}}, "start.pool", "not_number"),
    ({"start": {"pool": {"A": True}}}, "start.pool", "not_number"),
    ({"start": {"pool": {"A": None}}}, "start.pool", "not_number"),
    ({"start": {"mountain": {"A": 10**15}}}, "start.mountain", "number_too_long"),
    ({"start": {"mountain": {"A": -(10**15)}}}, "start.mountain", "number_too_long"),
    ({"start": {"whists": {"A": 1}}}, "start.whists", "not_object"),
    ({"start": {"whists": {"A": {"D": 1}}}}, "start.whists", "name_unknown"),
    ({"start": {"whists": {"A": {"A": 1}}}}, "start.whists", "against_self"),
    ({"start": {"raspasy": -1}}, "start.raspasy", "opening_raspasy"),
    ({"start": {"raspasy": "1"}}, "start.raspasy", "not_count"),
    ({"deals": None}, "deals", "not_list"),
    ({"deals": {}}, "deals", "not_list"),
    ({"deals": [SIX] * (DEAL_LIMIT + 1)}, "deals", "deal_count"),
    ({"ended": "midnight"}, "ended", "ended_value"),
    ({"ended": False}, "ended", "ended_value"),
    ({"ended": ["time"]}, "ended", "ended_value"),
    ({"about": None}, "about", "not_object"),
    ({"about": "an evening"}, "about", "not_object"),
    ({"about": {"text": "x" * ABOUT_LIMIT}}, "about", "about_size"),
    *[(key, key, "key_needed") for key in GAME],
]


@pytest.mark.parametrize(
    ("change", "place", "code"),
    [pytest.param(*row, id=f"{row[1]}-{row[2]}-{i}") for i, row in enumerate(HEADERS)],
)
def test_an_agreement_that_cannot_be_is_refused(change: Any, place: str, code: str) -> None:
    data = without(change) if isinstance(change, str) else GAME | change
    assert faults(data) == [(place, code)]


def six(**changes: Any) -> dict[str, Any]:
    return SIX | changes


WHISTED = six(roles={"C": "whist"}, tricks={"B": 6})
DEALS = [
    # players and options, deal, place under deals[0], code
    ({}, None, "", "not_object"),
    ({}, "contract", "", "not_object"),
    ({}, {}, "type", "key_needed"),
    ({}, {"type": "bomb"}, "type", "type_unknown"),
    ({}, {"type": None}, "type", "type_unknown"),
    ({}, {"type": ["contract"]}, "type", "type_unknown"),
    ({}, six(colour="red"), "", "key_unknown"),
    ({}, {"type": "contract", "level": 6}, "declarer", "key_needed"),
    ({}, {"type": "contract", "declarer": "B"}, "level", "key_needed"),
    ({}, six(declarer="D"), "declarer", "name_unknown"),
    ({}, six(declarer=["B"]), "declarer", "not_text"),
    ({}, six(level="6"), "level", "not_count"),
    ({}, six(level=6.0), "level", "not_count"),
    ({}, six(level=True), "level", "not_count"),
    ({}, six(level=11), "level", "level_range"),
    ({}, six(level=10**15), "level", "number_too_long"),
    ({}, six(trump="X"), "trump", "value_unknown"),
    ({}, six(trump=None), "trump", "not_text"),
    ({}, six(roles=None), "roles", "not_object"),
    ({}, six(roles={"D": "whist"}), "roles", "name_unknown"),
    ({}, six(roles={"C": "double"}), "roles", "value_unknown"),
    ({}, six(roles={"C": None}), "roles", "not_text"),
    ({}, six(roles={"B": "whist"}, tricks={"B": 6}), "roles", "role_declarer"),
    ({}, six(roles={"C": "half", "A": "half"}), "roles", "half_twice"),
    (
        {},
        six(roles={"C": "half", "A": "whist"}, tricks={"B": 6, "A": 4}),
        "roles",
        "half_beside_whist",
    ),
    ({}, six(level=8, roles={"C": "half"}), "roles", "half_level"),
    ({}, six(tricks=None), "tricks", "not_object"),
    ({}, six(tricks=6), "tricks", "not_object"),
    ({}, six(tricks={"B": 6}), "tricks", "tricks_unplayed"),
    ({}, six(roles={"C": "whist"}), "tricks", "tricks_needed"),
    ({}, six(roles={"C": "whist"}, tricks={"B": -1}), "tricks", "tricks_range"),
    ({}, six(roles={"C": "whist"}, tricks={"B": 11}), "tricks", "tricks_range"),
    ({}, six(roles={"C": "whist"}, tricks={"B": "6"}), "tricks", "not_count"),
    ({}, six(roles={"C": "whist"}, tricks={"D": 6}), "tricks", "name_unknown"),
    ({}, six(roles={"C": "whist"}, tricks={"A": 1, "B": 6, "C": 1}), "tricks", "tricks_missing"),
    ({}, six(talon_units=1), "talon_units", "talon_off"),
    ({}, six(talon_units=None), "talon_units", "not_count"),
    ({}, six(taken_back=1), "taken_back", "not_flag"),
    ({}, six(dealer="D"), "dealer", "name_unknown"),
    ({}, six(dealer=None), "dealer", "not_text"),
    ({}, six(multiplier=0), "multiplier", "multiplier_range"),
    ({}, six(multiplier="2"), "multiplier", "not_count"),
    ({}, six(note=1), "note", "not_text"),
    ({}, six(about=[]), "about", "not_object"),
    ({}, six(about={"text": "x" * ABOUT_LIMIT}), "about", "about_size"),
    ({}, six(resting=["A", "B"]), "resting", "resting_players"),
    ({}, six(resting="AB"), "resting", "not_list"),
    (FIVE, six(resting=["A", "F"]), "resting", "name_unknown"),
    (FIVE, six(resting=["D", "E"]), "resting", "resting_pair"),
    (FIVE, six(resting=["A", 1]), "resting", "not_text"),
    (FOUR, six(declarer="A"), "declarer", "declarer_rests"),
    ({}, {"type": "misere", "declarer": "B"}, "tricks", "key_needed"),
    ({}, {"type": "misere", "declarer": "B", "tricks": {"B": 0}}, "tricks", "not_count"),
    ({}, {"type": "misere", "declarer": "B", "tricks": True}, "tricks", "not_count"),
    ({}, {"type": "misere", "declarer": "B", "tricks": 0, "level": 6}, "", "key_unknown"),
    ({}, {"type": "misere", "declarer": "B", "tricks": 11}, "tricks", "misere_tricks_range"),
    ({}, {"type": "raspasy"}, "tricks", "key_needed"),
    ({}, {"type": "raspasy", "tricks": 5}, "tricks", "not_object"),
    (
        {},
        {"type": "raspasy", "tricks": {"A": 10, "B": 0, "C": 0}, "declarer": "A"},
        "",
        "key_unknown",
    ),
    ({}, {"type": "raspasy", "tricks": {"A": 1, "B": 1, "C": 1}}, "tricks", "tricks_missing"),
    ({}, {"type": "concede", "declarer": "B", "level": 6}, "", "concession_off"),
    (
        {},
        {"type": "concede", "declarer": "B", "level": 6, "undertricks": 3},
        "undertricks",
        "concession_off",
    ),
    (
        {"options": {"concession": 3}},
        {"type": "concede", "declarer": "B", "level": 6, "undertricks": None},
        "undertricks",
        "not_count",
    ),
    (
        {"options": {"concession": 3}},
        {"type": "concede", "declarer": "B", "level": 6, "undertricks": 7},
        "undertricks",
        "undertricks_range",
    ),
    (
        {"options": {"concession": 3}},
        {"type": "concede", "declarer": "B", "level": 6, "tricks": 1},
        "",
        "key_unknown",
    ),
    ({}, {"type": "manual"}, "entries", "key_needed"),
    ({}, {"type": "manual", "entries": {}}, "entries", "not_list"),
    ({}, {"type": "manual", "entries": [], "dealer": "A"}, "", "key_unknown"),
    ({}, {"type": "manual", "entries": [], "multiplier": 2}, "", "key_unknown"),
    ({}, {"type": "manual", "entries": [1]}, "entries[0]", "not_object"),
    (
        {},
        {"type": "manual", "entries": [{"player": "A", "area": "pool", "amount": 1, "why": ""}]},
        "entries[0]",
        "key_unknown",
    ),
    (
        {},
        {"type": "manual", "entries": [{"player": "D", "area": "pool", "amount": 1}]},
        "entries[0].player",
        "name_unknown",
    ),
    (
        {},
        {"type": "manual", "entries": [{"player": "A", "area": "bomb", "amount": 1}]},
        "entries[0].area",
        "value_unknown",
    ),
    (
        {},
        {"type": "manual", "entries": [{"player": "A", "area": "pool", "amount": 0.5}]},
        "entries[0].amount",
        "not_number",
    ),
    (
        {},
        {"type": "manual", "entries": [{"player": "A", "area": "pool"}]},
        "entries[0].amount",
        "key_needed",
    ),
    (
        {},
        {"type": "manual", "entries": [{"player": "A", "area": "whists", "amount": 1}]},
        "entries[0].against",
        "against_needed",
    ),
    (
        {},
        {
            "type": "manual",
            "entries": [{"player": "A", "area": "whists", "amount": 1, "against": "A"}],
        },
        "entries[0].against",
        "against_self",
    ),
    (
        {},
        {
            "type": "manual",
            "entries": [{"player": "A", "area": "pool", "amount": 1, "against": "B"}],
        },
        "entries[0].against",
        "against_not_whists",
    ),
    (
        {},
        {
            "type": "manual",
            "entries": [{"player": "A", "area": "pool", "amount": 1, "against": None}],
        },
        "entries[0].against",
        "not_text",
    ),
]


@pytest.mark.parametrize(
    ("change", "deal", "place", "code"),
    [pytest.param(*row, id=f"{row[2] or 'deal'}-{row[3]}-{i}") for i, row in enumerate(DEALS)],
)
def test_a_deal_that_cannot_be_is_refused(
    change: dict[str, Any], deal: Any, place: str, code: str
) -> None:
    at = f"deals[0].{place}".rstrip(".")
    assert faults(GAME | change | {"deals": [deal]}) == [(at, code)]


TEXTS = [
    pytest.param("", "", "file_json", id="nothing"),
    pytest.param("{", "", "file_json", id="half-a-file"),
    pytest.param("[]", "", "not_object", id="a-list"),
    pytest.param("null", "", "not_object", id="null"),
    pytest.param('"pulka"', "", "not_object", id="a-text"),
    pytest.param('{"pulka": NaN}', "", "file_constant", id="not-a-number"),
    pytest.param('{"pulka": -Infinity}', "", "file_constant", id="infinity"),
    pytest.param('{"about": {"a": 1e999}}', "", "number_too_long", id="more-than-any-number"),
    pytest.param('{"pulka": ' + "9" * 5000 + "}", "", "number_too_long", id="five-thousand-digits"),
    pytest.param("[" * 100_000, "", "file_depth", id="brackets-without-end"),
    pytest.param('{"about":' * 400 + "1" + "}" * 400, "", "file_depth", id="objects-in-objects"),
    pytest.param(b"\xff\xfe", "", "file_encoding", id="no-utf-8"),
    pytest.param("\ud800", "", "file_encoding", id="half-a-character"),
    pytest.param(" " * (FILE_LIMIT + 1), "", "file_size", id="more-than-a-mebibyte"),
    pytest.param('{"a\\u0000": 1}', "", "text_broken", id="a-key-with-a-nul"),
    pytest.param('{"pulka": 1, "pulka": 1}', "", "key_twice", id="a-key-twice"),
    pytest.param('{"\\ud800": 1}', "", "text_broken", id="half-a-character-in-a-key"),
    pytest.param(
        '{"about": {"who": [{"x": 1, "x": 2}]}}', "about.who[0]", "key_twice", id="deep-inside"
    ),
    pytest.param('{"about": {"x": ["\\ud83d"]}}', "about.x[0]", "text_broken", id="half-an-emoji"),
]


@pytest.mark.parametrize(("text", "place", "code"), TEXTS)
def test_a_text_that_is_no_file_is_refused(text: str | bytes, place: str, code: str) -> None:
    assert (place, code) in faults(text)


def test_a_whole_emoji_is_a_good_name() -> None:
    text = json.dumps(GAME | {"players": ["😀", "B", "C"]})
    assert "\\ud83d" in text
    assert read_pulka(text).players[0] == "😀"


def test_a_byte_order_mark_is_overlooked() -> None:
    assert read_pulka(b"\xef\xbb\xbf" + json.dumps(GAME).encode()).target == 20


def test_a_file_of_just_a_mebibyte_is_read() -> None:
    text = json.dumps(GAME)
    assert read_pulka(text + " " * (FILE_LIMIT - len(text))).target == 20


def nested(depth: int) -> Any:
    return [nested(depth - 1)] if depth else 1


def test_about_may_be_nested_as_deep_as_it_says() -> None:
    good = GAME | {"about": {"x": nested(DEPTH_LIMIT - 2)}}
    assert pulka_from_data(good) == read_pulka(json.dumps(good))
    bad = GAME | {"about": {"x": nested(DEPTH_LIMIT - 1)}}
    assert faults(bad) == [("", "file_depth")]
    with pytest.raises(Refused, match="nested deeper"):
        pulka_from_data(bad)


def test_about_and_note_are_kept_of_the_game_and_of_every_deal() -> None:
    about: dict[str, Any] = {"club": "Пулька", "табло": [1, 2.5, None, True, {"x": {}}]}
    deals = [
        six(about=about, note="тёмная"),
        {"type": "manual", "entries": [], "about": about, "note": "штраф"},
    ]
    data = GAME | {"about": about, "deals": deals}
    pulka = pulka_from_data(data)
    assert pulka.about == about
    assert [(deal.about, deal.note) for deal in pulka.deals] == [
        (about, "тёмная"),
        (about, "штраф"),
    ]
    assert pulka_from_data(pulka_to_data(pulka)) == pulka


FULL: dict[str, Any] = {
    "pulka": 1,
    "convention": "leningrad",
    "options": {"pool_end": "time", "concession": 2, "talon_bonus": "value", "surplus_rate": "1/2"},
    "players": ["Анна", "Борис", "Вера", "Глеб", "Дарья"],
    "target": None,
    "stake": "0.50",
    "currency": "EUR",
    "dealer": "Дарья",
    "start": {
        "pool": {"Анна": 8},
        "mountain": {"Борис": "-3/2"},
        "whists": {"Вера": {"Анна": 40}},
        "raspasy": 1,
    },
    "deals": [
        {
            "type": "contract",
            "declarer": "Анна",
            "level": 6,
            "trump": "H",
            "roles": {"Борис": "whist", "Вера": "pass"},
            "tricks": {"Анна": 6, "Борис": 3, "Вера": 1},
            "talon_units": 2,
            "taken_back": True,
            "dealer": "Дарья",
            "resting": ["Дарья", "Глеб"],
            "multiplier": 2,
            "note": "бомба",
            "about": {"table": 5},
        },
        {"type": "misere", "declarer": "Борис", "tricks": 2},
        {"type": "raspasy", "tricks": {"Вера": 4, "Глеб": 3, "Дарья": 2, "Борис": 1}},
        {"type": "concede", "declarer": "Глеб", "level": 7, "undertricks": 3},
        {"type": "concede", "declarer": "Анна", "level": 7},
        {
            "type": "manual",
            "entries": [
                {"player": "Анна", "area": "whists", "amount": "7/2", "against": "Вера"},
                {"player": "Анна", "area": "pool", "amount": -2},
            ],
        },
    ],
    "ended": "time",
    "about": {"club": 1},
}


def test_a_full_file_is_written_as_it_was_read() -> None:
    assert pulka_to_data(pulka_from_data(FULL)) == FULL
    assert json.loads(write_pulka(read_pulka(json.dumps(FULL)), indent=2)) == FULL


def test_a_file_with_nothing_in_it_has_its_defaults() -> None:
    pulka = pulka_from_data(GAME)
    assert pulka == Pulka(
        preset="sochi", convention=Convention(), players=("A", "B", "C"), target=20
    )
    assert (pulka.stake, pulka.currency, pulka.first_dealer) == (Decimal(0), "RUB", 0)
    assert pulka_to_data(pulka) == {
        **GAME,
        "options": {},
        "stake": "0",
        "currency": "RUB",
        "dealer": "A",
        "deals": [],
        "ended": None,
    }


def test_a_small_stake_is_written_in_full() -> None:
    pulka = pulka_from_data(GAME | {"stake": "0.0000001"})
    assert pulka_to_data(pulka)["stake"] == "0.0000001"


def test_numbers_may_be_given_as_text_where_they_are_exact() -> None:
    pulka = pulka_from_data(GAME | {"start": {"pool": {"A": "-4", "B": "6/4", "C": "4/2"}}})
    assert pulka.opening.pool == {0: -4, 1: Fraction(3, 2), 2: 2}


def test_a_number_may_have_fifteen_digits_and_two_may_be_a_fraction() -> None:
    big = 10**15 - 1
    pulka = pulka_from_data(GAME | {"start": {"pool": {"A": big, "B": f"-1/{big}"}}})
    assert pulka.opening.pool == {0: big, 1: Fraction(-1, big)}


def test_the_largest_numbers_are_scored() -> None:
    big = 10**15 - 1
    start = {"mountain": {"A": big}, "whists": {"B": {"C": f"{big}/7"}}}
    deal = six(roles={"C": "whist"}, tricks={"B": 4}, multiplier=big)
    stake = f"{big}.{big}"
    data = GAME | {"start": start, "deals": [deal], "stake": stake, "currency": "CLF"}
    settlement = score_text(json.dumps(data))["settlement"]
    assert isinstance(settlement, dict)
    money = [Fraction(each) for each in settlement["money"].values()]
    assert sum(money) == 0
    paid = sum(Fraction(each["amount"]) for each in settlement["payments"])
    assert paid == sum(each for each in money if each > 0)


# Several faults at once


def test_faults_of_everything_are_found_at_once_and_in_order() -> None:
    data = GAME | {
        "options": {"help": "english"},
        "deals": [
            six(roles={"C": "whist"}, tricks={"A": 1, "B": 6, "C": 1}),
            six(level="6", multiplier=0, declarer="D"),
            {"type": "bomb"},
            six(roles={"C": "half", "A": "half"}),
        ],
        "ended": 1,
    }
    assert faults(data) == [
        ("options.help", "option_value"),
        ("ended", "ended_value"),
        ("deals[0].tricks", "tricks_missing"),
        ("deals[1].declarer", "name_unknown"),
        ("deals[1].level", "not_count"),
        ("deals[1].multiplier", "multiplier_range"),
        ("deals[2].type", "type_unknown"),
        ("deals[3].roles", "half_twice"),
    ]


def test_every_bad_key_of_the_agreement_is_named() -> None:
    assert faults({}) == [
        (key, "key_needed") for key in ("pulka", "players", "convention", "target")
    ]
    bad = {"pulka": 2, "convention": "?", "players": [1], "target": "", "stake": 1, "currency": 1}
    bad |= {"dealer": 1, "start": 1, "deals": 1, "ended": 1, "about": 1, "options": 1}
    assert sorted(place for place, _ in faults(bad)) == sorted(bad)


def test_a_key_given_twice_hides_no_other_fault() -> None:
    text = json.dumps(GAME | {"deals": [six(level=11), six(level=12)]})
    twice = text.replace('"level": 12', '"level": 12, "level": 13')
    assert faults(twice) == [
        ("deals[0].level", "level_range"),
        ("deals[1]", "key_twice"),
        ("deals[1].level", "level_range"),
    ]


def test_a_sound_file_with_a_key_given_twice_is_refused() -> None:
    twice = json.dumps(GAME).replace('"target": 20', '"target": 20, "target": 20')
    assert faults(twice) == [("", "key_twice")]


def test_without_a_list_of_players_names_are_not_blamed() -> None:
    data = without("players") | {"players": 5, "dealer": "A", "deals": [six(level=11)]}
    assert faults(data) == [("players", "not_list"), ("deals[0].level", "level_range")]


def test_a_file_of_nothing_but_faults_is_answered_in_no_time() -> None:
    """A megabyte each of doubled keys, levels and names: nothing is compared with everything."""
    keys = ",".join(f'"{index % 9999}":1' for index in range(90_000))
    found = faults('{"about": {' + keys + "}}")
    assert found.count(("about", "key_twice")) == 9999
    levels = {"options": {"half_whist_levels": [6] * 300_000}}
    assert faults(GAME | levels) == [("options.half_whist_levels", "option_length")]
    names = {"players": ["A"] * 150_000}
    assert faults(GAME | names) == [("players", "player_count")]


def test_with_a_name_twice_other_names_are_still_looked_at() -> None:
    data = GAME | {"players": ["A", "B", "A"], "deals": [six(declarer="C")]}
    assert faults(data) == [("players", "name_twice"), ("deals[0].declarer", "name_unknown")]


CAUSED = [
    pytest.param(
        {"options": {"concession": 1}},
        {"type": "concede", "declarer": "B", "level": 6},
        id="an-unreadable-option",
    ),
    pytest.param({"options": {"talon_bonus": 5}}, six(talon_units=1), id="an-unreadable-bonus"),
    pytest.param(
        {"options": {"half_whist_levels": 6}},
        six(level=8, roles={"C": "half"}),
        id="unreadable-levels",
    ),
    pytest.param(
        {"options": {"stalingrad": "yes"}, "convention": "classic"},
        six(trump="S"),
        id="stalingrad-or-not",
    ),
    pytest.param(
        {"options": {"ten": "Checked"}},
        six(level=10, tricks={"B": 9}),
        id="a-ten-played-either-way",
    ),
    pytest.param(
        {"options": {"dealer_may_whist": "yes"}, **FOUR},
        six(roles={"A": "whist"}, tricks={"B": 6}, dealer="A"),
        id="a-dealer-whists-or-not",
    ),
    pytest.param(
        {"options": {"ten": "Whisted"}, "convention": "tournament"},
        six(level=10, roles={"C": "whist"}, tricks={"B": 9}),
        id="a-ten-whisted-or-not",
    ),
    pytest.param({"options": {"pool_end": 1}, "target": None}, six(), id="a-target-or-not"),
    pytest.param({"convention": "x"}, six(talon_units=1), id="an-unknown-convention"),
    pytest.param({"options": 5}, six(level=8, roles={"C": "half"}), id="unreadable-options"),
    pytest.param({"target": "2"}, six(level=8), id="an-unreadable-target"),
    pytest.param({"start": {"pool": {"A": 0.5}}}, six(level=8), id="an-unreadable-opening"),
    pytest.param(FOUR | {"dealer": 7}, six(declarer="A"), id="an-unreadable-dealer"),
]


@pytest.mark.parametrize(("change", "deal"), CAUSED)
def test_what_follows_from_a_fault_is_not_blamed_too(
    change: dict[str, Any], deal: dict[str, Any]
) -> None:
    assert len(faults(GAME | change | {"deals": [deal, deal]})) == 1


def test_an_unknown_option_hides_no_other_fault() -> None:
    data = GAME | {"options": {"bombs": 1}, "deals": [six(talon_units=1), six(level=12)]}
    assert faults(data) == [
        ("options.bombs", "option_unknown"),
        ("deals[0].talon_units", "talon_off"),
        ("deals[1].level", "level_range"),
    ]


def test_after_an_unreadable_dealer_nobody_is_told_that_he_rests() -> None:
    """With four players nobody knows who rests until a deal names its dealer again."""
    deals = [six(dealer=1), six(declarer="A"), six(declarer="C", dealer="C"), six(declarer="D")]
    assert faults(GAME | FOUR | {"deals": deals}) == [
        ("deals[0].dealer", "not_text"),
        ("deals[2].declarer", "declarer_rests"),
        ("deals[3].declarer", "declarer_rests"),
    ]


@pytest.mark.parametrize("declarer", "ABCD")
def test_after_an_unreadable_dealer_anybody_may_declare(declarer: str) -> None:
    deals = [six(dealer=1), six(declarer=declarer)]
    assert faults(GAME | FOUR | {"deals": deals}) == [("deals[0].dealer", "not_text")]


def test_of_an_unreadable_entry_nothing_more_is_blamed() -> None:
    """Neither that whists need an opponent, nor that it is against oneself."""
    whists = {"player": "A", "area": "whists", "amount": "much"}
    deals = [{"type": "manual", "entries": [whists, whists | {"against": "A"}]}]
    assert faults(GAME | {"deals": deals}) == [
        ("deals[0].entries[0].amount", "not_number"),
        ("deals[0].entries[1].amount", "not_number"),
    ]


def test_a_concession_says_what_every_deal_may_say() -> None:
    given_up = {"type": "concede", "declarer": "B", "level": 7, "dealer": "C", "multiplier": 2}
    agreed = GAME | {"options": {"concession": 3}}
    deal = read_pulka(json.dumps(agreed | {"deals": [given_up | {"note": "bomb"}]})).deals[0]
    assert isinstance(deal, Concession)
    assert (deal.dealer, deal.multiplier, deal.note) == (2, 2, "bomb")


def test_every_unknown_name_of_a_list_is_named() -> None:
    tricks = {"X": 4, "A": 3, "Y": 3}
    found = faults(GAME | {"deals": [{"type": "raspasy", "tricks": tricks}]})
    assert found == [("deals[0].tricks", "name_unknown")] * 2


@pytest.mark.parametrize(("letter", "size"), [("x", 1), ("я", 2)])
def test_about_is_measured_in_bytes_without_spaces(letter: str, size: int) -> None:
    frame = len('{"a":"","b":[1,2]}')
    letters = letter * ((ABOUT_LIMIT - frame) // size)
    fits = {"a": letters, "b": [1, 2]}
    assert (ABOUT_LIMIT - frame) % size == 0
    assert read_pulka(json.dumps(GAME | {"about": fits})).about == fits
    too_much = fits | {"a": letters + letter}
    assert faults(GAME | {"about": too_much}) == [("about", "about_size")]


def test_as_many_deals_as_are_allowed_are_read() -> None:
    rest = {"type": "raspasy", "tricks": {"A": 4, "B": 3, "C": 3}}
    data = GAME | {"deals": [rest] * DEAL_LIMIT}
    assert len(read_pulka(json.dumps(data)).deals) == DEAL_LIMIT


def test_a_written_file_can_be_read_by_people() -> None:
    names = ["Анна", "Борис", "Вера"]
    pulka = read_pulka(json.dumps(GAME | {"players": names}))
    assert '"Анна"' in write_pulka(pulka)
    assert "\n  " in write_pulka(pulka, indent=2)


def test_a_file_too_deep_is_refused_as_a_whole() -> None:
    deep: Any = {}
    for _ in range(DEPTH_LIMIT + 1):
        deep = {"a": deep}
    with pytest.raises(Refused) as refused:
        pulka_from_data(GAME | {"about": deep})
    assert [(fault.at, fault.code) for fault in refused.value.faults] == [("", "file_depth")]


def test_the_place_of_a_key_given_twice_is_named_as_it_is_written() -> None:
    assert ("Xa", "key_twice") in faults('{"Xa": {"b": 1, "b": 2}}')


def test_after_an_unreadable_deal_the_rotation_goes_on() -> None:
    """Three players always play; with four the deal after B's is C's."""
    by_hand = {"type": "manual", "entries": [1]}
    deals = [six(level="6"), by_hand, six(declarer="B")]
    assert faults(GAME | FOUR | {"deals": deals}) == [
        ("deals[0].level", "not_count"),
        ("deals[1].entries[0]", "not_object"),
        ("deals[2].declarer", "declarer_rests"),
    ]


def test_after_a_deal_of_no_known_kind_only_plain_faults_are_told() -> None:
    deals = [{"type": "bomb"}, six(declarer="B", level=11), six(declarer="C")]
    assert faults(GAME | FOUR | {"deals": deals}) == [
        ("deals[0].type", "type_unknown"),
        ("deals[1].level", "level_range"),
    ]
    assert faults(GAME | {"deals": [{"type": "bomb"}, six(talon_units=1)]}) == [
        ("deals[0].type", "type_unknown"),
        ("deals[1].talon_units", "talon_off"),
    ]


def test_a_bad_agreement_and_a_bad_deal_are_both_named() -> None:
    data = GAME | {"target": None, "deals": [six(level=11)]}
    assert faults(data) == [("target", "target_needed"), ("deals[0].level", "level_range")]


def test_a_fault_names_the_player_and_not_his_seat() -> None:
    with pytest.raises(Refused) as refused:
        pulka_from_data(GAME | FOUR | {"deals": [six(declarer="A")]})
    assert refused.value.faults[0].message == "A sits this deal out and cannot be the declarer"
    assert str(refused.value).startswith("deals[0].declarer: A sits this deal out")


def test_long_and_broken_names_are_shortened_in_messages() -> None:
    with pytest.raises(Refused) as refused:
        pulka_from_data(GAME | {"dealer": "x" * 1000, "y" * 1000: 1, "options": {"z" * 1000: 1}})
    assert all(len(fault.message) < 100 for fault in refused.value.faults)
    assert all(len(fault.at) < 60 for fault in refused.value.faults)


def test_dealer_and_roles_as_worked_out_with_a_whisting_dealer() -> None:
    roles = {"A": "pass", "B": "pass", "D": "whist"}
    tricks = {"C": 8, "A": 0, "B": 0, "D": 2}
    deal = six(declarer="C", roles=roles, tricks=tricks)
    data = GAME | FOUR | {"options": {"dealer_may_whist": True}, "dealer": "D", "deals": [deal]}
    scored = score_text(json.dumps(data))
    assert scored["deals"] == [{"pool": {"C": 2}, "mountain": {}, "whists": {"D": {"C": 4}}}]


def test_a_change_that_takes_itself_back_is_no_change() -> None:
    entries = [
        {"player": "A", "area": "pool", "amount": "5/2"},
        {"player": "A", "area": "pool", "amount": "-5/2"},
        {"player": "B", "area": "mountain", "amount": "1/2"},
    ]
    deals = [{"type": "manual", "entries": entries}] * 2
    scored = json.loads(json.dumps(score_text(json.dumps(GAME | {"deals": deals}))))
    assert scored["deals"][1] == {"pool": {}, "mountain": {"B": "1/2"}, "whists": {}}
    assert scored["sheet"]["pool"]["A"] == []
    assert scored["sheet"]["mountain"]["B"] == ["1/2", 1]
