"""Entries by hand and mends by the Codex, for tests."""

import uuid
from fractions import Fraction
from typing import Any

from prefweb.tables.models import Hand
from prefweb.tables.services import byhand
from prefweb.tables.services.byhand import Decision, Wish
from scoring import Area
from tests.tables.evenings import Evening

POOL, MOUNTAIN, WHISTS = Area.POOL, Area.MOUNTAIN, Area.WHISTS


def write(
    evening: Evening, by: int, area: Area, amount: Any, against: int | None = None, **more: Any
) -> Hand:
    """An entry in a seat's columns by its own phone, or with `seat` in those of another."""
    fields = {"uid": uuid.uuid4().hex, "note": "штраф за болтовню", **more}
    wish = Wish(area=area, amount=Fraction(amount), against=against, **fields)
    hand = byhand.write(evening.pulka.slug, evening.players[by], wish)
    assert hand is not None
    return hand


def decide(evening: Evening, by: int, hand: Hand, say: str, seat: int | None = None) -> Hand:
    """`agree`, `decline` or `withdraw`, said by a phone."""
    decision = Decision(uid=uuid.uuid4().hex, hand=hand.pk, seat=seat)
    getattr(byhand, say)(evening.pulka.slug, evening.players[by], decision)
    hand.refresh_from_db()
    return hand


def sheet(evening: Evening) -> dict[str, Any]:
    """What stands on the sheet: `pool-1`, `whists-2-1`; nothing where it is 0."""
    found = evening.course.replay.sheet
    cells = {f"pool-{seat}": value for seat, value in enumerate(found.pool)}
    cells |= {f"mountain-{seat}": value for seat, value in enumerate(found.mountain)}
    for seat, row in enumerate(found.whists):
        cells |= {f"whists-{seat}-{other}": value for other, value in enumerate(row)}
    return {key: value for key, value in cells.items() if value}


def actions(evening: Evening) -> list[str]:
    return list(evening.pulka.lines.values_list("action", flat=True))
