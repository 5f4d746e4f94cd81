"""Where a new table belongs: to nobody's club, to one, or to a table of wood in one."""

from __future__ import annotations

from dataclasses import dataclass, field
from uuid import UUID

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from prefweb.clubs.access import ClubDeed, clubs_of, get_club
from prefweb.clubs.models import Club, HouseRules, Place
from prefweb.players.services import player_key, visible
from prefweb.tables.agreements import Agreement, house_agreement
from prefweb.tables.parsing import small_number
from prefweb.tables.services.seating import Home


@dataclass(frozen=True, slots=True)
class HomeChoice:
    """What the page of a new table knows of its club."""

    club: Club | None = None
    place: Place | None = None
    rules: HouseRules | None = None
    """The house rules the form is filled in from."""
    house: list[HouseRules] = field(default_factory=list)
    """All the club has."""
    clubs: list[Club] = field(default_factory=list)
    """Those it can belong to."""

    @property
    def home(self) -> Home | None:
        """Where the table is opened."""
        return Home(club=self.club, place=self.place) if self.club else None

    @property
    def agreed(self) -> tuple[Agreement, str] | None:
        """What the form is filled in with, and who posts for others then."""
        return house_agreement(self.rules) if self.rules else None


def home_choice(request: HttpRequest) -> HomeChoice:
    """What the address or the form says. Raises Http404, or PermissionDenied for a stranger."""
    asked = request.POST if request.method == "POST" else request.GET
    place = _place(visible(asked.get("place", "")))
    slug = place.club.slug if place else visible(asked.get("club", ""))
    if not slug:
        return HomeChoice(clubs=_clubs(player_key(request)))
    club, _viewer = get_club(request, slug, ClubDeed.PLAY)
    house = list(club.house_rules.order_by("-is_default", "name"))
    is_usual = bool(asked.get("convention")) and request.method != "POST"
    rules = None if is_usual else _chosen(house, asked.get("house"))
    clubs = [] if place else _clubs(player_key(request))
    return HomeChoice(club, place, rules, house, clubs)


def _place(key: str) -> Place | None:
    if not key:
        return None
    return get_object_or_404(Place.objects.select_related("club"), key=key, removed=None)


def _clubs(key: UUID | None) -> list[Club]:
    return list(clubs_of(key))


def _chosen(house: list[HouseRules], asked: str | None) -> HouseRules | None:
    """The house rules asked for; the default where nothing is said of them."""
    if asked is None:
        return next((rules for rules in house if rules.is_default), None)
    return next((rules for rules in house if rules.pk == small_number(asked)), None)
