"""What the server runs."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "prefweb.settings")
django = get_asgi_application()

from prefweb.live.asgi import with_streams  # noqa: E402  it asks for the settings

application = with_streams(django)
