"""Empty sheets to be printed. They need no table, no name and no database."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from prefweb.sheets.blank import LINES, LONGEST, SIZES, blank_of

USUAL = 4


@require_safe
def usual_blank(request: HttpRequest) -> HttpResponse:
    """The sheet for four, as most play."""
    return redirect("sheets:blank", USUAL)


@require_safe
def blank(request: HttpRequest, size: int) -> HttpResponse:
    """The sheet for so many; `name` (each seat's, from the bottom) and `contracts=1` as asked."""
    if size not in SIZES:
        raise Http404
    context = {
        "blank": blank_of(size, request.GET.getlist("name")),
        "sizes": SIZES.items(),
        "longest": LONGEST,
        "lines": LINES if request.GET.get("contracts") == "1" else (),
    }
    return render(request, "sheets/blank.html", context)
