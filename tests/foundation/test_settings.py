"""The settings as a whole, in processes of their own: they are read once."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from prefweb import env
from prefweb.settings import secret_key

ROOT = Path(__file__).resolve().parents[2]

SHOW = """
import json
from prefweb import settings
values = {name: value for name, value in vars(settings).items() if name.isupper()}
print(json.dumps(values, default=str))
"""

SERVER = {
    "DATABASE_URL": "postgresql://prefweb:word@db:5432/prefweb",
    "SECRET_KEY": "long and secret",
    "ALLOWED_HOSTS": "pulka.example",
    "BEHIND_PROXY": "1",
}


def start(tmp_path, **environment):
    clean = {key: value for key, value in os.environ.items() if key not in env.asked}
    return subprocess.run(
        [sys.executable, "-c", SHOW],
        cwd=ROOT,
        env={**clean, "DATA_DIR": str(tmp_path), **environment},
        capture_output=True,
        text=True,
    )


def settings_with(tmp_path, **environment):
    done = start(tmp_path, **environment)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_at_home_nothing_has_to_be_set(tmp_path):
    home = settings_with(tmp_path)
    assert home["DEBUG"] is False
    assert home["DATABASES"]["default"]["ENGINE"] == "prefweb.postgres"
    assert "prefweb.middleware.home_network_only" in home["MIDDLEWARE"]


def test_a_home_key_is_made_once_and_for_its_owner_only(tmp_path):
    first, second = settings_with(tmp_path), settings_with(tmp_path)
    assert len(first["SECRET_KEY"]) >= 50
    assert first["SECRET_KEY"] == second["SECRET_KEY"]
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600


def test_of_two_processes_that_make_a_key_one_wins(tmp_path, monkeypatch):
    path = tmp_path / "secret-key"

    def other_process(*_):
        path.write_text("theirs")
        raise FileExistsError

    monkeypatch.setattr(os, "link", other_process)
    assert secret_key(path) == "theirs"
    assert list(tmp_path.iterdir()) == [path]


def test_a_server_uses_the_database_it_is_given_and_no_other(tmp_path):
    database = settings_with(tmp_path, **SERVER)["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    parts = ("NAME", "USER", "PASSWORD", "HOST", "PORT")
    assert [database[part] for part in parts] == ["prefweb", "prefweb", "word", "db", "5432"]
    assert list(tmp_path.iterdir()) == []


def test_what_an_address_says_of_tls_reaches_the_database(tmp_path):
    url = SERVER["DATABASE_URL"] + "?sslmode=verify-full"
    database = settings_with(tmp_path, **{**SERVER, "DATABASE_URL": url})["DATABASES"]["default"]
    assert database["OPTIONS"]["sslmode"] == "verify-full"


def test_a_server_behind_tls_sends_its_cookies_over_nothing_else(tmp_path):
    server = settings_with(tmp_path, **SERVER)
    assert server["SESSION_COOKIE_SECURE"] is True
    assert server["CSRF_COOKIE_SECURE"] is True
    assert server["SECURE_HSTS_SECONDS"] > 0
    assert server["ALLOWED_HOSTS"] == ["pulka.example"]
    assert "prefweb.middleware.home_network_only" not in server["MIDDLEWARE"]


REFUSED = [
    pytest.param({"DEBUG": "maybe"}, "DEBUG must be 1 or 0", id="an-odd-flag"),
    pytest.param({"PORT": "http"}, "PORT must be a whole number", id="an-odd-port"),
    pytest.param({"LOG_LEVEL": "loud"}, "LOG_LEVEL must be one of", id="an-odd-level"),
    pytest.param({"DATABASE_URL": "mysql://x"}, "DATABASE_URL is not", id="another-database"),
    pytest.param({"TIME_ZONE": "Moscow"}, "TIME_ZONE", id="no-such-time-zone"),
    pytest.param({**SERVER, "SECRET_KEY": ""}, "SECRET_KEY is not set", id="no-key-on-a-server"),
    pytest.param(
        {**SERVER, "ALLOWED_HOSTS": ""}, "ALLOWED_HOSTS is not set", id="no-name-of-a-site"
    ),
]


@pytest.mark.parametrize(("environment", "fault"), REFUSED)
def test_a_setting_that_cannot_be_stops_the_start_and_names_itself(tmp_path, environment, fault):
    done = start(tmp_path, **environment)
    assert done.returncode != 0
    assert fault in done.stderr.splitlines()[-1]


@pytest.mark.parametrize("name", ["README.md", "README.ru.md"])
def test_the_readme_has_every_setting_and_no_other(name):
    listed = re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / name).read_text(), re.MULTILINE)
    assert sorted(listed) == sorted(env.asked)
