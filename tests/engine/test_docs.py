"""What docs/ says about the engine is so."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scoring import OPTIONS, PRESETS, Rule, pulka_from_data, score_text

DOCS = Path(__file__).parent.parent.parent / "docs"
SCORING, FILE, RULES = (
    (DOCS / name).read_text(encoding="utf-8") for name in ("engine.md", "pulka-file.md", "rules.md")
)


def block(text: str, language: str) -> str:
    """The first block of code in a language."""
    found = re.search(rf"```{language}\n(.*?)```", text, re.DOTALL)
    assert found
    return found[1]


def test_the_example_of_the_library_runs_and_comes_to_what_it_says() -> None:
    names: dict[str, Any] = {}
    code = block(SCORING, "python")
    exec(code, names)
    said = re.search(r"result.sheet.mountain +# (.*)", code)
    assert said
    assert repr(names["result"].sheet.mountain) == said[1]


def test_the_example_of_a_file_is_scored() -> None:
    example = block(FILE, "json")
    assert score_text(example)["over"] is False
    assert len(pulka_from_data(json.loads(example)).deals) == 3


@pytest.mark.parametrize("rule", [*Rule])
def test_every_rule_of_an_entry_is_described(rule: Rule) -> None:
    assert f"`{rule.value}`" in SCORING


def test_every_preset_is_named_and_every_option_told_apart_exists() -> None:
    assert all(f"`{key}`" in FILE for key in PRESETS)
    table = RULES.partition("## 5.")[2]
    named = {key for row in table.splitlines() for key in re.findall(r"`(\w+)`", row)}
    assert named <= {*OPTIONS}
