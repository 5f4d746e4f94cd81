"""The light and the dark page: the phone decides until a person does."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme

COOKIE = "theme"
CHOICES = ("light", "dark")
YEAR = 365 * 24 * 60 * 60


def chosen(request: HttpRequest | None) -> str:
    """The theme chosen on this phone, or nothing."""
    value = request.COOKIES.get(COOKIE, "") if request else ""
    return value if value in CHOICES else ""


def set_theme(request: HttpRequest) -> HttpResponse:
    """Remember the choice and go back to the page it was made on; any other word forgets it."""
    if request.method != "POST":
        return redirect("/")
    response = redirect(_way_back(request))
    value = request.POST.get("theme", "")
    if value in CHOICES:
        response.set_cookie(
            COOKIE, value, max_age=YEAR, samesite="Lax", secure=request.is_secure(), httponly=True
        )
    else:
        response.delete_cookie(COOKIE, samesite="Lax")
    return response


def _way_back(request: HttpRequest) -> str:
    target = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if safe else "/"
