from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ImportingConfig(AppConfig):
    """What was played elsewhere becomes a pulka like any other."""

    name = "prefweb.importing"
    label = "importing"
    verbose_name = _("Import")
