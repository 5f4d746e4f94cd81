"""The rating of a club is kept up to date: rated anew from the first pulka that has changed.

Whatever changes a result or a person leaves a mark within its transaction, and whoever asks for
the rating has what is marked rated first. So it is the same as if all had been rated at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.signals import post_delete

from prefweb.clubs.models import Club
from prefweb.players.models import Player
from prefweb.players.signals import somebody_else
from prefweb.statistics.models import Rated, RatedClub, Rating, Unrated
from prefweb.statistics.rating import SIZES, Change, Game, Rank, Ratings, Strength
from prefweb.tables.models import Pulka, PulkaStep, Seat
from prefweb.tables.pulkas.openings import exact
from prefweb.tables.signals import changed_after_end, dated_anew

WAY = 1
"""The way of rating. One more has every club rated anew when its rating is asked for."""


class At(NamedTuple):
    """Where a pulka stands in the order in which they are rated."""

    evening: date
    key: int

    @property
    def on(self) -> Q:
        """Rated ones from here on. The evening by itself is what the index is entered with."""
        later = Q(evening__gt=self.evening) | Q(evening=self.evening, pulka__gte=self.key)
        return Q(evening__gte=self.evening) & later

    @property
    def before(self) -> Q:
        """Rated ones before."""
        earlier = Q(evening__lt=self.evening) | Q(evening=self.evening, pulka__lt=self.key)
        return Q(evening__lte=self.evening) & earlier

    @property
    def seats(self) -> Q:
        """Seats from here on."""
        later = Q(pulka__evening__gt=self.evening) | Q(
            pulka__evening=self.evening, pulka__gte=self.key
        )
        return Q(pulka__evening__gte=self.evening) & later


BEGINNING = At(date.min, 0)

# -- marks


def listen() -> None:
    """From now on every change leaves its mark."""
    changed_after_end.connect(_changed, dispatch_uid="rating")
    dated_anew.connect(_dated_anew, dispatch_uid="rating")
    somebody_else.connect(_somebody_else, dispatch_uid="rating")
    post_delete.connect(_deleted, sender=Pulka, dispatch_uid="rating")


def mark(club: int, at: At = BEGINNING) -> None:
    """The club is to be rated anew from here on; at best at once, when all this is committed."""
    Unrated.objects.create(club_id=club, evening=at.evening, key=at.key)
    later = _Later(club)
    if not any(known[1] == later for known in connection.run_on_commit):
        transaction.on_commit(later, robust=True)


@dataclass(frozen=True, slots=True)
class _Later:
    """What is done once for a club when a transaction is committed."""

    club: int

    def __call__(self) -> None:
        bring_up_to_date(self.club, wait=False)


def _changed(pulka: Pulka, **_: Any) -> None:
    if pulka.club_id is not None and pulka.evening is not None:
        mark(pulka.club_id, At(pulka.evening, pulka.pk))


def _dated_anew(club: Club, **_: Any) -> None:
    mark(club.pk)


def _somebody_else(players: Iterable[UUID], **_: Any) -> None:
    """Each club where they have played, from the first of these pulkas on.

    One that is not over counts, too: its settlement may be on its way, and who settles it has not
    seen yet who they are now.
    """
    theirs = _rateable().filter(person__in=list(players), pulka__club__isnull=False)
    first = theirs.order_by("pulka__club", "pulka__evening", "pulka").distinct("pulka__club")
    rows: Iterable[Any] = first.values_list("pulka__club", "pulka__evening", "pulka")
    for club, *at in rows:
        mark(club, At(*at))


def _deleted(instance: Pulka, **_: Any) -> None:
    """Who was in this one alone has no rating any more, and may be forgotten at once."""
    if instance.club_id is None or instance.evening is None:
        return
    mark(instance.club_id, At(instance.evening, instance.pk))
    ratings = Rating.objects.filter(club=instance.club_id, last=instance.evening)
    others = Rated.objects.filter(club=instance.club_id, person=OuterRef("person"))
    ratings.exclude(Exists(others)).delete()


# -- rating anew


def bring_up_to_date(club: int, *, wait: bool = True) -> None:
    """From now on the rating is that of all pulkas as they are.

    One at a time for each club: who does not wait leaves it to whoever is at it.
    """
    if _is_up_to_date(club):
        return
    with transaction.atomic():
        if _alone(club, wait=wait) and (since := _since(club)):
            _rate_anew(club, since)
            RatedClub.objects.update_or_create(club_id=club, defaults={"by": WAY})


def catch_up(*, anew: bool = False) -> None:
    """Rate whatever is not rated yet in all clubs, or everything."""
    if anew:
        RatedClub.objects.all().delete()
    for club in Club.objects.order_by("pk").values_list("pk", flat=True):
        bring_up_to_date(club)


def _is_up_to_date(club: int) -> bool:
    rated = RatedClub.objects.filter(club=club, by=WAY)
    return rated.exclude(Exists(Unrated.objects.filter(club=club))).exists()


def _alone(club: int, *, wait: bool) -> bool:
    lock = "pg_advisory_xact_lock" if wait else "pg_try_advisory_xact_lock"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {lock}(hashtext('prefweb rating'), %s)", [club])
        (is_mine,) = cursor.fetchone()
    return wait or bool(is_mine)


def _since(club: int) -> At | None:
    """The first mark, and no mark is left; None where there was none.

    It is taken before anything is read: what is marked after that is rated next time.
    """
    with connection.cursor() as cursor:
        cursor.execute(TAKE, [club])
        first = cursor.fetchone()
    if not RatedClub.objects.filter(club=club, by=WAY).exists():
        return BEGINNING
    return At(*first) if first else None


TAKE = (
    f'WITH taken AS (DELETE FROM "{Unrated._meta.db_table}" WHERE club_id = %s'  # noqa: S608
    " RETURNING evening, key) SELECT evening, key FROM taken ORDER BY evening, key LIMIT 1"
)
"""Our own table's name is all that is put into it."""


def _rate_anew(club: int, since: At) -> None:
    stale = Rating.objects.filter(club=club, last__gte=since.evening)
    touched = set(stale.values_list("person", flat=True))
    Rated.objects.filter(since.on, club=club).delete()
    games = list(_games(club, since))
    touched |= {person for game in games for person in game.people if person is not None}
    ratings = Ratings.known(_ranks(club, since, touched))
    _write(club, ratings.play(games))
    _keep(club, touched, ratings.ranks)


def _rateable() -> QuerySet[Seat]:
    """Seats of pulkas that are rated once they are settled."""
    return Seat.objects.filter(pulka__size__in=SIZES, pulka__evening__isnull=False)


def _settled() -> QuerySet[Seat]:
    return _rateable().filter(pulka__step=PulkaStep.SETTLED)


def _games(club: int, since: At) -> Iterator[Game]:
    """The settled pulkas of the club from here on, in their order."""
    seats = _settled().filter(since.seats, pulka__club=club).exclude(whists="")
    rows = seats.order_by("pulka__evening", "pulka", "index")
    told = rows.values_list("pulka__evening", "pulka", "pulka__size", "person__main", "whists")
    for (evening, key, size), found in groupby(told, lambda row: row[:3]):
        sat = list(found)
        if len(sat) == size:
            people, whists = tuple(row[3] for row in sat), tuple(exact(row[4]) for row in sat)
            yield Game(evening, key, people, whists)


def _ranks(club: int, since: At, people: Iterable[UUID]) -> dict[UUID, Rank]:
    """Where these people stood before."""
    earlier = Rated.objects.filter(since.before, club=club, person=OuterRef("pk"))
    latest = Subquery(earlier.order_by("-evening", "-pulka").values("pk")[:1])
    keys = Player.objects.filter(pk__in=people).annotate(rated=latest).values("rated")
    return {
        row.person_id: Rank(Strength(row.mu, row.sigma), row.number, row.evening)
        for row in Rated.objects.filter(pk__in=keys)
    }


COLUMNS = (
    *("club_id", "evening", "pulka_id", "person_id", "number", "place", "players"),
    *("mu_before", "sigma_before", "mu", "sigma"),
)
"""In the order in which they are written."""


def _write(club: int, changes: Iterable[Change]) -> None:
    """Thousands of rows, as fast as the database takes them."""
    copied = f'COPY "{Rated._meta.db_table}" ({", ".join(COLUMNS)}) FROM STDIN'
    with connection.cursor() as cursor, cursor.copy(copied) as copy:
        for game, person, place, before, after in changes:
            of_game = (club, game.evening, game.key, person, after.games, place, len(game.people))
            copy.write_row((*of_game, *before, *after.strength))


def _keep(club: int, touched: set[UUID], ranks: dict[UUID, Rank]) -> None:
    """Where they stand now; who has no rated pulka any more has no rating."""
    Rating.objects.filter(club=club, person__in=touched - ranks.keys()).delete()
    rows = [
        Rating(
            club_id=club,
            person_id=person,
            mu=rank.strength.mu,
            sigma=rank.strength.sigma,
            games=rank.games,
            last=rank.last,
        )
        for person, rank in ranks.items()
    ]
    Rating.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["club", "person"],
        update_fields=["mu", "sigma", "games", "last"],
    )
