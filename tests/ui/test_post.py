"""What a tap does beyond its form: static/post.js in a real browser.

The page is drawn by the project's own frame; the network in front of its one address is the test's.
"""

import re
from collections.abc import Callable
from urllib.parse import parse_qs

import pytest
from django.template import RequestContext, Template
from django.test import RequestFactory
from django.utils.translation import override
from playwright.sync_api import Page, Route, expect

from tests.phones import Phones

PAGE = """
{% extends "base.html" %}
{% block main %}
  {% include "ui/_unsent.html" with slug="demo" step="#step" %}
  <section id="step">
    <form method="post" action="/test/post" data-post="demo" data-sending="Writing…"
          hx-post="/test/post" hx-target="#step" hx-swap="outerHTML">
      <input type="hidden" name="uid" value="once">
      <button name="role" value="whist" data-says="whist">Whist <small>4</small></button>
    </form>
    <form method="post" action="/test/post" data-post="demo"
          hx-post="/test/post" hx-target="#step" hx-swap="outerHTML">
      <input type="hidden" name="uid" value="another">
      <button name="role" value="pass" data-says="pass">Pass</button>
      <button name="role" value="half" data-says="half-whist">Half</button>
    </form>
  </section>
{% endblock %}
"""
WRITTEN = '<section id="step"><h2>Written</h2></section>'


class Network:
    """Answers the posts of one page: `answer` decides how, `posts` is what came through."""

    def __init__(self) -> None:
        self.answer: Callable[[Route], None] = lambda route: route.fulfill(body=WRITTEN)
        self.posts: list[dict[str, list[str]]] = []

    def take(self, route: Route) -> None:
        self.posts.append(parse_qs(route.request.post_data or ""))
        self.answer(route)


@pytest.fixture
def network() -> Network:
    return Network()


@pytest.fixture
def page(phone: Phones, network: Network) -> Page:
    phone.allow("/test/post", "htmx:sendError", "htmx:afterRequest")
    with override("en"):
        drawn = Template(PAGE).render(RequestContext(RequestFactory().get("/test/page")))
    page: Page = phone(locale="en-GB")
    page.route("**/test/page", lambda route: route.fulfill(body=drawn, content_type="text/html"))
    page.route("**/test/post", network.take)
    page.goto("/test/page")
    return page


def test_answer_takes_the_place_of_the_question(page: Page, network: Network) -> None:
    page.get_by_role("button", name="Whist").click()
    expect(page.get_by_role("heading", name="Written")).to_be_visible()
    assert network.posts[0]["role"] == ["whist"]


def test_lost_post_is_kept_and_sent_again_with_its_id(page: Page, network: Network) -> None:
    network.answer = lambda route: route.abort()
    page.get_by_role("button", name="Whist").click()
    note = page.locator("#unsent")
    expect(note).to_contain_text("whist")
    page.reload()
    expect(note).to_be_visible()
    network.answer = lambda route: route.fulfill(body=WRITTEN)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_role("heading", name="Written")).to_be_visible()
    expect(note).to_be_hidden()
    assert {tuple(post["uid"]) for post in network.posts} == {("once",)}
    assert network.posts[-1]["role"] == ["whist"]


def lose(page: Page, network: Network, *buttons: str) -> None:
    """Taps whose posts the network loses."""
    network.answer = lambda route: route.abort()
    for button in buttons:
        page.get_by_role("button", name=button, exact=True).click()
        expect(page.locator("[aria-busy]")).to_have_count(0)
    network.posts.clear()
    network.answer = lambda route: route.fulfill(body=WRITTEN)


def held(page: Page, waiting: list[Route]) -> Route:
    """The post that waits for its answer, as soon as it has come."""
    while not waiting:
        page.wait_for_timeout(10)
    return waiting[0]


def roles(network: Network) -> list[str]:
    return [post["role"][0] for post in network.posts]


def test_lost_posts_are_all_kept_and_sent_in_order(page: Page, network: Network) -> None:
    lose(page, network, "Whist 4", "Pass")
    expect(page.locator("#unsent")).to_contain_text("whist, pass")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#unsent")).to_be_hidden()
    assert roles(network) == ["whist", "pass"]


def test_second_thought_takes_the_place_of_the_lost_post(page: Page, network: Network) -> None:
    lose(page, network, "Pass", "Whist 4", "Half")
    expect(page.locator("#unsent q")).to_have_text("half-whist, whist")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#unsent")).to_be_hidden()
    assert roles(network) == ["half", "whist"]


def test_answer_to_another_form_leaves_the_lost_post_kept(page: Page, network: Network) -> None:
    lose(page, network, "Whist 4")
    waiting: list[Route] = []
    network.answer = waiting.append
    page.get_by_role("button", name="Pass", exact=True).click()
    held(page, waiting).fulfill(body=WRITTEN)
    expect(page.get_by_role("heading", name="Written")).to_be_visible()
    expect(page.locator("#unsent")).to_contain_text("whist")
    network.answer = lambda route: route.fulfill(body=WRITTEN)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#unsent")).to_be_hidden()
    assert roles(network)[-1] == "whist"


def test_later_post_waits_for_the_one_before_it(page: Page, network: Network) -> None:
    lose(page, network, "Whist 4", "Pass")
    network.answer = lambda route: route.fulfill(status=503)
    with page.expect_response("**/test/post"):
        page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#unsent")).to_contain_text("whist, pass")
    assert roles(network) == ["whist"]


def test_kept_post_waits_while_the_server_is_down(page: Page, network: Network) -> None:
    network.answer = lambda route: route.abort()
    page.get_by_role("button", name="Whist").click()
    expect(page.locator("#unsent")).to_be_visible()
    network.answer = lambda route: route.fulfill(status=503)
    with page.expect_response("**/test/post"):
        page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#unsent")).to_be_visible()


def test_refused_post_is_not_sent_for_ever(page: Page, network: Network) -> None:
    network.answer = lambda route: route.abort()
    page.get_by_role("button", name="Whist").click()
    expect(page.locator("#unsent")).to_be_visible()
    network.answer = lambda route: route.fulfill(status=409, body=WRITTEN)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#unsent")).to_be_hidden()


def test_two_taps_send_one_post(page: Page, network: Network) -> None:
    waiting: list[Route] = []
    network.answer = waiting.append
    button = page.locator("button[value=whist]")
    button.click()
    expect(button).to_have_text("Writing…")
    expect(button).to_have_attribute("aria-busy", "true")
    button.dispatch_event("click")
    button.dispatch_event("click")
    held(page, waiting).fulfill(body=WRITTEN)
    expect(page.get_by_role("heading", name="Written")).to_be_visible()
    assert len(network.posts) == 1


def test_button_has_its_words_back_after_a_failure(page: Page, network: Network) -> None:
    network.answer = lambda route: route.fulfill(status=500)
    page.get_by_role("button", name="Whist").click()
    expect(page.locator("#unsent")).to_be_visible()
    expect(page.locator("button[value=whist]")).to_have_text(re.compile("Whist 4"))
    expect(page.locator("button[value=whist]")).not_to_have_attribute("aria-busy", "true")


WAITS = [
    pytest.param(500, "", "could not take it", id="failure"),
    pytest.param(503, "", "as soon as the server is back", id="server down"),
    pytest.param(403, "", "once the seat is back", id="seat elsewhere"),
    pytest.param(403, "unknown", "once you are back on your seat", id="session run out"),
    pytest.param(429, "", "in a moment", id="too many"),
]


@pytest.mark.parametrize(("status", "player", "said"), WAITS)
def test_post_that_may_be_taken_later_is_kept_and_says_what_it_waits_for(
    page: Page, network: Network, status: int, player: str, said: str
) -> None:
    headers = {"X-Player": player} if player else {}
    network.answer = lambda route: route.fulfill(status=status, headers=headers)
    page.get_by_role("button", name="Whist").click()
    note = page.locator("#unsent")
    expect(note).to_contain_text(said)
    expect(note.locator("q")).to_have_text("whist")
    expect(page.locator("#trouble")).to_be_hidden()
    network.answer = lambda route: route.fulfill(body=WRITTEN)
    page.reload()
    expect(page.get_by_role("heading", name="Written")).to_be_visible()
    expect(note).to_be_hidden()


def test_post_that_always_fails_holds_up_no_other(page: Page, network: Network) -> None:
    lose(page, network, "Whist 4", "Pass")
    network.answer = lambda route: (
        route.fulfill(status=500)
        if "whist" in (route.request.post_data or "")
        else route.fulfill(body=WRITTEN)
    )
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_role("heading", name="Written")).to_be_visible()
    expect(page.locator("#unsent q")).to_have_text("whist")
    assert roles(network) == ["whist", "pass"]


def test_post_that_fails_can_be_let_go(page: Page, network: Network) -> None:
    network.answer = lambda route: route.fulfill(status=500)
    page.get_by_role("button", name="Whist").click()
    page.get_by_role("button", name="Do not send it").click()
    expect(page.locator("#unsent")).to_be_hidden()
    page.reload()
    expect(page.locator("#unsent")).to_be_hidden()
    assert roles(network) == ["whist"]


def test_post_refused_for_good_is_told_and_dropped(page: Page, network: Network) -> None:
    network.answer = lambda route: route.fulfill(status=404)
    page.get_by_role("button", name="Whist").click()
    expect(page.get_by_role("alert")).to_contain_text("no longer there")
    expect(page.locator("#unsent")).to_be_hidden()


def test_changed_option_says_so_at_once(phone: Phones) -> None:
    page = phone(locale="en-GB")
    page.goto("/new")
    page.get_by_text("Agreement", exact=True).click()
    tag = page.locator("[data-option]", has_text="Mountain multiplier").locator("[data-changed]")
    expect(tag).to_be_hidden()
    page.get_by_label("Mountain multiplier").fill("3")
    expect(tag).to_be_visible()
    expect(page.locator("[data-count]")).to_have_text("1")
    page.get_by_label("Mountain multiplier").fill("1")
    expect(tag).to_be_hidden()


def test_choosing_a_convention_fills_its_options_in(phone: Phones) -> None:
    page = phone(locale="en-GB")
    page.goto("/new")
    page.locator("label:has([value=leningrad])").click()
    expect(page.locator("#options")).to_contain_text("as in: Leningrad")
    expect(page.locator("[name=mountain_mult]")).to_have_value("2")


@pytest.mark.parametrize("path", ["/", "/new", "/nothing-here"])
@pytest.mark.parametrize("language", ["ru-RU", "en-GB"])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_page_fits_its_screen(phone: Phones, path: str, language: str, width: int) -> None:
    phone.allow("status of 404")
    page = phone(width=width, locale=language)
    page.goto(path)
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") == width
