"""Mistakes by the Codex: who answers for one, a warning first, then a fine as large."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from prefweb.tables import models
from prefweb.tables.deals.offences import Column, mended_by, too_much
from prefweb.tables.deals.posts import Dispute, Fact
from prefweb.tables.deals.protocol import Kind, Told
from prefweb.tables.models import Hand, PulkaStep
from prefweb.tables.services import playing
from scoring import Role
from tests.tables.deals import Deal
from tests.tables.evenings import Evening, house
from tests.tables.hands import MOUNTAIN, POOL, actions, decide, sheet

CASES = json.loads((Path(__file__).parents[1] / "cases" / "other.json").read_text())["cases"]
WHIST, PASS = Role.WHIST, Role.PASS
PENDING, COUNTED = Hand.State.PENDING, Hand.State.COUNTED
WITHDRAWN = Hand.State.WITHDRAWN

database = pytest.mark.django_db


# ---------- what was too much ----------


@pytest.mark.parametrize(
    ("was", "now", "found"),
    [
        pytest.param({(0, POOL): 8}, {(0, POOL): 6}, {(0, POOL): 2}, id="pool too much"),
        pytest.param({(0, POOL): 8}, {}, {(0, POOL): 8}, id="pool for nothing"),
        pytest.param({(0, POOL): 6}, {(0, POOL): 8}, {}, id="pool too little"),
        pytest.param({(0, MOUNTAIN): 2}, {(0, MOUNTAIN): 6}, {(0, MOUNTAIN): 4}, id="mountain"),
        pytest.param({}, {(0, MOUNTAIN): 6}, {(0, MOUNTAIN): 6}, id="mountain left out"),
        pytest.param({(0, MOUNTAIN): 6}, {(0, MOUNTAIN): 2}, {}, id="mountain too much"),
        pytest.param({(1, POOL): 8}, {(1, POOL): 6}, {}, id="another's column"),
        pytest.param(
            {(0, POOL): 4},
            {(0, MOUNTAIN): 4},
            {(0, POOL): 4, (0, MOUNTAIN): 4},
            id="two columns at once",
        ),
    ],
)
def test_only_own_columns_in_ones_favour_count(
    was: dict[Any, int], now: dict[Any, int], found: dict[Any, int]
) -> None:
    def columns(cells: dict[Any, int]) -> dict[Column, int]:
        return {Column(seat, area, None): amount for (seat, area), amount in cells.items()}

    assert too_much(0, columns(was), columns(now)) == columns(found)


# ---------- whose mistake ----------


def one_whister() -> Deal:
    """A seven of seat 1, seat 2 whists, 7 tricks told by seat 0's phone for the declarer."""
    return posts().order(1, 7).answer(2, WHIST).answer(0, PASS).tricks(1, 7, by=0)


def two_whisters() -> Deal:
    return posts().order(1, 6).answer(2, WHIST).answer(0, WHIST).tricks(1, 6).tricks(2, 3)


def common() -> Deal:
    """Raspasy that two had said; both their numbers are told."""
    return posts().raspasy(1).raspasy(2).tricks(1, 4).tricks(2, 3)


def posts() -> Deal:
    return Deal(convention=house(correction_protocol="codex"))


def played_again(deal: Deal) -> Deal:
    return deal.answer(2, WHIST).answer(0, PASS).tricks(1, 6)


@pytest.mark.parametrize(
    ("deal", "mend", "offenders"),
    [
        pytest.param(one_whister, lambda d: d.tricks(1, 6), (0,), id="a number by its poster"),
        pytest.param(one_whister, lambda d: d.tricks(2, 7, 1), (), id="a number that agrees"),
        pytest.param(
            one_whister, lambda d: d.tricks(2, 6, 1).tricks(1, 6), (0,), id="the other was right"
        ),
        pytest.param(
            one_whister, lambda d: played_again(d.order(1, 8)), (1,), id="another game, all anew"
        ),
        pytest.param(
            one_whister,
            lambda d: d.order(1, 7, "H").tricks(1, 6),
            (0,),
            id="a trump beside a number",
        ),
        pytest.param(
            one_whister,
            lambda d: d.answer(2, PASS).answer(0, WHIST).tricks(1, 6),
            (0, 2),
            id="two answers, and tricks they cleared",
        ),
        pytest.param(two_whisters, lambda d: d.tricks(2, 4), (2,), id="a whister's own number"),
        pytest.param(two_whisters, lambda d: d.tricks(1, 7), (1,), id="the declarer's own number"),
        pytest.param(common, lambda d: d.tricks(2, 2), (2,), id="raspasy are nobody's"),
        pytest.param(
            common, lambda d: d.withdraw(1).tricks(1, 3), (1,), id="raspasy said by fewer"
        ),
    ],
)
def test_who_had_posted_what_was_wrong(
    deal: Callable[[], Deal], mend: Callable[[Deal], object], offenders: tuple[int, ...]
) -> None:
    found = deal()
    stood = found.posts
    mend(found)
    assert mended_by(stood, found.posts) == offenders


# ---------- at the table ----------


def codex(size: int = 3, **more: Any) -> Evening:
    convention = house(correction_protocol="codex")
    return Evening.begin(size, convention=convention, target=50, **more)


def played(evening: Evening, tricks: int = 8, declarer: int = 1, by: int | None = None) -> None:
    """A seven of a seat with these tricks, told by himself or by another phone."""
    whister, passer = (declarer + 1) % 3, (declarer + 2) % 3
    evening.order(declarer, 7)
    evening.answer(whister, WHIST)
    evening.answer(passer, PASS)
    more = {} if by is None else {"by": by}
    evening.tricks(declarer, tricks, **more)


def mend_tricks(evening: Evening, tricks: int, declarer: int = 1, **more: Any) -> None:
    deal = evening.mendable
    before = deal.posts.claim(declarer, declarer)
    assert before is not None
    evening.tricks(declarer, tricks, deal=deal.number, seen=str(before.number), **more)


def offend(evening: Evening) -> None:
    """A deal of seat 1 told as made, and mended to one down: 4 too much in his pool."""
    played(evening, 7)
    mend_tricks(evening, 6)


def verdicts(evening: Evening) -> list[tuple[str, int | None]]:
    lines = evening.pulka.lines.filter(action__in=("warned", "fined", "lifted"))
    return [(line.action, line.seat) for line in lines]


def fines(evening: Evening) -> list[tuple[Any, ...]]:
    return [
        (hand.seat, hand.area, hand.against, hand.amount, hand.note, hand.state, hand.asked)
        for hand in evening.pulka.hands.filter(kind=Hand.Kind.FINE)
    ]


@database
def test_the_first_offence_is_a_warning() -> None:
    evening = codex()
    offend(evening)
    assert verdicts(evening) == [("warned", 1)]
    assert fines(evening) == []


@database
def test_a_later_one_is_fined_in_every_column() -> None:
    evening = codex()
    offend(evening)
    evening.raspasy(2)
    evening.tricks(2, 4)
    evening.tricks(0, 3)
    assert evening.now.terms.dealer == 2
    played(evening, 7)
    mend_tricks(evening, 6)
    assert verdicts(evening) == [("warned", 1), ("fined", 1)]
    # one down instead of made: 4 too much in the pool, 4 too little on the mountain
    assert fines(evening) == [
        (1, "mountain", None, "4", "pool", COUNTED, None),
        (1, "mountain", None, "4", "mountain", COUNTED, None),
    ]
    assert evening.pulka.hands.first().after == 3  # type: ignore[union-attr]


@database
def test_each_player_has_his_own_first_offence() -> None:
    evening = codex()
    offend(evening)
    played(evening, 8, declarer=2)
    mend_tricks(evening, 6, declarer=2)
    assert verdicts(evening) == [("warned", 1), ("warned", 2)]


def told_by_the_whister(evening: Evening, tricks: int, now: int) -> None:
    """A seven of seat 1 whose tricks the whister, seat 2, has told, and mends."""
    evening.order(1, 7)
    evening.answer(2, WHIST)
    evening.answer(0, PASS)
    evening.tricks(2, tricks, about=1)
    deal = evening.mendable.number
    evening.tricks(2, now, about=1, deal=deal, seen=str(tricks))


def nine_for_an_eight(evening: Evening) -> None:
    """An eight of seat 1 that nobody whists, posted as a nine first."""
    evening.order(1, 9)
    for level in (9, 8):
        if level == 8:
            evening.order(1, 8, deal=evening.mendable.number, seen="contract-9-")
        evening.answer(2, PASS)
        evening.answer(0, PASS)


def example(name: str) -> Any:
    return next(case for case in CASES if case["id"] == name)


@database
def test_example_of_the_codex_for_whists() -> None:
    case = example("S000-07")
    evening = codex()
    for _ in range(2):
        told_by_the_whister(evening, 7, 8)  # 3 tricks of a whister at 4, really 2
    too_many = case["input"]["wrote"] - case["input"]["should_be"]
    assert sheet(evening)["whists-2-1"] == 2 * case["input"]["should_be"]
    (fine,) = evening.pulka.hands.all()
    assert fines(evening) == [(1, "whists", 2, str(too_many), "whists", PENDING, 1)]
    assert sheet(evening).get("whists-1-2", 0) == 0
    assert decide(evening, 1, fine, "agree").state == COUNTED
    assert sheet(evening)["whists-1-2"] == case["expected"]["whists"]["B"]["A"]


@database
def test_example_of_the_codex_for_a_pool() -> None:
    case = example("S000-08")
    evening = codex()
    for _ in range(2):
        nine_for_an_eight(evening)
    assert sheet(evening)["pool-1"] == 2 * case["input"]["should_be"]
    assert sheet(evening)["mountain-1"] == case["expected"]["mountain"]["A"]


@database
def test_who_is_offered_a_fine_may_let_it_go() -> None:
    evening = codex()
    for _ in range(2):
        told_by_the_whister(evening, 7, 8)
    (fine,) = evening.pulka.hands.all()
    for by, say in ((0, "agree"), (2, "decline")):
        with pytest.raises(Told) as told:
            decide(evening, by, fine, say)
        assert told.value.code == "hand_not_for_you"
    decide(evening, 1, fine, "decline")
    assert "whists-1-2" not in sheet(evening)
    assert actions(evening)[-1] == "fine_declined"


def mend_as_poster(evening: Evening) -> None:
    """Seat 0 has told the declarer's number for him, and mends it."""
    played(evening, 7, by=0)
    mend_tricks(evening, 6, by=0)


def mend_by_owner(evening: Evening) -> None:
    """Seat 0 has told it for him, and the declarer himself mends it."""
    played(evening, 7, by=0)
    mend_tricks(evening, 6)


def mend_anothers(evening: Evening) -> None:
    """The declarer has told it himself, and another mends what was disputed."""
    played(evening, 7)
    evening.tap(Kind.DISPUTE, 0, Dispute(Fact.TRICKS, 1), deal=evening.mendable.number)
    evening.tricks(1, 6, seen="7")


def mend_to_own_harm(evening: Evening) -> None:
    played(evening, 6)
    mend_tricks(evening, 7)


def mend_in_pencil(evening: Evening) -> None:
    """A mend of what had not been written."""
    evening.order(1, 9)
    evening.order(1, 7, seen="contract-9-")
    evening.answer(2, WHIST)
    evening.answer(0, PASS)
    evening.tricks(1, 6)


def mend_a_trump(evening: Evening) -> None:
    played(evening, 7)
    evening.order(1, 7, "H", deal=evening.mendable.number, seen="contract-7-")


def mend_an_answer(evening: Evening) -> None:
    """Seat 2 has passed after all, and seat 0 whisted: the whists were not his."""
    played(evening, 7)
    deal = evening.mendable.number
    evening.answer(2, PASS, deal=deal, seen="whist", changes=evening.mendable.posts.changes)
    evening.answer(0, WHIST, deal=deal, seen="pass")
    evening.tricks(1, 7)


def agree_and_withdraw(evening: Evening) -> None:
    """An objection that is taken back."""
    played(evening, 7)
    evening.tap(Kind.DISPUTE, 0, Dispute(Fact.TRICKS, 1), deal=evening.mendable.number)
    evening.tap(Kind.DISPUTE, 0, None)


@database
@pytest.mark.parametrize(
    ("go", "expected"),
    [
        pytest.param(offend, [("warned", 1)], id="the declarer's own number"),
        pytest.param(mend_as_poster, [], id="a poster for another wrote nothing of his own"),
        pytest.param(mend_by_owner, [], id="whoever mends it, the poster answers"),
        pytest.param(mend_anothers, [("warned", 1)], id="pointed out and mended"),
        pytest.param(mend_to_own_harm, [], id="mended to his own good: he had written too little"),
        pytest.param(mend_in_pencil, [], id="never written"),
        pytest.param(mend_a_trump, [], id="a trump alone"),
        pytest.param(mend_an_answer, [("warned", 2)], id="whists of a pass"),
        pytest.param(agree_and_withdraw, [], id="an objection taken back"),
    ],
)
def test_the_poster_of_what_was_wrong_answers(
    go: Callable[[Evening], None], expected: list[Any]
) -> None:
    evening = codex()
    go(evening)
    assert verdicts(evening) == expected
    assert not Hand.objects.exists()
    assert not models.Deal.objects.filter(inked__isnull=False).exists()


@database
def test_without_the_codex_mends_are_free() -> None:
    evening = Evening.begin(target=50)
    for _ in range(2):
        offend(evening)
    assert verdicts(evening) == []
    assert not models.Deal.objects.filter(inked__isnull=False).exists()


@database
def test_a_second_mend_of_a_deal_is_another_offence() -> None:
    evening = codex()
    offend(evening)
    mend_tricks(evening, 5)
    assert verdicts(evening) == [("warned", 1), ("fined", 1)]
    # two down instead of one
    assert [fine[:5] for fine in fines(evening)] == [(1, "mountain", None, "4", "mountain")]


@database
def test_a_mend_taken_back_was_none() -> None:
    evening = codex()
    offend(evening)
    played(evening, 7)
    mend_tricks(evening, 6)
    mountain = sheet(evening)["mountain-1"]
    mend_tricks(evening, 7)
    assert verdicts(evening)[1:] == [("fined", 1), ("lifted", 1)]
    assert {fine[5] for fine in fines(evening)} == {WITHDRAWN}
    # the undertrick of this deal and both fines are gone
    assert sheet(evening)["mountain-1"] == mountain - 4 - 8


@database
def test_a_warning_taken_back_leaves_the_next_one_the_first() -> None:
    evening = codex()
    offend(evening)
    mend_tricks(evening, 7)
    mend_tricks(evening, 6)
    assert verdicts(evening) == [("warned", 1), ("lifted", 1), ("warned", 1)]


@database
def test_cards_dealt_again_forget_what_stood() -> None:
    evening = codex()
    played(evening, 7)
    deal = evening.mendable.number
    evening.tap(Kind.ANSWER, 2, None, deal=deal, seen="whist")
    assert models.Deal.objects.filter(inked__isnull=False).count() == 1
    evening.tap(Kind.START_OVER, 1)
    playing.redeal(evening.pulka.slug, evening.players[1], evening.dealing(deal), moves_on=False)
    assert not models.Deal.objects.filter(inked__isnull=False).exists()


# ---------- the last deal ----------


def last_deal(evening: Evening) -> None:
    """Seat 1 is warned, then ends the pulka with a ten that was a nine."""
    offend(evening)
    evening.order(1, 10)
    evening.answer(2, PASS)
    evening.answer(0, PASS)


@database
def test_a_fine_of_the_last_deal_stands_before_it() -> None:
    evening = Evening.begin(convention=house(correction_protocol="codex"), target=2)
    last_deal(evening)
    assert evening.again().pulka.step == PulkaStep.ENDED
    evening.order(1, 9, deal=2, seen="contract-10-")
    evening.answer(2, PASS)
    evening.answer(0, PASS)
    assert verdicts(evening) == [("warned", 1), ("fined", 1)]
    assert evening.again().pulka.step == PulkaStep.ENDED
    assert {hand.after for hand in Hand.objects.all()} == {1}
    assert len(evening.course.scored) == 2 + Hand.objects.count()


@database
def test_nothing_is_settled_before_a_fine_is_decided() -> None:
    evening = Evening.begin(convention=house(correction_protocol="codex"), target=2)
    told_by_the_whister(evening, 7, 8)
    last = evening.now.number
    assert last == 2
    ended_by_the_second(evening)
    (fine,) = Hand.objects.filter(state=PENDING)
    with pytest.raises(Told) as told:
        evening.confirm(0)
    assert (told.value.code, told.value.params) == ("fine_waits", {"seat": 1})
    decide(evening, 1, fine, "agree")
    evening.confirm(0)


def ended_by_the_second(evening: Evening) -> None:
    """A ten made ends it; the whister told one trick too many of his own at first."""
    evening.order(1, 10)
    evening.answer(2, WHIST)
    evening.answer(0, PASS)
    evening.tricks(2, 9, about=1)
    evening.tricks(2, 10, about=1, deal=2, seen="9")
