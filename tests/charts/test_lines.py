"""The geometry of a chart: whatever the numbers and names, everything is in its place."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefweb.charts.lines import (
    HEIGHT,
    TEXT,
    WIDTH,
    LineChart,
    Series,
    Stop,
    name_width,
    spread,
    width_of,
)
from prefweb.charts.scale import MOST, scale_of
from prefweb.charts.words import compact, in_words
from scoring import Number

NUMBERS = st.one_of(
    st.integers(-400, 400),
    st.fractions(-300, 300, max_denominator=12),
    st.integers(-(10**18), 10**18),
)
NAMES = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=40)


@st.composite
def charts(draw: st.DrawFn) -> LineChart:
    count, size = draw(st.sampled_from([1, 2, 3, 9, 17, 41, 121])), draw(st.integers(1, 5))
    numbers = draw(st.sampled_from([NUMBERS, st.integers(-40, 40), st.just(0)]))
    values = st.lists(numbers, min_size=count, max_size=count)
    counted = draw(st.lists(st.booleans(), min_size=count, max_size=count))
    stops = [Stop(f"n{n}", sum(counted[:n]) if counted[n] else None, f"/{n}") for n in range(count)]
    series = [Series(draw(NAMES), draw(values)) for _ in range(size)]
    return LineChart("t", stops, series, draw(st.one_of(st.none(), st.integers(0, count - 1))))


def chart(*rows: Sequence[Number]) -> LineChart:
    stops = [Stop(str(n), n) for n in range(len(rows[0]))]
    return LineChart("t", stops, [Series(f"P{n}", row) for n, row in enumerate(rows)])


def is_round(step: int) -> bool:
    return str(step).rstrip("0") in ("1", "2", "5")


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        pytest.param([], [-1, 0, 1], id="nothing"),
        pytest.param([0, 0], [-1, 0, 1], id="all-nought"),
        pytest.param([Fraction(1, 3)], [0, 1], id="a-part-of-one"),
        pytest.param([-42, 114, 3], [-50, 0, 50, 100, 150], id="both-sides"),
        pytest.param([7], [0, 2, 4, 6, 8], id="above-alone"),
        pytest.param([-600], [-600, -500, -400, -300, -200, -100, 0], id="just-so"),
        pytest.param([Fraction(-1201, 2)], [-800, -600, -400, -200, 0], id="a-half-beyond"),
    ],
)
def test_an_axis_has_few_round_ticks(values: list[Number], ticks: list[int]) -> None:
    assert list(scale_of(values).ticks) == ticks


@given(st.lists(NUMBERS, max_size=20))
def test_every_number_has_its_place_on_the_axis(values: list[Number]) -> None:
    scale = scale_of(values)
    assert all(scale.low <= value <= scale.high for value in values)
    assert 0 in scale.ticks
    assert len(scale.ticks) <= MOST + 1
    assert is_round(scale.step)


@given(charts())
def test_everything_stands_inside_of_the_frame(chart: LineChart) -> None:
    assert 0 < chart.left < chart.right < chart.beside < WIDTH
    assert chart.right - chart.left > WIDTH / 4
    for line in chart.lines:
        assert chart.top <= line.end <= chart.bottom
        assert chart.top <= line.beside <= chart.bottom
        assert chart.beside + name_width(line.label) <= WIDTH
    for tick in chart.across:
        assert width_of(tick.text) <= chart.left
        assert TEXT / 2 <= tick.at <= HEIGHT - TEXT
    for tick in chart.along:
        assert tick.at - width_of(tick.text) / 2 >= 0
        assert tick.at + width_of(tick.text) / 2 <= WIDTH


@given(charts())
def test_no_two_texts_meet(chart: LineChart) -> None:
    names = [line.beside for line in chart.lines]
    assert all(abs(one - other) >= TEXT - 0.001 for one, other in combinations(names, 2))
    assert all(abs(one.at - next_.at) > TEXT for one, next_ in pairwise(chart.across))
    for one, next_ in pairwise(chart.along):
        assert one.at + width_of(one.text) / 2 < next_.at - width_of(next_.text) / 2


@given(charts())
def test_names_stand_in_the_order_of_the_ends(chart: LineChart) -> None:
    for one, other in combinations(chart.lines, 2):
        if one.end < other.end:
            assert one.beside < other.beside


@given(charts())
def test_lines_go_through_their_numbers(chart: LineChart) -> None:
    for line, series in zip(chart.lines, chart.series, strict=True):
        points = [pair.split() for pair in line.path.removeprefix("M").split("L")]
        assert len(points) == len(chart.stops)
        for index, ((x, y), value) in enumerate(zip(points, series.values, strict=True)):
            assert float(x) == pytest.approx(chart.x(index), abs=0.06)
            assert float(y) == pytest.approx(chart.y(value), abs=0.06)
    for one, other in pairwise(sorted(series.values[-1] for series in chart.series)):
        assert chart.y(one) >= chart.y(other)


@given(charts())
def test_ticks_under_the_stops_are_round(chart: LineChart) -> None:
    numbers = [stop.number for stop in chart.stops if stop.number is not None]
    shown = [n for n in numbers if compact(n) in {tick.text for tick in chart.along}]
    steps = {after - before for before, after in pairwise(shown)}
    assert len(steps) <= 1
    assert all(map(is_round, steps))
    assert len(chart.along) <= len(numbers)


@given(charts())
def test_every_stop_can_be_tapped_on(chart: LineChart) -> None:
    assert [hit.stop for hit in chart.hits] == list(chart.stops)
    assert all(hit.width >= 0 for hit in chart.hits)
    for one, next_ in pairwise(chart.hits):
        assert one.left + one.width == pytest.approx(next_.left)


@pytest.mark.parametrize("count", [1, 16, 17, 40, 130])
def test_a_line_is_marked_often_enough_and_at_its_end(count: int) -> None:
    rows = chart(*[[n * (seat + 1) for n in range(count)] for seat in range(5)])
    for line in rows.lines:
        assert min(count, 8) <= line.marks.count("M") <= max(count if count < 17 else 0, 18)


def test_what_is_pointed_out_lies_on_the_lines() -> None:
    found = LineChart("t", chart([0, 5, 9]).stops, [Series("A", [0, 5, 9])], 1)
    assert found.pointed == (found.x(1), [found.y(5)])


@pytest.mark.parametrize(
    ("places", "found"),
    [
        pytest.param([10, 12, 90], [10, 25, 90], id="down"),
        pytest.param([98, 99, 97], [85, 100, 70], id="up-from-the-bottom"),
        pytest.param([50, 50], [50, 65], id="the-same-place-in-order"),
        pytest.param([-5, 120], [0, 100], id="back-into-the-frame"),
    ],
)
def test_names_move_apart(places: list[float], found: list[float]) -> None:
    assert spread(places, 15, 0, 100) == found


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-50, "−50"),
        (99_000, "99\u202f000"),
        (250_000, "250\u202fтыс."),
        (-1_500_000, "−1,5\u202fмлн"),
        (2 * 10**16, "2·10¹⁶"),
    ],
)
def test_numbers_stay_short(value: int, text: str) -> None:
    assert compact(value) == text


def test_a_chart_in_words() -> None:
    stops = [Stop(str(n), n) for n in range(3)]
    series = [Series("Анна", [0, -42, 20]), Series("Борис", [0, 0, 0])]
    said = in_words(LineChart("t", stops, series))
    assert said == "Анна: от −42 до +20, в конце +20. Борис: от 0 до 0, в конце 0."


def test_what_is_no_balance_has_neither_nought_nor_signs() -> None:
    stops = [Stop(f"{year}", short=f"{year}") for year in range(2015, 2019)]
    found = LineChart("t", stops, [Series("Анна", [1010, 1460, 1300, 1390])], is_balance=False)
    assert list(found.scale.ticks) == [1000, 1100, 1200, 1300, 1400, 1500]
    assert found.zero == ""
    assert in_words(found) == "Анна: от 1\u202f010 до 1\u202f460, в конце 1\u202f390."


def test_words_under_the_stops_stand_apart() -> None:
    years = [str(year) if month == 1 else "" for year in range(1990, 2020) for month in (1, 7)]
    stops = [Stop(str(n), short=year) for n, year in enumerate(years)]
    found = LineChart("t", stops, [Series("Анна", [*range(60)])])
    texts = [tick.text for tick in found.along]
    assert texts == [str(year) for year in range(1990, 2020, 10)]


def test_one_number_alone_has_an_axis() -> None:
    found = LineChart("t", [Stop("1")], [Series("Анна", [1010])], is_balance=False)
    assert list(found.scale.ticks) == [1009, 1010, 1011]
