"""The geometry of bars and of what they come to."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefweb.charts.bars import Bar, BarChart
from prefweb.charts.lines import HEIGHT, WIDTH, width_of
from prefweb.charts.words import bars_in_words
from scoring import Number

NUMBERS = st.one_of(
    st.integers(-400, 400),
    st.fractions(-300, 300, max_denominator=12),
    st.integers(-(10**15), 10**15),
    st.just(0),
)


@st.composite
def charts(draw: st.DrawFn) -> BarChart:
    values = draw(st.lists(NUMBERS, min_size=1, max_size=41))
    shorts = st.sampled_from(["", "сент.", "2026", "1–7"])
    bars = [Bar(f"n{n}", value, draw(shorts), f"/{n}") for n, value in enumerate(values)]
    return BarChart("t", bars)


def chart(*values: Number, short: str = "") -> BarChart:
    return BarChart("t", [Bar(str(n), value, short) for n, value in enumerate(values)])


@given(charts())
def test_everything_stands_inside_of_the_frame(chart: BarChart) -> None:
    for box in chart.boxes:
        assert chart.left - 1 <= box.left
        assert box.left + box.width <= WIDTH
        assert box.top >= 0
        assert box.top + box.height <= HEIGHT
    for tick in chart.along:
        assert width_of(tick.text) / 2 <= tick.at <= WIDTH - width_of(tick.text) / 2
    assert 0 < chart.last[1] < HEIGHT


@given(charts())
def test_no_two_texts_of_an_axis_meet(chart: BarChart) -> None:
    for one, next_ in pairwise(chart.along):
        assert one.at + width_of(one.text) / 2 < next_.at - width_of(next_.text) / 2


@given(charts())
def test_every_place_means_one_bar(chart: BarChart) -> None:
    assert len(chart.hits) == len(chart.bars)
    for one, next_ in pairwise(chart.hits):
        assert one.left + one.width == pytest.approx(next_.left)


def test_bars_go_up_and_down_from_nought() -> None:
    found = chart(10, -10, 0)
    zero = found.y(0)
    up, down, none = found.boxes
    assert (up.tone, down.tone, none.tone) == ("up", "down", "none")
    assert up.top < zero == pytest.approx(up.top + up.height)
    assert down.top == pytest.approx(zero)
    assert none.height > 0


def test_the_line_is_what_they_come_to_exactly() -> None:
    found = chart(Fraction(1, 3), Fraction(1, 3), Fraction(-2, 3), 5)
    assert found.totals == [Fraction(1, 3), Fraction(2, 3), 0, 5]
    assert found.last[2] == "+5"
    assert found.line.count("L") == 3


def test_of_too_many_names_some_are_left_out() -> None:
    assert len(chart(1, 2, 3, short="янв.").along) == 3
    assert 1 < len(chart(*range(40), short="январь").along) < 10
    assert chart(1).along == []


def test_it_is_said_in_words() -> None:
    words = bars_in_words(chart(12, -42, 104))
    assert all(part in words for part in ("−42", "+104", "+74"))
