"""A pulka file read: the pulka with its replay, or every fault with its place."""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from scoring.conventions import OPTIONS, PRESETS, Preset
from scoring.currencies import MINOR_DIGITS
from scoring.deal_reading import read_deal
from scoring.deals import Deal, Seat
from scoring.exact import Number
from scoring.faults import Fault, Refused
from scoring.fields import Fields, Notes, Unreadable
from scoring.json_text import is_deeper, load, printable
from scoring.options import apply_options, option_faults
from scoring.pulkafile import VERSION, Pulka
from scoring.sheet import (
    PLAYERS,
    Doubtful,
    Ending,
    Opening,
    Replay,
    find_faults,
    game_faults,
    replay,
)

DEAL_LIMIT = 1000
"""Deals of a pulka."""

_DEAL = re.compile(r"deals\[([0-9]+)\]")
_STAKE = re.compile(r"[0-9]{1,15}(\.[0-9]{1,15})?")
_KEYS = frozenset(
    {
        "pulka",
        "convention",
        "options",
        "players",
        "target",
        "stake",
        "currency",
        "dealer",
        "start",
        "deals",
        "ended",
        "about",
    }
)
_START = frozenset({"pool", "mountain", "whists", "raspasy"})
_SCORED = frozenset({"convention", "options", "target", "start", "dealer"})
"""Keys without which nobody knows how a deal was written."""


def read_pulka(text: str | bytes) -> Pulka:
    """The pulka of a file. Raises :class:`Refused` with every fault found, whatever the text."""
    return read_and_replay(text)[0]


def pulka_from_data(data: object) -> Pulka:
    """The pulka of a file already parsed. Raises :class:`Refused` like :func:`read_pulka`."""
    if is_deeper(data):
        raise Refused([Fault("", "file_depth")])
    return _read(data, [])[0]


def read_and_replay(text: str | bytes) -> tuple[Pulka, Replay]:
    """The pulka of a file, and the replay that proved it sound."""
    return _read(*load(text))


def _read(data: object, faults: list[Fault]) -> tuple[Pulka, Replay]:
    notes = Notes()
    notes.faults += faults
    try:
        fields = Fields(notes, notes.mapping(data, ""), "")
    except Unreadable:
        raise Refused(notes.faults) from None
    pulka, deals = _pulka(fields)
    if not notes.faults:
        try:
            return pulka, replay(pulka.game, pulka.deals, pulka.ended)
        except Refused:
            pass
    raise Refused(_in_order([*notes.faults, *_further_faults(fields, pulka, deals)]))


def _further_faults(fields: Fields, pulka: Pulka, deals: Sequence[Deal | Doubtful]) -> list[Fault]:
    """What else is wrong, as far as it does not follow from what could not be read."""
    if "players" in fields.broken:
        return []
    game = pulka.game
    doubted = _doubted_options(fields)
    in_game = game_faults(game)
    certain = not (in_game or doubted or fields.broken & _SCORED)
    knows_turn = "dealer" not in fields.broken
    in_deals = find_faults(game, deals, certain=certain, knows_turn=knows_turn)
    return [
        fault.named(pulka.players)
        for fault in [*in_game, *in_deals]
        if fault.params.get("option") not in doubted
    ]


def _doubted_options(fields: Fields) -> set[object]:
    """Options of which nobody can be sure what was agreed."""
    if fields.broken & {"convention", "options"}:
        return {*OPTIONS}
    return {
        fault.params["option"] for fault in fields.notes.faults if fault.at.startswith("options.")
    }


def _in_order(faults: Sequence[Fault]) -> list[Fault]:
    """The faults of the agreement, then those of each deal."""
    return sorted(faults, key=_deal_number)


def _deal_number(fault: Fault) -> int:
    match = _DEAL.match(fault.at)
    return int(match[1]) if match else -1


# The agreement


def _pulka(fields: Fields) -> tuple[Pulka, list[Deal | Doubtful]]:
    """What the file says, with something to go on with wherever it could not be read."""
    fields.only(_KEYS)
    fields.need("pulka", _version, VERSION)
    players = fields.need("players", _players, ())
    preset = fields.need("convention", _preset, PRESETS["sochi"])
    _check_players(fields, preset)
    options = fields.take("options", _options, {})
    deals = fields.take("deals", _deals, [])
    pulka = Pulka(
        preset=preset.key,
        convention=apply_options(options, preset.convention),
        players=players,
        target=fields.need("target", _target, 1),
        stake=fields.take("stake", _stake, Decimal(0)),
        currency=fields.take("currency", _currency, "RUB"),
        first_dealer=fields.take("dealer", Notes.seat, 0),
        opening=fields.take("start", _opening, Opening()),
        deals=tuple(deal for deal in deals if not isinstance(deal, Doubtful)),
        ended=fields.take("ended", _ended, None),
        about=fields.take("about", Notes.about, None),
    )
    return pulka, deals


def _version(notes: Notes, value: object, at: str) -> int:
    if type(value) is not int or value != VERSION:
        raise notes.refuse(at, "file_version")
    return value


def _preset(notes: Notes, value: object, at: str) -> Preset:
    key = notes.text(value, at)
    if key not in PRESETS:
        raise notes.refuse(at, "preset_unknown", value=printable(key))
    return PRESETS[key]


def _options(notes: Notes, value: object, at: str) -> Mapping[str, object]:
    """The options as they stand; those that cannot be are noted and passed over later."""
    options = notes.mapping(value, at)
    for fault in option_faults(options):
        shown = {**fault.params, "option": printable(str(fault.params["option"]))}
        notes.faults.append(Fault(printable(fault.at), fault.code, shown).under(at))
    return options


def _players(notes: Notes, value: object, at: str) -> tuple[str, ...]:
    """The names; they are remembered even if there is something wrong with their list."""
    notes.knows_names = False
    names = tuple(notes.text(each, at) for each in notes.items(value, at))
    notes.knows_names = True
    for seat, name in enumerate(names):
        notes.seats.setdefault(name, seat)
    if len(names) not in PLAYERS:
        raise notes.refuse(at, "player_count", players=len(names))
    bad = [*_bad_names(notes, names, at)]
    if bad:
        raise bad[-1]
    return names


def _bad_names(notes: Notes, names: Sequence[str], at: str) -> Iterator[Unreadable]:
    for seat, name in enumerate(names):
        if not name.strip():
            yield notes.refuse(at, "name_empty")
        elif notes.seats[name] < seat:
            yield notes.refuse(at, "name_twice", name=printable(name))


def _check_players(fields: Fields, preset: Preset) -> None:
    players = len(fields.notes.seats)
    if "players" not in fields.broken and players not in preset.players:
        allowed = ", ".join(map(str, preset.players))
        params = {"preset": preset.key, "allowed": allowed, "players": players}
        fields.notes.faults.append(Fault("players", "preset_players", params))


def _target(notes: Notes, value: object, at: str) -> int | None:
    return None if value is None else notes.count(value, at)


def _stake(notes: Notes, value: object, at: str) -> Decimal:
    if not isinstance(value, str) or not _STAKE.fullmatch(value):
        raise notes.refuse(at, "stake_text")
    return Decimal(value)


def _currency(notes: Notes, value: object, at: str) -> str:
    code = notes.text(value, at)
    if code not in MINOR_DIGITS:
        raise notes.refuse(at, "currency_unknown", value=printable(code))
    return code


def _ended(notes: Notes, value: object, at: str) -> str | None:
    if value is None or value in (Ending.CONSENT.value, Ending.TIME.value):
        return None if value is None else str(value)
    raise notes.refuse(at, "ended_value")


# The opening sheet and the deals


def _opening(notes: Notes, value: object, at: str) -> Opening:
    fields = Fields(notes, notes.mapping(value, at), at)
    fields.only(_START)
    opening = Opening(
        pool=fields.take("pool", Notes.numbers, {}),
        mountain=fields.take("mountain", Notes.numbers, {}),
        whists=fields.take("whists", _whists, {}),
        raspasy=fields.take("raspasy", Notes.count, 0),
    )
    if fields.broken:
        raise Unreadable
    return opening


def _whists(notes: Notes, value: object, at: str) -> dict[Seat, dict[Seat, Number]]:
    return notes.by_seat(value, at, Notes.numbers)


def _deals(notes: Notes, value: object, at: str) -> list[Deal | Doubtful]:
    deals = notes.items(value, at)
    if len(deals) > DEAL_LIMIT:
        raise notes.refuse(at, "deal_count", limit=DEAL_LIMIT, count=len(deals))
    return [read_deal(notes, deal, f"{at}[{index}]") for index, deal in enumerate(deals)]
