"""What tests share: the server, a browser, and phones in it.

    def test_a_page_says_its_name(phone):
        anna = phone()
        anna.goto("/")

The server is another process on the test database: what it shall see has to be committed, so a test
that talks to it takes `phone` or `transactional_db`.
"""

import gc
import os
from collections.abc import Iterator

import pytest
from django.conf import settings
from playwright.sync_api import Browser, sync_playwright

from tests import databases
from tests.chromium import Chromium, patience
from tests.phones import Phones
from tests.servers import Server, serving


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last: from the first on, an event loop runs in the tests' own thread."""
    items.sort(key=lambda item: "chromium" in getattr(item, "fixturenames", ()))


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Thousands of tests stay until the end: the collector need not look at them again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker) -> Iterator[None]:
    """The test database, let go of by everybody before it is dropped."""
    yield
    with django_db_blocker.unblock():
        databases.wait_until_alone()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None, django_db_blocker) -> None:
    """Clears away the databases of test runs that were killed."""
    databases.empty_row_by_row()
    with django_db_blocker.unblock():
        databases.drop_abandoned()
        databases.write_hastily()


@pytest.fixture(scope="session")
def server(django_db_setup: None, django_db_blocker) -> Iterator[Server]:
    """The real server on the test database: `server.url`."""
    with django_db_blocker.unblock():
        url = databases.url()
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    with serving(settings.DATA_DIR / f"server-{worker}.log", DATABASE_URL=url) as server:
        yield server


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    """Chromium without a window: `chromium.open()`."""
    with sync_playwright() as playwright:
        chromium = Chromium(playwright)
        yield chromium
        chromium.close()


@pytest.fixture
def browser(chromium: Chromium) -> Browser:
    """The browser as it runs, a new one where the last test had to end it."""
    return chromium.open()


@pytest.fixture
def phone(transactional_db: None, server: Server, browser: Browser) -> Iterator[Phones]:
    """Makes phones: `anna = phone()`, each a page of a person of its own. See tests/phones.py."""
    phones = Phones(browser, server.url)
    with patience(minutes=5):
        yield phones
    try:
        with patience(minutes=0.5):
            phones.close()
    finally:
        databases.wait_for_others()
