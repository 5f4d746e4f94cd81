"""A posted form as a post of the protocol."""

from collections.abc import Mapping
from typing import Any

from prefweb.tables.posts import Dispute, Fact, Game, Order, Reply
from prefweb.tables.protocol import Kind, Told
from prefweb.tables.services.playing import Tap
from scoring import Role, Trump

LEVELS = range(6, 11)
UID_LENGTH = 40


def tap_from(data: Mapping[str, str]) -> Tap:
    """The tap a form describes. Raises Told where it is no form of ours."""
    try:
        kind = Kind(data.get("kind", ""))
        about = data.get("about")
        return Tap(
            uid=_uid(data.get("uid", "")),
            deal=int(data["deal"]),
            kind=kind,
            seat=int(data["seat"]),
            value=VALUES[kind](data),
            about=int(about) if about else None,
            seen=data.get("seen", ""),
            changes=int(data.get("changes", 0)),
            for_another=data.get("for_another") == "yes",
        )
    except (KeyError, ValueError, OverflowError):
        raise Told("bad_form") from None


def _uid(text: str) -> str:
    if not 8 <= len(text) <= UID_LENGTH:
        raise ValueError(text)
    return text


def _order(data: Mapping[str, str]) -> Order | None:
    game = data["game"]
    if game == "withdraw":
        return None
    if game in (Game.MISERE, Game.RASPASY):
        return Order(Game(game))
    level, trump = int(game), data.get("trump")
    if level not in LEVELS:
        raise ValueError(game)
    return Order(Game.CONTRACT, level, Trump(trump) if trump else None)


def _answer(data: Mapping[str, str]) -> Role | None:
    role = data["role"]
    return None if role == "withdraw" else Role(role)


def _reply(data: Mapping[str, str]) -> Reply | None:
    reply = data["reply"]
    return None if reply == "withdraw" else Reply(reply)


def _tricks(data: Mapping[str, str]) -> int | None:
    tricks = data["tricks"]
    return None if tricks == "withdraw" else int(tricks)


def _dispute(data: Mapping[str, str]) -> Dispute | None:
    fact, _, seat = data["fact"].partition("-")
    return None if fact == "withdraw" else Dispute(Fact(fact), int(seat))


VALUES: dict[Kind, Any] = {
    Kind.ORDER: _order,
    Kind.PICK: lambda data: int(data["pick"]),
    Kind.ANSWER: _answer,
    Kind.REPLY: _reply,
    Kind.TRICKS: _tricks,
    Kind.DISPUTE: _dispute,
    Kind.START_OVER: lambda data: None,
}
