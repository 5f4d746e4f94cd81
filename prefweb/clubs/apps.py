from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    """Clubs: people who play together, their tables and what they have played."""

    name = "prefweb.clubs"
    label = "clubs"
    verbose_name = _("Clubs")
