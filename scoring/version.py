"""The version of the rules as this package reads them."""

RULES_VERSION = "1"
"""Raised whenever the same facts would be scored otherwise; a settled pulka keeps its own."""
