"""What a club usually plays: its own named agreements."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from prefweb.clubs.access import ClubDeed, ClubViewer, get_club
from prefweb.clubs.forms import HouseRulesForm
from prefweb.clubs.models import Club, HouseRules
from prefweb.clubs.refusals import Refused
from prefweb.clubs.services import house
from prefweb.clubs.views.clubs import club_context
from prefweb.tables.agreements import house_agreement
from prefweb.tables.models import Pulka
from prefweb.tables.views.answers import act_of, page_and_form


@require_safe
def house_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """All of them, with what they differ by from the usual conventions."""
    found, viewer = get_club(request, slug)
    rules = [
        (one, Pulka(**house_agreement(one)[0].as_fields()))
        for one in found.house_rules.order_by("name")
    ]
    context = {**_context(found, viewer), "rules": rules}
    return render(request, "clubs/house_rules.html", context)


@page_and_form
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """One more."""
    found, viewer = get_club(request, slug, ClubDeed.MANAGE)
    return _page(request, found, viewer, None)


@page_and_form
def change(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What the club plays under this name from now on."""
    found, viewer = get_club(request, slug, ClubDeed.MANAGE)
    return _page(request, found, viewer, get_object_or_404(found.house_rules, pk=pk))


def _page(
    request: HttpRequest, found: Club, viewer: ClubViewer, rules: HouseRules | None
) -> HttpResponse:
    form = _form(request, rules)
    if form.is_bound and form.is_valid() and _is_kept(found, form, rules):
        return redirect("clubs:house_rules", found.slug)
    context = {**_context(found, viewer), "rules": rules, "form": form}
    status = 422 if form.is_bound else 200
    return render(request, "clubs/rules.html", context, status=status)


def _form(request: HttpRequest, rules: HouseRules | None) -> HouseRulesForm:
    if request.method == "POST" and "refill" in request.POST:
        return HouseRulesForm.refilled(request.POST)
    if request.method == "POST":
        return HouseRulesForm(request.POST)
    if rules is None:
        return HouseRulesForm(preset=request.GET.get("convention", ""))
    agreement, proxies = house_agreement(rules)
    return HouseRulesForm(agreed=agreement, initial={"name": rules.name, "proxies": proxies})


def _is_kept(found: Club, form: HouseRulesForm, rules: HouseRules | None) -> bool:
    cleaned = form.cleaned_data
    try:
        house.keep(found, cleaned["name"], form.agreement, cleaned["proxies"], rules)
    except Refused as refused:
        form.add_error("name", refused.sentence)
        return False
    return True


@act_of("clubs:change_rules")
def remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """They are offered no more."""
    found, _viewer = get_club(request, slug, ClubDeed.MANAGE)
    house.remove(found, pk)
    return redirect("clubs:house_rules", slug)


@act_of("clubs:change_rules")
def make_default(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """They are offered first."""
    found, _viewer = get_club(request, slug, ClubDeed.MANAGE)
    house.make_default(found, pk)
    return redirect("clubs:house_rules", slug)


def _context(found: Club, viewer: ClubViewer) -> dict[str, Any]:
    return club_context(found, viewer, "settings", part="house rules")
