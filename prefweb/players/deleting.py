"""An account goes, and the name with it; what others have played stays as it was.

A name stands beside a player as `<field>_name` in any model, in seats and sittings, and inside the
JSON of the pulkas he took part in.
"""

import json
import secrets
from collections import defaultdict
from collections.abc import Iterable
from itertools import chain
from typing import Any
from uuid import UUID

from django.apps import apps
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models, transaction
from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext, override

from prefweb.clubs.models import Club, ClubRole, Invitation, Member
from prefweb.importing.models import Upload
from prefweb.players.merging import RUNNING, alone, people_of
from prefweb.players.models import Account, Merge, Player
from prefweb.players.signing import end_sessions, player_with
from prefweb.tables.models import Consent, Line, Pulka, Seat, Sitting, Table
from prefweb.tables.services import seating
from prefweb.tables.services.writing import locked, log, publish

BATCH = 500
"""How many documents are written at once."""
Names = dict[int, set[str]]
"""What somebody was called, by pulka."""


class OwnsClubs(Exception):
    """A club has to have an owner: whoever owns one hands it over before going."""

    def __init__(self, clubs: list[Club]) -> None:
        super().__init__(clubs)
        self.clubs = clubs


def owned_clubs(player: Player) -> list[Club]:
    """The clubs that would be without an owner."""
    owns = Member.objects.filter(player__main=player.main_id, role=ClubRole.OWNER, left=None)
    return list(Club.objects.filter(pk__in=owns.values("club")))


@transaction.atomic
def delete_account(account: Account) -> Player:
    """Nobody signs in with it any more; its player goes on under a pseudonym. Raises OwnsClubs."""
    player = player_with(account)
    _hold_clubs(player)
    if clubs := owned_clubs(player):
        raise OwnsClubs(clubs)
    with alone():
        people = people_of(player)
    _stand_up(people)
    _hand_tables_over(people)
    _leave_clubs(people)
    Upload.objects.filter(by__in=people).delete()
    _be_called(people, account, _pseudonym())
    end_sessions(people, account)
    account.delete()
    player.refresh_from_db()
    return player


def _hold_clubs(player: Player) -> None:
    """Until he is gone nobody hands him a club."""
    his = Member.objects.filter(player__main=player.main_id, left=None).values("club")
    list(Club.objects.filter(pk__in=his).select_for_update(no_key=True).order_by("pk"))


def _stand_up(people: list[UUID]) -> None:
    """His seats in what is played are free; others post for them."""
    held = Seat.objects.filter(player__in=people, pulka__step__in=RUNNING)
    for seat in held.select_related("pulka").order_by("pulka"):
        if seat.player is not None:
            seating.leave_seat(seat.pulka.slug, seat.player)


def _hand_tables_over(people: list[UUID]) -> None:
    """Somebody with a phone at the table becomes its host; where there is nobody, it stays his."""
    for table in Table.objects.filter(host__in=people, closed=None).order_by("pk"):
        newest = table.pulkas.order_by("-id").first()
        if newest is not None:
            _hand_over(newest.slug)


def _hand_over(slug: str) -> None:
    with locked(slug) as pulka:
        heir = pulka.seats.exclude(player=None).first()
        if heir is None or heir.player is None:
            return
        log(pulka, "host", pulka.table.host, after=heir.index)
        pulka.table.host = heir.player
        pulka.table.save(update_fields=["host"])
        publish(pulka)


def _leave_clubs(people: list[UUID]) -> None:
    now = timezone.now()
    Member.objects.filter(player__in=people, left=None).update(left=now)
    Invitation.objects.filter(player__in=people, revoked=None).update(revoked=now)


def _pseudonym() -> str:
    """A name nobody else has, in the language of the site."""
    with override(settings.LANGUAGE_CODE):
        while True:
            name = gettext("Player %(mark)s") % {"mark": secrets.token_hex(2).upper()}
            if not Player.objects.filter(name=name).exists():
                return name


# -- every place a name stands in


def _be_called(people: list[UUID], account: Account, name: str) -> None:
    names = _names_of(people)
    for known in names.values():
        known.add(account.username)
    _in_documents(names, name)
    _in_admin_log(people, account, name)
    _beside_players(people, name)
    _his_seats(people).update(name=name)
    Sitting.objects.filter(player__in=people).update(name=name)
    Player.objects.filter(pk__in=people).update(name=name)
    for slug in Pulka.objects.filter(pk__in=names, step__in=RUNNING).values_list("slug", flat=True):
        with locked(slug) as pulka:
            publish(pulka)


def _his_seats(people: list[UUID]) -> QuerySet[Seat]:
    is_his = Q(person__in=people) | Q(person=None, player__in=people)
    return Seat.objects.filter(is_his).exclude(name="")


def _names_of(people: list[UUID]) -> Names:
    """His names where he took part, as seats, sittings and the log have them."""
    lines = Line.objects.filter(by__in=people)
    moves = lines.filter(action__in=("sits", "carries", "leaves"))
    found = chain(
        _his_seats(people).values_list("pulka", "name"),
        Sitting.objects.filter(player__in=people).values_list("seat__pulka", "name"),
        lines.order_by().values_list("pulka", "by_name").distinct(),
        moves.values_list("pulka", "after"),
        moves.values_list("pulka", "before"),
    )
    names: Names = defaultdict(set)
    for pulka, name in found:
        if isinstance(name, str) and name:
            names[pulka].add(name)
    _before_he_came(names)
    return names


def _before_he_came(names: Names) -> None:
    """The pulka that agreed to let him in named him too, without a seat of his."""
    followed = Pulka.objects.filter(pk__in=list(names)).exclude(follows=None)
    for pulka, before in followed.values_list("pk", "follows"):
        if before is not None:
            names[before] |= names[pulka]


def _beside_players(people: list[UUID], name: str) -> None:
    """Wherever a model keeps somebody's name beside him."""
    for model in apps.get_models():
        fields = {field.name for field in model._meta.fields}
        for field in model._meta.fields:
            is_player = isinstance(field, models.ForeignKey) and field.related_model is Player
            if is_player and f"{field.name}_name" in fields:
                rows = model._default_manager.filter(**{f"{field.name}__in": people})
                rows.update(**{f"{field.name}_name": name})


def _in_documents(names: Names, name: str) -> None:
    """In the log, in questions and in what files told of his pulkas."""
    places: list[tuple[QuerySet[Any], str, tuple[str, ...]]] = [
        (Line.objects.filter(pulka__in=names), "pulka_id", ("before", "after")),
        (Consent.objects.filter(pulka__in=names), "pulka_id", ("value",)),
        (Pulka.objects.filter(pk__in=names), "pk", ("about",)),
    ]
    every = set().union(*names.values())
    for rows, pulka, fields in places:
        found = list(_with(every, rows, fields))
        for row in found:
            for field in fields:
                written = _renamed(getattr(row, field), names[getattr(row, pulka)], name)
                setattr(row, field, written)
        rows.model._default_manager.bulk_update(found, fields, batch_size=BATCH)


def _with(names: Iterable[str], rows: QuerySet[Any], fields: tuple[str, ...]) -> QuerySet[Any]:
    """The rows in whose documents one of the names stands as a text of its own."""
    stands = Q(pk__in=[])
    for field in fields:
        rows = rows.annotate(**{f"{field}_text": Cast(field, TextField())})
        for name in names:
            stands |= Q(**{f"{field}_text__contains": json.dumps(name, ensure_ascii=False)})
    return rows.filter(stands)


def _renamed(value: Any, names: set[str], name: str) -> Any:
    """The document with every text that is one of the names written anew."""
    if isinstance(value, dict):
        return {
            _renamed(key, names, name): _renamed(held, names, name) for key, held in value.items()
        }
    if isinstance(value, list):
        return [_renamed(held, names, name) for held in value]
    return name if isinstance(value, str) and value in names else value


def _in_admin_log(people: list[UUID], account: Account, name: str) -> None:
    """What the site's admins did to him is told under the new name."""
    told: dict[type[models.Model], Iterable[Any]] = {
        Player: people,
        Account: [account.pk],
        Seat: _his_seats(people).values_list("pk", flat=True),
        Member: Member.objects.filter(player__in=people).values_list("pk", flat=True),
        Merge: Merge.objects.filter(Q(player__in=people) | Q(into__in=people)).values_list(
            "pk", flat=True
        ),
    }
    for model, keys in told.items():
        kind = ContentType.objects.get_for_model(model)
        entries = LogEntry.objects.filter(
            content_type=kind, object_id__in=[str(key) for key in keys]
        )
        entries.update(object_repr=name, change_message="")
