"""Running totals as they are written: shortened, in plain digits or with wheels for hundreds."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefweb.sheets.runs import shortened, wheeled, written
from scoring import Number

HALF = Fraction(1, 2)

WHEELS = [
    pytest.param((200, 280, 320), "ØØ.80.ØØØ20", id="the-rule's-own-example"),
    pytest.param((4, 20, 96), "4.20.96", id="below-a-hundred-nothing-changes"),
    pytest.param((96, 104, 110), "96.Ø4.10", id="only-where-a-hundred-is-passed"),
    pytest.param((100, 200), "Ø.ØØ", id="a-full-hundred-is-the-wheel-alone"),
    pytest.param((90, 310), "90.ØØØ10", id="several-passed-at-once"),
    pytest.param((120, 90, 95), "Ø20.090.95", id="back-below-a-hundred-has-no-wheel-and-says-so"),
    pytest.param((220, 180, 190), "ØØ20.Ø80.90", id="back-below-two-hundred"),
    pytest.param((120, 100), "Ø20.Ø", id="back-to-the-full-hundred"),
    pytest.param((120, 0), "Ø20.0", id="back-to-nothing"),
    pytest.param((-90, -120, -150), "−90.−Ø20.−50", id="below-zero"),
    pytest.param((-120, -30), "−Ø20.−030", id="up-again-from-below"),
    pytest.param((120, -30), "Ø20.−030", id="from-above-a-hundred-to-below-zero"),
    pytest.param((20, -20), "20.−20", id="below-zero-without-a-hundred"),
    pytest.param((99 + HALF, 100 + HALF, 103 + HALF), "99½.Ø½.3½", id="halves"),
    pytest.param((Fraction(724, 7),), "Ø3\u202f3/7", id="a-rare-part-stands-apart"),
]


@pytest.mark.parametrize(("totals", "text"), WHEELS)
def test_hundreds_are_wheels_where_a_total_passes_them(
    totals: tuple[Number, ...], text: str
) -> None:
    assert ".".join(written(totals, wheel=True)) == text


PLAIN = [
    pytest.param((), 7, ("", ""), id="nothing-written"),
    pytest.param((5,), 0, ("", "5"), id="the-last-one-needs-no-room"),
    pytest.param((5, 9, 29, 33), 6, ("…9.29.", "33"), id="the-oldest-goes"),
    pytest.param((5, 9, 29, 33), 9, ("5.9.29.", "33"), id="all-of-them-fit"),
    pytest.param((5, 9, 29, 33), 2, ("…", "33"), id="some-are-left-out-is-said"),
    pytest.param((5, 9, 29, 33), 0, ("", "33"), id="not-even-that-fits"),
    pytest.param((1208, -1287), 9, ("1208.", "−1287"), id="no-spaces-in-thousands"),
]


@pytest.mark.parametrize(("totals", "room", "run"), PLAIN)
def test_histories_are_shortened(
    totals: tuple[Number, ...], room: int, run: tuple[str, str]
) -> None:
    found = shortened(totals, lambda earlier, last: len(earlier) <= room)
    assert (found.earlier, found.last) == run


def test_what_stands_after_left_out_totals_shows_its_hundreds() -> None:
    """Else nobody could tell what 80 stands on."""
    found = shortened((90, 210, 280, 295), lambda earlier, last: len(earlier) <= 6, wheel=True)
    assert (found.earlier, found.last) == ("…ØØ80.", "95")
    found = shortened((90, 210, 280, 295), lambda earlier, last: len(earlier) <= 1, wheel=True)
    assert (found.earlier, found.last) == ("…", "ØØ95")


totals_ = st.lists(
    st.integers(-1500, 1500) | st.fractions(-300, 300, max_denominator=6), max_size=40
)


@given(totals_, st.integers(0, 60))
def test_a_shortened_history_ends_as_the_whole_one_does(totals: list[Number], room: int) -> None:
    found = shortened(totals, lambda earlier, last: len(earlier) <= room)
    whole = "".join(f"{each}." for each in written(totals))
    shown = f"{found.earlier}{found.last}." if totals else ""
    assert whole.endswith(shown.removeprefix("…"))
    assert found.last == (written(totals)[-1] if totals else "")
    assert len(found.earlier) <= room


@given(totals_)
def test_wheels_can_be_read_back(totals: list[Number]) -> None:
    """Every total is known from what stands before it and its own signs."""
    before: Number | None = None
    for total, text in zip(totals, written(totals, wheel=True), strict=True):
        assert total == read_back(text, before)
        before = total


def read_back(text: str, before: Number | None) -> Number:
    signs = text.removeprefix("−")
    negative = -1 if text.startswith("−") else 1
    wheels, rest = signs.count("Ø"), signs.replace("Ø", "")
    if "Ø" in signs or before is None:
        hundreds = wheels
    elif rest.startswith("0"):
        hundreds = 0
    else:
        hundreds = abs(int(Fraction(before) / 100))
    return negative * (100 * hundreds + number_of(rest))


def number_of(text: str) -> Number:
    parts = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5"}
    parts |= {"⅖": "2/5", "⅗": "3/5", "⅘": "4/5", "⅙": "1/6", "⅚": "5/6"}
    part = next((Fraction(parts[sign]) for sign in parts if sign in text), Fraction(0))
    digits = "".join(letter for letter in text if letter.isascii())
    return int(digits or 0) + part


def test_whole_hundreds_keep_their_sign() -> None:
    assert [wheeled(total) for total in (0, 100, -300, 320)] == ["0", "Ø", "−ØØØ", "ØØØ20"]
