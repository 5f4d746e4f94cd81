"""The tables of wood of a club, each with a QR that stays on it."""

from django.utils import timezone

from prefweb.clubs.models import Club, Place, new_key
from prefweb.clubs.refusals import Refused
from prefweb.clubs.services.locking import locked
from prefweb.live.notify import announce, club_key
from prefweb.players.services import clean_name

MOST = 200
"""How many tables a club can have: more is somebody's mistake."""


def add(club: Club, title: str) -> Place:
    """One more table. Raises Refused."""
    with locked(club) as held:
        title = _new_title(held, title)
        if held.places.filter(removed=None).count() >= MOST:
            raise Refused("places_many", count=MOST)
        return held.places.create(title=title)


def rename(club: Club, place: Place, title: str) -> None:
    """Another name; the QR stays. Raises Refused."""
    with locked(club) as held:
        title = _new_title(held, title, besides=place)
        held.places.filter(pk=place.pk).update(title=title)
        _tell(held)


def remove(club: Club, place: Place) -> None:
    """The table is gone, its QR leads nowhere. What is played there goes on."""
    with locked(club) as held:
        held.places.filter(pk=place.pk, removed=None).update(removed=timezone.now())
        _tell(held)


def bring_back(club: Club, place: Place) -> None:
    """The table is there again, with the QR it had. Raises Refused where its name is taken."""
    with locked(club) as held:
        _new_title(held, place.title, besides=place)
        held.places.filter(pk=place.pk).update(removed=None)
        _tell(held)


def renew(club: Club, place: Place, key: str) -> None:
    """Another QR in place of the one with this key, which ends. Sent twice, it is done once."""
    with locked(club) as held:
        if held.places.get(pk=place.pk).key == key:
            held.places.filter(pk=place.pk).update(key=new_key())


def _new_title(club: Club, title: str, besides: Place | None = None) -> str:
    """The name as it is kept; no other table of the club has it. Raises Refused."""
    title = clean_name(title)
    if not title:
        raise Refused("place_unnamed")
    others = [place for place in club.places.filter(removed=None) if place != besides]
    if title.casefold() in {other.title.casefold() for other in others}:
        raise Refused("place_known", title=title)
    return title


def _tell(club: Club) -> None:
    """Open pages that name the club's tables ask anew."""
    announce(club_key(club.pk), 0)
