"""The steps of the final count: every number on the page is the engine's, both methods agree."""

import re
from decimal import Decimal
from fractions import Fraction

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from prefweb.tables.models import Consent
from prefweb.ui.steps import Steps
from scoring import (
    PRESETS,
    Convention,
    Game,
    Number,
    Role,
    Sheet,
    money_of,
    payments,
    settle,
)
from tests.engine.strategies import conventions, numbers
from tests.tables.evenings import NAMES, Evening, house
from tests.tables.test_access import browser
from tests.tables.test_continuing import goes_on

SOCHI = PRESETS["sochi"].convention
COUNTED = re.compile(r'data-count="([\w-]+)" data-value="([^"]+)">([^<]+)<')


@st.composite
def sheets(draw: st.DrawFn, players: int) -> Sheet:
    """A sheet as it may stand: minus mountains and pools beyond the target among it."""
    row = st.lists(numbers, min_size=players, max_size=players)
    grid = [draw(row) for _seat in range(players)]
    whists = tuple(
        tuple(0 if i == j else value for j, value in enumerate(each)) for i, each in enumerate(grid)
    )
    return Sheet(tuple(draw(row)), tuple(draw(row)), whists)


@st.composite
def counts(draw: st.DrawFn) -> Steps:
    """Any sheet under any convention, with a target and money or without."""
    players = draw(st.integers(2, 5))
    convention = draw(conventions)
    target = None if convention.pool_end == "time" else draw(st.integers(1, 50))
    game = Game(convention=convention, players=players, target=target)
    stake = draw(st.sampled_from([Decimal(0), Decimal("0.5"), Decimal(7)]))
    return Steps(NAMES[:players], game, draw(sheets(players)), stake)


def page_of(counted: Steps, language: str = "en") -> str:
    with translation.override(language):
        return render_to_string("settlement/_steps.html", {"counted": counted})


def counted_on(page: str) -> dict[str, str]:
    return {key: value for key, value, _shown in COUNTED.findall(page)}


def keyed(field: str, values: tuple[Number | Decimal, ...]) -> dict[str, str]:
    return {f"{field}-{seat}": str(value) for seat, value in enumerate(values)}


@settings(max_examples=60, deadline=None)
@given(counts())
def test_every_number_of_the_steps_is_the_engines(counted: Steps) -> None:
    found, page = settle(counted.sheet, counted.game), counted_on(page_of(counted))
    expected = {
        **keyed("pool", counted.sheet.pool),
        **keyed("written", counted.sheet.mountain),
        **keyed("mountain", found.mountains),
        **keyed("amnestied", found.amnestied),
        **keyed("mountain_part", found.mountain_part),
        **keyed("circle", found.mountain_part),
        **keyed("shared", found.shared),
        **keyed("exact", found.exact),
    }
    assert {key: page.get(key) for key in expected} == expected
    for i, row in enumerate(found.pairwise):
        for j, value in enumerate(row):
            if i != j:
                assert page[f"difference-{i}-{j}"] == str(value)
            if i < j:
                assert page[f"pair-{i}-{j}"] == str(value)


@settings(max_examples=60, deadline=None)
@given(counts())
def test_both_methods_come_to_the_engines_result(counted: Steps) -> None:
    found, page = settle(counted.sheet, counted.game), counted_on(page_of(counted))
    for seat, value in enumerate(found.exact):
        assert page[f"by_average-{seat}"] == page[f"by_whists-{seat}"] == str(value)


@settings(max_examples=40, deadline=None)
@given(counts())
def test_rounding_is_shown_exactly_where_it_changes_something(counted: Steps) -> None:
    found, page = settle(counted.sheet, counted.game), counted_on(page_of(counted))
    is_rounded = found.whists != found.exact
    assert ("whists-0" in page) == is_rounded
    if is_rounded:
        assert keyed("whists", found.whists).items() <= page.items()


@settings(max_examples=40, deadline=None)
@given(counts())
def test_money_and_payments_are_the_engines(counted: Steps) -> None:
    page = counted_on(page_of(counted))
    money = money_of(settle(counted.sheet, counted.game).whists, counted.stake, counted.currency)
    due = {f"payment-{each.debtor}-{each.creditor}": str(each.amount) for each in payments(money)}
    expected = {**keyed("money", money), **due} if counted.stake else {}
    assert {k: v for k, v in page.items() if k.startswith(("money", "payment"))} == expected


@settings(max_examples=40, deadline=None)
@given(counts())
def test_what_is_read_is_the_value(counted: Steps) -> None:
    for key, value, shown in COUNTED.findall(page_of(counted)):
        if not key.startswith(("money", "payment")):
            assert _read(shown) == Fraction(value), key


def _read(shown: str) -> Fraction:
    """A number as people write it: ``−217½``, ``103 5/7``."""
    text = shown.replace("\u202f", " ").replace("−", "-").replace("+", "").strip()
    sign = -1 if text.startswith("-") else 1
    for glyph in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞":
        top, bottom = _parts(glyph)
        text = text.replace(glyph, f" {top}/{bottom}")
    whole, _, part = text.lstrip("-").strip().rpartition(" ")
    parts = [whole.replace(" ", ""), part] if "/" in part else [text.lstrip("-").replace(" ", "")]
    return sign * sum(map(Fraction, filter(None, parts)), Fraction(0))


def _parts(glyph: str) -> tuple[int, int]:
    import unicodedata

    top, bottom = unicodedata.normalize("NFKC", glyph).split("⁄")
    return int(top), int(bottom)


# -- what is said


def sheet(pool: tuple[int, ...], mountain: tuple[int, ...]) -> Sheet:
    players = len(pool)
    return Sheet(pool, mountain, tuple((0,) * players for _seat in range(players)))


def of(pool: tuple[int, ...], mountain: tuple[int, ...], **options: object) -> Steps:
    convention = Convention.from_data(options, SOCHI)
    target = None if convention.pool_end == "time" else 20
    game = Game(convention=convention, players=len(pool), target=target)
    return Steps(NAMES[: len(pool)], game, sheet(pool, mountain))


SAID = [
    pytest.param(of((20, 20, 20), (1, 2, 3)), "Every pool stands at 20", id="full-pools"),
    pytest.param(of((20, 17, 20), (1, 2, 3)), "20 − 17 = ", id="a-pool-that-lacks"),
    pytest.param(of((20, 17, 20), (1, 2, 3), pool_settle=2), "(20 − 17) × 2 = ", id="pool-twice"),
    pytest.param(of((20, -3, 20), (1, 2, 3)), "20 − (−3) = ", id="a-pool-below-zero"),
    pytest.param(of((25, 20, 20), (1, 2, 3)), "20 − 25 = ", id="a-pool-beyond"),
    pytest.param(
        of((20, 17, 20), (1, 2, 3), pool_settle=0), "worth nothing", id="pool-for-nothing"
    ),
    pytest.param(of((9, 4, 1), (1, 2, 3), pool_end="time"), "the fullest one, 9", id="no-target"),
    pytest.param(of((20, 20, 20), (-2, 0, 3)), "below zero, −2", id="a-minus-mountain"),
    pytest.param(of((20, 20), (0, 4), indivisible_mountain=True), "4 × 10 = ", id="indivisible"),
    pytest.param(of((20, 20, 20), (0, 2, 4), whists_per_mountain=7), "(2 − 4) × 7", id="sevens"),
    pytest.param(of((20, 20, 20), (0, 1, 0)), "not rounded", id="exact"),
    pytest.param(of((20, 20, 20), (0, 0, 3)), "nothing to round", id="all-whole"),
    pytest.param(of((20, 20, 20), (0, 1, 0), rounding="whole"), "are made whole", id="whole"),
    pytest.param(of((20, 20, 20), (0, 1, 0), rounding="codex"), "mountain −1", id="codex-off"),
    pytest.param(of((20, 20, 20), (0, 2, 0), rounding="codex"), "mountain +1", id="codex-on"),
]


@pytest.mark.parametrize(("counted", "words"), SAID)
def test_the_steps_say_why(counted: Steps, words: str) -> None:
    assert words in re.sub(r"<[^>]+>", "", page_of(counted))


@pytest.mark.parametrize(("size", "drawn"), [(2, 5), (3, 5), (4, 5), (5, 0)])
def test_the_sheet_is_drawn_after_each_step(size: int, drawn: int) -> None:
    page = page_of(of((20,) * size, tuple(range(size))))
    assert page.count('<svg class="sheet') == drawn
    assert page.count("<figure") == 5


@settings(max_examples=30, deadline=None)
@given(counts())
def test_the_drawn_stages_hold_the_steps_numbers(counted: Steps) -> None:
    found, stages = counted.settlement, counted.stages
    for seat in range(counted.size):
        after = {
            "pools": found.mountains,
            "amnesty": found.amnestied,
            "average": found.mountain_part,
            "differences": found.mountain_part,
            "shared": found.amnestied,
        }
        for name, mountains in after.items():
            column = getattr(stages, name).paper.columns[seat]
            assert column.mountain.value == mountains[seat], name
            assert column.pool.value == counted.sheet.pool[seat]
        for cell in stages.shared.paper.columns[seat].whists:
            assert cell is None or cell.value == found.written[seat][cell.against or 0]
        for cell in stages.differences.paper.columns[seat].whists:
            assert cell is None or cell.value == found.pairwise[seat][cell.against or 0]


@pytest.mark.parametrize("mountain", [(0, 1, 0), (0, 2, 0), (0, 0, 1, 0)])
def test_the_corrected_sheet_settles_to_the_rounded_result(mountain: tuple[int, ...]) -> None:
    counted = of((20,) * len(mountain), mountain, rounding="codex")
    corrected = counted.stages.corrected
    assert corrected is not None
    columns = corrected.paper.columns
    mended = Sheet(
        counted.sheet.pool,
        tuple(column.mountain.value for column in columns),
        tuple(tuple(cell.value if cell else 0 for cell in column.whists) for column in columns),
    )
    assert settle(mended, counted.game).exact == counted.settlement.whists


# -- on a table's page


@pytest.mark.django_db
class TestOfATable:
    def test_the_steps_are_the_courses(self) -> None:
        evening = Evening.begin(convention=house(rounding="whole"))
        evening.seven_made()
        page = browser(evening.players[1]).get(f"/p/{evening.pulka.slug}/settlement")
        found = counted_on(page.content.decode())
        assert keyed("exact", evening.course.settlement.exact).items() <= found.items()

    def test_folds_keep_their_state_and_are_open_at_first(self) -> None:
        evening = Evening.begin()
        page = browser(evening.players[1]).get(f"/p/{evening.pulka.slug}/settlement")
        folds = re.findall(
            r'<details open data-fold="step-([\w-]+)" data-kept>', page.content.decode()
        )
        assert folds == ["pools", "amnesty", "average", "pairs", "total", "other-way", "money"]

    @pytest.mark.parametrize("leaver", [1, 2])
    def test_who_has_left_is_counted_with_each_of_the_others(self, leaver: int) -> None:
        evening = Evening.begin(4, target=20)
        evening.order(1, 7)
        evening.answer(2, Role.WHIST)
        evening.answer(3, Role.PASS)
        evening.tricks(1, 7)
        goes_on(evening, Consent.Kind.PART, {"seat": leaver})
        found = evening.again().course.settlement
        page = browser(evening.players[0]).get(f"/p/{evening.pulka.slug}/settlement")
        shown = counted_on(page.content.decode())
        for seat, row in enumerate(found.pairwise):
            if seat == leaver:
                assert f"part-{seat}" not in shown
                continue
            assert shown[f"part_whists-{seat}"] == str(row[leaver])
            mountains = found.shared[leaver] - found.shared[seat]
            assert shown[f"part_mountains-{seat}"] == str(mountains)
            settled = evening.pulka.seats.get(index=seat).whists
            assert shown[f"part-{seat}"] == settled
        assert keyed("shared", found.shared).items() <= shown.items()
