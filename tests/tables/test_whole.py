"""A whole deal as a form says it, and the posts and faults that come of it."""

from typing import Any

import pytest

from prefweb.tables.deals import whole
from prefweb.tables.deals.posts import Game
from prefweb.tables.deals.steps import Terms, facts
from prefweb.tables.deals.whole import Entered, Unfit, Whole
from scoring import Concession, Contract, Convention, Misere, Raspasy, Role, Trump
from scoring.deals import seating
from tests.tables.deals import SOCHI, Deal

WHIST, PASS, HALF = Role.WHIST, Role.PASS, Role.HALF


class Table:
    """Who plays at a table of this size under an agreement."""

    def __init__(self, size: int = 3, multipliers: bool = False, **options: Any) -> None:
        self.size = size
        self.convention = Convention.from_data({**SOCHI.to_data(), **options})
        self.multipliers = multipliers

    def terms(self, dealer: int, resting: tuple[int, ...] | None = None) -> Terms:
        return Terms(self.convention, seating(self.size, dealer, resting), self.multipliers)

    def read(self, **form: str) -> Whole:
        data = {name.replace("_", "-"): text for name, text in form.items()}
        return whole.read(self, self.size, Entered.parse(data), by=0)

    def deal(self, **form: str) -> Any:
        return self.read(**form).deal(self)


SEVEN = {"dealer": "0", "game": "7", "declarer": "1", "answer_2": "whist", "answer_0": "pass"}


def test_one_whister_needs_one_number() -> None:
    deal = Table().deal(**SEVEN, tricks_1="7", trump="H")
    assert deal == Contract(
        dealer=0,
        declarer=1,
        level=7,
        trump=Trump.HEARTS,
        roles={2: WHIST, 0: PASS},
        tricks={1: 7},
    )


CASES = [
    pytest.param(Table(), SEVEN | {"tricks_2": "2", "tricks_0": "2"}, {1: 6}, id="the rest"),
    pytest.param(
        Table(), SEVEN | {"tricks_1": "7", "tricks_2": "9"}, {1: 7}, id="the declarer's is enough"
    ),
    pytest.param(
        Table(),
        SEVEN | {"answer_0": "whist", "tricks_1": "7", "tricks_2": "2"},
        {1: 7, 2: 2, 0: 1},
        id="two whist, the third has the rest",
    ),
    pytest.param(
        Table(),
        SEVEN | {"answer_2": "pass", "tricks_1": "7"},
        None,
        id="nobody whists, the numbers are not asked",
    ),
    pytest.param(
        Table(half_whist_levels=[6, 7]),
        SEVEN | {"answer_2": "pass", "answer_0": "half"},
        None,
        id="a half-whist stands",
    ),
    pytest.param(
        Table(half_whist_levels=[6, 7]),
        SEVEN | {"answer_2": "pass", "answer_0": "half", "back": "yes", "tricks_1": "6"},
        {1: 6},
        id="a half-whist is taken back",
    ),
    pytest.param(
        Table(4, dealer_may_whist=True),
        {"dealer": "0", "game": "7", "declarer": "1", "answer_2": "pass", "answer_3": "pass"}
        | {"answer_0": "whist", "tricks_1": "7"},
        {1: 7},
        id="the dealer whists",
    ),
    pytest.param(
        Table(ten="checked"),
        {"dealer": "0", "game": "10", "declarer": "1", "tricks_1": "9"},
        {1: 9},
        id="a checked ten",
    ),
    pytest.param(
        Table(stalingrad=True),
        {"dealer": "0", "game": "6", "trump": "S", "declarer": "1"}
        | {"tricks_1": "6", "tricks_2": "2", "tricks_0": "2"},
        {1: 6, 2: 2, 0: 2},
        id="Stalingrad",
    ),
    pytest.param(
        Table(2),
        {"dealer": "0", "game": "7", "declarer": "1", "answer_0": "whist"} | {"tricks_1": "6"},
        {1: 6},
        id="two players",
    ),
]


@pytest.mark.parametrize(("table", "form", "tricks"), CASES)
def test_a_contract_is_read_with_its_tricks(
    table: Table, form: dict[str, str], tricks: dict[int, int] | None
) -> None:
    assert table.deal(**form).tricks == tricks


def test_other_games() -> None:
    common = {"dealer": "0", "declarer": "2"}
    assert Table().deal(**common, game="misere", tricks_2="1") == Misere(
        dealer=0, declarer=2, tricks=1
    )
    assert Table().deal(dealer="0", game="raspasy", tricks_1="4", tricks_2="3") == Raspasy(
        dealer=0, tricks={1: 4, 2: 3, 0: 3}
    )
    assert Table(concession=3).deal(**common, game="concession-7") == Concession(
        dealer=0, declarer=2, level=7
    )


def test_a_multiplier_with_its_name() -> None:
    deal = Table(multipliers=True).deal(**SEVEN, tricks_1="7", factor="2", called=" бомба ")
    assert (deal.multiplier, deal.note) == (2, "бомба")


def test_five_rest_as_they_say() -> None:
    form = SEVEN | {"dealer": "4", "answer_0": "pass", "answer_2": "whist", "tricks_1": "7"}
    usual = Table(5).read(**form | {"dealer": "4", "resting": "3"})
    assert usual.terms(Table(5)) == Table(5).terms(4)
    other = Table(5).read(**form | {"dealer": "3", "resting": "4"})
    assert other.terms(Table(5)).resting == (3, 4)


def test_the_talon_is_told_where_it_is_paid_for() -> None:
    table = Table(talon_bonus="value")
    assert table.deal(**SEVEN, tricks_1="7", talon="2").talon_units == 2
    with pytest.raises(Unfit) as unfit:
        table.read(**SEVEN, tricks_1="7")
    assert unfit.value.reasons["talon"].code == "talon_needed"
    assert Table().deal(**SEVEN, tricks_1="7", talon="2").talon_units is None


FAULTS = [
    pytest.param(Table(), {}, {"dealer": "dealer_needed", "game": "game_needed"}, id="nothing"),
    pytest.param(
        Table(), {"dealer": "0", "game": "7"}, {"declarer": "declarer_needed"}, id="whose game"
    ),
    pytest.param(
        Table(4), {"dealer": "1", "game": "7", "declarer": "1"}, {"declarer": "rests"}, id="rests"
    ),
    pytest.param(
        Table(),
        {"dealer": "0", "game": "7", "declarer": "1", "answer_2": "pass"},
        {"answers": "answer_needed"},
        id="an answer is missing",
    ),
    pytest.param(Table(), SEVEN, {"tricks": "refused"}, id="the tricks are missing"),
    pytest.param(
        Table(),
        SEVEN | {"answer_0": "whist", "tricks_1": "7", "tricks_2": "2", "tricks_0": "2"},
        {"tricks": "refused"},
        id="eleven tricks",
    ),
    pytest.param(
        Table(half_whist_levels=[6]),
        SEVEN | {"answer_0": "half", "answer_2": "pass"},
        {"answers": "no_half_whist"},
        id="half-whists are not agreed",
    ),
    pytest.param(
        Table(),
        {"dealer": "0", "game": "concession-7", "declarer": "1"},
        {"game": "no_concession"},
        id="concessions are not agreed",
    ),
    pytest.param(
        Table(), SEVEN | {"factor": "2"}, {"factor": "no_multipliers"}, id="no multipliers here"
    ),
    pytest.param(
        Table(multipliers=True),
        SEVEN | {"factor": "0"},
        {"factor": "no_such_multiplier"},
        id="times 0",
    ),
    pytest.param(
        Table(stalingrad=True),
        {"dealer": "0", "game": "6", "declarer": "1"},
        {"trump": "trump_needed"},
        id="a six needs its trump",
    ),
    pytest.param(
        Table(5), SEVEN | {"resting": "0"}, {"resting": "rests_twice"}, id="the dealer twice"
    ),
    pytest.param(
        Table(4, dealer_may_whist=True),
        {"dealer": "0", "game": "7", "declarer": "1", "answer_2": "whist", "answer_3": "pass"}
        | {"answer_0": "whist", "tricks_1": "7"},
        {"answers": "refused"},
        id="the dealer whists beside another",
    ),
    pytest.param(
        Table(2),
        {"dealer": "0", "game": "raspasy", "tricks_1": "4"},
        {"tricks": "refused"},
        id="nothing is derived for two",
    ),
    pytest.param(
        Table(),
        {"dealer": "0", "game": "misere", "declarer": "1"},
        {"tricks": "refused"},
        id="a misere needs its number",
    ),
]


@pytest.mark.parametrize(("table", "form", "reasons"), FAULTS)
def test_what_cannot_be_is_told_beside_its_part(
    table: Table, form: dict[str, str], reasons: dict[str, str]
) -> None:
    with pytest.raises(Unfit) as unfit:
        table.read(**form)
    assert {part: told.code for part, told in unfit.value.reasons.items()} == reasons


POSTED = [
    pytest.param(Deal().order(1, 7, "H").answer(2, WHIST).answer(0, PASS).tricks(2, 6, 1)),
    pytest.param(Deal().order(1, 6).answer(2, WHIST).answer(0, WHIST).tricks(1, 6).tricks(0, 1)),
    pytest.param(Deal().misere(2).tricks(0, 0, 2)),
    pytest.param(Deal(4).raspasy(2).tricks(1, 4).tricks(2, 3).tricks(3, 2)),
    pytest.param(Deal().order(1, 9).answer(2, PASS).answer(0, PASS)),
]


@pytest.mark.parametrize("deal", POSTED)
def test_a_form_filled_from_a_deal_says_the_same_deal(deal: Deal) -> None:
    table = Table(len(deal.terms.active) + len(deal.terms.resting))
    entered = Entered.of(deal.terms, deal.posts)
    again = Entered.parse(dict(whole.fields_of(entered)))
    assert again == entered
    told = whole.read(table, table.size, again, by=1)
    assert told.deal(table) == facts(deal.terms, deal.posts)
    assert Whole.from_data(told.to_data()) == told


@pytest.mark.parametrize(
    "text", ["", "5", "11", "concession", "concession-5", "seven", "contract", "misere-7"]
)
def test_a_game_that_is_none_is_not_said(text: str) -> None:
    assert Entered.parse({"game": text}).game is None


def test_only_what_is_agreed_is_offered() -> None:
    bare = whole.offered(Table(half_whist_levels=[]), 3)
    assert (bare.concessions, bare.multiplies, bare.has_half) == ((), False, False)
    rich = whole.offered(Table(4, multipliers=True, concession=3, dealer_may_whist=True), 4)
    assert rich.concessions[0] == f"{Game.CONCESSION}-6"
    assert rich.multiplies
    assert rich.dealer_may_whist
