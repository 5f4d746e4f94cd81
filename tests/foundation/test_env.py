"""Reading settings from the environment."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from prefweb import env

READ = [
    pytest.param(lambda: env.text("X", "home"), None, "home", id="absent-text-is-the-default"),
    pytest.param(lambda: env.text("X", "home"), "  ", "home", id="blank-counts-as-absent"),
    pytest.param(lambda: env.text("X"), " club ", "club", id="text-without-spaces-around"),
    pytest.param(lambda: env.flag("X", False), "YES", True, id="a-flag-in-any-case"),
    pytest.param(lambda: env.flag("X", True), "0", False, id="a-flag-taken-away"),
    pytest.param(lambda: env.number("X", 5, 1, 9), "9", 9, id="a-number-at-its-bound"),
    pytest.param(lambda: env.one_of("X", "A", ("A", "B")), "b", "B", id="a-choice-in-any-case"),
    pytest.param(lambda: env.words("X"), "a, b,", ["a", "b"], id="words-with-commas-between"),
    pytest.param(lambda: env.words("X"), None, [], id="no-words"),
]

REFUSED = [
    pytest.param(lambda: env.flag("X", False), "perhaps", "X must be 1 or 0", id="no-flag"),
    pytest.param(lambda: env.number("X", 5, 1, 9), "10", "X must be a whole number", id="too-much"),
    pytest.param(lambda: env.number("X", 5, 1, 9), "1.5", "from 1 to 9, not '1.5'", id="no-number"),
    pytest.param(lambda: env.one_of("X", "A", ("A", "B")), "C", "one of A, B", id="no-choice"),
    pytest.param(lambda: env.needed("X", "it opens"), None, "X is not set: it opens", id="needed"),
]


@pytest.fixture(autouse=True)
def nothing_asked(monkeypatch):
    monkeypatch.setattr(env, "asked", [])


def put(monkeypatch, value):
    monkeypatch.delenv("X", raising=False)
    if value is not None:
        monkeypatch.setenv("X", value)


@pytest.mark.parametrize(("read", "value", "expected"), READ)
def test_a_value_is_read_as_its_type(monkeypatch, read, value, expected):
    put(monkeypatch, value)
    assert read() == expected


@pytest.mark.parametrize(("read", "value", "fault"), REFUSED)
def test_a_missing_or_odd_value_names_itself(monkeypatch, read, value, fault):
    put(monkeypatch, value)
    with pytest.raises(ImproperlyConfigured, match=fault):
        read()


def test_every_name_asked_for_is_remembered():
    env.text("ONE")
    env.flag("TWO", False)
    env.text("ONE")
    assert env.asked == ["ONE", "TWO"]
