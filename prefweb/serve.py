"""Runs the site: `python -m prefweb.serve`. Whatever has to be made first is made by it.

The embedded PostgreSQL is started here, in the parent of all, when DATABASE_URL is empty.
"""

import argparse
import os
import sys

import django
import uvicorn
from django.core.exceptions import ImproperlyConfigured

from prefweb.addresses import is_taken, print_addresses
from prefweb.postgres import address
from prefweb.translations import LOCALE, compile_stale

PROXIES = "127.0.0.0/8,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,::1/128,fc00::/7"
"""Who may say for whom it asks: proxies near the server. Anybody else's word would be a guess."""


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "prefweb.settings")
    compile_stale(LOCALE)  # before Django: it reads a catalogue once, and already in its setup
    try:
        django.setup()
        arguments = _arguments()
        _refuse_taken(arguments.host, arguments.port)
        prepare(demo=arguments.demo)
    except ImproperlyConfigured as fault:
        sys.exit(f"Prefweb cannot start. {fault}")
    print_addresses(arguments.host, arguments.port)
    run(arguments.host, arguments.port)


def _refuse_taken(host: str, port: int) -> None:
    if is_taken(host, port):
        raise ImproperlyConfigured(
            f"Port {port} is taken: set PORT to another number, such as {port + 1}"
        )


def _arguments() -> argparse.Namespace:
    from django.conf import settings

    parser = argparse.ArgumentParser(prog="python -m prefweb.serve", description="Runs the site.")
    parser.add_argument("--host", default=settings.HOST, help="HOST by default")
    parser.add_argument("--port", type=int, default=settings.PORT, help="PORT by default")
    parser.add_argument("--demo", action="store_true", help="fill an empty database with a demo")
    return parser.parse_args()


def prepare(*, demo: bool = False) -> None:
    """Brings database and static files up to date."""
    from django.conf import settings
    from django.core.management import call_command

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
            call_command("createcachetable", verbosity=0)
            call_command("count_statistics")
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

    _hand_down()
    uvicorn.run(
        "prefweb.asgi:application",
        host=host,
        port=port,
        workers=settings.WORKERS,
        log_config=None,  # Django's LOGGING holds for the server too
        access_log=False,
        proxy_headers=settings.BEHIND_PROXY,
        forwarded_allow_ips=PROXIES,
        lifespan="off",  # Django has none
        server_header=False,
        timeout_graceful_shutdown=2,
    )


def _hand_down() -> None:
    """Workers use the database server this process has started, as if it were another's."""
    from django.conf import settings
    from django.db import connection

    if not settings.DATABASE_URL:
        host = connection.get_connection_params()["host"]
        os.environ.update(DATABASE_URL=address(host), SECRET_KEY=settings.SECRET_KEY)
    connection.close()


if __name__ == "__main__":
    main()
