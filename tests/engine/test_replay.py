"""Deals one after the other: who deals and rests, what is filled in, how it ends."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from scoring import (
    Area,
    Concession,
    Contract,
    Deal,
    Ending,
    Fault,
    Game,
    Manual,
    ManualEntry,
    Misere,
    Opening,
    Raspasy,
    Refused,
    Rule,
    Trump,
    advance,
    check_deal,
    defenders,
    replay,
    runs,
    seating,
    start,
    upcoming,
)
from scoring.sheet import game_faults
from tests.engine.tables import LENINGRAD, SOCHI, H, P, W, agreed, contract, played

SEATS = [
    # players, dealer, active from the dealer's left, resting
    (2, 0, (1, 0), ()),
    (3, 0, (1, 2, 0), ()),
    (3, 2, (0, 1, 2), ()),
    (4, 0, (1, 2, 3), (0,)),
    (4, 3, (0, 1, 2), (3,)),
    (5, 0, (1, 2, 3), (0, 4)),
    (5, 3, (4, 0, 1), (2, 3)),
]


@pytest.mark.parametrize(("players", "dealer", "active", "resting"), SEATS)
def test_who_plays_and_who_rests(
    players: int, dealer: int, active: tuple[int, ...], resting: tuple[int, ...]
) -> None:
    seats = seating(players, dealer)
    assert (seats.active, seats.resting) == (active, resting)
    assert seats.resting_dealer == (dealer if resting else None)


def test_the_defenders_speak_clockwise_from_the_declarer() -> None:
    assert defenders(seating(4, 1), 0) == (2, 3)
    assert defenders(seating(5, 1, (1, 3)), 4) == (0, 2)


def test_the_deal_goes_round() -> None:
    deals = [contract(6, declarer=seat, dealer=None) for seat in (0, 1, 2, 0)]
    assert [each.dealer for each in played(SOCHI, *deals).played] == [2, 0, 1, 2]


def test_a_named_dealer_deals_and_the_rotation_goes_on_from_him() -> None:
    replayed = played(SOCHI, contract(6), contract(6, dealer=2), contract(6))
    assert [each.dealer for each in replayed.played] == [2, 2, 0]
    assert replayed.upcoming is not None
    assert replayed.upcoming.dealer == 1


def test_who_plays_and_who_rests_in_the_next_deal_is_known() -> None:
    following = played(SOCHI, contract(6, declarer=3, dealer=1), players=5).upcoming
    assert following is not None
    assert (following.dealer, following.active, following.resting) == (2, (3, 4, 0), (1, 2))


def test_two_named_players_rest_of_five() -> None:
    deal = Contract(declarer=3, level=6, roles={0: W}, tricks={3: 6}, resting=(4, 1))
    one = played(SOCHI, deal, players=5).played[0]
    assert (one.active, one.resting) == ((0, 2, 3), (1, 4))


def test_an_entry_by_hand_moves_neither_dealer_nor_series() -> None:
    by_hand = Manual(entries=(ManualEntry(seat=1, area=Area.POOL, amount=3),))
    replayed = played(SOCHI, Raspasy(tricks={0: 4, 1: 3, 2: 3}), by_hand)
    assert replayed.upcoming is not None
    assert (replayed.upcoming.dealer, replayed.upcoming.raspasy) == (0, 1)
    assert (replayed.played[1].dealer, replayed.played[1].raspasy) == (0, 1)


def test_an_entry_by_hand_stands_between_the_deals_it_was_made_between() -> None:
    """Who would have dealt, played and rested, with the raspasy so far; and the sheet after it."""
    by_hand = Manual(entries=(ManualEntry(seat=1, area=Area.POOL, amount=Fraction(6, 2)),))
    one = played(SOCHI, by_hand, players=4, raspasy=2).played[0]
    assert (one.dealer, one.active, one.resting, one.raspasy) == (3, (0, 1, 2), (3,), 2)
    assert one.deal is by_hand
    assert (one.sheet.pool, one.over) == ((0, 3, 0, 0), False)
    assert type(one.entries[0].amount) is int


def test_entries_by_hand_stand_as_they_are() -> None:
    entries = (
        ManualEntry(seat=0, area=Area.POOL, amount=50),
        ManualEntry(seat=1, area=Area.MOUNTAIN, amount=Fraction(-3, 2)),
        ManualEntry(seat=2, area=Area.WHISTS, amount=-8, against=0),
    )
    sheet = played(SOCHI, Manual(entries=entries), target=20).sheet
    assert sheet.pool == (50, 0, 0)
    assert sheet.mountain == (0, Fraction(-3, 2), 0)
    assert sheet.whists[2] == (-8, 0, 0)


# What may be left out

FILLED = [
    pytest.param(contract(6, "w", 6), {1: W, 2: P}, {0: 6}, id="the-defence-counts-together"),
    pytest.param(contract(6, "wp", 6, 3), {1: W, 2: P}, {0: 6, 1: 3, 2: 1}, id="the-passers"),
    pytest.param(contract(6, "ww", 6, 3), {1: W, 2: W}, {0: 6, 1: 3, 2: 1}, id="a-whisters"),
    pytest.param(
        Contract(declarer=0, level=6, roles={2: W, 1: P}, tricks={2: 3, 1: 1}),
        {1: P, 2: W},
        {0: 6, 1: 1, 2: 3},
        id="the-declarers-and-the-order-of-speech",
    ),
    pytest.param(contract(6), {1: P, 2: P}, None, id="who-said-nothing-passed"),
    pytest.param(
        Contract(declarer=0, level=6, roles={2: H}, tricks={}), {1: P, 2: H}, None, id="half"
    ),
    pytest.param(
        Contract(declarer=0, level=6, roles={1: P, 2: P}, tricks={}),
        {1: P, 2: P},
        None,
        id="empty-tricks-are-none",
    ),
]


@pytest.mark.parametrize(("deal", "roles", "tricks"), FILLED)
def test_what_is_left_out_of_a_contract_is_filled_in(
    deal: Contract, roles: dict[int, Any], tricks: dict[int, int] | None
) -> None:
    whole = played(SOCHI, deal).played[0].deal
    assert isinstance(whole, Contract)
    assert (whole.roles, [*whole.roles]) == (roles, [*roles])
    assert whole.tricks == tricks


def test_a_whisting_dealers_tricks_are_the_rest() -> None:
    convention = agreed(dealer_may_whist=True)
    for tricks in ({0: 7}, {3: 3}, {0: 7, 1: 0, 2: 0, 3: 3}):
        deal = Contract(declarer=0, level=6, roles={3: W}, tricks=tricks)
        whole = played(convention, deal, players=4).played[0].deal
        assert isinstance(whole, Contract)
        assert whole.tricks == {0: 7, 3: 3}
        assert [*whole.roles] == [1, 2, 3]


def test_a_checked_tens_tricks_are_filled_in_where_one_is_left_out() -> None:
    deal = Contract(declarer=0, level=10, roles={}, tricks={0: 8, 1: 2})
    whole = played(agreed(ten="checked"), deal).played[0].deal
    assert isinstance(whole, Contract)
    assert whole.tricks == {0: 8, 1: 2, 2: 0}


def test_the_rest_of_a_raspasy_is_filled_in() -> None:
    first = played(SOCHI, Raspasy(tricks={2: 4, 0: 5})).played[0].deal
    assert first == Raspasy(tricks={0: 5, 1: 1, 2: 4})
    four = played(SOCHI, Raspasy(tricks={2: 4, 0: 5}), players=4).played[0].deal
    assert four == Raspasy(tricks={0: 5, 1: 1, 2: 4, 3: 0})


def test_a_concession_costs_what_is_agreed_unless_it_says_more() -> None:
    convention = agreed(concession=2, mountain_mult=2)
    given_up = [Concession(declarer=0, level=7, undertricks=count) for count in (None, 7, 1)]
    replayed = played(convention, *given_up)
    assert [each.sheet.mountain[0] for each in replayed.played] == [16, 72, 80]
    assert replayed.played[0].deal == Concession(declarer=0, level=7, undertricks=2)


# The end

ENDS = [
    pytest.param({}, {0: 20, 1: 20}, None, None, id="one-pool-is-open"),
    pytest.param({}, {0: 20, 1: 21, 2: 20}, None, Ending.TARGET, id="every-pool-is-closed"),
    pytest.param({"help": "none"}, {0: 40, 1: 19, 2: 20}, None, None, id="no-help-one-open"),
    pytest.param(
        {"help": "none"}, {0: 40, 1: 20, 2: 20}, None, Ending.TARGET, id="no-help-all-closed"
    ),
    pytest.param({"pool_end": "sum"}, {0: 40, 1: 19}, None, None, id="the-sum-is-short-by-one"),
    pytest.param({"pool_end": "sum"}, {0: 40, 1: 20}, None, Ending.SUM, id="the-sum-is-reached"),
    pytest.param({"pool_end": "time"}, {0: 99, 1: 99, 2: 99}, None, None, id="time-never-ends"),
    pytest.param({"pool_end": "time"}, {}, "time", Ending.TIME, id="time-is-up"),
    pytest.param({}, {0: 5}, "time", Ending.TIME, id="time-is-up-under-any-end"),
    pytest.param({}, {0: 5}, "consent", Ending.CONSENT, id="everybody-wants-to-stop"),
    pytest.param({}, {0: 20, 1: 20, 2: 20}, "consent", Ending.TARGET, id="it-had-ended-by-itself"),
]


@pytest.mark.parametrize(("options", "pool", "ended", "reason"), ENDS)
def test_what_ends_a_game(
    options: dict[str, object], pool: dict[int, int], ended: str | None, reason: Ending | None
) -> None:
    replayed = played(agreed(**options), target=20, pool=pool, ended=ended)
    assert replayed.reason == reason
    assert replayed.over == (reason is not None)
    assert (replayed.upcoming is None) == replayed.over


def test_the_last_record_may_exceed_the_sum() -> None:
    replayed = played(LENINGRAD, contract(10), target=2)
    assert replayed.over
    assert replayed.sheet.pool == (10, 0, 0)
    assert replayed.played[0].over


def test_an_entry_by_hand_may_end_the_game() -> None:
    entries = tuple(ManualEntry(seat=seat, area=Area.POOL, amount=2) for seat in range(3))
    assert played(SOCHI, Manual(entries=entries), target=2).reason is Ending.TARGET


def test_after_the_end_nothing_is_taken() -> None:
    for late in (contract(6), Manual(entries=())):
        with pytest.raises(Refused) as refused:
            played(SOCHI, contract(8), late, late, target=2)
        places = [(fault.at, fault.code) for fault in refused.value.faults]
        assert places == [("deals[1]", "after_end"), ("deals[2]", "after_end")]


def test_what_comes_after_the_end_can_be_passed_over() -> None:
    game = Game(convention=SOCHI, players=3, target=2)
    deals = [contract(8), contract(6), contract(6)]
    whole = replay(game, deals[:1], to_its_end=True)
    assert replay(game, deals, to_its_end=True) == whole == replay(game, deals[:1])
    assert whole.reason is Ending.TARGET
    unfinished = replace(game, target=10)
    assert replay(unfinished, deals, to_its_end=True) == replay(unfinished, deals)


def test_an_opening_that_is_over_takes_no_deal() -> None:
    with pytest.raises(Refused, match="already over"):
        played(SOCHI, contract(6), target=2, pool={0: 2, 1: 2, 2: 2})


# One step at a time


def test_single_steps_are_the_replay() -> None:
    deals: list[Deal] = [contract(6, "wp", 5, 4, 1), Raspasy(tricks={0: 4, 1: 3, 2: 3})]
    game = Game(convention=SOCHI, players=3, target=10, first_dealer=2)
    state = start(game)
    for deal in deals:
        assert check_deal(game, state, deal) == ()
        state = advance(state, deal)
    replayed = replay(game, deals)
    assert state.sheet == replayed.sheet
    assert upcoming(state) == replayed.upcoming


def test_a_step_that_cannot_be_is_refused_and_named_relative_to_the_deal() -> None:
    game = Game(convention=SOCHI, players=3, target=10)
    state = start(game)
    bad = contract(6, "wp", 5, 4, 2)
    assert [fault.at for fault in check_deal(game, state, bad)] == ["tricks"]
    with pytest.raises(Refused) as refused:
        advance(state, bad)
    assert [fault.at for fault in refused.value.faults] == ["tricks"]


def test_running_totals_are_those_on_paper() -> None:
    raspasy = Raspasy(tricks={0: 5, 1: 3, 2: 2})
    back = Manual(entries=(ManualEntry(seat=0, area=Area.MOUNTAIN, amount=-3),))
    deals = (contract(6, "ww", 6, 2, 2), raspasy, back)
    paper = runs(played(SOCHI, *deals, mountain={0: 4}, whists={1: {0: 7}}))
    assert paper.pool == ((2,), (), ())
    assert paper.mountain == ((4, 7, 4), (1,), ())
    assert paper.whists == (((), (), ()), ((7, 11), (), ()), ((4,), (), ()))


def test_a_changed_early_deal_changes_what_follows() -> None:
    """The same ten is help after a made six, and fits in after a failed one."""
    ten = Contract(declarer=0, level=10, roles={}, dealer=2)
    made = played(SOCHI, contract(6), ten, target=10)
    failed = played(SOCHI, contract(6, "wp", 5, 5, 0), ten, target=10)
    assert made.sheet.pool == (10, 2, 0)
    assert failed.sheet.pool == (10, 0, 0)


# What cannot be

GAMES = [
    pytest.param({"players": 1}, ["players"], id="alone"),
    pytest.param({"players": 6}, ["players"], id="six-players"),
    pytest.param({"target": None}, ["target"], id="no-target"),
    pytest.param({"target": 0}, ["target"], id="a-target-of-nothing"),
    pytest.param({"first_dealer": 3}, ["dealer"], id="nobody-deals"),
    pytest.param({"opening": Opening(pool={3: 1})}, ["start.pool"], id="no-such-seat"),
    pytest.param({"opening": Opening(mountain={-1: 1})}, ["start.mountain"], id="seat-below-0"),
    pytest.param({"opening": Opening(whists={3: {}})}, ["start.whists"], id="no-such-whister"),
    pytest.param({"opening": Opening(whists={0: {3: 1}})}, ["start.whists"], id="whists-on-nobody"),
    pytest.param(
        {"opening": Opening(whists={0: {0: 1}})}, ["start.whists"], id="whists-on-himself"
    ),
    pytest.param({"opening": Opening(raspasy=-1)}, ["start.raspasy"], id="raspasy-below-0"),
]


@pytest.mark.parametrize(("changes", "places"), GAMES)
def test_a_game_that_cannot_be_is_refused(changes: dict[str, Any], places: list[str]) -> None:
    with pytest.raises(Refused) as refused:
        start(replace(Game(convention=SOCHI, players=3, target=10), **changes))
    assert [fault.at for fault in refused.value.faults] == places
    for fault in refused.value.faults:
        assert fault.message
        assert fault.code != "seat_unknown" or fault.params["seat"] in (-1, 3)


DEALS = [
    # players, options, deal, places and codes
    pytest.param(
        3,
        {},
        Contract(declarer=3, level=6, roles={}),
        [("declarer", "seat_unknown")],
        id="no-such-declarer",
    ),
    pytest.param(3, {}, contract(5), [("level", "level_range")], id="a-five"),
    pytest.param(3, {}, contract(11), [("level", "level_range")], id="an-eleven"),
    pytest.param(3, {}, contract(6, dealer=3), [("dealer", "seat_unknown")], id="no-such-dealer"),
    pytest.param(
        3, {}, contract(6, multiplier=0), [("multiplier", "multiplier_range")], id="times-nothing"
    ),
    pytest.param(
        3,
        {},
        contract(6, resting=(0,)),
        [("resting", "resting_players")],
        id="nobody-rests-of-three",
    ),
    pytest.param(
        5,
        {},
        Contract(declarer=1, level=6, roles={}, resting=(0, 2)),
        [("resting", "resting_pair")],
        id="the-dealer-has-to-rest",
    ),
    pytest.param(
        5,
        {},
        Contract(declarer=1, level=6, roles={}, resting=(4, 4)),
        [("resting", "resting_pair")],
        id="one-player-twice",
    ),
    pytest.param(
        5,
        {},
        Contract(declarer=1, level=6, roles={}, resting=(4, 3, 2)),
        [("resting", "resting_pair")],
        id="three-rest",
    ),
    pytest.param(
        5,
        {},
        Contract(declarer=1, level=6, roles={}, resting=(4, 5)),
        [("resting", "seat_unknown")],
        id="no-such-seat-rests",
    ),
    pytest.param(
        4,
        {},
        Contract(declarer=3, level=6, roles={}),
        [("declarer", "declarer_rests")],
        id="the-dealer-plays",
    ),
    pytest.param(
        3,
        {},
        Contract(declarer=0, level=6, roles={0: W}, tricks={0: 6}),
        [("roles", "role_declarer")],
        id="the-declarer-whists",
    ),
    pytest.param(
        3,
        {},
        Contract(declarer=0, level=6, roles={5: W}, tricks={0: 6}),
        [("roles", "seat_unknown")],
        id="nobody-whists",
    ),
    pytest.param(
        4,
        {},
        Contract(declarer=0, level=6, roles={3: W}, tricks={0: 6}),
        [("roles", "role_rests")],
        id="a-resting-player-whists",
    ),
    pytest.param(
        5,
        {"dealer_may_whist": True},
        Contract(declarer=0, level=6, roles={4: W}, tricks={0: 6}),
        [("roles", "role_rests")],
        id="a-dealer-of-five-cannot-whist",
    ),
    pytest.param(
        4,
        {"dealer_may_whist": True},
        Contract(declarer=0, level=6, roles={3: P}),
        [("roles", "role_dealer_whists")],
        id="a-dealer-has-no-pass-to-say",
    ),
    pytest.param(
        4,
        {"dealer_may_whist": True},
        Contract(declarer=0, level=6, roles={1: W, 3: W}, tricks={0: 6}),
        [("roles", "role_dealer_whists")],
        id="a-dealer-whists-only-after-two-passes",
    ),
    pytest.param(
        4,
        {"dealer_may_whist": True},
        Contract(declarer=0, level=6, roles={1: H, 3: W}, tricks={0: 6}),
        [("roles", "role_dealer_whists")],
        id="not-after-a-half-whist",
    ),
    pytest.param(
        4,
        {"dealer_may_whist": True},
        Contract(declarer=0, level=6, roles={3: W}, tricks={0: 6, 1: 1}),
        [("tricks", "tricks_passer")],
        id="passers-have-no-tricks",
    ),
    pytest.param(
        4,
        {"dealer_may_whist": True},
        Contract(declarer=0, level=6, roles={3: W}, tricks={1: 0}),
        [("tricks", "tricks_left_out")],
        id="nobody-knows-the-tricks",
    ),
    pytest.param(
        4,
        {"dealer_may_whist": True},
        Contract(declarer=0, level=6, roles={3: W}, tricks={0: 6, 3: 3}),
        [("tricks", "tricks_missing")],
        id="a-dealers-trick-is-missing",
    ),
    pytest.param(3, {}, contract(6, "hh"), [("roles", "half_twice")], id="two-half-whists"),
    pytest.param(
        3, {}, contract(6, "wh", 6, 2, 2), [("roles", "half_beside_whist")], id="half-beside-whist"
    ),
    pytest.param(3, {}, contract(8, "ph"), [("roles", "half_level")], id="half-on-an-eight"),
    pytest.param(
        3,
        {"half_whist_levels": [6]},
        contract(7, "ph"),
        [("roles", "half_level")],
        id="half-on-a-seven-not-agreed",
    ),
    pytest.param(
        3,
        {"half_whist_levels": []},
        contract(6, "hh"),
        [("roles", "half_twice"), ("roles", "half_level")],
        id="two-faults-of-roles",
    ),
    pytest.param(
        3,
        {"ten": "checked"},
        contract(10, "wp"),
        [("roles", "roles_checked_ten")],
        id="a-checked-ten-is-not-whisted",
    ),
    pytest.param(
        3,
        {"ten": "checked", "ten_checked_split": "own_tricks"},
        contract(10, "", 8),
        [("tricks", "tricks_own_needed")],
        id="own-tricks-are-needed",
    ),
    pytest.param(
        3,
        {"ten": "checked"},
        Contract(declarer=0, level=10, roles={}, tricks={1: 1}),
        [("tricks", "tricks_left_out")],
        id="a-checked-ten-by-one-defender",
    ),
    pytest.param(
        3,
        {"ten": "checked"},
        contract(10, "", 8, 1, 0),
        [("tricks", "tricks_missing")],
        id="a-trick-of-a-checked-ten",
    ),
    pytest.param(
        3, {}, contract(6, "", 6, 2, 2), [("tricks", "tricks_unplayed")], id="tricks-without-play"
    ),
    pytest.param(
        3,
        {},
        contract(6, "ph", 6, 2, 2),
        [("tricks", "tricks_unplayed")],
        id="tricks-beside-a-half-whist",
    ),
    pytest.param(3, {}, contract(6, "wp"), [("tricks", "tricks_needed")], id="play-without-tricks"),
    pytest.param(
        3,
        {},
        Contract(declarer=0, level=6, roles={1: W}, tricks={}),
        [("tricks", "tricks_needed")],
        id="play-with-no-tricks-in-it",
    ),
    pytest.param(
        3,
        {},
        contract(6, "ww", 6),
        [("tricks", "tricks_own_needed")],
        id="two-whisters-two-left-out",
    ),
    pytest.param(
        3,
        {},
        Contract(declarer=0, level=6, roles={1: W}, tricks={1: 4}),
        [("tricks", "tricks_left_out")],
        id="a-lone-whisters-alone",
    ),
    pytest.param(
        3, {}, contract(6, "ww", 6, 2, 1), [("tricks", "tricks_missing")], id="nine-tricks"
    ),
    pytest.param(
        3, {}, contract(6, "ww", 6, 3, 3), [("tricks", "tricks_over")], id="twelve-tricks"
    ),
    pytest.param(
        3, {}, contract(6, "ww", 6, 5), [("tricks", "tricks_over")], id="eleven-with-one-left-out"
    ),
    pytest.param(
        3,
        {},
        contract(6, "ww", 11, -1, 0),
        [("tricks", "tricks_range"), ("tricks", "tricks_range")],
        id="eleven-and-less-than-none",
    ),
    pytest.param(
        3,
        {},
        Contract(declarer=0, level=6, roles={1: W}, tricks={0: 6, 4: 1}),
        [("tricks", "seat_unknown")],
        id="nobodys-tricks",
    ),
    pytest.param(
        4,
        {},
        Contract(declarer=0, level=6, roles={1: W}, tricks={0: 6, 1: 4, 3: 0}),
        [("tricks", "tricks_rests")],
        id="a-resting-players-none",
    ),
    pytest.param(
        3, {}, contract(6, talon_units=0), [("talon_units", "talon_off")], id="a-talon-not-agreed"
    ),
    pytest.param(
        3,
        {"talon_bonus": "value"},
        contract(6, talon_units=4),
        [("talon_units", "talon_range")],
        id="four-units",
    ),
    pytest.param(
        3,
        {"talon_bonus": "value"},
        contract(6, talon_units=-1),
        [("talon_units", "talon_range")],
        id="units-below-0",
    ),
    pytest.param(
        4,
        {},
        Contract(declarer=3, level=6, roles={}, talon_units=1),
        [("talon_units", "talon_off"), ("declarer", "declarer_rests")],
        id="two-faults-of-a-contract",
    ),
    pytest.param(
        3,
        {},
        Misere(declarer=0, tricks=11),
        [("tricks", "misere_tricks_range")],
        id="eleven-on-a-misere",
    ),
    pytest.param(
        3,
        {},
        Misere(declarer=0, tricks=-1),
        [("tricks", "misere_tricks_range")],
        id="less-than-none-on-a-misere",
    ),
    pytest.param(
        4,
        {},
        Misere(declarer=3, tricks=0),
        [("declarer", "declarer_rests")],
        id="a-resting-player-plays-a-misere",
    ),
    pytest.param(
        3, {}, Concession(declarer=0, level=6), [("", "concession_off")], id="concession-not-agreed"
    ),
    pytest.param(
        3,
        {},
        Concession(declarer=0, level=6, undertricks=2),
        [("undertricks", "concession_off")],
        id="undertricks-not-agreed",
    ),
    pytest.param(
        3,
        {"concession": 3},
        Concession(declarer=0, level=6, undertricks=7),
        [("undertricks", "undertricks_range")],
        id="more-than-the-level",
    ),
    pytest.param(
        3,
        {"concession": 3},
        Concession(declarer=0, level=6, undertricks=0),
        [("undertricks", "undertricks_range")],
        id="given-up-for-nothing",
    ),
    pytest.param(
        3,
        {"concession": 3},
        Concession(declarer=0, level=11),
        [("level", "level_range")],
        id="an-eleven-given-up",
    ),
    pytest.param(
        4,
        {"concession": 3},
        Concession(declarer=3, level=6),
        [("declarer", "declarer_rests")],
        id="a-resting-player-gives-up",
    ),
    pytest.param(
        3,
        {},
        Raspasy(tricks={0: 4, 1: 3, 2: 2}),
        [("tricks", "tricks_missing")],
        id="nine-in-a-raspasy",
    ),
    pytest.param(
        3, {}, Raspasy(tricks={0: 6, 1: 5}), [("tricks", "tricks_over")], id="eleven-in-a-raspasy"
    ),
    pytest.param(
        3, {}, Raspasy(tricks={0: 4}), [("tricks", "tricks_left_out")], id="one-players-raspasy"
    ),
    pytest.param(3, {}, Raspasy(tricks={}), [("tricks", "tricks_left_out")], id="nobodys-raspasy"),
    pytest.param(
        4,
        {},
        Raspasy(tricks={0: 4, 1: 2, 2: 1, 3: 3}),
        [("tricks", "tricks_dealer")],
        id="three-tricks-of-two-cards",
    ),
    pytest.param(
        4,
        {},
        Raspasy(tricks={0: 4, 1: 4, 2: 3, 3: 0}),
        [("tricks", "tricks_over")],
        id="eleven-with-the-dealers",
    ),
    pytest.param(
        4,
        {},
        Raspasy(tricks={0: 4, 3: 1}),
        [("tricks", "tricks_left_out")],
        id="two-left-out-beside-the-dealer",
    ),
    pytest.param(
        4,
        {"raspasy_talon": "closed"},
        Raspasy(tricks={0: 4, 1: 3, 2: 3, 3: 0}),
        [("tricks", "tricks_rests")],
        id="a-closed-talon-has-no-tricks",
    ),
    pytest.param(
        4,
        {"raspasy_mode": "whists"},
        Raspasy(tricks={0: 4, 1: 3, 2: 3, 3: 0}),
        [("tricks", "tricks_rests")],
        id="in-whists-the-dealer-has-none",
    ),
    pytest.param(
        5,
        {},
        Raspasy(tricks={0: 4, 1: 3, 2: 3, 3: 0}),
        [("tricks", "tricks_rests")],
        id="the-other-resting-player-has-none",
    ),
    pytest.param(
        2,
        {},
        Raspasy(tricks={0: 4}),
        [("tricks", "tricks_own_needed")],
        id="the-dummys-tricks-are-unknown",
    ),
    pytest.param(
        2, {}, Raspasy(tricks={0: 6, 1: 5}), [("tricks", "tricks_over")], id="eleven-of-two-players"
    ),
    pytest.param(
        3,
        {},
        Manual(entries=(ManualEntry(seat=0, area=Area.WHISTS, amount=1),)),
        [("entries[0].against", "against_needed")],
        id="whists-on-nobody",
    ),
    pytest.param(
        3,
        {},
        Manual(entries=(ManualEntry(seat=0, area=Area.WHISTS, amount=1, against=0),)),
        [("entries[0].against", "against_self")],
        id="whists-on-himself",
    ),
    pytest.param(
        3,
        {},
        Manual(entries=(ManualEntry(seat=0, area=Area.POOL, amount=1, against=1),)),
        [("entries[0].against", "against_not_whists")],
        id="a-pool-against-somebody",
    ),
    pytest.param(
        3,
        {},
        Manual(entries=(ManualEntry(seat=3, area=Area.WHISTS, amount=1, against=-1),)),
        [("entries[0].player", "seat_unknown"), ("entries[0].against", "seat_unknown")],
        id="nobody-on-nobody",
    ),
]


@pytest.mark.parametrize(("players", "options", "deal", "expected"), DEALS)
def test_a_deal_that_cannot_be_is_refused(
    players: int, options: dict[str, object], deal: Deal, expected: list[tuple[str, str]]
) -> None:
    game = Game(convention=agreed(**options), players=players, target=10, first_dealer=players - 1)
    faults = check_deal(game, start(game), deal)
    assert [(fault.at, fault.code) for fault in faults] == expected
    assert all(fault.message for fault in faults)
    for fault in faults:
        if fault.code == "seat_unknown":
            assert fault.params["seat"] not in range(players)


COUNTS = [
    pytest.param(2, Raspasy(tricks={0: 6, 1: 6}), "Two tricks are too many", id="two-players"),
    pytest.param(3, Raspasy(tricks={0: 9, 1: 4}), "Three tricks are too many", id="three-players"),
    pytest.param(3, Raspasy(tricks={0: 1, 1: 1, 2: 0}), "Eight tricks are missing", id="eight"),
    pytest.param(
        4, Raspasy(tricks={0: 3, 1: 3, 2: 1, 3: 2}), "One trick is missing", id="beside-the-talon"
    ),
    pytest.param(3, contract(6, "ww", 6, 1, 1), "Two tricks are missing", id="of-a-contract"),
    pytest.param(3, contract(6, "ww", 6, 5), "One trick is too many", id="with-one-left-out"),
]


@pytest.mark.parametrize(("players", "deal", "sentence"), COUNTS)
def test_how_many_tricks_are_wrong(players: int, deal: Deal, sentence: str) -> None:
    game = Game(convention=SOCHI, players=players, target=10, first_dealer=players - 1)
    (fault,) = check_deal(game, start(game), deal)
    assert fault.message == f"{sentence}: ten tricks are played"


@pytest.mark.parametrize("other", [0, 1, 2, 3])
def test_any_player_may_rest_beside_the_dealer(other: int) -> None:
    declarer = (other + 1) % 4
    deal = Contract(declarer=declarer, level=6, roles={}, resting=(4, other))
    assert played(SOCHI, deal, players=5).played[0].resting == (other, 4)


STALINGRAD = [
    pytest.param("ww", "S", True, id="both-whist"),
    pytest.param("wp", "S", False, id="somebody-passed"),
    pytest.param("", "S", False, id="nobody-said-anything"),
    pytest.param("ph", "S", False, id="a-half-whist"),
    pytest.param("wp", "H", True, id="another-suit"),
    pytest.param("wp", None, True, id="nobody-said-the-suit"),
]


@pytest.mark.parametrize(("roles", "trump", "fine"), STALINGRAD)
def test_on_six_spades_both_must_whist(roles: str, trump: str | None, *, fine: bool) -> None:
    tricks = (6, 2, 2) if "w" in roles else ()
    deal = contract(6, roles, *tricks, trump=Trump(trump) if trump else None)
    game = Game(convention=agreed(stalingrad=True), players=3, target=10, first_dealer=2)
    faults = check_deal(game, start(game), deal)
    assert (faults == ()) == fine
    if not fine:
        assert {(fault.at, fault.code) for fault in faults} == {("roles", "roles_stalingrad")}


def test_the_dealer_cannot_whist_in_stalingrad() -> None:
    deal = Contract(declarer=0, level=6, roles={3: W}, tricks={0: 6}, trump=Trump.SPADES)
    convention = agreed(stalingrad=True, dealer_may_whist=True)
    game = Game(convention=convention, players=4, target=10, first_dealer=3)
    faults = check_deal(game, start(game), deal)
    assert [fault.code for fault in faults] == ["roles_stalingrad"]


def test_every_fault_of_a_replay_is_found() -> None:
    bad, good = contract(6, "ww", 6, 2, 1), contract(6)
    with pytest.raises(Refused) as refused:
        played(SOCHI, good, bad, good, Misere(declarer=0, tricks=12), bad)
    assert [fault.at for fault in refused.value.faults] == [
        "deals[1].tricks",
        "deals[3].tricks",
        "deals[4].tricks",
    ]


def test_past_a_fault_the_rotation_is_followed() -> None:
    """Of four players seat 1 deals the third deal and cannot play it."""
    bad, rests = contract(6, players=4, talon_units=1), Contract(declarer=1, level=6, roles={})
    with pytest.raises(Refused) as refused:
        played(SOCHI, bad, Misere(declarer=1, tricks=0), rests, players=4)
    assert [fault.at for fault in refused.value.faults] == [
        "deals[0].talon_units",
        "deals[2].declarer",
    ]


def test_after_a_fault_nobody_is_told_that_the_game_was_over() -> None:
    bad, ten = contract(6, "ww", 6, 2, 1), contract(10)
    with pytest.raises(Refused) as refused:
        played(SOCHI, bad, ten, ten, ten, ten, target=10)
    assert [fault.at for fault in refused.value.faults] == ["deals[0].tricks"]


def test_on_a_checked_ten_nobody_has_an_answer() -> None:
    ten = contract(10, "", 10)
    deal = played(agreed(ten="checked"), ten).played[0].deal
    assert isinstance(deal, Contract)
    assert deal.roles == {}


def test_a_talon_that_costs_nothing_writes_nothing() -> None:
    for price, units, count in ((10, 2, 2), (10, 0, 0), (0, 2, 0)):
        convention = agreed(talon_bonus="fixed", talon_bonus_fixed=price)
        deal = contract(6, talon_units=units)
        entries = played(convention, deal).played[0].entries
        assert sum(entry.reason.rule is Rule.TALON_BONUS for entry in entries) == count


def test_what_comes_after_the_end_is_refused_as_a_whole() -> None:
    state = start(Game(convention=SOCHI, players=3, target=1))
    over = state._replace(over=Ending.TARGET)
    assert check_deal(state.game, over, contract(6)) == (Fault("", "after_end"),)


def test_a_dealer_who_does_not_exist_is_named() -> None:
    faults = game_faults(Game(convention=SOCHI, players=3, target=10, first_dealer=7))
    assert [(fault.at, dict(fault.params)) for fault in faults] == [("dealer", {"seat": 7})]


@pytest.mark.parametrize("tricks", [{0: -1, 1: 6, 2: 5}, {0: 11, 1: -1, 2: 0}])
def test_nobody_takes_less_than_nothing_in_a_raspasy(tricks: dict[int, int]) -> None:
    game = Game(convention=SOCHI, players=3, target=10)
    faults = check_deal(game, start(game), Raspasy(tricks=tricks))
    assert {fault.code for fault in faults} == {"tricks_range"}
