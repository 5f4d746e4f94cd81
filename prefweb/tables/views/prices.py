"""What each game costs: by a table's agreement, and by options that are still being chosen."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from prefweb.tables.access import get_pulka
from prefweb.tables.agreements import Agreement
from prefweb.tables.forms import FIRST_PRESET, RULE_FIELDS, NewTableForm
from prefweb.tables.parsing import small_number
from prefweb.tables.views.answers import page_and_form
from prefweb.ui.prices import Prices, prices_of
from prefweb.ui.words import preset_name
from scoring import PRESETS


@require_safe
def agreed_prices(request: HttpRequest, slug: str) -> HttpResponse:
    """The price list of a pulka."""
    pulka, _viewer = get_pulka(request, slug)
    agreed = Agreement.of(pulka)
    context = {
        "prices": prices_of(agreed.convention, agreed.size),
        "convention_name": preset_name(agreed.preset),
        "is_changed": agreed.convention != PRESETS[agreed.preset].convention,
        "pulka": pulka,
        "table": pulka.table,
    }
    return render(request, "tables/prices.html", context)


@page_and_form
def prices(request: HttpRequest) -> HttpResponse:
    """The price list of the options in the address; what cannot be is named.

    The form in which they are chosen sends itself here, and is led to such an address.
    """
    if request.method == "POST":
        query = urlencode(_rules_of(request.POST), doseq=True)
        return redirect(f"{reverse('tables:prices')}?{query}")
    if "filled" in request.GET:
        return _of_form(request)
    preset = request.GET.get("convention", "")
    preset = preset if preset in PRESETS else FIRST_PRESET
    size = small_number(request.GET.get("size", "")) or PRESETS[preset].players[-2:][0]
    if size not in PRESETS[preset].players:
        size = PRESETS[preset].players[0]
    found = prices_of(PRESETS[preset].convention, size)
    return _page(request, found, preset, is_changed=False)


def _rules_of(typed: QueryDict) -> dict[str, list[str]]:
    """What of a form decides a price; no names, nor keys of any kind."""
    return {key: typed.getlist(key) for key in RULE_FIELDS if key in typed}


def _of_form(request: HttpRequest) -> HttpResponse:
    form = NewTableForm(request.GET)
    wrong = [form[key] for key in RULE_FIELDS if key in form.errors]
    if wrong:
        return render(request, "tables/prices_wrong.html", {"wrong": wrong}, status=422)
    preset, rules = form.cleaned_data["convention"], form.rules
    found = prices_of(rules, form.cleaned_data["size"])
    return _page(request, found, preset, is_changed=rules != PRESETS[preset].convention)


def _page(request: HttpRequest, found: Prices, preset: str, *, is_changed: bool) -> HttpResponse:
    context: dict[str, Any] = {
        "prices": found,
        "convention_name": preset_name(preset),
        "is_changed": is_changed,
    }
    return render(request, "tables/prices.html", context)
