"""A club, as the API tells it."""

from __future__ import annotations

from django.db.models import Count, Max, Min
from django.utils import timezone

from prefweb.api import schemas
from prefweb.api.pulkas import over_in
from prefweb.clubs.directory import members_of, people_of
from prefweb.clubs.models import Club
from prefweb.statistics.asked import Asked
from prefweb.statistics.standings import lines_of
from scoring.exact import text


def told(club: Club) -> schemas.Club:
    """What it says of itself, and what was played by."""
    over = over_in(club).order_by()
    span = over.aggregate(first=Min("evening"), last=Max("evening"), count=Count("pk"))
    return schemas.Club(
        slug=club.slug,
        name=club.name,
        about=club.about,
        time_zone=club.time_zone,
        day_begins=club.day_begins,
        season_begins=club.season_begins,
        founded=timezone.localdate(club.founded, club.zone),
        members=members_of(club).values("player__main").distinct().count(),
        pulkas=span["count"],
        first_evening=span["first"],
        last_evening=span["last"],
        conventions=_conventions(club),
    )


def _conventions(club: Club) -> list[schemas.Convention]:
    played = over_in(club).order_by().values_list("preset", "house_rules")
    counted = played.annotate(count=Count("pk")).order_by("-count", "preset", "house_rules")
    return [
        schemas.Convention(preset=preset, house_rules=house_rules or None, pulkas=count)
        for preset, house_rules, count in counted
    ]


def people(club: Club) -> list[schemas.Person]:
    """Who has played there, and whoever belongs to it, by name."""
    lines = {line.person: line for line in lines_of(Asked(club=club))}
    members = {person.player.pk: person.name for person in people_of(club)}
    names = {**{key: line.name for key, line in lines.items()}, **members}
    found = []
    for key, name in sorted(names.items(), key=lambda row: (row[1].casefold(), row[0])):
        line = lines.get(key)
        person = schemas.Person(
            id=key,
            name=name,
            member=key in members,
            pulkas=line.games if line else 0,
            deals=line.deals if line else 0,
            whists=text(line.whists) if line else "0",
        )
        found.append(person)
    return found
