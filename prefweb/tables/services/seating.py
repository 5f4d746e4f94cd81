"""From an empty table to the first deal: seats, the agreement, the start."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from prefweb.clubs.directory import member_named
from prefweb.clubs.evenings import evening_at
from prefweb.clubs.models import Club, Place, new_key
from prefweb.players.models import Player
from prefweb.players.services import clean_name
from prefweb.tables.access import is_held_by, seat_of
from prefweb.tables.agreements import Agreement, house_name
from prefweb.tables.codes import new_code
from prefweb.tables.deals.protocol import Told
from prefweb.tables.models import Proxies, Pulka, PulkaStep, Seat, Table
from prefweb.tables.pulkas.course import Course
from prefweb.tables.services.placing import make_room
from prefweb.tables.services.writing import locked, log, publish, tell_club


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """The club a table is opened in, and the table of wood it is played at."""

    club: Club
    place: Place | None = None


@transaction.atomic
def open_table(
    host: Player,
    agreement: Agreement,
    *,
    title: str,
    proxies: str,
    name: str = "",
    home: Home | None = None,
) -> Pulka:
    """A new table with its first pulka; the host sits on the first seat, by `name` or his usual.

    Raises Occupied where something gathers or is played at the place.
    """
    club, place = (home.club, home.place) if home else (None, None)
    if place is not None:
        make_room(place, host)
    table = Table.objects.create(
        code=new_code(), title=title, host=host, proxies=proxies, club=club, place=place
    )
    pulka = new_pulka(table, agreement)
    _sit(pulka.seats.get(index=0), host, clean_name(name) or host.name)
    tell_club(pulka)
    return pulka


def new_pulka(table: Table, agreement: Agreement, **fields: Any) -> Pulka:
    """A pulka that gathers its players; it keeps what the club calls the agreement."""
    house = {"club": table.club, "house_rules": house_name(table.club, agreement)}
    pulka = Pulka.objects.create(table=table, **house, **agreement.as_fields(), **fields)
    Seat.objects.bulk_create(Seat(pulka=pulka, index=index) for index in range(pulka.size))
    return pulka


RUNNING = (PulkaStep.SEATING, PulkaStep.PLAYING, PulkaStep.ENDED)
"""Steps at which people come and go."""


def take_seat(slug: str, player: Player, index: int, name: str) -> None:
    """Sit down on a free or reserved seat, or move there from another one.

    Once it is played, the seat goes on under the newcomer's name, with all that is written.
    """
    with locked(slug) as pulka:
        must_be_running(pulka)
        seat = a_seat(pulka, index)
        mine = seat_of(pulka, player)
        if is_held_by(seat, player.pk):
            return
        if seat.player_id is not None:
            raise Told("seat_taken", seat=index, name=seat.name)
        if pulka.step != PulkaStep.SEATING and mine is not None:
            raise Told("seated_already")
        if mine is not None:
            _move_from(pulka, mine, index)
        before, name = seat.name, _free_name(pulka, seat, name)
        _sit(seat, player, name, person=_guest_of_the_club(pulka, seat, player, name))
        _let_go_of_kept(pulka, seat)
        if pulka.step != PulkaStep.SEATING:
            _note_sitting(pulka, seat, before)
        log(pulka, "sits", player, seat=index, before=before or None, after=seat.name)
        publish(pulka)


def leave_seat(slug: str, player: Player) -> None:
    """Stand up. Once it is played the seat keeps its name and link; others post for it."""
    with locked(slug) as pulka:
        must_be_running(pulka)
        mine = seat_of(pulka, player)
        if mine is None:
            return
        log(pulka, "leaves", player, seat=mine.index, before=mine.name)
        _let_go(pulka, mine)
        publish(pulka)


def reserve_seat(slug: str, host: Player, index: int, name: str) -> None:
    """Write a name on a free seat; it waits for its player."""
    with locked(slug) as pulka:
        _must_be_gathering(pulka)
        seat = a_seat(pulka, index)
        if seat.player_id is not None:
            raise Told("seat_taken", seat=index, name=seat.name)
        name = _free_name(pulka, seat, name)
        _sit(seat, None, name, person=member_called(pulka, name, seat))
        log(pulka, "reserves", host, seat=index, after=seat.name)
        publish(pulka)


def free_seat(slug: str, host: Player, index: int) -> None:
    """Take a player or a name off a seat; its link ends. Once it is played the name stays."""
    with locked(slug) as pulka:
        must_be_running(pulka)
        seat = a_seat(pulka, index)
        if pulka.step != PulkaStep.SEATING and seat.player_id is None:
            raise Told("freed_already", seat=index)
        log(pulka, "frees", host, seat=index, before=seat.name)
        seat.key = new_key()
        seat.save(update_fields=["key"])
        _let_go(pulka, seat)
        publish(pulka)


def renew_link(slug: str, host: Player, index: int) -> Seat:
    """Another link for a seat, to be opened on its player's phone; the old one ends."""
    with locked(slug) as pulka:
        must_be_running(pulka)
        seat = a_seat(pulka, index)
        if not seat.is_taken:
            raise Told("nobody_there")
        seat.key = new_key()
        seat.save(update_fields=["key"])
        log(pulka, "new_link", host, seat=index, after=seat.name)
        publish(pulka)
        return seat


def carry_seat(key: str, player: Player) -> Pulka:
    """Bring a seat to this phone by its own link; the phone that had it loses it.

    Raises Seat.DoesNotExist, and Told where this phone holds another seat of the pulka.
    """
    slug = Seat.objects.select_related("pulka").get(key=key).pulka.slug
    with locked(slug) as pulka:
        seat = pulka.seats.get(key=key)
        mine = seat_of(pulka, player)
        if mine is not None and mine.pk != seat.pk:
            raise Told("seated_already")
        if is_held_by(seat, player.pk):
            return pulka
        before = seat.player
        seat.player = player
        if seat.person is None or player.account_id is not None:
            seat.person = player
        seat.save(update_fields=["player", "person"])
        is_current = not pulka.table.pulkas.filter(pk__gt=pulka.pk).exists()
        if before is not None and pulka.table.host_id == before.pk and is_current:
            pulka.table.host = player
            pulka.table.save(update_fields=["host"])
        log(pulka, "carries", player, seat=seat.index, after=seat.name)
        publish(pulka)
        return pulka


def change_agreement(
    slug: str, host: Player, agreement: Agreement, *, title: str, proxies: str
) -> None:
    """Agree on something else before the start.

    Told `seats_beyond` where a smaller table would take the seat of somebody, come or expected.
    """
    with locked(slug) as pulka:
        _must_be_gathering(pulka)
        before = _agreed(pulka)
        _take_away_beyond(pulka, agreement.size)
        for name, value in agreement.as_fields().items():
            setattr(pulka, name, value)
        pulka.house_rules = house_name(pulka.club, agreement)
        pulka.first_dealer = min(pulka.first_dealer, pulka.size - 1)
        _fill_up(pulka)
        pulka.table.title, pulka.table.proxies = title, proxies
        pulka.table.save(update_fields=["title", "proxies"])
        if _agreed(pulka) != before:
            log(pulka, "agreement", host, before=before, after=_agreed(pulka))
        publish(pulka)


def set_first_dealer(slug: str, host: Player, index: int) -> None:
    """Who deals the first deal."""
    with locked(slug) as pulka:
        _must_be_gathering(pulka)
        a_seat(pulka, index)
        before, pulka.first_dealer = pulka.first_dealer, index
        log(pulka, "first_dealer", host, before=before, after=index)
        publish(pulka)


def show_by_code(slug: str, host: Player, *, shows: bool) -> None:
    """Whether the table's code lets people watch too."""
    with locked(slug) as pulka:
        pulka.table.code_shows = shows
        pulka.table.save(update_fields=["code_shows"])
        log(pulka, "code_shows", host, after=shows)
        publish(pulka)


def start(slug: str, host: Player, *, with_reserved: bool = False) -> None:
    """The play begins and the agreement freezes, once every seat is taken.

    A reserved seat counts where the host says that others post for it.
    """
    with locked(slug) as pulka:
        _must_be_gathering(pulka)
        seats = list(pulka.seats.all())
        if not all(seat.is_taken for seat in seats):
            raise Told("seats_free", count=sum(not seat.is_taken for seat in seats))
        if any(seat.player_id is None for seat in seats):
            _must_allow_reserved(pulka, with_reserved=with_reserved)
        begin(pulka, host)
        publish(pulka)


def begin(pulka: Pulka, host: Player, action: str = "started") -> None:
    """From now on the pulka is played, and its agreement stands."""
    pulka.step, pulka.started = PulkaStep.PLAYING, timezone.now()
    pulka.evening = evening_at(pulka.club, pulka.started)
    for seat in pulka.seats.all():
        seat.sittings.create(player=seat.player, person=seat.person, name=seat.name)
    log(pulka, action, host, after=_agreed(pulka))


def _must_allow_reserved(pulka: Pulka, *, with_reserved: bool) -> None:
    if not with_reserved:
        raise Told("seats_reserved")
    if pulka.table.proxies == Proxies.NOBODY:
        raise Told("no_proxies")
    if pulka.table.proxies == Proxies.SCRIBE and pulka.scribe is None:
        raise Told("scribe_needed")


AGREED = ("preset", "convention", "size", "target", "currency", "minutes", "laps", "multipliers")
"""What a pulka holds of its agreement, as the log keeps it; the stake is kept as text."""


def _agreed(pulka: Pulka) -> dict[str, Any]:
    agreed: Mapping[str, Any] = {name: getattr(pulka, name) for name in AGREED}
    table = {"title": pulka.table.title, "proxies": pulka.table.proxies}
    return {**agreed, **table, "stake": str(pulka.stake.normalize())}


def _take_away_beyond(pulka: Pulka, size: int) -> None:
    """A smaller table has no place for the last seats, so nobody may have them."""
    beyond = list(pulka.seats.filter(index__gte=size))
    names = [seat.name for seat in beyond if seat.is_taken]
    if names:
        raise Told("seats_beyond", name=", ".join(names))
    for seat in beyond:
        seat.delete()


def _fill_up(pulka: Pulka) -> None:
    have = pulka.seats.count()
    Seat.objects.bulk_create(Seat(pulka=pulka, index=i) for i in range(have, pulka.size))


def _must_be_gathering(pulka: Pulka) -> None:
    if pulka.step != PulkaStep.SEATING:
        raise Told("begun_already")


def must_be_running(pulka: Pulka) -> None:
    """Whether people still come and go. Raises Told."""
    if pulka.step not in RUNNING:
        raise Told("settled_already")


def a_seat(pulka: Pulka, index: int) -> Seat:
    """The seat with this number. Raises Told where there is none."""
    seat = pulka.seats.filter(index=index).first()
    if seat is None:
        raise Told("no_such_seat")
    return seat


def _free_name(pulka: Pulka, seat: Seat, name: str) -> str:
    """The typed name, or the one the seat was reserved for; nobody else at the table has it."""
    name = clean_name(name) or seat.name
    if not name:
        raise Told("name_missing")
    others = pulka.seats.exclude(pk=seat.pk).values_list("name", flat=True)
    if name.casefold() in {other.casefold() for other in others}:
        raise Told("name_taken", name=name)
    return name


def _sit(seat: Seat, player: Player | None, name: str, *, person: Player | None = None) -> None:
    """Whose the seat is now; the link of who had it before ends."""
    seat.person = person or _person(seat, player, name)
    seat.player, seat.name, seat.key = player, name, new_key()
    seat.save(update_fields=["player", "person", "name", "key"])


def _person(seat: Seat, player: Player | None, name: str) -> Player | None:
    """Whose game it will be: the newcomer's own, or that of whom the seat was kept for.

    A member without an account has no other way to sit down than as a guest under his name.
    """
    kept = seat.person
    if player is None or kept is None or seat.name.casefold() != name.casefold():
        return player
    is_nobodys = player.main.account_id is None and kept.account_id is None
    return kept if is_nobodys else player


def member_called(pulka: Pulka, name: str, seat: Seat | None = None) -> Player | None:
    """Somebody of the club's directory by that name, who does not play here on another seat."""
    found = member_named(pulka.club, name)
    others = pulka.seats.exclude(pk=seat.pk) if seat else pulka.seats.all()
    return None if found and others.filter(person__main=found).exists() else found


def _guest_of_the_club(pulka: Pulka, seat: Seat, player: Player, name: str) -> Player | None:
    """Whom of the directory a guest is by the name he gives: one whom no account holds."""
    if player.main.account_id is not None:
        return None
    found = member_called(pulka, name, seat)
    return None if found and found.account_id else found


def _let_go_of_kept(pulka: Pulka, seat: Seat) -> None:
    """Who has sat down elsewhere is no longer whom another seat is kept for."""
    if pulka.step == PulkaStep.SEATING and seat.person is not None:
        kept = pulka.seats.filter(player=None, person__main=seat.person.main_id)
        kept.exclude(pk=seat.pk).update(person=None)


def _clear(seat: Seat) -> None:
    _sit(seat, None, "")


def _move_from(pulka: Pulka, seat: Seat, index: int) -> None:
    """Leave a seat for another one while the table gathers; a scribe stays one."""
    _clear(seat)
    if pulka.scribe == seat.index:
        pulka.scribe = index


def _let_go(pulka: Pulka, seat: Seat) -> None:
    """Nobody holds the seat any more, nor writes for all from it."""
    if pulka.scribe == seat.index:
        pulka.scribe = None
    if pulka.step == PulkaStep.SEATING:
        _clear(seat)
        return
    seat.player = None
    seat.save(update_fields=["player"])


def _note_sitting(pulka: Pulka, seat: Seat, before: str) -> None:
    """Keep from which deal on somebody else plays here; who comes back under his name does not."""
    last = Course.load(pulka).last
    since = last.number + 1 if last else 1
    if not seat.sittings.exists():
        seat.sittings.create(name=before)
    seat.sittings.filter(since=since).delete()
    known = seat.sittings.last()
    if known is None or known.name.casefold() != seat.name.casefold():
        seat.sittings.create(player=seat.player, person=seat.person, name=seat.name, since=since)
