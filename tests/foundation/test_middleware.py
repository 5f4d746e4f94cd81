"""What every answer passes through."""

import pytest
from asgiref.sync import async_to_sync, iscoroutinefunction
from django.http import HttpResponse, StreamingHttpResponse
from django.test import RequestFactory

from prefweb import middleware

GZIP = {"HTTP_ACCEPT_ENCODING": "gzip"}


def test_every_answer_has_the_policy_even_a_missing_page(client, db):
    for address in ("/healthz", "/no-such-page"):
        policy = client.get(address).headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy


async def _page(request):
    return HttpResponse("async")


BOTH_KINDS = pytest.mark.parametrize(
    "page", [_page, lambda request: HttpResponse("sync")], ids=["async", "sync"]
)


def _called(handler, **headers):
    request = RequestFactory().get("/", **headers)
    return async_to_sync(handler)(request) if iscoroutinefunction(handler) else handler(request)


@BOTH_KINDS
def test_the_policy_goes_with_both_kinds_of_view(page):
    answer = _called(middleware.content_security_policy(page))
    assert answer.headers["Content-Security-Policy"] == middleware.POLICY


HOSTS = [
    ("localhost", True),
    ("localhost:8000", True),
    ("127.0.0.1:8000", True),
    ("192.168.1.20", True),
    ("10.0.0.7:8000", True),
    ("[::1]:8000", True),
    ("[fe80::1]", True),
    ("kitchen", True),
    ("kitchen.local:8000", True),
    ("kitchen.lan", True),
    ("8.8.8.8", False),
    ("prefweb.example.com", False),
    ("192.168.1.20.example.com", False),
    ("evil.localhost.example", False),
]


@pytest.mark.parametrize(("host", "home"), HOSTS)
@BOTH_KINDS
def test_at_home_only_names_of_a_home_network_are_answered(settings, page, host, home):
    settings.ALLOWED_HOSTS = ["*"]
    handler = middleware.home_network_only(page)
    if home:
        assert _called(handler, HTTP_HOST=host).status_code == 200
    else:
        with pytest.raises(middleware.DisallowedHost, match="ALLOWED_HOSTS"):
            _called(handler, HTTP_HOST=host)


def test_pages_are_compressed_and_streams_are_not():
    def packed(response):
        answer = _called(middleware.GZipPagesMiddleware(lambda request: response), **GZIP)
        return answer.headers.get("Content-Encoding")

    assert packed(HttpResponse("пуля " * 200)) == "gzip"
    assert packed(StreamingHttpResponse(iter(["пуля " * 200]))) is None
