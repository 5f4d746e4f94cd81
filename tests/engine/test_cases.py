"""Every worked example under tests/cases comes out as it should."""

import json
from typing import Any

import pytest

from scoring import (
    Refused,
    pulka_from_data,
    pulka_to_data,
    read_pulka,
    score_pulka,
    score_text,
    write_pulka,
)
from tests.engine.tables import cases

SCORED = [
    pytest.param(case, id=case["id"])
    for name in ("evenings", "books", "deals", "series", "settlements", "readings")
    for case in cases(name)
]
REFUSED = [pytest.param(case, id=case["id"]) for case in cases("refused")]


def text_of(case: dict[str, Any]) -> str:
    return case["text"] if "text" in case else json.dumps(case["pulka"], ensure_ascii=False)


@pytest.mark.parametrize("case", SCORED)
def test_a_worked_example_is_scored_as_it_says(case: dict[str, Any]) -> None:
    output = json.loads(json.dumps(score_text(text_of(case))))
    assert output == case["output"]


@pytest.mark.parametrize("case", SCORED)
def test_objects_carry_players_in_seat_order(case: dict[str, Any]) -> None:
    assert json.dumps(score_text(text_of(case))) == json.dumps(case["output"])


@pytest.mark.parametrize("case", SCORED)
def test_a_worked_example_is_the_same_there_and_back(case: dict[str, Any]) -> None:
    pulka = read_pulka(text_of(case))
    assert read_pulka(write_pulka(pulka)) == pulka
    assert pulka_from_data(pulka_to_data(pulka)) == pulka
    assert json.loads(json.dumps(score_pulka(pulka))) == case["output"]


@pytest.mark.parametrize("case", REFUSED)
def test_a_bad_example_is_refused_at_its_places(case: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        read_pulka(text_of(case))
    places = {fault.at for fault in refused.value.faults}
    for allowed in case["refused"]:
        assert places & set(allowed)
