"""Whose mistake a mended deal was, and what it had brought him. Pure."""

from collections.abc import Mapping
from typing import NamedTuple

from prefweb.tables.deals.posts import Game, Posts
from prefweb.tables.deals.steps import ordered
from scoring import Area, Number, Seat


class Column(NamedTuple):
    """A column of the sheet: the seat that writes in it, and for whists on whom."""

    seat: Seat
    area: Area
    against: Seat | None


def mended_by(stood: Posts, now: Posts) -> tuple[Seat, ...]:
    """The seats whose phones had posted what was wrong.

    What a mend only cleared was no mistake: where it was another game, nobody answers for answers
    and tricks; where it was another answer, nobody for tricks.
    """
    if _is_other_game(stood, now):
        return tuple(sorted(_wrong_order(stood)))
    for wrong in (_wrong_answers(stood, now), _wrong_reply(stood, now)):
        if wrong:
            return tuple(sorted(wrong))
    return tuple(sorted(_wrong_tricks(stood, now) | _wrong_talon(stood, now)))


def too_much(
    offender: Seat, was: Mapping[Column, Number], now: Mapping[Column, Number]
) -> dict[Column, Number]:
    """Each own column that showed too much in his favour, and by how much."""
    found = {}
    for column in dict.fromkeys((*was, *now)):
        less = was.get(column, 0) - now.get(column, 0)
        favour = -less if column.area is Area.MOUNTAIN else less
        if column.seat == offender and favour > 0:
            found[column] = favour
    return found


def _is_other_game(stood: Posts, now: Posts) -> bool:
    """A trump alone is none: no number depends on it. Raspasy are nobody's own."""
    before, after = ordered(stood), ordered(now)
    if before is None or after is None or before[1].multiplier != after[1].multiplier:
        return True
    is_common = before[1].game is Game.RASPASY
    return not before[1].is_same_game(after[1]) or not (is_common or before[0] == after[0])


def _wrong_order(stood: Posts) -> set[Seat]:
    game = ordered(stood)
    return {stood.orders[game[0]].by} if game else set()


def _wrong_answers(stood: Posts, now: Posts) -> set[Seat]:
    return {
        said.by
        for seat, said in stood.answers.items()
        if seat in now.answers and now.answers[seat].value != said.value
    }


def _wrong_reply(stood: Posts, now: Posts) -> set[Seat]:
    before, after = stood.reply, now.reply
    return {before.by} if before and after and before.value != after.value else set()


def _wrong_tricks(stood: Posts, now: Posts) -> set[Seat]:
    """Who had told a number that is not told any more."""
    told = {(claim.about, claim.number) for claim in now.claims}
    return {claim.by for claim in stood.claims if (claim.about, claim.number) not in told}


def _wrong_talon(stood: Posts, now: Posts) -> set[Seat]:
    told = {said.value for said in now.talon.values()}
    return {said.by for said in stood.talon.values() if said.value not in told}
