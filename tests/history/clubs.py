"""Pulkas of a club as its history holds them, made without playing."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

from prefweb.clubs.evenings import evening_at
from prefweb.clubs.models import Club
from prefweb.players.models import Player
from prefweb.tables.codes import new_code
from prefweb.tables.models import Pulka, PulkaStep, Seat, Table
from tests.tables.evenings import agreement

AN_EVENING = datetime(2026, 11, 18, 17, 0, tzinfo=UTC)
HOURS = timedelta(hours=4)
DAY = timedelta(days=1)
RESULT = ("12", "-5/3", "-31/3")
"""Of three players, in whists."""


def kept(
    club: Club | None,
    people: Sequence[Player | str],
    *,
    results: Sequence[str] | None = None,
    title: str = "Среда",
    **fields: Any,
) -> Pulka:
    """A settled pulka; a name sits there without a phone. Without `results` nobody has any."""
    host = next((each for each in people if isinstance(each, Player)), None)
    table = Table.objects.create(
        code=new_code(), title=title, club=club, host=host or Player.objects.create(name="Хозяин")
    )
    table.closed = table.created
    table.save()
    agreed = agreement(size=len(people)).as_fields()
    timed = _times(club, fields)
    pulka = Pulka.objects.create(table=table, club=club, **{**agreed, **timed, **fields})
    Seat.objects.bulk_create(
        _seat(pulka, index, who, results[index] if results else "")
        for index, who in enumerate(people)
    )
    return pulka


def _times(club: Club | None, fields: dict[str, Any]) -> dict[str, Any]:
    started = fields.get("started", AN_EVENING)
    settled = started + HOURS if started else None
    evening = evening_at(club, started) if started else None
    step = PulkaStep.SETTLED
    return {
        "started": started, "ended": settled, "settled": settled, "evening": evening, "step": step
    }  # fmt: skip


def _seat(pulka: Pulka, index: int, who: Player | str, whists: str) -> Seat:
    player = who if isinstance(who, Player) else None
    name = player.name if player else str(who)
    money = pulka.stake * Fraction(whists).numerator / Fraction(whists).denominator if whists else 0
    return Seat(
        pulka=pulka, index=index, player=player, person=player, name=name,
        whists=whists, money=Decimal(money) if whists else None,
    )  # fmt: skip
