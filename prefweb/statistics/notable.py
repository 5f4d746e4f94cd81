"""What stands out in the pulkas of a person: records, runs of won and lost ones, changed seats."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from django.db import connection
from django.db.models import Max, Q, Sum

from prefweb.history.paging import Position
from prefweb.statistics.asked import Asked
from prefweb.statistics.figures import RESULT, Figure, Name, replaced
from prefweb.statistics.models import Part
from prefweb.statistics.sums import Tally


class Record(StrEnum):
    """What a pulka is the first in; of several the newest one."""

    BEST = "best"
    WORST = "worst"
    CONTRACTS = "contracts"
    """Made by him in one pulka."""
    RASPASY = "raspasy"
    """Won by him in one pulka."""
    LONGEST = "longest"


@dataclass(frozen=True, slots=True)
class Notable:
    """A pulka, and the number that makes it stand out: deals, contracts, raspasy."""

    value: int
    pulka: Position
    slug: str
    title: str
    """Its table's; may be empty."""


@dataclass(frozen=True, slots=True)
class Run:
    """Pulkas in a row that were all won (sign 1), all lost (-1), or neither (0)."""

    length: int
    sign: int
    first: Position
    last: Position

    @property
    def figure(self) -> Figure:
        """The pulkas of it."""
        name = {1: Name.WON, -1: Name.LOST}.get(self.sign, Name.GAMES)
        return Figure(figure=name, first=self.first, last=self.last)


@dataclass(slots=True)
class Notables:
    """Everything that stands out."""

    records: dict[Record, Notable] = field(default_factory=dict)
    runs: dict[str, Run] = field(default_factory=dict)
    """The longest ``won`` and ``lost`` ones and the present one, ``now``."""
    replaced: list[Notable] = field(default_factory=list)
    """The newest pulkas in which a seat was his and another one's; the number is of his deals."""


def notables_of(asked: Asked, total: Tally) -> Notables:
    """What stands out among the pulkas that were asked for; one query."""
    found = Notables()
    for name, value, sign, *where in _rows(asked, total):
        first, last, naming = Position(*where[:2]), Position(*where[2:4]), where[4:]
        if name in RUNS:
            found.runs[name] = Run(value, sign, first, last)
        elif name == "replaced":
            found.replaced.append(Notable(value, last, *naming))
        elif value:
            found.records[Record(name)] = Notable(value, last, *naming)
    return found


RUNS = ("won", "lost", "now")
SQL = """
WITH game AS ({games}), seat AS ({seats}), turn AS (
    SELECT evening, pulka_id, sign, row_number() OVER played AS n,
        (lag(sign) OVER played IS DISTINCT FROM sign)::int AS turns
    FROM (
        SELECT evening, pulka_id, sign(result)::int AS sign FROM game WHERE result IS NOT NULL
    ) AS result
    WINDOW played AS (ORDER BY evening, pulka_id)
), run AS (
    SELECT min(sign) AS sign, count(*) AS length, min(n) AS first, max(n) AS last
    FROM (SELECT n, sign, sum(turns) OVER (ORDER BY n) AS number FROM turn) AS numbered
    GROUP BY number
), chosen AS (
    (SELECT 'won' AS name, * FROM run WHERE sign = 1 ORDER BY length DESC, last DESC LIMIT 1)
    UNION ALL
    (SELECT 'lost', * FROM run WHERE sign = -1 ORDER BY length DESC, last DESC LIMIT 1)
    UNION ALL
    (SELECT 'now', * FROM run ORDER BY last DESC LIMIT 1)
), found AS (
    SELECT name, length AS value, chosen.sign AS sign, f.evening AS since, f.pulka_id AS first,
        l.evening AS until, l.pulka_id AS last
    FROM chosen JOIN turn f ON f.n = first JOIN turn l ON l.n = last
    UNION ALL
    (SELECT 'contracts', made, 0, evening, pulka_id, evening, pulka_id FROM game
    ORDER BY made DESC, evening DESC, pulka_id DESC LIMIT 1)
    UNION ALL
    (SELECT 'raspasy', raspasy, 0, evening, pulka_id, evening, pulka_id FROM game
    ORDER BY raspasy DESC, evening DESC, pulka_id DESC LIMIT 1)
    UNION ALL
    (SELECT 'longest', sheet, 0, evening, pulka_id, evening, pulka_id FROM game
    ORDER BY sheet DESC, evening DESC, pulka_id DESC LIMIT 1)
    UNION ALL
    (SELECT 'best', 1, 0, evening, pulka_id, evening, pulka_id FROM game
    WHERE result = %s AND parts = %s ORDER BY evening DESC, pulka_id DESC LIMIT 1)
    UNION ALL
    (SELECT 'worst', 1, 0, evening, pulka_id, evening, pulka_id FROM game
    WHERE result = %s AND parts = %s ORDER BY evening DESC, pulka_id DESC LIMIT 1)
    UNION ALL
    (SELECT 'replaced', his, 0, evening, pulka_id, evening, pulka_id
    FROM seat JOIN game ON game.pulka_id = seat.pulka
    ORDER BY evening DESC, pulka_id DESC LIMIT 5)
)
SELECT found.*, named.slug, named.title
FROM found, LATERAL (
    SELECT pulka.slug, place.title
    FROM tables_pulka pulka JOIN tables_table place ON place.id = pulka.table_id
    WHERE pulka.id = found.last LIMIT 1
) AS named
ORDER BY until DESC, last DESC
"""


def _rows(asked: Asked, total: Tally) -> list[tuple[Any, ...]]:
    games, of_games = _games(asked).query.sql_with_params()
    seats, of_seats = replaced(asked).query.sql_with_params()
    results = [
        part
        for whists in (total.best, total.worst)
        for part in (whists.as_integer_ratio() if whists is not None else (None, None))
    ]
    with connection.cursor() as cursor:
        cursor.execute(SQL.format(games=games, seats=seats), [*of_games, *of_seats, *results])
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def _games(asked: Asked) -> Any:
    """Each pulka with all he did in it; whists only of one that was over for him."""
    is_over = Q(games__gt=0)
    return (
        asked.of(Part)
        .order_by()
        .values("evening", "pulka_id")
        .annotate(
            made=Sum("contracts_made"),
            raspasy=Sum("raspasy_won"),
            sheet=Max("lasted", filter=RESULT, default=0),
            result=Max("numerator", filter=is_over),
            parts=Max("denominator", filter=is_over),
        )
    )
