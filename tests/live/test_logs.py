"""What the log leaves out."""

import logging
import sys

import pytest
from django.core.exceptions import PermissionDenied

from prefweb.live.logs import RefusedInOneLine


def logged(error: Exception) -> logging.LogRecord:
    """A record of this error, after the filter."""
    try:
        raise error
    except Exception:
        record = logging.LogRecord("x", logging.ERROR, "x", 1, "Sorry", (), sys.exc_info())
    assert RefusedInOneLine().filter(record)
    return record


@pytest.mark.parametrize(("error", "has_trace"), [(PermissionDenied(), False), (KeyError(), True)])
def test_refused_page_takes_one_line(error: Exception, has_trace: bool) -> None:
    assert bool(logged(error).exc_info) is has_trace
