"""Runs a program of the embedded PostgreSQL on its server: `python -m prefweb.postgres psql`."""

import os
import subprocess
import sys

from psycopg.conninfo import conninfo_to_dict

from prefweb import postgres


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "prefweb.settings")
    from django.conf import settings

    if settings.DATABASE_URL:
        sys.exit("DATABASE_URL is set: use the programs of that PostgreSQL.")
    if len(sys.argv) < 2:
        sys.exit("Which program? Such as psql, pg_dump or pg_restore, and its options.")
    address = conninfo_to_dict(postgres.start(settings.DATA_DIR))
    names = {"PGHOST": "host", "PGUSER": "user", "PGDATABASE": "dbname"}
    place = {name: str(address[part]) for name, part in names.items()}
    program = postgres.programs(settings.DATA_DIR) / sys.argv[1]
    sys.exit(subprocess.call([program, *sys.argv[2:]], env={**os.environ, **place}))


if __name__ == "__main__":
    main()
