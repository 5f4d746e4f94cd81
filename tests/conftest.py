"""What tests share: the server, a browser, and phones in it.

    def test_a_page_says_its_name(phone):
        anna = phone()
        anna.goto("/")

The server is another process on the test database: what it shall see has to be committed, so a test
that talks to it takes `phone` or `transactional_db`.
"""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import psutil
import pytest
from django.conf import settings
from playwright.sync_api import Browser, sync_playwright

from tests import databases
from tests.phones import FLAGS, Phones
from tests.servers import Server, serving
from tools.browser import find as find_browser


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last: from the first on, an event loop runs in the tests' own thread."""
    items.sort(key=lambda item: "browser" in getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None, django_db_blocker) -> None:
    """Clears away the databases of test runs that were killed."""
    with django_db_blocker.unblock():
        databases.drop_abandoned()


@pytest.fixture(scope="session")
def server(django_db_setup: None, django_db_blocker) -> Iterator[Server]:
    """The real server on the test database: `server.url`."""
    with django_db_blocker.unblock():
        url = databases.url()
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    with serving(settings.DATA_DIR / f"server-{worker}.log", DATABASE_URL=url) as server:
        yield server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium without a window."""
    path = find_browser()
    flags = [*FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        yield browser
        browser.close()


MINUTES = 5
"""How long one test may talk to the browser."""


@contextmanager
def patience(minutes: float) -> Iterator[None]:
    """A browser that answers no more fails the run instead of holding it up for ever."""
    timer = threading.Timer(minutes * 60, end_browser)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def end_browser() -> None:
    """Ends the browser and its driver, which are this process's own children."""
    for child in psutil.Process().children(recursive=True):
        if any("playwright" in part or "chrom" in part for part in child.cmdline()):
            child.kill()


@pytest.fixture
def phone(transactional_db: None, server: Server, browser: Browser) -> Iterator[Phones]:
    """Makes phones: `anna = phone()`, each a page of a person of its own. See tests/phones.py."""
    phones = Phones(browser, server.url)
    with patience(MINUTES):
        yield phones
        try:
            phones.close()
        finally:
            databases.wait_for_others()
