"""One test whose browser hangs does not take the others with it."""

import psutil
import pytest
from playwright.sync_api import Error

from tests.chromium import Chromium, patience
from tests.phones import Phones


@pytest.fixture
def own(chromium: Chromium) -> Chromium:
    """A second Chromium of the same driver, to do harm to."""
    return Chromium(chromium.playwright)


def hang(before: set[int]) -> None:
    """Stops the browser that was not there before, and what it started."""
    for child in psutil.Process().children(recursive=True):
        if child.pid not in before and "chrom" in child.name():
            child.suspend()


@pytest.fixture
def hanging(own: Chromium) -> Phones:
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    phones = Phones(own.open(), "http://127.0.0.1")
    phones().set_content("<h1>Пулька</h1>")
    hang(before)
    return phones


def test_phones_of_a_browser_that_hangs_are_put_away(own: Chromium, hanging: Phones) -> None:
    with patience(minutes=0.01):
        hanging.close()
    assert not hanging.browser.is_connected()
    page = own.open().new_page()
    page.set_content("<h1>Пулька</h1>")
    assert page.inner_text("h1") == "Пулька"
    own.close()


def test_a_test_that_waits_for_a_browser_that_hangs_fails(hanging: Phones) -> None:
    with pytest.raises(Error), patience(minutes=0.01):
        hanging.contexts[0].pages[0].inner_text("h1", timeout=0)
    hanging.close()


def test_what_a_phone_complained_of_is_told_even_then(hanging: Phones) -> None:
    hanging.complaints.append("CSP violation")
    with pytest.raises(AssertionError, match="CSP violation"), patience(minutes=0.01):
        hanging.close()
