"""The final count of a sheet that was written on paper."""

from django.apps import AppConfig


class CalculatorConfig(AppConfig):
    """A page that needs no table, no name and no database."""

    name = "prefweb.calculator"
    label = "calculator"
