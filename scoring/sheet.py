"""The game sheet: deals replayed one after the other, each on top of what stood before.

Nothing is stored but facts, so a changed early deal changes all that follows.

>>> from scoring.conventions import SOCHI
>>> game = Game(convention=SOCHI, players=3, target=10)
>>> deal = Contract(declarer=0, level=6, roles={}, dealer=2)
>>> replay(game, [deal]).sheet.pool
(2, 0, 0)
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from scoring.checks import completed, deal_faults, plain_faults, seats_of
from scoring.concession import concession_entries
from scoring.contract import contract_entries
from scoring.conventions import Convention, PoolEnd
from scoring.deals import (
    CardDeal,
    Contract,
    Deal,
    Manual,
    Misere,
    Raspasy,
    Seat,
    Seating,
    seating,
)
from scoring.entries import Area, Entry, Reason, Rule
from scoring.exact import Number, whole
from scoring.faults import Fault, Refused
from scoring.manual import manual_entries
from scoring.misere import misere_entries
from scoring.pool import Ledger, Pools, pool_limit, write_pool
from scoring.raspasy import raspasy_entries
from scoring.series import lowest_bid, raspasy_after
from scoring.situation import Situation

PLAYERS = range(2, 6)
"""How many can play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A sheet that was begun elsewhere; whoever is left out stands at 0."""

    pool: Mapping[Seat, Number] = field(default_factory=dict)
    mountain: Mapping[Seat, Number] = field(default_factory=dict)
    whists: Mapping[Seat, Mapping[Seat, Number]] = field(default_factory=dict)
    raspasy: int = 0
    """Raspasy in a row before the first deal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """What stands before the first deal: agreement, players, target, who deals, opening sheet."""

    convention: Convention
    players: int
    target: int | None
    """Pool points per player; None only where the game is played on time."""
    first_dealer: Seat = 0
    opening: Opening = field(default_factory=Opening)


class Ending(StrEnum):
    """What ended a game."""

    TARGET = "target"
    SUM = "sum"
    CONSENT = "consent"
    TIME = "time"


class Sheet(NamedTuple):
    """Totals of every column: ``pool[i]``, ``mountain[i]``, ``whists[i][j]`` i has on j."""

    pool: tuple[Number, ...]
    mountain: tuple[Number, ...]
    whists: tuple[tuple[Number, ...], ...]


class State(NamedTuple):
    """A game between two deals."""

    game: Game
    sheet: Sheet
    dealer: Seat
    """Whose turn it is to deal."""
    raspasy: int
    """Raspasy in a row so far."""
    over: Ending | None


class Played(NamedTuple):
    """One deal as it was played and what it wrote."""

    deal: Deal
    """Completed: what was left out is filled in."""
    dealer: Seat
    resting: tuple[Seat, ...]
    active: tuple[Seat, ...]
    """From the dealer's left, clockwise."""
    raspasy: int
    """Raspasy in a row before it."""
    entries: tuple[Entry, ...]
    sheet: Sheet
    """After it."""
    over: bool
    """Whether the game ended with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Upcoming:
    """The deal that comes next."""

    dealer: Seat
    active: tuple[Seat, ...]
    resting: tuple[Seat, ...]
    raspasy: int
    """Raspasy in a row before it."""
    lowest_bid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """A whole game replayed."""

    game: Game
    opening: Sheet
    """Before the first deal."""
    played: tuple[Played, ...]
    sheet: Sheet
    """As it stands at the end."""
    over: bool
    reason: Ending | None
    upcoming: Upcoming | None
    """None when it is over."""


def game_faults(game: Game) -> list[Fault]:
    """Everything that cannot be in a game before its first deal."""
    faults = list(_target_faults(game))
    if game.players not in PLAYERS:
        return [*faults, Fault("players", "player_count", {"players": game.players})]
    if not 0 <= game.first_dealer < game.players:
        faults.append(Fault("dealer", "dealer_unknown", {"seat": game.first_dealer}))
    return [*faults, *_opening_faults(game.opening, game.players)]


def _target_faults(game: Game) -> Iterator[Fault]:
    if game.target is None:
        if game.convention.pool_end is not PoolEnd.TIME:
            yield Fault("target", "target_needed", {"option": "pool_end"})
    elif game.target < 1:
        yield Fault("target", "target_positive")


def _opening_faults(opening: Opening, players: int) -> Iterator[Fault]:
    for place, seats in (
        ("start.pool", opening.pool),
        ("start.mountain", opening.mountain),
        ("start.whists", opening.whists),
        *(("start.whists", row) for row in opening.whists.values()),
    ):
        yield from (_unknown(place, seat) for seat in seats if not 0 <= seat < players)
    if any(seat in row for seat, row in opening.whists.items()):
        yield Fault("start.whists", "against_self")
    if opening.raspasy < 0:
        yield Fault("start.raspasy", "opening_raspasy")


def _unknown(place: str, seat: Seat) -> Fault:
    return Fault(place, "seat_unknown", {"seat": seat})


def start(game: Game) -> State:
    """The game before its first deal. Raises :class:`Refused` if there can be no such game."""
    faults = game_faults(game)
    if faults:
        raise Refused(faults)
    opening, seats = game.opening, range(game.players)
    sheet = Sheet(
        tuple(whole(opening.pool.get(seat, 0)) for seat in seats),
        tuple(whole(opening.mountain.get(seat, 0)) for seat in seats),
        tuple(
            tuple(whole(opening.whists.get(seat, {}).get(other, 0)) for other in seats)
            for seat in seats
        ),
    )
    return State(game, sheet, game.first_dealer, opening.raspasy, _ending(game, sheet))


def _ending(game: Game, sheet: Sheet) -> Ending | None:
    """What has ended the game by itself, if anything has."""
    target, end = game.target, game.convention.pool_end
    if target is None:
        return None
    if end is PoolEnd.EACH:
        return Ending.TARGET if min(sheet.pool) >= target else None
    if end is PoolEnd.SUM:
        return Ending.SUM if sum(sheet.pool) >= target * game.players else None
    return None


def check_deal(game: Game, state: State, deal: Deal) -> tuple[Fault, ...]:
    """Everything that cannot be in a deal if it came next; places relative to the deal."""
    if state.over is not None:
        return (Fault("", "after_end"),)
    return deal_faults(deal, game.convention, game.players, state.dealer)


def advance(state: State, deal: Deal) -> State:
    """The game after one more deal. Raises :class:`Refused`, places relative to the deal."""
    return play(state, deal)[1]


def play(state: State, deal: Deal) -> tuple[Played, State]:
    """One more deal: what it wrote, and the game after it. Raises :class:`Refused`."""
    faults = check_deal(state.game, state, deal)
    if faults:
        raise Refused(faults)
    return _play_manual(state, deal) if isinstance(deal, Manual) else _play_cards(state, deal)


def _play_manual(state: State, deal: Manual) -> tuple[Played, State]:
    ledger = _ledger(state.sheet)
    entries = tuple(ledger.write(entry) for entry in manual_entries(deal))
    seats = seating(state.game.players, state.dealer)
    return _finish(state, deal, seats, entries, ledger)


def _play_cards(state: State, deal: CardDeal) -> tuple[Played, State]:
    game = state.game
    seats = seats_of(deal, game.players, state.dealer)
    situation = Situation(game.convention, seats, state.raspasy)
    whole_deal = completed(deal, situation)
    drafts = _drafts(whole_deal, situation)
    if deal.multiplier != 1:
        drafts = [_multiplied(draft, deal.multiplier) for draft in drafts]
    ledger = _ledger(state.sheet)
    limit = pool_limit(game.convention, game.target)
    pools = Pools(game.convention, limit, _skipped(drafts, situation))
    entries = _written(drafts, ledger, pools)
    return _finish(state, whole_deal, seats, entries, ledger)


def _drafts(deal: CardDeal, situation: Situation) -> list[Entry]:
    """What a completed deal writes; pool entries are points earned, not yet in a pool."""
    match deal:
        case Contract():
            return contract_entries(deal, situation)
        case Misere():
            return misere_entries(deal, situation)
        case Raspasy():
            return raspasy_entries(deal, situation)
    return concession_entries(deal, situation)


def _multiplied(draft: Entry, multiplier: int) -> Entry:
    reason = Reason(draft.reason.rule, {**draft.reason.numbers, "multiplier": multiplier})
    amount = whole(draft.amount * multiplier)
    return Entry(draft.seat, draft.area, amount, draft.against, reason)


def _skipped(drafts: Sequence[Entry], situation: Situation) -> set[Seat]:
    """Players nobody helps in this deal."""
    convention, dealer = situation.convention, situation.seats.resting_dealer
    skipped: set[Seat] = set()
    if convention.help_skips_dealer and dealer is not None:
        skipped.add(dealer)
    if convention.help_skips_fined:
        skipped |= {draft.seat for draft in drafts if draft.reason.rule is Rule.WHISTER_SHORT}
    return skipped


def _written(drafts: Sequence[Entry], ledger: Ledger, pools: Pools) -> tuple[Entry, ...]:
    """The drafts on the ledger, points earned being what became of them."""
    entries: list[Entry] = []
    for draft in drafts:
        if draft.area is Area.POOL:
            entries += write_pool(draft, ledger, pools)
        else:
            entries.append(ledger.write(draft))
    return tuple(entries)


def _ledger(sheet: Sheet) -> Ledger:
    return Ledger([*sheet.pool], [*sheet.mountain], [[*row] for row in sheet.whists])


def _finish(
    state: State, deal: Deal, seats: Seating, entries: tuple[Entry, ...], ledger: Ledger
) -> tuple[Played, State]:
    """The deal with what it wrote, and the game after it."""
    sheet = Sheet(tuple(ledger.pool), tuple(ledger.mountain), tuple(map(tuple, ledger.whists)))
    after = State(
        state.game,
        sheet,
        _next_dealer(deal, seats.dealer, state.game),
        raspasy_after(state.raspasy, deal, state.game.convention),
        _ending(state.game, sheet),
    )
    played = Played(
        deal=deal,
        dealer=seats.dealer,
        resting=seats.resting,
        active=seats.active,
        raspasy=state.raspasy,
        entries=entries,
        sheet=sheet,
        over=after.over is not None,
    )
    return played, after


def _next_dealer(deal: Deal, dealer: Seat, game: Game) -> Seat:
    """Whose turn it is after ``dealer`` dealt."""
    if isinstance(deal, Manual):
        return dealer
    if isinstance(deal, Raspasy) and not game.convention.deal_moves_after_raspasy:
        return dealer
    return (dealer + 1) % game.players


def replay(
    game: Game, deals: Sequence[Deal], ended: str | None = None, *, to_its_end: bool = False
) -> Replay:
    """A game from its first deal on.

    ``ended`` ("consent" or "time") counts only where the game has not ended by itself. With
    ``to_its_end`` deals after it do not count; without, they are a fault.
    Raises :class:`Refused` with every fault, at places like ``deals[3].tricks``.
    """
    state = start(game)
    opening = state.sheet
    played: list[Played] = []
    for deal in deals:
        if to_its_end and state.over is not None:
            break
        try:
            one, state = play(state, deal)
        except Refused:
            raise Refused(find_faults(game, deals)) from None
        played.append(one)
    reason = state.over or (Ending(ended) if ended else None)
    return Replay(
        game=game,
        opening=opening,
        played=tuple(played),
        sheet=state.sheet,
        over=reason is not None,
        reason=reason,
        upcoming=None if reason else upcoming(state),
    )


def upcoming(state: State) -> Upcoming:
    """The deal that comes next in a game that is not over."""
    seats = seating(state.game.players, state.dealer)
    return Upcoming(
        dealer=seats.dealer,
        active=seats.active,
        resting=seats.resting,
        raspasy=state.raspasy,
        lowest_bid=lowest_bid(state.game.convention, state.raspasy),
    )


@dataclass(frozen=True, slots=True)
class Runs:
    """Running totals as they stand on paper, for each column: ``whists[i][j]`` what i has on j.

    One number for each deal that changed the column, first the opening one where it was not 0.
    """

    pool: tuple[tuple[Number, ...], ...]
    mountain: tuple[tuple[Number, ...], ...]
    whists: tuple[tuple[tuple[Number, ...], ...], ...]


def runs(replay: Replay) -> Runs:
    """The sheet of a replayed game as it looks on paper."""
    sheets = [replay.opening, *(each.sheet for each in replay.played)]
    seats = range(replay.game.players)
    return Runs(
        tuple(_run([sheet.pool[i] for sheet in sheets]) for i in seats),
        tuple(_run([sheet.mountain[i] for sheet in sheets]) for i in seats),
        tuple(tuple(_run([sheet.whists[i][j] for sheet in sheets]) for j in seats) for i in seats),
    )


def _run(totals: Sequence[Number]) -> tuple[Number, ...]:
    return tuple(
        total for before, total in zip((0, *totals), totals, strict=False) if total != before
    )


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A deal of which something could not be read.

    ``deal`` is the rest of it; None where the rotation cannot be followed past it, its kind or
    its dealer being unknown.
    """

    deal: Deal | None = None


def find_faults(
    game: Game,
    deals: Sequence[Deal | Doubtful],
    *,
    certain: bool = True,
    knows_turn: bool = True,
) -> list[Fault]:
    """Every fault of deals in a row, as far as it can be told past the first.

    After a fault the numbers are not known any more, so neither is the end of the game; nobody
    is told a consequence of somebody else's mistake. ``certain`` is False where the game itself
    is in doubt, ``knows_turn`` where it is not even known who deals first.
    """
    state = start(game) if certain else None
    turn: Seat | None = game.first_dealer if knows_turn else None
    faults: list[Fault] = []
    for index, deal in enumerate(deals):
        if state is not None and state.over is not None:
            found: Sequence[Fault] = (Fault("", "after_end"),)
        else:
            found = _faults_at(deal, game, turn)
            if found or isinstance(deal, Doubtful):
                state = None
            elif state is not None:
                state = advance(state, deal)
            turn = _turn_after(deal, turn, game)
        faults += (fault.under(f"deals[{index}]") for fault in found)
    return faults


def _faults_at(deal: Deal | Doubtful, game: Game, turn: Seat | None) -> tuple[Fault, ...]:
    """What can be said against a deal when perhaps nobody knows whose turn it was."""
    if isinstance(deal, Doubtful):
        return ()
    if turn is None and game.players > 3 and not isinstance(deal, Manual) and deal.dealer is None:
        return plain_faults(deal)
    return deal_faults(deal, game.convention, game.players, turn or 0)


def _turn_after(deal: Deal | Doubtful, turn: Seat | None, game: Game) -> Seat | None:
    """Whose turn it is next, None where that cannot be told."""
    if isinstance(deal, Doubtful):
        if deal.deal is None:
            return None
        deal = deal.deal
    dealer = turn if isinstance(deal, Manual) or deal.dealer is None else deal.dealer
    return None if dealer is None else _next_dealer(deal, dealer, game)
