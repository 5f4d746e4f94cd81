"""Raspasy: tricks nobody wanted, to the mountain or in whists. Source: rules.md 2.8, 2.9."""

from collections.abc import Callable, Iterator, Mapping

from scoring.conventions import RaspasyMode, RaspasyTalon, RaspasyWhistMode, RaspasyZero
from scoring.deals import Raspasy, Seat
from scoring.entries import Entry, Rule, mountain, pool, whists
from scoring.exact import divide
from scoring.series import factor
from scoring.situation import Situation


def raspasy_entries(deal: Raspasy, situation: Situation) -> Iterator[Entry]:
    """What a completed raspasy writes, before the pool's limits; bonuses last, in seat order."""
    yield from _MODES[situation.convention.raspasy_mode](deal, situation)
    yield from _zeros(deal, situation)


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


def _to_mountain(deal: Raspasy, situation: Situation) -> Iterator[Entry]:
    price, number = trick_price(situation), situation.raspasy + 1
    amnesty = min(deal.tricks.values()) if situation.convention.raspasy_amnesty else 0
    for seat, tricks in deal.tricks.items():
        if tricks > amnesty:
            numbers = {"tricks": tricks, "amnesty": amnesty, "price": price, "number": number}
            yield mountain(seat, (tricks - amnesty) * price, Rule.RASPASY_TRICKS, **numbers)


def _in_whists(deal: Raspasy, situation: Situation) -> Iterator[Entry]:
    """The players with the fewest tricks share what every other one is charged."""
    price, number = trick_price(situation), situation.raspasy + 1
    fewest = min(deal.tricks.values())
    winners = [seat for seat, tricks in deal.tricks.items() if tricks == fewest]
    differs = situation.convention.raspasy_whist_mode is RaspasyWhistMode.DIFFERENCE
    numbers = {"taken_off": fewest if differs else 0, "price": price, "shares": len(winners)}
    for winner in winners:
        for seat, tricks in deal.tricks.items():
            if tricks > fewest:
                amount = divide((tricks - numbers["taken_off"]) * price, len(winners))
                reason = {**numbers, "tricks": tricks, "number": number}
                yield whists(winner, seat, amount, Rule.RASPASY_WHISTS, **reason)


_MODES: Mapping[RaspasyMode, Callable[[Raspasy, Situation], Iterator[Entry]]] = {
    RaspasyMode.MOUNTAIN: _to_mountain,
    RaspasyMode.WHISTS: _in_whists,
}


def _zeros(deal: Raspasy, situation: Situation) -> Iterator[Entry]:
    """Pool points for everyone without a trick, and for the resting dealer where agreed."""
    points = _zero_points(situation)
    if points == 0:
        return
    dealer = situation.seats.resting_dealer
    for seat in sorted({*deal.tricks, *situation.seats.resting}):
        if deal.tricks.get(seat, 0) or not _gets_zero(seat, situation):
            continue
        numbers = {"points": points, "dealer": int(seat == dealer), "number": situation.raspasy + 1}
        yield pool(seat, points, Rule.RASPASY_ZERO, **numbers)


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
