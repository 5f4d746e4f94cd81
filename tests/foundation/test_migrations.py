"""An installation that has been in use comes through an upgrade with all it holds."""

from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

BEFORE_ACCOUNTS = [("players", "0001_initial"), ("tables", "0002_whole_protocol")]
YOUNGER = [(name, None) for name in ("archive", "importing", "clubs", "account", "mfa", "admin")]


def migrate(targets):
    """The database taken to these migrations, and the models as they are there."""
    MigrationExecutor(connection).migrate(targets)
    known = [target for target in targets if target[1]]
    return MigrationExecutor(connection).loader.project_state(known).apps


@pytest.fixture
def old(transactional_db: None) -> Iterator[object]:
    """The models as they were before there were accounts and clubs, in a database of that age."""
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    yield migrate([*YOUNGER, *BEFORE_ACCOUNTS])
    migrate(newest)


def a_pulka(apps, started: datetime | None):
    player = apps.get_model("players", "Player").objects.create(name="Анна")
    table = apps.get_model("tables", "Table").objects.create(code=str(player.pk)[:6], host=player)
    pulka = apps.get_model("tables", "Pulka").objects.create(
        table=table, preset="sochi", convention={}, size=3, started=started
    )
    apps.get_model("tables", "Seat").objects.create(
        pulka=pulka, index=0, player=player, name="Анна", key=str(player.pk)[:16]
    )
    return pulka


def test_players_pulkas_and_seats_of_the_time_before_accounts_are_kept(old) -> None:
    late = a_pulka(old, datetime(2026, 11, 28, 22, 30, tzinfo=UTC))
    gathers = a_pulka(old, None)
    new = migrate(MigrationExecutor(connection).loader.graph.leaf_nodes())
    pulkas = new.get_model("tables", "Pulka").objects
    assert pulkas.get(pk=late.pk).evening == date(2026, 11, 28)  # half past one in Moscow
    assert pulkas.get(pk=gathers.pk).evening is None
    seat = new.get_model("tables", "Seat").objects.get(pulka=late.pk)
    assert seat.person_id == seat.player_id
    player = new.get_model("players", "Player").objects.get(pk=seat.player_id)
    assert player.main_id == player.pk
