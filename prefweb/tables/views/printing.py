"""A pulka on paper: the sheet, the count, the deals, as much of it as somebody wants."""

from enum import StrEnum
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from prefweb.sheets.looks import look_of
from prefweb.tables.access import get_pulka
from prefweb.tables.models import PulkaStep
from prefweb.tables.pages.queries import PulkaPage
from prefweb.tables.views.playing import page_context


class Part(StrEnum):
    """What can be printed."""

    SHEET = "sheet"
    TOTALS = "totals"
    COUNT = "count"
    DEALS = "deals"
    AGREEMENT = "agreement"


WORDS: dict[Part, Any] = {
    Part.SHEET: gettext_lazy("The sheet"),
    Part.TOTALS: gettext_lazy("Running totals"),
    Part.COUNT: gettext_lazy("The count, step by step"),
    Part.DEALS: gettext_lazy("All deals"),
    Part.AGREEMENT: gettext_lazy("The agreement"),
}


@require_safe
def printed(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything about the numbers, of which there are none while the table gathers."""
    found, viewer = get_pulka(request, slug)
    if found.step == PulkaStep.SEATING:
        return redirect("tables:pulka", slug)
    page = PulkaPage(found, viewer)
    chosen = _chosen(request.GET.getlist("part"))
    look = look_of(request, found.size, viewer.seat)
    shown = {
        "look": look,
        "parts": [(part, words, part in chosen) for part, words in WORDS.items()],
    }
    prints = {part.value: part in chosen for part in Part}
    return render(
        request, "tables/print.html", {**page_context(page, ""), **shown, "prints": prints}
    )


def _chosen(asked: list[str]) -> list[Part]:
    """The parts an address names; all of them where it names none."""
    return [part for part in Part if part in asked] or list(Part)
