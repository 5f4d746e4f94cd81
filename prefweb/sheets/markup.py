"""The columns of a drawn sheet as SVG: a page of the count has a hundred of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from prefweb.sheets.drawing import Drawing, Field, plain
from prefweb.sheets.geometry import Spot
from prefweb.sheets.lines import Line
from prefweb.ui.deals import column
from prefweb.ui.numbers import signed

ZONE = '<polygon class="zone zone--{}{}" points="{}" data-zone="{}"/>'
LABEL = '<text class="zone-name" transform="{}">{}</text>'
WHOM = '<text class="whom" transform="{}">{}</text>'
HELPED = '<text class="helped" transform="{}">{}</text>'
RUN = '<g class="run run--{}"{} transform="{}" data-drawn="{}" data-value="{}">{}</g>'
ROW = '<text x="{}" y="{}">{}{}</text>'
EARLIER = '<tspan class="old">{}</tspan>'
LAST = '<tspan class="now{}"{}{}>{}</tspan><tspan class="old">.</tspan>'
NOTHING = mark_safe("")


@lru_cache(1024)
def placed(spot: Spot) -> str:
    """The place and turn of a text as an SVG transform."""
    moved = f"translate({plain(spot.x)} {plain(spot.y)})"
    return f"{moved} rotate({spot.turn})" if spot.turn else moved


def zones(drawing: Drawing, *, arrives: bool) -> SafeString:
    """The areas; those with something new are marked, and fade in where it `arrives`."""
    new = " is-new arrives" if arrives else " is-new"
    found = (
        (field.cell.area, new if field.cell.is_new else "", field.points, field.cell.key)
        for field in drawing.fields
    )
    return format_html_join("", ZONE, found)


def texts(drawing: Drawing) -> SafeString:
    """What stands in the columns: their names, whom whists are on, help, running totals."""
    found = (text for field in drawing.fields for text in _texts(field, fine=drawing.look.fine))
    return format_html_join("", "{}", ((text,) for text in found))


def _texts(field: Field, *, fine: bool) -> Iterator[SafeString]:
    zone, cell = field.zone, field.cell
    if zone.label and not fine:
        yield format_html(LABEL, placed(zone.label), column(cell.area))
    if zone.name and field.on:
        yield format_html(WHOM, placed(zone.name), field.on)
    if zone.help and cell.helped:
        yield format_html(HELPED, placed(zone.help), signed(cell.helped))
    if field.lines.rows:
        yield _run(field)


def _run(field: Field) -> SafeString:
    cell, lines = field.cell, field.lines
    size = _attribute("font-size", lines.size)
    rows = format_html_join("", ROW, (_row(row, field.is_closed) for row in lines.rows))
    return format_html(RUN, cell.area, size, placed(field.zone.run), cell.key, cell.value, rows)


def _row(row: Line, is_closed: bool) -> tuple[object, object, SafeString, SafeString]:
    earlier = format_html(EARLIER, row.earlier) if row.earlier else NOTHING
    return row.x, row.y, earlier, _last(row, is_closed) if row.last else NOTHING


def _last(row: Line, is_closed: bool) -> SafeString:
    gap, width = _attribute("dx", row.gap), _attribute("textLength", row.squeezed)
    squeezed = format_html('{} lengthAdjust="spacingAndGlyphs"', width) if width else NOTHING
    return format_html(LAST, " is-closed" if is_closed else "", gap, squeezed, row.last)


def _attribute(name: str, value: object) -> SafeString:
    """Nothing where there is no value."""
    return format_html(' {}="{}"', name, value) if value else NOTHING
