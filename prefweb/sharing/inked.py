"""A drawing of the pages made to stand alone: its classes become fixed colours and sizes.

Programs that show pictures know no stylesheet of a page, and some know none at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree import ElementTree

SVG = "http://www.w3.org/2000/svg"
FAMILY = "DejaVu Sans Condensed, DejaVu Sans, Arial, sans-serif"
BOLD = "700"

INK, SOFT, PAPER = "#1f2620", "#575a4d", "#fffcf4"
GREEN, RED, BLUE, BRASS = "#1c6146", "#9c2d20", "#234d8a", "#77530a"

Style = Mapping[str, str]
RULES: Sequence[tuple[str, Style]] = (
    ("text", {"fill": INK, "font-family": FAMILY, "text-anchor": "middle"}),
    ("zone", {"fill": "none", "stroke": SOFT, "stroke-width": "2"}),
    ("zone--mountain", {"fill": "#f6dfd8", "fill-opacity": "0.5"}),
    ("zone--pool", {"fill": "#dfeadb", "fill-opacity": "0.55"}),
    ("edge", {"fill": "none", "stroke": INK, "stroke-width": "4"}),
    ("edge--fine", {"stroke-width": "1.5"}),
    ("spoke", {"fill": "none", "stroke": INK, "stroke-width": "3.5"}),
    ("hub", {"fill": PAPER, "stroke": INK, "stroke-width": "3.5"}),
    ("hub-text", {"font-size": "52", "font-weight": BOLD}),
    ("hub-text--long", {"font-size": "38"}),
    ("hub-text--longer", {"font-size": "30"}),
    ("zone-name", {"fill": SOFT, "font-size": "24"}),
    ("whom", {"fill": SOFT, "font-size": "30"}),
    ("helped", {"fill": GREEN, "font-size": "30", "font-weight": BOLD}),
    ("old", {"fill": SOFT, "font-size": "41"}),
    ("now", {"font-size": "58", "font-weight": BOLD}),
    ("run--pool now", {"fill": GREEN}),
    ("run--mountain now", {"fill": RED}),
    ("run--whists now", {"fill": BLUE}),
    ("is-closed", {"text-decoration": "underline"}),
    ("plate rect", {"fill": PAPER, "stroke": INK, "stroke-width": "3"}),
    ("plate text", {"font-size": "36", "font-weight": BOLD}),
    ("plate circle", {"fill": BRASS}),
)
"""What each class, tag, or one of them inside of a class looks like; the later overrides."""


def inked(drawn: str, place: Style) -> str:
    """The drawing with its look in attributes; `place` is where it stands in a larger one."""
    root = ElementTree.fromstring(drawn)  # noqa: S314 (a template of our own)
    _ink(root, ())
    for name, value in place.items():
        root.set(name, value)
    ElementTree.register_namespace("", SVG)
    return ElementTree.tostring(root, encoding="unicode")


def _ink(element: ElementTree.Element, around: tuple[str, ...]) -> None:
    """Sets what the rules say of an element and of everything in it."""
    own = {element.tag.rpartition("}")[2], *element.attrib.pop("class", "").split()}
    for selector, style in RULES:
        *outer, inner = selector.split()
        if inner in own and all(name in around for name in outer):
            for name, value in style.items():
                element.set(name, value)
    for child in element:
        _ink(child, (*around, *own))
