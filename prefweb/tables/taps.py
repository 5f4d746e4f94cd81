"""A posted form as a post of the protocol."""

from collections.abc import Mapping
from typing import Any

from prefweb.players.services import visible
from prefweb.tables.deals.posts import Dispute, Fact, Game, Order, Reply, Units
from prefweb.tables.deals.protocol import Kind, Told
from prefweb.tables.parsing import needed_number, one_time_id
from prefweb.tables.services.playing import Dealing, Tap
from scoring import Role, Seat, Trump

LEVELS = range(6, 11)
SAME, NEXT = "same", "next"
MULTIPLIERS = range(2, 101)
CALLED = 30
"""Letters that the name of a multiplier takes at most."""


def tap_from(data: Mapping[str, str]) -> Tap:
    """The tap a form describes. Raises Told where it is no form of ours."""
    try:
        kind = Kind(data.get("kind", ""))
        about = data.get("about") if kind is Kind.TRICKS else None
        return Tap(
            uid=one_time_id(data.get("uid", "")),
            deal=needed_number(data["deal"]),
            kind=kind,
            seat=needed_number(data["seat"]),
            value=VALUES[kind](data),
            about=needed_number(about) if about else None,
            seen=data.get("seen", ""),
            changes=needed_number(data.get("changes", "0")),
            for_another=data.get("for_another") == "yes",
        )
    except (KeyError, ValueError):
        raise Told("bad_form") from None


def dealing_from(data: Mapping[str, str]) -> tuple[Dealing, Seat | str, Seat | None]:
    """A change of dealer: who deals, SAME or NEXT for the cards once more; who rests beside him.

    Raises Told.
    """
    dealer, rests = data.get("dealer", ""), data.get("rests")
    try:
        dealing = Dealing(
            uid=one_time_id(data.get("uid", "")),
            deal=needed_number(data.get("deal", "")),
            changes=needed_number(data.get("changes", "")),
        )
        resting = needed_number(rests) if rests else None
        return dealing, dealer if dealer in (SAME, NEXT) else needed_number(dealer), resting
    except ValueError:
        raise Told("bad_form") from None


def _order(data: Mapping[str, str]) -> Order | None:
    game = data["game"]
    if game == "withdraw":
        return None
    multiplier, called = _multiplier(data)
    if game in (Game.MISERE, Game.RASPASY):
        return Order(Game(game), multiplier=multiplier, called=called)
    kind, _, bid = game.rpartition("-")
    level = needed_number(bid)
    if level not in LEVELS or kind not in ("", Game.CONCESSION):
        raise ValueError(game)
    if kind:
        return Order(Game.CONCESSION, level, multiplier=multiplier, called=called)
    trump = Trump(data["trump"]) if data.get("trump") else None
    return Order(Game.CONTRACT, level, trump, multiplier, called)


def _multiplier(data: Mapping[str, str]) -> tuple[int, str]:
    """What multiplies the deal, and its name. Told where it is no such number."""
    times, called = data.get("multiplier", "").strip(), visible(data.get("called", ""))
    if not times and not called:
        return 1, ""
    try:
        number = needed_number(times)
    except ValueError:
        raise Told("no_such_multiplier") from None
    if number not in MULTIPLIERS or len(called) > CALLED:
        raise Told("no_such_multiplier")
    return number, called


def _answer(data: Mapping[str, str]) -> Role | None:
    role = data["role"]
    return None if role == "withdraw" else Role(role)


def _reply(data: Mapping[str, str]) -> Reply | None:
    reply = data["reply"]
    return None if reply == "withdraw" else Reply(reply)


def _tricks(data: Mapping[str, str]) -> int | None:
    tricks = data["tricks"]
    return None if tricks == "withdraw" else needed_number(tricks)


def _talon(data: Mapping[str, str]) -> Units | None:
    units = data["units"]
    return None if units == "withdraw" else Units(needed_number(units))


def _dispute(data: Mapping[str, str]) -> Dispute | None:
    fact, _, seat = data["fact"].partition("-")
    return None if fact == "withdraw" else Dispute(Fact(fact), needed_number(seat))


VALUES: dict[Kind, Any] = {
    Kind.ORDER: _order,
    Kind.PICK: lambda data: needed_number(data["pick"]),
    Kind.ANSWER: _answer,
    Kind.REPLY: _reply,
    Kind.TRICKS: _tricks,
    Kind.TALON: _talon,
    Kind.DISPUTE: _dispute,
    Kind.START_OVER: lambda data: None,
}
