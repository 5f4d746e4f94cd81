"""A pulka passed on: as a text, a picture, a file, a table of its deals."""

from django.apps import AppConfig


class SharingConfig(AppConfig):
    """The page of everything that can be passed on, and what it leads to."""

    name = "prefweb.sharing"
    label = "sharing"
