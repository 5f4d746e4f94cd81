"""The project's settings as tests run them: data of their own, no choice left to the shell."""

import os
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "var" / "test"

os.environ.update(
    DATA_DIR=str(DATA),
    SECRET_KEY="only for tests",
    ALLOWED_HOSTS="127.0.0.1,localhost,testserver",
    LOG_LEVEL="WARNING",
    DEBUG="",
    BEHIND_PROXY="",
    CSRF_TRUSTED_ORIGINS="",
    THREADS="",
    WORKERS="1",
    TIME_ZONE="",
    MAIL_URL="",
    MAIL_FROM="",
    PASSKEYS="1",
)
# Playwright runs an event loop in the tests' own thread; the ORM beside it is in no danger.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

from prefweb.settings import *  # noqa: E402, F403
from prefweb.settings import DATABASES  # noqa: E402

DATABASES["default"]["TEST"] = {"NAME": f"test_{os.getpid()}"}  # two runs at once do not meet

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # the quick one
STORAGES = {
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True
