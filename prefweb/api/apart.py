"""How everything under /api/ is answered: to programs of other sites, without cookies, as JSON."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.utils.cache import get_conditional_response, patch_vary_headers, set_response_etag

ROOT = "/api/"
SECONDS = 60
"""For how long an answer may be used without asking again."""
DAY = 24 * 60 * 60
VERBS = "GET, HEAD, OPTIONS"
OPEN = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Retry-After",
}
"""A page of any site may ask: who is let in says the token, and browsers send no cookies along."""
PREFLIGHT = {
    "Allow": VERBS,
    "Access-Control-Allow-Methods": VERBS,
    "Access-Control-Allow-Headers": "Authorization, If-None-Match",
    "Access-Control-Max-Age": str(DAY),
}
SENTENCES = {
    HTTPStatus.BAD_REQUEST: "This is no request that can be understood.",
    HTTPStatus.FORBIDDEN: "This is not for you.",
    HTTPStatus.NOT_FOUND: "There is nothing at this address.",
    HTTPStatus.METHOD_NOT_ALLOWED: "Results are only read: with GET, HEAD or OPTIONS.",
    HTTPStatus.INTERNAL_SERVER_ERROR: "Something went wrong here. It is not your fault.",
}

Handler = Callable[[HttpRequest], HttpResponseBase]


def apart(get_response: Handler) -> Handler:
    """Nobody is somebody here by a cookie, every answer is JSON, and other sites may read it."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith(ROOT):
            return get_response(request)
        request.COOKIES = {}
        response = _answered(request, get_response)
        for name, value in OPEN.items():
            response.headers[name] = value
        patch_vary_headers(response, ["Authorization"])
        return response

    return answer


def error(status: int, code: str, message: str, **where: str) -> JsonResponse:
    """A refusal, as every one of them looks."""
    return JsonResponse({"error": {"code": code, "message": message, **where}}, status=status)


def _answered(request: HttpRequest, get_response: Handler) -> HttpResponseBase:
    match request.method:
        case "OPTIONS":
            return HttpResponse(status=HTTPStatus.NO_CONTENT, headers=PREFLIGHT)
        case "GET" | "HEAD":
            return _read(request, get_response)
    response = _told(HTTPStatus.METHOD_NOT_ALLOWED)
    response.headers["Allow"] = VERBS
    return response


def _read(request: HttpRequest, get_response: Handler) -> HttpResponseBase:
    """The answer to GET, and to HEAD the same, of which the server sends the headers alone."""
    asked, request.method = request.method, "GET"
    response = get_response(request)
    if response.status_code >= HTTPStatus.BAD_REQUEST:
        found = response if _is_json(response) else _told(HTTPStatus(response.status_code))
        found.headers["Cache-Control"] = "no-store"
    else:
        found = _kept(request, response)
    request.method = asked
    return found


def _kept(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """An answer that may be kept for a while, and is not sent again as long as it is the same."""
    response.headers["Cache-Control"] = f"private, max-age={SECONDS}"
    set_response_etag(response)
    etag = response.headers.get("ETag")
    if not isinstance(response, HttpResponse):
        return response
    return get_conditional_response(request, etag=etag, response=response) or response


def _told(status: HTTPStatus) -> JsonResponse:
    """What the site would say with a page."""
    return error(status, status.name.lower(), SENTENCES.get(status, status.phrase))


def _is_json(response: HttpResponseBase) -> bool:
    return response.headers.get("Content-Type", "").startswith("application/json")
