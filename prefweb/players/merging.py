"""That two players are one person, and that they are not: nothing is moved, so all can be undone.

The merges that stand make a tree of each person. Its root is the person: `Player.main` of all.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from prefweb.clubs.models import Club, Member
from prefweb.players.models import Merge, Player
from prefweb.players.signals import somebody_else
from prefweb.tables.models import Pulka, PulkaStep, Seat

RUNNING = (PulkaStep.SEATING, PulkaStep.PLAYING, PulkaStep.ENDED)
SHOWN = 20
"""How many games a preview names."""


class CannotMerge(Exception):
    """Why two players cannot be one person."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Preview:
    """What a merge would do, before it is done."""

    player: Player
    into: Player
    games: list[Pulka]
    """Of those that would count for the other one, the latest."""
    count: int
    """How many there are."""
    others: int
    """How many the other one has himself."""
    clubs: list[Club]
    """Where the one who goes is a member."""
    refusal: str
    """Why it cannot be done; nothing where it can."""
    both: list[Pulka]
    """Where both sat at one table."""


def merge(player: Player, into: Player, by: Player | None) -> Merge:
    """From now on the games of `player` count for `into`. Raises CannotMerge."""
    with alone():
        player, into = _again(player), _again(into)
        sat_together = _both_at(*_both_people(player, into)).exists()
        if refusal := _refusal(player, into, sat_together=sat_together):
            raise CannotMerge(refusal)
        made = Merge.objects.create(player=player, into=into, by=by, by_name=by.name if by else "")
        people = _people(player)
        Player.objects.filter(main=player).update(main=into.main)
        somebody_else.send(Player, players=people)
        return made


def unmerge(found: Merge, by: Player | None) -> None:
    """They are two again; what was merged into the one who goes back goes with him."""
    with alone():
        found = Merge.objects.select_related("player").get(pk=found.pk)
        if found.undone is not None:
            return
        found.undone, found.undone_by = timezone.now(), by
        found.undone_by_name = by.name if by else ""
        found.save(update_fields=["undone", "undone_by", "undone_by_name"])
        back = _tree_under(found.player)
        Player.objects.filter(pk__in=back).update(main=found.player)
        somebody_else.send(Player, players=back)


def preview(player: Player, into: Player) -> Preview:
    """What merging the one into the other would change."""
    mine, theirs = _both_people(player, into)
    games = list(games_of(mine).prefetch_related("seats")[: SHOWN + 1])
    both = list(_both_at(mine, theirs).prefetch_related("seats")[:SHOWN])
    return Preview(
        player=player,
        into=into,
        games=games[:SHOWN],
        count=games_of(mine).count() if len(games) > SHOWN else len(games),
        others=games_of(theirs).count(),
        clubs=list(_clubs_of(mine)),
        refusal=_refusal(player, into, sat_together=bool(both)),
        both=both,
    )


def games_of(people: Iterable[UUID]) -> QuerySet[Pulka]:
    """The pulkas in which one of them sits or has played, the latest first."""
    theirs = Seat.objects.filter(_sits(list(people))).values("pulka")
    return Pulka.objects.filter(pk__in=theirs).select_related("table__host", "club").order_by("-id")


def people_of(player: Player) -> list[UUID]:
    """Everybody who is this person, himself among them."""
    return _people(player)


def merges_into(player: Player) -> QuerySet[Merge]:
    """The merges that make other players this person, as they stand."""
    return (
        Merge.objects.filter(undone=None, player__main=player.main_id)
        .select_related("player", "into", "by")
        .order_by("-id")
    )


def _refusal(player: Player, into: Player, *, sat_together: bool) -> str:
    """Why they cannot be merged, as a code; nothing where they can."""
    if player.main_id == into.main_id:
        return "same_person"
    if player.main_id != player.pk:
        return "merged_already"
    if player.account_id is not None:
        return "has_account"
    return "both_at_one_table" if sat_together else ""


@contextmanager
def alone() -> Iterator[None]:
    """One merge at a time: two at once could close a circle.

    So does whatever gives somebody an account, or takes it: who has one is merged into nobody.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtext('prefweb merges'))")
        yield


def _again(player: Player) -> Player:
    """As it is behind the lock."""
    return Player.objects.select_related("main").get(pk=player.pk)


def _people(player: Player) -> list[UUID]:
    return list(Player.objects.filter(main=player.main_id).values_list("pk", flat=True))


def _both_people(player: Player, into: Player) -> tuple[list[UUID], list[UUID]]:
    mains = (player.main_id, into.main_id)
    found = list(Player.objects.filter(main__in=mains).values_list("pk", "main_id"))
    mine, theirs = ([pk for pk, main in found if main == wanted] for wanted in mains)
    return mine, theirs


def _tree_under(player: Player) -> list[UUID]:
    """The player and all who stand merged into him, directly or not."""
    under: dict[UUID, list[UUID]] = defaultdict(list)
    stand = Merge.objects.filter(undone=None, player__main=player.main_id)
    for child, parent in stand.values_list("player_id", "into_id"):
        under[parent].append(child)
    found = [player.pk]
    for parent in found:
        found += under[parent]
    return found


def _sits(people: list[UUID]) -> Q:
    """Seats that are theirs: whose game it is, and while it runs whose phone plays there."""
    is_anonymous = Q(person=None) | Q(pulka__step__in=RUNNING)
    return Q(person__in=people) | (Q(player__in=people) & is_anonymous)


def _both_at(mine: list[UUID], theirs: list[UUID]) -> QuerySet[Pulka]:
    """The pulkas in which they sit on two seats, which nobody can."""
    another = Seat.objects.filter(_sits(theirs), pulka=OuterRef("pulka")).exclude(pk=OuterRef("pk"))
    both = Seat.objects.filter(_sits(mine), Exists(another)).values("pulka")
    return Pulka.objects.filter(pk__in=both).select_related("table__host").order_by("-id")


def _clubs_of(people: list[UUID]) -> QuerySet[Club]:
    belong = Member.objects.filter(player__in=people, left=None).values("club")
    return Club.objects.filter(pk__in=belong)
