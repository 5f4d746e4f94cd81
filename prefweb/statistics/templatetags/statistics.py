"""Template tags of the numbers: ``{% load statistics %}``."""

from django import template

from prefweb.statistics import tables, words

register = template.Library()

register.filter("period_words", words.period_words)
register.filter("span_name", words.span_name)
register.filter("criterion_words", words.criterion_words)
register.filter("criterion_note", words.criterion_note)
register.simple_tag(tables.ladder_rows, name="ladder_rows")
