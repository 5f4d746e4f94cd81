from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """People: whoever holds a phone at a table."""

    name = "prefweb.players"
    label = "players"
