"""Suits, deals and entries in words, in the page's language.

Names of players stand as they are: never declined, and no verb says whether a player is a man or a
woman. So "whists on: Anna", "Anna: pass".
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from prefweb.ui.names import isolated
from prefweb.ui.numbers import number
from scoring import (
    Area,
    Concession,
    Contract,
    Deal,
    Entry,
    Manual,
    Misere,
    Raspasy,
    Reason,
    Role,
    Rule,
)

Number: TypeAlias = int | Fraction
Names: TypeAlias = Sequence[str]

TEXT = "\ufe0e"
"""Asks for the plain sign of a suit, not for its picture."""
SIGNS = {"S": "♠" + TEXT, "C": "♣" + TEXT, "D": "♦" + TEXT, "H": "♥" + TEXT, "N": ""}
RED = frozenset("DH")

_SUITS = {
    "S": gettext_lazy("spades"),
    "C": gettext_lazy("clubs"),
    "D": gettext_lazy("diamonds"),
    "H": gettext_lazy("hearts"),
    "N": gettext_lazy("no trump"),
}
_GAMES = {
    6: gettext_lazy("a six"),
    7: gettext_lazy("a seven"),
    8: gettext_lazy("an eight"),
    9: gettext_lazy("a nine"),
    10: gettext_lazy("a ten"),
}
_DOWN = {
    1: gettext_lazy("one down"),
    2: gettext_lazy("two down"),
    3: gettext_lazy("three down"),
    4: gettext_lazy("four down"),
    5: gettext_lazy("five down"),
    6: gettext_lazy("six down"),
    7: gettext_lazy("seven down"),
    8: gettext_lazy("eight down"),
    9: gettext_lazy("nine down"),
    10: gettext_lazy("ten down"),
}
_ROLES = {
    Role.WHIST: gettext_lazy("whist"),
    Role.PASS: gettext_lazy("pass"),
    Role.HALF: gettext_lazy("half-whist"),
}
_ORDERS = {
    "misere": gettext_lazy("misère"),
    "raspasy": gettext_lazy("raspasy"),
    "concession": gettext_lazy("given up at %(level)s"),
}
_ENDS = {
    "target": gettext_lazy("every pool is full"),
    "sum": gettext_lazy("the pools together are full"),
    "consent": gettext_lazy("by consent"),
    "time": gettext_lazy("the agreed time or laps are over"),
}


# -- single words


def initial(name: str) -> str:
    """What stands in a player's face: the first letter or digit, else the first sign there is."""
    plain = next((c for c in name if unicodedata.category(c)[0] in "LN"), None)
    return (plain or name.strip()[:1] or "·").upper()[:1]


def suit_name(trump: str) -> str:
    """``H`` is "hearts"."""
    return str(_SUITS[trump])


def no_trump_short() -> str:
    """The two letters that stand for a game without trump."""
    return pgettext("short for no trump", "NT")


def trump_sign(trump: str) -> str:
    """``♥``, or two letters for a game without trump."""
    return SIGNS[trump] or no_trump_short()


def game_name(level: int) -> str:
    """The name of a game in a sentence: "a six"."""
    return str(_GAMES[level])


def contract(level: int, trump: str | None = None) -> str:
    """``7 ♥``, in a line of text."""
    return str(level) if trump is None else f"{level} {trump_sign(trump)}"


def order(game: str, level: int | None = None, trump: str | None = None) -> str:
    """What was ordered: "7 ♥", "raspasy", "given up at 7"."""
    if game == "contract" and level is not None:
        return contract(level, trump)
    return str(_ORDERS[game]) % {"level": level}


def multiplied(multiplier: int, name: str | None = None) -> str:
    """What multiplies a deal and what the table calls it: "×2 bomb"; nothing for a plain one."""
    if multiplier == 1:
        return ""
    return " ".join(filter(None, (f"×{number(multiplier)}", isolated(name or ""))))


def units(count: int) -> str:
    """What a talon comes to: "talon: 2"."""
    return _("talon: %(n)s") % {"n": number(count)}


def role_name(role: Role) -> str:
    """An answer in a word: "whist", "pass", "half-whist"."""
    return str(_ROLES[role])


def down(undertricks: int) -> str:
    """``1`` is "one down"."""
    return str(_DOWN[undertricks])


def tricks(count: Number) -> str:
    """A number of tricks: "1 trick", "4 tricks"."""
    return _counted(count, ngettext("%(n)s trick", "%(n)s tricks", _whole(count)))


def points(count: Number) -> str:
    """A number of points: "1 point", "2 points"."""
    return _counted(count, ngettext("%(n)s point", "%(n)s points", _whole(count)))


def ended(reason: str) -> str:
    """Why a pulka is over."""
    return str(_ENDS[reason])


def column(area: Area, against: str | None = None) -> str:
    """A column of the sheet: "pool", "mountain", "whists on: Anna"."""
    if area is Area.POOL:
        return _("pool")
    if area is Area.MOUNTAIN:
        return _("mountain")
    return _("whists on: %(name)s") % {"name": isolated(against)} if against else _("whists")


def _counted(count: Number, words: str) -> str:
    return words % {"n": number(count)}


def _whole(count: Number) -> int:
    """The number that decides the plural; with a part of one it is the form of two."""
    return abs(int(count)) if Fraction(count).denominator == 1 else 2


# -- deals


def declared(deal: Deal, names: Names) -> str:
    """What was played and by whom: "Anna 7 ♦ ×2 bomb", "raspasy"."""
    times = "" if isinstance(deal, Manual) else multiplied(deal.multiplier, deal.note)
    return " ".join(filter(None, (_declared(deal, names), times)))


def _declared(deal: Deal, names: Names) -> str:
    match deal:
        case Contract():
            return f"{isolated(names[deal.declarer])} {contract(deal.level, deal.trump)}"
        case Misere():
            return _("%(name)s: misère") % {"name": isolated(names[deal.declarer])}
        case Raspasy():
            return _("raspasy")
        case Concession():
            return f"{isolated(names[deal.declarer])} {contract(deal.level)}"
        case Manual():
            return _("written by hand")


def outcome(deal: Deal) -> str:
    """How it went: "made", "one down", "no whist", "4·3·3"; nothing for an entry by hand."""
    match deal:
        case Contract():
            return _contract_outcome(deal)
        case Misere():
            return tricks(deal.tricks) if deal.tricks else _("no trick")
        case Raspasy():
            return "·".join(str(taken) for _seat, taken in sorted(deal.tricks.items()))
        case Concession():
            return _given_up(deal)
        case Manual():
            return ""


def line(deal: Deal, names: Names) -> str:
    """A deal in one line: "Anna 7 ♦, made", "raspasy 4·3·3"."""
    between = " " if isinstance(deal, Raspasy) and deal.multiplier == 1 else ", "
    return between.join(filter(None, (declared(deal, names), outcome(deal))))


def taken(deal: Deal, names: Names) -> str:
    """Who took how many tricks in raspasy: "Anna 4, Boris 3, Vera 3"; nothing for other deals."""
    if not isinstance(deal, Raspasy):
        return ""
    return ", ".join(f"{isolated(names[seat])} {n}" for seat, n in sorted(deal.tricks.items()))


def full_line(deal: Deal, names: Names) -> str:
    """The same with everybody named, where there is room: "raspasy: Anna 4, Boris 3, Vera 3"."""
    who = taken(deal, names)
    return f"{declared(deal, names)}: {who}" if who else line(deal, names)


def whisters(deal: Deal, names: Names) -> str:
    """Who whists: "whist: Boris", "whist: Boris, Anna", or nothing."""
    if not isinstance(deal, Contract):
        return ""
    who = [isolated(names[seat]) for seat, role in deal.roles.items() if role is Role.WHIST]
    return _("whist: %(names)s") % {"names": ", ".join(who)} if who else ""


def _given_up(deal: Concession) -> str:
    """For as many tricks as are agreed: "given up, three down"."""
    if deal.undertricks is None:
        return _("given up")
    return _("given up, %(down)s") % {"down": down(deal.undertricks)}


def _contract_outcome(deal: Contract) -> str:
    if Role.WHIST not in deal.roles.values() and not deal.tricks:
        return _("half-whist") if Role.HALF in deal.roles.values() else _("no whist")
    return result(deal.level, (deal.tricks or {}).get(deal.declarer, deal.level))


def result(level: int, taken: int) -> str:
    """The declarer's tricks against the contract: "made", "+1", "one down"."""
    if taken < level:
        return down(level - taken)
    return f"+{taken - level}" if taken > level else pgettext("a contract", "made")


def against(level: int | None, taken: int) -> str:
    """A number on the pad against the contract, short: "made", "3 down", "+1"."""
    if level is None:
        return ""
    if taken < level:
        return _("%(n)s down") % {"n": level - taken}
    return result(level, taken)


# -- entries


def reason(entry: Entry, names: Names = ()) -> str:
    """Why a number was written, and from which numbers it comes: "one down: 1 × 4"."""
    words = REASONS[entry.reason.rule](entry.reason, names)
    multiplier = entry.reason.numbers.get("multiplier", 1)
    return f"{words} × {number(multiplier)}" if multiplier != 1 else words


def _times(reason: Reason, count: str, price: str = "price") -> str:
    return f"{number(reason.numbers[count])} × {number(reason.numbers[price])}"


def _labelled(label: Any, of: str) -> str:
    return f"{label}: {of}"


def _shared(words: str, reason: Reason) -> str:
    shares = reason.numbers.get("shares", 1)
    return _("%(whole)s, shared by %(n)s") % {"whole": words, "n": shares} if shares != 1 else words


def _contract_made(reason: Reason, names: Names) -> str:
    numbers = reason.numbers
    return f"{game_name(int(numbers['level']))}: {points(numbers['points'])}"


def _undertricks(reason: Reason, names: Names) -> str:
    return f"{down(int(reason.numbers['undertricks']))}: {_times(reason, 'undertricks')}"


def _trick_whists(reason: Reason, names: Names) -> str:
    numbers = reason.numbers
    return _shared(f"{tricks(numbers['tricks'])} × {number(numbers['price'])}", reason)


def _misere_failed(reason: Reason, names: Names) -> str:
    numbers = reason.numbers
    return _labelled(_("misère"), f"{tricks(numbers['tricks'])} × {number(numbers['price'])}")


def _raspasy_tricks(reason: Reason, names: Names) -> str:
    return _labelled(_("raspasy"), _lessened(reason, "amnesty"))


def _raspasy_whists(reason: Reason, names: Names) -> str:
    return _shared(_labelled(_("raspasy"), _lessened(reason, "taken_off")), reason)


def _lessened(reason: Reason, by: str) -> str:
    numbers, less = reason.numbers, reason.numbers.get(by, 0)
    count = f"({number(numbers['tricks'])} − {number(less)})" if less else tricks(numbers["tricks"])
    return f"{count} × {number(numbers['price'])}"


def _raspasy_zero(reason: Reason, names: Names) -> str:
    words = _("raspasy without a trick: %(points)s") % {"points": points(reason.numbers["points"])}
    return words + ", " + _("sitting out") if reason.numbers.get("dealer") else words


def _help_received(reason: Reason, names: Names) -> str:
    helper = int(reason.numbers["helper"])
    return _("help from: %(name)s") % {"name": isolated(names[helper])} if names else _("help")


def _help_whists(reason: Reason, names: Names) -> str:
    numbers = reason.numbers
    given = f"{points(numbers['points'])} × {number(numbers['rate'])}"
    return _("help: %(given)s") % {"given": given}


def _cleared(reason: Reason, names: Names) -> str:
    return _("off the mountain first: %(points)s") % {"points": points(reason.numbers["points"])}


def _surplus(reason: Reason, names: Names) -> str:
    numbers = reason.numbers
    over = f"{points(numbers['points'])} × {number(numbers['rate'])}"
    words = _("all pools are full: %(over)s") % {"over": over}
    lost = numbers.get("lost", 0)
    return words + ", " + _("lost: %(n)s") % {"n": number(lost)} if lost else words


def _product(label: Any, count: str) -> Callable[[Reason, Names], str]:
    return lambda reason, names: _labelled(label, _times(reason, count))


REASONS: dict[Rule, Callable[[Reason, Names], str]] = {
    Rule.CONTRACT_MADE: _contract_made,
    Rule.UNDERTRICKS: _undertricks,
    Rule.TRICK_WHISTS: _trick_whists,
    Rule.CONSOLATION: lambda r, names: _("consolation %(sum)s") % {"sum": _times(r, "undertricks")},
    Rule.INVITATION: _product(gettext_lazy("for the invitation"), "undertricks"),
    Rule.WHISTER_SHORT: _product(gettext_lazy("short on the whist"), "undertricks"),
    Rule.WHISTER_CONSOLATION: _product(gettext_lazy("for the whister's fall"), "undertricks"),
    Rule.HALF_WHIST: _product(gettext_lazy("half-whist"), "tricks"),
    Rule.TALON_BONUS: lambda r, names: _shared(_labelled(_("talon"), _times(r, "units")), r),
    Rule.MISERE_MADE: lambda r, names: _labelled(_("misère"), points(r.numbers["points"])),
    Rule.MISERE_FAILED: _misere_failed,
    Rule.RASPASY_TRICKS: _raspasy_tricks,
    Rule.RASPASY_WHISTS: _raspasy_whists,
    Rule.RASPASY_ZERO: _raspasy_zero,
    Rule.CONCESSION: _product(gettext_lazy("given up before play"), "undertricks"),
    Rule.HELP_RECEIVED: _help_received,
    Rule.HELP_WHISTS: _help_whists,
    Rule.MOUNTAIN_CLEARED: _cleared,
    Rule.SURPLUS: _surplus,
    Rule.MANUAL: lambda r, names: _("written by hand"),
}
"""A sentence for every rule."""
