"""Who may be somebody of the club under another name."""

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from prefweb.clubs.models import Club, Member
from prefweb.players.merging import merges_into
from prefweb.players.models import Merge, Player
from prefweb.tables.models import Seat


def doubles_of(club: Club, person: Player) -> QuerySet[Player]:
    """People of the club or of its games who sign in nowhere, without this one.

    Each with the number of his `games` in the club.
    """
    alone = Player.objects.filter(account=None, main=F("pk")).exclude(pk=person.main_id)
    known = alone.filter(_is_known("pk", club))
    here = Seat.objects.filter(pulka__club=club, person__main=OuterRef("pk")).order_by()
    games = here.values("person__main").annotate(count=Count("pulka", distinct=True))
    counted = known.annotate(games=Coalesce(Subquery(games.values("count")), 0))
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
