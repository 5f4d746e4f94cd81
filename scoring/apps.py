from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """The rules, and the command that scores pulka files."""

    name = "scoring"
