"""Totals in their zones: the last one whole, no line longer than its room, whatever is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefweb.sheets.geometry import PLANS, Plan, Zone
from prefweb.sheets.lines import GAP, GROWN, HEIGHT, LAST, MARGIN, OLD, Lines, all_lines, few_lines
from prefweb.sheets.measure import breadth
from prefweb.sheets.runs import written
from scoring import Number

ZONES = [(plan, zone) for plan in PLANS.values() for place in plan.places for zone in place.zones]
zones = st.sampled_from(ZONES)
amounts = st.integers(-400, 2000) | st.fractions(-300, 900, max_denominator=8)
totals_ = st.lists(amounts, min_size=1, max_size=45)


@given(zones, totals_, st.booleans())
def test_few_lines_end_with_the_whole_last_total(
    place: tuple[Plan, Zone], totals: list[Number], wheel: bool
) -> None:
    _plan, zone = place
    lines = few_lines(zone, totals, wheel=wheel)
    assert lines.rows[-1].last
    if not wheel:
        assert lines.rows[-1].last == written(totals)[-1]
        assert "".join(f"{each}." for each in written(totals)).endswith(lines.text.lstrip("…"))


@given(zones, totals_)
def test_few_lines_keep_to_their_room(place: tuple[Plan, Zone], totals: list[Number]) -> None:
    zone = place[1]
    for row in few_lines(zone, totals).rows:
        size = LAST if row.last else OLD
        room = zone.room(row.y - round(size * HEIGHT), row.y) - 2 * MARGIN
        last = row.squeezed or breadth(row.last, bold=True) * LAST
        end = breadth(".") * OLD + (GAP if row.earlier else 0) if row.last else 0
        assert breadth(row.earlier) * OLD + last + end <= float(room) + 1


@given(zones, totals_, st.booleans())
def test_all_lines_hold_every_total_or_say_that_they_do_not(
    place: tuple[Plan, Zone], totals: list[Number], wheel: bool
) -> None:
    plan, zone = place
    lines = all_lines(zone, totals, plan, wheel=wheel)
    if not lines.text.startswith("…"):
        assert lines.text == "".join(f"{each}." for each in written(totals, wheel=wheel))
    elif not wheel:
        assert "".join(f"{each}." for each in written(totals)).endswith(lines.text.lstrip("…"))


@given(zones, totals_)
def test_all_lines_stand_within_the_zone(place: tuple[Plan, Zone], totals: list[Number]) -> None:
    plan, zone = place
    lines = all_lines(zone, totals, plan)
    assert lines.size
    for row in lines.rows:
        wide = breadth(row.earlier) + breadth(row.last, bold=True) * GROWN
        for y in (row.y - round(lines.size * HEIGHT), row.y):
            left, right = zone.span(y)
            assert left <= row.x <= row.x + wide * lines.size <= right + 1


@pytest.mark.parametrize("size", PLANS)
def test_an_evening_of_forty_deals_is_written_in_full(size: int) -> None:
    plan = PLANS[size]
    for zone in (zone for place in plan.places for zone in place.zones):
        totals = tuple(range(100, 140))
        lines = all_lines(zone, totals, plan)
        assert not lines.text.startswith("…")
        assert lines.size
        assert lines.size >= 12


def test_an_empty_column_is_left_empty() -> None:
    plan, zone = ZONES[0]
    assert few_lines(zone, ()) == all_lines(zone, (), plan) == Lines()


@pytest.mark.parametrize("total", [1710, 1890, -1290])
def test_a_last_total_too_long_for_its_zone_says_that_others_went_before(total: int) -> None:
    for plan, zone in ZONES:
        lines = all_lines(zone, [0, total], plan, wheel=True)
        whole = "".join(f"{each}." for each in written([0, total], wheel=True))
        assert lines.text in (whole, f"…{written([total], wheel=True)[0]}.")
