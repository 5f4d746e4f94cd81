"""Starting the site, as somebody at home does."""

import contextlib
import io
import json
import os
import pty
import select
import signal
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

import psutil
import pytest

from prefweb import addresses, env, translations
from tests.live.streams import soon
from tests.servers import free_port

ROOT = Path(__file__).resolve().parents[2]


def clean(tmp_path, **environment):
    """The environment of a home installation with its data in the test's folder."""
    rest = {key: value for key, value in os.environ.items() if key not in env.asked}
    rest.pop("DJANGO_SETTINGS_MODULE", None)
    return {**rest, "DATA_DIR": str(tmp_path), "HOST": "127.0.0.1", **environment}


class Home:
    """A server started in a terminal of its own."""

    def __init__(self, tmp_path, **environment):
        self.port = free_port()
        environment = clean(tmp_path, **{"PORT": str(self.port), **environment})
        self.terminal, terminal = pty.openpty()
        command = [sys.executable, "-m", "prefweb.serve"]
        pipes = {"stdin": terminal, "stdout": terminal, "stderr": terminal}
        self.process = subprocess.Popen(command, cwd=ROOT, env=environment, **pipes)
        os.close(terminal)
        self.said = ""

    def says(self, text, seconds=30):
        while text not in self.said and select.select([self.terminal], [], [], seconds)[0]:
            try:
                self.said += os.read(self.terminal, 4096).decode(errors="replace")
            except OSError:  # the other end of the terminal is closed
                break
        return text in self.said

    def get(self, path, **headers):
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10)
        with contextlib.closing(connection):
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()

    def is_well(self):
        with contextlib.suppress(OSError):
            return self.get("/healthz")[0] == 200
        return False


@pytest.fixture(scope="module")
def home(shelf):
    for compiled in translations.LOCALE.rglob("*.mo"):
        compiled.unlink()  # as on a fresh clone
    home = Home(shelf, WORKERS="2")
    assert home.says("Started server process"), home.said
    assert soon(home.is_well, 30)
    yield home
    home.process.send_signal(signal.SIGINT)
    assert home.process.wait(20) == 0
    assert not (shelf / "pgdata" / "postmaster.pid").exists()


def test_the_first_start_makes_everything_and_says_where_to_look(home):
    assert f"open http://127.0.0.1:{home.port}/ on this computer" in home.said
    assert home.get("/healthz")[2] == b"ok\n"


def test_the_first_start_speaks_russian(home):
    assert "Открыть" in home.get("/", **{"Accept-Language": "ru-RU"})[2].decode()


def test_static_files_are_compressed_and_kept_for_ever(home):
    names = json.loads(home.get("/static/staticfiles.json")[2])["paths"]
    _, headers, _ = home.get(f"/static/{names['style.css']}", **{"Accept-Encoding": "gzip"})
    assert headers["Content-Encoding"] == "gzip"
    assert "immutable" in headers["Cache-Control"]


def workers(home):
    return {child.pid for child in psutil.Process(home.process.pid).children() if is_worker(child)}


def is_worker(process):
    with contextlib.suppress(psutil.Error):  # it may just have ended
        return "spawn_main" in " ".join(process.cmdline())
    return False


def test_a_worker_that_is_killed_is_replaced(home):
    before = workers(home)
    assert len(before) == 2
    os.kill(min(before), signal.SIGKILL)
    assert soon(lambda: len(workers(home) - {min(before)}) == 2, 30)
    assert soon(home.is_well, 30)


def test_a_name_from_the_internet_is_refused(home):
    assert home.get("/healthz", Host="prefweb.example.com")[0] == 400


def test_a_second_server_on_the_port_says_how_to_take_another(home, tmp_path):
    second = Home(tmp_path, PORT=str(home.port))
    assert second.says(f"Port {home.port} is taken: set PORT"), second.said
    assert "Traceback" not in second.said
    assert second.process.wait(20) == 1


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def in_a_network(monkeypatch):
    monkeypatch.setattr(addresses, "network_address", lambda: "192.168.1.20")


def test_phones_get_an_address_a_picture_of_it_and_a_warning(in_a_network):
    out = Terminal()
    addresses.print_addresses("0.0.0.0", 8000, out)
    assert "http://localhost:8000/" in out.getvalue()
    assert "http://192.168.1.20:8000/" in out.getvalue()
    assert "█" in out.getvalue()
    assert "plain http" in out.getvalue()


def test_where_nobody_looks_there_is_no_picture(in_a_network):
    out = io.StringIO()
    addresses.print_addresses("0.0.0.0", 8000, out)
    assert "█" not in out.getvalue()


def test_for_this_computer_alone_no_phone_is_mentioned(in_a_network):
    out = Terminal()
    addresses.print_addresses("127.0.0.1", 8000, out)
    assert "hone" not in out.getvalue()


def test_without_a_network_it_says_so(monkeypatch):
    monkeypatch.setattr(addresses, "network_address", lambda: None)
    out = Terminal()
    addresses.print_addresses("0.0.0.0", 8000, out)
    assert "No network found" in out.getvalue()


PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "a"\nmsgstr "%s"\n'


def test_translations_are_compiled_when_missing_or_old(tmp_path):
    source = tmp_path / "ru" / "django.po"
    source.parent.mkdir()
    source.write_text(PO % "б")
    (compiled,) = translations.compile_stale(tmp_path)
    assert "б".encode() in compiled.read_bytes()
    assert translations.compile_stale(tmp_path) == []
    os.utime(compiled, (1, 1))
    assert translations.compile_stale(tmp_path) == [compiled]
