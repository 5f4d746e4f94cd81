"""The library as a whole: it stands alone, its examples run, its faults have words."""

import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from string import Formatter

import pytest

import scoring
from scoring import MESSAGES, Fault, Refused

ROOT = Path(scoring.__file__).parent
MODULES = ["scoring"] + [
    f"scoring.{module.name}"
    for module in pkgutil.iter_modules(scoring.__path__)
    if module.name not in ("apps", "management")
]
SOURCES = [path.read_text(encoding="utf-8") for path in ROOT.rglob("*.py")]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_a_module_needs_nothing_but_the_standard_library(name: str) -> None:
    """-I -S: no site packages, so an import of anything else fails."""
    code = f"import sys; sys.path.insert(0, {str(ROOT.parent)!r}); import {name}"
    subprocess.run([sys.executable, "-I", "-S", "-c", code], check=True, timeout=60)


def test_no_module_knows_a_presets_name() -> None:
    """Only the presets themselves, the default to go on with, and examples name one."""
    named = re.compile(r"[=!]= *\"(sochi|leningrad|rostov|classic|hussar|tournament)\"")
    assert not [source for source in SOURCES if named.search(source)]


def test_every_public_name_is_there() -> None:
    assert all(hasattr(scoring, name) for name in scoring.__all__)
    assert sorted(scoring.__all__) == sorted(set(scoring.__all__))


@pytest.mark.parametrize("code", [*MESSAGES])
def test_every_fault_is_told_by_somebody(code: str) -> None:
    told = re.compile(rf"[\"(]{code}\"")
    assert sum(len(told.findall(source)) for source in SOURCES) >= 2


@pytest.mark.parametrize("code", [*MESSAGES])
def test_every_fault_has_a_sentence(code: str) -> None:
    fields = [name for _, name, _, _ in Formatter().parse(MESSAGES[code]) if name]
    params = {"count" if name == "count_words" else name: "Анна" for name in fields}
    sentence = Fault("somewhere", code, params).message
    assert sentence[0].isupper() or sentence.startswith(("“", "true"))
    assert not sentence.endswith(".")


def test_a_fault_of_a_seat_names_the_player_once_he_is_known() -> None:
    fault = Fault("declarer", "declarer_rests", {"seat": 1})
    assert fault.message.startswith("Player 2 sits this deal out")
    assert fault.named(["Анна", "Борис"]).message.startswith("Борис sits this deal out")
    assert fault.named(["Анна"]) is fault
    assert Fault("tricks", "tricks_needed").named(["Анна"]).params == {}


def test_a_refusal_says_its_faults() -> None:
    refused = Refused([Fault("tricks", "tricks_over", {"count": 1}), Fault("", "after_end")])
    assert str(refused) == (
        "tricks: One trick is too many: ten tricks are played; : The game was already over"
    )
