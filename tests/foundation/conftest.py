"""A folder for a database of its own."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def shelf() -> Iterator[Path]:
    """Not pytest's own folder: as root it is opened for the server, and each new run closes it."""
    with tempfile.TemporaryDirectory(prefix="prefweb-") as folder:
        yield Path(folder)


@pytest.fixture
def root(shelf: Path) -> Path:
    """A folder for the data of one test."""
    return Path(tempfile.mkdtemp(dir=shelf))
