"""The tables of wood of a club: what is played at each now, and what its QR leads to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from prefweb.clubs.models import Club, Place
from prefweb.tables.models import Pulka, PulkaStep
from prefweb.tables.pulkas.going import pulkas_at, takes_place


@dataclass(frozen=True, slots=True)
class PlaceNow:
    """A table of wood, and what is played at it now or was last."""

    place: Place
    pulka: Pulka | None
    is_taken: bool
    """Whether that gathers or is played now, so that nothing else can."""

    @property
    def is_gathering(self) -> bool:
        return self.is_taken and self.pulka is not None and self.pulka.step == PulkaStep.SEATING

    @property
    def names(self) -> list[str]:
        """Who sits there."""
        seats = self.pulka.seats.all() if self.pulka else []
        return [seat.name for seat in seats if seat.name]

    @property
    def has_free_seat(self) -> bool:
        """Whether somebody can sit down with a phone of his own."""
        seats = self.pulka.seats.all() if self.pulka and self.is_taken else []
        return any(seat.player_id is None for seat in seats)


def places_of(club: Club, now: datetime) -> list[PlaceNow]:
    """Every table of the club that is there, and what is played at it."""
    places = list(club.places.filter(removed=None))
    at = pulkas_at(places)
    return [_place_now(place, at.get(place.pk), now) for place in places]


def removed_from(club: Club) -> list[Place]:
    """Tables that were there once, the last first."""
    return list(club.places.filter(removed__isnull=False).order_by("-removed"))


def place_by_key(key: str) -> Place | None:
    """The table whose QR this is; None where it was removed or has another QR."""
    return Place.objects.select_related("club").filter(key=key, removed=None).first()


def place_now(place: Place, now: datetime) -> PlaceNow:
    """What is played at this table."""
    return _place_now(place, pulkas_at([place]).get(place.pk), now)


def _place_now(place: Place, pulka: Pulka | None, now: datetime) -> PlaceNow:
    return PlaceNow(place, pulka, pulka is not None and takes_place(pulka, now))
