"""The sheet as a picture by itself: SVG with its colours inside, and PNG made from it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import resvg_py
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from prefweb.sharing import summary
from prefweb.sharing.grid import ROW, depth, grid
from prefweb.sharing.inked import BOLD, FAMILY, GREEN, INK, RED, inked
from prefweb.sheets.drawing import Drawing, Look, drawing_of
from prefweb.sheets.measure import breadth, cut
from prefweb.sheets.paper import paper_of
from prefweb.tables.pages.queries import PulkaPage
from prefweb.ui import words
from prefweb.ui.names import isolated
from prefweb.ui.numbers import money, signed
from scoring import Number

FONTS = Path(__file__).parent / "fonts"
FACES = [str(FONTS / f"DejaVuSansCondensed{face}.ttf") for face in ("", "-Bold")]
"""The server's own fonts are not looked at: it may have none."""
DOTS = 1400
"""How wide the picture is."""

WIDTH, EDGE = 1080, 40
HEAD = 150
TITLE, NAME, SMALL = 46, 34, 28
"""Sizes of text."""
NAME_ROOM = 620
"""How far a name may reach beside its whists and money."""
UNWRITABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML may hold."""


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text as it fits: smaller where it is long, cut where that is not enough."""

    says: str
    size: float


@dataclass(frozen=True, slots=True)
class BalanceRow:
    """A line under the sheet."""

    y: int
    name: Text
    whists: str
    money: str
    colour: str
    exact: Number
    seat: int


def svg(page: PulkaPage, look: Look) -> str:
    """The sheet from one side, with the table's name above and everybody's balance below it."""
    paper = paper_of(page.course.replay, page.names, page.viewer.seat)
    drawing = drawing_of(paper, look, game=page.course.game)
    below = HEAD + (_depth(drawing) if drawing else depth(paper))
    rows = list(_rows(page, below + 110))
    context = {
        "width": WIDTH,
        "height": rows[-1].y + 50,
        "family": FAMILY,
        "bold": BOLD,
        "title": _fitted(words.table_title(page.table), TITLE, WIDTH - 2 * EDGE, bold=True),
        "sub": _fitted(_sub(page), SMALL, WIDTH - 2 * EDGE),
        "sheet": _sheet(drawing) if drawing else None,
        "grid": None if drawing else grid(paper, HEAD),
        "heading": summary.heading(page),
        "below": below + 44,
        "rows": rows,
    }
    return _writable(render_to_string("sharing/picture.svg", context))


def png(drawn: str) -> bytes:
    """The drawing in dots."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=drawn,
            width=DOTS,
            skip_system_fonts=True,
            font_files=FACES,
            font_family=FAMILY,
            sans_serif_family=FAMILY,
        )
    )


def _sub(page: PulkaPage) -> str:
    agreed = words.short_agreement(page.pulka)
    return " · ".join((agreed, summary.played(page), summary.day(page)))


def _sheet(drawing: Drawing) -> SafeString:
    """The drawing of the pages, with colours and sizes of its own, at its place."""
    drawn = render_to_string("sheets/_drawing.html", {"drawing": drawing, "id": "sheet"})
    place = {"x": "20", "y": str(HEAD), "width": "1040", "height": str(_depth(drawing))}
    return mark_safe(inked(_writable(drawn), place))  # noqa: S308 (a template of our own)


def _depth(drawing: Drawing) -> int:
    return int(float(drawing.view_box.split()[3]))


def _rows(page: PulkaPage, first: int) -> Iterator[BalanceRow]:
    for place, balance in enumerate(page.podium):
        pays = money(balance.money, page.pulka.currency, signed=True) if page.pulka.stake else ""
        yield BalanceRow(
            y=first + place * ROW,
            name=_fitted(balance.name, NAME, NAME_ROOM if pays else NAME_ROOM + 200),
            whists=signed(balance.whists),
            money=pays,
            colour=_tone(balance.whists),
            exact=balance.whists,
            seat=balance.seat,
        )


def _tone(value: Number) -> str:
    return GREEN if value > 0 else RED if value < 0 else INK


def _fitted(says: str, size: int, room: float, *, bold: bool = False) -> Text:
    """A text that fills no more than the room: smaller, but never under two thirds."""
    broad = breadth(says, bold=bold)
    smaller = min(size, max(room / broad, size * 2 / 3)) if broad else size
    return Text(isolated(cut(says, room / smaller, bold=bold)), round(smaller, 1))


def _writable(text: str) -> str:
    """Without the signs that no XML may hold."""
    return UNWRITABLE.sub("", text)
