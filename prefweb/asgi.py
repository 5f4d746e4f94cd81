"""What the server runs: Django for pages, in a few threads, and beside it the streams.

Under Django's own ASGI handler every request starts a thread and changes between it and the event
loop many times, which doubles its cost. Here a thread, with its connection to the database, serves
one request after another, and whoever comes while all are busy waits for the next free one.
"""

import gc
import os
from typing import Any

from a2wsgi import WSGIMiddleware
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "prefweb.settings")
pages: Any = get_wsgi_application()

from django.conf import settings  # noqa: E402  there are none before Django is set up

from prefweb.live.asgi import with_streams  # noqa: E402

gc.collect()
gc.freeze()  # what is loaded stays: looking at it again and again would hold pages up

threads: Any = WSGIMiddleware(pages, workers=settings.THREADS)
application = with_streams(threads)
