from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from prefweb.statistics import keeping, rerating


class Command(BaseCommand):
    """Counts the pulkas that are not counted yet, and rates what is not rated.

    The server does it whenever it starts.
    """

    help = "Counts players' figures and ratings of pulkas that are not counted yet"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--all", action="store_true", help="count all pulkas anew")

    def handle(self, *args: Any, **options: Any) -> None:
        count = 0
        for count in keeping.catch_up(anew=options["all"]):
            if options["verbosity"] > 1:
                self.stdout.write(f"{count} pulkas counted")
        if count and options["verbosity"]:
            self.stdout.write(self.style.SUCCESS(f"{count} pulkas counted"))
        rerating.catch_up(anew=options["all"])
