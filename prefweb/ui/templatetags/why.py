"""Template tags for where numbers come from: ``{% load why %}``."""

from django import template

from prefweb.ui import columns

register = template.Library()

register.simple_tag(columns.explained, name="explained")
register.simple_tag(columns.totals, name="run_totals")
