"""Numbers that may be below zero: the sign key of static/signed.js, and the field without it."""

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
  <form method="post" action="/test/post">
    {% include "tables/_signed.html" with name="mountain" value=number label="Mountain" %}
    <button>Write</button>
  </form>
{% endblock %}
"""
KEY, FIELD = "button[aria-controls=mountain]", "[name=mountain]"


def drawn(phone: Phones, number: str = "", error: str = "", *, has_script: bool = True) -> Page:
    with override("en"):
        context = RequestContext(
            RequestFactory().get("/test/page"), {"number": number, "error": error}
        )
        body = Template(PAGE).render(context)
    page = phone(locale="en-GB", width=320, java_script_enabled=has_script)
    page.route("**/test/page", lambda route: route.fulfill(body=body, content_type="text/html"))
    page.goto("/test/page")
    return page


CASES = [
    pytest.param("", "−", id="nothing yet"),
    pytest.param("4", "−4", id="whole"),
    pytest.param("0", "−0", id="zero"),
    pytest.param("−4", "4", id="minus of the pages"),
    pytest.param("-4", "4", id="minus of a keyboard"),
    pytest.param("- 1/3", "1/3", id="part"),
]


@pytest.mark.parametrize(("before", "after"), CASES)
def test_sign_key_turns_the_sign(phone: Phones, before: str, after: str) -> None:
    page = drawn(phone, before)
    key = page.locator(KEY)
    expect(key).to_have_accessible_name("Below zero: Mountain")
    key.tap()
    expect(page.locator(FIELD)).to_have_value(after)
    expect(key).to_have_attribute("aria-pressed", "true" if after.startswith("−") else "false")


def test_number_is_typed_with_the_number_pad_and_sent_with_its_sign(phone: Phones) -> None:
    page = drawn(phone)
    posts: list[str] = []

    def take(route: Route) -> None:
        posts.append(route.request.post_data or "")
        route.fulfill(body="taken")

    page.route("**/test/post", take)
    expect(page.locator(FIELD)).to_have_attribute("inputmode", "decimal")
    page.locator(KEY).tap()
    expect(page.locator(FIELD)).to_be_focused()
    page.keyboard.type("12")
    page.get_by_role("button", name="Write").tap()
    page.wait_for_url("**/test/post")
    assert parse_qs(posts[0])["mountain"] == ["−12"]


def test_key_follows_what_is_typed(phone: Phones) -> None:
    page = drawn(phone)
    page.locator(FIELD).fill("-3")
    expect(page.locator(KEY)).to_have_attribute("aria-pressed", "true")
    page.locator(FIELD).fill("3")
    expect(page.locator(KEY)).to_have_attribute("aria-pressed", "false")


def test_number_comes_back_with_its_sign_after_a_reload(phone: Phones) -> None:
    page = drawn(phone, "2")
    page.locator(KEY).tap()
    page.reload()
    expect(page.locator(FIELD)).to_have_value("−2")
    expect(page.locator(KEY)).to_have_attribute("aria-pressed", "true")


def test_refused_number_names_what_is_wrong(phone: Phones) -> None:
    page = drawn(phone, "four", "why")
    expect(page.locator(FIELD)).to_have_attribute("aria-invalid", "true")
    expect(page.locator(FIELD)).to_have_attribute("aria-describedby", "why")


def test_field_without_javascript_has_a_keyboard_with_a_minus(phone: Phones) -> None:
    page = drawn(phone, has_script=False)
    expect(page.locator(KEY)).to_be_hidden()
    expect(page.locator(FIELD)).to_have_attribute("inputmode", "text")


@pytest.mark.parametrize("part", [KEY, FIELD])
def test_sign_and_number_are_wide_enough_for_a_thumb(phone: Phones, part: str) -> None:
    box = drawn(phone).locator(part).bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 48
