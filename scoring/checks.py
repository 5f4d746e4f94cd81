"""Which facts of a deal can be, and what completes them where something may be left out.

Source: docs/rules.md 2.2; docs/pulka-file.md.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import TypeAlias

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

Faults: TypeAlias = tuple[Fault, ...]

_FINE: Faults = ()


def seats_of(deal: CardDeal, players: int, turn: Seat) -> Seating:
    """Who plays a deal and who rests when it is ``turn``'s turn to deal."""
    return seating(players, turn if deal.dealer is None else deal.dealer, deal.resting)


def deal_faults(deal: Deal, convention: Convention, players: int, turn: Seat) -> Faults:
    """Everything that cannot be in a deal; places are relative to it."""
    if isinstance(deal, Manual):
        return plain_faults(deal) + tuple(_seats_of_entries(deal, players))
    faults = plain_faults(deal) + _dealt(deal, players, turn)
    if faults:
        return faults
    situation = Situation(convention, seats_of(deal, players, turn))
    match deal:
        case Contract():
            return _contract(deal, situation)
        case Raspasy():
            return _raspasy(deal, situation)
        case Concession():
            return _declarer(deal.declarer, situation) + _concession(deal, situation)
    return _declarer(deal.declarer, situation)


def completed(deal: CardDeal, situation: Situation) -> CardDeal:
    """The same facts with everything filled in that was left out; they must be in order."""
    match deal:
        case Contract():
            return _completed_contract(deal, situation)
        case Raspasy():
            return _completed_raspasy(deal, situation)
        case Concession(undertricks=None):
            return replace(deal, undertricks=situation.convention.concession)
    return deal


# Ranges: what can be said of a deal without knowing who sits where


def plain_faults(deal: Deal) -> Faults:
    """Numbers out of their range, whatever the table agreed on and whoever plays."""
    match deal:
        case Manual():
            return tuple(_entries_against(deal))
        case Contract():
            faults = _level(deal.level) + _tricks_range(deal.tricks) + _units(deal.talon_units)
        case Misere():
            faults = _misere_tricks(deal.tricks)
        case Raspasy():
            faults = _tricks_range(deal.tricks)
        case _:
            faults = _level(deal.level) + _undertricks(deal)
    if deal.multiplier < 1:
        return (*faults, Fault("multiplier", "multiplier_range", {"multiplier": deal.multiplier}))
    return faults


def _entries_against(deal: Manual) -> Iterator[Fault]:
    for index, entry in enumerate(deal.entries):
        code = _against(entry)
        if code:
            yield Fault(f"entries[{index}].against", code)


def _against(entry: ManualEntry) -> str | None:
    """What is wrong with the player somebody wrote on, if anything is."""
    if entry.area is not Area.WHISTS:
        return None if entry.against is None else "against_not_whists"
    if entry.against is None:
        return "against_needed"
    return "against_self" if entry.against == entry.seat else None


def _level(level: int) -> Faults:
    if 6 <= level <= HAND:
        return _FINE
    return (Fault("level", "level_range", {"level": level}),)


def _units(units: int | None) -> Faults:
    if units is None or 0 <= units <= 3:
        return _FINE
    return (Fault("talon_units", "talon_range", {"units": units}),)


def _misere_tricks(tricks: int) -> Faults:
    if 0 <= tricks <= HAND:
        return _FINE
    return (Fault("tricks", "misere_tricks_range", {"tricks": tricks}),)


def _undertricks(deal: Concession) -> Faults:
    if deal.undertricks is None or 1 <= deal.undertricks <= deal.level:
        return _FINE
    params = {"level": deal.level, "undertricks": deal.undertricks}
    return (Fault("undertricks", "undertricks_range", params),)


def _tricks_range(tricks: Mapping[Seat, int] | None) -> Faults:
    if not tricks or (min(tricks.values()) >= 0 and max(tricks.values()) <= HAND):
        return _FINE
    return tuple(
        Fault("tricks", "tricks_range", {"seat": seat, "tricks": count})
        for seat, count in tricks.items()
        if not 0 <= count <= HAND
    )


# Seats


def _seats_of_entries(deal: Manual, players: int) -> Iterator[Fault]:
    """Players of entries by hand who do not exist."""
    for index, entry in enumerate(deal.entries):
        for key, seat in (("player", entry.seat), ("against", entry.against)):
            if seat is not None and not 0 <= seat < players:
                yield Fault(f"entries[{index}].{key}", "seat_unknown", {"seat": seat})


def _dealt(deal: CardDeal, players: int, turn: Seat) -> Faults:
    """A dealer who does not exist, and players who cannot be resting."""
    dealer = turn if deal.dealer is None else deal.dealer
    if not 0 <= dealer < players:
        return (Fault("dealer", "seat_unknown", {"seat": dealer}),)
    return _FINE if deal.resting is None else _resting(deal.resting, players, dealer)


def _resting(resting: tuple[Seat, ...], players: int, dealer: Seat) -> Faults:
    if players != 5:
        return (Fault("resting", "resting_players"),)
    if len(set(resting)) != 2 or len(resting) != 2 or dealer not in resting:
        return (Fault("resting", "resting_pair"),)
    return tuple(
        Fault("resting", "seat_unknown", {"seat": seat})
        for seat in resting
        if not 0 <= seat < players
    )


def _outside(place: str, seat: Seat, code: str, situation: Situation) -> Fault:
    """A player with no part in a deal: he rests, which is ``code``, or there is no such one."""
    return Fault(place, code if seat in situation.seats.resting else "seat_unknown", {"seat": seat})


# Contracts


def _declarer(declarer: Seat, situation: Situation) -> Faults:
    if declarer in situation.seats.active:
        return _FINE
    return (_outside("declarer", declarer, "declarer_rests", situation),)


def _contract(deal: Contract, situation: Situation) -> Faults:
    convention = situation.convention
    faults = _talon(deal, convention)
    if deal.declarer not in situation.seats.active:
        return faults + _declarer(deal.declarer, situation)
    if is_checked_ten(deal.level, convention):
        return faults + _checked_ten(deal, situation)
    order = defenders(situation.seats, deal.declarer)
    answers = [deal.roles.get(seat, Role.PASS) for seat in order]
    strangers = deal.roles.keys() - order
    if strangers or convention.stalingrad or Role.HALF in answers:
        bad_roles = _roles(deal, answers, strangers, situation)
        if bad_roles:
            return faults + bad_roles
    return faults + _contract_tricks(deal, answers, bool(strangers), situation)


def _checked_ten(deal: Contract, situation: Situation) -> Faults:
    if deal.roles:
        return (Fault("roles", "roles_checked_ten", {"option": "ten"}),)
    alone = situation.convention.ten_checked_split is TenSplit.EQUAL
    return _play_tricks(deal, situation, declarer_alone=alone) if deal.tricks else _FINE


def _talon(deal: Contract, convention: Convention) -> Faults:
    if deal.talon_units is None or convention.talon_bonus is not TalonBonus.OFF:
        return _FINE
    return (Fault("talon_units", "talon_off", {"option": "talon_bonus"}),)


def _roles(
    deal: Contract, answers: Sequence[Role], strangers: Set[Seat], situation: Situation
) -> Faults:
    """What is wrong with the answers; ``strangers`` gave one and are no defenders."""
    convention = situation.convention
    faults = [
        fault for seat in sorted(strangers) for fault in _stranger(seat, answers, deal, situation)
    ]
    if convention.stalingrad and _is_stalingrad(deal):
        if strangers or answers.count(Role.WHIST) < len(answers):
            faults.append(Fault("roles", "roles_stalingrad", {"option": "stalingrad"}))
    elif Role.HALF in answers:
        faults += _half(deal.level, answers, convention)
    return tuple(faults)


def _is_stalingrad(deal: Contract) -> bool:
    return deal.level == 6 and deal.trump is Trump.SPADES


def _stranger(seat: Seat, answers: Sequence[Role], deal: Contract, situation: Situation) -> Faults:
    """An answer of somebody who is no defender: only a dealer who whists may give one."""
    if seat == deal.declarer:
        return (Fault("roles", "role_declarer", {"seat": seat}),)
    if situation.seats.resting != (seat,):
        return (_outside("roles", seat, "role_rests", situation),)
    if not situation.convention.dealer_may_whist:
        return (Fault("roles", "role_rests", {"seat": seat, "option": "dealer_may_whist"}),)
    if deal.roles[seat] is not Role.WHIST or answers.count(Role.PASS) < len(answers):
        return (Fault("roles", "role_dealer_whists"),)
    return _FINE


def _half(level: int, answers: Sequence[Role], convention: Convention) -> Iterator[Fault]:
    if answers.count(Role.HALF) > 1:
        yield Fault("roles", "half_twice")
    elif Role.WHIST in answers:
        yield Fault("roles", "half_beside_whist")
    if level not in convention.half_whist_levels:
        yield Fault("roles", "half_level", {"level": level, "option": "half_whist_levels"})


def _contract_tricks(
    deal: Contract, answers: Sequence[Role], dealer_whists: bool, situation: Situation
) -> Faults:
    """Whether the tricks are those of the players, all that are needed, and ten."""
    whisters = answers.count(Role.WHIST)
    if not whisters and not dealer_whists:
        return _unplayed_tricks(deal)
    if not deal.tricks:
        return (Fault("tricks", "tricks_needed"),)
    if dealer_whists:
        return _dealer_tricks(deal, situation.seats.dealer)
    return _play_tricks(deal, situation, declarer_alone=whisters == 1)


def _unplayed_tricks(deal: Contract) -> Faults:
    """Tricks where nobody whisted; a ten might have been checked instead."""
    params = {"option": "ten"} if deal.level == HAND else {}
    return (Fault("tricks", "tricks_unplayed", params),) if deal.tricks else _FINE


def _play_tricks(deal: Contract, situation: Situation, *, declarer_alone: bool) -> Faults:
    """Tricks of the active players: one may be left out, or both defenders' together."""
    tricks, active = deal.tricks or {}, situation.seats.active
    strangers = tricks.keys() - active
    if strangers:
        return _tricks_of(strangers, situation)
    if len(tricks) >= len(active) - 1:
        return _sum(tricks, active)
    if tricks.keys() != {deal.declarer}:
        return (Fault("tricks", "tricks_left_out"),)
    return _FINE if declarer_alone else (Fault("tricks", "tricks_own_needed"),)


def _dealer_tricks(deal: Contract, dealer: Seat) -> Faults:
    """Tricks of the declarer and a whisting dealer; those of the passers can only be none."""
    tricks = deal.tricks or {}
    players = (deal.declarer, dealer)
    others = tuple(
        Fault("tricks", "tricks_passer", {"seat": seat})
        for seat, count in tricks.items()
        if seat not in players and count
    )
    own = {seat: tricks[seat] for seat in players if seat in tricks}
    if not own:
        return (*others, Fault("tricks", "tricks_left_out"))
    return others + _sum(own, players)


def _tricks_of(strangers: Iterable[Seat], situation: Situation) -> Faults:
    """Tricks of players who take no part."""
    return tuple(_outside("tricks", seat, "tricks_rests", situation) for seat in sorted(strangers))


def _sum(tricks: Mapping[Seat, int], players: Sequence[Seat], most: int = HAND) -> Faults:
    """Whether tricks come to ``most``, or can with the one player who is left out."""
    total = sum(tricks.values())
    if total > most:
        return (Fault("tricks", "tricks_over", {"count": total - most}),)
    if total < most and len(tricks) == len(players):
        return (Fault("tricks", "tricks_missing", {"count": most - total}),)
    return _FINE


def _completed_contract(deal: Contract, situation: Situation) -> Contract:
    order = defenders(situation.seats, deal.declarer)
    all_tricks = deal.tricks is None or len(deal.tricks) > len(order)
    if all_tricks and (*deal.roles,) == order:
        return deal
    checked = is_checked_ten(deal.level, situation.convention)
    roles = {} if checked else _all_roles(deal.roles, order)
    tricks = _all_tricks(deal, order, situation) if deal.tricks else None
    return replace(deal, roles=roles, tricks=tricks)


def _all_roles(roles: Mapping[Seat, Role], order: Sequence[Seat]) -> dict[Seat, Role]:
    """Every defender's answer in order of speech, and last a dealer who whists."""
    return {**dict.fromkeys(order, Role.PASS), **roles}


def _all_tricks(deal: Contract, order: Sequence[Seat], situation: Situation) -> dict[Seat, int]:
    """Every known player's tricks, the declarer first."""
    tricks = deal.tricks or {}
    dealer = situation.seats.resting_dealer
    if dealer is not None and dealer in deal.roles:
        own = {seat: tricks[seat] for seat in (deal.declarer, dealer) if seat in tricks}
        return _with_rest(own, (deal.declarer, dealer))
    if len(tricks) < len(order):
        return dict(tricks)
    return _with_rest(tricks, (deal.declarer, *order))


def _with_rest(tricks: Mapping[Seat, int], order: Sequence[Seat]) -> dict[Seat, int]:
    """The tricks in this order; the one left out took the rest."""
    rest = HAND - sum(tricks.values())
    return {seat: tricks.get(seat, rest) for seat in order}


# The other deals


def _concession(deal: Concession, situation: Situation) -> Faults:
    if situation.convention.concession:
        return _FINE
    place = "" if deal.undertricks is None else "undertricks"
    return (Fault(place, "concession_off", {"option": "concession"}),)


def _raspasy(deal: Raspasy, situation: Situation) -> Faults:
    active, dealer = situation.seats.active, takes_talon(situation)
    strangers = deal.tricks.keys() - _takers(situation)
    if strangers:
        return _tricks_of(strangers, situation)
    talon = 0 if dealer is None else deal.tricks.get(dealer, 0)
    own = {seat: count for seat, count in deal.tricks.items() if seat in active}
    if talon > TALON:
        return (Fault("tricks", "tricks_dealer", {"tricks": talon}),)
    if len(active) == 2:
        return _two_hands(own)
    if len(own) < 2:
        return (Fault("tricks", "tricks_left_out"),)
    return _sum(own, active, HAND - talon)


def _takers(situation: Situation) -> tuple[Seat, ...]:
    """Who takes tricks in a raspasy, in the order of play, a resting dealer last."""
    dealer = takes_talon(situation)
    active = situation.seats.active
    return active if dealer is None else (*active, dealer)


def _two_hands(own: Mapping[Seat, int]) -> Faults:
    """Two players: the dummy's tricks are nobody's, so none can be left out."""
    total = sum(own.values())
    if len(own) < 2:
        return (Fault("tricks", "tricks_own_needed"),)
    return (Fault("tricks", "tricks_over", {"count": total - HAND}),) if total > HAND else _FINE


def _completed_raspasy(deal: Raspasy, situation: Situation) -> Raspasy:
    """With everybody's tricks in the order of play; a resting dealer left out took none."""
    order = _takers(situation)
    if (*deal.tricks,) == order:
        return deal
    dealer = takes_talon(situation)
    talon = {} if dealer is None else {dealer: 0}
    return replace(deal, tricks=_with_rest({**talon, **deal.tricks}, order))
