from django.apps import AppConfig


class SheetsConfig(AppConfig):
    """The sheet drawn and in numbers; its template tags."""

    name = "prefweb.sheets"
    label = "sheets"
