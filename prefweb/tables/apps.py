from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TablesConfig(AppConfig):
    """Tables, pulkas, seats, deals, posts and their log."""

    name = "prefweb.tables"
    label = "tables"
    verbose_name = _("Tables")
