"""The files of a server installation, compared with what they are about."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml
from django.urls import resolve

from prefweb import env
from prefweb.postgres import programs
from tests.settings import DATA

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES = COMPOSE["services"]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
CADDYFILE = (ROOT / "Caddyfile").read_text()

SECRETS = ("SECRET_KEY", "POSTGRES_PASSWORD", "DOMAIN")


def test_the_web_service_sets_only_settings_there_are():
    assert set(SERVICES["web"]["environment"]) <= set(env.asked)


def test_the_web_service_sets_everything_a_server_must_have():
    needed = {"SECRET_KEY", "DATABASE_URL", "ALLOWED_HOSTS", "BEHIND_PROXY"}
    assert needed <= set(SERVICES["web"]["environment"])


@pytest.mark.parametrize("name", SECRETS)
def test_what_is_secret_or_yours_has_no_default(name):
    uses = re.findall(r"\$\{(\w+)([^}]*)}", (ROOT / "docker-compose.yml").read_text())
    mine = [rest for used, rest in uses if used == name]
    assert mine
    assert not [rest for rest in mine if rest.startswith((":-", "-"))]
    assert any(rest.startswith(":?") for rest in mine)


def test_nothing_else_is_asked_of_the_environment():
    named = re.findall(r"\$\{(\w+)", (ROOT / "docker-compose.yml").read_text())
    assert set(named) <= {*SECRETS, *env.asked}


def test_the_database_is_of_the_same_major_version_as_the_embedded_one():
    embedded = subprocess.check_output([programs(DATA) / "postgres", "--version"], text=True)
    major = re.search(r"(\d+)\.", embedded)[1]
    assert SERVICES["db"]["image"] == f"postgres:{major}"


def test_images_are_pinned_to_a_major_version():
    images = [service["image"] for service in SERVICES.values() if "image" in service]
    images += re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    assert all(re.fullmatch(r"[\w/]+:\d[\w.-]*", image) for image in images)


def test_the_image_runs_a_python_the_project_supports():
    supported = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    minor = int(re.search(r"FROM python:3\.(\d+)", DOCKERFILE)[1])
    assert minor >= int(supported.removeprefix(">=3."))


def test_the_address_of_the_database_names_the_service_and_its_account():
    url = SERVICES["web"]["environment"]["DATABASE_URL"]
    account = SERVICES["db"]["environment"]
    assert url.startswith(f"postgresql://{account['POSTGRES_USER']}:${{POSTGRES_PASSWORD")
    assert url.endswith(f"@db:5432/{account['POSTGRES_DB']}")


def test_all_agree_on_the_port_of_the_web_service():
    port = re.search(r"PORT=(\d+)", DOCKERFILE)[1]
    assert f"EXPOSE {port}" in DOCKERFILE
    assert SERVICES["web"]["expose"] == [port]
    assert f"reverse_proxy web:{port}" in CADDYFILE
    assert f"127.0.0.1:{port}/" in DOCKERFILE


def test_the_health_check_asks_an_address_there_is_by_a_name_that_is_answered():
    host, path = re.search(r"http://([\d.]+):\d+(/\w+)", DOCKERFILE).groups()
    assert resolve(path).url_name == "healthz"
    assert host in SERVICES["web"]["environment"]["ALLOWED_HOSTS"]


def test_every_copied_file_is_in_the_project_and_every_volume_declared():
    copied = re.findall(r"^COPY (\S+)", DOCKERFILE, re.MULTILINE)
    assert all((ROOT / path).exists() for path in copied)
    mounts = [mount for service in SERVICES.values() for mount in service.get("volumes", [])]
    named = {source for mount in mounts if "/" not in (source := mount.split(":")[0])}
    assert named == set(COMPOSE["volumes"])


def test_the_proxy_passes_streams_on_at_once():
    assert "flush_interval -1" in CADDYFILE
    assert "{$DOMAIN}" in CADDYFILE
    assert "DOMAIN" in SERVICES["proxy"]["environment"]


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-test.txt"])
def test_locked_packages_have_hashes_and_no_address(name):
    text = (ROOT / name).read_text()
    packages = re.findall(r"^[a-z]", text, re.MULTILINE | re.IGNORECASE)
    assert len(packages) == len(re.findall(r"^\S+==\S+(?: ;.*)? \\$", text, re.MULTILINE))
    assert "http" not in re.sub(r"^httptools\S+", "", text, flags=re.MULTILINE)


def test_what_both_lock_files_name_they_name_alike():
    def pins(name):
        return dict(re.findall(r"^(\S+)==(\S+)", (ROOT / name).read_text(), re.MULTILINE))

    runtime, tools = pins("requirements.txt"), pins("requirements-test.txt")
    assert {name: runtime[name] for name in runtime.keys() & tools} == {
        name: tools[name] for name in runtime.keys() & tools
    }


def test_tools_for_tests_stay_out_of_the_server():
    runtime = (ROOT / "requirements.txt").read_text()
    assert not re.search(r"^(pytest|playwright|mypy|hypothesis|ruff)", runtime, re.MULTILINE)
