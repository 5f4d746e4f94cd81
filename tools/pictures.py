"""Takes the pictures of the README anew: `python -m tools.pictures`.

A server on data of its own plays the demo; the pictures show its running pulka on a phone.
"""

import os
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.phones import FLAGS
from tests.servers import serving
from tools.browser import find

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
DATA = ROOT / "var" / "pictures"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 760}, "device_scale_factor": 2}
DARK = {"color_scheme": "dark"}
DESK: dict[str, Any] = {"viewport": {"width": 1200, "height": 860}, "device_scale_factor": 1}
WALL: dict[str, Any] = {"viewport": {"width": 1200, "height": 540}, "device_scale_factor": 1}
TITLES = ("Среда", "Стол у окна", "Малый стол", "Разминка", "Большой стол", "Новички")
"""Of the club's tables."""
CALCULATED = (
    "players=3&target=10&stake=5&n1=Север&n2=Восток&n3=Юг&p1=10&m1=3&w12=0&w13=6"
    "&p2=10&m2=0&w21=32&w23=26&p3=10&m3=1&w31=68&w32=8"
)
"""The settled pulka of the demo, off its paper sheet."""


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    DATA.mkdir(parents=True, exist_ok=True)
    settings = {"DATA_DIR": str(DATA), "DJANGO_SETTINGS_MODULE": "prefweb.settings"}
    with serving(DATA / "log", **settings) as server, sync_playwright() as playwright:
        flags = [*FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
        browser = playwright.chromium.launch(executable_path=find(), args=flags)
        for name, (address, cookie, look) in _views().items():
            _take(browser, server.url, name, address, cookie, look)


def _views() -> dict[str, tuple[str, str, dict[str, Any]]]:
    """What to show: the address, whose session looks, on what."""
    os.environ.update(
        DJANGO_SETTINGS_MODULE="prefweb.settings",
        DATA_DIR=str(DATA),
        DJANGO_ALLOW_ASYNC_UNSAFE="true",
    )
    import django

    django.setup()
    from bench.live.tables import cookie_of
    from prefweb.clubs.models import ClubRole
    from prefweb.importing.demo import fill_club
    from prefweb.players.models import Player
    from prefweb.tables.demo import fill
    from prefweb.tables.models import Pulka

    settled, running, gathering = fill()
    club = _club([*fill(), settled, running, gathering])
    played = fill_club().club
    owner = played.members.get(role=ClubRole.OWNER).player
    numbers = cookie_of(owner)

    def of(pulka: Pulka, seat: int) -> str:
        return cookie_of(Player.objects.get(seats__pulka=pulka, seats__index=seat))

    return {
        "answer": (f"/p/{running.slug}", of(running, 3), PHONE),
        "sheet": (f"/p/{running.slug}/sheet", of(running, 0), PHONE | DARK),
        "count": (f"/p/{settled.slug}", of(settled, 1), PHONE),
        "why": (f"/p/{settled.slug}/why/whists-2-0", of(settled, 1), PHONE),
        "replay": (f"/p/{settled.slug}/replay/4", of(settled, 1), PHONE),
        "calculator": (f"/calculator?{CALCULATED}", of(settled, 1), DESK),
        "tonight": (f"/c/{club}/tonight?wall", of(running, 0), WALL | DARK),
        "history": (f"/c/{club}/history?state=over#found", of(running, 0), PHONE),
        "standings": (f"/c/{played.slug}/standings?period=all#period", numbers, PHONE),
        "player": (f"/c/{played.slug}/players/{owner.pk}?period=all#over-time", numbers, PHONE),
        "ledger": (f"/c/{played.slug}/ledger", numbers, PHONE | DARK),
    }


def _club(pulkas: list[Any]) -> str:
    """A club whose tables these are, all played tonight; the host of the last one owns it."""
    from prefweb.clubs.evenings import evening_at
    from prefweb.clubs.models import Club, ClubRole, Member
    from prefweb.tables.models import Pulka, Table

    club = Club.objects.create(name="Клуб на Покровке")
    players = {seat.player for pulka in pulkas for seat in pulka.seats.all() if seat.player}
    owner = pulkas[-2].table.host
    for player in players:
        role = ClubRole.OWNER if player == owner else ClubRole.MEMBER
        Member.objects.create(club=club, player=player, role=role)
    for pulka, title in zip(pulkas, TITLES, strict=True):
        Table.objects.filter(pk=pulka.table_id).update(club=club, is_demo=False, title=title)
        evening = evening_at(club, pulka.created) if pulka.started else None
        Pulka.objects.filter(pk=pulka.pk).update(club=club, evening=evening)
    return club.slug


def _take(
    browser: Browser, url: str, name: str, address: str, cookie: str, look: dict[str, Any]
) -> None:
    context = browser.new_context(base_url=url, locale="ru-RU", **look)
    key, value = cookie.split("=", 1)
    context.add_cookies([{"name": key, "value": value, "url": url}])
    page = context.new_page()
    page.goto(address)
    page.wait_for_timeout(500)
    page.screenshot(path=PICTURES / f"{name}.png")
    context.close()


if __name__ == "__main__":
    main()
