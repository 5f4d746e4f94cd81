"""How a phone likes its sheets: who is at the bottom of each pulka's, hundreds as wheels or not."""

from django.http import HttpRequest, HttpResponse

from prefweb.sheets.drawing import Look
from scoring import Seat

SIDE, WHEEL = "side", "wheel"
"""What an address can ask for; also the names of the cookies that remember it."""
SIDES, WHEELS = ("0", "1", "2", "3", "4"), ("0", "1")
"""What they can be."""
YEAR = 365 * 24 * 60 * 60


def look_of(request: HttpRequest, size: int, me: Seat | None) -> Look:
    """As the address asks for, else as the phone remembers; at first the own seat is below."""
    asked = _asked(request, SIDE)
    side = int(asked) if asked in SIDES[:size] else me or 0
    return Look(side=side, wheel=_asked(request, WHEEL) == "1")


def remember(response: HttpResponse, request: HttpRequest, path: str) -> None:
    """Keep what the address asks for: the side for the pulka at this path, the wheel for all."""
    for name, values, where in ((SIDE, SIDES, path), (WHEEL, WHEELS, "/")):
        value = request.GET.get(name, "")
        if value in values:
            secure = request.is_secure()
            response.set_cookie(
                name, value, YEAR, path=where, samesite="Lax", secure=secure, httponly=True
            )


def _asked(request: HttpRequest, name: str) -> str:
    return request.GET.get(name, request.COOKIES.get(name, ""))
