"""The options of a convention in words: a label, a plain sentence, a word for every value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

Words: TypeAlias = str | Promise


@dataclass(frozen=True, slots=True)
class OptionWords:
    """How an option is called, what it decides, and what its values are called."""

    label: Words
    says: Words
    values: dict[Any, Words] = field(default_factory=dict)
    suggestions: tuple[str, ...] = ()
    """Lists that tables really play, for an option that is a list of numbers."""


PRESETS: dict[str, tuple[Words, Words]] = {
    "sochi": (_("Sochi"), _("greedy whist, full responsibility, help")),
    "leningrad": (_("Leningrad"), _("mountain and whists doubled, gentleman's whist")),
    "rostov": (_("Rostov (Moscow)"), _("raspasy in whists, consolation 10")),
    "classic": (_("Classic"), _("mountain first, Stalingrad; experimental")),
    "hussar": (_("Hussar"), _("for two players")),
    "tournament": (_("Tournament Leningrad"), _("by the clock, the dealer may whist")),
}
"""Each preset's name and what it is known by."""

OPTIONS: dict[str, OptionWords] = {
    "pool_end": OptionWords(
        _("End of the game"),
        _("What has to be full for a pulka to be over."),
        {
            "each": _("each pool is full"),
            "sum": _("all pools together"),
            "time": _("by the clock"),
        },
    ),
    "mountain_mult": OptionWords(
        _("Mountain multiplier"), _("How many times over a declarer's missing trick is written.")
    ),
    "whist_mult": OptionWords(
        _("Whist multiplier"), _("How many times over whists and consolation are written.")
    ),
    "pool_settle": OptionWords(
        _("Pool to the mountain"),
        _("Mountain points for each point missing in the pool, in the final count."),
    ),
    "whists_per_mountain": OptionWords(
        _("Whists per mountain point"), _("What a point of the mountain is worth in the end.")
    ),
    "responsibility": OptionWords(
        _("Whister's responsibility"),
        _("What a whister pays for a missing trick, against the declarer's price."),
        {
            "full": pgettext_lazy("responsibility", "full"),
            "half": pgettext_lazy("responsibility", "half"),
            "none": pgettext_lazy("responsibility", "none"),
        },
    ),
    "whist_style": OptionWords(
        _("Whist"),
        _("Who writes the trick whists when one whisted and the declarer fell."),
        {
            "greedy": _("greedy"),
            "gentleman": _("gentleman's"),
            "gentleman_all": _("gentleman's, made games too"),
        },
    ),
    "both_whist_rule": OptionWords(
        _("Two whisters short on 6 and 7"),
        _("How the fine is shared when both whisted and the pair is short."),
        {
            "pair_cap": _("what the pair is short of"),
            "pair_personal": _("each for their own share, if the pair is short"),
            "personal": _("each for their own share, always"),
        },
    ),
    "single_trick_rule": OptionWords(
        _("Two whisters short on 8, 9, 10"),
        _("Who answers for the one trick when both whisted."),
        {
            "second": _("the second whister"),
            "split": _("both, half each"),
            "each": _("both, in full each"),
            "second_always": _("the second, if left without"),
            "personal": _("whoever has none"),
        },
    ),
    "failed_whister_keeps_whists": OptionWords(
        _("A short whister keeps the whists"),
        _("Whists are written for the tricks really taken."),
    ),
    "consolation": OptionWords(
        _("Consolation"),
        _("What the others write for each trick the declarer is short of."),
        {
            "none": pgettext_lazy("consolation", "none"),
            "value": _("the price of a whist"),
            "fixed": _("a fixed sum"),
        },
    ),
    "consolation_fixed": OptionWords(
        _("Fixed consolation"), _("Whists for a trick, where consolation is a fixed sum.")
    ),
    "consolation_dealer": OptionWords(
        _("Consolation to a resting player"), _("The dealer who sits out writes it too.")
    ),
    "consolation_on_whister_fail": OptionWords(
        _("Consolation for a whister's fall"),
        _("Who writes whists on a whister who is short."),
        {
            "none": _("nobody"),
            "declarer": _("the declarer"),
            "declarer_and_dealer": _("the declarer and the dealer"),
        },
    ),
    "ten": OptionWords(
        _("Ten"),
        _("Whether a game of ten is whisted like the others or only checked."),
        {"whisted": _("whisted"), "checked": _("checked")},
    ),
    "ten_checked_split": OptionWords(
        _("Whists on a failed checked ten"),
        _("How the defenders share them."),
        {"equal": _("equally"), "own_tricks": _("by their own tricks")},
    ),
    "half_whist_levels": OptionWords(
        _("Half-whist"),
        _("On which games the second defender may leave for half."),
        {6: _("on a six"), 7: _("on a seven")},
    ),
    "stalingrad": OptionWords(_("Stalingrad"), _("On six spades both defenders must whist.")),
    "dealer_may_whist": OptionWords(
        _("The dealer may whist"),
        _("Four players: whoever sits out, once both defenders have passed."),
    ),
    "invite_bonus": OptionWords(
        _("Whists for an invitation"),
        _("A lone whister writes the passer's consolation as well."),
    ),
    "concession": OptionWords(
        _("Concession"),
        _("Whether a game may be given up before play, and for how many tricks."),
        {0: _("not allowed"), 2: _("without two"), 3: _("without three")},
    ),
    "talon_bonus": OptionWords(
        _("Talon bonus"),
        _("Whists on the declarer for aces and marriages in the talon."),
        {
            "off": pgettext_lazy("talon bonus", "none"),
            "value": _("the price of a whist"),
            "fixed": _("a fixed sum"),
        },
    ),
    "talon_bonus_fixed": OptionWords(
        _("Fixed talon unit"), _("Whists for a unit, where the talon bonus is a fixed sum.")
    ),
    "misere_value": OptionWords(
        _("Value of misère"), _("Points to the pool; as many to the mountain for each trick.")
    ),
    "raspasy_mode": OptionWords(
        _("Raspasy are written"),
        _("Where the tricks of raspasy go."),
        {"mountain": _("to the mountain"), "whists": _("in whists")},
    ),
    "raspasy_base": OptionWords(
        _("Price of a raspasy trick"), _("Mountain points, or whists where they are written so.")
    ),
    "raspasy_progression": OptionWords(
        _("Raspasy progression"),
        _("How the price grows when raspasy come in a row; the last number stays."),
        suggestions=("1-2-3", "1", "1-2-2", "1-2-4", "1-2-3-4"),
    ),
    "raspasy_cycle": OptionWords(
        _("Progression starts over"), _("After its last number the first one comes again.")
    ),
    "raspasy_exit": OptionWords(
        _("Exit from raspasy"),
        _("The lowest bid at first, after one raspasy, after two; the last number stays."),
        suggestions=("6-6-6", "6-7-7", "6-7-8", "6-7"),
    ),
    "raspasy_reset": OptionWords(
        _("What ends a series of raspasy"),
        _("After which game price and exit are the first ones again."),
        {
            "played": _("any game"),
            "made": _("a game made"),
            "made_whisted": _("a game made against a whist"),
        },
    ),
    "misere_exits": OptionWords(
        _("Misère ends a series"), _("Price and exit are the first ones again after a misère.")
    ),
    "raspasy_amnesty": OptionWords(
        _("Amnesty in raspasy"), _("The smallest number of tricks is taken off everyone.")
    ),
    "raspasy_zero": OptionWords(
        _("No trick in raspasy"),
        _("What taking none adds to the pool."),
        {
            "trick_price": _("the price of a trick"),
            "step": _("1, 2, 3 by the series"),
            "one": _("one point"),
            "none": _("nothing"),
        },
    ),
    "raspasy_zero_dealer": OptionWords(
        _("The resting dealer's zero counts"), _("No trick at all adds to that pool too.")
    ),
    "raspasy_talon": OptionWords(
        _("Talon in raspasy"),
        _("Open: with four players its tricks are the dealer's."),
        {"open": _("open"), "closed": pgettext_lazy("talon", "closed")},
    ),
    "raspasy_whist_mode": OptionWords(
        _("Whists in raspasy"),
        _("For which tricks they are written, where raspasy are written so."),
        {
            "all_tricks": _("all tricks of the others"),
            "difference": _("the difference to the fewest"),
        },
    ),
    "deal_moves_after_raspasy": OptionWords(
        _("The deal moves on after raspasy"), _("Otherwise the same player deals again.")
    ),
    "help": OptionWords(
        _("Help"),
        _("Where points go that a full pool cannot take."),
        {"american": _("into other pools, for whists"), "none": pgettext_lazy("help", "none")},
    ),
    "help_target": OptionWords(
        _("Who is helped"),
        _("Which open pool is filled first."),
        {
            "highest": _("the fullest pool"),
            "left": _("the next on the left"),
            "lowest": _("the emptiest pool"),
        },
    ),
    "help_rate": OptionWords(
        _("Whists per point of help"), _("What the helper writes on the helped player.")
    ),
    "help_skips_dealer": OptionWords(
        _("No help to the resting dealer"), _("Points go past whoever sits out the deal.")
    ),
    "help_skips_fined": OptionWords(
        _("No help to a fined whister"), _("Points go past whoever was fined in the deal.")
    ),
    "surplus": OptionWords(
        _("Points left when all pools are full"),
        _("What becomes of them."),
        {
            "mountain_negative": _("off the own mountain, below zero too"),
            "mountain_to_zero": _("off the own mountain, down to zero"),
            "lost": _("lost"),
        },
    ),
    "surplus_rate": OptionWords(
        _("Mountain points per surplus point"), _("How much of the mountain a point takes off.")
    ),
    "mountain_first": OptionWords(
        _("Mountain first"), _("Points clear the own mountain before they go to the pool.")
    ),
    "indivisible_mountain": OptionWords(
        _("Indivisible mountain"), _("Two players: ten whists a point in full to the other.")
    ),
    "rounding": OptionWords(
        _("Rounding"),
        _("Of whists in the final count. Money is always exact."),
        {
            "exact": _("exact fractions"),
            "whole": _("whole whists"),
            "codex": _("whole whists by the Codex"),
        },
    ),
    "correction_protocol": OptionWords(
        _("Corrections"),
        _("Whether a corrected record brings a fine."),
        {"free": _("free"), "codex": _("by the Codex")},
    ),
}
"""Words for every option of `scoring.OPTIONS`, by its key."""


def preset_name(key: str) -> Words:
    """A convention by the name players call it."""
    return PRESETS[key][0] if key in PRESETS else key


def value_words(key: str, value: Any) -> Words:
    """One value of an option, as the agreement says it: "half", "6-7-7", "yes"."""
    words = OPTIONS[key].values
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list | tuple):
        return "-".join(map(str, value)) or _("no")
    return words.get(value, str(value))
