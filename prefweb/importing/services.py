"""The only writers: what was uploaded, what is brought in, what is taken back."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Any

from django.apps import apps
from django.db import transaction
from django.utils import timezone

from prefweb.clubs.directory import people_of
from prefweb.clubs.models import Club, Member
from prefweb.clubs.refusals import Refused as ClubRefused
from prefweb.clubs.services.membership import add_by_name
from prefweb.history.duplicates import likely_duplicates
from prefweb.importing.models import FILE_NAME, Batch, Imported, Newcomer, Upload, UploadedFile
from prefweb.importing.people import Choice, person_of
from prefweb.importing.reading import Found, found_in
from prefweb.importing.unpacking import Piece
from prefweb.importing.writing import Arriving, seat_names, write
from prefweb.ledger.models import Share
from prefweb.players.models import Player
from prefweb.players.services import clean_name, visible
from prefweb.tables.models import Pulka, PulkaStep, Source, Table
from prefweb.tables.pulkas.openings import exact
from scoring import read_pulka

KEPT = timedelta(days=1)
"""How long an upload waits for a yes."""


class Refused(Exception):
    """Nothing was changed: `words` has a sentence for the code."""

    def __init__(self, code: str, at: str = "", **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.at = at
        """The field it is about."""
        self.params = params


# -- files that wait


@transaction.atomic
def keep_upload(club: Club, by: Player, pieces: Sequence[Piece]) -> Upload:
    """The files with what a report says of each; forgotten are those that waited too long."""
    Upload.objects.filter(at__lt=timezone.now() - KEPT).delete()
    upload = Upload.objects.create(club=club, by=by)
    founds = [found_in(piece, club) for piece in pieces]
    compared = _compared(club, pieces, founds)
    UploadedFile.objects.bulk_create(
        UploadedFile(
            upload=upload,
            position=position,
            name=visible(piece.name)[-FILE_NAME:],
            text=piece.text.decode("utf-8-sig") if found.is_sound else "",
            found=found.to_data(),
        )
        for position, (piece, found) in enumerate(zip(pieces, compared, strict=True))
    )
    return upload


def _compared(club: Club, pieces: Sequence[Piece], founds: Sequence[Found]) -> list[Found]:
    """With the pulkas that each may be once more: of the upload, and of the club."""
    digests = [found.digest for found in founds if found.digest]
    here = dict(Pulka.objects.filter(club=club, content__in=digests).values_list("content", "slug"))
    people, seen, compared = people_of(club), dict[str, str](), list[Found]()
    for piece, found in zip(pieces, founds, strict=True):
        same = seen.get(found.digest, "") if found.digest else ""
        known = here.get(found.digest, "")
        alike = () if same or known or not found.is_sound else _alike(club, people, found)
        compared.append(replace(found, same_as=same, known=known, like=alike))
        seen.setdefault(found.digest, visible(piece.name))
    return compared


def _alike(club: Club, people: Sequence[Any], found: Found) -> tuple[str, ...]:
    when = _when(found)
    if when is None:
        return ()
    players = [person_of(people, name) or name for name in seat_names(found.names)]
    totals = [exact(number) for number in found.whists]
    return tuple(pulka.slug for pulka in likely_duplicates(players, club, when, totals))


def _when(found: Found) -> datetime | date | None:
    if found.started:
        return datetime.fromisoformat(found.started)
    return date.fromisoformat(found.evening) if found.evening else None


# -- what is brought in


@dataclass(frozen=True, slots=True)
class Chosen:
    """One file of an upload, as somebody wants it brought in."""

    position: int
    step: PulkaStep
    """Where the file itself does not say it."""
    evening: date | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of an upload is brought in, and who each of its names is."""

    files: Sequence[Chosen]
    people: Mapping[str, Choice] = field(default_factory=dict)
    """By the name as the file has it."""


@transaction.atomic
def bring_in(club: Club, by: Player, key: str, wanted: Wanted) -> Batch:
    """Everything that was chosen, or nothing. A second time changes nothing.

    Raises Upload.DoesNotExist where it has waited too long, and Refused.
    """
    _lock(club)
    known = Batch.objects.filter(uid=key, club=club).first()
    if known is not None:
        return known
    upload = Upload.objects.get(key=key, club=club, by__main=by.main_id)
    if not wanted.files:
        raise Refused("nothing_chosen")
    batch = _batch(club, by, Source.FILE, key)
    files = _files(upload, wanted)
    names = {name for file, _chosen in files for name in Found.from_data(file.found).names}
    people = _people(batch, club, {n: c for n, c in wanted.people.items() if n in names})
    for file, chosen in files:
        _bring_one(batch, by, file, chosen, people)
    _sum_up(batch)
    upload.delete()
    return batch


def _lock(club: Club) -> None:
    """One import of a club at a time; games at its tables go on meanwhile."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def _batch(club: Club | None, by: Player, source: Source, uid: str) -> Batch:
    return Batch.objects.create(club=club, by=by, by_name=by.name, source=source, count=0, uid=uid)


def _sum_up(batch: Batch) -> None:
    evenings = [row.pulka.evening for row in batch.pulkas.select_related("pulka")]
    dated = [evening for evening in evenings if evening]
    batch.count = len(evenings)
    batch.first_evening = min(dated, default=None)
    batch.last_evening = max(dated, default=None)
    batch.save(update_fields=["count", "first_evening", "last_evening"])


def _files(upload: Upload, wanted: Wanted) -> list[tuple[UploadedFile, Chosen]]:
    """The chosen files that can be brought in. Raises Refused."""
    by_position = {file.position: file for file in upload.files.all()}
    files = []
    for chosen in wanted.files:
        file = by_position.get(chosen.position)
        if file is None or not Found.from_data(file.found).is_new:
            raise Refused("not_sound", f"take-{chosen.position}")
        files.append((file, chosen))
    _must_not_be_here(upload.club, files)
    return files


def _must_not_be_here(club: Club, files: Sequence[tuple[UploadedFile, Chosen]]) -> None:
    """Somebody may have brought the same in since the report. Raises Refused."""
    digests = {file.found["digest"]: f"take-{chosen.position}" for file, chosen in files}
    here = Pulka.objects.filter(club=club, content__in=digests)
    for content in here.values_list("content", flat=True)[:1]:
        raise Refused("known", digests[content or ""])


def _people(batch: Batch, club: Club, choices: Mapping[str, Choice]) -> dict[str, Player | None]:
    """The person behind each name, newcomers written into the directory. Raises Refused."""
    known = {person.player.pk: person.player for person in people_of(club)}
    found: dict[str, Player | None] = {}
    new: dict[str, Player] = {}
    for name, choice in choices.items():
        called = clean_name(name).casefold()
        if choice.is_new:
            found[name] = new[called] = new.get(called) or _newcomer(batch, club, name)
        elif choice.person is not None and choice.person not in known:
            raise Refused("person_gone", f"who-{name}")
        else:
            found[name] = known[choice.person] if choice.person else None
    return found


def _newcomer(batch: Batch, club: Club, name: str) -> Player:
    """Somebody of that name in the directory from now on. Raises Refused."""
    before = set(club.members.values_list("pk", flat=True))
    try:
        member = add_by_name(club, name)
    except ClubRefused as refused:
        raise Refused("newcomer", f"who-{name}", why=refused.sentence) from refused
    if member.pk not in before:
        Newcomer.objects.create(batch=batch, player=member.player)
    return member.player.main


def _bring_one(
    batch: Batch,
    by: Player,
    file: UploadedFile,
    chosen: Chosen,
    people: Mapping[str, Player | None],
) -> None:
    found, told = Found.from_data(file.found), read_pulka(file.text)
    persons = [people.get(name) for name in told.players]
    _must_differ(persons, told.players, f"take-{file.position}", file.name)
    arriving = Arriving(
        pulka=told,
        club=batch.club,
        source=Source.FILE,
        step=PulkaStep(found.step) if found.step else chosen.step,
        title=found.title,
        persons=persons,
        content=found.digest,
        evening=chosen.evening,
        file=file.name,
    )
    _add(batch, write(arriving, by), file.name)


def _must_differ(
    persons: Sequence[Player | None], names: Sequence[str], at: str, file: str
) -> None:
    """Nobody plays on two seats of one pulka. Raises Refused."""
    seen: dict[Any, str] = {}
    for person, name in zip(persons, names, strict=True):
        if person is None:
            continue
        if person.pk in seen:
            raise Refused("one_person", at, names=f"{seen[person.pk]}, {name}", file=file)
        seen[person.pk] = name


def _add(batch: Batch, pulka: Pulka, file: str = "") -> None:
    Imported.objects.create(batch=batch, pulka=pulka, version=pulka.version, file=file)


# -- one pulka by its final sheet


@transaction.atomic
def keep_paper(club: Club | None, by: Player, uid: str, make: Callable[[Batch], Arriving]) -> Batch:
    """One pulka without deals. The same form a second time changes nothing. Raises Refused."""
    if club is not None:
        _lock(club)
    else:
        Player.objects.select_for_update(no_key=True).get(pk=by.pk)
    known = Batch.objects.filter(uid=uid, club=club, by__main=by.main_id).first()
    if known is not None:
        return known
    if Batch.objects.filter(uid=uid).exists():
        raise Refused("form_cut")
    batch = _batch(club, by, Source.PAPER, uid)
    arriving = make(batch)
    _must_be_new(arriving, by)
    _add(batch, write(arriving, by))
    _sum_up(batch)
    return batch


def newcomers(batch: Batch, choices: Mapping[str, Choice]) -> dict[str, Player | None]:
    """The persons behind names of a sheet. Raises Refused."""
    if batch.club is None:
        return dict.fromkeys(choices)
    return _people(batch, batch.club, choices)


def _must_be_new(arriving: Arriving, by: Player) -> None:
    """The same sheet comes in once. Raises Refused with the pulka that it is."""
    same = Pulka.objects.filter(club=arriving.club, content=arriving.content)
    if arriving.club is None:
        same = same.filter(table__host__main=by.main_id)
    if (known := same.first()) is not None:
        raise Refused("known", slug=known.slug)


# -- taken back


@transaction.atomic
def take_back(batch: Batch, by: Player) -> None:
    """The pulkas of a batch go, and those newcomers whom nothing else knows. Raises Refused."""
    batch = Batch.objects.select_for_update().get(pk=batch.pk)
    if batch.undone is not None:
        return
    if not is_untouched(batch):
        raise Refused("touched")
    if Share.objects.filter(pulka__imported__batch=batch, round__undone=None).exists():
        raise Refused("settled_in_round")
    Table.objects.filter(pulkas__imported__batch=batch).delete()
    for newcomer in list(batch.newcomers.select_related("player")):
        _forget(newcomer.player)
    batch.undone, batch.undone_by, batch.undone_by_name = timezone.now(), by, by.name
    batch.save(update_fields=["undone", "undone_by", "undone_by_name"])


def is_untouched(batch: Batch) -> bool:
    """Whether every pulka is as it came in."""
    rows = list(batch.pulkas.select_related("pulka").select_for_update(of=("pulka",)))
    return len(rows) == batch.count and all(row.pulka.version == row.version for row in rows)


def _forget(player: Player) -> None:
    """Somebody who was only written down for these games; whoever is known otherwise stays."""
    if player.account_id is not None or player.memberships.count() > 1 or _is_named(player):
        return
    Newcomer.objects.filter(player=player).delete()
    player.memberships.all().delete()
    # a player is his own main, which protects him from being deleted in the usual way
    found = Player.objects.filter(pk=player.pk)
    found._raw_delete(found.db)


def _is_named(player: Player) -> bool:
    """Whether rows name him besides himself, his place in the club and what brought him in."""
    return any(
        field.related_model is Player
        and model._default_manager.filter(**{field.name: player}).exists()
        for model in apps.get_models()
        if model not in (Player, Member, Newcomer)
        for field in model._meta.concrete_fields
    )
