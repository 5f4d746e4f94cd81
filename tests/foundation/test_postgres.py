"""The embedded PostgreSQL, through everything that happens to processes at home."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured

from prefweb import postgres

USER = """
import sys, pathlib
from prefweb import postgres
print(postgres.start(pathlib.Path(sys.argv[1])), flush=True)
sys.stdin.read()
"""
"""Uses the server until its standard input is closed."""


class Process:
    """A process that uses the server in `root`."""

    def __init__(self, root: Path, **environment: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", USER, str(root)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **environment},
        )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().strip()

    def ask(self, query: str) -> object:
        with psycopg.connect(self.url, autocommit=True) as connection:
            answer = connection.execute(query)
            return next(answer)[0] if answer.description else None

    def leave(self) -> None:
        self.process.communicate(timeout=20)

    def end(self, number: signal.Signals) -> None:
        self.process.send_signal(number)
        self.leave()


@pytest.fixture
def use(root: Path) -> Iterator[Callable[..., Process]]:
    """Starts processes that use the server in this test's folder, and ends those still there."""
    processes: list[Process] = []

    def start(root: Path = root, **environment: str) -> Process:
        processes.append(Process(root, **environment))
        return processes[-1]

    yield start
    for process in processes:
        process.leave()


def server_of(root: Path) -> psutil.Process | None:
    """The running server with its data in that folder."""
    path = root / "pgdata" / "postmaster.pid"
    if not path.exists():
        return None
    pid = path.read_text().split("\n", 1)[0]
    return psutil.Process(int(pid)) if postgres._is_server(pid, root / "pgdata") else None


def test_the_server_lives_as_long_as_its_only_user(use, root):
    only = use()
    assert only.ask("SELECT 1") == 1
    only.leave()
    assert server_of(root) is None


def test_the_server_listens_on_no_network(use):
    assert use().ask("SHOW listen_addresses") == ""


def test_a_second_process_shares_the_server(use, root):
    first, second = use(), use()
    assert first.url == second.url
    first.leave()
    assert second.ask("SELECT 1") == 1
    second.leave()
    assert server_of(root) is None


def test_two_processes_may_start_at_once(use, root):
    command = [sys.executable, "-c", USER, str(root)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    both = [subprocess.Popen(command, **pipes) for _ in range(2)]
    urls = {process.stdout.readline() for process in both}
    for process in both:
        process.communicate(timeout=20)
    assert len(urls) == 1
    assert server_of(root) is None


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_stops_the_server_too(use, root, number):
    use().end(number)
    assert server_of(root) is None


def test_after_a_kill_the_next_process_takes_over_and_stops_the_server(use, root):
    killed = use()
    killed.ask("CREATE TABLE deals AS SELECT 18 AS number")
    killed.end(signal.SIGKILL)
    assert server_of(root) is not None
    next_one = use()
    assert next_one.ask("SELECT number FROM deals") == 18
    next_one.leave()
    assert server_of(root) is None


def test_a_user_killed_beside_us_does_not_keep_the_server_up(use, root):
    ours, killed = use(), use()
    killed.end(signal.SIGKILL)
    ours.leave()
    assert server_of(root) is None


def test_a_killed_server_is_started_again_with_its_data(use, root):
    first = use()
    first.ask("CREATE TABLE deals AS SELECT 18 AS number")
    server = server_of(root)
    server.kill()
    for _ in range(100):
        if not psutil.pid_exists(server.pid) or server.status() == psutil.STATUS_ZOMBIE:
            break
        time.sleep(0.05)
    assert use().ask("SELECT number FROM deals") == 18


def test_a_pid_file_that_names_a_stranger_is_not_believed(use, root):
    first = use()
    first.leave()
    mark = f"{os.getpid()}\n{root}/pgdata\n1700000000\n5432\n{root}\n\n1 1\nready\n"
    (root / "pgdata" / "postmaster.pid").write_text(mark)
    (root / "pgdata" / ".s.PGSQL.5432.lock").write_text(mark)
    assert use().ask("SELECT 1") == 1


def test_a_number_used_again_by_a_later_process_counts_as_dead(root):
    path = root / ".handle_pids.json"
    path.write_text(json.dumps([os.getpid()]))
    os.utime(path, (1_000_000_000, 1_000_000_000))
    postgres._forget_dead_users(root)
    assert path.read_text() == "[]"


def test_a_process_that_ended_and_was_not_buried_counts_as_dead():
    child = subprocess.Popen([sys.executable, "-c", ""])
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    assert not postgres._was_alive(child.pid, time.time())
    child.wait()


def test_it_starts_without_home_language_and_runtime_folder(use):
    bare = {"HOME": "", "LANG": "", "LC_ALL": "", "XDG_RUNTIME_DIR": ""}
    assert use(**bare).ask("SELECT lower('ПУЛЬКА')") == "пулька"


@pytest.mark.parametrize(
    ("folder", "fault"),
    [
        pytest.param("my games", "holds space.*DATA_DIR", id="a-space"),
        pytest.param("it's; mine", "holds space, ', ;", id="what-a-shell-reads"),
        pytest.param("long-" * 20, "too long.*DATA_DIR", id="longer-than-a-socket-may-be"),
    ],
)
def test_a_folder_that_would_break_the_start_is_named(root, folder, fault):
    with pytest.raises(ImproperlyConfigured, match=fault):
        postgres.start(root / folder)


def test_data_of_another_user_is_left_alone(root, monkeypatch):
    (root / "pgdata").mkdir()
    monkeypatch.setattr(postgres, "_server_user", lambda: "somebody-else")
    with pytest.raises(ImproperlyConfigured, match="would run as somebody-else"):
        postgres.start(root)


def test_data_of_another_version_is_refused_with_a_way_on(root, monkeypatch):
    (root / "pgdata").mkdir()
    (root / "pgdata" / "PG_VERSION").write_text("15\n")
    monkeypatch.setattr(postgres, "_server_user", lambda: postgres._user_name(os.geteuid()))
    with pytest.raises(ImproperlyConfigured, match=r"found version 15.*docs/running.md"):
        postgres.start(root)
