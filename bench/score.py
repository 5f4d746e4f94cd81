"""How fast the engine is: a long pulka replayed and settled, and files through the batch command.

    python bench/score.py

Prints a table. The evening under tests/cases is the pulka; the long one is its deals again
and again, with a target nobody reaches.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scoring import pulka_from_data, replay, settle  # noqa: E402

LONG = 100
FILES = 1000
BOUND_MS = 3.0
BOUND_FILES = 300.0


def main() -> None:
    """Measures and prints."""
    evening = json.loads((ROOT / "tests/cases/evenings.json").read_text(encoding="utf-8"))
    pulka = evening["cases"][0]["pulka"]
    milliseconds = replay_time(long_pulka(pulka))
    rate = batch_rate([pulka] * FILES)
    rows = (
        (
            f"replay of {LONG} deals and settlement, ms",
            f"{milliseconds:.2f}",
            f"at most {BOUND_MS}",
        ),
        (
            f"{len(pulka['deals'])}-deal files a second, --batch",
            f"{rate:.0f}",
            f"at least {BOUND_FILES}",
        ),
    )
    for row in (("what", "measured", "bound"), *rows):
        print("{:<48}{:>12}{:>18}".format(*row))


def long_pulka(pulka: dict[str, Any]) -> dict[str, Any]:
    """A pulka of as many deals as are measured; the rotation of four players keeps in step."""
    rounds = pulka["deals"] * (LONG // len(pulka["deals"]) + 1)
    return pulka | {"deals": rounds[:LONG], "target": 1000}


def replay_time(data: dict[str, Any]) -> float:
    """Milliseconds for a replay with its settlement, the best of many."""
    pulka = pulka_from_data(data)
    game, deals = pulka.game, pulka.deals
    return 1000 * best(lambda: settle(replay(game, deals).sheet, game), times=200)


def batch_rate(files: list[dict[str, Any]]) -> float:
    """Files a second through the command, the start of Python and Django counted too."""
    lines = "\n".join(json.dumps(each, ensure_ascii=False) for each in files).encode()
    command = [sys.executable, str(ROOT / "manage.py"), "score", "-", "--batch"]

    def score() -> None:
        subprocess.run(command, input=lines, stdout=subprocess.DEVNULL, check=True)

    return len(files) / best(score, times=3)


def best(work: Callable[[], object], times: int) -> float:
    """Seconds of the fastest of some runs: the others were disturbed."""
    durations = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        durations.append(time.perf_counter() - began)
    return min(durations)


if __name__ == "__main__":
    main()
