"""A contract of 6 to 10 tricks: who writes what on whom, and why.

Works on completed deals (:func:`scoring.checks.completed`). Source: docs/rules.md 2.3 to 2.7.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from scoring.conventions import (
    BothWhistRule,
    Consolation,
    Convention,
    Responsibility,
    SingleTrickRule,
    TalonBonus,
    Ten,
    TenSplit,
    WhisterFailConsolation,
    WhistStyle,
)
from scoring.deals import HAND, Contract, Role, Seat, defenders
from scoring.entries import Entry, Reason, Rule, mountain, pool, whists
from scoring.exact import Number, divide, whole
from scoring.situation import Situation

DUTY = {6: 4, 7: 2, 8: 1, 9: 1, 10: 1}
"""Tricks the whisting side must take."""


def value(level: int) -> int:
    """Points a contract is worth.

    >>> [value(level) for level in range(6, 11)]
    [2, 4, 6, 8, 10]
    """
    return 2 * (level - 5)


def undertrick_price(level: int, convention: Convention) -> int:
    """Mountain points for each trick a declarer is short."""
    return value(level) * convention.mountain_mult


def whist_price(level: int, convention: Convention) -> int:
    """Whists for a trick."""
    return value(level) * convention.whist_mult


def fine_price(level: int, convention: Convention) -> int:
    """Mountain points for each trick a whister is short; even prices halve without a rest."""
    price = undertrick_price(level, convention)
    match convention.responsibility:
        case Responsibility.FULL:
            return price
        case Responsibility.HALF:
            return price // 2
    return 0


def consolation_price(level: int, convention: Convention) -> int:
    """Whists for each trick a declarer is short."""
    match convention.consolation:
        case Consolation.NONE:
            return 0
        case Consolation.FIXED:
            return convention.consolation_fixed
    return whist_price(level, convention)


def is_checked_ten(level: int, convention: Convention) -> bool:
    """Whether hands are opened and nobody whists."""
    return level == HAND and convention.ten is Ten.CHECKED


def is_made(deal: Contract) -> bool:
    """Whether the declarer has his tricks; without play he has."""
    return deal.tricks is None or deal.tricks[deal.declarer] >= deal.level


def is_whisted(deal: Contract) -> bool:
    """Whether anybody whisted."""
    return Role.WHIST in deal.roles.values()


def whisters(deal: Contract) -> tuple[Seat, ...]:
    """Who whisted, in order of speech."""
    return tuple([seat for seat, role in deal.roles.items() if role is Role.WHIST])


def whisters_short(
    deal: Contract, convention: Convention, resting_dealer: Seat | None = None
) -> dict[Seat, Number]:
    """Tricks each whister of a completed contract answers for, nobody with none.

    Nobody does where the declarer is short himself, nor a resting dealer who whists.

    >>> from scoring.conventions import SOCHI
    >>> six = Contract(
    ...     declarer=0, level=6, roles={1: Role.WHIST, 2: Role.PASS}, tricks={0: 7, 1: 3, 2: 0}
    ... )
    >>> whisters_short(six, SOCHI)
    {1: 1}

    Source: docs/rules.md 2.4; Codex 3.8.
    """
    taken = deal.level if deal.tricks is None else deal.tricks[deal.declarer]
    if taken < deal.level or resting_dealer in whisters(deal):
        return {}
    return undertricks_of_whisters(deal, convention, whisters(deal), HAND - taken)


@dataclass(slots=True, kw_only=True)
class _Play:
    """A completed contract with everything its rules ask for again and again."""

    deal: Contract
    convention: Convention
    defenders: tuple[Seat, ...]
    """In order of speech."""
    resting: tuple[Seat, ...]
    dealer: Seat | None
    """The dealer, if he rests."""
    whisters: tuple[Seat, ...]
    """In order of speech."""
    undertricks: int
    defence: int
    """Tricks of all defenders together."""
    level: int
    declarer: Seat

    @property
    def whisting_dealer(self) -> bool:
        """Whether the dealer whists, who otherwise rests."""
        return self.dealer is not None and self.dealer in self.whisters


def contract_entries(deal: Contract, situation: Situation) -> list[Entry]:
    """Everything a completed contract writes, before the pool's limits."""
    play = _play(deal, situation)
    earned = [] if play.undertricks else [_earned(play)]
    return [*earned, *(_unplayed if deal.tricks is None else _played)(play), *_talon(play)]


def _play(deal: Contract, situation: Situation) -> _Play:
    seats = situation.seats
    taken = deal.level if deal.tricks is None else deal.tricks[deal.declarer]
    return _Play(
        deal=deal,
        convention=situation.convention,
        defenders=defenders(seats, deal.declarer),
        resting=seats.resting,
        dealer=seats.resting_dealer,
        whisters=whisters(deal),
        undertricks=max(0, deal.level - taken),
        defence=HAND - taken,
        level=deal.level,
        declarer=deal.declarer,
    )


def _earned(play: _Play) -> Entry:
    points = value(play.level)
    reason = Reason(Rule.CONTRACT_MADE, {"level": play.level, "points": points})
    return pool(play.declarer, points, reason)


def _unplayed(play: _Play) -> list[Entry]:
    """Nothing but half the duty, to the one who took it."""
    price = whist_price(play.level, play.convention)
    tricks = DUTY[play.level] // 2
    reason = Reason(Rule.HALF_WHIST, {"level": play.level, "tricks": tricks, "price": price})
    return [
        whists(seat, play.declarer, tricks * price, reason)
        for seat, role in play.deal.roles.items()
        if role is Role.HALF
    ]


def _played(play: _Play) -> list[Entry]:
    if play.undertricks:
        return [_undertricks(play), *_trick_whists(play, {}), *_consolation(play)]
    short = undertricks_of_whisters(play.deal, play.convention, play.whisters, play.defence)
    if play.whisting_dealer:
        short = {}
    return [*_trick_whists(play, short), *_fines(play, short)]


def _undertricks(play: _Play) -> Entry:
    price = undertrick_price(play.level, play.convention)
    numbers = {"level": play.level, "undertricks": play.undertricks, "price": price}
    return mountain(play.declarer, play.undertricks * price, Reason(Rule.UNDERTRICKS, numbers))


def _consolation(play: _Play) -> list[Entry]:
    """Whists for the fall: every defender's, a whisting dealer's, the resting players'."""
    price = consolation_price(play.level, play.convention)
    if price == 0:
        return []
    amount = play.undertricks * price
    numbers = {"level": play.level, "undertricks": play.undertricks, "price": price}
    reason = Reason(Rule.CONSOLATION, numbers)
    invited = Reason(Rule.INVITATION, numbers)
    whister = _inviter(play)
    entries = [
        whists(seat, play.declarer, amount, reason)
        if whister is None or seat == whister
        else whists(whister, play.declarer, amount, invited)
        for seat in play.defenders
    ]
    entries += (
        whists(seat, play.declarer, amount, reason)
        for seat in play.resting
        if play.convention.consolation_dealer or seat in play.whisters
    )
    return entries


def _inviter(play: _Play) -> Seat | None:
    """The lone whister who is taken to have invited the passer."""
    invites = play.convention.invite_bonus and len(play.whisters) == 1
    return play.whisters[0] if invites and not play.whisting_dealer else None


def _trick_whists(play: _Play, short: Mapping[Seat, Number]) -> list[Entry]:
    """Whists for the defenders' tricks; a whister in ``short`` may lose his."""
    price = whist_price(play.level, play.convention)
    lost = {} if play.convention.failed_whister_keeps_whists else short
    entries = []
    for seat, tricks, shares in _writers(play):
        if tricks and seat not in lost:
            numbers = {"level": play.level, "tricks": tricks, "price": price, "shares": shares}
            amount = divide(tricks * price, shares)
            entries.append(whists(seat, play.declarer, amount, Reason(Rule.TRICK_WHISTS, numbers)))
    return entries


_Writers: TypeAlias = list[tuple[Seat, int, int]]
"""Who writes how many tricks, divided among how many."""


def _writers(play: _Play) -> _Writers:
    tricks = play.deal.tricks or {}
    if not play.whisters:
        return _checked_ten_writers(play, tricks)
    if len(play.whisters) == 2:
        return [(seat, tricks[seat], 1) for seat in play.defenders]
    if _is_shared(play):
        return [(seat, play.defence, 2) for seat in play.defenders]
    return [(play.whisters[0], play.defence, 1)]


def _checked_ten_writers(play: _Play, tricks: Mapping[Seat, int]) -> _Writers:
    if play.convention.ten_checked_split is TenSplit.OWN_TRICKS:
        return [(seat, tricks[seat], 1) for seat in play.defenders]
    return [(seat, play.defence, len(play.defenders)) for seat in play.defenders]


def _is_shared(play: _Play) -> bool:
    """Whether a lone whister shares the trick whists with the passer."""
    convention = play.convention
    if len(play.defenders) < 2 or play.whisting_dealer or convention.invite_bonus:
        return False
    if play.undertricks:
        return convention.whist_style is not WhistStyle.GREEDY
    return convention.whist_style is WhistStyle.GENTLEMAN_ALL


def _fines(play: _Play, short: Mapping[Seat, Number]) -> list[Entry]:
    """What whisters who are short pay, and what is written on them for it."""
    entries = []
    for seat, undertricks in short.items():
        price = fine_price(play.level, play.convention)
        if price:
            numbers = {"level": play.level, "undertricks": undertricks, "price": price}
            amount = whole(undertricks * price)
            entries.append(mountain(seat, amount, Reason(Rule.WHISTER_SHORT, numbers)))
        entries += _consolation_for_whister(play, seat, undertricks)
    return entries


def _consolation_for_whister(play: _Play, whister: Seat, undertricks: Number) -> list[Entry]:
    """Whists on a whister that failed, of the declarer and perhaps the resting dealer."""
    price = whist_price(play.level, play.convention)
    numbers = {"level": play.level, "undertricks": undertricks, "price": price}
    reason = Reason(Rule.WHISTER_CONSOLATION, numbers)
    amount = whole(undertricks * price)
    return [whists(writer, whister, amount, reason) for writer in _comforted_by_whister(play)]


def _comforted_by_whister(play: _Play) -> tuple[Seat, ...]:
    who = play.convention.consolation_on_whister_fail
    if who is WhisterFailConsolation.NONE:
        return ()
    if who is WhisterFailConsolation.DECLARER or play.dealer is None:
        return (play.declarer,)
    return (play.declarer, play.dealer)


def undertricks_of_whisters(
    deal: Contract, convention: Convention, whisters: tuple[Seat, ...], defence: int
) -> dict[Seat, Number]:
    """Tricks each whister of a made contract answers for, nobody with none.

    A lone whister answers for the whole duty; two as ``both_whist_rule`` (6 and 7) or
    ``single_trick_rule`` (8 to 10) says.

    Source: docs/rules.md 2.4; Codex 3.8.
    """
    if not whisters:
        return {}
    duty = DUTY[deal.level]
    if len(whisters) == 1:
        return {whisters[0]: duty - defence} if defence < duty else {}
    tricks = deal.tricks or {}
    own = (tricks[whisters[0]], tricks[whisters[1]])
    if duty > 1:
        shares = _PAIR_RULES[convention.both_whist_rule](own, duty)
    else:
        shares = _SINGLE_RULES[convention.single_trick_rule](own)
    return {seat: share for seat, share in zip(whisters, shares, strict=True) if share}


_Pair: TypeAlias = tuple[Number, Number]


def _pair_cap(own: tuple[int, int], duty: int) -> _Pair:
    quota = duty // 2
    first, second = own
    return (
        max(0, max(0, quota - first) - max(0, second - quota)),
        max(0, max(0, quota - second) - max(0, first - quota)),
    )


def _pair_personal(own: tuple[int, int], duty: int) -> _Pair:
    return _personal(own, duty) if sum(own) < duty else (0, 0)


def _personal(own: tuple[int, int], duty: int) -> _Pair:
    quota = duty // 2
    return max(0, quota - own[0]), max(0, quota - own[1])


_PAIR_RULES: Mapping[BothWhistRule, Callable[[tuple[int, int], int], _Pair]] = {
    BothWhistRule.PAIR_CAP: _pair_cap,
    BothWhistRule.PAIR_PERSONAL: _pair_personal,
    BothWhistRule.PERSONAL: _personal,
}


def _second(own: tuple[int, int]) -> _Pair:
    return (0, 0) if any(own) else (0, 1)


def _split(own: tuple[int, int]) -> _Pair:
    return (0, 0) if any(own) else (Fraction(1, 2), Fraction(1, 2))


def _each(own: tuple[int, int]) -> _Pair:
    return (0, 0) if any(own) else (1, 1)


def _second_always(own: tuple[int, int]) -> _Pair:
    return 0, int(own[1] == 0)


def _everyone_without(own: tuple[int, int]) -> _Pair:
    return int(own[0] == 0), int(own[1] == 0)


_SINGLE_RULES: Mapping[SingleTrickRule, Callable[[tuple[int, int]], _Pair]] = {
    SingleTrickRule.SECOND: _second,
    SingleTrickRule.SPLIT: _split,
    SingleTrickRule.EACH: _each,
    SingleTrickRule.SECOND_ALWAYS: _second_always,
    SingleTrickRule.PERSONAL: _everyone_without,
}


def _talon(play: _Play) -> list[Entry]:
    """Whists for high cards in the talon: the resting dealer's, else shared by the defenders."""
    units = play.deal.talon_units
    price = _talon_price(play) if units else 0
    if not units or not price:
        return []
    writers = play.defenders if play.dealer is None else (play.dealer,)
    shares = len(writers)
    numbers = {"level": play.level, "units": units, "price": price, "shares": shares}
    reason = Reason(Rule.TALON_BONUS, numbers)
    amount = divide(units * price, shares)
    return [whists(seat, play.declarer, amount, reason) for seat in writers]


def _talon_price(play: _Play) -> int:
    if play.convention.talon_bonus is TalonBonus.FIXED:
        return play.convention.talon_bonus_fixed
    return whist_price(play.level, play.convention)
