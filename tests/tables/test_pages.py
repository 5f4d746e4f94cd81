"""The page of a deal: each seat is asked its question and answers it, with htmx or without."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from prefweb.players.models import Player
from prefweb.players.services import SESSION_KEY
from prefweb.tables.deals.protocol import Kind
from prefweb.tables.models import Proxies, PulkaStep
from prefweb.tables.services import playing
from scoring import Role
from tests.browser.questions import QUESTIONS, begun
from tests.tables.evenings import Evening, house

pytestmark = pytest.mark.django_db

HTMX = {"hx-request": "true"}
BUTTON = re.compile(r'<button[^>]*type="submit"[^>]*name="(\w+)" value="([\w-]+)"')


def client_of(player: Player | None, language: str = "en") -> Client:
    """A browser that the site knows as this player's."""
    client = Client(headers={"accept-language": language})
    if player is not None:
        session = client.session
        session[SESSION_KEY] = str(player.pk)
        session.save()
    return client


class Phone:
    """One seat's browser, at the page of its pulka."""

    def __init__(self, evening: Evening, seat: int, language: str = "en") -> None:
        self.address = f"/p/{evening.pulka.slug}"
        self.client = client_of(evening.players[seat], language)

    def see(self, query: str = "") -> str:
        answer = self.client.get(self.address + query)
        assert answer.status_code == 200
        return answer.content.decode()

    def form(self, query: str = "", kind: str = "") -> dict[str, str]:
        """The hidden fields of the question's form, as the page has them."""
        area = self.see(query).split('id="post"')[1]
        forms = re.findall(r"<form.*?</form>", area, re.DOTALL)
        found = next(form for form in forms if f'name="kind" value="{kind}"' in form)
        return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', found))

    def tap(self, kind: str, query: str = "", *, htmx: bool = True, **answer: str) -> str:
        """The answer to what the page asks; gives the page or the regions that follow."""
        data = {**self.form(query, kind), **answer}
        headers = HTMX if htmx else {}
        sent = self.client.post(f"{self.address}/post", data, headers=headers, follow=True)
        return sent.content.decode()


@pytest.mark.parametrize("name", QUESTIONS)
def test_each_seat_is_asked_its_question(name: str) -> None:
    question = QUESTIONS[name]
    evening = question.table()
    for seat, ask in question.asks.items():
        page = Phone(evening, seat).see(question.query)
        assert f'data-ask="{ask}"' in page
        assert "<b>Преображенск" not in page


@pytest.mark.parametrize("htmx", [True, False])
def test_deal_is_posted_from_its_pages(htmx: bool) -> None:
    evening = begun()
    anna, boris, vera = (Phone(evening, seat) for seat in range(3))
    boris.tap("order", htmx=htmx, game="7", trump="H")
    vera.tap("answer", htmx=htmx, role="whist")
    anna.tap("answer", htmx=htmx, role="pass")
    shown = vera.tap("tricks", htmx=htmx, tricks="6")
    assert 'data-written="1"' in shown
    assert "Written: one down" in shown
    assert 'data-ask="order"' in shown


def test_answer_to_a_question_that_changed_is_told_so() -> None:
    evening = begun()
    evening.order(1, 7)
    vera = Phone(evening, 2)
    stale = {**vera.form(kind="answer"), "role": "whist"}
    evening.order(1, 8, seen="contract-7-")
    answer = vera.client.post(f"{vera.address}/post", stale, headers=HTMX)
    assert answer.status_code == 409
    assert "The question has changed since" in answer.content.decode()
    assert 'role="alert"' in answer.content.decode()


OFF = "Борис: another order, your post is off: whist."


def test_who_is_asked_anew_is_told_why_until_the_next_answer() -> None:
    evening = begun()
    evening.order(1, 7)
    evening.answer(2, Role.WHIST)
    vera = Phone(evening, 2)
    told = changes_for(vera, lambda: evening.order(1, 8, seen="contract-7-"))
    area, news = told.split('id="post"')[1], told.split('id="news"')[1].split("</p>")[0]
    assert OFF in area
    assert OFF in news
    assert OFF in vera.see()
    assert OFF not in Phone(evening, 0).see()
    assert OFF.replace("your", "the") in Phone(evening, 0).see("?for=2")
    assert OFF not in vera.tap("answer", role="pass")


def test_who_answered_is_told_no_more_also_where_the_answer_was_withdrawn() -> None:
    evening = begun()
    QUESTIONS["number anew"].go(evening)
    boris = Phone(evening, 1)
    assert "post is off" in boris.see()

    def tell_and_withdraw() -> None:
        evening.tricks(1, 6)
        evening.tap(Kind.TRICKS, 1, None, about=1, deal=1, seen="6")

    shown = changes_for(boris, tell_and_withdraw)
    assert "post is off" not in shown.split('id="post"')[1]


def test_who_took_a_post_back_is_not_told_of_it() -> None:
    evening = begun()
    evening.order(1, 7)
    boris, vera = Phone(evening, 1), Phone(evening, 2)
    evening.tap(Kind.START_OVER, 1)
    assert "post is off" not in boris.see()
    evening.order(1, 7)
    evening.answer(2, Role.WHIST)
    evening.tap(Kind.START_OVER, 1)
    assert "Борис: the deal is begun anew, your post is off: whist." in vera.see()
    playing.redeal(evening.pulka.slug, evening.players[0], evening.dealing(), moves_on=False)
    assert "post is off" not in vera.see(), "these are other cards"


def low_levels(page: str) -> list[str]:
    """The contracts on the pad that are marked as below the exit, with their words."""
    pad = re.findall(r'<button class="tilebtn is-low"[^>]*value="(\d+)"[^>]*>(.*?)</button>', page)
    assert all("below the exit" in words for _level, words in pad)
    return [level for level, _words in pad]


def after_raspasy(**options: Any) -> Evening:
    evening = begun(convention=house(**options))
    evening.raspasy(1)
    evening.tricks(1, 4)
    evening.tricks(2, 3)
    return evening


def test_contract_below_the_exit_is_marked_and_can_be_ordered_all_the_same() -> None:
    evening = after_raspasy(raspasy_exit=(6, 8, 8))
    vera = Phone(evening, 2)
    assert low_levels(vera.see()) == ["6", "7"]
    vera.tap("order", game="6")
    assert evening.now.posts.orders[2].value.level == 6
    assert low_levels(vera.see("?mend=2-order")) == ["6", "7"]
    evening.answer(0, Role.PASS)
    evening.answer(1, Role.PASS)
    assert low_levels(vera.see()) == [], "the series is over"
    assert low_levels(vera.see("?mend=2-order")) == ["6", "7"], "of its own deal"


def test_no_contract_is_below_the_exit_before_any_raspasy() -> None:
    assert low_levels(Phone(begun(), 1).see()) == []


@pytest.mark.parametrize(("reset", "low"), [("played", []), ("made_whisted", ["6"])])
def test_exit_counts_also_for_the_order_that_lets_a_half_whist_stand(
    reset: str, low: list[str]
) -> None:
    evening = after_raspasy(raspasy_exit=(6, 7), raspasy_reset=reset)
    evening.order(2, 7)
    evening.answer(0, Role.PASS)
    evening.answer(1, Role.HALF)
    assert low_levels(Phone(evening, 2).see()) == low


def test_number_that_agrees_is_said_to_agree() -> None:
    evening = begun()
    evening.seven_made()
    anna = Phone(evening, 0)
    assert "It agrees with what is written" in anna.tap("tricks", "?mend=1-tricks", tricks="7")


def test_seat_without_a_phone_is_posted_for() -> None:
    evening = begun()
    evening.order(1, 7)
    anna = Phone(evening, 0)
    assert "?for=2" in anna.see()
    anna.tap("answer", "?for=2", role="whist")
    vera = Phone(evening, 2).see()
    assert "Posted for you:" in vera
    assert "(<bdi>Анна</bdi>)" in vera
    anna.tap("answer", role="pass")
    vera = Phone(evening, 2).see()
    assert 'data-ask="tricks"' in vera
    assert "?mend=1-answer#post" in vera


def test_nobody_posts_for_another_where_the_table_forbids_it() -> None:
    evening = Evening.begin(proxies=Proxies.NOBODY)
    evening.order(1, 7)
    anna = Phone(evening, 0)
    assert "?for=2" not in anna.see()
    assert anna.client.get(f"{anna.address}?for=2").status_code == 403


def test_next_order_is_ready_beside_an_unanswered_half_whist() -> None:
    evening = begun()
    QUESTIONS["half"].go(evening)
    anna = Phone(evening, 0)
    anna.tap("order", game="6")
    assert [deal.number for deal in evening.course.written] == [1]
    assert evening.now.number == 2


def test_whoever_watches_sees_and_is_asked_nothing() -> None:
    evening = begun()
    evening.order(1, 7)
    watcher = client_of(None)
    page = watcher.get(f"/w/{evening.pulka.table.watch_key}", follow=True).content.decode()
    assert "You are watching." in page
    assert "<form" not in page.split('id="post"')[1].split("</section>")[0]


def test_stranger_is_told_the_way_in() -> None:
    answer = client_of(None).get(f"/p/{begun().pulka.slug}")
    assert answer.status_code == 403
    assert 'name="code"' in answer.content.decode()


def test_dealer_is_changed_from_the_page() -> None:
    evening = begun()
    boris = Phone(evening, 1)
    page = boris.see()
    uid = re.findall(r'name="uid" value="([^"]+)"', page)[0]
    boris.client.post(
        f"{boris.address}/dealer", {"uid": uid, "deal": "1", "changes": "0", "dealer": "2"}
    )
    assert evening.now.terms.dealer == 2


def test_deal_is_begun_anew() -> None:
    evening = begun()
    evening.order(1, 7)
    assert 'data-ask="order"' in Phone(evening, 0).tap("start_over")


def test_enter_in_the_trump_orders_nothing() -> None:
    area = Phone(begun(), 1).see().split('name="kind" value="order"')[1]
    assert re.findall(r"<button[^>]*>", area)[0] == '<button type="submit" disabled hidden>'


def test_nothing_is_chosen_beforehand() -> None:
    assert "checked" not in Phone(begun(), 1).see().split('id="post"')[1].split("</section>")[0]


@pytest.mark.parametrize("step", [PulkaStep.ENDED, PulkaStep.SETTLED])
def test_open_page_is_loaded_anew_when_the_pulka_moves_on(step: PulkaStep) -> None:
    evening = begun()
    phone = Phone(evening, 1)
    evening.pulka.step = step
    evening.pulka.save()
    answer = phone.client.get(f"{phone.address}/live?since=1&step=playing", headers=HTMX)
    assert answer.headers["HX-Refresh"] == "true"


def test_page_that_shows_the_present_version_is_left_alone() -> None:
    evening = begun()
    phone = Phone(evening, 1)
    version = evening.again().pulka.version
    answer = phone.client.get(f"{phone.address}/live?since={version}", headers=HTMX)
    assert answer.status_code == 204


def changes_for(phone: Phone, act: Callable[[], object]) -> str:
    """What an open page gets when somebody acts."""
    asks = re.search(r'hx-get="([^"]+/live[^"]+)"', phone.see())
    assert asks
    act()
    answer = phone.client.get(asks.group(1).replace("&amp;", "&"), headers=HTMX)
    return answer.content.decode()


def test_question_that_stays_is_not_drawn_again() -> None:
    evening = begun(4)
    evening.raspasy(1)
    shown = changes_for(Phone(evening, 2), lambda: evening.tricks(1, 0))
    assert 'id="seats"' in shown
    assert 'id="post"' not in shown


def test_other_answer_is_shown_beside_the_question() -> None:
    evening = begun()
    evening.order(1, 7)
    shown = changes_for(Phone(evening, 0), lambda: evening.answer(2, Role.WHIST))
    assert "<bdi>Вера</bdi>: whist" in shown.split('id="post"')[1]


def test_pages_ask_the_database_little(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    evening = begun(4)
    evening.order(1, 7)
    phone = Phone(evening, 2)
    with django_assert_max_num_queries(12):
        phone.see()
    with django_assert_max_num_queries(6):
        phone.client.get(f"{phone.address}/live?since=1&page=deal", headers=HTMX)
