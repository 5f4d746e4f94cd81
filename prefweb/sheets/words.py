"""The sheet in words, for those who do not see it."""

from django.utils.translation import gettext as _

from prefweb.sheets.drawing import Drawing
from prefweb.sheets.paper import Cell, Column, Paper
from prefweb.ui.names import isolated, stopped_once
from prefweb.ui.numbers import number
from prefweb.ui.words import column


def in_words(drawing: Drawing) -> str:
    """The whole sheet: what everybody has, who deals, and what the last deal wrote."""
    paper = drawing.paper
    said = [described(column, paper) for column in paper.columns]
    if drawing.dealer is not None:
        dealer = isolated(paper.columns[drawing.dealer].name)
        said.append(_("Deals: %(name)s.") % {"name": dealer})
    new = [cell_label(cell, paper) for column in paper.columns for cell in column.new_cells]
    if new:
        said.append(_("New: %(columns)s.") % {"columns": "; ".join(new)})
    return stopped_once(" ".join(said))


def cell_label(cell: Cell, paper: Paper) -> str:
    """One column with its owner: "Anna, whists on: Boris, 12"."""
    name, total = isolated(paper.columns[cell.seat].name), number(cell.value)
    if cell.against is None:
        return f"{name}, {cell_name(cell, paper)}: {total}"
    return f"{name}, {cell_name(cell, paper)}, {total}"


def described(owner: Column, paper: Paper) -> str:
    """Everything one player has written: "Anna: pool 8, mountain 3, whists on: Boris 12."."""
    cells = [_with_help(cell, paper) for cell in owner.cells]
    return f"{isolated(owner.name)}: {', '.join(cells)}."


def _with_help(cell: Cell, paper: Paper) -> str:
    said = f"{cell_name(cell, paper)} {number(cell.value)}"
    if not cell.helped:
        return said
    return _("%(total)s (%(helped)s of them by help)") % {
        "total": said,
        "helped": number(cell.helped),
    }


def cell_name(cell: Cell, paper: Paper) -> str:
    """``pool``, ``mountain``, ``whists on: Boris``."""
    if cell.against is None:
        return str(column(cell.area))
    return _("whists on: %(name)s") % {"name": isolated(paper.columns[cell.against].name)}
