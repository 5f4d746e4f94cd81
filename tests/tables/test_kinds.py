"""Every kind of deal beyond the plain one: its steps, what is told, what reaches the sheet."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from prefweb.tables.deals.posts import Fact, Game, Order, Posts, Reply, Units
from prefweb.tables.deals.protocol import Told
from prefweb.tables.deals.steps import Step, concerned, waited_for
from prefweb.tables.pages.panels import Ask, Mend, panel_of
from prefweb.tables.services import playing
from prefweb.tables.taps import dealing_from, tap_from
from scoring import Area, Concession, Contract, Raspasy, Role, Trump
from tests.tables.deals import HALF, PASS, WHIST, Deal
from tests.tables.evenings import Evening, house

GIVES_UP = house(concession=3)
CHECKED = house(ten="checked")
OWN = house(ten="checked", ten_checked_split="own_tricks")
STALINGRAD = house(stalingrad=True)
DEALER = house(dealer_may_whist=True)
TALON = house(talon_bonus="value")
BOTH = house(talon_bonus="value", dealer_may_whist=True)


def ten(split: Any = CHECKED) -> Deal:
    return Deal(convention=split).order(1, 10)


def forced() -> Deal:
    return Deal(convention=STALINGRAD).order(1, 6, "S")


def passed(convention: Any = DEALER) -> Deal:
    """Four players, seat 3 deals; seat 0 plays a seven, both defenders pass."""
    four = Deal(size=4, dealer=3, convention=convention)
    return four.order(0, 7).answer(1, PASS).answer(2, PASS)


def paid(size: int = 3) -> Deal:
    """A seven of seat 1 where the talon is paid for; with four seat 0 deals and rests."""
    return Deal(size=size, convention=TALON).order(1, 7)


def two() -> Deal:
    return Deal(size=2)


def five(resting: tuple[int, ...] | None = None) -> Deal:
    return Deal(size=5, dealer=0, resting=resting)


STEPS = [
    pytest.param(
        lambda: Deal(convention=GIVES_UP).concession(1, 8),
        Step.WRITTEN,
        (),
        id="a-game-given-up-is-written-at-once",
    ),
    pytest.param(
        lambda: Deal(convention=GIVES_UP).concession(1, 8).order(2, 7),
        Step.CONFLICT,
        (1, 2),
        id="but-an-order-beside-it-competes",
    ),
    pytest.param(ten, Step.TRICKS, (1,), id="a-checked-ten-asks-for-the-declarers-number"),
    pytest.param(
        lambda: ten().tricks(2, 9, about=1), Step.WRITTEN, (), id="which-anybody-may-give"
    ),
    pytest.param(
        lambda: ten(OWN), Step.TRICKS, (1, 2, 0), id="or-for-everybodys-own-where-they-count"
    ),
    pytest.param(
        lambda: ten(OWN).tricks(1, 8).tricks(2, 2), Step.WRITTEN, (), id="the-last-is-derived"
    ),
    pytest.param(
        lambda: Deal(convention=CHECKED).order(1, 9),
        Step.ANSWER,
        (2, 0),
        id="a-nine-is-whisted-as-ever",
    ),
    pytest.param(forced, Step.TRICKS, (1, 2, 0), id="six-spades-whist-without-being-asked"),
    pytest.param(
        lambda: Deal(convention=STALINGRAD).order(1, 6, "H"),
        Step.ANSWER,
        (2, 0),
        id="six-hearts-are-asked",
    ),
    pytest.param(
        lambda: Deal(convention=STALINGRAD).order(1, 7, "S"),
        Step.ANSWER,
        (2, 0),
        id="seven-spades-too",
    ),
    pytest.param(
        lambda: Deal(convention=STALINGRAD).order(1, 7),
        Step.ANSWER,
        (2, 0),
        id="and-a-seven-needs-no-trump",
    ),
    pytest.param(
        lambda: forced().order(1, 6, "H"),
        Step.ANSWER,
        (2, 0),
        id="a-mended-trump-asks-after-all",
    ),
    pytest.param(passed, Step.DEALER, (3,), id="both-passed-so-the-dealer-is-asked"),
    pytest.param(
        lambda: passed().answer(3, WHIST), Step.TRICKS, (0, 3), id="he-whists-and-it-is-played"
    ),
    pytest.param(
        lambda: passed().answer(3, WHIST).tricks(3, 6, about=0),
        Step.WRITTEN,
        (),
        id="one-number-is-enough-then",
    ),
    pytest.param(lambda: passed().answer(3, PASS), Step.WRITTEN, (), id="he-passes-no-play"),
    pytest.param(
        lambda: passed().answer(3, WHIST).answer(2, WHIST),
        Step.TRICKS,
        (0, 2),
        id="a-mended-pass-takes-the-dealers-whist-back",
    ),
    pytest.param(
        lambda: Deal(convention=DEALER).order(1, 7).answer(2, PASS).answer(0, PASS),
        Step.WRITTEN,
        (),
        id="a-dealer-who-plays-himself-is-not-asked",
    ),
    pytest.param(
        lambda: Deal(size=5, convention=DEALER).order(1, 7).answer(2, PASS).answer(3, PASS),
        Step.WRITTEN,
        (),
        id="nor-one-of-five",
    ),
    pytest.param(
        lambda: (
            Deal(size=4, dealer=3, convention=DEALER).order(0, 7).answer(1, PASS).answer(2, HALF)
        ),
        Step.HALF,
        (1,),
        id="a-half-whist-leaves-nothing-to-the-dealer",
    ),
    pytest.param(
        lambda: paid().answer(2, PASS).answer(0, PASS),
        Step.TALON,
        (2, 0),
        id="nothing-was-played-but-the-talon-is-paid-for",
    ),
    pytest.param(
        lambda: paid().answer(2, PASS).answer(0, PASS).talon(0, 1),
        Step.WRITTEN,
        (),
        id="either-defender-tells-it",
    ),
    pytest.param(lambda: paid().talon(2, 1), Step.ANSWER, (2, 0), id="before-the-answers-as-well"),
    pytest.param(
        lambda: paid().talon(2, 1).answer(2, WHIST).answer(0, PASS).tricks(1, 7),
        Step.WRITTEN,
        (),
        id="then-nobody-is-asked-again",
    ),
    pytest.param(
        lambda: paid().answer(2, WHIST).answer(0, PASS).tricks(1, 7),
        Step.TALON,
        (2, 0),
        id="tricks-alone-do-not-write-it",
    ),
    pytest.param(
        lambda: paid(4), Step.ANSWER, (2, 3, 0), id="with-four-the-resting-dealer-tells-meanwhile"
    ),
    pytest.param(
        lambda: paid(4).talon(0, 3), Step.ANSWER, (2, 3), id="once-he-has-he-is-not-waited-for"
    ),
    pytest.param(
        lambda: paid().answer(2, PASS).answer(0, PASS).talon(0, 1).talon(2, 2),
        Step.CONFLICT,
        (0, 2),
        id="two-tellings-that-differ",
    ),
    pytest.param(
        lambda: paid().answer(2, PASS).answer(0, PASS).talon(0, 1).talon(2, 2).talon(2, 1),
        Step.WRITTEN,
        (),
        id="mended-they-agree",
    ),
    pytest.param(
        lambda: paid().answer(2, PASS).answer(0, PASS).talon(0, 1).talon(2, 2).talon(0, None),
        Step.WRITTEN,
        (),
        id="a-withdrawn-one-leaves-the-other",
    ),
    pytest.param(
        lambda: paid().answer(2, PASS).answer(0, PASS).talon(0, 1).dispute(1, Fact.TALON, of=0),
        Step.CONFLICT,
        (0, 1),
        id="the-talon-can-be-disputed",
    ),
    pytest.param(
        lambda: Deal(convention=TALON).misere(1).tricks(1, 0),
        Step.WRITTEN,
        (),
        id="no-talon-of-a-misere",
    ),
    pytest.param(
        lambda: Deal(convention=house(talon_bonus="value", concession=3)).concession(1, 6),
        Step.WRITTEN,
        (),
        id="nor-of-a-game-given-up",
    ),
    pytest.param(
        lambda: passed(BOTH), Step.DEALER, (3,), id="the-dealers-whist-comes-before-the-talon"
    ),
    pytest.param(
        lambda: passed(BOTH).answer(3, PASS), Step.TALON, (3,), id="which-he-tells-all-the-same"
    ),
    pytest.param(lambda: two().order(1, 7), Step.ANSWER, (0,), id="of-two-the-other-defends-alone"),
    pytest.param(
        lambda: two().order(1, 7).answer(0, WHIST), Step.TRICKS, (1, 0), id="one-number-of-two"
    ),
    pytest.param(
        lambda: two().order(1, 7).answer(0, PASS), Step.WRITTEN, (), id="his-pass-is-no-play"
    ),
    pytest.param(
        lambda: two().raspasy(1).tricks(1, 4), Step.TRICKS, (0,), id="raspasy-of-two-derive-nothing"
    ),
    pytest.param(
        lambda: two().raspasy(1).tricks(1, 4).tricks(0, 3),
        Step.WRITTEN,
        (),
        id="the-rest-is-the-dummys",
    ),
    pytest.param(
        lambda: two().raspasy(1).tricks(1, 4).tricks(0, 7),
        Step.CONFLICT,
        (0, 1),
        id="but-two-cannot-have-eleven",
    ),
    pytest.param(lambda: five(), Step.ORDER, (1, 2, 3), id="of-five-two-rest"),
    pytest.param(lambda: five((0, 2)), Step.ORDER, (1, 3, 4), id="or-another-pair"),
    pytest.param(
        lambda: five().raspasy(1).tricks(1, 4).tricks(2, 3).tricks(3, 2),
        Step.WRITTEN,
        (),
        id="the-dealer-of-five-has-the-talons-trick",
    ),
]


@pytest.mark.parametrize(("walk", "step", "waits"), STEPS)
def test_posts_lead_to_a_step(walk: Callable[[], Deal], step: Step, waits: tuple[int, ...]) -> None:
    deal = walk()
    assert (deal.step, waited_for(deal.terms, deal.posts)) == (step, waits)
    if step is Step.CONFLICT:
        assert concerned(deal.terms, deal.posts) == waits


@pytest.mark.parametrize(("walk", "step", "waits"), STEPS)
def test_posts_survive_the_database(walk: Callable[[], Deal], step: Step, waits: object) -> None:
    posts = walk().posts
    assert Posts.from_data(json.loads(json.dumps(posts.to_data()))) == posts


FACTS = [
    pytest.param(
        lambda: Deal(convention=GIVES_UP).concession(1, 8),
        Concession(declarer=1, level=8, dealer=0),
        id="a-game-given-up",
    ),
    pytest.param(
        lambda: ten().tricks(1, 9),
        Contract(declarer=1, level=10, roles={}, tricks={1: 9}, dealer=0),
        id="a-checked-ten-has-no-answers",
    ),
    pytest.param(
        lambda: ten(OWN).tricks(1, 8).tricks(2, 2),
        Contract(declarer=1, level=10, roles={}, tricks={1: 8, 2: 2, 0: 0}, dealer=0),
        id="or-everybodys-own-tricks",
    ),
    pytest.param(
        lambda: forced().tricks(1, 6).tricks(2, 3),
        Contract(
            declarer=1,
            level=6,
            trump=Trump.SPADES,
            roles={2: WHIST, 0: WHIST},
            tricks={1: 6, 2: 3, 0: 1},
            dealer=0,
        ),
        id="stalingrad-both-whisted",
    ),
    pytest.param(
        lambda: passed().answer(3, WHIST).tricks(0, 6),
        Contract(
            declarer=0,
            level=7,
            roles={1: PASS, 2: PASS, 3: WHIST},
            tricks={0: 6},
            dealer=3,
        ),
        id="the-dealer-whisted",
    ),
    pytest.param(
        lambda: passed().answer(3, PASS),
        Contract(declarer=0, level=7, roles={1: PASS, 2: PASS}, dealer=3),
        id="a-dealer-who-passed-said-nothing",
    ),
    pytest.param(
        lambda: paid().talon(2, 3).answer(2, PASS).answer(0, PASS),
        Contract(declarer=1, level=7, roles={2: PASS, 0: PASS}, talon_units=3, dealer=0),
        id="the-talons-units",
    ),
    pytest.param(
        lambda: two().raspasy(1).tricks(1, 4).tricks(0, 3),
        Raspasy(tricks={1: 4, 0: 3}, dealer=0),
        id="raspasy-of-two",
    ),
    pytest.param(
        lambda: five((0, 2)).order(1, 7).answer(3, PASS).answer(4, PASS),
        Contract(declarer=1, level=7, roles={3: PASS, 4: PASS}, dealer=0, resting=(0, 2)),
        id="five-say-who-rested",
    ),
    pytest.param(
        lambda: Deal(multipliers=True).order(1, 7, "H", times=2).answer(2, PASS).answer(0, PASS),
        Contract(
            declarer=1,
            level=7,
            trump=Trump.HEARTS,
            roles={2: PASS, 0: PASS},
            multiplier=2,
            dealer=0,
        ),
        id="a-multiplied-deal",
    ),
]


@pytest.mark.parametrize(("walk", "expected"), FACTS)
def test_agreeing_posts_are_facts(walk: Callable[[], Deal], expected: object) -> None:
    assert walk().facts == expected


REFUSALS = [
    pytest.param(lambda: Deal().concession(1, 6), "no_concession", id="giving-up-unagreed"),
    pytest.param(lambda: Deal().order(1, 7, times=2), "no_multipliers", id="multiplying-unagreed"),
    pytest.param(
        lambda: Deal(convention=STALINGRAD).order(1, 6), "trump_needed", id="a-six-without-trump"
    ),
    pytest.param(lambda: forced().answer(2, PASS), "question_changed", id="nobody-passes-there"),
    pytest.param(lambda: ten().answer(2, WHIST), "question_changed", id="nobody-whists-on-a-ten"),
    pytest.param(
        lambda: Deal(size=4, dealer=3, convention=DEALER).order(0, 7).answer(3, WHIST),
        "not_a_defender",
        id="the-dealer-waits-for-the-passes",
    ),
    pytest.param(lambda: passed().answer(3, HALF), "no_half_whist", id="nor-leaves-for-half"),
    pytest.param(lambda: paid().talon(1, 1), "not_your_talon", id="a-declarer-tells-no-talon"),
    pytest.param(lambda: paid(4).talon(2, 1), "not_your_talon", id="nor-a-defender-of-four"),
    pytest.param(lambda: paid().talon(2, 4), "no_such_number", id="four-units"),
    pytest.param(
        lambda: Deal(convention=TALON).talon(2, 1),
        "question_changed",
        id="a-talon-before-the-order",
    ),
    pytest.param(
        lambda: paid().talon(2, 1, by=0).talon(2, 2, seen=""), "said_already", id="two-phones"
    ),
    pytest.param(lambda: paid().talon(2, 1).talon(2, 2, by=0), "not_yours", id="anothers-talon"),
    pytest.param(lambda: five().order(4, 6), "rests", id="who-rests-orders-nothing"),
    pytest.param(lambda: two().order(1, 7).answer(0, HALF), "no_half_whist", id="no-half-of-two"),
]


@pytest.mark.parametrize(("walk", "code"), REFUSALS)
def test_a_post_that_may_not_be_says_why(walk: Callable[[], Deal], code: str) -> None:
    with pytest.raises(Told) as told:
        walk()
    assert told.value.code == code


def test_units_are_not_taken_for_tricks() -> None:
    deal = paid().talon(2, 2)
    again = Posts.from_data(json.loads(json.dumps(deal.posts.to_data())))
    assert isinstance(deal.posts.talon[2].value, Units)
    assert isinstance(again.talon[2].value, Units)


def test_another_multiplier_clears_nothing() -> None:
    deal = Deal(multipliers=True).order(1, 7).answer(2, PASS).answer(0, PASS)
    deal.order(1, 7, times=2)
    assert deal.step is Step.WRITTEN
    assert deal.facts.multiplier == 2


def test_a_standing_half_ends_the_deal_where_the_dealer_might_have_whisted() -> None:
    deal = Deal(size=4, dealer=3, convention=DEALER).order(0, 7).answer(1, PASS).answer(2, HALF)
    assert deal.reply(1, Reply.STANDS).step is Step.WRITTEN


# -- what each seat is asked


class Table(Evening):
    """What the phones of an evening are asked."""

    def asks(self) -> list[str]:
        return [str(panel_of(self.course, seat).ask) for seat in range(self.pulka.size)]


def table(size: int = 3, **options: Any) -> Table:
    found = Table.begin(size, convention=house(**options), multipliers=True)
    assert isinstance(found, Table)
    return found


ASKS: list[Any] = [
    pytest.param(
        lambda: table(4, talon_bonus="value"), lambda e: e.order(1, 7),
        ["talon", "wait", "answer", "answer"], id="the-resting-dealer-is-asked-instead-of-waiting",
    ),
    pytest.param(
        lambda: table(4, talon_bonus="value"),
        lambda e: (e.order(1, 7), e.talon(0, 1)),
        ["wait", "wait", "answer", "answer"],
        id="once-told-he-waits",
    ),
    pytest.param(
        lambda: table(talon_bonus="value"),
        lambda e: (e.order(1, 7), e.answer(2, PASS)),
        ["answer", "wait", "talon"],
        id="a-defender-has-to-answer-first",
    ),
    pytest.param(
        lambda: table(talon_bonus="value"),
        lambda e: (e.order(1, 7), e.answer(2, WHIST), e.answer(0, PASS)),
        ["talon", "tricks", "tricks"],
        id="and-to-tell-the-tricks",
    ),
    pytest.param(
        lambda: table(talon_bonus="value"),
        lambda e: (e.order(1, 7), e.answer(2, WHIST), e.answer(0, PASS), e.tricks(1, 7)),
        ["talon", "wait", "talon"],
        id="then-the-table-waits-for-the-talon",
    ),
    pytest.param(
        lambda: table(talon_bonus="value"),
        lambda e: (
            e.order(1, 7), e.answer(2, PASS), e.answer(0, PASS), e.talon(0, 1),
            e.talon(2, 2, deal=1),
        ),
        ["talon", "wait", "talon"],
        id="told-in-two-ways-both-are-asked",
    ),
    pytest.param(
        lambda: table(4, dealer_may_whist=True, talon_bonus="value"),
        lambda e: (e.order(1, 7), e.answer(2, PASS), e.answer(3, PASS)),
        ["dealer", "wait", "wait", "wait"],
        id="the-dealers-whist-is-more-urgent",
    ),
    pytest.param(
        lambda: table(ten="checked"), lambda e: e.order(1, 10), ["wait", "tricks", "wait"],
        id="a-checked-ten-asks-its-declarer",
    ),
    pytest.param(
        lambda: table(stalingrad=True), lambda e: e.order(1, 6, "S"),
        ["tricks", "tricks", "tricks"], id="stalingrad-asks-for-tricks-at-once",
    ),
    pytest.param(
        lambda: table(2), lambda e: e.raspasy(1), ["tricks", "tricks"], id="raspasy-of-two-ask-both"
    ),
    pytest.param(
        lambda: table(5), lambda e: None, ["wait", "order", "order", "order", "wait"],
        id="of-five-three-order",
    ),
]  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize(("begin", "go", "asked"), ASKS)
def test_each_seat_is_asked_its_own(
    begin: Callable[[], Table], go: Callable[[Table], object], asked: list[str]
) -> None:
    evening = begin()
    go(evening)
    assert evening.asks() == asked


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fact", "seat", "ask"), [(Fact.TALON, 0, Ask.TALON), (Fact.ANSWER, 0, Ask.DEALER)]
)
def test_what_the_dealer_said_can_be_mended(fact: Fact, seat: int, ask: Ask) -> None:
    evening = table(4, dealer_may_whist=True, talon_bonus="value")
    evening.order(1, 7)
    evening.talon(0, 2)
    evening.answer(2, PASS)
    evening.answer(3, PASS)
    evening.answer(0, PASS)
    panel = panel_of(evening.course, seat, Mend(1, fact))
    assert (panel.ask, panel.seen) == (ask, "2" if fact is Fact.TALON else "pass")


@pytest.mark.django_db
def test_prices_on_the_phone_know_the_multiplier() -> None:
    evening = table()
    evening.order(1, 7, times=3)
    worth = panel_of(evening.course, 2).worth
    assert worth is not None
    assert (worth.points, worth.duty, worth.whist) == (12, 2, 12)


@pytest.mark.django_db
@pytest.mark.parametrize(("tricks", "last"), [(None, True), (2, False)])
def test_the_last_pass_says_what_it_ends(tricks: int | None, last: bool) -> None:
    evening = table(2 if tricks is None else 3)
    evening.order(1, 7)
    assert panel_of(evening.course, 0).ends_with_pass == last


# -- what is written


def totals(evening: Evening) -> dict[str, list[int]]:
    sheet = evening.course.replay.sheet
    whists = [int(sum(row)) for row in sheet.whists]
    return {"pool": [*map(int, sheet.pool)], "mountain": [*map(int, sheet.mountain)],
            "whists": whists}  # fmt: skip


WRITTEN: list[Any] = [
    pytest.param(
        lambda: table(concession=3), lambda e: e.concession(1, 7),
        {"mountain": [0, 12, 0]}, id="given-up-three-down-at-seven",
    ),
    pytest.param(
        lambda: table(concession=2), lambda e: e.concession(1, 6),
        {"mountain": [0, 4, 0]}, id="or-two-down-at-six",
    ),
    pytest.param(
        lambda: table(ten="checked"), lambda e: (e.order(1, 10), e.tricks(1, 10)),
        {"pool": [0, 10, 0]}, id="a-checked-ten-made",
    ),
    pytest.param(
        lambda: table(),
        lambda e: (e.order(1, 7, times=2), e.answer(2, PASS), e.answer(0, PASS)),
        {"pool": [0, 8, 0]}, id="a-bomb",
    ),
    pytest.param(
        lambda: table(4, talon_bonus="value"),
        lambda e: (e.order(1, 7), e.talon(0, 3), e.answer(2, PASS), e.answer(3, PASS)),
        {"pool": [0, 4, 0, 0], "whists": [12, 0, 0, 0]}, id="two-aces-are-the-dealers",
    ),
    pytest.param(
        lambda: table(4, dealer_may_whist=True),
        lambda e: (e.order(1, 7), e.answer(2, PASS), e.answer(3, PASS), e.answer(0, WHIST),
                   e.tricks(1, 9)),
        {"pool": [0, 4, 0, 0], "whists": [4, 0, 0, 0], "mountain": [0, 0, 0, 0]},
        id="a-dealer-who-is-short-is-never-fined",
    ),
    pytest.param(
        lambda: table(2), lambda e: (e.raspasy(1), e.tricks(1, 4), e.tricks(0, 3)),
        {"mountain": [0, 1]}, id="raspasy-of-two",
    ),
]  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize(("begin", "go", "written"), WRITTEN)
def test_each_kind_reaches_the_sheet(
    begin: Callable[[], Table], go: Callable[[Table], object], written: dict[str, list[int]]
) -> None:
    evening = begin()
    go(evening)
    assert len(evening.course.scored_deals) == 1
    found = totals(evening)
    assert {area: found[area] for area in written} == written
    assert set(found) == {Area.POOL, Area.MOUNTAIN, Area.WHISTS}


# -- forms


FORM = {"uid": "x" * 12, "kind": "order", "deal": "1", "seat": "1"}


@pytest.mark.parametrize(
    ("sent", "order"),
    [
        ({"game": "concession-8"}, Order(Game.CONCESSION, 8)),
        ({"game": "7", "trump": "H"}, Order(Game.CONTRACT, 7, Trump.HEARTS)),
        ({"game": "7", "multiplier": "2", "called": " бомба "},
         Order(Game.CONTRACT, 7, None, 2, "бомба")),
        ({"game": "raspasy", "multiplier": "100"}, Order(Game.RASPASY, multiplier=100)),
        ({"game": "misere", "multiplier": "", "called": ""}, Order(Game.MISERE)),
        ({"game": "concession-6", "multiplier": "3", "trump": "H"},
         Order(Game.CONCESSION, 6, multiplier=3)),
    ],
)  # fmt: skip
def test_order_is_read_from_its_form(sent: dict[str, str], order: Order) -> None:
    assert tap_from({**FORM, **sent}).value == order


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"game": "7", "multiplier": "1"}, "no_such_multiplier"),
        ({"game": "7", "multiplier": "101"}, "no_such_multiplier"),
        ({"game": "7", "multiplier": "two"}, "no_such_multiplier"),
        ({"game": "7", "called": "бомба"}, "no_such_multiplier"),
        ({"game": "7", "multiplier": "2", "called": "я" * 31}, "no_such_multiplier"),
        ({"game": "concession-5"}, "bad_form"),
        ({"game": "concession-"}, "bad_form"),
        ({"game": "contract-7"}, "bad_form"),
    ],
)
def test_odd_order_is_told(sent: dict[str, str], code: str) -> None:
    with pytest.raises(Told) as told:
        tap_from({**FORM, **sent})
    assert told.value.code == code


def test_talon_is_read_from_its_form() -> None:
    form = {**FORM, "kind": "talon"}
    value = tap_from({**form, "units": "2"}).value
    assert (value, type(value)) == (2, Units)
    assert tap_from({**form, "units": "withdraw"}).value is None


def test_other_pair_is_read_from_its_form() -> None:
    form = {"uid": "x" * 12, "deal": "1", "changes": "0", "dealer": "2"}
    assert dealing_from({**form, "rests": "4"})[1:] == (2, 4)
    assert dealing_from(form)[1:] == (2, None)


# -- five


@pytest.mark.django_db
def test_another_pair_rests_and_the_deal_goes_on_from_the_same_dealer() -> None:
    evening = table(5)
    playing.change_dealer(evening.pulka.slug, evening.players[3], evening.dealing(), 0, 2)
    assert evening.now.terms.resting == (0, 2)
    assert evening.asks() == ["wait", "order", "wait", "order", "order"]
    evening.order(1, 7)
    evening.answer(3, PASS)
    evening.answer(4, PASS)
    assert evening.now.number == 2
    assert evening.now.terms.resting == (0, 1)


@pytest.mark.django_db
def test_dealer_does_not_rest_twice() -> None:
    evening = table(5)
    with pytest.raises(Told) as told:
        playing.change_dealer(evening.pulka.slug, evening.players[3], evening.dealing(), 0, 0)
    assert (told.value.code, told.value.params) == ("rests_twice", {"seat": 0})


def test_everything_else_of_an_order_stays_its_game() -> None:
    order = Order(Game.CONTRACT, 7, Trump.HEARTS, 2, "бомба")
    assert order.is_same_game(replace(order, multiplier=1, called=""))
    assert Role.WHIST not in roles_of(Deal(convention=GIVES_UP).concession(1, 6))


def roles_of(deal: Deal) -> list[Role]:
    return [said.value for said in deal.posts.answers.values()]
