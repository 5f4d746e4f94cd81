"""Each option and preset of the engine has its words, and its way through the form."""

import pytest
from django.utils.translation import override

from prefweb.tables.acting import CONDITIONS, acts
from prefweb.ui import options
from scoring import OPTIONS, PRESETS


def test_every_option_and_preset_has_words() -> None:
    assert set(options.OPTIONS) == set(OPTIONS)
    assert set(options.PRESETS) == set(PRESETS)


@pytest.mark.parametrize("key", OPTIONS)
def test_every_value_has_a_word_in_russian(key: str) -> None:
    words = options.OPTIONS[key]
    assert set(words.values) == set(OPTIONS[key].values)
    for each in (words.label, words.says, *words.values.values()):
        with override("en"):
            english = str(each)
        with override("ru"):
            assert str(each) != english


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("responsibility", "half", "половинная"),
        ("raspasy_exit", [6, 7, 7], "6-7-7"),
        ("half_whist_levels", [], "нет"),
        ("raspasy_amnesty", False, "нет"),
        ("raspasy_amnesty", True, "да"),
        ("mountain_mult", 2, "2"),
        ("concession", 3, "без трёх"),
    ],
)
def test_value_is_said_as_players_say_it(key: str, value: object, said: str) -> None:
    with override("ru"):
        assert str(options.value_words(key, value)) == said


SMALL = [("dealer_may_whist", 3), ("consolation_dealer", 3), ("half_whist_levels", 2)]
IDLE = [
    *SMALL,
    ("indivisible_mountain", 3),
    ("ten_checked_split", 4),
    ("talon_bonus_fixed", 4),
    ("consolation_fixed", 4),
    ("raspasy_whist_mode", 4),
]


@pytest.mark.parametrize(("key", "size"), IDLE)
def test_option_that_cannot_act_is_not_told(key: str, size: int) -> None:
    assert not acts(key, PRESETS["sochi"].convention.to_data(), size)


@pytest.mark.parametrize("key", OPTIONS)
def test_every_option_acts_somewhere(key: str) -> None:
    data = PRESETS["sochi"].convention.to_data()
    beside = {"ten": "checked", "talon_bonus": "fixed", "consolation": "fixed"}
    options = {**data, **beside, "raspasy_mode": "whists"}
    assert any(acts(key, options, size) for size in range(2, 6))


def test_no_other_option_is_conditional() -> None:
    assert set(CONDITIONS) <= set(OPTIONS)
