"""Writing to the pool: the own mountain first, up to the target, help to others, the surplus.

Source: docs/rules.md 2.10.
"""

from collections.abc import Generator, Iterator, Mapping, Set
from dataclasses import dataclass
from typing import TypeAlias

from scoring.conventions import Convention, Help, HelpTarget, PoolEnd, Surplus
from scoring.deals import Seat
from scoring.entries import Area, Entry, Reason, Rule, mountain, pool, whists
from scoring.exact import Number, whole


@dataclass(slots=True)
class Ledger:
    """A sheet being written on: one list for each column, ``whists[i][j]`` what i has on j."""

    pool: list[Number]
    mountain: list[Number]
    whists: list[list[Number]]

    def write(self, entry: Entry) -> Entry:
        """Adds an entry to its column, and hands it back."""
        if entry.area is Area.POOL:
            column, place = self.pool, entry.seat
        elif entry.against is None:
            column, place = self.mountain, entry.seat
        else:
            column, place = self.whists[entry.seat], entry.against
        column[place] = whole(column[place] + entry.amount)
        return entry


@dataclass(slots=True)
class Pools:
    """How pool points are written in one deal."""

    convention: Convention
    limit: int | None
    """Where a pool closes; None: it never does."""
    skipped: Set[Seat]
    """Players nobody helps in this deal."""


def pool_limit(convention: Convention, target: int | None) -> int | None:
    """Where a pool closes; None: it never does."""
    limited = convention.pool_end is PoolEnd.EACH and convention.help is not Help.NONE
    return target if limited else None


_Part: TypeAlias = Generator[Entry, None, Number]
"""Entries, each on the ledger as it is handed out; the points they used up."""


def write_pool(entry: Entry, ledger: Ledger, pools: Pools) -> Iterator[Entry]:
    """What earned points become; every entry is on the ledger as it is handed out."""
    seat, points, limit = entry.seat, entry.amount, pools.limit
    if pools.convention.mountain_first:
        points -= yield from _clear_mountain(seat, points, ledger)
    room = points if limit is None else max(0, limit - ledger.pool[seat])
    points -= yield from _fill(entry, min(points, room), ledger)
    if limit is not None:
        points -= yield from _help_all(seat, points, ledger, pools, limit)
    if points > 0:
        yield ledger.write(_surplus(seat, points, ledger, pools.convention))


def _clear_mountain(seat: Seat, points: Number, ledger: Ledger) -> _Part:
    """Points written off the own mountain, one for one, down to zero."""
    off = min(points, max(0, ledger.mountain[seat]))
    if off:
        reason = Reason(Rule.MOUNTAIN_CLEARED, {"points": off})
        yield ledger.write(mountain(seat, -off, reason))
    return off


def _fill(entry: Entry, points: Number, ledger: Ledger) -> _Part:
    """Points in the own pool, by the rule that earned them."""
    if points:
        yield ledger.write(Entry(entry.seat, Area.POOL, whole(points), None, entry.reason))
    return points


def _help_all(seat: Seat, points: Number, ledger: Ledger, pools: Pools, limit: int) -> _Part:
    """Points in other pools, one after the other, until all are given or none is open."""
    given: Number = 0
    rate = pools.convention.help_rate
    while given < points and (helped := _next_helped(seat, ledger, pools, limit)) is not None:
        part = whole(min(points - given, limit - ledger.pool[helped]))
        received = Reason(Rule.HELP_RECEIVED, {"points": part, "helper": seat})
        yield ledger.write(pool(helped, part, received))
        in_return = Reason(Rule.HELP_WHISTS, {"points": part, "rate": rate})
        yield ledger.write(whists(seat, helped, whole(part * rate), in_return))
        given += part
    return given


def _next_helped(seat: Seat, ledger: Ledger, pools: Pools, limit: int) -> Seat | None:
    """The open pool whose turn it is to be helped; equal ones by the nearest on the left."""
    players = len(ledger.pool)
    around = [(seat + step) % players for step in range(1, players)]
    is_open = [each for each in around if each not in pools.skipped and ledger.pool[each] < limit]
    sign = _ORDER[pools.convention.help_target]
    return min(is_open, key=lambda each: sign * ledger.pool[each], default=None)


_ORDER: Mapping[HelpTarget, int] = {
    HelpTarget.HIGHEST: -1,
    HelpTarget.LEFT: 0,
    HelpTarget.LOWEST: 1,
}
"""Sign of a pool by which the smallest is helped first; 0: only the seat decides."""


def _surplus(seat: Seat, points: Number, ledger: Ledger, convention: Convention) -> Entry:
    """Points no pool can take: off the own mountain as far as agreed."""
    rate = convention.surplus_rate
    off = whole(points * rate)
    match convention.surplus:
        case Surplus.MOUNTAIN_TO_ZERO:
            off = min(off, max(0, ledger.mountain[seat]))
        case Surplus.LOST:
            off = 0
    lost = whole(points * rate - off)
    reason = Reason(Rule.SURPLUS, {"points": whole(points), "rate": rate, "lost": lost})
    return mountain(seat, -off, reason)
