from django.apps import AppConfig


class LiveConfig(AppConfig):
    """Version numbers out to open pages."""

    name = "prefweb.live"
    label = "live"
