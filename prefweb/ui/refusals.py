"""Why something cannot be, said to a player: faults of facts and files, posts that come amiss."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from prefweb.tables.deals.posts import Order, Units
from prefweb.ui import deals
from prefweb.ui.names import isolated, stopped_once
from prefweb.ui.numbers import number
from prefweb.ui.options import OPTIONS
from prefweb.ui.options import value_words as option_value
from scoring import Fault, Role

Names = Sequence[str]

FAULTS: dict[str, Any] = {
    # the agreement and the players
    "player_count": gettext_lazy("A pulka has two to five players, here %(players)s."),
    "preset_players": gettext_lazy("%(preset)s is for other numbers of players: %(allowed)s."),
    "target_needed": gettext_lazy("Say up to how many points the pools go."),
    "target_positive": gettext_lazy("The target is a whole number of points from 1."),
    "dealer_unknown": gettext_lazy("There is no such player to deal."),
    "option_unknown": gettext_lazy("There is no such option: %(option)s."),
    "option_value": gettext_lazy("%(label)s: this cannot be %(value)s."),
    "option_range": gettext_lazy("%(label)s: from %(minimum)s to %(maximum)s, here %(value)s."),
    "option_length": gettext_lazy(
        "%(label)s: from %(minimum)s to %(maximum)s numbers are needed, here %(count)s."
    ),
    "option_repeated": gettext_lazy("%(label)s: %(value)s stands there twice."),
    # deals
    "after_end": gettext_lazy("The pulka was already over."),
    "seat_unknown": gettext_lazy("There is no such player."),
    "level_range": gettext_lazy("A contract is from 6 to 10, here %(level)s."),
    "multiplier_range": gettext_lazy("A multiplier is a whole number from 1, here %(multiplier)s."),
    "declarer_rests": gettext_lazy("Sits out and cannot be the declarer: %(player)s."),
    "resting_players": gettext_lazy("Who sits out is named with five players only."),
    "resting_pair": gettext_lazy("Two sit out: the dealer and one more."),
    "role_declarer": gettext_lazy("The declarer answers nothing to the own contract: %(player)s."),
    "role_rests": gettext_lazy("Sits out and answers nothing: %(player)s."),
    "role_dealer_whists": gettext_lazy(
        "The dealer can only whist, and only after both defenders have passed."
    ),
    "roles_checked_ten": gettext_lazy("A ten is checked here: nobody whists and nobody passes."),
    "roles_stalingrad": gettext_lazy("On six spades both defenders must whist."),
    "half_twice": gettext_lazy("Only one defender leaves for half."),
    "half_beside_whist": gettext_lazy("There is no half-whist beside a whist."),
    "half_level": gettext_lazy("There is no half-whist on %(game)s."),
    "tricks_range": gettext_lazy("A player takes 0 to 10 tricks, here %(tricks)s: %(player)s."),
    "tricks_dealer": gettext_lazy("The talon brings the dealer 0 to 2 tricks, here %(tricks)s."),
    "tricks_rests": gettext_lazy("Sits out and takes no tricks: %(player)s."),
    "tricks_passer": gettext_lazy(
        "Passed while the dealer whisted, so without tricks: %(player)s."
    ),
    "tricks_left_out": gettext_lazy("Only one player's tricks can be left out."),
    "tricks_own_needed": gettext_lazy("Everybody's own tricks are needed here."),
    "tricks_needed": gettext_lazy("This deal was played: say the tricks."),
    "tricks_unplayed": gettext_lazy("Nothing was played here, so there are no tricks."),
    "misere_tricks_range": gettext_lazy("The declarer takes 0 to 10 tricks, here %(tricks)s."),
    "concession_off": gettext_lazy("Giving a game up before play is not agreed here."),
    "undertricks_range": gettext_lazy("Given up for 1 to %(level)s tricks, here %(undertricks)s."),
    "talon_off": gettext_lazy("A talon bonus is not agreed here."),
    "talon_range": gettext_lazy("A talon is worth 0 to 3, here %(units)s."),
    "against_needed": gettext_lazy("Say on whom the whists are written."),
    "against_self": gettext_lazy("Nobody writes whists on themselves."),
    "against_not_whists": gettext_lazy("Only whists are written on somebody."),
    "opening_raspasy": gettext_lazy("Raspasy in a row are a whole number from 0."),
    # files
    "file_size": gettext_lazy("The file is too large: at most %(limit)s bytes."),
    "file_encoding": gettext_lazy("The file is not text in UTF-8."),
    "file_json": gettext_lazy("This is not JSON: line %(line)s, column %(column)s"),
    "file_constant": gettext_lazy("This is not JSON: %(name)s"),
    "file_depth": gettext_lazy("The file is nested deeper than a pulka needs."),
    "file_version": gettext_lazy("This is not version 1 of the pulka file."),
    "deal_count": gettext_lazy("A pulka has at most %(limit)s deals, here %(count)s."),
    "key_unknown": gettext_lazy("There is no such key here: %(key)s."),
    "key_twice": gettext_lazy("This key is given twice: %(key)s."),
    "key_needed": gettext_lazy("This key is missing: %(key)s."),
    "text_broken": gettext_lazy("This text holds characters that cannot be written."),
    "not_object": gettext_lazy("An object is needed here."),
    "not_list": gettext_lazy("A list is needed here."),
    "not_text": gettext_lazy("A text is needed here."),
    "not_flag": gettext_lazy("true or false is needed here."),
    "not_count": gettext_lazy("A whole number is needed here."),
    "not_number": gettext_lazy("A whole number or a part such as 3/2 is needed here."),
    "number_too_long": gettext_lazy("This number is too long."),
    "about_size": gettext_lazy("“about” is too large: at most %(limit)s bytes."),
    "preset_unknown": gettext_lazy("There is no such convention: %(value)s."),
    "name_empty": gettext_lazy("A player needs a name."),
    "name_twice": gettext_lazy("Two players have the same name: %(name)s."),
    "name_unknown": gettext_lazy("There is no such player: %(name)s."),
    "type_unknown": gettext_lazy("There is no such kind of deal."),
    "value_unknown": gettext_lazy("%(value)s cannot stand here; this can: %(allowed)s."),
    "stake_text": gettext_lazy('A stake is a number in quotes, not negative, such as "2.50".'),
    "currency_unknown": gettext_lazy("There is no such currency: %(value)s."),
    "ended_value": gettext_lazy("A pulka is stopped by consent or by time."),
}
"""A sentence for every code of `scoring.faults` but those in `COUNTED`."""


def _missing(count: int) -> str:
    return ngettext(
        "%(n)s trick is missing: there are ten in a deal.",
        "%(n)s tricks are missing: there are ten in a deal.",
        count,
    ) % {"n": count}


def _over(count: int) -> str:
    return ngettext(
        "%(n)s trick too many: there are ten in a deal.",
        "%(n)s tricks too many: there are ten in a deal.",
        count,
    ) % {"n": count}


COUNTED: dict[str, Callable[[int], str]] = {"tricks_missing": _missing, "tricks_over": _over}
"""Sentences whose words follow the number."""

TOLD: dict[str, Any] = {
    # posts
    "rests": gettext_lazy("Sits out this deal: %(player)s."),
    "written_already": gettext_lazy("This deal is already written."),
    "question_changed": gettext_lazy("The question has changed since. This is how it stands now."),
    "not_the_third": gettext_lazy("Which order holds is said by the third player."),
    "not_a_defender": gettext_lazy("Has nothing to answer to this contract: %(player)s."),
    "no_half_whist": gettext_lazy(
        "A half-whist is open here only after the first defender's pass."
    ),
    "not_the_first": gettext_lazy("A half-whist is answered by the first defender."),
    "not_your_number": gettext_lazy("Here this number is not asked: %(player)s."),
    "no_such_number": gettext_lazy("The number is from 0 to %(limit)s."),
    "nothing_to_dispute": gettext_lazy("Nobody has said this, so there is nothing to dispute."),
    "no_concession": gettext_lazy("Giving a game up before play is not agreed here."),
    "no_multipliers": gettext_lazy("Multipliers are not agreed here."),
    "no_such_multiplier": gettext_lazy("A multiplier is a whole number from 2 to 100."),
    "trump_needed": gettext_lazy("A six needs its trump here: six spades are whisted by both."),
    "not_your_talon": gettext_lazy("The talon is not asked here: %(player)s."),
    "said_already": gettext_lazy("This is already posted. %(by)s: %(value)s."),
    "not_yours": gettext_lazy("Only who posted it can change it: %(by)s."),
    "sealed": gettext_lazy("Deal %(deal)s is sealed: the next one has been ordered."),
    "rests_twice": gettext_lazy("Deals and sits out anyway: %(player)s. Name another."),
    "time_over": gettext_lazy("The time is over, so this post came too late."),
    "ordered_already": gettext_lazy("Somebody has already ordered in this deal."),
    "not_playing": gettext_lazy("Nothing can be posted here now: the pulka is not being played."),
    "agrees": gettext_lazy("It agrees with what is written."),
    "bad_form": gettext_lazy("This was cut or changed on the way. Try once more."),
    # by hand
    "deal_open": gettext_lazy("An entry by hand is made between deals: this one is still open."),
    "hand_zero": gettext_lazy("A number other than 0 is needed."),
    "hand_why": gettext_lazy("Say why: the others read it."),
    "no_such_column": gettext_lazy("There is no such column here."),
    "hand_not_yours": gettext_lazy("Only who wrote it can take it back."),
    "hand_sealed": gettext_lazy(
        "A deal has been ordered since, so this entry stands. An opposite one corrects it."
    ),
    "hand_decided": gettext_lazy("This entry has been decided already."),
    "hand_not_for_you": gettext_lazy("This entry is for others to decide."),
    "hand_past_end": gettext_lazy("This would end the pulka before its last deal."),
    "hand_waits": gettext_lazy(
        "An entry by hand still waits to be confirmed or declined: %(player)s."
    ),
    "fine_waits": gettext_lazy("A fine still waits to be taken or let go: %(player)s."),
    # seats
    "not_seated": gettext_lazy("Only those who sit at the table can do this."),
    "no_such_seat": gettext_lazy("There is no such seat."),
    "not_your_seat": gettext_lazy("This is the seat of another: %(player)s."),
    "no_proxies": gettext_lazy("At this table nobody posts for another."),
    "seat_taken": gettext_lazy("This seat has just been taken: %(name)s."),
    "seated_already": gettext_lazy("You already have a seat at this table."),
    "seats_beyond": gettext_lazy(
        "At a smaller table this seat goes. First move or free it on the table's page: %(name)s."
    ),
    "seats_reserved": gettext_lazy("A kept seat still waits for its player."),
    "freed_already": gettext_lazy("This seat is without a phone already: %(player)s."),
    "nobody_there": gettext_lazy("Nobody has this seat yet."),
    "no_phone": gettext_lazy("This seat is without a phone now: %(name)s."),
    "scribe_needed": gettext_lazy("For the seats that are kept, say first who writes for all."),
    "scribe_by_host": gettext_lazy("At this table the host says who writes for all."),
    "host_already": gettext_lazy("You are the host already."),
    "not_current": gettext_lazy("A later pulka is on at this table. Do this there."),
    "not_whole": gettext_lazy("The deal is not complete yet. What was posted stays as it was."),
    # going on
    "between_deals": gettext_lazy("A deal is on. This can be done only between deals."),
    "length_needed": gettext_lazy("Say how long to play on."),
    "no_such_length": gettext_lazy("This is a whole number from 1 to %(limit)s."),
    "same_target": gettext_lazy("This is the target already."),
    "over_at_once": gettext_lazy("To this target the pools are full already. Name a higher one."),
    "not_so_many": gettext_lazy("This cannot be played with so many: %(count)s."),
    "begun_already": gettext_lazy("The pulka has begun: seats and agreement stand."),
    "name_missing": gettext_lazy("Say how to write you down."),
    "name_taken": gettext_lazy("Somebody here is already called %(name)s. Add a letter."),
    # the end
    "not_over": gettext_lazy("The pulka is not over yet."),
    "too_early": gettext_lazy("The others have a day to confirm the result."),
    "settled_already": gettext_lazy("The result already stands."),
    "other_result": gettext_lazy("A deal was mended meanwhile. Look at the result once more."),
    "table_closed": gettext_lazy("This table is closed. Open a new one."),
    # questions to all
    "asked_already": gettext_lazy("Another question to all is still open."),
    "other_preview": gettext_lazy("It would change something else by now. Look at it once more."),
    "question_closed": gettext_lazy("This question is no longer open."),
    "not_your_question": gettext_lazy("Only who asked can take the question back."),
    "one_dispute": gettext_lazy("Take back your other objection first."),
    # a whole deal as a form, and what needs everybody's consent
    "dealer_needed": gettext_lazy("Say who dealt."),
    "game_needed": gettext_lazy("Say what was played."),
    "declarer_needed": gettext_lazy("Say whose game it was."),
    "answer_needed": gettext_lazy("Whist or pass? %(player)s."),
    "talon_needed": gettext_lazy("Say what the talon was worth."),
    "name_too_long": gettext_lazy("At most %(limit)s characters."),
    "not_written": gettext_lazy("Deal %(deal)s is not on the sheet now."),
    "no_such_deal": gettext_lazy("There is no such place in the order of the deals."),
    "not_sealed": gettext_lazy("Deal %(deal)s is not sealed: change it on its own page."),
    "nothing_changes": gettext_lazy("It is as it was: nothing is changed."),
    "added_after_end": gettext_lazy("There the pulka is over already, so the deal does not count."),
    "stops_already": gettext_lazy("Everybody has agreed to it: the pulka ends with this deal."),
    "left_too_short": gettext_lazy("A pulka is abandoned after a week in which nobody played."),
}
"""A sentence for every reason why a post changes nothing, but those in `TOLD_COUNTED`."""


def _free(count: int) -> str:
    return ngettext("%(n)s seat is still free.", "%(n)s seats are still free.", count) % {
        "n": count
    }


TOLD_COUNTED: dict[str, Callable[[int], str]] = {"seats_free": _free}


def fault(found: Fault, names: Names = ()) -> str:
    """What is wrong with a fact, as a sentence."""
    if found.code in COUNTED:
        return COUNTED[found.code](int(str(found.params["count"])))
    return stopped_once(str(FAULTS[found.code]) % _fault_words(found.params, names))


def told(code: str, params: Mapping[str, Any], names: Names = ()) -> str:
    """Why a post changed nothing, as a sentence; what it says of faults, of each of them."""
    if code == "refused":
        return " ".join(fault(found, names) for found in params["faults"])
    if code in TOLD_COUNTED:
        return TOLD_COUNTED[code](params["count"])
    shown = {key: _shown(value) for key, value in params.items()}
    for key, name in (("seat", "player"), ("by", "by")):
        if key in params:
            shown[name] = isolated(player(params[key], names))
    if "value" in params:
        shown["value"] = said(params["value"])
    return stopped_once(str(TOLD[code]) % shown)


def player(seat: int, names: Names = ()) -> str:
    """The name at a seat, or its number where the name is not known."""
    if 0 <= seat < len(names):
        return names[seat]
    return _("seat %(number)s") % {"number": seat + 1}


def said(value: Any) -> str:
    """A posted value in a word or two: "whist", "7 ♥ ×2 bomb", "4 tricks", "talon: 1"."""
    if isinstance(value, Units):
        return deals.units(value)
    if isinstance(value, int):
        return deals.tricks(value)
    if isinstance(value, Role):
        return deals.role_name(value)
    if isinstance(value, Order):
        return _ordered(value)
    return str(_SAID[str(value)])


def _ordered(order: Order) -> str:
    times = deals.multiplied(order.multiplier, order.called)
    return " ".join(filter(None, (deals.order(order.game, order.level, order.trump), times)))


_SAID = {
    "stands": gettext_lazy("let it stand"),
    "back": gettext_lazy("I take it back"),
}


def _fault_words(params: Mapping[str, Any], names: Names) -> dict[str, str]:
    shown = {key: _shown(value) for key, value in params.items()}
    if "seat" in params:
        shown.setdefault("player", player(int(params["seat"]), names))
    if "level" in params:
        shown["game"] = deals.game_name(params["level"]) if 6 <= params["level"] <= 10 else "?"
    if (option := params.get("option")) in OPTIONS:
        shown["label"] = str(OPTIONS[option].label)
        shown["value"] = str(option_value(option, params.get("value", "")))
    return shown


def _shown(value: Any) -> str:
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return number(value)
    return str(value)
