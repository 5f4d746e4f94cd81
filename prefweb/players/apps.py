from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """People: whoever holds a phone at a table."""

    name = "prefweb.players"
    label = "players"

    def ready(self) -> None:
        from prefweb.players import signing  # noqa: F401  its receivers
