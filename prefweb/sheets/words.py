"""The sheet in words, for those who do not see it."""

from django.utils.translation import gettext as _

from prefweb.sheets.paper import Cell, Column, Paper
from prefweb.ui.names import isolated
from prefweb.ui.numbers import number
from prefweb.ui.words import column


def described(owner: Column, paper: Paper) -> str:
    """Everything one player has written: "Anna: pool 8, mountain 3, whists on: Boris 12."."""
    cells = [f"{cell_name(cell, paper)} {number(cell.value)}" for cell in owner.cells]
    return f"{isolated(owner.name)}: {', '.join(cells)}."


def cell_name(cell: Cell, paper: Paper) -> str:
    """``pool``, ``mountain``, ``whists on: Boris``."""
    if cell.against is None:
        return str(column(cell.area))
    return _("whists on: %(name)s") % {"name": isolated(paper.columns[cell.against].name)}
