"""What every answer passes through, beside Django's own."""

import ipaddress
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponseBase, HttpResponseNotAllowed
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers

from prefweb.players.services import player_of, renew_session

FORBIDDEN = 403
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""Our own files and nothing else; no inline script or style, no eval."""

Handler = Callable[[HttpRequest], HttpResponseBase]


def content_security_policy(get_response: Handler) -> Handler:
    """Sends the policy with every page."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers["Content-Security-Policy"] = POLICY
        return response

    return answer


def page_of_a_wrong_verb(get_response: Handler) -> Handler:
    """Says in a page of ours what Django leaves empty: that nothing is asked so at this address."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if isinstance(response, HttpResponseNotAllowed):
            response.content = render_to_string("405.html", request=request)
        return response

    return answer


def fragments_apart(get_response: Handler) -> Handler:
    """Keeps parts of pages out of every store, so that Back never shows one for a page."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        patch_vary_headers(response, ["HX-Request"])
        if "HX-Request" in request.headers:
            response.headers["Cache-Control"] = "no-store"
        return response

    return answer


def next_page_by_name(get_response: Handler) -> Handler:
    """Tells a script that sends a plain form the next page, instead of leading there.

    A script cannot see where it is led, and the messages would be shown to it and to nobody else.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if "X-Plain-Form" in request.headers and "Location" in response.headers:
            response.status_code = 200
            response.headers["HX-Redirect"] = response.headers["Location"]
            del response.headers["Location"]
        return response

    return answer


def sessions_go_on(get_response: Handler) -> Handler:
    """Renews the session of whoever opens a page; see `renew_session`."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        is_page = request.method == "GET" and "HX-Request" not in request.headers
        if is_page and settings.SESSION_COOKIE_NAME in request.COOKIES:
            renew_session(request)
        return response

    return answer


def unknown_player_told(get_response: Handler) -> Handler:
    """Says with a refusal that this browser is nobody: its session has run out, or never was."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if response.status_code == FORBIDDEN and player_of(request) is None:
            response.headers["X-Player"] = "unknown"
        return response

    return answer


def home_network_only(get_response: Handler) -> Handler:
    """Answers only to names a home network can have, when ALLOWED_HOSTS names none.

    A page on the internet that points a name of its own at our address is refused (DNS rebinding).
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        host = request.get_host()
        if not is_home_name(host):
            raise DisallowedHost(f"{host} is no name of a home network: set ALLOWED_HOSTS")
        return get_response(request)

    return answer


def is_home_name(host: str) -> bool:
    """A bare name, NAME.local and the like, or a private address; with a port or without."""
    name = host if host.endswith("]") else host.rsplit(":", 1)[0]
    name = name.lower().strip("[]").rstrip(".")
    if "." not in name and ":" not in name:
        return True
    if name.endswith((".local", ".lan", ".home.arpa", ".localhost")):
        return True
    try:
        return ipaddress.ip_address(name).is_private
    except ValueError:
        return False
