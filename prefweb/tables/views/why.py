"""Where a number of the sheet comes from: everything that wrote in its column."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from prefweb.tables.access import get_pulka
from prefweb.tables.models import PulkaStep
from prefweb.tables.pages.columns import ColumnKey
from prefweb.tables.pages.queries import PulkaPage
from prefweb.tables.views.playing import page_context
from prefweb.ui.columns import column_name

WHY = "why"


@require_safe
def why(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """A column of the sheet: what a point of it is worth, and deal by deal what wrote in it.

    Raises Http404 where there is no such column.
    """
    found, viewer = get_pulka(request, slug)
    if found.step == PulkaStep.SEATING:
        return redirect("tables:pulka", slug)
    column = ColumnKey.parse(key, found.size)
    if column is None:
        raise Http404
    page = PulkaPage(found, viewer)
    context = {**page_context(page, f"{WHY}-{key}"), "name": column_name(column, page.names)}
    return render(request, "tables/why.html", context)
