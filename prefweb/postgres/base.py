"""Django's PostgreSQL backend, with the embedded server started by the first who asks for it.

Nothing is started by commands that only read the settings.
"""

from typing import Any

from django.conf import settings
from django.db.backends.postgresql import base
from psycopg.conninfo import conninfo_to_dict

from prefweb import postgres


class DatabaseWrapper(base.DatabaseWrapper):
    """As Django's own; the host is the embedded server's socket folder."""

    def get_connection_params(self) -> dict[str, Any]:
        url = postgres.start(settings.DATA_DIR)
        return super().get_connection_params() | {
            key: value for key, value in conninfo_to_dict(url).items() if key in ("host", "user")
        }
