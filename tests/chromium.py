"""The one browser of a test run, which outlives what hangs in it."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psutil
from playwright.sync_api import Browser, Playwright

from tests.phones import FLAGS
from tools.browser import find


class Chromium:
    """Launches Chromium when a test first asks, and again once it was ended.

    >>> chromium.open().new_page()  # doctest: +SKIP
    """

    def __init__(self, playwright: Playwright) -> None:
        self.playwright = playwright
        self.browser: Browser | None = None

    def open(self) -> Browser:
        """The browser as it runs."""
        if self.browser is None or not self.browser.is_connected():
            self.browser = self.launch()
        return self.browser

    def launch(self, *without: str) -> Browser:
        """A browser of one's own, without some of the flags Playwright usually gives."""
        root = ["--no-sandbox"] if os.geteuid() == 0 else []
        return self.playwright.chromium.launch(
            executable_path=find(), args=[*FLAGS, *root], ignore_default_args=list(without)
        )

    def close(self) -> None:
        if self.browser is not None:
            self.browser.close()


@contextmanager
def patience(minutes: float) -> Iterator[None]:
    """A browser that answers no more is ended, instead of holding up the run for ever.

    The test that waits for it fails; one that only puts its phones away has nothing more to ask.
    """
    timer = threading.Timer(minutes * 60, end_browsers)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def end_browsers() -> None:
    """Ends the browsers, which are this process's own descendants. Their driver lives on."""
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if "chrom" in child.name():
                child.kill()
