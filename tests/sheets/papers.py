"""Printed pages: as text, as ink, as colours. The browser prints into a PDF, which is read here."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import pypdfium2 as pdfium
import pypdfium2.raw as raw
from playwright.sync_api import Page

PAPERS = ("A4", "Letter")
MM = 72 / 25.4
"""Points in a millimetre."""
WHITE = 250
"""Grey values from here on are no ink."""
WEIGHTS = (0.2126, 0.7152, 0.0722)
"""Of red, green and blue in what the eye sees."""
FOOT = 14
"""Millimetres at the bottom of a page where its number stands."""


@dataclass(frozen=True)
class Ink:
    """The box of everything that is not white, in millimetres from each edge of the page."""

    left: float
    top: float
    right: float
    bottom: float


class Printed:
    """What a browser prints of a page, black on white or not."""

    def __init__(self, page: Page, paper: str) -> None:
        self.document = pdfium.PdfDocument(page.pdf(format=paper, print_background=True))
        self.sheets = list(self.document)

    def __len__(self) -> int:
        return len(self.sheets)

    @cached_property
    def texts(self) -> list[str]:
        """Page by page."""
        return [sheet.get_textpage().get_text_bounded() for sheet in self.sheets]

    @property
    def text(self) -> str:
        """Everything without the spaces, which depend on where lines end."""
        return squeezed("".join(self.texts))

    @cached_property
    def greys(self) -> list[tuple[int, int, bytes]]:
        """Page by page in grey, two pixels a millimetre: width, height, the rows."""
        return [_grey(sheet) for sheet in self.sheets]

    def ink(self, number: int = 0) -> Ink:
        """The box of what is printed on a page, its number at the foot left out."""
        width, height, rows = self.greys[number]
        lines = [rows[y * width : (y + 1) * width] for y in range(height - FOOT * 2)]
        inked = [y for y, line in enumerate(lines) if min(line) < WHITE]
        columns = [x for x in range(width) if min(rows[x : len(lines) * width : width]) < WHITE]
        ends = (columns[0], inked[0], width - 1 - columns[-1], height - 1 - inked[-1])
        return Ink(*(end / 2 for end in ends))

    def lightness(self, number: int = 0) -> float:
        """How much of a page is white: 1 for an empty one."""
        rows = self.greys[number][2]
        return sum(rows) / len(rows) / 255

    def contrasts(self) -> Iterator[float]:
        """Of every text's colour on white."""
        for sheet in self.sheets:
            for thing in sheet.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], max_depth=9):
                yield contrast_on_white(*_fill(thing))


def squeezed(text: str) -> str:
    return re.sub(r"[\s\u202f\ufeff\u200b\u2068\u2069\ufffe]+", "", text)


def contrast_on_white(*colour: int) -> float:
    """By the rule of WCAG."""
    parts = [value / 255 for value in colour]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    luminance = sum(part * weight for part, weight in zip(linear, WEIGHTS, strict=True))
    return 1.05 / (luminance + 0.05)


def _grey(sheet: pdfium.PdfPage) -> tuple[int, int, bytes]:
    bitmap = sheet.render(scale=2 / MM, grayscale=True)
    rows = bytes(bitmap.buffer)
    lines = (rows[y * bitmap.stride :][: bitmap.width] for y in range(bitmap.height))
    return bitmap.width, bitmap.height, b"".join(lines)


def _fill(thing: pdfium.PdfObject) -> tuple[int, int, int]:
    red, green, blue, alpha = (ctypes.c_uint() for _each in range(4))
    raw.FPDFPageObj_GetFillColor(thing, red, green, blue, alpha)
    return red.value, green.value, blue.value
