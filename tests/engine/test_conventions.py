"""Options and presets are what the list of options says, and bad ones are named."""

import json
from dataclasses import fields, replace
from enum import StrEnum
from typing import Any

import pytest

from scoring import OPTIONS, PRESETS, Convention, Refused, preset_changes
from tests.engine.tables import CASES, LENINGRAD, SOCHI

LIST = json.loads((CASES / "options.json").read_text(encoding="utf-8"))


def plain(value: Any) -> Any:
    """An option's value as JSON has it."""
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    return value.value if isinstance(value, StrEnum) else value


@pytest.mark.parametrize("row", LIST["options"], ids=lambda row: row["key"])
def test_an_option_is_what_the_list_says(row: dict[str, Any]) -> None:
    option = OPTIONS[row["key"]]
    assert option.kind == row["type"]
    assert plain(option.default) == row["default"]
    assert plain(option.values) == row.get("values", [])
    assert option.common == row["common"]
    assert (option.minimum, option.maximum) == (row.get("min"), row.get("max"))
    assert (option.min_length, option.max_length) == (
        row.get("min_length", 0),
        row.get("max_length"),
    )


def test_the_options_are_those_of_the_list_in_its_order() -> None:
    assert [*OPTIONS] == [row["key"] for row in LIST["options"]]
    assert [*OPTIONS] == [field.name for field in fields(Convention)]


@pytest.mark.parametrize(("key", "row"), LIST["presets"].items(), ids=[*LIST["presets"]])
def test_a_preset_is_what_the_list_says(key: str, row: dict[str, Any]) -> None:
    preset = PRESETS[key]
    assert preset.key == key
    assert preset.convention == Convention.from_data(row["options"])
    assert preset.experimental == row.get("experimental", False)
    assert list(preset.players) == row.get("players", [2, 3, 4, 5])


def test_the_presets_are_those_of_the_list_in_its_order() -> None:
    assert [*PRESETS] == [*LIST["presets"]]


@pytest.mark.parametrize("key", [*PRESETS])
def test_a_convention_is_the_same_there_and_back(key: str) -> None:
    convention = PRESETS[key].convention
    assert Convention.from_data(convention.to_data()) == convention
    assert Convention.from_data(json.loads(json.dumps(convention.to_data()))) == convention


def test_only_what_differs_from_the_preset_is_told() -> None:
    changed = replace(LENINGRAD, stalingrad=True, raspasy_exit=(6, 7))
    assert preset_changes("leningrad", LENINGRAD) == {}
    assert preset_changes("leningrad", changed) == {"stalingrad": True, "raspasy_exit": [6, 7]}


def test_a_ratio_is_read_in_lowest_terms_and_written_like_a_file_has_it() -> None:
    convention = Convention.from_data({"pool_settle": "6/4", "surplus_rate": "4/2"})
    assert convention.to_data()["pool_settle"] == "3/2"
    assert convention.to_data()["surplus_rate"] == 2


def test_options_are_taken_over_a_base() -> None:
    convention = Convention.from_data({"help": "american"}, LENINGRAD)
    assert convention == replace(LENINGRAD, help=convention.help)
    assert convention.help == "american"


BAD = [
    pytest.param("settlement_divisor", 1, "option_unknown", id="no-such-option"),
    pytest.param("pool_end", "laps", "option_value", id="no-such-choice"),
    pytest.param("pool_end", None, "option_value", id="null-is-no-choice"),
    pytest.param("pool_end", ["each"], "option_value", id="a-list-is-no-choice"),
    pytest.param("concession", 1, "option_value", id="a-number-that-is-no-choice"),
    pytest.param("concession", False, "option_value", id="false-is-not-0"),
    pytest.param("concession", 2.0, "option_value", id="2.0-is-not-2"),
    pytest.param("stalingrad", 1, "option_value", id="1-is-not-true"),
    pytest.param("stalingrad", "true", "option_value", id="a-text-is-not-true"),
    pytest.param("mountain_mult", 0, "option_range", id="below-the-range"),
    pytest.param("mountain_mult", 11, "option_range", id="above-the-range"),
    pytest.param("mountain_mult", True, "option_value", id="true-is-not-1"),
    pytest.param("mountain_mult", "2", "option_value", id="a-text-is-no-number"),
    pytest.param("pool_settle", "-1/2", "option_range", id="a-ratio-below-the-range"),
    pytest.param("pool_settle", "201/2", "option_range", id="a-ratio-above-the-range"),
    pytest.param("pool_settle", "1/0", "option_value", id="a-ratio-by-zero"),
    pytest.param("pool_settle", "1.5", "option_value", id="a-decimal-text-is-no-ratio"),
    pytest.param("pool_settle", 1.5, "option_value", id="a-decimal-is-no-ratio"),
    pytest.param("raspasy_exit", [], "option_length", id="an-exit-needs-a-level"),
    pytest.param("raspasy_exit", [6] * 11, "option_length", id="an-exit-has-ten-levels-at-most"),
    pytest.param("raspasy_exit", [5], "option_range", id="a-level-below-six"),
    pytest.param("raspasy_exit", [6, "7"], "option_value", id="a-level-as-text"),
    pytest.param("raspasy_exit", "6-7", "option_value", id="a-text-is-no-list"),
    pytest.param("raspasy_progression", [0], "option_range", id="a-factor-of-nothing"),
    pytest.param("half_whist_levels", [8], "option_value", id="no-half-whist-on-an-eight"),
    pytest.param("half_whist_levels", [True], "option_value", id="true-is-no-level"),
    pytest.param("half_whist_levels", [6, 6], "option_repeated", id="a-level-named-twice"),
    pytest.param("half_whist_levels", [6, 7, 8], "option_length", id="one-level-too-many"),
]


@pytest.mark.parametrize(("key", "value", "code"), BAD)
def test_a_bad_option_is_named_with_its_value(key: str, value: object, code: str) -> None:
    with pytest.raises(Refused) as refused:
        Convention.from_data({key: value, "stalingrad": value if key == "stalingrad" else True})
    assert {fault.at for fault in refused.value.faults} == {key}
    assert code in {fault.code for fault in refused.value.faults}
    assert all(fault.message for fault in refused.value.faults)


def test_every_bad_option_is_found_at_once() -> None:
    with pytest.raises(Refused) as refused:
        Convention.from_data({"help": "english", "bombs": 1, "whist_mult": 99})
    assert [fault.at for fault in refused.value.faults] == ["help", "bombs", "whist_mult"]


def test_a_long_value_is_shortened_in_a_message() -> None:
    with pytest.raises(Refused) as refused:
        Convention.from_data({"help": "x" * 1000})
    assert len(refused.value.faults[0].message) < 100


def test_the_least_and_the_most_of_a_range_are_in_it() -> None:
    for option in OPTIONS.values():
        if option.minimum is not None and option.maximum is not None:
            for value in (option.minimum, option.maximum):
                given = [value] if option.kind == "list" else value
                assert Convention.from_data({option.key: given}) is not SOCHI
