"""The steps of a deal, walked in tables."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from prefweb.tables.deals.posts import Claim, Fact, Game, Order, Posts, Reply
from prefweb.tables.deals.protocol import Told, cleared
from prefweb.tables.deals.steps import Step, concerned, count, waited_for
from scoring import Contract, Misere, Raspasy, Role
from tests.tables.deals import HALF, PASS, WHIST, Deal


def seven() -> Deal:
    """Three players, seat 0 deals; seat 1 plays a seven, seats 2 and 0 defend in that order."""
    return Deal().order(1, 7)


def whisted() -> Deal:
    return seven().answer(2, WHIST).answer(0, PASS)


def both() -> Deal:
    return seven().answer(2, WHIST).answer(0, WHIST)


def halved() -> Deal:
    return seven().answer(2, PASS).answer(0, HALF)


def four() -> Deal:
    """Four players, seat 3 deals and rests."""
    return Deal(size=4, dealer=3)


STEPS = [
    pytest.param(lambda: Deal(), Step.ORDER, (1, 2, 0), id="nobody-has-ordered-everyone-may"),
    pytest.param(lambda: four(), Step.ORDER, (0, 1, 2), id="a-resting-dealer-orders-nothing"),
    pytest.param(seven, Step.ANSWER, (2, 0), id="a-contract-asks-both-defenders"),
    pytest.param(
        lambda: seven().answer(0, PASS), Step.ANSWER, (2,), id="defenders-answer-in-any-order"
    ),
    pytest.param(
        lambda: seven().answer(0, PASS).answer(2, PASS), Step.WRITTEN, (), id="both-passed-no-play"
    ),
    pytest.param(halved, Step.HALF, (2,), id="a-half-whist-asks-the-first-defender"),
    pytest.param(
        lambda: halved().reply(2, Reply.STANDS), Step.WRITTEN, (), id="a-standing-half-is-no-play"
    ),
    pytest.param(
        lambda: halved().reply(2, Reply.BACK), Step.TRICKS, (1, 2), id="a-taken-back-half-is-played"
    ),
    pytest.param(whisted, Step.TRICKS, (1, 2), id="either-of-two-gives-the-one-number"),
    pytest.param(
        lambda: whisted().tricks(1, 7), Step.WRITTEN, (), id="the-declarers-number-is-enough"
    ),
    pytest.param(
        lambda: whisted().tricks(2, 7, about=1), Step.WRITTEN, (), id="the-whister-may-give-it"
    ),
    pytest.param(
        lambda: whisted().tricks(0, 7, about=1), Step.WRITTEN, (), id="the-passer-may-give-it"
    ),
    pytest.param(both, Step.TRICKS, (1, 2, 0), id="two-whisters-and-declarer-give-their-own"),
    pytest.param(
        lambda: both().tricks(1, 6), Step.TRICKS, (2, 0), id="one-of-three-leaves-two-to-tell"
    ),
    pytest.param(
        lambda: both().tricks(1, 6).tricks(0, 1), Step.WRITTEN, (), id="the-third-is-derived"
    ),
    pytest.param(
        lambda: both().tricks(1, 10), Step.WRITTEN, (), id="all-ten-leave-nothing-to-tell"
    ),
    pytest.param(lambda: Deal().misere(1), Step.TRICKS, (1,), id="a-misere-needs-its-own-number"),
    pytest.param(
        lambda: Deal().misere(1).tricks(1, 0), Step.WRITTEN, (), id="misere-zero-is-a-value"
    ),
    pytest.param(
        lambda: Deal().misere(1).tricks(2, 1, about=1), Step.WRITTEN, (), id="catchers-may-tell"
    ),
    pytest.param(lambda: Deal().raspasy(2), Step.TRICKS, (1, 2, 0), id="raspasy-asks-everyone"),
    pytest.param(
        lambda: Deal().raspasy(2).tricks(0, 4).tricks(1, 3),
        Step.WRITTEN,
        (),
        id="the-last-of-three-is-derived",
    ),
    pytest.param(
        lambda: four().raspasy(0).tricks(0, 4).tricks(1, 3),
        Step.TRICKS,
        (2,),
        id="with-the-talon-two-numbers-are-not-enough",
    ),
    pytest.param(
        lambda: four().raspasy(0).tricks(0, 4).tricks(1, 3).tricks(2, 2),
        Step.WRITTEN,
        (),
        id="the-talons-tricks-are-derived",
    ),
    pytest.param(
        lambda: four().raspasy(0).tricks(3, 1).tricks(1, 3).tricks(2, 2),
        Step.WRITTEN,
        (),
        id="the-dealer-may-tell-the-talons",
    ),
    pytest.param(
        lambda: four().raspasy(0).tricks(0, 6).tricks(1, 4),
        Step.WRITTEN,
        (),
        id="ten-told-leave-zeros",
    ),
    pytest.param(
        lambda: four().raspasy(0).tricks(0, 3).tricks(1, 2).tricks(2, 2),
        Step.CONFLICT,
        (0, 1, 2),
        id="a-talon-cannot-take-three",
    ),
    pytest.param(
        lambda: Deal().order(1, 7).order(2, 6), Step.CONFLICT, (1, 2), id="two-orders-at-once"
    ),
    pytest.param(
        lambda: Deal().order(1, 7).raspasy(2), Step.CONFLICT, (1, 2), id="raspasy-competes-alike"
    ),
    pytest.param(
        lambda: Deal().raspasy(1).raspasy(2), Step.TRICKS, (1, 2, 0), id="two-say-raspasy-and-agree"
    ),
    pytest.param(
        lambda: Deal().order(1, 7).order(2, 6).withdraw(2), Step.ANSWER, (2, 0), id="one-withdraws"
    ),
    pytest.param(
        lambda: Deal().order(1, 7).order(2, 6).pick(0, 2), Step.ANSWER, (0, 1), id="the-third-picks"
    ),
    pytest.param(
        lambda: both().tricks(1, 7).tricks(2, 4), Step.CONFLICT, (1, 2), id="one-trick-too-many"
    ),
    pytest.param(
        lambda: both().tricks(1, 6).tricks(2, 2).tricks(0, 1),
        Step.CONFLICT,
        (0, 1, 2),
        id="a-later-number-that-differs-from-the-derived",
    ),
    pytest.param(
        lambda: both().tricks(1, 6).tricks(2, 2).tricks(0, 2),
        Step.WRITTEN,
        (),
        id="a-later-number-that-agrees",
    ),
    pytest.param(
        lambda: whisted().tricks(1, 7).tricks(2, 6, about=1),
        Step.CONFLICT,
        (1, 2),
        id="two-numbers-about-the-declarer",
    ),
    pytest.param(
        lambda: whisted().tricks(1, 7).tricks(2, 6, about=1).tricks(2, 7, about=1),
        Step.WRITTEN,
        (),
        id="mended-numbers-agree",
    ),
    pytest.param(
        lambda: whisted().tricks(1, 7).tricks(2, 6, about=1).tricks(1, None),
        Step.WRITTEN,
        (),
        id="a-withdrawn-number-leaves-the-other",
    ),
    pytest.param(
        lambda: whisted().tricks(1, 7).dispute(0, Fact.TRICKS, of=1),
        Step.CONFLICT,
        (0, 1),
        id="a-dispute-takes-the-deal-off-the-sheet",
    ),
    pytest.param(
        lambda: whisted().tricks(1, 7).dispute(0, Fact.TRICKS, of=1).dispute(0, None),
        Step.WRITTEN,
        (),
        id="a-withdrawn-dispute-brings-it-back",
    ),
    pytest.param(
        lambda: whisted().tricks(1, 7).dispute(0, Fact.TRICKS, of=1).tricks(1, 6),
        Step.WRITTEN,
        (),
        id="mending-the-fact-ends-its-dispute",
    ),
    pytest.param(lambda: whisted().start_over(0), Step.ORDER, (1, 2, 0), id="starting-over"),
]


@pytest.mark.parametrize(("walk", "step", "waits"), STEPS)
def test_posts_lead_to_a_step(walk: Callable[[], Deal], step: Step, waits: tuple[int, ...]) -> None:
    deal = walk()
    assert (deal.step, waited_for(deal.terms, deal.posts)) == (step, waits)


@pytest.mark.parametrize(("walk", "step", "waits"), STEPS)
def test_posts_survive_the_database(walk: Callable[[], Deal], step: Step, waits: object) -> None:
    posts = walk().posts
    assert Posts.from_data(json.loads(json.dumps(posts.to_data()))) == posts


FACTS = [
    pytest.param(
        lambda: whisted().tricks(1, 6),
        Contract(declarer=1, level=7, roles={2: WHIST, 0: PASS}, tricks={1: 6}, dealer=0),
        id="one-whister-the-defence-counts-together",
    ),
    pytest.param(
        lambda: both().tricks(1, 6).tricks(0, 1),
        Contract(
            declarer=1, level=7, roles={2: WHIST, 0: WHIST}, tricks={1: 6, 2: 3, 0: 1}, dealer=0
        ),
        id="two-whisters-everyones-own",
    ),
    pytest.param(
        lambda: halved().reply(2, Reply.BACK).tricks(1, 7),
        Contract(
            declarer=1,
            level=7,
            roles={2: WHIST, 0: PASS},
            tricks={1: 7},
            taken_back=True,
            dealer=0,
        ),
        id="taken-back-the-first-whists-the-second-passes",
    ),
    pytest.param(
        lambda: halved().reply(2, Reply.STANDS),
        Contract(declarer=1, level=7, roles={2: PASS, 0: HALF}, tricks=None, dealer=0),
        id="a-standing-half-has-no-tricks",
    ),
    pytest.param(
        lambda: Deal().misere(2).tricks(2, 3), Misere(declarer=2, tricks=3, dealer=0), id="misere"
    ),
    pytest.param(
        lambda: four().raspasy(1).tricks(0, 6).tricks(1, 2).tricks(2, 1),
        Raspasy(tricks={0: 6, 1: 2, 2: 1, 3: 1}, dealer=3),
        id="raspasy-with-the-talons-trick",
    ),
    pytest.param(lambda: whisted(), None, id="nothing-before-the-posts-agree"),
]


@pytest.mark.parametrize(("walk", "expected"), FACTS)
def test_agreeing_posts_are_facts(walk: Callable[[], Deal], expected: object) -> None:
    assert walk().facts == expected


REFUSALS = [
    pytest.param(lambda: four().order(3, 6), "rests", id="a-resting-dealer-cannot-order"),
    pytest.param(lambda: seven().answer(1, WHIST), "not_a_defender", id="nobody-whists-on-himself"),
    pytest.param(
        lambda: seven().answer(0, HALF), "no_half_whist", id="half-before-the-first-passed"
    ),
    pytest.param(
        lambda: seven().answer(2, HALF), "no_half_whist", id="the-first-cannot-leave-for-half"
    ),
    pytest.param(
        lambda: seven().answer(2, WHIST).answer(0, HALF), "no_half_whist", id="half-beside-a-whist"
    ),
    pytest.param(
        lambda: Deal().order(1, 8).answer(2, PASS).answer(0, HALF),
        "no_half_whist",
        id="no-half-on-an-eight",
    ),
    pytest.param(
        lambda: halved().reply(0, Reply.BACK), "not_the_first", id="only-the-first-replies"
    ),
    pytest.param(lambda: whisted().tricks(1, 11), "no_such_number", id="eleven-tricks"),
    pytest.param(
        lambda: four().raspasy(0).tricks(3, 3), "no_such_number", id="three-tricks-of-a-talon"
    ),
    pytest.param(
        lambda: whisted().tricks(2, 3), "not_your_number", id="own-number-where-one-is-asked"
    ),
    pytest.param(lambda: both().tricks(2, 3, about=0), "not_your_number", id="anothers-number"),
    pytest.param(lambda: seven().tricks(1, 7), "question_changed", id="tricks-before-the-answers"),
    pytest.param(
        lambda: seven().answer(2, PASS).answer(0, PASS).tricks(1, 7),
        "question_changed",
        id="tricks-where-nothing-was-played",
    ),
    pytest.param(
        lambda: whisted().tricks(1, 7).order(2, 6), "written_already", id="order-after-ink"
    ),
    pytest.param(
        lambda: whisted().tricks(1, 7).start_over(1), "written_already", id="over-after-ink"
    ),
    pytest.param(
        lambda: seven().answer(2, WHIST).order(1, 8, seen=""), "said_already", id="a-stale-order"
    ),
    pytest.param(
        lambda: seven().answer(2, WHIST, by=0).answer(2, PASS, seen=""),
        "said_already",
        id="the-loser-of-two-phones-is-told",
    ),
    pytest.param(
        lambda: seven().answer(2, WHIST).order(1, 8).answer(0, PASS, changes=1),
        "question_changed",
        id="an-answer-to-another-contract",
    ),
    pytest.param(
        lambda: whisted().answer(2, PASS, by=1), "not_yours", id="nobody-mends-anothers-own-post"
    ),
    pytest.param(
        lambda: Deal().order(1, 7).order(2, 6).pick(1, 1), "not_the_third", id="a-party-picks"
    ),
    pytest.param(
        lambda: seven().dispute(0, Fact.ORDER, of=1), "question_changed", id="dispute-too-soon"
    ),
    pytest.param(
        lambda: Deal().order(1, 7).withdraw(1).order(2, 6, changes=0),
        "question_changed",
        id="an-order-for-a-hand-that-was-started-over",
    ),
    pytest.param(
        lambda: Deal().order(1, 7).order(2, 6).order(1, 9).pick(0, 1, changes=2),
        "question_changed",
        id="a-pick-of-an-order-that-is-another-now",
    ),
    pytest.param(
        lambda: whisted().tricks(1, 7).tricks(1, 6).dispute(0, Fact.TRICKS, of=1, seen="7"),
        "said_already",
        id="a-dispute-of-a-number-that-is-mended-already",
    ),
    pytest.param(
        lambda: whisted().tricks(1, 7).dispute(0, Fact.TRICKS, of=1).dispute(0, Fact.ANSWER, of=2),
        "one_dispute",
        id="a-second-dispute-beside-the-first",
    ),
    pytest.param(
        lambda: whisted().tricks(1, 7).dispute(0, Fact.TRICKS, of=1).start_over(2),
        "written_already",
        id="a-disputed-deal-is-mended-and-not-wiped-out",
    ),
    pytest.param(
        lambda: whisted().tricks(1, 7).dispute(0, Fact.TRICKS, of=2),
        "nothing_to_dispute",
        id="a-fact-nobody-posted",
    ),
]


@pytest.mark.parametrize(("walk", "code"), REFUSALS)
def test_a_post_that_may_not_be_says_why(walk: Callable[[], Deal], code: str) -> None:
    with pytest.raises(Told) as told:
        walk()
    assert told.value.code == code


def test_the_loser_of_two_phones_learns_what_was_posted_and_by_whom() -> None:
    deal = seven().answer(2, WHIST, by=0)
    with pytest.raises(Told) as told:
        deal.answer(2, PASS, seen="")
    assert told.value.params == {"seat": 2, "by": 0, "value": WHIST}


def test_an_equal_late_post_agrees() -> None:
    deal = seven().answer(2, WHIST, by=0)
    before = deal.posts
    assert deal.answer(2, WHIST, seen="", changes=99).posts is before


def test_a_changed_order_clears_answers_and_tricks() -> None:
    deal = whisted().tricks(1, 7).order(1, 8)
    assert (deal.step, deal.posts.answers, deal.posts.claims) == (Step.ANSWER, {}, ())


def test_a_mended_trump_keeps_what_was_said() -> None:
    deal = whisted().tricks(1, 7).order(1, 7, "H")
    assert deal.step is Step.WRITTEN
    assert deal.facts.trump == "H"


def test_a_changed_answer_clears_the_tricks() -> None:
    deal = whisted().tricks(1, 7).answer(0, WHIST)
    assert (deal.step, deal.posts.claims) == (Step.TRICKS, ())


def test_a_first_defender_who_whists_after_all_ends_the_half_whist() -> None:
    deal = halved().answer(2, WHIST)
    assert deal.step is Step.ANSWER
    assert 0 not in deal.posts.answers


CLEARED: list[Any] = [
    pytest.param(seven, lambda deal: deal.answer(2, WHIST), {}, id="a-first-answer-clears-nothing"),
    pytest.param(
        whisted,
        lambda deal: deal.tricks(1, 7),
        {},
        id="nor-does-a-number",
    ),
    pytest.param(
        lambda: whisted().tricks(2, 7, about=1),
        lambda deal: deal.order(1, 8),
        {2: {"answer": WHIST, "tricks": Claim(1, 2, 7, 2)}, 0: {"answer": PASS}},
        id="another-order-clears-answers-and-tricks",
    ),
    pytest.param(
        whisted, lambda deal: deal.order(1, 7, "H"), {}, id="a-trump-alone-clears-nothing"
    ),
    pytest.param(
        lambda: seven().answer(0, PASS),
        lambda deal: deal.withdraw(1),
        {0: {"answer": PASS}},
        id="so-does-a-withdrawn-order",
    ),
    pytest.param(
        lambda: Deal().order(1, 7).order(2, 6),
        lambda deal: deal.pick(0, 2),
        {1: {"order": Order(Game.CONTRACT, 7)}},
        id="a-pick-clears-the-other-order",
    ),
    pytest.param(
        lambda: both().tricks(1, 6).tricks(2, 3),
        lambda deal: deal.answer(0, PASS),
        {1: {"tricks": Claim(1, 1, 6, 1)}, 2: {"tricks": Claim(2, 2, 3, 2)}},
        id="another-answer-clears-the-tricks",
    ),
    pytest.param(
        halved,
        lambda deal: deal.answer(2, WHIST),
        {0: {"answer": HALF}},
        id="a-whist-of-the-first-clears-the-half",
    ),
    pytest.param(
        lambda: halved().reply(2, Reply.BACK),
        lambda deal: deal.answer(0, PASS),
        {2: {"reply": Reply.BACK}},
        id="a-pass-instead-of-the-half-clears-the-reply",
    ),
    pytest.param(
        lambda: halved().reply(2, Reply.BACK).tricks(1, 7),
        lambda deal: deal.reply(2, Reply.STANDS),
        {1: {"tricks": Claim(1, 1, 7, 1)}},
        id="another-reply-clears-the-tricks",
    ),
    pytest.param(
        lambda: seven().answer(2, WHIST),
        lambda deal: deal.start_over(0),
        {1: {"order": Order(Game.CONTRACT, 7)}, 2: {"answer": WHIST}},
        id="starting-over-clears-everything",
    ),
]


@pytest.mark.parametrize(("walk", "post", "expected"), CLEARED)
def test_it_is_known_whose_posts_another_took_with_it(
    walk: Callable[[], Deal], post: Callable[[Deal], Deal], expected: dict[int, dict[str, Any]]
) -> None:
    deal = walk()
    before = deal.posts
    after = post(deal)
    assert after.last is not None
    assert cleared(before, after.posts, after.last) == expected


def test_a_second_order_keeps_the_answers_of_the_first_until_it_is_picked() -> None:
    assert whisted().order(2, 8).withdraw(2).posts.answers.keys() == {0, 2}
    assert whisted().order(2, 8).pick(0, 2).posts.answers == {}


def test_a_post_by_proxy_can_be_mended_by_anybody() -> None:
    deal = seven().answer(2, WHIST, by=1).answer(2, PASS, by=0)
    assert deal.posts.answers[2].value is PASS


def test_numbers_that_can_no_longer_fit_are_known() -> None:
    deal = four().raspasy(0).tricks(0, 5).tricks(1, 2)
    told = count(deal.terms, deal.posts)
    assert list(told.choices(2)) == [1, 2, 3]
    assert list(told.choices(3)) == [0, 1, 2]


def test_who_disagrees_is_named() -> None:
    deal = both().tricks(1, 7).tricks(2, 4)
    assert concerned(deal.terms, deal.posts) == (1, 2)
    assert count(deal.terms, deal.posts).gap == 1


def test_roles_are_final_only_once_the_half_is_answered() -> None:
    deal = halved()
    assert deal.facts is None
    assert deal.reply(2, Reply.BACK).posts.answers[0].value is Role.HALF
