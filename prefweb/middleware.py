"""What every answer passes through, beside Django's own."""

import ipaddress
from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.decorators import sync_and_async_middleware

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

Handler = Callable[[HttpRequest], Any]


@sync_and_async_middleware
def content_security_policy(get_response: Handler) -> Handler:
    """Sends the policy with every answer."""

    def guarded(response: HttpResponseBase) -> HttpResponseBase:
        response.headers.setdefault("Content-Security-Policy", POLICY)
        return response

    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponseBase:
            return guarded(await get_response(request))

        return answer_async
    return lambda request: guarded(get_response(request))


@sync_and_async_middleware
def home_network_only(get_response: Handler) -> Handler:
    """Answers only to names a home network can have, when ALLOWED_HOSTS names none.

    A page on the internet that points a name of its own at our address is refused (DNS rebinding).
    """

    def check(request: HttpRequest) -> None:
        host = request.get_host()
        if not is_home_name(host.rsplit(":", 1)[0] if not host.endswith("]") else host):
            raise DisallowedHost(f"{host} is no name of a home network: set ALLOWED_HOSTS")

    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> Any:
            check(request)
            return await get_response(request)

        return answer_async

    def answer(request: HttpRequest) -> Any:
        check(request)
        return get_response(request)

    return answer


def is_home_name(host: str) -> bool:
    """localhost, a bare name, NAME.local and the like, or a private address."""
    name = host.lower().rstrip(".")
    if "." not in name and ":" not in name:
        return True
    if name.endswith((".local", ".lan", ".home.arpa", ".localhost")):
        return True
    try:
        return ipaddress.ip_address(name.strip("[]")).is_private
    except ValueError:
        return False


class GZipPagesMiddleware(GZipMiddleware):
    """Compresses pages and leaves streams alone: a compressor would cost each some 250 KB.

    Django adds a random length to each page, so the sizes do not give the CSRF token away.
    """

    def process_response(self, request: HttpRequest, response: Any) -> HttpResponseBase:
        return response if response.streaming else super().process_response(request, response)
