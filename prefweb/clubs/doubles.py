"""Who may be somebody of the club under another name."""

from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from prefweb.clubs.access import ADMINS
from prefweb.clubs.models import Club, Member
from prefweb.players.merging import merges_into
from prefweb.players.models import Merge, Player
from prefweb.tables.models import Seat, Table


def doubles_of(club: Club, person: Player, by: Player) -> QuerySet[Player]:
    """People of the club or of its games whom an admin may take for this one.

    They sign in nowhere, and what they have to do with elsewhere he sees himself: with somebody's
    games go his seats and his rights; nor does who has left come back by the place of another one.
    Each with the number of his `games` in the club.
    """
    alone = Player.objects.filter(account=None, main=F("pk")).exclude(pk=person.main_id)
    known = alone.filter(_is_known("pk", club))
    known = known.exclude(~_belongs(club, person.main_id) & _belongs(club, OuterRef("pk")))
    keys = known.values("pk")
    free = Player.objects.filter(pk__in=keys).exclude(_is_known_elsewhere(keys, club, by))
    here = Seat.objects.filter(pulka__club=club, person__main=OuterRef("pk")).order_by()
    games = here.values("person__main").annotate(count=Count("pulka", distinct=True))
    counted = free.annotate(games=Coalesce(Subquery(games.values("count")), 0))
    return counted.order_by("name", "created")


def merges_to_undo(club: Club, person: Player) -> QuerySet[Merge]:
    """What made others of the club this person, and was not said by himself."""
    by_others = merges_into(person).exclude(by__main=person.main_id)
    return by_others.filter(_is_known("player", club))


def _is_known(column: str, club: Club) -> Q:
    member = Member.objects.filter(club=club, player__main=OuterRef(column))
    himself = Member.objects.filter(club=club, player=OuterRef(column))
    game = Seat.objects.filter(pulka__club=club, person=OuterRef(column))
    return Q(Exists(member)) | Q(Exists(himself)) | Q(Exists(game))


def _is_known_elsewhere(keys: QuerySet[Player, Any], club: Club, by: Player) -> Q:
    """Of who belongs to another club, or to tables of which an admin of this one sees nothing.

    Asked from these persons on: they are few beside the seats and tables of a site.
    """
    clubs = Member.objects.filter(left=None, player__main__in=keys).exclude(club=club)
    tables = Table.objects.exclude(club=club).exclude(_is_seen("pk", by, club))
    hosted = tables.filter(host__main__in=keys)
    seats = Seat.objects.exclude(pulka__club=club).exclude(_is_seen("pulka__table", by, club))
    played = seats.filter(person__main__in=keys)
    held = seats.filter(player__main__in=keys).exclude(person=F("player"))
    return (
        Q(pk__in=clubs.values("player__main"))
        | Q(pk__in=hosted.values("host__main"))
        | Q(pk__in=played.order_by().values("person__main"))
        | Q(pk__in=held.order_by().values("player__main"))
    )


def _is_seen(table: str, player: Player, but: Club) -> Q:
    """Of tables he sits at or hosts, or that are of another club he manages.

    Asked table by table: few are asked about, and a site has many.
    """
    sat = Seat.objects.filter(pulka__table=OuterRef(table), player__main=player.main_id)
    hosted = Table.objects.filter(pk=OuterRef(table), host__main=player.main_id)
    managed = Member.objects.exclude(club=but).filter(
        left=None, role__in=ADMINS, player__main=player.main_id, club__tables=OuterRef(table)
    )
    return Q(Exists(sat)) | Q(Exists(hosted)) | Q(Exists(managed))


def _belongs(club: Club, person: UUID | OuterRef) -> Exists:
    """Whether this person is in the club today."""
    return Exists(Member.objects.filter(club=club, left=None, player__main=person))
