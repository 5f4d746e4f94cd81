"""What the log leaves out."""

import asyncio
import logging

import pytest

from prefweb.live.logs import WithoutCutStreams


@pytest.mark.parametrize(
    ("error", "shown"), [(asyncio.CancelledError(), False), (ValueError("odd"), True), (None, True)]
)
def test_only_the_trace_of_a_cut_stream_is_left_out(error, shown):
    trace = (type(error), error, None) if error else None
    record = logging.LogRecord("server", logging.ERROR, __file__, 1, "Exception", (), trace)
    assert WithoutCutStreams().filter(record) is shown
