from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ArchiveConfig(AppConfig):
    """Clubs out to a file and in from one; its command and its template tags."""

    name = "prefweb.archive"
    label = "archive"
    verbose_name = _("Archive")
