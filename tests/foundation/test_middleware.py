"""What every answer passes through."""

from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import timezone

from prefweb import middleware
from prefweb.players.services import RENEWED


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/healthz", "/no-such-page"])
def test_every_page_has_the_policy_even_one_that_is_missing(client, address):
    policy = client.get(address).headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


HOSTS = [
    ("localhost", True),
    ("localhost:8000", True),
    ("127.0.0.1:8000", True),
    ("192.168.1.20", True),
    ("10.0.0.7:8000", True),
    ("[::1]:8000", True),
    ("[fe80::1]", True),
    ("kitchen", True),
    ("Kitchen.local:8000", True),
    ("kitchen.lan", True),
    ("8.8.8.8", False),
    ("prefweb.example.com", False),
    ("192.168.1.20.example.com", False),
    ("evil.localhost.example", False),
]


@pytest.mark.parametrize(("host", "home"), HOSTS)
def test_at_home_only_names_of_a_home_network_are_answered(settings, host, home):
    settings.ALLOWED_HOSTS = ["*"]
    answer = middleware.home_network_only(lambda request: HttpResponse("dealt"))
    request = RequestFactory().get("/", HTTP_HOST=host)
    if home:
        assert answer(request).content == b"dealt"
    else:
        with pytest.raises(middleware.DisallowedHost, match="ALLOWED_HOSTS"):
            answer(request)


def test_pages_are_compressed(client, db):
    page = client.get("/no-such-page", HTTP_ACCEPT_ENCODING="gzip")
    assert page.headers["Content-Encoding"] == "gzip"


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/new", "/new/options"])
def test_part_of_a_page_is_never_stored_for_the_page(client, address):
    part = client.get(address, headers={"hx-request": "true"})
    assert part.headers["Cache-Control"] == "no-store"
    assert "HX-Request" in part.headers["Vary"]
    page = client.get(address)
    assert "HX-Request" in page.headers["Vary"]
    assert "Cache-Control" not in page.headers, "the browser may go back to it without asking"


@pytest.mark.django_db
def test_script_that_sends_a_plain_form_is_told_the_next_page(client):
    form = {"language": "en", "next": "/new"}
    assert client.post("/language", form).headers["Location"] == "/new"
    answer = client.post("/language", form, headers={"x-plain-form": "yes"})
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (200, "/new")
    assert "Location" not in answer.headers
    assert answer.cookies["django_language"].value == "en"


SESSION_DAYS = [
    pytest.param(1, False, id="young"),
    pytest.param(31, True, id="a month old"),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("days", "begins_anew"), SESSION_DAYS)
def test_session_of_a_guest_who_comes_again_does_not_run_out(client, days, begins_anew):
    session = client.session
    session[RENEWED] = (timezone.now() - timedelta(days=days)).date().isoformat()
    session.save()
    cookies = client.get("/").cookies
    assert ("sessionid" in cookies) is begins_anew
    if begins_anew:
        assert cookies["sessionid"]["max-age"] == 365 * 24 * 60 * 60
        assert "sessionid" not in client.get("/").cookies, "once a month is enough"


@pytest.mark.django_db
def test_stranger_gets_no_session(client):
    assert "sessionid" not in client.get("/").cookies
