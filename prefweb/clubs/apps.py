from django.apps import AppConfig


class ClubsConfig(AppConfig):
    """Clubs: people who play together, their tables and what they have played."""

    name = "prefweb.clubs"
    label = "clubs"
