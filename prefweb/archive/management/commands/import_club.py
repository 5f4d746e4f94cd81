"""Bring the archive of a club in: `manage.py import_club club.zip --owner anna`."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from prefweb.archive import words
from prefweb.archive.faults import Fault, Refused
from prefweb.archive.reading import Archive
from prefweb.archive.services import Owner, Report, restore
from prefweb.players.models import Player

UNPACKED = 1 << 40
"""Whoever runs the command has the server anyway."""


class Command(BaseCommand):
    help = "Brings a club in from its archive, with nothing lost, or changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--owner", help="sign-in name of the account that is to own it")
        parser.add_argument("--was", help="key of the player of the archive whom the owner was")
        parser.add_argument("--check", action="store_true", help="only look, keep nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        owner = _owner(options["owner"], options["was"])
        try:
            with options["file"].open("rb") as file:
                report = restore(Archive(file, UNPACKED), owner, keep=not options["check"])
        except OSError as error:
            raise CommandError(str(error)) from None
        except Refused as refused:
            raise CommandError("\n".join(map(_line, refused.faults))) from None
        self.stdout.write(_told(report))


def _owner(name: str | None, was: str | None) -> Owner | None:
    if name is None:
        return None
    player = Player.objects.filter(account__username=name).first()
    if player is None:
        raise CommandError(f"Nobody signs in as {name}")
    return Owner(player, was)


def _line(fault: Fault) -> str:
    return f"{fault.at}: {words.sentence(fault)}" if fault.at else words.sentence(fault)


def _told(report: Report) -> str:
    counts = (f"{name}: {count}" for name, count in words.counted(report.counts))
    changed = f"Players under another key: {report.new_people}, new links: {report.new_keys}"
    people = (f"{name}: {key}" for key, name in report.people)
    return "\n".join([f"{report.club} /c/{report.slug}", *counts, changed, *people])
