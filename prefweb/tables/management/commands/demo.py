"""`manage.py demo`: tables and a club to look at."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from prefweb.importing.demo import fill_club
from prefweb.tables.demo import fill


class Command(BaseCommand):
    help = (
        "Adds three demo tables, one played out, one in the middle of a deal, one gathering,"
        " and a club with a history."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        with transaction.atomic():
            pulkas, invitation = fill(), fill_club()
        for pulka in pulkas:
            self.stdout.write(f"{pulka.table.title}: /w/{pulka.table.watch_key}/{pulka.slug}")
        self.stdout.write(f"{invitation.club.name}: /i/{invitation.key}")
