"""What the log leaves out."""

import asyncio
import logging


class WithoutCutStreams(logging.Filter):
    """Drops the trace that the server writes for each stream it cuts when it stops."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        return not isinstance(error, asyncio.CancelledError)
