"""When two pulka files say the same: what may be left out is filled in, remarks are set apart."""

import json
from dataclasses import replace
from typing import Any

from prefweb.importing.posts import is_taken_back
from scoring import (
    CardDeal,
    Contract,
    Deal,
    Manual,
    Opening,
    Pulka,
    Role,
    pulka_to_data,
    read_pulka,
    replay,
    settle,
    start,
)
from scoring.contract import is_checked_ten
from scoring.conventions import TalonBonus


def told(pulka: Pulka) -> dict[str, Any]:
    """A pulka with everything said that a file may leave out, and without its remarks."""
    found = replay(pulka.game, pulka.deals, pulka.ended)
    dealt = [
        _whole(played.deal, pulka, played.dealer, played.resting)
        for played in found.played
        if not isinstance(played.deal, Manual) or played.deal.entries
    ]
    sheet = start(pulka.game).sheet
    opening = Opening(
        pool=_row(sheet.pool),
        mountain=_row(sheet.mountain),
        whists={seat: row for seat, each in enumerate(sheet.whists) if (row := _row(each))},
        raspasy=pulka.opening.raspasy,
    )
    stake = pulka.stake.normalize()
    whole = replace(pulka, deals=tuple(dealt), opening=opening, about=None, stake=stake)
    return pulka_to_data(replace(whole, ended=None if found.reason is None else pulka.ended))


def settled(pulka: Pulka) -> Any:
    """Everybody's whists, and what the sheet says."""
    found = replay(pulka.game, pulka.deals, pulka.ended)
    return found.sheet, settle(found.sheet, pulka.game)


def read(text: str | dict[str, Any]) -> Pulka:
    return read_pulka(text if isinstance(text, str) else json.dumps(text))


def _row(numbers: Any) -> dict[int, Any]:
    return {seat: number for seat, number in enumerate(numbers) if number}


def _whole(deal: Deal, pulka: Pulka, dealer: int, resting: tuple[int, ...]) -> Deal:
    if isinstance(deal, Manual):
        return replace(deal, note=deal.note or None, about=None)
    pair = resting if len(resting) > 1 else None
    dealt: CardDeal = replace(deal, dealer=dealer, resting=pair, note=deal.note or None, about=None)
    return _contract(dealt, pulka) if isinstance(dealt, Contract) else dealt


def _contract(deal: Contract, pulka: Pulka) -> Contract:
    """What no option and no other role makes differ: a talon of nothing, a made ten, a memory."""
    convention = pulka.convention
    units = None if convention.talon_bonus is TalonBonus.OFF else deal.talon_units or 0
    whole = replace(deal, talon_units=units, taken_back=is_taken_back(deal))
    if is_checked_ten(deal.level, convention) and deal.tricks is None:
        return replace(whole, tricks={deal.declarer: 10})
    if is_checked_ten(deal.level, convention) and deal.tricks and deal.tricks[deal.declarer] == 10:
        return replace(whole, tricks={deal.declarer: 10})
    return whole


__all__ = ["Role", "read", "settled", "told"]
