"""Whatever is passed on of a pulka says the same as its live sheet."""

import pytest

from tests.sharing.people import EVERYWHERE, PULKAS, of_the_live_sheet

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("pulka", PULKAS)
def test_every_number_is_the_same_everywhere(pulka: str) -> None:
    evening = PULKAS[pulka]()
    live = of_the_live_sheet(evening)
    assert any(live.totals.values())
    assert sum(live.results) == 0
    for where, found_in in EVERYWHERE.items():
        assert found_in(evening) == live, where
    sheet, size = evening.course.replay.sheet, evening.pulka.size
    assert [live.totals[f"pool-{seat}"] for seat in range(size)] == list(sheet.pool)
    assert live.results == evening.course.settlement.whists
