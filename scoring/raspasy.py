"""Raspasy: tricks nobody wanted, to the mountain or in whists. Source: docs/rules.md 2.8, 2.9."""

from collections.abc import Callable, Mapping

from scoring.conventions import RaspasyMode, RaspasyTalon, RaspasyWhistMode, RaspasyZero
from scoring.deals import Raspasy, Seat
from scoring.entries import Entry, Reason, Rule, mountain, pool, whists
from scoring.exact import Number, divide
from scoring.series import factor
from scoring.situation import Situation


def raspasy_entries(deal: Raspasy, situation: Situation) -> list[Entry]:
    """What a completed raspasy writes, before the pool's limits; bonuses last, in seat order."""
    return [
        *_MODES[situation.convention.raspasy_mode](deal, situation),
        *_zeros(deal, situation),
    ]


def takes_talon(situation: Situation) -> Seat | None:
    """The resting dealer who owns the talon's tricks, if there is one."""
    convention = situation.convention
    if convention.raspasy_mode is RaspasyMode.WHISTS:
        return None
    if convention.raspasy_talon is RaspasyTalon.CLOSED:
        return None
    return situation.seats.resting_dealer


def trick_price(situation: Situation) -> int:
    """Mountain points, or whists, for a trick."""
    return situation.convention.raspasy_base * factor(situation.convention, situation.raspasy)


def _to_mountain(deal: Raspasy, situation: Situation) -> list[Entry]:
    price, number = trick_price(situation), situation.raspasy + 1
    amnesty = min(deal.tricks.values()) if situation.convention.raspasy_amnesty else 0
    entries = []
    for seat, tricks in deal.tricks.items():
        if tricks > amnesty:
            numbers = {"tricks": tricks, "amnesty": amnesty, "price": price, "number": number}
            reason = Reason(Rule.RASPASY_TRICKS, numbers)
            entries.append(mountain(seat, (tricks - amnesty) * price, reason))
    return entries


def _in_whists(deal: Raspasy, situation: Situation) -> list[Entry]:
    """The players with the fewest tricks share what every other one is charged."""
    fewest = min(deal.tricks.values())
    winners = [seat for seat, tricks in deal.tricks.items() if tricks == fewest]
    return [
        whists(winner, seat, *_charge(tricks, fewest, len(winners), situation))
        for winner in winners
        for seat, tricks in deal.tricks.items()
        if tricks > fewest
    ]


def _charge(tricks: int, fewest: int, shares: int, situation: Situation) -> tuple[Number, Reason]:
    """What one of the ``shares`` winners writes on a player with these tricks."""
    differs = situation.convention.raspasy_whist_mode is RaspasyWhistMode.DIFFERENCE
    taken_off, price = fewest if differs else 0, trick_price(situation)
    numbers = {"tricks": tricks, "taken_off": taken_off, "price": price, "shares": shares}
    reason = Reason(Rule.RASPASY_WHISTS, {**numbers, "number": situation.raspasy + 1})
    return divide((tricks - taken_off) * price, shares), reason


_MODES: Mapping[RaspasyMode, Callable[[Raspasy, Situation], list[Entry]]] = {
    RaspasyMode.MOUNTAIN: _to_mountain,
    RaspasyMode.WHISTS: _in_whists,
}


def _zeros(deal: Raspasy, situation: Situation) -> list[Entry]:
    """Pool points for everyone without a trick, and for the resting dealer where agreed."""
    points = _zero_points(situation)
    if points == 0:
        return []
    seats = situation.seats
    number = situation.raspasy + 1
    return [
        pool(
            seat,
            points,
            Reason(Rule.RASPASY_ZERO, {"points": points, "dealer": dealer, "number": number}),
        )
        for seat in sorted({*seats.active, *seats.resting})
        if not deal.tricks.get(seat) and _gets_zero(seat, situation)
        for dealer in (int(seat == seats.resting_dealer),)
    ]


def _gets_zero(seat: Seat, situation: Situation) -> bool:
    if seat in situation.seats.active:
        return True
    return seat == situation.seats.dealer and situation.convention.raspasy_zero_dealer


def _zero_points(situation: Situation) -> int:
    convention = situation.convention
    zero = convention.raspasy_zero
    if zero is RaspasyZero.NONE:
        return 0
    if zero is RaspasyZero.ONE or convention.raspasy_mode is RaspasyMode.WHISTS:
        return 1
    step = factor(convention, situation.raspasy)
    return step if zero is RaspasyZero.STEP else step * convention.raspasy_base
