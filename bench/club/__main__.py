"""Fills a club with a long history and measures how fast every page of it comes.

    python -m bench.club --pulkas 20000

The database is one of its own, under var/bench-club, or that of DATABASE_URL, where a club is
added and nothing is touched. A club that is there already is measured again.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bench.club.pages import Measured
    from prefweb.clubs.models import Club

ROOT = Path(__file__).resolve().parent.parent.parent
os.environ.update(
    DJANGO_SETTINGS_MODULE="prefweb.settings",
    DATA_DIR=str(ROOT / "var" / "bench-club"),
    ALLOWED_HOSTS="127.0.0.1",
    LOG_LEVEL="ERROR",
    SECRET_KEY="only for the bench",
)
SEED = 20
BOUND = 100
"""Milliseconds within which 95 in a hundred pages come."""


def main() -> None:
    options = _options()
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", interactive=False, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    from bench.club import numbers
    from bench.club.pages import World, measured, whole_table

    world = World(_club(options.pulkas, options.patterns), Random(SEED))
    numbers.prepare(world)
    print(f"{len(world.pulkas)} pulkas, {len(world.players)} members")
    _print(list(measured(world, options.times, options.only)))
    _print_table(*whole_table(world))
    _print_settling(*numbers.settling(world, 100))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.club", description=__doc__)
    parser.add_argument("--pulkas", type=int, default=20_000)
    parser.add_argument("--patterns", type=int, default=40, help="different games among them")
    parser.add_argument("--times", type=int, default=60, help="how often each page is asked for")
    parser.add_argument("--only", default="", help="part of the names of pages to ask for")
    return parser.parse_args()


def _club(count: int, games: int) -> Club:
    """The club of that many pulkas, made where it is not there."""
    from bench.club.filling import fill
    from bench.club.patterns import patterns
    from prefweb.clubs.models import Club

    name = f"Клуб: {count}"
    found = Club.objects.filter(name=name).first()
    if found is not None:
        return found
    chance = Random(SEED)
    began = time.perf_counter()
    played = list(patterns(games, chance))
    print(f"{games} games played in {time.perf_counter() - began:.0f} s")
    began = time.perf_counter()
    club = fill(played, count, name, chance)
    print(f"{count} pulkas filled in, in {time.perf_counter() - began:.0f} s")
    return club


def _print(rows: Sequence[Measured]) -> None:
    heads = ("median, ms", "95 %, ms", "work, ms", "queries", "KB")
    print(f"{'page':<30}" + "".join(f"{head:>12}" for head in heads))
    for row in rows:
        slow = "  over" if row.most > BOUND else ""
        times = "".join(f"{each:>12.1f}" for each in (row.median, row.most, row.work))
        print(f"{row.name:<30}{times}{row.queries:>12}{row.size / 1024:>12.0f}{slow}")


def _print_table(size: int, seconds: float) -> None:
    print(f"the whole history as CSV: {seconds:.1f} s, {size / 2**20:.1f} MB")


def _print_settling(one: float, of_many: float) -> None:
    print(f"figures of a pulka: {one:.1f} ms with its settlement, {of_many:.1f} ms among many")


if __name__ == "__main__":
    main()
