"""A person's figures in a club, one's own over all of them, and the games behind each."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from prefweb.clubs.access import ClubViewer, get_club
from prefweb.clubs.evenings import evening_at
from prefweb.clubs.models import Club
from prefweb.clubs.views.clubs import club_context
from prefweb.history.search import one_person
from prefweb.players.models import Player
from prefweb.players.services import player_key, player_of
from prefweb.statistics.asked import Asked, AskedForm
from prefweb.statistics.behind import Behind, way
from prefweb.statistics.figures import Figure, NoSuchFigure, parse
from prefweb.statistics.links import NOBODY, Links
from prefweb.statistics.people import Person, person_in
from prefweb.statistics.player_page import PlayerPage
from prefweb.statistics.spans import Spans
from prefweb.tables.access import Deed, viewer_with
from prefweb.tables.models import Pulka
from prefweb.tables.views.answers import is_htmx


@require_safe
def player(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Everything a club knows of somebody, by the key of any of his players."""
    club, viewer = get_club(request, slug)
    person = _person(club, key)
    if person.main != key:
        return _moved(request, "statistics:player", club, person)
    form = AskedForm(request.GET.dict(), club=club)
    context = {
        **_of_club(club, viewer, person),
        "shown": _page(form, person.players, Links(club, person.main, form), _today(club)),
    }
    return _figures(request, "statistics/player.html", context)


@require_safe
def me(request: HttpRequest) -> HttpResponse:
    """The same of oneself, over all tables and clubs."""
    people = _myself(request)
    form = AskedForm(request.GET.dict(), club=None, people=people)
    shown = _page(form, people, Links(None, None, form), _today(None))
    context = {
        "shown": shown,
        "person": player_of(request),
        "here": "me",
        "is_mine": True,
        "level": 2,
    }
    return _figures(request, "statistics/me.html", context)


@require_safe
def games(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """The pulkas behind a figure of somebody in a club."""
    club, viewer = get_club(request, slug)
    person = _person(club, key)
    if person.main != key:
        return _moved(request, "statistics:games", club, person)
    form = AskedForm(request.GET.dict(), club=club)
    context = {
        **_of_club(club, viewer, person),
        **_behind(request, form, form.asked(person.players), viewer.key),
        "links": Links(club, person.main, form),
        "spans": Spans(form, _today(club)),
    }
    return render(request, "statistics/games.html", context)


@require_safe
def my_games(request: HttpRequest) -> HttpResponse:
    """The pulkas behind a figure of oneself. What one may not see any more is named alone."""
    people, key = _myself(request), player_key(request)
    form = AskedForm(request.GET.dict(), club=None, people=people)
    context = {
        **_behind(request, form, form.asked(people), key),
        "links": Links(None, None, form),
        "spans": Spans(form, _today(None)),
        "here": "me",
        "is_mine": True,
    }
    return render(request, "statistics/my_games.html", context)


def _myself(request: HttpRequest) -> list[UUID]:
    """All players who are this browser's; of one without a name nobody, and not everybody."""
    key = player_key(request)
    return (one_person(key) if key else []) or [NOBODY]


def _person(club: Club, key: UUID) -> Person:
    """Somebody of the club. Raises Http404."""
    person = person_in(club, key)
    if person is None:
        raise Http404
    return person


def _moved(request: HttpRequest, name: str, club: Club, person: Person) -> HttpResponse:
    """To the same page of the person himself."""
    answer = redirect(name, club.slug, person.main)
    if query := request.META.get("QUERY_STRING"):
        answer["Location"] += f"?{query}"
    return answer


def _of_club(club: Club, viewer: ClubViewer, person: Person) -> dict[str, Any]:
    context = club_context(club, viewer, "numbers", "player")
    return {**context, "person": person, "is_mine": viewer.key in person.players, "level": 3}


def _page(form: AskedForm, people: list[UUID], links: Links, today: date) -> PlayerPage:
    return PlayerPage(form, form.asked(people), links, today)


def _figures(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """The whole page, or the figures alone where a page asks for other ones."""
    fragment = is_htmx(request)
    return render(request, "statistics/_figures.html" if fragment else template, context)


def _today(club: Club | None) -> date:
    return evening_at(club, timezone.now())


def _behind(
    request: HttpRequest, form: AskedForm, asked: Asked, key: UUID | None
) -> dict[str, Any]:
    """The list of a figure; a figure that is none has no list."""
    try:
        figure = parse(request.GET.dict())
    except NoSuchFigure:
        return {"form": form, "figure": None}
    behind = Behind(figure, asked, key, lambda pulka: _may_see(pulka, key))
    page = behind.page(request.GET.get("after", ""), request.GET.get("before", ""))
    query = "&".join(filter(None, (figure.query, form.query)))
    return {
        "form": form,
        "figure": figure,
        "opponent": _opponent(figure) if behind.total.pulkas else "",
        "behind": behind,
        "evenings": behind.evenings(page),
        "older": way("after", page.older, query),
        "newer": way("before", page.newer, query),
        "newest": f"?{query}" if page.newer else "",
    }


def _opponent(figure: Figure) -> str:
    """The name of whom it is against."""
    if figure.opponent is None:
        return ""
    names = Player.objects.filter(pk=figure.opponent).values_list("main__name", flat=True)
    return names.first() or ""


def _may_see(pulka: Pulka, key: UUID | None) -> bool:
    return viewer_with(pulka, key).may(Deed.SEE)
