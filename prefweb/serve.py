"""Runs the site: `python -m prefweb.serve`. Whatever has to be made first is made by it.

The embedded PostgreSQL is started here, in the parent of all, when DATABASE_URL is empty.
"""

import argparse
import os
import sys

import django
import uvicorn

from prefweb.addresses import is_taken, print_addresses
from prefweb.translations import compile_stale


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "prefweb.settings")
    django.setup()
    arguments = _arguments()
    if is_taken(arguments.host, arguments.port):
        another = arguments.port + 1
        sys.exit(f"Port {arguments.port} is taken. Set PORT to another number, such as {another}.")
    prepare(demo=arguments.demo)
    print_addresses(arguments.host, arguments.port)
    run(arguments.host, arguments.port)


def _arguments() -> argparse.Namespace:
    from django.conf import settings

    parser = argparse.ArgumentParser(prog="python -m prefweb.serve", description="Runs the site.")
    parser.add_argument("--host", default=settings.HOST, help="HOST by default")
    parser.add_argument("--port", type=int, default=settings.PORT, help="PORT by default")
    parser.add_argument("--demo", action="store_true", help="fill an empty database with a demo")
    return parser.parse_args()


def prepare(*, demo: bool = False) -> None:
    """Brings translations, database and static files up to date."""
    from django.conf import settings
    from django.core.management import call_command

    for locale in settings.LOCALE_PATHS:
        compile_stale(locale)
    _migrate()
    if not settings.WHITENOISE_AUTOREFRESH:
        call_command("collectstatic", interactive=False, verbosity=0)
    if demo:
        _fill_if_empty()


def _migrate() -> None:
    """One process at a time: several may start together on one database."""
    from django.core.management import call_command
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(hashtext('prefweb migrations'))")
        try:
            call_command("migrate", interactive=False, verbosity=0)
        finally:
            cursor.execute("SELECT pg_advisory_unlock(hashtext('prefweb migrations'))")


def _fill_if_empty() -> None:
    from django.core.management import call_command

    from prefweb.tables.models import Table

    if not Table.objects.exists():
        call_command("demo")


def run(host: str, port: int) -> None:
    """Serves until a signal comes. Open streams get two seconds to end."""
    from django.conf import settings

    uvicorn.run(
        "prefweb.asgi:application",
        host=host,
        port=port,
        log_config=None,  # Django's LOGGING holds for the server too
        access_log=False,
        proxy_headers=settings.BEHIND_PROXY,
        forwarded_allow_ips="*",
        lifespan="off",  # Django has none
        server_header=False,
        timeout_graceful_shutdown=2,
    )


if __name__ == "__main__":
    main()
