"""`manage.py score`: a pulka file, or many, on the command line."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError

from scoring import Refused, score_text
from scoring.batch import errors_of, lines_of, score_line
from scoring.json_text import FILE_LIMIT


class Command(BaseCommand):
    """Prints what a pulka comes to. Needs no database."""

    help = "Scores a pulka file and prints the sheet and the settlement as JSON."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a pulka file; - reads standard input")
        form = parser.add_mutually_exclusive_group()
        form.add_argument("--pretty", action="store_true", help="indent the output")
        form.add_argument(
            "--batch", action="store_true", help="read one pulka a line, print one line for each"
        )

    def handle(self, *args: Any, file: str, pretty: bool, batch: bool, **options: Any) -> None:
        with _opened(file) as stream:
            if batch:
                for line in lines_of(stream):
                    self.stdout.write(score_line(line))
            else:
                self._score(stream.read(FILE_LIMIT + 1), indent=2 if pretty else None)

    def _score(self, text: bytes, indent: int | None) -> None:
        """Prints one pulka; exit status 1 with the faults on standard error if it is refused."""
        try:
            data = score_text(text)
        except Refused as refused:
            faults = json.dumps(errors_of(refused.faults), ensure_ascii=False, indent=indent)
            self.stderr.write(faults, style_func=str)
            sys.exit(1)
        self.stdout.write(json.dumps(data, ensure_ascii=False, indent=indent))


@contextmanager
def _opened(file: str) -> Iterator[BinaryIO]:
    """The bytes to read. Names are printed as they are, so the output is UTF-8 everywhere."""
    for output in (sys.stdout, sys.stderr):
        if hasattr(output, "reconfigure"):
            output.reconfigure(encoding="utf-8")
    if file == "-":
        yield sys.stdin.buffer
        return
    with ExitStack() as stack:
        try:
            stream = stack.enter_context(Path(file).open("rb"))
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}", returncode=2) from error
        yield stream
