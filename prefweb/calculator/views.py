"""A paper sheet is typed, and counted as it is: everything stands in the address."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from prefweb.calculator.counting import Calculation
from prefweb.calculator.forms import SheetForm, with_zeros
from prefweb.importing.keepers import keepers_of
from prefweb.tables.views.answers import is_htmx

LONGEST = 8000
"""Characters of what is asked: five names of forty letters, every number as long as it can be."""
URI_TOO_LONG = 414


@require_safe
def calculator(request: HttpRequest) -> HttpResponse:
    """The form with what it comes to; for htmx what it comes to alone."""
    if len(request.META.get("QUERY_STRING", "")) > LONGEST:
        return _page(request, SheetForm({}), is_too_long=True)
    given = request.GET.dict()
    form = SheetForm(with_zeros(given) if "zeros" in given else given)
    if is_htmx(request):
        return _result(request, form)
    if given and dict(request.GET.lists()) != {key: [said] for key, said in form.pairs.items()}:
        return redirect(_address(form))
    return _page(request, form)


def _page(request: HttpRequest, form: SheetForm, *, is_too_long: bool = False) -> HttpResponse:
    context = {**_context(request, form), "here": "calculator", "is_too_long": is_too_long}
    status = URI_TOO_LONG if is_too_long else 200
    return render(request, "calculator/calculator.html", context, status=status)


def _result(request: HttpRequest, form: SheetForm) -> HttpResponse:
    response = render(request, "calculator/_counted.html", {**_context(request, form), "oob": True})
    response.headers["HX-Replace-Url"] = _address(form)
    return response


def _context(request: HttpRequest, form: SheetForm) -> dict[str, object]:
    address = request.build_absolute_uri(_address(form))
    calculation = Calculation(form)
    return {
        "form": form,
        "calculation": calculation,
        "share_url": f"{address}#result",
        "keepers": keepers_of(request, form.query) if calculation.is_whole else [],
    }


def _address(form: SheetForm) -> str:
    return f"{reverse('calculator:calculator')}?{form.query}"
