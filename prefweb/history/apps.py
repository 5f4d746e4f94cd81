from django.apps import AppConfig


class HistoryConfig(AppConfig):
    """The replay of a pulka; its template tags."""

    name = "prefweb.history"
    label = "history"
