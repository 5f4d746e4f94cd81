"""What always holds, whatever was agreed and played."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import (
    Area,
    Contract,
    Convention,
    Deal,
    Game,
    Manual,
    Pulka,
    Raspasy,
    Refused,
    Replay,
    Rule,
    State,
    advance,
    check_deal,
    minor_digits,
    money_of,
    payments,
    play,
    price_list,
    pulka_from_data,
    pulka_to_data,
    read_pulka,
    replay,
    runs,
    score_pulka,
    score_text,
    settle,
    start,
    write_pulka,
)
from scoring.conventions import (
    Consolation,
    Help,
    PoolEnd,
    RaspasyMode,
    RaspasyZero,
    Surplus,
    TalonBonus,
    WhistStyle,
)
from tests.engine.strategies import (
    conventions,
    json_values,
    openings,
    played_games,
    pulkas,
    spoiled,
)

settings.register_profile(
    "engine",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    max_examples=40,
)
engine = settings.get_profile("engine")

Played = tuple[Game, list[Deal]]


@engine
@given(played_games())
def test_the_final_count_comes_to_nothing_after_every_deal(game_and_deals: Played) -> None:
    game, deals = game_and_deals
    for each in replay(game, deals).played:
        settled = settle(each.sheet, game)
        assert sum(settled.exact) == 0
        assert sum(settled.whists) == 0
        assert sum(settled.mountain_part) == 0


@engine
@given(played_games())
def test_both_methods_and_the_circles_come_to_the_same(game_and_deals: Played) -> None:
    game, deals = game_and_deals
    settled = settle(replay(game, deals).sheet, game)
    seats = range(game.players)
    for seat in seats:
        received = sum(settled.written[seat])
        given_away = sum(settled.written[other][seat] for other in seats)
        assert received - given_away == settled.exact[seat]
        assert sum(settled.circles[seat]) == settled.exact[seat]


@engine
@given(played_games())
def test_the_average_method_is_right_where_the_mountain_is_divisible(
    game_and_deals: Played,
) -> None:
    game, deals = game_and_deals
    game = replace(game, convention=replace(game.convention, indivisible_mountain=False))
    settled = settle(replay(game, deals).sheet, game)
    rate = game.convention.whists_per_mountain
    for seat in range(game.players):
        part = (settled.average - settled.amnestied[seat]) * rate
        assert part == settled.mountain_part[seat]


@engine
@given(played_games(), st.integers(-9, 9))
def test_the_same_for_everybody_changes_nothing(game_and_deals: Played, more: int) -> None:
    game, deals = game_and_deals
    sheet = replay(game, deals).sheet
    base = settle(sheet, game).exact
    higher = sheet._replace(mountain=tuple(each + more for each in sheet.mountain))
    fuller = sheet._replace(pool=tuple(each + more for each in sheet.pool))
    assert settle(higher, game).exact == base
    assert settle(fuller, game).exact == base


@engine
@given(played_games())
def test_a_replay_is_its_single_steps(game_and_deals: Played) -> None:
    game, deals = game_and_deals
    state = start(game)
    for deal in deals:
        state = advance(state, deal)
    whole = replay(game, deals)
    assert whole.sheet == state.sheet
    assert whole.reason == state.over
    if whole.upcoming:
        assert (whole.upcoming.dealer, whole.upcoming.raspasy) == (state.dealer, state.raspasy)


@engine
@given(played_games())
def test_entries_add_up_to_the_sheet(game_and_deals: Played) -> None:
    game, deals = game_and_deals
    before = start(game).sheet
    for each in replay(game, deals).played:
        pool, mountain = [*before.pool], [*before.mountain]
        whists = [[*row] for row in before.whists]
        for entry in each.entries:
            if entry.area is Area.POOL:
                pool[entry.seat] += entry.amount
            elif entry.area is Area.MOUNTAIN:
                mountain[entry.seat] += entry.amount
            else:
                assert entry.against is not None
                whists[entry.seat][entry.against] += entry.amount
        before = each.sheet
        assert (pool, mountain) == ([*before.pool], [*before.mountain])
        assert whists == [[*row] for row in before.whists]


@engine
@given(played_games())
def test_a_column_has_one_entry_for_a_reason(game_and_deals: Played) -> None:
    game, deals = game_and_deals
    for each in replay(game, deals).played:
        if not isinstance(each.deal, Manual):
            seen = Counter(
                (entry.seat, entry.area, entry.against, entry.reason.rule)
                for entry in each.entries
                if entry.reason.rule not in (Rule.HELP_RECEIVED, Rule.HELP_WHISTS)
            )
            assert all(count == 1 for count in seen.values())


AMOUNTS: dict[Rule, Callable[..., Any]] = {
    Rule.UNDERTRICKS: lambda level, undertricks, price: undertricks * price,
    Rule.TRICK_WHISTS: lambda level, tricks, price, shares: Fraction(tricks * price, shares),
    Rule.CONSOLATION: lambda level, undertricks, price: undertricks * price,
    Rule.INVITATION: lambda level, undertricks, price: undertricks * price,
    Rule.WHISTER_SHORT: lambda level, undertricks, price: undertricks * price,
    Rule.WHISTER_CONSOLATION: lambda level, undertricks, price: undertricks * price,
    Rule.HALF_WHIST: lambda level, tricks, price: tricks * price,
    Rule.TALON_BONUS: lambda level, units, price, shares: Fraction(units * price, shares),
    Rule.MISERE_FAILED: lambda tricks, price: tricks * price,
    Rule.RASPASY_TRICKS: lambda tricks, amnesty, price, number: (tricks - amnesty) * price,
    Rule.RASPASY_WHISTS: lambda tricks, taken_off, price, shares, number: Fraction(
        (tricks - taken_off) * price, shares
    ),
    Rule.CONCESSION: lambda level, undertricks, price: undertricks * price,
    Rule.HELP_RECEIVED: lambda points, helper: points,
    Rule.HELP_WHISTS: lambda points, rate: points * rate,
    Rule.MOUNTAIN_CLEARED: lambda points: -points,
    Rule.SURPLUS: lambda points, rate, lost: lost - points * rate,
}
"""What an amount is by the numbers of its reason, the multiplier apart."""
POINTS = {
    Rule.CONTRACT_MADE: {"level", "points"},
    Rule.MISERE_MADE: {"points"},
    Rule.RASPASY_ZERO: {"points", "dealer", "number"},
}
"""Points earned: the pool may get fewer, the rest is help, surplus or off the mountain."""
AFTER_THE_MULTIPLIER = {
    Rule.HELP_RECEIVED,
    Rule.HELP_WHISTS,
    Rule.MOUNTAIN_CLEARED,
    Rule.SURPLUS,
}


@settings(parent=engine, max_examples=120)
@given(played_games())
def test_an_amount_follows_from_its_reason(game_and_deals: Played) -> None:
    game, deals = game_and_deals
    for each in replay(game, deals).played:
        multiplier = 1 if isinstance(each.deal, Manual) else each.deal.multiplier
        for entry in each.entries:
            rule, numbers = entry.reason.rule, dict(entry.reason.numbers)
            assert entry.amount or rule in (Rule.SURPLUS, Rule.MANUAL)
            if rule not in AFTER_THE_MULTIPLIER:
                assert numbers.pop("multiplier", 1) == multiplier
            if rule in POINTS:
                assert {*numbers} == POINTS[rule]
                assert 0 < entry.amount <= numbers["points"] * multiplier
            elif rule in AFTER_THE_MULTIPLIER:
                assert AMOUNTS[rule](**numbers) == entry.amount
            elif rule is Rule.MANUAL:
                assert numbers == {}
            else:
                assert AMOUNTS[rule](**numbers) * multiplier == entry.amount


def test_every_rule_says_what_its_amount_is() -> None:
    assert {*AMOUNTS, *POINTS, Rule.MANUAL} == {*Rule}


@engine
@given(played_games())
def test_numbers_are_whole_or_true_fractions(game_and_deals: Played) -> None:
    game, deals = game_and_deals
    replayed = replay(game, deals)
    sheet, settled = replayed.sheet, settle(replayed.sheet, game)
    rows: list[Any] = [sheet.pool, sheet.mountain, *sheet.whists, settled.exact, settled.mountains]
    rows += [settled.whists, *settled.written, *settled.circles, settled.shared]
    rows += [[entry.amount for entry in each.entries] for each in replayed.played]
    rows += [[*entry.reason.numbers.values()] for each in replayed.played for entry in each.entries]
    for number in (number for row in rows for number in row):
        assert type(number) is int or (type(number) is Fraction and number.denominator > 1)


@engine
@given(played_games())
def test_a_completed_deal_is_complete(game_and_deals: Played) -> None:
    game, deals = game_and_deals
    first = replay(game, deals)
    again = replay(game, [each.deal for each in first.played])
    assert again.sheet == first.sheet
    assert [each.deal for each in again.played] == [each.deal for each in first.played]


@engine
@given(played_games(), st.data())
def test_what_may_be_left_out_changes_nothing(game_and_deals: Played, data: st.DataObject) -> None:
    game, deals = game_and_deals
    shorter = [leave_out(deal, game, data) for deal in deals]
    assert replay(game, shorter).sheet == replay(game, deals).sheet


def leave_out(deal: Deal, game: Game, data: st.DataObject) -> Deal:
    """The deal without one player's tricks, keys in another order, passes unsaid."""
    if isinstance(deal, Contract):
        said = [(seat, role) for seat, role in deal.roles.items() if role != "pass"]
        deal = replace(deal, roles=dict(data.draw(st.permutations(said))))
    if isinstance(deal, Contract | Raspasy) and deal.tricks and game.players > 2:
        order = data.draw(st.permutations([*deal.tricks.items()]))
        # Of a raspasy a resting dealer's tricks are none if left out, not the rest.
        active = order if len(order) == 3 or isinstance(deal, Contract) else []
        return replace(deal, tricks=dict(active[1:] or order))
    return deal


@engine
@given(played_games())
def test_running_totals_end_at_the_sheet(game_and_deals: Played) -> None:
    replayed = replay(*game_and_deals)
    paper = runs(replayed)
    for columns, totals in (
        (paper.pool, replayed.sheet.pool),
        (paper.mountain, replayed.sheet.mountain),
    ):
        for column, total in zip(columns, totals, strict=True):
            assert (column[-1] if column else 0) == total
            assert all(one != other for one, other in pairwise(column))


# Files


@engine
@given(pulkas())
def test_a_file_is_the_same_there_and_back(pulka: Pulka) -> None:
    text = write_pulka(pulka)
    assert read_pulka(text) == pulka
    assert pulka_from_data(pulka_to_data(pulka)) == pulka
    assert score_text(text) == score_pulka(pulka)
    assert json.loads(json.dumps(score_pulka(pulka)))["over"] in (True, False)


@engine
@given(json_values)
def test_any_json_is_answered_with_faults(data: Any) -> None:
    assert faults_of(pulka_from_data, data)
    assert faults_of(read_pulka, json.dumps(data))


@settings(parent=engine, max_examples=120)
@given(pulkas(), st.data())
def test_a_spoiled_file_is_read_or_refused_but_never_breaks(
    pulka: Pulka, data: st.DataObject
) -> None:
    spoilt = data.draw(spoiled(pulka_to_data(pulka)))
    text = json.dumps(spoilt)
    if faults_of(read_pulka, text) == []:
        json.dumps(score_text(text))
    assert (faults_of(read_pulka, text) == []) == (faults_of(pulka_from_data, spoilt) == [])


@engine
@given(st.text() | st.binary())
def test_any_text_is_answered_with_faults(text: str | bytes) -> None:
    assert all(faults_of(read_pulka, text))


def faults_of(read: Callable[[Any], Pulka], source: Any) -> list[str]:
    """What a source is refused for, nothing if it is read; nothing else may happen."""
    try:
        read(source)
    except Refused as refused:
        return [f"{fault.at}: {fault.message}" for fault in refused.faults]
    return []


# Help, doubling, styles


def without_help(convention: Convention) -> Convention:
    return replace(convention, help=Help.NONE)


@st.composite
def fair_help(draw: st.DrawFn) -> Convention:
    """Help and surplus at the rates at which nothing is won or lost by them."""
    convention = draw(conventions)
    settle_rate = draw(st.integers(1, 4))
    return replace(
        convention,
        pool_end=PoolEnd.EACH,
        help=Help.AMERICAN,
        pool_settle=settle_rate,
        help_rate=convention.whists_per_mountain * settle_rate,
        surplus=Surplus.MOUNTAIN_NEGATIVE,
        surplus_rate=settle_rate,
        mountain_first=False,
        indivisible_mountain=False,
    )


@settings(parent=engine, max_examples=80)
@given(played_games(fair_help()))
def test_whom_help_goes_to_does_not_matter(game_and_deals: Played) -> None:
    game, deals = game_and_deals
    free = replace(game, convention=without_help(game.convention))
    state, other = start(game), start(free)
    for deal in deals:
        if other.over is not None:
            break
        state, other = advance(state, deal), advance(other, deal)
        assert settle(state.sheet, game).exact == settle(other.sheet, free).exact


@st.composite
def plain(draw: st.DrawFn) -> Convention:
    """One mountain, whists and pool at the same price, that doubling doubles exactly."""
    convention = draw(conventions)
    return replace(
        convention,
        pool_end=draw(st.sampled_from([PoolEnd.SUM, PoolEnd.TIME])),
        mountain_mult=1,
        whist_mult=1,
        pool_settle=1,
        consolation=draw(st.sampled_from([Consolation.NONE, Consolation.VALUE])),
        talon_bonus=draw(st.sampled_from([TalonBonus.OFF, TalonBonus.VALUE])),
        raspasy_mode=RaspasyMode.MOUNTAIN,
        raspasy_base=1,
        raspasy_zero=draw(st.sampled_from([RaspasyZero.STEP, RaspasyZero.ONE, RaspasyZero.NONE])),
        help=Help.NONE,
        mountain_first=False,
    )


@settings(parent=engine, max_examples=80)
@given(played_games(plain(), by_hand=False))
def test_leningrad_is_twice_the_same_game_undoubled(game_and_deals: Played) -> None:
    game, deals = game_and_deals
    game = replace(game, opening=type(game.opening)())
    doubled = replace(game.convention, mountain_mult=2, whist_mult=2, pool_settle=2, raspasy_base=2)
    twice = replace(game, convention=doubled)
    state, other = start(game), start(twice)
    for deal in deals:
        if state.over is not None:
            break
        state, other = advance(state, deal), advance(other, deal)
        single = settle(state.sheet, game).exact
        assert settle(other.sheet, twice).exact == tuple(2 * each for each in single)


@engine
@given(played_games())
def test_the_style_of_whisting_changes_nothing_on_the_declarer(game_and_deals: Played) -> None:
    game, deals = game_and_deals
    totals = []
    for style in WhistStyle:
        convention = replace(
            game.convention, whist_style=style, failed_whister_keeps_whists=True, invite_bonus=False
        )
        replayed = replay(replace(game, convention=convention), deals)
        totals.append([sum(column) for column in zip(*replayed.sheet.whists, strict=True)])
    assert totals[0] == totals[1] == totals[2]


@engine
@given(played_games(by_hand=False), st.integers(2, 5))
def test_a_multiplier_multiplies_everything_a_deal_writes(
    game_and_deals: Played, multiplier: int
) -> None:
    """Where no pool closes and no mountain is cleared, exactly."""
    game, deals = game_and_deals
    convention = replace(game.convention, pool_end=PoolEnd.TIME, mountain_first=False)
    state = State(replace(game, convention=convention), *start(game)[1:])._replace(over=None)
    for deal in deals:
        assert not isinstance(deal, Manual)
        if check_deal(state.game, state, deal):
            break
        more = replace(deal, multiplier=deal.multiplier * multiplier)
        once, after = play(state, deal)
        often = play(state, more)[0]
        assert [multiplier * entry.amount for entry in once.entries] == [
            entry.amount for entry in often.entries
        ]
        state = after


@engine
@given(st.integers(2, 5).flatmap(openings), conventions, st.sampled_from(["whole", "codex"]))
def test_rounding_moves_nobody_far(opening: Any, convention: Convention, rounding: str) -> None:
    seats = {*opening.pool, *opening.mountain, *opening.whists, 0, 1}
    seats |= {seat for row in opening.whists.values() for seat in row}
    agreed = Convention.from_data({"rounding": rounding}, convention)
    game = Game(convention=agreed, players=max(seats) + 1, target=20, opening=opening)
    settled = settle(start(game).sheet, game)
    assert all(type(each) is int for each in settled.whists)
    for exact, rounded in zip(settled.exact, settled.whists, strict=True):
        assert abs(Fraction(rounded - exact)) <= Fraction(2 if rounding == "whole" else 3, 2)


@engine
@given(
    st.lists(st.fractions(max_denominator=12), min_size=2, max_size=5),
    st.decimals(0, 1000, places=3),
    st.sampled_from(["RUB", "JPY", "KWD", "UYW"]),
)
def test_money_comes_to_nothing_and_is_paid_in_full(
    whists: list[Fraction], stake: Decimal, currency: str
) -> None:
    whists[-1] = -sum(whists[:-1], Fraction(0))
    money = money_of(whists, abs(stake), currency)
    assert sum(map(Fraction, money)) == 0
    unit = Fraction(1, 10 ** minor_digits(currency))
    for exact, paid in zip(whists, money, strict=True):
        assert abs(Fraction(paid) - exact * Fraction(abs(stake))) < unit
    balance = [*map(Fraction, money)]
    for payment in payments(money):
        assert payment.amount > 0
        balance[payment.debtor] += Fraction(payment.amount)
        balance[payment.creditor] -= Fraction(payment.amount)
    assert not any(balance)
    assert len(payments(money)) < max(1, sum(1 for each in money if each) or 1)


@settings(parent=engine, max_examples=15)
@given(conventions, st.integers(2, 5))
def test_every_price_list_comes_to_nothing(convention: Convention, players: int) -> None:
    for price in price_list(convention, players):
        assert sum(price.whists) == 0
        assert price.lowest <= price.whists[0] <= price.highest
        assert not price.constant or price.lowest == price.highest


@engine
@given(played_games())
def test_an_ended_game_takes_no_more_deals(game_and_deals: Played) -> None:
    game, deals = game_and_deals
    replayed: Replay = replay(game, deals, "consent")
    assert replayed.over
    assert replayed.upcoming is None
    assert all(not each.over for each in replayed.played[:-1])
