"""The scripts every page has, as one file: a first visit asks for little."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

PARTS = (
    "django_htmx/htmx-2.min.js",
    "django_htmx/ext/hx-sse-2.min.js",
    "live.js",
    "clock.js",
    "post.js",
    "unsent.js",
    "typed.js",
    "signed.js",
)
"""In the order in which they run."""
YEAR = 365 * 24 * 60 * 60


class Scripts(NamedTuple):
    """The text of all, and a mark that changes with it."""

    mark: str
    text: str


def scripts() -> Scripts:
    """As they are now; while developing they are read anew for each page."""
    return _read() if settings.DEBUG else _kept()


def _read() -> Scripts:
    text = ";\n".join(_source(part) for part in PARTS)
    return Scripts(hashlib.sha256(text.encode()).hexdigest()[:12], text)


_kept = lru_cache(maxsize=1)(_read)


def _source(part: str) -> str:
    found = finders.find(part)
    if not isinstance(found, str):
        raise FileNotFoundError(part)
    return Path(found).read_text(encoding="utf-8")


def address() -> str:
    """Where they are; another text has another address."""
    return reverse("scripts", args=[scripts().mark])


@require_safe
def all_scripts(request: HttpRequest, mark: str) -> HttpResponse:
    """The text, to be kept for ever; an older address leads to the newest."""
    found = scripts()
    if mark != found.mark:
        return redirect(address())
    response = HttpResponse(found.text, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    return response
