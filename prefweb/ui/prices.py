"""The price list in words: what each game brings everybody under a convention, in whists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from prefweb.ui import deals
from prefweb.ui.numbers import signed
from prefweb.ui.options import OPTIONS, value_words
from scoring import (
    Case,
    Convention,
    Game,
    Number,
    Price,
    Raspasy,
    advance,
    price_list,
    seating,
    settle,
    start,
)

TARGET = 1000
"""Pool points, far from what one deal writes."""
ALONE = 2
"""Players among whom only one defends."""
TERMS = (
    "whist_style",
    "responsibility",
    "mountain_mult",
    "whist_mult",
    "consolation",
    "consolation_dealer",
    "half_whist_levels",
    "ten",
    "misere_value",
    "whists_per_mountain",
    "raspasy_mode",
    "raspasy_base",
    "raspasy_progression",
    "raspasy_zero",
)
"""What the prices follow from, as far as it is said over the list."""

_PLAYERS = {
    2: gettext_lazy("two players"),
    3: gettext_lazy("three players"),
    4: gettext_lazy("four players"),
    5: gettext_lazy("five players"),
}
_CASES = {
    Case.UNWHISTED: gettext_lazy("No whist"),
    Case.HALF_WHIST: gettext_lazy("Half-whist"),
    Case.LONE_WHISTER: gettext_lazy("One whister, the first defender"),
    Case.TWO_WHISTERS: gettext_lazy("Both whist"),
    Case.DEALER_WHISTS: gettext_lazy("The dealer whists"),
    Case.CHECKED: gettext_lazy("Hands are opened, nobody whists"),
    Case.MISERE: gettext_lazy("Misère"),
    Case.CONCEDED: gettext_lazy("Given up before play"),
}
_SPREADS = {
    2: ((6, 4), (8, 2), (10, 0)),
    3: ((4, 3, 3), (5, 3, 2), (6, 4, 0), (5, 5, 0), (8, 1, 1), (10, 0, 0)),
}
"""How the tricks of raspasy may fall, by how many play: examples."""


@dataclass(frozen=True, slots=True)
class PriceRow:
    """One outcome, and what it brings each seat."""

    key: str
    label: str
    whists: tuple[Number | None, ...]
    note: str
    """What it comes to elsewhere on the sheet, where it is not the same everywhere."""


@dataclass(frozen=True, slots=True)
class PriceGroup:
    """Outcomes of one kind: how a game was answered."""

    title: str
    rows: list[PriceRow]


@dataclass(frozen=True, slots=True)
class PriceSection:
    """Everything about one game; `key` is its place on the page."""

    key: str
    tab: str
    title: str
    first: str
    """What the first column is."""
    heads: list[str]
    """Whom the others are of."""
    groups: list[PriceGroup]


@dataclass(frozen=True, slots=True)
class Prices:
    """The price list of a convention for so many players."""

    convention: Convention
    players: int
    sections: list[PriceSection]

    @property
    def who(self) -> str:
        """For how many it is."""
        return str(_PLAYERS[self.players])

    @property
    def terms(self) -> list[tuple[str, str]]:
        """What it follows from: options and their values."""
        data = self.convention.to_data()
        return [(str(OPTIONS[key].label), str(value_words(key, data[key]))) for key in TERMS]

    @property
    def has_changing(self) -> bool:
        """Whether some price is another one elsewhere on the sheet."""
        return any(
            row.note for each in self.sections for group in each.groups for row in group.rows
        )

    @property
    def raspasy_steps(self) -> list[tuple[int, int]]:
        """The price of a trick in the first raspasy, the second in a row, and so on."""
        steps = self.convention.raspasy_progression
        return [(turn, self.convention.raspasy_base * step) for turn, step in enumerate(steps, 1)]


@lru_cache(maxsize=128)
def _found(convention: Convention, players: int) -> tuple[Price, ...]:
    return price_list(convention, players)


def prices_of(convention: Convention, players: int) -> Prices:
    """The whole list: every game, misère and raspasy."""
    found = _found(convention, players)
    return Prices(convention, players, list(_sections(found, convention, players)))


def _sections(
    found: Sequence[Price], convention: Convention, players: int
) -> Iterator[PriceSection]:
    heads, outcome = _heads(players), _("tricks")
    yield _overview(found)
    for level in range(6, 11):
        name = deals.game_name(level)
        yield PriceSection(str(level), str(level), name, outcome, heads, _groups(found, level))
    yield PriceSection("misere", _("misère"), _("Misère"), outcome, heads, _groups(found, None))
    yield _raspasy(convention, players)


def _heads(players: int) -> list[str]:
    """Whom the columns of a game are of: the declarer first."""
    plays = pgettext("over a column", "plays")
    defend = (
        [_("defends")]
        if players == 2
        else [
            pgettext("defender", "first"),
            pgettext("defender", "second"),
        ]
    )
    rest = {4: [_("deals")], 5: [_("rests"), _("deals")]}
    return [plays, *defend, *rest.get(players, [])]


# -- games


def _groups(found: Iterable[Price], level: int | None) -> list[PriceGroup]:
    mine = [price for price in found if price.level == level]
    return [
        PriceGroup(_title(case, mine), [_row(price) for price in rows])
        for case, rows in groupby(sorted(mine, key=_case_order), key=lambda price: price.case)
    ]


def _title(case: Case, prices: Sequence[Price]) -> str:
    if case is Case.LONE_WHISTER and len(prices[0].whists) == ALONE:
        return _("The defender whists")
    return str(_CASES[case])


def _case_order(price: Price) -> int:
    return list(Case).index(price.case)


def _row(price: Price) -> PriceRow:
    return PriceRow(price_key(price), _outcome(price), price.whists, _range(price))


def price_key(price: Price) -> str:
    """The one line of a list: ``two_whisters-6-6-2-2``."""
    split = price.split or ()
    parts = [str(price.case), price.level, price.tricks, *split]
    return "-".join("x" if part is None else str(part) for part in parts)


def _outcome(price: Price) -> str:
    """How it went: "made · 6", "one down · 5", "+1 · 7 (2+1)"."""
    if price.case is Case.MISERE:
        return deals.tricks(price.undertricks) if price.undertricks else _("no trick")
    if price.level is None or price.tricks is None:
        return deals.down(price.undertricks) if price.undertricks else _("without play")
    words = f"{deals.result(price.level, price.tricks)} · {price.tricks}"
    if price.split is None:
        return words
    one, other = price.split
    return f"{words} ({one}+{other})"


def _range(price: Price) -> str:
    """Where a price depends on the sheet: from what to what for the declarer."""
    if price.constant:
        return ""
    ends = {"low": signed(price.lowest), "high": signed(price.highest)}
    return _("from %(low)s to %(high)s") % ends


# -- all games at a glance


def _overview(found: Sequence[Price]) -> PriceSection:
    """What the declarer of each game gets, in the commonest outcomes."""
    heads = [_("no whist"), pgettext("a contract", "made"), deals.down(1), deals.down(2)]
    rows = [_glance(found, level) for level in (*range(6, 11), None)]
    title = _("What the declarer gets")
    return PriceSection("short", _("at a glance"), title, _("game"), heads, [PriceGroup("", rows)])


def _glance(found: Iterable[Price], level: int | None) -> PriceRow:
    mine = [price for price in found if price.level == level]
    played = [price for price in mine if price.case in _AGAINST_ONE]
    unwhisted = [price for price in mine if price.case is Case.UNWHISTED]
    made = [price for price in played if price.tricks == (level or 0)]
    short = [[price for price in played if price.undertricks == count] for count in (1, 2)]
    cells = tuple(_own(prices) for prices in (unwhisted, made, *short))
    label = _("misère") if level is None else str(level)
    return PriceRow(f"glance-{level or 'misere'}", label, cells, "")


_AGAINST_ONE = (Case.LONE_WHISTER, Case.CHECKED, Case.MISERE)
"""What is counted at a glance: one whister, or none where nobody whists."""


def _own(prices: Sequence[Price]) -> Number | None:
    return prices[0].whists[0] if prices else None


# -- raspasy


def _raspasy(convention: Convention, players: int) -> PriceSection:
    """Examples of how the tricks may fall in the first raspasy, played by the engine."""
    seats = seating(players, players - 1)
    rows = [
        PriceRow(
            f"raspasy-{'-'.join(map(str, tricks))}",
            " · ".join(map(str, tricks)),
            raspasy_worth(convention, players, tricks),
            "",
        )
        for tricks in _SPREADS[len(seats.active)]
    ]
    heads = [_("player %(n)s") % {"n": seat + 1} for seat in sorted(seats.active)]
    return PriceSection(
        "raspasy",
        _("raspasy"),
        _("Raspasy"),
        _("tricks"),
        [*heads, *_heads(players)[len(heads) :]],
        [PriceGroup("", rows)],
    )


def raspasy_worth(
    convention: Convention, players: int, tricks: Sequence[int]
) -> tuple[Number, ...]:
    """What the first raspasy brings each seat in the final count; a resting dealer takes none."""
    game = Game(convention=convention, players=players, target=TARGET, first_dealer=players - 1)
    before = start(game)
    active = sorted(seating(players, players - 1).active)
    after = advance(before, Raspasy(tricks=dict(zip(active, tricks, strict=True))))
    was, now = (settle(state.sheet, game).exact for state in (before, after))
    return tuple(new - old for old, new in zip(was, now, strict=True))


_FIELDS = {
    "convention": gettext_lazy("Convention"),
    "filled": gettext_lazy("Convention"),
    "size": gettext_lazy("Players"),
}


def option_label(name: str) -> str:
    """What a field that decides prices is called on the page where it is chosen."""
    return str(_FIELDS[name] if name in _FIELDS else OPTIONS[name].label)
