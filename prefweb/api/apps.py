from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ApiConfig(AppConfig):
    """Tokens of clubs, and what they open."""

    name = "prefweb.api"
    label = "api"
    verbose_name = _("Data for sites")
