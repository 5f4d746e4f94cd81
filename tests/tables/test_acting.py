"""An option that is said not to act changes no number, whatever is played."""

from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from prefweb.tables.acting import CONDITIONS, acts
from scoring import OPTIONS, Convention, Refused, replay, settle
from tests.engine.strategies import played_games, values


@settings(max_examples=300, suppress_health_check=list(HealthCheck))
@given(played_games(), st.data())
def test_option_that_does_not_act_changes_no_number(played: Any, data: st.DataObject) -> None:
    game, deals = played
    options = game.convention.to_data()
    idle = [key for key in CONDITIONS if not acts(key, options, game.players)]
    assume(idle)
    key = data.draw(st.sampled_from(idle))
    other = data.draw(values(OPTIONS[key]))
    changed = replace(game, convention=Convention.from_data({**options, key: other}))
    before = replay(game, deals)
    try:
        after = replay(changed, deals)
    except Refused:
        assume(False)
    assert after.sheet == before.sheet
    assert settle(after.sheet, changed).whists == settle(before.sheet, game).whists
