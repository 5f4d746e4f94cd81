"""What is open is written anew with every change of a pulka that is over."""

from collections.abc import Collection
from typing import Any

from django.db import connection, transaction
from django.db.models import F, OuterRef, Subquery

from prefweb.clubs.models import Club
from prefweb.ledger.models import Due
from prefweb.tables.models import Pulka
from prefweb.tables.signals import changed_after_end, dated_anew


def listen() -> None:
    """From now on what is open is up to date."""
    changed_after_end.connect(_changed, dispatch_uid="ledger")
    dated_anew.connect(_dated_anew, dispatch_uid="ledger")


def _changed(pulka: Pulka, **_: Any) -> None:
    keep([pulka.pk])


def _dated_anew(club: Club, **_: Any) -> None:
    """The evenings are the pulkas' once more, also those that rounds are from and to."""
    evening = Pulka.objects.filter(pk=OuterRef("pulka")).values("evening")
    rows = Due.objects.filter(club=club).exclude(evening=F("pulka__evening"))
    rows.update(evening=Subquery(evening))
    with connection.cursor() as cursor:
        cursor.execute(DATES, [club.pk])


def keep_club(club: Club) -> None:
    """Everything that is open in a club, found anew."""
    keep(list(club.pulkas.values_list("pk", flat=True)))


@transaction.atomic
def keep(pulkas: Collection[int]) -> None:
    """What is open of these pulkas, found anew. They are held, or nobody else writes them."""
    if not pulkas:
        return
    keys = list(pulkas)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM ledger_due WHERE pulka_id = ANY(%s)", [keys])
        cursor.execute(OPEN, [keys, keys])


DATES = """
    UPDATE ledger_round SET since = dated.since, until = dated.until
    FROM (
        SELECT round.id, min(pulka.evening) AS since, max(pulka.evening) AS until
        FROM ledger_round round
        JOIN ledger_share share ON share.round_id = round.id
        JOIN tables_pulka pulka ON pulka.id = share.pulka_id
        WHERE round.club_id = %s GROUP BY round.id
    ) dated
    WHERE ledger_round.id = dated.id
"""
OPEN = """
    INSERT INTO ledger_due
        (pulka_id, seat, player_id, name, money, is_first, club_id, evening, currency)
    WITH said AS (
        SELECT seat.pulka_id, seat.index AS seat,
            COALESCE(seat.person_id, seat.player_id) AS player_id,
            CASE WHEN COALESCE(seat.person_id, seat.player_id) IS NULL
                THEN seat.name ELSE '' END AS name,
            seat.money
        FROM tables_seat seat JOIN tables_pulka pulka ON pulka.id = seat.pulka_id
        WHERE seat.pulka_id = ANY(%s) AND seat.money <> 0
            AND pulka.step IN ('settled', 'continued')
        UNION ALL
        SELECT share.pulka_id, share.seat, share.player_id, share.name, -share.money
        FROM ledger_share share JOIN ledger_round round ON round.id = share.round_id
        WHERE share.pulka_id = ANY(%s) AND round.undone IS NULL
    ), open AS (
        SELECT pulka_id, seat, player_id, name, sum(money) AS money FROM said
        GROUP BY pulka_id, seat, player_id, name HAVING sum(money) <> 0
    )
    SELECT open.pulka_id, open.seat, open.player_id, open.name, open.money,
        row_number() OVER (
            PARTITION BY open.pulka_id ORDER BY open.seat, open.player_id, open.name
        ) = 1,
        pulka.club_id, pulka.evening, pulka.currency
    FROM open JOIN tables_pulka pulka ON pulka.id = open.pulka_id
    WHERE pulka.club_id IS NOT NULL AND pulka.evening IS NOT NULL
"""
"""The money seats have now, less the shares that rounds hold of it."""
