"""What every answer passes through."""

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from prefweb import middleware


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
