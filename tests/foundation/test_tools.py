"""What the Makefile runs on a fresh machine."""

import importlib.util
import subprocess

import pytest

from tools import browser, environment


@pytest.fixture
def ran(monkeypatch):
    """The commands that would have been run."""
    commands = []
    monkeypatch.setattr(subprocess, "run", lambda command, **_: commands.append(list(command)))
    return commands


@pytest.fixture
def machine(monkeypatch):
    """Makes this machine look like one with or without root and apt-get."""

    def look(*, root, apt):
        monkeypatch.setattr("os.geteuid", lambda: 0 if root else 1000)
        monkeypatch.setattr("shutil.which", lambda name: "/usr/bin/apt-get" if apt else None)

    return look


def browsers(monkeypatch, *found):
    """What looking for a browser finds, the first time, the second time and so on."""
    answers = iter(found)
    monkeypatch.setattr(browser, "find", lambda: next(answers))


def test_a_browser_that_is_there_is_taken(monkeypatch, ran):
    browsers(monkeypatch, "/usr/bin/chromium")
    browser.main()
    assert ran == []


def test_as_root_on_debian_its_own_chromium_is_installed(monkeypatch, ran, machine):
    machine(root=True, apt=True)
    browsers(monkeypatch, None, "/usr/bin/chromium", "/usr/bin/chromium")
    browser.main()
    assert [command[:2] for command in ran] == [["apt-get", "update"], ["apt-get", "install"]]


@pytest.mark.parametrize(("root", "apt"), [(False, True), (True, False)])
def test_elsewhere_playwright_downloads_one(monkeypatch, ran, machine, root, apt):
    machine(root=root, apt=apt)
    browsers(monkeypatch, None, None, "/cache/chromium")
    browser.main()
    assert [command[-2:] for command in ran] == [["install", "chromium"]]


def test_without_a_browser_it_fails_loudly(monkeypatch, ran, machine):
    machine(root=True, apt=True)
    browsers(monkeypatch, None, None, None)
    with pytest.raises(SystemExit, match="No browser for the tests"):
        browser.main()


def test_an_old_python_is_refused_with_a_way_on(monkeypatch):
    monkeypatch.setattr("sys.version_info", (3, 9, 2))
    with pytest.raises(SystemExit, match="make PYTHON="):
        environment.main()


def test_a_python_without_venv_is_told_the_package(monkeypatch, ran, machine):
    machine(root=False, apt=True)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match=r"apt install python3\.\d+-venv"):
        environment.main()
    assert ran == []


def test_as_root_on_debian_venv_is_installed(monkeypatch, ran, machine):
    machine(root=True, apt=True)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(
        environment.venv, "create", lambda path, **_: ran.append(["made", path.name])
    )
    environment.main()
    assert [command[0] for command in ran] == ["apt-get", "apt-get", "made"]
