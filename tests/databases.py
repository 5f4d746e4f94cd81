"""Test databases: one for each run of the tests, so that two runs do not meet."""

import psutil
from django.conf import settings
from django.db import connection
from psycopg.conninfo import make_conninfo


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
        cursor.execute(r"SELECT datname FROM pg_database WHERE datname ~ '^test_\d+$'")
        for (name,) in cursor.fetchall():
            if not psutil.pid_exists(int(name.removeprefix("test_"))):
                cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
