"""What the log leaves out."""

import asyncio
import logging

from django.core.exceptions import PermissionDenied


class WithoutCutStreams(logging.Filter):
    """Drops the trace that the server writes for each stream it cuts when it stops."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        return not isinstance(error, asyncio.CancelledError)


class RefusedInOneLine(logging.Filter):
    """Drops the trace of a page that was refused: nothing went wrong, and anybody can cause it."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and isinstance(record.exc_info[1], PermissionDenied):
            record.exc_info = None
        return True
