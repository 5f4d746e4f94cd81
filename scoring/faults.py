"""What is wrong with a fact, an option or a file, said so that a player understands it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        # the agreement and the players
        "player_count": "A pulka has two to five players, here {players}",
        "preset_players": "“{preset}” is for {allowed} players, here {players}",
        "target_needed": "A target is needed, unless the game is played on time",
        "target_positive": "The target is a whole number of points from 1",
        "dealer_unknown": "There is no such player to deal",
        "option_unknown": "There is no option “{option}”",
        "option_value": "“{option}” cannot be {value}",
        "option_range": "“{option}” is from {minimum} to {maximum}, here {value}",
        "option_length": "“{option}” takes {minimum} to {maximum} numbers, here {count}",
        "option_repeated": "“{option}” names {value} twice",
        # deals
        "after_end": "The game was already over",
        "seat_unknown": "There is no such player",
        "level_range": "A contract is from 6 to 10 tricks, here {level}",
        "multiplier_range": "A multiplier is a whole number from 1, here {multiplier}",
        "declarer_rests": "{player} sits this deal out and cannot be the declarer",
        "resting_players": "Who sits out is named only with five players",
        "resting_pair": "Two players sit out: the dealer and one more",
        "role_declarer": "{player} is the declarer and has no answer to give",
        "role_rests": "{player} sits this deal out and has no answer to give",
        "role_dealer_whists": "The dealer can only whist, and only after both defenders passed",
        "roles_checked_ten": "A ten is checked here: nobody whists or passes",
        "roles_stalingrad": "On six spades both defenders must whist",
        "half_twice": "Only one defender may take half the whists",
        "half_beside_whist": "Half the whists cannot be taken where the other one whists",
        "half_level": "Half the whists cannot be taken on a {level}",
        "tricks_range": "{player} has {tricks} tricks; a player takes 0 to 10",
        "tricks_dealer": "The talon brings the dealer 0 to 2 tricks, here {tricks}",
        "tricks_rests": "{player} takes no part in this deal and has no tricks",
        "tricks_passer": "{player} passed while the dealer whisted and has no tricks",
        "tricks_missing": "{count_words} missing: ten tricks are played",
        "tricks_over": "{count_words} too many: ten tricks are played",
        "tricks_left_out": "The tricks of only one player may be left out",
        "tricks_own_needed": "Everyone's own tricks are needed here",
        "tricks_needed": "This deal was played: its tricks are missing",
        "tricks_unplayed": "Nothing was played here, so there are no tricks",
        "misere_tricks_range": "A declarer takes 0 to 10 tricks, here {tricks}",
        "concession_off": "Giving a game up before play is not agreed here",
        "undertricks_range": "A {level} is given up for 1 to {level} tricks, here {undertricks}",
        "talon_off": "A talon bonus is not agreed here",
        "talon_range": "A talon is worth 0 to 3 units, here {units}",
        "against_needed": "Whists are written on somebody",
        "against_self": "Nobody writes whists on himself",
        "against_not_whists": "Only whists are written on somebody",
        "opening_raspasy": "The number of raspasy in a row is a whole number from 0",
        # files
        "file_size": "The file is over {limit} bytes",
        "file_encoding": "The file is not text in UTF-8",
        "file_json": "This is not JSON: line {line}, column {column}",
        "file_constant": "This is not JSON: {name}",
        "file_depth": "The file is nested deeper than a pulka needs",
        "file_version": "This is not version 1 of the pulka format",
        "deal_count": "A pulka has at most {limit} deals, here {count}",
        "key_unknown": "There is no key “{key}” here",
        "key_twice": "The key “{key}” is given twice",
        "key_needed": "The key “{key}” is missing",
        "text_broken": "This text holds characters that cannot be written",
        "not_object": "An object is needed here",
        "not_list": "A list is needed here",
        "not_text": "A text is needed here",
        "not_flag": "true or false is needed here",
        "not_count": "A whole number is needed here",
        "not_number": 'A whole number or a fraction like "3/2" is needed here',
        "number_too_long": "This number is too long",
        "about_size": "“about” is over {limit} bytes",
        "preset_unknown": "There is no convention “{value}”",
        "name_empty": "A player needs a name",
        "name_twice": "Two players are called “{name}”",
        "name_unknown": "There is no player “{name}”",
        "type_unknown": "There is no such kind of deal",
        "value_unknown": "“{value}” is not one of: {allowed}",
        "stake_text": 'A stake is a decimal number in quotes, not negative, like "2.50"',
        "currency_unknown": "There is no currency “{value}”",
        "ended_value": "A game is stopped by “consent” or “time”",
    }
)
"""A sentence for every code of a :class:`Fault`; placeholders are keys of its ``params``."""

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _count_words(count: object) -> str:
    """Tricks with their verb: "one trick is", "two tricks are".

    >>> _count_words(1), _count_words(12)
    ('One trick is', '12 tricks are')
    """
    if count == 1:
        return "One trick is"
    word = _WORDS[count] if isinstance(count, int) and 0 <= count <= 10 else str(count)
    return f"{word.capitalize()} tricks are"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: where, which kind, and the numbers and names of it.

    ``at`` is a place like ``deals[3].tricks``, relative to what was checked. Params of a
    player are his ``seat``, and his name as ``player`` once :meth:`named` knew it.

    >>> Fault("tricks", "tricks_missing", {"count": 2}).message
    'Two tricks are missing: ten tricks are played'
    """

    at: str
    code: str
    params: Mapping[str, object] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """The fault as an English sentence."""
        words = dict(self.params)
        if "seat" in words:
            words.setdefault("player", f"Player {int(str(words['seat'])) + 1}")
        if "count" in words:
            words["count_words"] = _count_words(words["count"])
        return MESSAGES[self.code].format_map(words)

    def named(self, players: Sequence[str]) -> "Fault":
        """The same fault with the player's name for his seat."""
        seat = self.params.get("seat")
        if not isinstance(seat, int) or not 0 <= seat < len(players):
            return self
        return Fault(self.at, self.code, {**self.params, "player": players[seat]})

    def under(self, place: str) -> "Fault":
        """The same fault, seen from further outside.

        >>> Fault("tricks", "tricks_needed").under("deals[3]").at
        'deals[3].tricks'
        """
        return Fault(f"{place}.{self.at}" if self.at else place, self.code, self.params)


class Refused(Exception):
    """Facts, options or a file that cannot be: nothing was changed. ``faults`` says why."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults: tuple[Fault, ...] = tuple(faults)
        super().__init__("; ".join(f"{fault.at}: {fault.message}" for fault in self.faults))
