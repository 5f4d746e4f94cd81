"""One seat writes a whole deal for all: the page's questions, and what its form posts."""

import uuid
from typing import Any

import pytest
from django.test import Client

from prefweb.tables.deals.posts import Dispute, Fact, Game, Order
from prefweb.tables.deals.protocol import Kind
from prefweb.tables.deals.whole import Unfit
from prefweb.tables.models import Line, Proxies, PulkaStep
from prefweb.tables.pages.scribe import ScribeSheet
from prefweb.tables.services import hosting, scribing
from prefweb.tables.services.scribing import Sheet, posts_mark
from scoring import Concession, Contract, Misere, Raspasy, Role
from tests.tables.evenings import Evening, house
from tests.tables.test_access import browser
from tests.tables.test_seating import refused
from tests.tables.test_timing import let_pass, nobody_whists, on_time

pytestmark = pytest.mark.django_db

WHIST, PASS, HALF = Role.WHIST, Role.PASS, Role.HALF
SEVEN = {"declarer": "1", "game": "7"}
ONE_WHISTS = {**SEVEN, "answer-2": "whist", "answer-0": "pass"}


def opened(evening: Evening, form: dict[str, str] | None = None, me: int = 0) -> ScribeSheet:
    """The scribe's page with this much of the form said."""
    return ScribeSheet(evening.course, evening.now, me, form or {})


def written(evening: Evening, form: dict[str, str], **more: Any) -> Any:
    """The scribe's form sent; the deal as the engine takes it."""
    me = more.pop("me", 0)
    number = evening.now.number
    more.setdefault("seen", posts_mark(evening.now.posts))
    entered = opened(evening, form, me).entered
    sheet = Sheet(uid=uuid.uuid4().hex, deal=number, entered=entered, **more)
    scribing.write(evening.pulka.slug, evening.players[me], sheet)
    scored = evening.course.scored_as(number)
    return scored.played.deal if scored else None


KINDS = [
    pytest.param({}, 3, {**ONE_WHISTS, "tricks-1": "7"}, Contract, id="seven-one-whists"),
    pytest.param({}, 3, {**SEVEN, "nobody_whists": "yes"}, Contract, id="nobody-whists"),
    pytest.param(
        {},
        3,
        {**SEVEN, "answer-2": "whist", "answer-0": "whist", "tricks-1": "6", "tricks-2": "3"},
        Contract,
        id="both-whist-the-third-number-follows",
    ),
    pytest.param(
        {},
        3,
        {"declarer": "1", "game": "6", "answer-2": "pass", "answer-0": "half"},
        Contract,
        id="half-that-stands",
    ),
    pytest.param(
        {},
        3,
        {
            "declarer": "1",
            "game": "6",
            "answer-2": "pass",
            "answer-0": "half",
            "back": "yes",
            "tricks-1": "6",
        },
        Contract,
        id="half-taken-back",
    ),
    pytest.param({}, 3, {"declarer": "2", "game": "misere", "tricks-2": "0"}, Misere, id="misere"),
    pytest.param(
        {}, 3, {"game": "raspasy", "tricks-1": "4", "tricks-2": "3"}, Raspasy, id="raspasy"
    ),
    pytest.param(
        {},
        4,
        {"game": "raspasy", "tricks-1": "4", "tricks-2": "3", "tricks-3": "2"},
        Raspasy,
        id="raspasy-the-dealer-has-the-rest",
    ),
    pytest.param(
        {},
        2,
        {"game": "raspasy", "tricks-1": "4", "tricks-0": "3"},
        Raspasy,
        id="raspasy-of-two-the-dummy-has-the-rest",
    ),
    pytest.param(
        {},
        2,
        {**SEVEN, "answer-0": "whist", "tricks-1": "7"},
        Contract,
        id="two-players",
    ),
    pytest.param(
        {},
        5,
        {**SEVEN, "answer-2": "whist", "answer-3": "pass", "tricks-1": "8"},
        Contract,
        id="five-players",
    ),
    pytest.param(
        {"concession": 3},
        3,
        {"declarer": "1", "game": "concession-7"},
        Concession,
        id="given-up",
    ),
    pytest.param(
        {"ten": "checked"},
        3,
        {"declarer": "1", "game": "10", "tricks-1": "9"},
        Contract,
        id="checked-ten",
    ),
    pytest.param(
        {"stalingrad": True},
        3,
        {"declarer": "1", "game": "6", "trump": "S", "tricks-1": "6", "tricks-2": "2"},
        Contract,
        id="stalingrad",
    ),
    pytest.param(
        {"talon_bonus": "value"},
        4,
        {**SEVEN, "answer-2": "whist", "answer-3": "pass", "talon": "2", "tricks-1": "7"},
        Contract,
        id="talon",
    ),
    pytest.param(
        {"dealer_may_whist": True},
        4,
        {
            **SEVEN,
            "answer-2": "pass",
            "answer-3": "pass",
            "answer-0": "whist",
            "tricks-1": "7",
        },
        Contract,
        id="the-dealer-whists",
    ),
]


@pytest.mark.parametrize(("options", "size", "form", "kind"), KINDS)
def test_every_kind_of_deal_is_written_from_one_form(
    options: dict[str, Any], size: int, form: dict[str, str], kind: type
) -> None:
    evening = Evening.begin(size, convention=house(**options))
    assert isinstance(written(evening, form), kind)


@pytest.mark.parametrize(("options", "size", "form", "kind"), KINDS)
def test_what_is_missing_before_the_last_tap_is_asked_for(
    options: dict[str, Any], size: int, form: dict[str, str], kind: type
) -> None:
    evening = Evening.begin(size, convention=house(**options))
    *said, last = form
    if last.startswith("tricks-"):
        sheet = opened(evening, {name: form[name] for name in said})
        assert [pad.seat for pad in sheet.pads if pad.is_last] == [int(last.partition("-")[2])]
        assert not sheet.is_whole


def test_a_multiplier_is_written_with_its_name() -> None:
    evening = Evening.begin(multipliers=True)
    form = {**ONE_WHISTS, "factor": "2", "called": "бомба", "tricks-1": "7"}
    deal = written(evening, form)
    assert (deal.multiplier, deal.note) == (2, "бомба")


def test_each_fact_is_a_post_for_its_seat() -> None:
    evening = Evening.begin()
    written(evening, {**ONE_WHISTS, "tricks-1": "7"})
    found = Line.objects.filter(action__in=("order", "answer", "tricks"), pulka=evening.pulka)
    assert [(line.action, line.seat, line.proxy, line.by_name) for line in found] == [
        ("order", 1, True, "Анна"),
        ("answer", 2, True, "Анна"),
        ("answer", 0, False, "Анна"),
        ("tricks", 1, True, "Анна"),
    ]


def test_what_seats_have_said_themselves_is_kept() -> None:
    evening = Evening.begin()
    evening.order(1, 7, "H")
    evening.answer(2, WHIST)
    written(evening, {**ONE_WHISTS, "tricks-1": "7"})
    posts = evening.mendable.posts
    assert (posts.orders[1].by, posts.answers[2].by, posts.answers[0].by) == (1, 2, 0)
    assert posts.orders[1].value == Order(Game.CONTRACT, 7, posts.orders[1].value.trump)


def test_the_page_shows_whose_phone_said_what() -> None:
    evening = Evening.begin()
    evening.order(1, 7)
    evening.answer(2, WHIST)
    sheet = opened(evening)
    assert sheet.order_by == (1, Order(Game.CONTRACT, 7), 1)
    assert [(each.seat, each.by) for each in sheet.answerers] == [(2, 2), (0, None)]


def test_a_number_that_a_phone_has_told_is_not_asked_again() -> None:
    evening = Evening.begin()
    evening.order(1, 7)
    for seat in (2, 0):
        evening.answer(seat, WHIST)
    evening.tricks(2, 3)
    pads = opened(evening).pads
    assert [(pad.seat, pad.by, pad.is_last) for pad in pads] == [(2, 2, False), (1, None, True)]


def test_where_a_seat_has_just_said_otherwise_nothing_is_written() -> None:
    evening = Evening.begin()
    seen = posts_mark(evening.now.posts)
    form = {**ONE_WHISTS, "tricks-1": "7"}
    entered = opened(evening, form).entered
    evening.order(1, 7)
    evening.answer(2, PASS)
    sheet = Sheet(uid=uuid.uuid4().hex, deal=1, seen=seen, entered=entered)
    with refused("said_already"):
        scribing.write(evening.pulka.slug, evening.players[0], sheet)
    assert 0 not in evening.now.posts.answers


def test_another_seats_order_is_not_overwritten() -> None:
    evening = Evening.begin()
    entered = opened(evening, {**ONE_WHISTS, "tricks-1": "7"}).entered
    evening.order(2, 6)
    sheet = Sheet(uid=uuid.uuid4().hex, deal=1, seen="0", entered=entered)
    with refused("said_already"):
        scribing.write(evening.pulka.slug, evening.players[0], sheet)
    assert list(evening.now.posts.orders) == [2]


def test_what_was_posted_for_others_can_be_changed_where_the_page_has_seen_it() -> None:
    evening = Evening.begin()
    evening.order(2, 6, by=0)
    deal = written(evening, {**ONE_WHISTS, "tricks-1": "7"})
    assert (deal.declarer, deal.level) == (1, 7)


def test_raspasy_that_somebody_has_said_stay_his() -> None:
    evening = Evening.begin()
    evening.raspasy(2)
    written(evening, {"tricks-0": "4", "tricks-1": "3"})
    assert list(evening.mendable.posts.orders) == [2]


def test_the_same_form_sent_twice_is_written_once() -> None:
    evening = Evening.begin()
    entered = opened(evening, {**ONE_WHISTS, "tricks-1": "7"}).entered
    sheet = Sheet(uid=uuid.uuid4().hex, deal=1, seen="0", entered=entered)
    for _ in range(2):
        scribing.write(evening.pulka.slug, evening.players[0], sheet)
    assert Line.objects.filter(pulka=evening.pulka, action="written").count() == 1


def test_half_a_deal_is_not_written() -> None:
    evening = Evening.begin()
    with pytest.raises(Unfit):
        written(evening, ONE_WHISTS)
    assert not evening.pulka.deals.exists()


def test_a_sealed_deal_is_not_written_over() -> None:
    evening = Evening.begin()
    entered = opened(evening, {**ONE_WHISTS, "tricks-1": "7"}).entered
    evening.seven_made()
    evening.order(2, 6)
    with refused("sealed"):
        scribing.write(
            evening.pulka.slug,
            evening.players[0],
            Sheet(uid=uuid.uuid4().hex, deal=1, seen="0", entered=entered),
        )


def test_the_last_deal_ends_the_pulka() -> None:
    evening = Evening.begin(target=1)
    written(evening, {"declarer": "1", "game": "10", "nobody_whists": "yes"})
    assert evening.again().pulka.step == PulkaStep.ENDED


def test_only_who_may_post_for_others_writes_for_all() -> None:
    evening = Evening.begin(proxies=Proxies.SCRIBE)
    with refused("no_proxies"):
        written(evening, {**ONE_WHISTS, "tricks-1": "7"}, me=1)
    hosting.name_scribe(evening.pulka.slug, evening.players[0], 1)
    assert written(evening, {**ONE_WHISTS, "tricks-1": "7"}, me=1)


def test_posts_that_disagree_are_mended_on_the_deals_page() -> None:
    evening = Evening.begin()
    evening.order(1, 7)
    evening.order(2, 6)
    assert opened(evening).is_clash


def test_a_disputed_deal_is_not_written_over() -> None:
    evening = Evening.begin()
    evening.seven_made()
    evening.tap(Kind.DISPUTE, 0, Dispute(Fact.TRICKS, 1), deal=1)
    assert opened(evening).is_clash


# -- the page


def form_of(page: str) -> dict[str, str]:
    """What the page sends of itself."""
    import re

    hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page)
    return dict(hidden)


def test_the_form_works_without_a_script() -> None:
    evening = Evening.begin()
    client = browser(evening.players[0])
    path = f"/p/{evening.pulka.slug}/scribe"
    page = client.get(path).content.decode()
    steps: list[dict[str, str]] = [SEVEN, ONE_WHISTS]
    for said in steps:
        form = {**form_of(page), **said, "further": "yes"}
        page = client.post(path, form).content.decode()
    assert 'name="tricks-1" value="7"' in page
    answer = client.post(path, {**form_of(page), **ONE_WHISTS, "tricks-1": "7"})
    assert answer.headers["location"] == path
    assert evening.course.scored_deals


def test_a_choice_is_answered_with_the_questions_that_follow() -> None:
    evening = Evening.begin()
    client = browser(evening.players[0])
    headers = {"hx-request": "true"}
    path = f"/p/{evening.pulka.slug}/scribe"
    page = client.get(path, {"deal": "1", **SEVEN}, headers=headers).content.decode()
    assert 'name="answer-2"' in page
    assert "<html" not in page


def test_what_cannot_be_is_said_beside_it_and_nothing_is_lost() -> None:
    evening = Evening.begin()
    client = browser(evening.players[0])
    path = f"/p/{evening.pulka.slug}/scribe"
    both = {**SEVEN, "answer-2": "whist", "answer-0": "whist"}
    form = {**form_of(client.get(path).content.decode()), **both}
    answer = client.post(path, {**form, "tricks-1": "7", "tricks-2": "5"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert 'class="error"' in page
    assert 'value="whist" checked' in page


@pytest.mark.parametrize("odd", ["", "-1", "x", "\x00", "9" * 5000])
def test_odd_input_is_answered_in_words(odd: str) -> None:
    evening = Evening.begin()
    client: Client = browser(evening.players[0])
    path = f"/p/{evening.pulka.slug}/scribe"
    good = {**form_of(client.get(path).content.decode()), **ONE_WHISTS, "tricks-1": "7"}
    for name in good:
        assert client.post(path, {**good, name: odd}).status_code in (302, 409, 422)
        assert client.get(path, {**good, name: odd}).status_code == 200


def test_the_scribes_own_address_is_the_whole_deal() -> None:
    evening = Evening.begin()
    hosting.name_scribe(evening.pulka.slug, evening.players[1], 1)
    path = f"/p/{evening.pulka.slug}"
    client = browser(evening.players[1])
    assert client.get(path).headers["location"] == f"{path}/scribe"
    assert client.get(path, {"own": "yes"}).status_code == 200
    assert browser(evening.players[2]).get(path).status_code == 200


def test_a_deal_that_comes_after_the_time_ends_the_game_and_is_told_so() -> None:
    evening = on_time(minutes=90)
    nobody_whists(evening, 1)
    client: Client = browser(evening.players[0])
    path = f"/p/{evening.pulka.slug}/scribe"
    form = {**form_of(client.get(path).content.decode()), **ONE_WHISTS, "talon": "0"}
    let_pass(evening, 91)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    page = client.post(path, {**form, "tricks-1": "7"}, follow=True).content.decode()
    assert "The time is over, so this post came too late." in page
    assert evening.again().pulka.step == PulkaStep.ENDED
    assert len(evening.course.deals) == 1
