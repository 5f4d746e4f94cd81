from django.apps import AppConfig


class ChartsConfig(AppConfig):
    """Charts; their template tags."""

    name = "prefweb.charts"
    label = "charts"
