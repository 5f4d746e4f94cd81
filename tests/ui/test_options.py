"""Each option and preset of the engine has its words, and its way through the form."""

import pytest
from django.utils.translation import override

from prefweb.tables import playable
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


def test_only_conventions_that_can_be_played_are_offered() -> None:
    assert playable.playable_presets() == ["sochi", "leningrad", "rostov"]


@pytest.mark.parametrize("key", playable.ONLY)
def test_value_that_needs_other_posts_is_not_offered(key: str) -> None:
    if key in playable.offered_options():
        assert set(playable.offered_values(key)) == set(playable.ONLY[key])
    else:
        assert len(playable.ONLY[key]) == 1


def test_every_other_option_is_offered() -> None:
    hidden = {key for key, values in playable.ONLY.items() if len(values) == 1} | playable.IDLE
    assert set(playable.offered_options()) == set(OPTIONS) - hidden
