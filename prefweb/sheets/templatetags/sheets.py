"""Template tags of the sheet: ``{% load sheets %}``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from django import template
from django.template import Context

from prefweb.sheets import markup, words
from prefweb.sheets.drawing import Drawing, Look, drawing_of
from prefweb.sheets.looks import look_of
from prefweb.sheets.paper import Paper, paper_of

if TYPE_CHECKING:
    from prefweb.tables.pages.queries import PulkaPage

register = template.Library()


@register.simple_tag
def paper(page: PulkaPage, *, opening: bool = False) -> Paper:
    """The sheet of a pulka as it stands, or as it began where it goes on from another one."""
    found = page.course.replay
    if opening:
        return paper_of(replace(found, played=()), page.names, page.viewer.seat)
    return paper_of(found, page.names, page.viewer.seat, page.is_new)


@register.simple_tag(takes_context=True)
def drawing(
    context: Context, page: PulkaPage, look: Look | None = None, *, fine: bool = False
) -> Drawing | None:
    """The sheet of a pulka as it stands, drawn as this phone likes it."""
    now = page.course.current
    chosen = look or look_of(context["request"], page.pulka.size, page.viewer.seat)
    return drawing_of(
        paper(page),
        replace(chosen, fine=fine),
        game=page.course.game,
        dealer=now.terms.dealer if now else None,
    )


register.filter("placed", markup.placed)
register.simple_tag(markup.zones, name="zones")
register.simple_tag(markup.texts, name="texts")
register.simple_tag(words.in_words, name="described")
register.simple_tag(words.cell_label, name="cell_label")
