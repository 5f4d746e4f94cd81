"""A club begins, says what it is, and where it has never played, ends."""

from dataclasses import dataclass
from datetime import timedelta

from django.db import connection, transaction
from django.utils import timezone

from prefweb.clubs.evenings import evening_at
from prefweb.clubs.models import Club, ClubRole, Member
from prefweb.clubs.refusals import Refused
from prefweb.clubs.services.locking import locked
from prefweb.players.models import Player
from prefweb.tables.models import BEGUN, Pulka, Source
from prefweb.tables.signals import dated_anew

TWICE = timedelta(minutes=2)
"""Within which the same club founded by the same person is one form sent twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What a club says of itself, and by which clock it lives."""

    name: str
    about: str
    time_zone: str
    is_public: bool
    day_begins: int | None = None
    """None leaves the hour as it is. Likewise below."""
    season_begins: int | None = None
    """Its month."""
    has_ledger: bool | None = None


@transaction.atomic
def found(owner: Player, about: About) -> Club:
    """A new club of this player, who has an account; sent twice, it is one."""
    owner = Player.objects.select_for_update().get(pk=owner.pk)
    if sent_before := _just_founded(owner, about.name):
        return sent_before
    club = Club()
    _say(club, about)
    club.save()
    Member.objects.create(club=club, player=owner, role=ClubRole.OWNER)
    return club


def _just_founded(owner: Player, name: str) -> Club | None:
    since = timezone.now() - TWICE
    his = Club.objects.filter(members__player=owner, members__role=ClubRole.OWNER)
    return his.filter(name=name, founded__gte=since).first()


def change(club: Club, about: About) -> None:
    """The club says something else of itself; by another clock its games are dated anew."""
    with locked(club) as held:
        clock = (held.time_zone, held.day_begins)
        _say(held, about)
        held.save()
        if (held.time_zone, held.day_begins) != clock:
            date_anew(held)


def date_anew(club: Club) -> None:
    """Every pulka played in the club gets the evening its start belongs to by the club's clock.

    Old games of paper and of files keep the date that somebody gave them.
    """
    played = club.pulkas.filter(source=Source.PLAYED, started__isnull=False)
    evenings = {
        pk: evening_at(club, started)
        for pk, started in played.values_list("pk", "started")
        if started
    }
    table = connection.ops.quote_name(Pulka._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {table} SET evening = dated.evening"  # noqa: S608  our own table's name
            " FROM unnest(%s::bigint[], %s::date[]) AS dated (id, evening)"
            f" WHERE {table}.id = dated.id AND {table}.evening IS DISTINCT FROM dated.evening",
            [list(evenings), list(evenings.values())],
        )
    dated_anew.send(Club, club=club)


@transaction.atomic
def delete(club: Club) -> None:
    """A club that never played goes, with all it knows. Raises Refused.

    Until it is gone no table is opened in it.
    """
    held = Club.objects.select_for_update().get(pk=club.pk)
    if held.pulkas.filter(BEGUN).exists():
        raise Refused("club_has_played")
    if held.tables.filter(closed__isnull=True).exists():
        raise Refused("club_has_tables")
    held.tables.all().delete()
    held.delete()


def _say(club: Club, about: About) -> None:
    club.name, club.about = about.name, about.about
    club.time_zone, club.is_public = about.time_zone, about.is_public
    if about.day_begins is not None:
        club.day_begins = about.day_begins
    if about.season_begins is not None:
        club.season_begins = about.season_begins
    if about.has_ledger is not None:
        club.has_ledger = about.has_ledger
