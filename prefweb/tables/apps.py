from django.apps import AppConfig


class TablesConfig(AppConfig):
    """Tables, pulkas, seats, deals, posts and their log."""

    name = "prefweb.tables"
    label = "tables"
