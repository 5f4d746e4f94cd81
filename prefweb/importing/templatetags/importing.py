"""Words of a report: ``{% load importing %}``."""

from django import template

from prefweb.importing import words

register = template.Library()

register.filter("fault_words", words.fault)
register.filter("fault_place", words.place)
register.filter("agreed_words", words.agreed)
