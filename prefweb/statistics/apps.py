from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class StatisticsConfig(AppConfig):
    """Players' figures, standings and rating."""

    name = "prefweb.statistics"
    label = "statistics"
    verbose_name = _("Statistics")

    def ready(self) -> None:
        from prefweb.statistics import keeping, rerating

        keeping.listen()
        rerating.listen()
