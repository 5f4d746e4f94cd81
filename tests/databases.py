"""Test databases: one for each run of the tests, so that two runs do not meet.

They are emptied row by row: a few rows go a hundred times faster than all tables are truncated.
"""

import time

import psutil
from django.conf import settings
from django.db import connection, transaction
from django.test import TransactionTestCase
from psycopg.conninfo import make_conninfo

BY_MIGRATIONS = ("django_content_type", "auth_permission")
"""Tables that are filled by migrations and never by tests."""


def url() -> str:
    """The address of the database this process uses, for another process."""
    parameters = connection.get_connection_params()
    parts = ("host", "port", "user", "password", "dbname")
    return make_conninfo(**{part: parameters[part] for part in parts if part in parameters})


def drop_abandoned() -> None:
    """Drops what killed runs left on the embedded server; elsewhere their numbers say nothing."""
    if settings.DATABASE_URL:
        return
    with connection._nodb_cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(hashtext('abandoned'))")  # one process of a run
        cursor.execute(r"SELECT datname FROM pg_database WHERE datname ~ '^test_\d+(_gw\d+)?$'")
        for (name,) in cursor.fetchall():
            if not psutil.pid_exists(int(name.split("_")[1])):
                cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def write_hastily() -> None:
    """The embedded server waits for no disk: what tests write needs to survive nothing."""
    if settings.DATABASE_URL:
        return
    with connection._nodb_cursor() as cursor:
        for option in ("fsync", "full_page_writes", "synchronous_commit"):
            cursor.execute(f"ALTER SYSTEM SET {option} = off")
        cursor.execute("SELECT pg_reload_conf()")


def empty_row_by_row() -> None:
    """From now on every test that commits leaves the tables empty in this way."""
    TransactionTestCase._fixture_teardown = lambda test: empty()  # type: ignore[attr-defined]


@transaction.atomic
def empty() -> None:
    """All rows go; keys of other rows are looked at in the end, so tables come in any order."""
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    tables = [name for name in names if name not in BY_MIGRATIONS]
    with connection.cursor() as cursor:
        cursor.execute("; ".join(f'DELETE FROM "{table}"' for table in tables))


QUIET = """
    SELECT NOT EXISTS (
        SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND (state <> 'idle' OR state_change > clock_timestamp() - interval '50 ms')
    )
"""
ALONE = """
    SELECT NOT EXISTS (
        SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
    )
"""
PATIENCE = 5
"""Seconds; emptying the tables, or dropping them, then says itself whom it meets."""


def wait_for_others() -> None:
    """Until nobody asks this database: a request of a page just closed may still be answered."""
    _wait_until(QUIET)


def wait_until_alone() -> None:
    """Until nobody else is connected: the session of an ended thread takes a moment to go."""
    _wait_until(ALONE)


def _wait_until(condition: str) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with connection.cursor() as cursor:
            cursor.execute(condition)
            if cursor.fetchone()[0]:
                return
        time.sleep(0.01)
