"""Lists of pulkas as they are read."""

import re
from html import unescape
from typing import Any

from django.test import Client
from django.urls import reverse

from prefweb.clubs.models import Club
from prefweb.tables.models import Pulka


def history(client: Client, club: Club, **asked: Any) -> str:
    page = client.get(reverse("history:club", args=[club.slug]), asked)
    assert page.status_code == 200
    return unescape(page.content.decode())


def mine(client: Client, **asked: Any) -> str:
    page = client.get(reverse("history:mine"), asked)
    assert page.status_code == 200
    return unescape(page.content.decode())


def slugs(page: str) -> list[str]:
    """The pulkas of a list in its order."""
    return re.findall('data-pulka="([^"]*)"', page)


def text(page: str) -> str:
    """What of the page is read, in one line."""
    return " ".join(re.sub("<[^>]*>", " ", page).split())


def record(page: str, pulka: Pulka) -> str:
    """One pulka of a list."""
    after = page.partition(f'data-pulka="{pulka.slug}">')[2]
    return text(re.split("data-pulka=|</section>", after)[0])
