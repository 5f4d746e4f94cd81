"""Months, seasons and years."""

from datetime import date

import pytest

from prefweb.statistics import periods
from prefweb.statistics.periods import Period, Span


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        pytest.param("2026-11", date(2026, 11, 1), date(2026, 11, 30), id="a-month"),
        pytest.param("2024-02", date(2024, 2, 1), date(2024, 2, 29), id="of-a-leap-year"),
        pytest.param("2026-12", date(2026, 12, 1), date(2026, 12, 31), id="the-last-of-a-year"),
        pytest.param("2026", date(2026, 1, 1), date(2026, 12, 31), id="a-year"),
        pytest.param("season-2026", date(2026, 9, 1), date(2027, 8, 31), id="a-season"),
        pytest.param("all", None, None, id="ever"),
    ],
)
def test_a_period_is_what_its_address_says(text: str, since: date, until: date) -> None:
    found = periods.parse(text, 9)
    assert found is not None
    assert (found.since, found.until) == (since, until)
    assert found.text == text


@pytest.mark.parametrize(
    "text",
    ["", "26", "2026-13", "2026-0", "2026-1", "season-", "season-2026-1", "٢٠٢٦", "1899", "9999"],
)
def test_anything_else_is_no_period(text: str) -> None:
    assert periods.parse(text, 9) is None


@pytest.mark.parametrize(
    ("day", "begins", "text"),
    [
        pytest.param(date(2026, 9, 1), 9, "season-2026", id="its-first-day"),
        pytest.param(date(2026, 8, 31), 9, "season-2025", id="the-day-before"),
        pytest.param(date(2026, 1, 1), 1, "season-2026", id="of-the-calendar"),
    ],
)
def test_a_season_begins_with_its_month(day: date, begins: int, text: str) -> None:
    found = periods.season_of(day, begins)
    assert found.text == text
    assert day in found


NOVEMBER = periods.month_of(date(2026, 11, 1))
FROM_THE_TENTH = periods.days(date(2026, 11, 10), None)


@pytest.mark.parametrize(
    ("period", "limits", "both"),
    [
        (NOVEMBER, periods.EVER, NOVEMBER),
        (periods.EVER, NOVEMBER, NOVEMBER),
        (periods.EVER, FROM_THE_TENTH, FROM_THE_TENTH),
        (NOVEMBER, FROM_THE_TENTH, periods.days(date(2026, 11, 10), date(2026, 11, 30))),
        (NOVEMBER, periods.days(None, date(2026, 12, 5)), NOVEMBER),
    ],
)
def test_two_periods_have_some_evenings_in_common(
    period: Period, limits: Period, both: Period
) -> None:
    assert period.within(limits) == both


def test_periods_follow_each_other_without_a_gap() -> None:
    found = periods.month_of(date(2026, 12, 15))
    assert found.after is not None
    assert found.before is not None
    assert (found.before.text, found.after.text) == ("2026-11", "2027-01")
    assert found.after.before == found
    assert periods.EVER.before is None
    assert periods.days(date(2026, 1, 1), None).span is Span.DAYS
