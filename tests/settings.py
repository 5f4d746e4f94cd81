"""The project's settings as tests run them: a database of their own, no choice left to the shell."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

os.environ.update(
    DATA_DIR=str(ROOT / "var" / "test"),
    SECRET_KEY="only for tests",
    ALLOWED_HOSTS="127.0.0.1,localhost,testserver",
    LOG_LEVEL="WARNING",
    DEBUG="",
    BEHIND_PROXY="",
    CSRF_TRUSTED_ORIGINS="",
)
# An asynchronous browser session runs in the test's own thread; the ORM beside it is in no danger.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

from prefweb.settings import *  # noqa: E402, F403

STORAGES = {
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True
