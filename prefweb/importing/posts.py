"""A deal of a file as the phones of its players would have posted it. Pure.

A file holds facts, a table what was said: whatever can be scored can be said. The order belongs to
its declarer, each answer and number to the seat it is about, as if every seat had its own phone.
What a file may leave out and no table would (a talon's worth nothing, a made ten that nobody
counted) is said with the number it stands for.
"""

from collections.abc import Iterator
from dataclasses import replace

from prefweb.tables.deals.posts import Claim, Game, Order, Posts, Reply, Said, Units
from prefweb.tables.deals.steps import (
    Terms,
    asks_answers,
    asks_dealer,
    is_checked,
    pays_talon,
    subjects,
    talon_tellers,
)
from scoring import CardDeal, Contract, Misere, Raspasy, Role, Seat
from scoring.deals import HAND


def posts_of(deal: CardDeal, terms: Terms) -> Posts:
    """What was said in a deal that a replay has completed, from the order to the last trick."""
    seat = terms.active[0] if isinstance(deal, Raspasy) else deal.declarer
    order = _order(deal, terms)
    posts = Posts(game=(seat, order), orders={seat: Said(order, seat)}, changes=1)
    if isinstance(deal, Contract) and asks_answers(terms, order):
        posts = _answered(posts, deal, terms)
    claims, talon = tuple(_claims(deal, terms, posts)), _talon(deal, terms, posts)
    return replace(posts, claims=claims, talon=talon)


def is_taken_back(deal: Contract) -> bool:
    """Whether its roles are those of a half-whist that the first defender took back."""
    return deal.taken_back and [*deal.roles.values()] == [Role.WHIST, Role.PASS]


def _order(deal: CardDeal, terms: Terms) -> Order:
    return replace(_game(deal, terms), multiplier=deal.multiplier, called=deal.note or "")


def _game(deal: CardDeal, terms: Terms) -> Order:
    match deal:
        case Contract():
            return Order(Game.CONTRACT, deal.level, deal.trump)
        case Misere():
            return Order(Game.MISERE)
        case Raspasy():
            return Order(Game.RASPASY)
    is_agreed = deal.undertricks == terms.convention.concession
    undertricks = None if is_agreed else deal.undertricks
    return Order(Game.CONCESSION, deal.level, undertricks=undertricks)


def _answered(posts: Posts, deal: Contract, terms: Terms) -> Posts:
    """Whist or pass of each defender, and of a resting dealer who is asked once both passed."""
    roles = dict(deal.roles)
    first, *others = terms.defenders(deal.declarer)
    reply = Said(Reply.STANDS, first) if Role.HALF in roles.values() else None
    if is_taken_back(deal):
        roles |= {first: Role.PASS, others[0]: Role.HALF}
        reply = Said(Reply.BACK, first)
    answers = {seat: Said(role, seat) for seat, role in roles.items()}
    said = replace(posts, answers=answers, reply=reply)
    if terms.dealer in answers or not asks_dealer(terms, said):
        return said
    return replace(said, answers={**answers, terms.dealer: Said(Role.PASS, terms.dealer)})


def _claims(deal: CardDeal, terms: Terms, posts: Posts) -> Iterator[Claim]:
    """Everybody's tricks that the deal knows; of who takes no part there are none to tell."""
    limits = subjects(terms, posts)
    for seat, number in _tricks(deal, terms).items():
        if seat in limits:
            yield Claim(seat, seat, number, seat)


def _tricks(deal: CardDeal, terms: Terms) -> dict[Seat, int]:
    match deal:
        case Misere():
            return {deal.declarer: deal.tricks}
        case Raspasy():
            return dict(deal.tricks)
        case Contract(tricks=None):
            return _made_ten(deal, terms)
        case Contract():
            return dict(deal.tricks or {})
    return {}


def _made_ten(deal: Contract, terms: Terms) -> dict[Seat, int]:
    """A checked ten without numbers was made; anything else without them was not played."""
    if not is_checked(terms, Order(Game.CONTRACT, deal.level)):
        return {}
    return {deal.declarer: HAND} | dict.fromkeys(terms.defenders(deal.declarer), 0)


def _talon(deal: CardDeal, terms: Terms, posts: Posts) -> dict[Seat, Said[Units]]:
    """What the talon was worth, where it is paid for; a file may leave out that it was nothing."""
    if not isinstance(deal, Contract) or not pays_talon(terms, _game(deal, terms)):
        return {}
    teller = talon_tellers(terms, posts)[0]
    return {teller: Said(Units(deal.talon_units or 0), teller)}
