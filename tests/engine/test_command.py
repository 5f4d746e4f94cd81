"""`manage.py score`: output, faults, exit statuses."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scoring.batch import lines_of, score_line
from scoring.json_text import FILE_LIMIT
from tests.engine.tables import cases

ROOT = Path(__file__).parent.parent.parent
EVENING = cases("evenings")[0]
BAD = {"pulka": 1, "convention": "sochi", "players": ["Анна"], "target": 20}


def run(*arguments: str, given: bytes = b"") -> tuple[int, str, str]:
    """Exit status, output and errors of the command in a process of its own."""
    command = [sys.executable, "manage.py", "score", *arguments]
    # No locale, and a database nobody listens at: neither is needed.
    nowhere = "postgres://nobody@127.0.0.1:1/none"
    environment = {"LC_ALL": "C", "DATABASE_URL": nowhere, "SECRET_KEY": "only for tests"}
    done = subprocess.run(
        command, cwd=ROOT, input=given, capture_output=True, env=environment, timeout=60
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "pulka.json"
    path.write_text(json.dumps(EVENING["pulka"], ensure_ascii=False), encoding="utf-8")
    return path


def test_a_file_is_scored(file: Path) -> None:
    status, output, errors = run(str(file))
    assert (status, json.loads(output), errors) == (0, EVENING["output"], "")
    assert "Анна" in output
    assert len(output.splitlines()) == 1


def test_standard_input_is_scored_and_indented() -> None:
    status, output, _ = run("-", "--pretty", given=json.dumps(EVENING["pulka"]).encode())
    assert (status, json.loads(output)) == (0, EVENING["output"])
    assert output.splitlines()[1] == '  "over": true,'


def test_a_refused_file_tells_its_faults_and_prints_nothing() -> None:
    status, output, errors = run("-", given=json.dumps(BAD).encode())
    assert (status, output) == (1, "")
    message = "A pulka has two to five players, here 1"
    assert json.loads(errors) == {"errors": [{"at": "players", "message": message}]}


def test_lines_are_scored_one_by_one() -> None:
    lines = [json.dumps(EVENING["pulka"]), json.dumps(BAD), "", "{"]
    status, output, errors = run("-", "--batch", given="\n".join(lines).encode() + b"\n")
    answers = [json.loads(line) for line in output.splitlines()]
    assert (status, errors) == (0, "")
    assert answers[0] == EVENING["output"]
    assert [[*answer] for answer in answers[1:]] == [["errors"]] * 3


@pytest.mark.parametrize(
    "arguments", [(), ("-", "--loud"), ("no/such/file",), (".",), ("-", "--batch", "--pretty")]
)
def test_wrong_usage_has_a_status_of_its_own(arguments: tuple[str, ...]) -> None:
    status, output, errors = run(*arguments)
    assert (status, output) == (2, "")
    assert errors


# The same in this process, where coverage sees it


class Streams:
    """Standard input as bytes."""

    def __init__(self, given: bytes) -> None:
        self.buffer = io.BytesIO(given)


def test_the_command_writes_where_it_is_told(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    output = io.StringIO()
    call_command("score", str(file), stdout=output)
    assert json.loads(output.getvalue()) == EVENING["output"]
    monkeypatch.setattr(sys, "stdin", Streams(json.dumps(EVENING["pulka"]).encode() + b"\n{"))
    batch = io.StringIO()
    call_command("score", "-", batch=True, stdout=batch)
    assert len(batch.getvalue().splitlines()) == 2


def test_the_command_exits_where_a_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Streams(b"{}"))
    errors = io.StringIO()
    with pytest.raises(SystemExit, match="1"):
        call_command("score", "-", stderr=errors)
    assert "errors" in json.loads(errors.getvalue())


def test_the_command_says_which_file_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.StringIO())  # one that has no encoding to set
    with pytest.raises(CommandError, match="no/such/file"):
        call_command("score", "no/such/file")


LINES = [
    pytest.param(b"", [], id="nothing"),
    pytest.param(b"a\n\nb", [b"a", b"", b"b"], id="an-empty-line"),
    pytest.param(b"a\r\n", [b"a\r"], id="the-last-end-makes-no-line"),
    pytest.param("a\u2028b\n".encode(), ["a\u2028b".encode()], id="only-a-newline-ends-a-line"),
]


@pytest.mark.parametrize(("given", "lines"), LINES)
def test_lines_end_with_a_newline(given: bytes, lines: list[bytes]) -> None:
    assert [*lines_of(io.BytesIO(given))] == lines


@pytest.mark.parametrize("more", [0, 1, 2, 3, FILE_LIMIT, 3 * FILE_LIMIT])
def test_a_line_without_end_is_refused_and_the_next_one_read(more: int) -> None:
    given = b"x" * (FILE_LIMIT + more) + b"\n{}\n"
    first, second = lines_of(io.BytesIO(given))
    assert second == b"{}"
    assert len(first) <= FILE_LIMIT + 2
    message: dict[str, Any] = json.loads(score_line(first))
    assert ("is over" in message["errors"][0]["message"]) == (more > 0)
