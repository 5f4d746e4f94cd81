"""One deal of a pulka file read into its facts."""

from collections.abc import Callable, Mapping
from typing import TypedDict

from scoring.checks import plain_faults
from scoring.deals import (
    Concession,
    Contract,
    Deal,
    Manual,
    ManualEntry,
    Misere,
    Raspasy,
    Role,
    Seat,
    Trump,
)
from scoring.entries import Area
from scoring.fields import Fields, Notes, Unreadable
from scoring.sheet import Doubtful

_DEALT = frozenset({"type", "dealer", "resting", "multiplier", "note", "about"})
_CONTRACT = _DEALT | {
    "declarer",
    "level",
    "trump",
    "roles",
    "tricks",
    "talon_units",
    "taken_back",
}
_MISERE = _DEALT | {"declarer", "tricks"}
_RASPASY = _DEALT | {"tricks"}
_CONCESSION = _DEALT | {"declarer", "level", "undertricks"}
_MANUAL = frozenset({"type", "entries", "note", "about"})
_ENTRY = frozenset({"player", "area", "amount", "against"})


def read_deal(notes: Notes, value: object, at: str) -> Deal | Doubtful:
    """The facts of a deal; faults are noted, and what could be read is kept to go on with."""
    try:
        fields = Fields(notes, notes.mapping(value, at), at)
        read = _KINDS[fields.need("type", _kind, "")]
    except (Unreadable, KeyError):
        return Doubtful()
    deal = read(fields)
    if not fields.broken:
        return deal
    notes.faults += (fault.under(at) for fault in plain_faults(deal))
    return Doubtful(None if "dealer" in fields.broken else deal)


def _kind(notes: Notes, value: object, at: str) -> str:
    if not isinstance(value, str) or value not in _KINDS:
        raise notes.refuse(at, "type_unknown")
    return value


class _Dealt(TypedDict):
    dealer: Seat | None
    resting: tuple[Seat, ...] | None
    multiplier: int
    note: str | None
    about: Mapping[str, object] | None


def _dealt(fields: Fields) -> _Dealt:
    """What every deal of cards may say about itself."""
    return {
        "dealer": fields.take("dealer", Notes.seat, None),
        "resting": fields.take("resting", _resting, None),
        "multiplier": fields.take("multiplier", Notes.count, 1),
        "note": fields.take("note", Notes.text, None),
        "about": fields.take("about", Notes.about, None),
    }


def _resting(notes: Notes, value: object, at: str) -> tuple[Seat, ...]:
    return tuple(notes.seat(each, at) for each in notes.items(value, at))


def _contract(fields: Fields) -> Contract:
    fields.only(_CONTRACT)
    return Contract(
        declarer=fields.need("declarer", Notes.seat, 0),
        level=fields.need("level", Notes.count, 6),
        roles=fields.take("roles", _roles, {}),
        tricks=fields.take("tricks", Notes.counts, None),
        trump=fields.take("trump", _trump, None),
        talon_units=fields.take("talon_units", Notes.count, None),
        taken_back=fields.take("taken_back", Notes.flag, False),
        **_dealt(fields),
    )


def _role(notes: Notes, value: object, at: str) -> Role:
    return notes.member(Role, value, at)


def _roles(notes: Notes, value: object, at: str) -> dict[Seat, Role]:
    return notes.by_seat(value, at, _role)


def _trump(notes: Notes, value: object, at: str) -> Trump:
    return notes.member(Trump, value, at)


def _misere(fields: Fields) -> Misere:
    fields.only(_MISERE)
    return Misere(
        declarer=fields.need("declarer", Notes.seat, 0),
        tricks=fields.need("tricks", Notes.count, 0),
        **_dealt(fields),
    )


def _raspasy(fields: Fields) -> Raspasy:
    fields.only(_RASPASY)
    return Raspasy(tricks=fields.need("tricks", Notes.counts, {}), **_dealt(fields))


def _concession(fields: Fields) -> Concession:
    fields.only(_CONCESSION)
    return Concession(
        declarer=fields.need("declarer", Notes.seat, 0),
        level=fields.need("level", Notes.count, 6),
        undertricks=fields.take("undertricks", Notes.count, None),
        **_dealt(fields),
    )


def _manual(fields: Fields) -> Manual:
    fields.only(_MANUAL)
    return Manual(
        entries=fields.need("entries", _entries, ()),
        note=fields.take("note", Notes.text, None),
        about=fields.take("about", Notes.about, None),
    )


def _entries(notes: Notes, value: object, at: str) -> tuple[ManualEntry, ...]:
    places = [(each, f"{at}[{index}]") for index, each in enumerate(notes.items(value, at))]
    entries = [_entry(notes, each, place) for each, place in places]
    if None in entries:
        raise Unreadable
    return tuple(entry for entry in entries if entry is not None)


def _entry(notes: Notes, value: object, at: str) -> ManualEntry | None:
    """One entry by hand; None if some of it could not be read."""
    try:
        fields = Fields(notes, notes.mapping(value, at), at)
    except Unreadable:
        return None
    fields.only(_ENTRY)
    entry = ManualEntry(
        seat=fields.need("player", Notes.seat, 0),
        area=fields.need("area", _area, Area.POOL),
        amount=fields.need("amount", Notes.number, 0),
        against=fields.take("against", Notes.seat, None),
    )
    return None if fields.broken else entry


def _area(notes: Notes, value: object, at: str) -> Area:
    return notes.member(Area, value, at)


_KINDS: Mapping[str, Callable[[Fields], Deal]] = {
    "contract": _contract,
    "misere": _misere,
    "raspasy": _raspasy,
    "concede": _concession,
    "manual": _manual,
}
