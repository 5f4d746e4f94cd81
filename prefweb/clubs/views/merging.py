"""Somebody who is in a club's books twice: made one, with a look at what changes, and two again."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from prefweb.clubs.access import ClubDeed, get_club
from prefweb.clubs.doubles import doubles_of, merges_to_undo
from prefweb.clubs.models import Club, Member
from prefweb.clubs.views.clubs import club_context
from prefweb.players.merging import CannotMerge, preview, unmerge
from prefweb.players.merging import merge as merge_players
from prefweb.players.models import Player
from prefweb.players.services import visible
from prefweb.tables.views.answers import act_of, known_player, page_and_form
from prefweb.ui.merging import refusal

SHOWN = 50
"""How many names are offered at once; the others are found by typing."""


@page_and_form
def merge(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Who else this person is: the names to choose from, then what changes, then it is done."""
    found, viewer = get_club(request, slug, ClubDeed.MANAGE)
    place, person = _at(found, pk)
    doubles = doubles_of(found, person, known_player(request))
    key = request.POST.get("player") or request.GET.get("player")
    if key and request.method == "POST" and _is_one(key, person):
        return redirect("clubs:merge", slug, pk)
    other = _one_of(doubles, key) if key else None
    if other is not None and request.method == "POST":
        return _merge(request, other, person, slug, pk)
    context = {**club_context(found, viewer, "members", part="member")}
    context |= {"person": person, "place": place}
    if other is not None:
        context["preview"] = preview(other, person)
        return render(request, "clubs/merge_preview.html", context)
    typed = visible(request.GET.get("q", ""))
    context |= {"typed": typed, "merges": merges_to_undo(found, person)}
    context |= _offered(list(doubles), typed)
    return render(request, "clubs/merge.html", context)


def _merge(request: HttpRequest, other: Player, person: Player, slug: str, pk: int) -> HttpResponse:
    try:
        merge_players(other, person, known_player(request))
    except CannotMerge as told:
        messages.error(request, refusal(told.code))
    else:
        messages.success(request, _("These two are one person now."))
    return redirect("clubs:merge", slug, pk)


@act_of("clubs:merge")
def unmerge_again(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What was merged is two again."""
    found, _viewer = get_club(request, slug, ClubDeed.MANAGE)
    _place, person = _at(found, pk)
    number = request.POST.get("merge", "")
    key = int(number) if number.isascii() and number.isdecimal() and len(number) < 18 else 0
    unmerge(get_object_or_404(merges_to_undo(found, person), pk=key), known_player(request))
    messages.success(request, _("They are two again."))
    return redirect("clubs:merge", slug, pk)


def _at(found: Club, pk: int) -> tuple[Member, Player]:
    """A place in the club, and the person whose it is."""
    place = get_object_or_404(found.members.select_related("player__main"), pk=pk)
    return place, place.player.main


def _one_of(players: QuerySet[Player], key: str) -> Player:
    return get_object_or_404(players, pk=_uuid(key))


def _is_one(key: str, person: Player) -> bool:
    """Whether they are one person already: a form that was sent twice."""
    return Player.objects.filter(pk=_uuid(key), main=person).exclude(pk=person.pk).exists()


def _uuid(key: str) -> UUID:
    try:
        return UUID(key)
    except ValueError:
        raise Http404 from None


def _offered(players: list[Player], typed: str) -> dict[str, Any]:
    fitting = [one for one in players if typed.casefold() in one.name.casefold()]
    return {"players": fitting[:SHOWN], "more": len(fitting) - SHOWN}
