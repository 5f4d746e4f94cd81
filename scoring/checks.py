"""Which facts of a deal can be, and what completes them where something may be left out.

Source: rules.md 2.2; the format of pulka files.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from scoring.contract import is_checked_ten
from scoring.conventions import Convention, TalonBonus, TenSplit
from scoring.deals import (
    HAND,
    CardDeal,
    Concession,
    Contract,
    Deal,
    Manual,
    ManualEntry,
    Misere,
    Raspasy,
    Role,
    Seat,
    Seating,
    Trump,
    defenders,
    seating,
)
from scoring.entries import Area
from scoring.faults import Fault
from scoring.raspasy import takes_talon
from scoring.situation import Situation

TALON = 2
"""Cards in the talon: the most tricks a resting dealer takes in a raspasy."""

Faults = Iterator[Fault]


def seats_of(deal: CardDeal, players: int, turn: Seat) -> Seating:
    """Who plays a deal and who rests when it is ``turn``'s turn to deal."""
    return seating(players, turn if deal.dealer is None else deal.dealer, deal.resting)


def deal_faults(deal: Deal, convention: Convention, players: int, turn: Seat) -> list[Fault]:
    """Everything that cannot be in a deal; places are relative to it."""
    faults = [*plain_faults(deal), *_seat_faults(deal, players, turn)]
    if faults or isinstance(deal, Manual):
        return faults
    situation = Situation(convention, seats_of(deal, players, turn))
    match deal:
        case Contract():
            return list(_contract(deal, situation))
        case Raspasy():
            return list(_raspasy(deal, situation))
        case Concession():
            return [*_declarer(deal.declarer, situation), *_concession(deal, situation)]
    return list(_declarer(deal.declarer, situation))


def completed(deal: CardDeal, situation: Situation) -> CardDeal:
    """The same facts with everything filled in that was left out; they must be in order."""
    match deal:
        case Contract():
            return _completed_contract(deal, situation)
        case Raspasy():
            return replace(deal, tricks=_raspasy_tricks(deal, situation))
        case Concession(undertricks=None):
            return replace(deal, undertricks=situation.convention.concession)
    return deal


# Ranges: what can be said of a deal without knowing who sits where


def plain_faults(deal: Deal) -> Faults:
    """Numbers out of their range, whatever the table agreed on and whoever plays."""
    match deal:
        case Manual(entries=entries):
            for index, entry in enumerate(entries):
                yield from (fault.under(f"entries[{index}]") for fault in _against(entry))
            return
        case Contract():
            yield from _level(deal.level)
            yield from _tricks_range(deal.tricks or {})
            if deal.talon_units is not None and not 0 <= deal.talon_units <= 3:
                yield Fault("talon_units", "talon_range", {"units": deal.talon_units})
        case Misere():
            if not 0 <= deal.tricks <= HAND:
                yield Fault("tricks", "misere_tricks_range", {"tricks": deal.tricks})
        case Raspasy():
            yield from _tricks_range(deal.tricks)
        case Concession():
            yield from _level(deal.level)
            if deal.undertricks is not None and not 1 <= deal.undertricks <= deal.level:
                params = {"level": deal.level, "undertricks": deal.undertricks}
                yield Fault("undertricks", "undertricks_range", params)
    if deal.multiplier < 1:
        yield Fault("multiplier", "multiplier_range", {"multiplier": deal.multiplier})


def _against(entry: ManualEntry) -> Faults:
    if entry.area is not Area.WHISTS:
        if entry.against is not None:
            yield Fault("against", "against_not_whists")
    elif entry.against is None:
        yield Fault("against", "against_needed")
    elif entry.against == entry.seat:
        yield Fault("against", "against_self")


def _level(level: int) -> Faults:
    if not 6 <= level <= HAND:
        yield Fault("level", "level_range", {"level": level})


def _tricks_range(tricks: Mapping[Seat, int]) -> Faults:
    for seat, count in tricks.items():
        if not 0 <= count <= HAND:
            yield Fault("tricks", "tricks_range", {"seat": seat, "tricks": count})


# Seats


def _seat_faults(deal: Deal, players: int, turn: Seat) -> Faults:
    """Players who do not exist, and who cannot be resting."""
    for place, seat in _seats_named(deal):
        if not 0 <= seat < players:
            yield Fault(place, "seat_unknown", {"seat": seat})
    if not isinstance(deal, Manual) and deal.resting is not None:
        dealer = turn if deal.dealer is None else deal.dealer
        yield from _resting(deal.resting, players, dealer)


def _seats_named(deal: Deal) -> Iterator[tuple[str, Seat]]:
    """Every seat a deal names, with its place."""
    if isinstance(deal, Manual):
        for index, entry in enumerate(deal.entries):
            yield f"entries[{index}].player", entry.seat
            if entry.against is not None:
                yield f"entries[{index}].against", entry.against
        return
    if deal.dealer is not None:
        yield "dealer", deal.dealer
    for seat in deal.resting or ():
        yield "resting", seat
    if not isinstance(deal, Raspasy):
        yield "declarer", deal.declarer
    if isinstance(deal, Contract):
        for seat in deal.roles:
            yield "roles", seat
    if isinstance(deal, Contract | Raspasy):
        for seat in deal.tricks or {}:
            yield "tricks", seat


def _resting(resting: tuple[Seat, ...], players: int, dealer: Seat) -> Faults:
    if players != 5:
        yield Fault("resting", "resting_players")
    elif len(set(resting)) != 2 or len(resting) != 2 or dealer not in resting:
        yield Fault("resting", "resting_pair")


# Contracts


def _declarer(declarer: Seat, situation: Situation) -> Faults:
    if declarer in situation.seats.resting:
        yield Fault("declarer", "declarer_rests", {"seat": declarer})


def _contract(deal: Contract, situation: Situation) -> Faults:
    convention = situation.convention
    if deal.talon_units is not None and convention.talon_bonus is TalonBonus.OFF:
        yield Fault("talon_units", "talon_off", {"option": "talon_bonus"})
    if deal.declarer in situation.seats.resting:
        yield from _declarer(deal.declarer, situation)
        return
    bad_roles = list(_roles(deal, situation))
    yield from bad_roles
    if not bad_roles:
        yield from _contract_tricks(deal, situation)


def _roles(deal: Contract, situation: Situation) -> Faults:
    convention = situation.convention
    if is_checked_ten(deal.level, convention):
        if deal.roles:
            yield Fault("roles", "roles_checked_ten", {"option": "ten"})
        return
    order = defenders(situation.seats, deal.declarer)
    strangers = [seat for seat in deal.roles if seat not in order]
    for seat in strangers:
        yield from _stranger(seat, deal, situation)
    answers = [deal.roles.get(seat, Role.PASS) for seat in order]
    if _is_stalingrad(deal, convention):
        if strangers or any(answer is not Role.WHIST for answer in answers):
            yield Fault("roles", "roles_stalingrad", {"option": "stalingrad"})
    elif Role.HALF in answers:
        yield from _half(deal.level, answers, convention)


def _is_stalingrad(deal: Contract, convention: Convention) -> bool:
    return convention.stalingrad and deal.level == 6 and deal.trump is Trump.SPADES


def _stranger(seat: Seat, deal: Contract, situation: Situation) -> Faults:
    """An answer of somebody who is no defender: only a dealer who whists may give one."""
    if seat == deal.declarer:
        yield Fault("roles", "role_declarer", {"seat": seat})
    elif not _dealer_may_whist(seat, situation):
        yield Fault("roles", "role_rests", {"seat": seat, "option": "dealer_may_whist"})
    else:
        others = [role for other, role in deal.roles.items() if other != seat]
        if deal.roles[seat] is not Role.WHIST or any(role is not Role.PASS for role in others):
            yield Fault("roles", "role_dealer_whists", {"seat": seat})


def _dealer_may_whist(seat: Seat, situation: Situation) -> bool:
    """Whether it is the resting dealer of four, and the table lets him."""
    seats = situation.seats
    return situation.convention.dealer_may_whist and seats.resting == (seat,)


def _half(level: int, answers: Sequence[Role], convention: Convention) -> Faults:
    if answers.count(Role.HALF) > 1:
        yield Fault("roles", "half_twice")
    elif Role.WHIST in answers:
        yield Fault("roles", "half_beside_whist")
    if level not in convention.half_whist_levels:
        yield Fault("roles", "half_level", {"level": level, "option": "half_whist_levels"})


def _contract_tricks(deal: Contract, situation: Situation) -> Faults:
    """Whether the tricks are those of the players, all that are needed, and ten."""
    convention = situation.convention
    if is_checked_ten(deal.level, convention):
        if deal.tricks:
            alone = convention.ten_checked_split is TenSplit.EQUAL
            yield from _play_tricks(deal, situation, declarer_alone=alone)
        return
    whisters = [seat for seat, role in deal.roles.items() if role is Role.WHIST]
    if not whisters:
        if deal.tricks:
            yield Fault("tricks", "tricks_unplayed")
    elif not deal.tricks:
        yield Fault("tricks", "tricks_needed")
    elif whisters[0] in situation.seats.resting:
        yield from _dealer_tricks(deal, whisters[0], situation)
    else:
        yield from _play_tricks(deal, situation, declarer_alone=len(whisters) == 1)


def _play_tricks(deal: Contract, situation: Situation, *, declarer_alone: bool) -> Faults:
    """Tricks of the active players: one may be left out, or both defenders' together."""
    tricks = deal.tricks or {}
    strangers = list(_tricks_of_strangers(tricks, situation.seats.active))
    if strangers:
        yield from strangers
    elif declarer_alone and tricks.keys() == {deal.declarer}:
        return
    elif len(tricks) < len(situation.seats.active) - 1:
        own = tricks.keys() == {deal.declarer}
        yield Fault("tricks", "tricks_own_needed" if own else "tricks_left_out")
    else:
        yield from _sum(tricks, situation.seats.active)


def _dealer_tricks(deal: Contract, dealer: Seat, situation: Situation) -> Faults:
    """Tricks of the declarer and a whisting dealer; those of the passers can only be none."""
    tricks = deal.tricks or {}
    players = (deal.declarer, dealer)
    for seat, count in tricks.items():
        if seat not in players and count:
            yield Fault("tricks", "tricks_passer", {"seat": seat})
    own = {seat: count for seat, count in tricks.items() if seat in players}
    if own:
        yield from _sum(own, players)
    else:
        yield Fault("tricks", "tricks_left_out")


def _tricks_of_strangers(tricks: Mapping[Seat, int], players: Sequence[Seat]) -> Faults:
    for seat in tricks:
        if seat not in players:
            yield Fault("tricks", "tricks_rests", {"seat": seat})


def _sum(tricks: Mapping[Seat, int], players: Sequence[Seat], most: int = HAND) -> Faults:
    """Whether tricks come to ``most``, or can with the one player who is left out."""
    total = sum(tricks.values())
    if total > most:
        yield Fault("tricks", "tricks_over", {"count": total - most})
    elif total < most and len(tricks) == len(players):
        yield Fault("tricks", "tricks_missing", {"count": most - total})


def _completed_contract(deal: Contract, situation: Situation) -> Contract:
    convention = situation.convention
    roles = {} if is_checked_ten(deal.level, convention) else _all_roles(deal, situation)
    tricks = _all_tricks(deal, situation) if deal.tricks else None
    return replace(deal, roles=roles, tricks=tricks)


def _all_roles(deal: Contract, situation: Situation) -> dict[Seat, Role]:
    """Every defender's answer in order of speech, and last a dealer who whists."""
    order = defenders(situation.seats, deal.declarer)
    roles = {seat: deal.roles.get(seat, Role.PASS) for seat in order}
    return roles | {seat: role for seat, role in deal.roles.items() if seat not in roles}


def _all_tricks(deal: Contract, situation: Situation) -> dict[Seat, int]:
    """Every known player's tricks, the declarer first."""
    tricks = deal.tricks or {}
    dealer = situation.seats.resting_dealer
    if dealer is not None and dealer in deal.roles:
        order: tuple[Seat, ...] = (deal.declarer, dealer)
    else:
        order = (deal.declarer, *defenders(situation.seats, deal.declarer))
        if len(tricks) < len(order) - 1:
            return dict(tricks)
    return _with_rest(tricks, order)


def _with_rest(tricks: Mapping[Seat, int], order: Sequence[Seat]) -> dict[Seat, int]:
    """The tricks in this order; the one left out took the rest."""
    rest = HAND - sum(tricks.values())
    return {seat: tricks.get(seat, rest) for seat in order}


# The other deals


def _concession(deal: Concession, situation: Situation) -> Faults:
    if situation.convention.concession == 0:
        place = "" if deal.undertricks is None else "undertricks"
        yield Fault(place, "concession_off", {"option": "concession"})


def _raspasy(deal: Raspasy, situation: Situation) -> Faults:
    active, dealer = situation.seats.active, takes_talon(situation)
    players = active if dealer is None else (*active, dealer)
    strangers = list(_tricks_of_strangers(deal.tricks, players))
    if strangers:
        yield from strangers
        return
    talon = 0 if dealer is None else deal.tricks.get(dealer, 0)
    if talon > TALON:
        yield Fault("tricks", "tricks_dealer", {"tricks": talon})
    own = {seat: count for seat, count in deal.tricks.items() if seat in active}
    yield from (_two_hands(own) if len(active) == 2 else _three_hands(own, active, HAND - talon))


def _two_hands(own: Mapping[Seat, int]) -> Faults:
    """Two players: the dummy's tricks are nobody's, so none can be left out."""
    if len(own) < 2:
        yield Fault("tricks", "tricks_own_needed")
    elif sum(own.values()) > HAND:
        yield Fault("tricks", "tricks_over", {"count": sum(own.values()) - HAND})


def _three_hands(own: Mapping[Seat, int], active: Sequence[Seat], most: int) -> Faults:
    if len(own) < 2:
        yield Fault("tricks", "tricks_left_out")
    else:
        yield from _sum(own, active, most)


def _raspasy_tricks(deal: Raspasy, situation: Situation) -> dict[Seat, int]:
    """Everybody's tricks in the order of play, the resting dealer's last."""
    dealer = takes_talon(situation)
    tricks = dict(deal.tricks)
    if dealer is not None:
        tricks.setdefault(dealer, 0)
    order = situation.seats.active if dealer is None else (*situation.seats.active, dealer)
    return _with_rest(tricks, order)
