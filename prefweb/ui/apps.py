from django.apps import AppConfig


class UiConfig(AppConfig):
    """Template tags, words and the two switches (language, theme) every page has."""

    name = "prefweb.ui"
    label = "ui"
