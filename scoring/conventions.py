"""What a table agrees on before it plays: every option that changes a score, and the presets.

A :class:`Convention` is values only. The rules read its fields; nothing asks which preset
it came from, so any mixture of options is as good as a named one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType

from scoring.exact import Number, text


class PoolEnd(StrEnum):
    """What ends the game."""

    EACH = "each"
    """Every pool reaches the target; what is over goes to the others as help."""
    SUM = "sum"
    """All pools together reach the target times the number of players."""
    TIME = "time"
    """The players stop when they like."""


class Responsibility(StrEnum):
    """Share of the declarer's mountain price a whister pays for a missing trick."""

    FULL = "full"
    HALF = "half"
    NONE = "none"


class WhistStyle(StrEnum):
    """Who writes the trick whists when one defender whisted and the other passed."""

    GREEDY = "greedy"
    """The whister, all of them."""
    GENTLEMAN = "gentleman"
    """Half each when the declarer failed, the whister when he made it."""
    GENTLEMAN_ALL = "gentleman_all"
    """Half each, always."""


class BothWhistRule(StrEnum):
    """How two whisters share the tricks they are short on a six or a seven."""

    PAIR_CAP = "pair_cap"
    """Never more in all than the pair is short."""
    PAIR_PERSONAL = "pair_personal"
    """Each his own shortage, if the pair is short."""
    PERSONAL = "personal"
    """Each his own shortage, even if the pair has enough."""


class SingleTrickRule(StrEnum):
    """Who of two whisters answers for the one trick due on an eight, nine or ten."""

    SECOND = "second"
    """The one who spoke second, if there was no trick at all."""
    SPLIT = "split"
    """Half a trick each, if there was none at all."""
    EACH = "each"
    """Each a whole trick, if there was none at all."""
    SECOND_ALWAYS = "second_always"
    """The one who spoke second, whenever he took none himself."""
    PERSONAL = "personal"
    """Everyone who took none himself."""


class Consolation(StrEnum):
    """What defenders write for each trick the declarer is short."""

    NONE = "none"
    VALUE = "value"
    """The price of a whist."""
    FIXED = "fixed"
    """``consolation_fixed`` whists."""


class WhisterFailConsolation(StrEnum):
    """Who writes whists on a whister that failed."""

    NONE = "none"
    DECLARER = "declarer"
    DECLARER_AND_DEALER = "declarer_and_dealer"


class Ten(StrEnum):
    """How a ten is played."""

    WHISTED = "whisted"
    CHECKED = "checked"
    """Hands are opened, nobody whists."""


class TenSplit(StrEnum):
    """Who writes the tricks of a checked ten that failed."""

    EQUAL = "equal"
    OWN_TRICKS = "own_tricks"


class TalonBonus(StrEnum):
    """What a unit of high cards in the talon costs the declarer."""

    OFF = "off"
    VALUE = "value"
    """The price of a whist."""
    FIXED = "fixed"
    """``talon_bonus_fixed`` whists."""


class RaspasyMode(StrEnum):
    """Where the tricks of a raspasy are written."""

    MOUNTAIN = "mountain"
    WHISTS = "whists"


class RaspasyReset(StrEnum):
    """Which contracts end a series of raspasy."""

    PLAYED = "played"
    MADE = "made"
    MADE_WHISTED = "made_whisted"


class RaspasyZero(StrEnum):
    """Pool points for a player without a trick in a raspasy."""

    TRICK_PRICE = "trick_price"
    STEP = "step"
    ONE = "one"
    NONE = "none"


class RaspasyTalon(StrEnum):
    """Whether the talon is played in a raspasy."""

    OPEN = "open"
    """A resting dealer owns its tricks."""
    CLOSED = "closed"


class RaspasyWhistMode(StrEnum):
    """Which tricks count in a raspasy written in whists."""

    ALL_TRICKS = "all_tricks"
    DIFFERENCE = "difference"


class Help(StrEnum):
    """What happens to points a closed pool earns."""

    AMERICAN = "american"
    NONE = "none"


class HelpTarget(StrEnum):
    """Which open pool is helped first."""

    HIGHEST = "highest"
    LEFT = "left"
    LOWEST = "lowest"


class Surplus(StrEnum):
    """What happens to points no open pool can take."""

    MOUNTAIN_NEGATIVE = "mountain_negative"
    MOUNTAIN_TO_ZERO = "mountain_to_zero"
    LOST = "lost"


class Rounding(StrEnum):
    """How the final whists are rounded."""

    EXACT = "exact"
    WHOLE = "whole"
    CODEX = "codex"


class CorrectionProtocol(StrEnum):
    """How mistakes are mended; it changes no score by itself."""

    FREE = "free"
    CODEX = "codex"


@dataclass(frozen=True, slots=True, kw_only=True)
class Convention:
    """Every option of an agreement. Values only: it decides nothing.

    >>> Convention(mountain_mult=2).mountain_mult
    2
    >>> Convention().to_data() == Convention.from_data({}).to_data()
    True
    """

    pool_end: PoolEnd = PoolEnd.EACH
    mountain_mult: int = 1
    """Mountain points for a declarer's missing trick, times the contract's value."""
    whist_mult: int = 1
    """Whists and consolation for a trick, times the contract's value."""
    pool_settle: Number = 1
    """Mountain points a pool point is worth in the final count."""
    whists_per_mountain: int = 10
    responsibility: Responsibility = Responsibility.FULL
    whist_style: WhistStyle = WhistStyle.GREEDY
    both_whist_rule: BothWhistRule = BothWhistRule.PAIR_CAP
    single_trick_rule: SingleTrickRule = SingleTrickRule.SECOND
    failed_whister_keeps_whists: bool = True
    consolation: Consolation = Consolation.VALUE
    consolation_fixed: int = 10
    """Whists, not multiplied by ``whist_mult``."""
    consolation_dealer: bool = True
    """Resting players write the consolation too."""
    consolation_on_whister_fail: WhisterFailConsolation = WhisterFailConsolation.NONE
    ten: Ten = Ten.WHISTED
    ten_checked_split: TenSplit = TenSplit.EQUAL
    half_whist_levels: tuple[int, ...] = (6, 7)
    stalingrad: bool = False
    """On six spades both defenders must whist."""
    dealer_may_whist: bool = False
    """A resting dealer of four may whist after both defenders passed."""
    invite_bonus: bool = False
    """A lone whister writes the passer's consolation as well."""
    concession: int = 0
    """Undertricks of a game given up before play; 0: not allowed."""
    talon_bonus: TalonBonus = TalonBonus.OFF
    talon_bonus_fixed: int = 10
    """Whists for a unit."""
    misere_value: int = 10
    """Pool points, and mountain points for a trick before ``mountain_mult``."""
    raspasy_mode: RaspasyMode = RaspasyMode.MOUNTAIN
    raspasy_base: int = 1
    """Mountain points or whists for a trick, before the progression."""
    raspasy_progression: tuple[int, ...] = (1, 2, 3)
    """Factor of the first, second... raspasy in a row; the last one stays."""
    raspasy_cycle: bool = False
    """Progression and exit start over instead of staying at the last."""
    raspasy_exit: tuple[int, ...] = (6, 6, 6)
    """Lowest bid before any raspasy, after one, after two...; the last one stays."""
    raspasy_reset: RaspasyReset = RaspasyReset.PLAYED
    misere_exits: bool = True
    raspasy_amnesty: bool = True
    """The smallest trick count is taken off everybody."""
    raspasy_zero: RaspasyZero = RaspasyZero.TRICK_PRICE
    raspasy_zero_dealer: bool = False
    """A resting dealer without a trick gets the bonus too."""
    raspasy_talon: RaspasyTalon = RaspasyTalon.OPEN
    raspasy_whist_mode: RaspasyWhistMode = RaspasyWhistMode.ALL_TRICKS
    deal_moves_after_raspasy: bool = True
    help: Help = Help.AMERICAN
    help_target: HelpTarget = HelpTarget.HIGHEST
    help_rate: int = 10
    """Whists for a point of help."""
    help_skips_dealer: bool = False
    help_skips_fined: bool = False
    surplus: Surplus = Surplus.MOUNTAIN_NEGATIVE
    surplus_rate: Number = 1
    """Mountain points for a point of surplus."""
    mountain_first: bool = False
    """Pool points clear the own mountain first."""
    indivisible_mountain: bool = False
    """Two players: a mountain point is paid to the other in full."""
    rounding: Rounding = Rounding.EXACT
    correction_protocol: CorrectionProtocol = CorrectionProtocol.FREE

    @classmethod
    def from_data(
        cls, data: Mapping[str, object], base: "Convention | None" = None
    ) -> "Convention":
        """The convention with these options, as JSON values, over ``base`` (else the defaults).

        Raises :class:`scoring.faults.Refused` naming every unknown option and value.

        >>> Convention.from_data({"surplus_rate": "1/2"}).surplus_rate
        Fraction(1, 2)
        """
        from scoring.options import read_options

        return read_options(data, base or cls())

    def to_data(self) -> dict[str, object]:
        """Every option as a JSON value, in the order of the fields."""
        return {each.name: _json_value(getattr(self, each.name)) for each in fields(self)}


def _json_value(value: object) -> object:
    """An option as JSON has it: enums by value, lists, fractions as text."""
    match value:
        case StrEnum():
            return value.value
        case tuple():
            return list(value)
        case Fraction():
            return value.numerator if value.denominator == 1 else text(value)
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """What a settings form and the file check need to know about one option.

    ``kind`` is ``choice``, ``bool``, ``int``, ``list`` (of whole numbers) or ``ratio``.
    """

    key: str
    kind: str
    default: object
    values: tuple[object, ...] = ()
    common: bool = False
    minimum: int | None = None
    maximum: int | None = None
    min_length: int = 0
    max_length: int | None = None


_COMMON = frozenset(
    {
        "pool_end",
        "mountain_mult",
        "whist_mult",
        "pool_settle",
        "responsibility",
        "whist_style",
        "single_trick_rule",
        "consolation",
        "consolation_dealer",
        "ten",
        "half_whist_levels",
        "stalingrad",
        "concession",
        "raspasy_mode",
        "raspasy_base",
        "raspasy_progression",
        "raspasy_exit",
        "raspasy_reset",
        "raspasy_amnesty",
        "raspasy_zero",
        "help",
        "surplus",
        "rounding",
    }
)
_RANGES = {
    "mountain_mult": (1, 10),
    "whist_mult": (1, 10),
    "pool_settle": (0, 100),
    "whists_per_mountain": (1, 100),
    "consolation_fixed": (0, 1000),
    "talon_bonus_fixed": (0, 1000),
    "misere_value": (1, 100),
    "raspasy_base": (1, 100),
    "raspasy_progression": (1, 100),
    "raspasy_exit": (6, 10),
    "help_rate": (1, 100),
    "surplus_rate": (0, 100),
}
_NUMBER_VALUES = {"concession": (0, 2, 3), "half_whist_levels": (6, 7)}
_LENGTHS = {"raspasy_progression": (1, 10), "raspasy_exit": (1, 10)}
_RATIOS = frozenset({"pool_settle", "surplus_rate"})


def _option(key: str, default: object) -> Option:
    """The description of one field of :class:`Convention`, from its default and the tables."""
    low, high = _RANGES.get(key, (None, None))
    shortest, longest = _LENGTHS.get(key, (0, None))
    values = tuple(type(default)) if isinstance(default, StrEnum) else _NUMBER_VALUES.get(key, ())
    return Option(
        key=key,
        kind=_kind(key, default),
        default=default,
        values=values,
        common=key in _COMMON,
        minimum=low,
        maximum=high,
        min_length=shortest,
        max_length=longest,
    )


def _kind(key: str, default: object) -> str:
    if key in _RATIOS:
        return "ratio"
    if isinstance(default, bool):
        return "bool"
    if isinstance(default, tuple):
        return "list"
    return "choice" if isinstance(default, StrEnum) or key in _NUMBER_VALUES else "int"


OPTIONS: Mapping[str, Option] = MappingProxyType(
    {each.name: _option(each.name, each.default) for each in fields(Convention)}
)
"""Every option by key, in the order a settings form shows them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A named starting point: nothing but values."""

    key: str
    convention: Convention = field(default_factory=Convention)
    experimental: bool = False
    """Sources disagree much; tables should look the options through."""
    players: tuple[int, ...] = (2, 3, 4, 5)


SOCHI = Convention()
LENINGRAD = replace(
    SOCHI,
    pool_end=PoolEnd.SUM,
    mountain_mult=2,
    whist_mult=2,
    pool_settle=2,
    responsibility=Responsibility.HALF,
    whist_style=WhistStyle.GENTLEMAN,
    raspasy_base=2,
    raspasy_exit=(6, 7, 7),
    raspasy_reset=RaspasyReset.MADE,
    help=Help.NONE,
)
ROSTOV = replace(
    SOCHI,
    responsibility=Responsibility.HALF,
    consolation=Consolation.FIXED,
    raspasy_mode=RaspasyMode.WHISTS,
    raspasy_base=5,
    raspasy_progression=(1,),
    raspasy_zero=RaspasyZero.ONE,
    raspasy_zero_dealer=True,
    raspasy_talon=RaspasyTalon.CLOSED,
    raspasy_amnesty=False,
)
CLASSIC = replace(
    SOCHI,
    mountain_first=True,
    half_whist_levels=(),
    stalingrad=True,
    raspasy_progression=(1, 2, 4),
    raspasy_exit=(6, 7, 7),
    raspasy_reset=RaspasyReset.MADE,
    surplus=Surplus.MOUNTAIN_TO_ZERO,
    deal_moves_after_raspasy=False,
)
HUSSAR = replace(SOCHI, consolation_dealer=False, half_whist_levels=(), raspasy_progression=(1,))
TOURNAMENT = replace(
    LENINGRAD,
    pool_end=PoolEnd.TIME,
    both_whist_rule=BothWhistRule.PAIR_PERSONAL,
    single_trick_rule=SingleTrickRule.EACH,
    dealer_may_whist=True,
    talon_bonus=TalonBonus.VALUE,
    raspasy_reset=RaspasyReset.MADE_WHISTED,
    misere_exits=False,
    raspasy_amnesty=False,
)

PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        "sochi": Preset(key="sochi", convention=SOCHI),
        "leningrad": Preset(key="leningrad", convention=LENINGRAD),
        "rostov": Preset(key="rostov", convention=ROSTOV),
        "classic": Preset(key="classic", convention=CLASSIC, experimental=True),
        "hussar": Preset(key="hussar", convention=HUSSAR, players=(2,)),
        "tournament": Preset(key="tournament", convention=TOURNAMENT),
    }
)
"""The presets by key, in the order they are offered."""


def preset_changes(preset: str, convention: Convention) -> dict[str, object]:
    """The options, as JSON values, that differ from a preset's. ``KeyError`` if unknown.

    >>> preset_changes("sochi", replace(SOCHI, stalingrad=True))
    {'stalingrad': True}
    """
    usual = PRESETS[preset].convention.to_data()
    return {key: value for key, value in convention.to_data().items() if value != usual[key]}
