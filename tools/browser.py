"""Sees to a browser for the tests: `python -m tools.browser`. Fails where none can be had."""

import os
import shutil
import subprocess
import sys

from playwright.sync_api import sync_playwright

SHELL = "chromium-headless-shell"
"""Chromium without windows of its own: a phone of a test costs it a fifth of the time."""
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGES = ("chromium", "fonts-dejavu-core")


def find() -> str | None:
    """The path of a browser on PATH, or of the one Playwright downloaded."""
    on_path = next(filter(None, map(shutil.which, NAMES)), None)
    return on_path or _downloaded()


def _downloaded() -> str | None:
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if os.path.exists(path) else None


def main() -> None:
    if find():
        return
    if os.geteuid() == 0 and shutil.which("apt-get"):
        _run("apt-get", "update", "-qq")
        _run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *PACKAGES)
    if not find():
        _run(sys.executable, "-m", "playwright", "install", "chromium")
    if not find():
        sys.exit("No browser for the tests: install Chromium, or let Playwright download its own.")


def _run(*command: str) -> None:
    """What one way gives up on, the next one may still do: the end is judged, not the steps."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(command, check=False, env=environment)


if __name__ == "__main__":
    main()
