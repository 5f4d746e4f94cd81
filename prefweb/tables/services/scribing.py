"""One seat writes a whole deal for all: each fact a post for its seat, all of them or none."""

from dataclasses import dataclass, replace
from typing import Any

from prefweb.players.models import Player
from prefweb.tables.access import seat_of, writes_for_others
from prefweb.tables.deals.posts import Fact, Game, Posts, Said
from prefweb.tables.deals.protocol import Kind, Post, Told, mark, may_mend
from prefweb.tables.deals.steps import Step, authors
from prefweb.tables.deals.whole import Entered, Telling
from prefweb.tables.models import Pulka
from prefweb.tables.pulkas.course import Course, OpenDeal
from prefweb.tables.services.playing import Outcome, Tap, ends_late, take
from prefweb.tables.services.writing import is_repeated, locked
from scoring import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A deal as the scribe's page says it: its number, what the page knew of it, the facts."""

    uid: str
    deal: int
    seen: str
    """`posts_mark` of what stood when the page was drawn."""
    entered: Entered


def write(slug: str, player: Player, sheet: Sheet) -> Outcome:
    """Post what the seats have not said themselves.

    Raises Told where a seat has said otherwise by itself, Unfit where the deal cannot be so.
    """
    with locked(slug) as pulka:
        if is_repeated(pulka, sheet.uid):
            return Outcome("repeated")
        by = _scribe(pulka, player)
        if ends_late(Course.load(pulka), player):
            return Outcome("time_over")
        now = _deal(pulka, sheet.deal)
        knows = sheet.seen == posts_mark(now.posts)
        uid = sheet.uid
        for post in posts_of(Course.load(pulka), now, sheet.entered, by):
            while tap := _next_tap(_deal(pulka, sheet.deal), post, knows=knows):
                take(pulka, player, replace(tap, uid=uid))
                uid = ""
        if _deal(pulka, sheet.deal).step is not Step.WRITTEN:
            raise Told("not_whole")
        return Outcome()


def posts_mark(posts: Posts) -> str:
    """All that stands about a deal, as a form carries it."""
    said = [
        f"{fact}{seat}{mark(found.value)}"
        for fact in Fact
        for seat, found in sorted(authors(posts, fact).items())
    ]
    return ".".join([str(posts.changes), *said])


def posts_of(course: Course, deal: OpenDeal, entered: Entered, by: Seat) -> list[Post]:
    """The deal in posts, in the order of the play. Raises Unfit."""
    terms = deal.terms
    partner = next((seat for seat in terms.resting if seat != terms.dealer), None)
    dealt = replace(entered, dealer=terms.dealer, resting=partner)
    telling = Telling(course, course.pulka.size, dealt, by)
    telling.whole()
    return [post for _part, post in telling.said]


def _scribe(pulka: Pulka, player: Player) -> Seat:
    mine = seat_of(pulka, player)
    if mine is None:
        raise Told("not_seated")
    if not writes_for_others(pulka, mine.index):
        raise Told("no_proxies")
    return mine.index


def _deal(pulka: Pulka, number: int) -> OpenDeal:
    course = Course.load(pulka)
    deal = course.find(number)
    if deal is None:
        sealed = course.last is not None and number <= course.last.number
        raise Told("sealed" if sealed else "question_changed", deal=number)
    return deal


def _next_tap(deal: OpenDeal, post: Post, *, knows: bool) -> Tap | None:
    """What is still to be said for this fact. Raises Told where it was said otherwise.

    What stands may be changed where the page knew it and the scribe's seat may mend it.
    """
    for seat, said in _otherwise(deal.posts, post).items():
        if not knows or not may_mend(seat, said.by, post.by):
            raise Told("said_already", seat=seat, by=said.by, value=said.value)
        is_own = seat == post.seat
        return _tap(deal, post if is_own else replace(post, seat=seat, value=None), said)
    return None if _is_said(deal.posts, post) else _tap(deal, post, None)


def _otherwise(posts: Posts, post: Post) -> dict[Seat, Said[Any]]:
    """Facts that say something else, by the seat that said them."""
    said = _said(posts, post)
    is_shared = post.kind in SHARED
    return {
        seat: fact
        for seat, fact in said.items()
        if fact.value != post.value and (is_shared or seat == post.seat)
    }


def _is_said(posts: Posts, post: Post) -> bool:
    said = _said(posts, post)
    if post.kind is Kind.ORDER and post.value.game is not Game.RASPASY:
        return post.seat in said
    return bool(said) if post.kind in SHARED else post.seat in said


SHARED = (Kind.ORDER, Kind.TRICKS, Kind.TALON)
"""Kinds of posts of which several seats may say one and the same fact."""


def _said(posts: Posts, post: Post) -> dict[Seat, Said[Any]]:
    """What has been said of the same matter, by the seat that said it."""
    if post.kind is Kind.TRICKS:
        claims = [claim for claim in posts.claims if claim.about == post.about]
        return {claim.seat: Said(claim.number, claim.by) for claim in claims}
    return dict(authors(posts, Fact(post.kind)))


def _tap(deal: OpenDeal, post: Post, stands: Said[Any] | None) -> Tap:
    return Tap(
        uid="",
        deal=deal.number,
        kind=post.kind,
        seat=post.seat,
        value=post.value,
        about=post.about,
        seen=mark(stands.value) if stands else "",
        changes=deal.posts.changes,
        for_another=post.seat != post.by,
    )
