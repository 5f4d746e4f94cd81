"""Random agreements, facts of deals, games and JSON for the properties."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from scoring import (
    OPTIONS,
    PRESETS,
    Area,
    Concession,
    Contract,
    Convention,
    Deal,
    Game,
    Manual,
    ManualEntry,
    Misere,
    Opening,
    Option,
    Pulka,
    Raspasy,
    Role,
    Seating,
    State,
    Trump,
    advance,
    defenders,
    seating,
    start,
)

ratios = st.fractions(min_value=0, max_value=4, max_denominator=4)


def values(option: Option) -> st.SearchStrategy[Any]:
    """Any value of an option, as a file gives it."""
    if option.kind == "bool":
        return st.booleans()
    if option.kind == "choice":
        return st.sampled_from(option.values)
    if option.kind == "ratio":
        return ratios.map(str)
    if option.kind == "int":
        return st.integers(option.minimum or 0, min(option.maximum or 0, 20))
    if option.values:
        return st.lists(st.sampled_from(option.values), unique=True)
    levels = st.integers(option.minimum or 0, min(option.maximum or 0, 10))
    return st.lists(levels, min_size=option.min_length, max_size=4)


conventions = st.builds(
    lambda preset, options: Convention.from_data(options, PRESETS[preset].convention),
    st.sampled_from([*PRESETS]),
    st.fixed_dictionaries({}, optional={key: values(option) for key, option in OPTIONS.items()}),
)
"""Presets with any of the options changed."""

numbers = st.one_of(
    st.integers(-30, 30), st.fractions(min_value=-9, max_value=9, max_denominator=6)
)


def split(total: int, parts: int) -> st.SearchStrategy[list[int]]:
    """Every way to deal out ``total`` tricks."""
    cuts = st.lists(st.integers(0, total), min_size=parts - 1, max_size=parts - 1).map(sorted)
    return cuts.map(lambda at: [b - a for a, b in zip([0, *at], [*at, total], strict=True)])


@st.composite
def contracts(draw: st.DrawFn, convention: Convention, seats: Seating) -> Contract:
    """A contract that can be."""
    declarer = draw(st.sampled_from(seats.active))
    level = draw(st.integers(6, 10))
    trump = draw(st.none() | st.sampled_from(Trump))
    order = defenders(seats, declarer)
    checked = level == 10 and convention.ten == "checked"
    roles = {} if checked else draw(answers(convention, seats, order, level, trump))
    played = Role.WHIST in roles.values() or (checked and draw(st.booleans()))
    takers = (declarer, *order)
    if seats.resting_dealer is not None and seats.resting_dealer in roles:
        takers = (declarer, seats.resting_dealer)
    tricks = dict(zip(takers, draw(split(10, len(takers))), strict=True)) if played else None
    units = draw(st.none() | st.integers(0, 3)) if convention.talon_bonus != "off" else None
    multiplier = draw(st.sampled_from([1, 1, 1, 2, 4]))
    return Contract(
        declarer=declarer,
        level=level,
        roles=roles,
        tricks=tricks,
        trump=trump,
        talon_units=units,
        taken_back=draw(st.booleans()),
        multiplier=multiplier,
    )


@st.composite
def answers(
    draw: st.DrawFn,
    convention: Convention,
    seats: Seating,
    order: Sequence[int],
    level: int,
    trump: Trump | None,
) -> Mapping[int, Role]:
    """Answers that can be."""
    if convention.stalingrad and level == 6 and trump is Trump.SPADES:
        return dict.fromkeys(order, Role.WHIST)
    choices = [dict(zip(order, pair, strict=True)) for pair in _pairs(len(order))]
    if level in convention.half_whist_levels:
        choices += [{**dict.fromkeys(order, Role.PASS), seat: Role.HALF} for seat in order]
    if convention.dealer_may_whist and len(seats.resting) == 1:
        choices.append({**dict.fromkeys(order, Role.PASS), seats.dealer: Role.WHIST})
    return draw(st.sampled_from(choices))


def _pairs(defending: int) -> list[tuple[Role, ...]]:
    both = (Role.PASS, Role.WHIST)
    return [(one,) for one in both] if defending == 1 else [(a, b) for a in both for b in both]


@st.composite
def raspasys(draw: st.DrawFn, convention: Convention, seats: Seating) -> Raspasy:
    """A raspasy that can be."""
    active = seats.active
    tricks: dict[int, int] = {}
    total = 10
    if (
        seats.resting_dealer is not None
        and convention.raspasy_talon == "open"
        and convention.raspasy_mode == "mountain"
    ):
        tricks[seats.resting_dealer] = draw(st.integers(0, 2))
        total -= tricks[seats.resting_dealer]
    if len(active) == 2:
        total = draw(st.integers(0, 10))
    tricks |= dict(zip(active, draw(split(total, len(active))), strict=True))
    return Raspasy(tricks=tricks, multiplier=draw(st.sampled_from([1, 1, 2])))


@st.composite
def manuals(draw: st.DrawFn, players: int) -> Manual:
    """Entries by hand."""
    entries = []
    for _ in range(draw(st.integers(0, 2))):
        seat, other = draw(st.permutations(range(players)))[:2]
        area = draw(st.sampled_from(Area))
        against = other if area is Area.WHISTS else None
        entries.append(ManualEntry(seat=seat, area=area, amount=draw(numbers), against=against))
    return Manual(entries=tuple(entries))


@st.composite
def deals(draw: st.DrawFn, state: State, *, by_hand: bool = True) -> Deal:
    """A deal that can come next."""
    convention, players = state.game.convention, state.game.players
    dealer = draw(st.none() | st.integers(0, players - 1))
    seats = seating(players, state.dealer if dealer is None else dealer)
    kinds: list[st.SearchStrategy[Any]] = [
        contracts(convention, seats),
        contracts(convention, seats),
        raspasys(convention, seats),
        st.builds(Misere, declarer=st.sampled_from(seats.active), tricks=st.integers(0, 10)),
    ]
    if convention.concession:
        level = draw(st.integers(6, 10))
        undertricks = st.none() | st.integers(1, level)
        declarer = st.sampled_from(seats.active)
        kinds.append(
            st.builds(Concession, declarer=declarer, level=st.just(level), undertricks=undertricks)
        )
    if by_hand:
        kinds.append(manuals(players))
    deal: Deal = draw(st.one_of(kinds))
    return deal if isinstance(deal, Manual) else replace(deal, dealer=dealer)


@st.composite
def openings(draw: st.DrawFn, players: int) -> Opening:
    """An opening sheet, often an empty one."""
    if draw(st.booleans()):
        return Opening()
    column = st.dictionaries(st.integers(0, players - 1), numbers)
    whists = {
        seat: draw(st.dictionaries(st.integers(0, players - 1).filter(seat.__ne__), numbers))
        for seat in draw(st.sets(st.integers(0, players - 1)))
    }
    return Opening(
        pool=draw(column), mountain=draw(column), whists=whists, raspasy=draw(st.integers(0, 4))
    )


@st.composite
def games(draw: st.DrawFn, agreements: st.SearchStrategy[Convention] = conventions) -> Game:
    """A game that can be."""
    players = draw(st.integers(2, 5))
    convention = draw(agreements)
    target = draw(st.integers(1, 60))
    return Game(
        convention=convention,
        players=players,
        target=None if convention.pool_end == "time" and draw(st.booleans()) else target,
        first_dealer=draw(st.integers(0, players - 1)),
        opening=draw(openings(players)),
    )


@st.composite
def played_games(
    draw: st.DrawFn,
    agreements: st.SearchStrategy[Convention] = conventions,
    *,
    by_hand: bool = True,
) -> tuple[Game, list[Deal]]:
    """A game with some deals that were played."""
    game = draw(games(agreements))
    state, dealt = start(game), []
    for _ in range(draw(st.integers(0, 8))):
        if state.over is not None:
            break
        dealt.append(draw(deals(state, by_hand=by_hand)))
        state = advance(state, dealt[-1])
    return game, dealt


names = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=8).filter(
    str.strip
)


@st.composite
def pulkas(draw: st.DrawFn) -> Pulka:
    """A pulka as a file may hold it."""
    game, dealt = draw(played_games())
    preset = draw(
        st.sampled_from([key for key, each in PRESETS.items() if game.players in each.players])
    )
    return Pulka(
        preset=preset,
        convention=game.convention,
        players=tuple(
            draw(st.lists(names, min_size=game.players, max_size=game.players, unique=True))
        ),
        target=game.target,
        stake=draw(st.decimals(0, 100, places=3).map(abs) | st.just(Decimal(1))),
        currency=draw(st.sampled_from(["RUB", "JPY", "KWD", "CLF"])),
        first_dealer=game.first_dealer,
        opening=game.opening,
        deals=tuple(dealt),
        ended=draw(st.sampled_from([None, "consent", "time"])),
    )


json_values: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-20, 20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5)
    | st.sampled_from(["A", "whist", "raspasy", "3/2", 10**40]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["pulka", "players", "deals", "type", "tricks", "A"])
            | st.text(max_size=3),
            inner,
            max_size=3,
        )
    ),
    max_leaves=12,
)


@st.composite
def spoiled(draw: st.DrawFn, data: Any) -> Any:
    """JSON data with something put in another's place, left out or added."""
    if isinstance(data, dict) and data and draw(st.integers(0, 5)):
        key = draw(st.sampled_from([*data]))
        what = draw(st.sampled_from(["deeper", "deeper", "deeper", "gone", "more"]))
        if what == "gone":
            return {name: value for name, value in data.items() if name != key}
        if what == "more":
            return data | {draw(st.text(max_size=4)): draw(json_values)}
        return data | {key: draw(spoiled(data[key]))}
    if isinstance(data, list) and data and draw(st.integers(0, 5)):
        index = draw(st.integers(0, len(data) - 1))
        return [*data[:index], draw(spoiled(data[index])), *data[index + 1 :]]
    return draw(json_values)
