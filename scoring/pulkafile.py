"""The pulka file: one game as data, read with every fault found, written, and scored.

The format is described in docs/pulka-file.md.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from scoring.conventions import Convention, preset_changes
from scoring.deals import (
    CardDeal,
    Concession,
    Contract,
    Deal,
    ManualEntry,
    Misere,
    Raspasy,
    Seat,
)
from scoring.exact import Number, whole
from scoring.sheet import Game, Opening

VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Pulka:
    """One game: the agreement, the players, an opening sheet and the deals as played."""

    preset: str
    """The preset the convention started from; a file tells only what differs from it."""
    convention: Convention
    players: tuple[str, ...]
    target: int | None
    stake: Decimal = Decimal(0)
    """Money per whist."""
    currency: str = "RUB"
    first_dealer: Seat = 0
    opening: Opening = field(default_factory=Opening)
    deals: tuple[Deal, ...] = ()
    ended: str | None = None
    """"consent" or "time" where the players stopped it."""
    about: Mapping[str, object] | None = None

    @property
    def game(self) -> Game:
        """What a replay of the deals starts from."""
        return Game(
            convention=self.convention,
            players=len(self.players),
            target=self.target,
            first_dealer=self.first_dealer,
            opening=self.opening,
        )


def write_pulka(pulka: Pulka, *, indent: int | None = None) -> str:
    """The file of a pulka, as JSON text."""
    return json.dumps(pulka_to_data(pulka), ensure_ascii=False, indent=indent)


def pulka_to_data(pulka: Pulka) -> dict[str, object]:
    """The file of a pulka, as JSON data; what stands at its default is left out where it may be."""
    names = pulka.players
    data: dict[str, object] = {
        "pulka": VERSION,
        "convention": pulka.preset,
        "options": preset_changes(pulka.preset, pulka.convention),
        "players": list(names),
        "target": pulka.target,
        "stake": format(pulka.stake, "f"),
        "currency": pulka.currency,
        "dealer": names[pulka.first_dealer],
    }
    opening = _opening_data(pulka.opening, names)
    if opening:
        data["start"] = opening
    data["deals"] = [_deal_data(deal, names) for deal in pulka.deals]
    data["ended"] = pulka.ended
    if pulka.about is not None:
        data["about"] = dict(pulka.about)
    return data


def json_number(number: Number) -> int | str:
    """A number as a file has it: whole, or a fraction as text.

    >>> from fractions import Fraction
    >>> json_number(4), json_number(Fraction(3, 2))
    (4, '3/2')
    """
    exact = whole(number)
    return exact if isinstance(exact, int) else str(exact)


def _opening_data(opening: Opening, names: tuple[str, ...]) -> dict[str, object]:
    whists = {names[seat]: _named(row, names) for seat, row in opening.whists.items()}
    data: dict[str, object] = {
        "pool": _named(opening.pool, names),
        "mountain": _named(opening.mountain, names),
        "whists": whists,
        "raspasy": opening.raspasy,
    }
    return {key: value for key, value in data.items() if value}


def _named(numbers: Mapping[Seat, Number], names: tuple[str, ...]) -> dict[str, int | str]:
    return {names[seat]: json_number(number) for seat, number in numbers.items()}


def _deal_data(deal: Deal, names: tuple[str, ...]) -> dict[str, object]:
    match deal:
        case Contract():
            data = _contract_data(deal, names)
        case Misere():
            data = {"type": "misere", "declarer": names[deal.declarer], "tricks": deal.tricks}
        case Raspasy():
            data = {"type": "raspasy", "tricks": _named(deal.tricks, names)}
        case Concession():
            data = {"type": "concede", "declarer": names[deal.declarer], "level": deal.level}
            if deal.undertricks is not None:
                data["undertricks"] = deal.undertricks
        case _:
            entries = [_entry_data(entry, names) for entry in deal.entries]
            return {"type": "manual", "entries": entries} | _remarks(deal)
    return data | _dealt_data(deal, names) | _remarks(deal)


def _contract_data(deal: Contract, names: tuple[str, ...]) -> dict[str, object]:
    data: dict[str, object] = {
        "type": "contract",
        "declarer": names[deal.declarer],
        "level": deal.level,
    }
    if deal.trump is not None:
        data["trump"] = deal.trump.value
    data["roles"] = {names[seat]: role.value for seat, role in deal.roles.items()}
    if deal.tricks is not None:
        data["tricks"] = _named(deal.tricks, names)
    if deal.talon_units is not None:
        data["talon_units"] = deal.talon_units
    if deal.taken_back:
        data["taken_back"] = True
    return data


def _dealt_data(deal: CardDeal, names: tuple[str, ...]) -> dict[str, object]:
    data: dict[str, object] = {}
    if deal.dealer is not None:
        data["dealer"] = names[deal.dealer]
    if deal.resting is not None:
        data["resting"] = [names[seat] for seat in deal.resting]
    if deal.multiplier != 1:
        data["multiplier"] = deal.multiplier
    return data


def _remarks(deal: Deal) -> dict[str, object]:
    data: dict[str, object] = {}
    if deal.note is not None:
        data["note"] = deal.note
    if deal.about is not None:
        data["about"] = dict(deal.about)
    return data


def _entry_data(entry: ManualEntry, names: tuple[str, ...]) -> dict[str, object]:
    data: dict[str, object] = {
        "player": names[entry.seat],
        "area": entry.area.value,
        "amount": json_number(entry.amount),
    }
    if entry.against is not None:
        data["against"] = names[entry.against]
    return data
