from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlayersConfig(AppConfig):
    """People: whoever holds a phone at a table."""

    name = "prefweb.players"
    label = "players"
    verbose_name = _("People")

    def ready(self) -> None:
        from prefweb.players import signing  # noqa: F401  its receivers
