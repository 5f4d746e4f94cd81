"""Entries by hand: who confirms them, what they change, where they stand."""

import re
import uuid
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from prefweb.tables.deals.protocol import Kind, Told
from prefweb.tables.models import Consent, Hand, Proxies, Pulka, PulkaStep, Seat
from prefweb.tables.services import byhand, ending
from prefweb.tables.services.byhand import Decision, Wish
from scoring import PRESETS, Area
from tests.tables.evenings import Evening
from tests.tables.hands import MOUNTAIN, POOL, WHISTS, actions, decide, sheet, write
from tests.tables.test_access import HTMX, browser
from tests.tables.test_playing import ended

pytestmark = pytest.mark.django_db

PENDING, COUNTED = Hand.State.PENDING, Hand.State.COUNTED
HUSSAR = next(preset.convention for preset in PRESETS.values() if 2 in preset.players)
SEVEN = {"pool-1": 4, "whists-2-1": 12}


@pytest.fixture
def evening() -> Evening:
    """One deal is written: a seven of seat 1, made against seat 2."""
    evening = Evening.begin()
    evening.seven_made()
    return evening


def without_phone(evening: Evening, *seats: int) -> None:
    Seat.objects.filter(pulka=evening.pulka, index__in=seats).update(player=None)


@pytest.mark.parametrize(
    ("area", "against", "amount", "state"),
    [
        pytest.param(POOL, None, 2, PENDING, id="more pool is in his favour"),
        pytest.param(POOL, None, -2, COUNTED, id="less pool is to his harm"),
        pytest.param(MOUNTAIN, None, 2, COUNTED, id="more mountain is to his harm"),
        pytest.param(MOUNTAIN, None, -2, PENDING, id="less mountain is in his favour"),
        pytest.param(WHISTS, 0, 2, PENDING, id="more whists are in his favour"),
        pytest.param(WHISTS, 0, "-1/3", COUNTED, id="fewer whists are to his harm"),
    ],
)
def test_what_does_its_author_good_waits(
    evening: Evening, area: Area, against: int | None, amount: Any, state: str
) -> None:
    hand = write(evening, 1, area, amount, against)
    assert Hand.objects.get().state == state
    column = f"{area}-1" if against is None else f"{area}-1-{against}"
    counted = Fraction(amount) if state == COUNTED else 0
    assert sheet(evening).get(column, 0) == SEVEN.get(column, 0) + counted
    if state == PENDING:
        decide(evening, 0, hand, "agree")
        assert sheet(evening)[column] == SEVEN.get(column, 0) + Fraction(amount)


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        pytest.param({"amount": Fraction(0)}, "hand_zero", id="nothing"),
        pytest.param({"note": ""}, "hand_why", id="no reason"),
        pytest.param({"area": WHISTS}, "no_such_column", id="whists on nobody"),
        pytest.param({"area": WHISTS, "against": 1}, "no_such_column", id="whists on himself"),
        pytest.param({"area": WHISTS, "against": 3}, "no_such_column", id="whists on nobody here"),
        pytest.param({"against": 0}, "no_such_column", id="a pool on somebody"),
        pytest.param({"seat": 2}, "not_your_seat", id="the column of one with a phone"),
        pytest.param({"seat": 7}, "no_such_seat", id="nobody's column"),
    ],
)
def test_what_is_no_entry_is_told_so(evening: Evening, wish: dict[str, Any], code: str) -> None:
    fields = {"area": POOL, "amount": Fraction(1), "note": "по уговору", **wish}
    with pytest.raises(Told) as told:
        byhand.write(evening.pulka.slug, evening.players[1], Wish(uid="a" * 9, **fields))
    assert told.value.code == code
    assert not Hand.objects.exists()


def test_nothing_is_written_by_hand_while_a_deal_is_open(evening: Evening) -> None:
    evening.order(2, 6)
    with pytest.raises(Told) as told:
        write(evening, 1, MOUNTAIN, 2)
    assert told.value.code == "deal_open"


def test_the_same_form_sent_twice_writes_once(evening: Evening) -> None:
    wish = Wish(uid="b" * 9, area=MOUNTAIN, amount=Fraction(2), note="пересдача")
    for _ in range(2):
        byhand.write(evening.pulka.slug, evening.players[1], wish)
    assert Hand.objects.count() == 1


def test_an_answer_sent_twice_counts_once(evening: Evening) -> None:
    hand = write(evening, 1, POOL, 2)
    decision = Decision(uid="c" * 9, hand=hand.pk)
    for _ in range(2):
        byhand.agree(evening.pulka.slug, evening.players[0], decision)
    assert sheet(evening)["pool-1"] == 6


@pytest.mark.parametrize(
    ("by", "say", "seat", "code"),
    [
        pytest.param(1, "agree", None, "hand_not_for_you", id="its author confirms"),
        pytest.param(1, "decline", None, "hand_not_for_you", id="its author declines"),
        pytest.param(1, "agree", 2, "not_your_seat", id="its author for one with a phone"),
        pytest.param(2, "withdraw", None, "hand_not_yours", id="another withdraws"),
    ],
)
def test_another_seat_decides(
    evening: Evening, by: int, say: str, seat: int | None, code: str
) -> None:
    hand = write(evening, 1, POOL, 2)
    with pytest.raises(Told) as told:
        decide(evening, by, hand, say, seat)
    assert told.value.code == code
    assert Hand.objects.get().state == PENDING


@pytest.mark.parametrize("say", ["agree", "decline", "withdraw"])
def test_what_is_decided_stays_decided(evening: Evening, say: str) -> None:
    hand = decide(evening, 2, write(evening, 1, POOL, 2), "decline")
    with pytest.raises(Told) as told:
        decide(evening, 1 if say == "withdraw" else 0, hand, say)
    assert told.value.code == "hand_decided"
    assert sheet(evening) == SEVEN


def test_a_proxy_writes_for_a_seat_without_a_phone_and_another_confirms(evening: Evening) -> None:
    without_phone(evening, 1)
    hand = write(evening, 0, POOL, 2, seat=1)
    line = evening.pulka.lines.get(action="hand")
    assert (hand.state, hand.seat, hand.author, line.seat, line.proxy) == (PENDING, 1, 0, 1, True)
    with pytest.raises(Told) as told:
        decide(evening, 0, hand, "agree")
    assert told.value.code == "hand_not_for_you"
    assert decide(evening, 2, hand, "agree").state == COUNTED


def test_a_seat_without_a_phone_confirms_openly_through_another(evening: Evening) -> None:
    without_phone(evening, 2)
    hand = decide(evening, 0, write(evening, 1, POOL, 2), "agree", seat=2)
    line = evening.pulka.lines.get(action="hand_agreed")
    assert (hand.answered, line.seat, line.proxy) == (2, 2, True)


@pytest.mark.parametrize("proxies", [Proxies.NOBODY, Proxies.SCRIBE])
def test_nobody_speaks_for_another_where_the_table_does_not_let_him(proxies: str) -> None:
    evening = Evening.begin(proxies=proxies)
    without_phone(evening, 2)
    with pytest.raises(Told) as told:
        write(evening, 0, MOUNTAIN, 2, seat=2)
    assert told.value.code == "not_your_seat"


def test_written_for_the_other_of_two_it_counts_at_once() -> None:
    evening = Evening.begin(2, convention=HUSSAR)
    without_phone(evening, 1)
    assert write(evening, 0, POOL, 2, seat=1).state == COUNTED
    assert write(evening, 0, POOL, 2).state == PENDING


def test_an_entry_stands_where_it_was_confirmed(evening: Evening) -> None:
    hand = write(evening, 1, POOL, 2)
    assert hand.after == 1
    evening.raspasy(2)
    evening.tricks(2, 4)
    evening.tricks(0, 3)
    assert decide(evening, 0, hand, "agree").after == 2


def test_one_confirmed_while_a_deal_is_open_stands_before_it(evening: Evening) -> None:
    hand = write(evening, 1, POOL, 2)
    evening.order(2, 6)
    assert decide(evening, 0, hand, "agree").after == 1
    assert sheet(evening)["pool-1"] == 6


def test_an_entry_moves_neither_dealer_nor_number(evening: Evening) -> None:
    before = evening.now
    write(evening, 1, MOUNTAIN, 2)
    assert (evening.now.number, evening.now.terms.dealer) == (before.number, before.terms.dealer)


def test_its_author_takes_it_back_until_the_next_order(evening: Evening) -> None:
    hand = write(evening, 1, MOUNTAIN, 2)
    decide(evening, 1, hand, "withdraw")
    assert sheet(evening) == SEVEN
    hand = write(evening, 1, MOUNTAIN, 2)
    evening.order(2, 6)
    with pytest.raises(Told) as told:
        decide(evening, 1, hand, "withdraw")
    assert told.value.code == "hand_sealed"


def test_an_order_that_was_there_before_and_comes_again_seals_too(evening: Evening) -> None:
    evening.order(2, 6)
    evening.tap(Kind.ORDER, 2, None, seen="contract-6-")
    hand = write(evening, 1, MOUNTAIN, 2)
    evening.order(2, 6)
    with pytest.raises(Told) as told:
        decide(evening, 1, hand, "withdraw")
    assert told.value.code == "hand_sealed"


def test_a_pending_one_can_be_taken_back_later(evening: Evening) -> None:
    hand = write(evening, 1, POOL, 2)
    evening.order(2, 6)
    assert decide(evening, 1, hand, "withdraw").state == Hand.State.WITHDRAWN


def test_an_opposite_entry_corrects(evening: Evening) -> None:
    write(evening, 1, MOUNTAIN, 3)
    decide(evening, 0, write(evening, 1, MOUNTAIN, -3), "agree")
    assert sheet(evening) == SEVEN


def test_whoever_agreed_to_a_change_is_asked_anew(evening: Evening) -> None:
    answers = {"0": 0, "1": 1}
    consent = Consent.objects.create(pulka=evening.pulka, kind="stop", seat=0, answers=answers)
    hand = write(evening, 1, POOL, 2)
    consent.refresh_from_db()
    assert consent.answers == answers
    decide(evening, 2, hand, "agree")
    consent.refresh_from_db()
    assert consent.answers == {"0": 0}


# ---------- at the end ----------


def test_after_the_end_it_stands_before_the_last_deal() -> None:
    evening = ended()
    before = sheet(evening)
    hand = write(evening, 0, MOUNTAIN, 3)
    assert (hand.state, hand.after) == (COUNTED, 0)
    assert sheet(evening)["mountain-0"] == before.get("mountain-0", 0) + 3
    assert evening.again().pulka.step == PulkaStep.ENDED


def test_after_the_end_its_author_can_still_take_it_back() -> None:
    evening = ended()
    before = sheet(evening)
    decide(evening, 0, write(evening, 0, MOUNTAIN, 3), "withdraw")
    assert sheet(evening) == before


def test_a_pool_that_is_no_longer_full_opens_the_pulka_again() -> None:
    evening = ended()
    hand = write(evening, 1, POOL, -10)
    assert evening.again().pulka.step == PulkaStep.PLAYING
    decide(evening, 1, hand, "withdraw")
    assert evening.again().pulka.step == PulkaStep.ENDED


def test_after_an_end_by_consent_it_stands_after_the_last_deal(evening: Evening) -> None:
    fields = {"step": PulkaStep.ENDED, "reason": "consent", "ended": timezone.now()}
    Pulka.objects.filter(pk=evening.pulka.pk).update(**fields)
    assert write(evening, 1, MOUNTAIN, 3).after == 1
    assert sheet(evening) == {**SEVEN, "mountain-1": 3}
    assert evening.again().pulka.step == PulkaStep.ENDED


def test_a_full_pool_by_hand_ends_the_pulka() -> None:
    evening = Evening.begin(target=1)
    for seat in range(3):
        hand = write(evening, seat, POOL, 1)
        decide(evening, (seat + 1) % 3, hand, "agree")
    assert evening.again().pulka.step == PulkaStep.ENDED
    decide(evening, 2, hand, "withdraw")
    assert evening.again().pulka.step == PulkaStep.PLAYING


def test_no_entry_pushes_a_deal_off_the_sheet() -> None:
    evening = ended()
    *first, last = [write(evening, seat, POOL, 50) for seat in range(3)]
    for hand in first:
        decide(evening, (hand.seat + 1) % 3, hand, "agree")
    with pytest.raises(Told) as told:
        decide(evening, 0, last, "agree")
    assert told.value.code == "hand_past_end"
    assert len(evening.course.scored_deals) == len(evening.course.written)


def test_nothing_is_settled_over_an_entry_that_waits() -> None:
    evening = ended()
    hand = write(evening, 0, POOL, 3)
    with pytest.raises(Told) as told:
        evening.confirm(1)
    assert told.value.code == "hand_waits"
    with pytest.raises(Told):
        ending.rematch(evening.pulka.slug, evening.players[0])
    decide(evening, 1, hand, "decline")
    evening.confirm(1)


def test_a_counted_entry_takes_the_confirmations_back() -> None:
    evening = ended()
    evening.confirm(1)
    write(evening, 0, MOUNTAIN, 3)
    assert not Seat.objects.exclude(confirmed=None).exists()


def test_after_a_day_the_host_settles_without_what_nobody_answered() -> None:
    evening = ended()
    hand = write(evening, 0, POOL, 3)
    late = timezone.now() - timedelta(days=2)
    Pulka.objects.filter(pk=evening.pulka.pk).update(ended=late)
    ending.settle_after_a_day(evening.pulka.slug, evening.players[0])
    hand.refresh_from_db()
    assert hand.state == Hand.State.DECLINED
    assert actions(evening)[-2:] == ["hand_lapsed", "settled"]
    with pytest.raises(Told) as told:
        write(evening, 0, POOL, 3)
    assert told.value.code == "not_playing"


# ---------- what pages show ----------


def buttons(client: Client, evening: Evening, page: str = "") -> list[str]:
    """What a page offers to do with entries by hand."""
    html = client.get(f"/p/{evening.pulka.slug}{page}").content.decode()
    return re.findall(r'name="say" value="(\w+)"', html)


YES_NO = ["decline", "agree"]


@pytest.mark.parametrize(
    ("seat", "offered"),
    [
        pytest.param(0, YES_NO, id="another"),
        pytest.param(1, ["withdraw"], id="its author"),
        pytest.param(None, [], id="a watcher"),
    ],
)
def test_only_who_may_decide_is_offered_to(
    evening: Evening, seat: int | None, offered: list[str]
) -> None:
    write(evening, 1, POOL, 2)
    watcher = browser(watches=evening.pulka)
    client = watcher if seat is None else browser(evening.players[seat])
    for page in ("", "/score", "/log", "/settlement", "/deals/1"):
        assert buttons(client, evening, page) == offered


def test_a_phone_answers_for_seats_without_one(evening: Evening) -> None:
    without_phone(evening, 0)
    write(evening, 1, POOL, 2)
    assert buttons(browser(evening.players[2]), evening) == YES_NO * 2
    assert buttons(browser(evening.players[1]), evening) == [*YES_NO, "withdraw"]


def test_a_counted_entry_can_be_taken_back_on_the_sheet_alone(evening: Evening) -> None:
    write(evening, 1, MOUNTAIN, 2)
    author, other = (browser(evening.players[seat]) for seat in (1, 0))
    assert buttons(author, evening, "/score") == ["withdraw"]
    assert buttons(other, evening, "/score") == []
    evening.order(2, 6)
    assert buttons(author, evening, "/score") == []


def test_an_entry_is_news_until_the_next_order(evening: Evening) -> None:
    def news() -> bool:
        page = browser(evening.players[0]).get(f"/p/{evening.pulka.slug}")
        return "data-news>" in page.content.decode()

    assert not news()
    write(evening, 1, MOUNTAIN, 2)
    assert news()
    evening.order(2, 6)
    assert not news()


ODD = ["", "x", "-1", "٣", "9" * 40]


@pytest.mark.parametrize("odd", ODD)
def test_odd_forms_are_answered_in_words(evening: Evening, odd: str) -> None:
    hand = write(evening, 1, POOL, 2)
    client, path = browser(evening.players[0]), f"/p/{evening.pulka.slug}/hand"
    entry = {"uid": uuid.uuid4().hex, "column": "mountain", "amount": "1", "note": "спор"}
    for name in ("uid", "column", "amount", "note", "for"):
        assert client.post(path, {**entry, name: odd}).status_code in (302, 422)
    answer = {"uid": uuid.uuid4().hex, "hand": str(hand.pk), "say": "agree"}
    for name in ("uid", "hand", "say", "seat"):
        assert client.post(f"{path}/decide", {**answer, name: odd}).status_code == 302
    for query in ({"for": odd}, {"column": odd, "amount": odd}):
        for headers in ({}, HTMX):
            assert client.get(path, query, headers=headers).status_code == 200


# ---------- always ----------

AMOUNTS = st.fractions(-9, 9, max_denominator=3).filter(bool)
ENTRIES = st.lists(
    st.tuples(
        st.integers(0, 2),
        st.sampled_from(Area),
        st.integers(1, 2),
        AMOUNTS,
        st.sampled_from(["", "agree", "decline", "withdraw"]),
    ),
    max_size=6,
)


@pytest.fixture
def endless() -> Evening:
    evening = Evening.begin(target=1000)
    evening.seven_made()
    return evening


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(entries=ENTRIES)
def test_balances_are_zero_together_and_what_waits_never_counts(
    endless: Evening, entries: list[Any]
) -> None:
    evening = endless
    expected: dict[str, Fraction] = {key: Fraction(n) for key, n in sheet(evening).items()}
    for seat, area, turn, amount, say in entries:
        against = (seat + turn) % 3 if area is WHISTS else None
        hand = write(evening, seat, area, amount, against, uid=uuid.uuid4().hex)
        if say and (hand.state == PENDING or say == "withdraw"):
            hand = decide(evening, seat if say == "withdraw" else (seat + 1) % 3, hand, say)
        if hand.state == COUNTED:
            column = f"{area}-{seat}" + (f"-{against}" if against is not None else "")
            expected[column] = expected.get(column, Fraction(0)) + amount
        assert sheet(evening) == {key: n for key, n in expected.items() if n}
        assert sum(evening.course.settlement.whists) == 0


def test_an_answer_counts_also_on_a_page_that_has_posted_since(evening: Evening) -> None:
    hands = [write(evening, 1, POOL, 2), write(evening, 1, MOUNTAIN, -1)]
    client, path = browser(evening.players[0]), f"/p/{evening.pulka.slug}"
    page = client.get(path).content.decode()
    uids = re.findall(r'name="uid" value="([^"]+)"', page)
    assert len(uids) == len(set(uids)) > len(hands)
    forms = re.findall(r'name="uid" value="([^"]+)">\s*<input type="hidden" name="hand"', page)
    evening.order(0, 6, uid=next(uid for uid in uids if uid not in forms))
    for uid, hand in zip(forms, hands, strict=True):
        client.post(f"{path}/hand/decide", {"uid": uid, "hand": str(hand.pk), "say": "agree"})
        hand.refresh_from_db()
        assert hand.state == COUNTED
